"""Fields that were not read: counted, with what each probably is and the option that reads it.

A name alone is a guess. What is proposed was tried on the first value that stands under it, and ids are
proposed as gold only if some of them were retrieved.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, cast

from ragtriage.io.entries import BadFieldError, Entry, entry
from ragtriage.io.headings import can_be_mapped, meanings
from ragtriage.io.id_cells import Look, column_look
from ragtriage.io.spellings import FIELDS, ITEM_FIELDS, SPELLINGS
from ragtriage.io.splitting import SPLIT_FIELDS, parts_of
from ragtriage.model import UNSET, Trace, UnreadField

__all__ = ["Proposal", "UnreadFields", "UnreadSource", "option_text", "unread_warning"]

_MOST_NAMES: Final = 1000
_SHOWN: Final = 8

# What tells most where it is missing comes first.
_BY_WORTH: Final = (
    *("gold_documents", "expected_answers", "evidence", "retrieved", "retrieved_texts", "answer", "context"),
    *("question", "id", "answerable", "language", "tags", "cluster"),
)

# Under which names of an object its id or its text is looked for, where a field holds a list of objects.
_INSIDE: Final[Mapping[str, tuple[str, ...]]] = {
    "gold_documents": (*ITEM_FIELDS["document_id"], "source", "doc_uri", "uri", "url", "file"),
    "evidence": ITEM_FIELDS["text"],
    "context": ITEM_FIELDS["text"],
    "retrieved_texts": ITEM_FIELDS["text"],
    "expected_answers": ("text", "answer"),
}

# A comma stands in many an id, and in every other sentence; the other signs seldom do.
_PARTED: Final = re.compile(r"[\n;|、；]")


class UnreadSource(NamedTuple):
    """The input in which something was not read.

    Args:
        name: As it was named.
        present: Our fields that some row has under their own names.
        wanted: Our fields that are read from it.
        pairs: What `--map` needs beside to read the rest of such a file; None: it cannot be mapped.
        is_file: Options are for the command line, not for Python.
    """

    name: str
    present: Collection[str]
    wanted: Collection[str]
    pairs: Sequence[str] | None = ()
    is_file: bool = True


class Proposal(NamedTuple):
    """How a name is read as one of our fields."""

    field: str
    path: str  # as --map takes it
    is_split: bool  # its text names several, and --split takes it apart


@dataclass(slots=True)
class _Name:
    """What has been seen of one name."""

    rows: int = 0  # in which something stands under it
    ways: tuple[Proposal, ...] = ()  # in which its first value can be read
    compared: int = 0  # rows whose retrieved ids are known
    met: int = 0  # of these, the ones in which it names something that was retrieved


@dataclass(slots=True)
class UnreadFields:
    """The names under which something stood that was not read.

    Args:
        most: How many names are kept; a file whose names are its data has no end of them.
    """

    most: int = _MOST_NAMES
    _names: dict[str, _Name] = field(default_factory=dict[str, _Name])

    def __bool__(self) -> bool:
        return bool(self._names)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def note(self, found: Entry, unread: Mapping[str, object]) -> None:
        """Remember what was not read of a row.

        Args:
            found: What was read of it.
            unread: Its other names, and what stands under them.
        """
        for name, value in unread.items():
            known = self._names.get(name)
            if known is None:
                if len(self._names) >= self.most:
                    continue
                known = self._names[name] = _Name()
            if value is None or value in ("", [], {}):
                continue
            if not known.rows:
                known.ways = tuple(_ways(name, value, found))
            known.rows += 1
            if any(way.field == "gold_documents" for way in known.ways):
                ids = _retrieved_ids(found.trace)
                known.compared += bool(ids)
                known.met += not ids.isdisjoint(_ids_in(value))

    def absorb(self, later: UnreadFields) -> None:
        """Take in what was seen of the rows that follow."""
        for name, other in later._names.items():
            known = self._names.get(name)
            if known is None:
                if len(self._names) < self.most:
                    self._names[name] = other
                continue
            if not known.rows:
                known.ways = other.ways
            known.rows += other.rows
            known.compared += other.compared
            known.met += other.met

    def report(self, source: UnreadSource) -> tuple[UnreadField, ...]:
        """Return what was not read, those that are probably one of our fields first."""
        meant = self._meant(source)
        told = [
            _unread_field(name, seen.rows, meant.get(name), source)
            for name, seen in self._names.items()
            if seen.rows
        ]
        worth = {FIELDS[field][0]: place for place, field in enumerate(_BY_WORTH)}
        return tuple(sorted(told, key=lambda one: worth.get(one.suggestion or "", len(worth))))

    def _meant(self, source: UnreadSource) -> dict[str, Proposal]:
        """Return what each name probably is; no field is given to two of them."""
        taken = set(source.present)
        found: dict[str, Proposal] = {}
        for name, seen in sorted(self._names.items(), key=lambda item: len(item[1].ways)):
            for way in seen.ways:
                if way.field not in source.wanted or (source.pairs is None and name in SPELLINGS):
                    continue  # it is read from elsewhere, or such a layout leaves it where it is and means to
                is_gold = way.field == "gold_documents"
                if (is_gold and seen.compared and not seen.met) or (seen.met and not is_gold):
                    continue  # ids of something else, or no answers but ids
                if way.field not in taken or (way.field in source.present and _is_near(name, way.field)):
                    found[name] = way
                    taken.add(way.field)
                    break
        return found


def _unread_field(name: str, rows: int, way: Proposal | None, source: UnreadSource) -> UnreadField:
    # a map would take a field from the rows that have it under its own name
    is_given = way is not None and source.pairs is not None and way.field not in source.present
    return UnreadField(
        input=source.name,
        name=name,
        rows=rows,
        suggestion=None if way is None else FIELDS[way.field][0],
        fix=option_text(way, source.pairs or (), is_file=source.is_file) if way and is_given else None,
    )


def option_text(way: Proposal, pairs: Sequence[str], *, is_file: bool) -> str:
    """Write the options that read a name, as they are pasted.

    Args:
        way: How it is read.
        pairs: What else must be mapped.
        is_file: They are written for the command line, not for Python.

    Example:
        >>> way = Proposal("gold_documents", "gold", is_split=True)
        >>> option_text(way, [], is_file=True)
        '--map gold_documents=gold --split gold_documents'
        >>> option_text(way, [], is_file=False)
        "map={'gold_documents': 'gold'}, split='gold_documents'"
    """
    ours = FIELDS[way.field][0]
    every = [*pairs, f"{ours}={way.path}"]
    if is_file:
        return f"--map {shlex.quote(','.join(every))}" + (f" --split {ours}" if way.is_split else "")
    written = dict(pair.split("=", 1) for pair in every)
    return f"map={written!r}" + (f", split={ours!r}" if way.is_split else "")


def unread_warning(unread: Sequence[UnreadField]) -> str | None:
    """Say in one line what was not read of an input; None where all was.

    Example:
        >>> unread_warning([UnreadField(input="a.csv", name="note", rows=2)])
        'a.csv: unread columns: `note` (2 rows)'
    """
    if not unread:
        return None
    named = ", ".join(
        f"`{one.name}` ({one.rows:,} row{'' if one.rows == 1 else 's'}{_question(one)})"
        for one in unread[:_SHOWN]
    )
    more = f", and {len(unread) - _SHOWN:,} more" if len(unread) > _SHOWN else ""
    return f"{unread[0].input}: unread columns: {named}{more}"


def _question(one: UnreadField) -> str:
    if one.suggestion is None:
        return ""
    return f"; did you mean `{one.suggestion}`?" + ("" if one.fix is None else f" {one.fix}")


def _is_near(name: str, known: str) -> bool:
    """Tell whether a name is another spelling of a field that other rows have."""
    return name not in SPELLINGS and meanings(name, only_near=True)[:1] == (known,)


def _ways(name: str, value: object, found: Entry) -> Iterator[Proposal]:
    """Yield how a name can be read, tried on the first value under it."""
    if not can_be_mapped(name):
        return
    row = _row_of(found)
    for meant in meanings(name):
        known = "retrieved" if meant == "retrieved_texts" and _are_ids(value, row) else meant
        if known in row:
            continue
        for way, read in _forms(known, name, value, row):
            try:
                entry({"id": "?", **row, FIELDS[known][0]: read})
            except BadFieldError:
                continue
            yield way
            break


def _are_ids(value: object, row: Mapping[str, object]) -> bool:
    """Tell whether what may be texts are ids, by the gold of the row or by their shape."""
    gold = cast("list[str]", row.get("gold_documents", ()))
    return (
        column_look([value], {part for each in gold for part in (each, *parts_of(each, "gold_documents"))})
        is Look.IDS
    )


def _row_of(found: Entry) -> dict[str, object]:
    """Return what was read of a row that other fields of it are held against."""
    case, trace = found.case, found.trace
    row: dict[str, object] = {}
    if case.question:
        row["question"] = case.question
    if case.gold_documents is not None:
        row["gold_documents"] = list(case.gold_documents.grades)
    if case.expected_answers is not None:
        row["expected_answers"] = list(case.expected_answers)
    if case.evidence is not None:
        row["evidence"] = list(case.evidence)
    if trace is not None:
        if trace.retrieved is not None:
            row["retrieved"] = sorted(_retrieved_ids(trace))
        if trace.context is not None:
            row["context"] = list(trace.context)
        if trace.answer is not UNSET:
            row["answer"] = trace.answer
    return row


def _forms(
    known: str, name: str, value: object, row: Mapping[str, object]
) -> Iterator[tuple[Proposal, object]]:
    """Yield the forms in which a value may be what a field holds, the likeliest first."""
    items = cast("Sequence[object]", value) if isinstance(value, list | tuple) else ()
    if items and isinstance(items[0], Mapping) and known in _INSIDE:
        for inside in _INSIDE[known]:
            if inside in cast("Mapping[object, object]", items[0]):
                held = [cast("Mapping[object, object]", item).get(inside) for item in items]
                yield Proposal(known, f"{name}[*].{inside}", is_split=False), held
        return
    if isinstance(value, str) and known in SPLIT_FIELDS and _names_several(known, value, row):
        yield Proposal(known, name, is_split=True), parts_of(value, known)
    yield Proposal(known, name, is_split=False), value


def _names_several(known: str, text: str, row: Mapping[str, object]) -> bool:
    """Tell whether a text is probably several entries, by those of the other side where they are known."""
    parts = parts_of(text, known)
    if known not in {"gold_documents", "retrieved"} or len(parts) < 2:
        return False
    others = row.get("retrieved" if known == "gold_documents" else "gold_documents")
    if others:
        ids = set(cast("list[str]", others))
        return text not in ids and ("\n" in text or not ids.isdisjoint(parts))
    return _PARTED.search(text.strip()) is not None


def _retrieved_ids(trace: Trace | None) -> set[str]:
    ids: set[str] = set()
    for item in (trace.retrieved if trace is not None else None) or ():
        each = (item,) if isinstance(item, str) else (item.document_id, item.chunk_id)
        ids.update(identifier for identifier in each if identifier)
    return ids


def _ids_in(value: object) -> set[str]:
    """Return what may be ids in a value: texts, their parts, whole numbers, and what stands in lists."""
    if isinstance(value, str):
        return {value, value.strip(), *parts_of(value, "gold_documents")}
    if isinstance(value, int) and not isinstance(value, bool):
        return {str(value)}
    if isinstance(value, Mapping):
        held = cast("Mapping[object, object]", value)
        return {str(key) for key in held} | {
            str(held[name]) for name in _INSIDE["gold_documents"] if name in held
        }
    if isinstance(value, list | tuple):
        return set[str]().union(*map(_ids_in, cast("Iterable[object]", value)))
    return set()
