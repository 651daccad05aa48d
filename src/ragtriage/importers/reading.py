"""Recognising a file's layout and reading it as cases and traces, saying what was taken for what."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final, NamedTuple, TypeAlias, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.evaluation.oddities import Seen, tied_told
from ragtriage.importers.beside import beside
from ragtriage.importers.glimpse import Glimpse, glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.left_out import left_out, pairs_for
from ragtriage.importers.objects import object_rows
from ragtriage.importers.shapes import Raw, sheet_notes
from ragtriage.importers.table import IMPORTERS
from ragtriage.io.entries import BadFieldError, Entry, entry
from ragtriage.io.files import name_of, open_source
from ragtriage.io.input_path import InputPath
from ragtriage.io.mapping import DocumentKey
from ragtriage.io.rows import Format, detect
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.splitting import NO_SPLITS, Splits
from ragtriage.io.survey import OnBad, Survey
from ragtriage.model import UNSET, Case, Retrieved, Trace
from ragtriage.registry import find

__all__ = [
    "OWN_NAMES",
    "ForeignFile",
    "ForeignRows",
    "Recognised",
    "Tell",
    "UnknownFolderError",
    "importer_of",
    "read",
    "read_objects",
    "recognise",
]

Tell: TypeAlias = Callable[[str], None]

_log = logging.getLogger(__name__)

_NAMED: Final = 12  # names told in a line


class UnknownFolderError(DataError):
    """A folder holds nothing by which a layout is told."""


class Recognised(NamedTuple):
    """What a file was taken for."""

    name: str  # of a row of IMPORTERS, or of a native format
    why: str
    is_native: bool


# What cannot be judged when no row has the field; a file of traces is not looked into for those of cases.
_OF_CASES: Final = frozenset({"gold_documents", "evidence", "expected_answers"})
_WITHOUT: Final[dict[str, str]] = {
    "gold_documents": "no gold ids in this file: retrieval is unknown",
    "evidence": "no evidence in this file: whether the passage came back is unknown",
    "expected_answers": "no expected answers in this file: whether answers are right is unknown",
    "retrieved": "nothing of what was retrieved is in this file",
    "answer": "no answers of a system are in this file",
}


def recognise(path: str) -> Recognised:
    """Tell a file's layout from its name, its first rows, or what is in the folder.

    Where no other tool's layout is recognised, it is one of our own. Standard input is looked into only where
    it is held (`InputPath`), for it can be read once.

    Raises:
        UnknownFolderError: It is a folder of no known layout.
        DataError: There is no such file, or it cannot be read.
    """
    if path == "-" and not isinstance(path, InputPath):
        return Recognised(
            "auto", "standard input is not looked into; --format names its layout", is_native=True
        )
    seen = glimpse(path)
    for name, importer in IMPORTERS.items():
        why = importer.recognises(seen)
        if why is not None:
            return Recognised(name, why, is_native=False)
    if seen.shape is None:
        raise UnknownFolderError(f"{path}: is a folder of no known layout; see `ragtriage formats`")
    with closing(open_source(path)) as source:
        form = detect(source)
    return Recognised(form.value, _native_reason(form, seen), is_native=True)


def _native_reason(form: Format, seen: Glimpse) -> str:
    known = sorted(name for name in seen.fields if name in SPELLINGS)
    named = f" with {', '.join(f'`{name}`' for name in known[:4])}" if known else ""
    return f"{form.value.upper()}{named}, no other tool's fields"


def read(
    path: str,
    layout: str | None = None,
    *,
    on_bad: OnBad | None = None,
    tell: Tell = _log.info,
    document_key: DocumentKey | None = None,
    splits: Splits = NO_SPLITS,
) -> Iterator[tuple[Case, Trace | None]]:
    """Read a file of another tool as cases with their traces; a row of the file is one of them.

    Without an id in the layout, the question is the id; where it stands there a second time, the place is
    added to it.

    Args:
        path: A file, or a folder where the layout is one.
        layout: A row of IMPORTERS; None looks.
        on_bad: Is given the error of a row that cannot be read; without it the error is raised.
        tell: Is told what was taken for what, and what is unknown for that.
        document_key: What names a document, where that is not its id.
        splits: Which texts hold several entries.

    Raises:
        DataError: The file or a row of it cannot be read.
        ConfigError: There is no layout of that name.
    """
    file = ForeignFile(path=path, layout=layout, tell=tell, document_key=document_key, splits=splits)
    for found in file.rows(on_bad or _refuse):
        yield found.case, found.trace


def _survey() -> Survey:
    return Survey("rows", is_ours=False, pairs=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignFile:
    """A file of another tool that is yet to be read; see `read` for its fields."""

    path: str
    layout: str | None = None
    tell: Tell = _log.info
    document_key: DocumentKey | None = None
    splits: Splits = NO_SPLITS
    survey: Survey = field(default_factory=_survey)  # of its rows so far

    def __post_init__(self) -> None:
        self.survey.name = self.name

    @property
    def name(self) -> str:
        """The file, as the user wrote it."""
        return "standard input" if self.path == "-" else name_of(self.path)

    @property
    def is_run(self) -> bool:
        """Whether it is a run of rankings, whose queries need not be those that are judged."""
        return self.layout in IMPORTERS and bool(IMPORTERS[self.layout].ties)

    def rows(self, on_bad: OnBad) -> Iterator[Entry]:
        """Yield its rows, each with its id; `on_bad` is given the error of one that cannot be read."""
        importer = find(IMPORTERS, self.layout or _foreign(self.path), "layout")
        name = name_of(self.path)
        how = _How(importer, self.document_key, self.splits, self.survey)
        yield from _rows(importer.rows(self.path), name, how, on_bad, self.tell)
        self.survey.notes.extend(sheet_notes(self.path))
        left = beside(self.path, importer.places) if importer.places else []
        if left:
            named = ", ".join(f"`{name}`" for name in left[:_NAMED])
            self.tell(f"{name}: {named}: of the file and of no row, not read")


def _foreign(path: str) -> str:
    found = recognise(path)
    if found.is_native:
        raise SchemaError(f"{path}: {found.why}; name the layout if it is another tool's")
    return found.name


def read_objects(
    data: object,
    layout: str | None = None,
    *,
    on_bad: OnBad | None = None,
    tell: Tell = _log.info,
    document_key: DocumentKey | None = None,
) -> Iterator[tuple[Case, Trace | None]]:
    """Read what is in memory as cases with their traces: tables, and rows of other libraries' objects.

    Args:
        data: A `Dataset` of Hugging Face, a table of pandas, Polars or Arrow, or dictionaries.
        layout: A row of IMPORTERS; None looks, and takes our own names where none is recognised.
        on_bad: As in `read`.
        tell: As in `read`.
        document_key: As in `read`.

    Raises:
        DataError: The data or a row of them cannot be read.
        ConfigError: There is no layout of that name.

    Example:
        >>> row = {"user_input": "q", "retrieved_contexts": ["t"], "response": "a", "reference": "b"}
        >>> [(case, trace)] = read_objects([row])
        >>> case.expected_answers, trace.retrieved[0].text
        (('b',), 't')
    """
    rows = object_rows(data)
    first = list(islice(rows, 1))
    importer = find(IMPORTERS, layout, "layout") if layout is not None else importer_of(first) or OWN_NAMES
    how = _How(importer, document_key, NO_SPLITS, Survey("rows", is_file=False, pairs=None))
    for found in _rows(chain(first, rows), "rows", how, on_bad or _refuse, tell):
        yield found.case, found.trace


def importer_of(rows: Iterable[Raw]) -> Importer | None:
    """Tell the layout of rows in memory from the first of them; None where they are of no other tool."""
    fields = [raw.row for raw in rows if not isinstance(raw.row, SchemaError)]
    seen = Glimpse(name="rows", fields=frozenset(*fields[:1]), row=fields[0] if fields else {})
    return next((each for each in IMPORTERS.values() if each.recognises(seen) is not None), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignRows:
    """Rows in memory that another tool gave its names; see `read` for `tell`."""

    held: Iterator[Raw]
    importer: Importer
    name: str
    tell: Tell = _log.info
    document_key: DocumentKey | None = None
    splits: Splits = NO_SPLITS
    survey: Survey = field(default_factory=_survey)  # of the rows so far

    def __post_init__(self) -> None:
        self.survey.name, self.survey.is_file = self.name, False

    def rows(self, on_bad: OnBad) -> Iterator[Entry]:
        """Yield the rows, each with its id; `on_bad` is given the error of one that cannot be read."""
        how = _How(self.importer, self.document_key, self.splits, self.survey)
        return _rows(self.held, self.name, how, on_bad, self.tell)


class _How(NamedTuple):
    """How the rows of another tool are read, and what is told of them."""

    importer: Importer
    document_key: DocumentKey | None
    splits: Splits
    survey: Survey


OWN_NAMES: Final = Importer(what="our own layout", recognises=lambda _: None, adopt=dict)


def _rows(rows: Iterator[Raw], name: str, how: _How, on_bad: OnBad, tell: Tell) -> Iterator[Entry]:
    importer = how.importer
    seen = _Seen(name, importer)
    identify = _Identities(numbers_rows=importer.numbers_rows)
    first = next(rows, None)
    if first is None:
        raise SchemaError(f"{name}: holds no rows")
    seen.begin(first, tell)
    for raw in chain((first,), rows):
        seen.rows += 1
        how.survey.rows += 1
        found = _entry(raw, how, on_bad)
        if found is not None:
            seen.take(found)
            yield identify(found, seen.rows)
    seen.end(identify.repeated, tell)
    if seen.tied.times:
        how.survey.notes.append(f"{name}: {tied_told(seen.tied, f'{seen.rows} queries', importer.ties)}")


def _entry(raw: Raw, how: _How, on_bad: OnBad) -> Entry | None:
    where, row = raw
    importer = how.importer
    if isinstance(row, SchemaError):
        on_bad(row)
        return None
    try:
        native = how.splits.apply(importer.native(row))
        found = entry(_keyed(native, how.document_key))
        if importer.is_traced and found.trace is None:
            found = found._replace(trace=Trace(id=found.case.id))
        msgspec.json.encode((found.case, found.trace))
    except BadFieldError as error:
        on_bad(SchemaError(f"{where}, {_in_their_words(str(error), importer, row)}"))
    except (TypeError, ValueError, OverflowError) as error:
        on_bad(SchemaError(f"{where}: holds a value that cannot be written down: {error}"))
    except RecursionError:
        on_bad(SchemaError(f"{where}: is nested too deeply to be read"))
    else:
        if importer is OWN_NAMES:
            how.survey.note(found, native)
        else:
            if not how.survey.fields:  # the first that can be read
                how.survey.pairs = pairs_for(row, importer, found)
            how.survey.note(found, native, left_out(row, native, importer.kept))
        return found
    return None


def _in_their_words(problem: str, importer: Importer, row: Mapping[str, object]) -> str:
    """Name a field as the file does, where a problem is told under our name for it."""
    found = re.match(r"field `(\w+)", problem)
    if found is None or found[1] in row:
        return problem
    theirs = [name for name, meaning in importer.fields.items() if meaning == found[1] and name in row]
    return f"field `{theirs[0]}`, read as {problem.removeprefix('field ')}" if theirs else problem


def _keyed(native: Native, key: DocumentKey | None) -> Native:
    """Return a row whose documents have their ids; without a key, gold given as objects has its own."""
    if key is not None:
        return key.apply(native)
    gold = native.get("gold_documents")
    items = cast("list[object]", gold) if isinstance(gold, list) else []
    if any(isinstance(item, Mapping) for item in items):
        return native | DocumentKey.parse(["document_id"]).apply({"gold_documents": items})
    return native


def _refuse(error: SchemaError) -> None:
    raise error


@dataclass(slots=True)
class _Seen:
    """What has been seen of a file, and what is to be said of it."""

    path: str
    importer: Importer
    rows: int = 0
    read: int = 0
    gold_twice: int = 0
    tied: Seen = field(default_factory=Seen)  # rows of which all scores are the same
    fields: set[str] = field(default_factory=set[str])

    def begin(self, first: Raw, tell: Tell) -> None:
        """Say what the fields of the first row are taken for."""
        if isinstance(first.row, Mapping):
            taken = [
                f"`{name}` → {meaning.replace('_', ' ')}"
                for name, meaning in self.importer.fields.items()
                if name in first.row and not meaning.startswith(name)
            ]
            if taken:
                tell(f"{self.path}: {', '.join(taken)}")
        for said in self.importer.says:
            tell(f"{self.path}: {said}")

    def take(self, found: Entry) -> None:
        """Remember what a row holds."""
        case, trace = found.case, found.trace
        self.read += 1
        self.gold_twice += bool(found.notes)
        if case.gold_documents is not None:
            self.fields.add("gold_documents")
        if case.evidence is not None:
            self.fields.add("evidence")
        if case.expected_answers is not None or not case.answerable:
            self.fields.add("expected_answers")
        if trace is not None and trace.retrieved is not None:
            self.fields.add("retrieved")
            if self.importer.ties and _is_tied(trace.retrieved):
                self.tied.add(repr(case.id))
        if trace is not None and trace.answer is not UNSET:
            self.fields.add("answer")

    def end(self, repeated: int, tell: Tell) -> None:
        """Say what the file does not hold, and what was odd in it."""
        ignored = self.fields | _OF_CASES if self.importer.holds_traces else self.fields
        missing = [said for name, said in _WITHOUT.items() if name not in ignored]
        if missing:
            tell(f"{self.path}: {'; '.join(missing)}")
        if self.importer.numbers_rows:
            tell(f"{self.path}: {self.rows} rows, joined by position with what belongs to them")
        if self.read < self.rows:
            tell(f"{self.path}: {self.read} of {self.rows} rows were read")
        if self.gold_twice:
            tell(f"{self.path}: in {self.gold_twice} rows a gold id is given more than once; it counts once")
        if repeated:
            tell(f"{self.path}: {repeated} questions stand there again; each has its place in its id")


def _is_tied(items: tuple[str, ...] | tuple[Retrieved, ...]) -> bool:
    """Tell whether two or more were retrieved, and all have the same score."""
    scores = {None if isinstance(item, str) else item.score for item in items}
    return len(items) > 1 and len(scores) == 1


class _Identities:
    """Gives rows without an id one: their question, or their number."""

    def __init__(self, *, numbers_rows: bool) -> None:
        self._numbers_rows = numbers_rows
        self._seen: set[int] = set()  # hashes, so that a long file costs little
        self.repeated = 0

    def __call__(self, found: Entry, number: int) -> Entry:
        case, trace = found.case, found.trace
        if case.id:
            return found
        if self._numbers_rows or not case.question:
            identifier = str(number)
        elif hash(case.question) in self._seen:
            self.repeated += 1
            identifier = f"{case.question} ({number})"
            self._seen.add(hash(identifier))  # it may be the question of a row to come
        else:
            self._seen.add(hash(case.question))
            identifier = case.question
        return found._replace(
            case=msgspec.structs.replace(case, id=identifier),
            trace=None if trace is None else msgspec.structs.replace(trace, id=identifier),
        )
