"""Reading one entry tolerantly: whatever form a field may have becomes the one form of the records."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Self, TypeAlias, cast

from ragtriage.io.composed_ids import composed
from ragtriage.io.id_cells import holds_several
from ragtriage.io.spellings import FIELDS, ITEM_FIELDS, ITEM_SPELLINGS, SPELLINGS
from ragtriage.io.splitting import ID_SIGNS, parts_of
from ragtriage.model import UNSET, Case, Gold, Metadata, Retrieved, Trace

__all__ = [
    "MOST_FIELDS",
    "BadFieldError",
    "Entry",
    "Found",
    "SeveralIdsError",
    "WrittenFloat",
    "entry",
    "grouped_gold",
    "repeated_gold",
    "several_ids_told",
    "shown",
    "split_options",
]

MOST_FIELDS: Final = 2_000  # of a row, or columns of a table
_SHOWN: Final = 60

# Text that somebody wrote where a list belongs, as a table does that was read without its lists being read.
# An id in brackets, or a text in brackets and quotes, is hardly ever meant.
_LIST_AS_ID: Final = re.compile(r"\s*\[.*\]\s*", re.DOTALL)
_LIST_AS_TEXT: Final = re.compile(r"""\s*\[\s*["'].*["']\s*\]\s*""", re.DOTALL)

# A number of a table that is held to the digit; told by its name, for few files need the module it is of.
_DECIMAL: Final = "Decimal"

Found: TypeAlias = dict[str, Any]  # what a decoder made of one row, before its types are known


class Entry(NamedTuple):
    """One row: a case, a trace, or both."""

    case: Case  # without an id in the row, the id is empty
    trace: Trace | None  # None when the row has no field of a trace
    notes: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # names of fields that went to the metadata
    has_number_ids: bool = False  # an id of a document or chunk was written as a number
    has_text_ids: bool = False  # one was written as a string


class BadFieldError(ValueError):
    """A field is not in an accepted form; the reader adds where it stands."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"field `{path}`: {problem}")


class SeveralIdsError(BadFieldError):
    """A text names several ids where each must stand for itself.

    Args:
        cells: What stands under each such field of the row.
    """

    def __init__(self, cells: Mapping[str, str]) -> None:
        ValueError.__init__(self, several_ids_told(cells, {}, cells, is_file=True))
        self.cells = cells


_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def several_ids_told(
    cells: Mapping[str, str], columns: Mapping[str, str], splits: Iterable[str], *, is_file: bool
) -> str:
    """Say that a cell names several ids, and what takes all such cells of the input apart.

    Args:
        cells: What stands under each such field of a row; the first is told of.
        columns: How fields are called in the input, where it has names of its own.
        splits: Every field that must be taken apart.
        is_file: It is for the command line, not for Python.

    Example:
        >>> columns = {"retrieved": "検索結果"}
        >>> told = several_ids_told({"retrieved": "a-1、b-2"}, columns, ["retrieved"], is_file=True)
        >>> told.split(" (One id")[0]
        '`検索結果`: two ids in one cell (a-1、b-2)? Add --split retrieved.'
    """
    field, cell = next(iter(cells.items()))
    count = len(parts_of(cell, field))
    counted = _COUNTS[count] if count < len(_COUNTS) else f"{count:,}"
    sign = next(sign for sign in cell.strip() if sign in ID_SIGNS)
    named = sign if sign.isprintable() else "a line break"
    text = cell.strip()
    seen = text if text.isprintable() and len(text) <= _SHOWN else shown(text)
    return (
        f"`{columns.get(field, field)}`: {counted} ids in one cell ({seen})? "
        f"Add {split_options(splits, is_file=is_file)}. "
        f'(One id that really contains {named} is written ["…"].)'
    )


def split_options(fields: Iterable[str], *, is_file: bool) -> str:
    """Write the options that take fields apart.

    Example:
        >>> split_options(["retrieved", "gold_documents"], is_file=True)
        '--split retrieved --split gold_documents'
        >>> split_options(["retrieved", "gold_documents"], is_file=False)
        "split=['retrieved', 'gold_documents']"
    """
    named = [FIELDS[field][0] for field in fields]
    if is_file:
        return " ".join(f"--split {name}" for name in named)
    return f"split={named[0]!r}" if len(named) == 1 else f"split={named!r}"


class WrittenFloat(float):
    """A number that remembers how it was written, for answers that are numbers."""

    text: str

    def __new__(cls, text: str) -> Self:
        """Read the number."""
        value = super().__new__(cls, text)
        value.text = text
        return value


def entry(found: Mapping[str, object]) -> Entry:
    """Read one row.

    Raises:
        BadFieldError: A field has a form that is not accepted, or is given twice under two names, or there
            are more than `MOST_FIELDS`.
    """
    if len(found) > MOST_FIELDS:
        raise BadFieldError(
            "…", f"one of {len(found):,}; rows of more than {MOST_FIELDS:,} fields are not read"
        )
    row: Found = {}
    unknown: Found = {}
    for name, value in found.items():
        field = SPELLINGS.get(name)
        if field is None:
            unknown[name] = value
        elif value is None and field != "answer":
            continue
        elif field in row:
            raise BadFieldError(name, f"`{field}` is given a second time, under another name")
        else:
            row[field] = value
    ids = _Ids()
    gold, notes = _gold(row.get("gold_documents"), ids)
    retrieved = _retrieved(row.get("retrieved"), row.get("retrieved_texts"), ids)
    _refuse_several(row, gold, _named(retrieved))
    case_id = _id(row.get("id"))
    metadata = {**_metadata(row.get("metadata")), **{name: plain(value) for name, value in unknown.items()}}
    case = Case(
        id=case_id,
        question=_text(row.get("question", ""), "question"),
        expected_answers=_expected(row["expected_answers"]) if "expected_answers" in row else None,
        gold_documents=gold,
        evidence=_texts(row["evidence"], "evidence") if "evidence" in row else None,
        answerable=_claim(row.get("answerable", True), "answerable"),
        language=_name(row.get("language"), "language"),
        cluster=_name(row.get("cluster"), "cluster"),
        tags=_tags(row.get("tags")),
        metadata=metadata or None,
    )
    trace = None
    if retrieved is not None or "context" in row or "answer" in row:
        trace = Trace(
            id=case_id,
            retrieved=retrieved,
            context=_context(row["context"]) if "context" in row else None,
            answer=_answer(row["answer"]) if "answer" in row else UNSET,
        )
    return Entry(case, trace, notes, tuple(unknown), ids.has_numbers, ids.has_texts)


def shown(value: object) -> str:
    """Show a value in a message, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."


def plain(value: object) -> object:
    """Turn numbers that remember how they were written back into numbers."""
    if isinstance(value, WrittenFloat):
        return float(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in cast("Sequence[object]", value)]
    return value


class _Ids:
    """Reads ids, and remembers how they were written."""

    has_numbers = False
    has_texts = False

    def read(self, value: object, path: str) -> str:
        if isinstance(value, str):
            self.has_texts = True
            return composed(value)
        if isinstance(value, int) and not isinstance(value, bool):
            self.has_numbers = True
            return str(value)
        raise BadFieldError(path, f"expected an id (a string or a whole number), found {shown(value)}")


def _id(value: object) -> str:
    if value is None:
        return ""
    identifier = _Ids().read(value, "id")
    if not identifier:
        raise BadFieldError("id", "is empty; leave it out and the question is its own id")
    return identifier


def _text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise BadFieldError(path, f"expected a string, found {shown(value)}")
    return value


def _text_in(value: object, path: str) -> str:
    """Read a text, or that of an entry."""
    if isinstance(value, str) or not isinstance(value, Mapping):
        return _text(value, path)
    held = cast("Mapping[str, object]", value)
    name = next((name for name in ITEM_FIELDS["text"] if name in held), None)
    return _text(held, path) if name is None else _text(held[name], f"{path}.{name}")


def _is_text(value: object) -> bool:
    return isinstance(value, str) or not isinstance(value, Mapping)


def _as_written(value: object, path: str) -> str:
    """Read a text; a number or a truth value becomes the text that was written."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, WrittenFloat):
        return value.text
    if isinstance(value, int | float) or type(value).__name__ == _DECIMAL:
        return str(value)
    raise BadFieldError(path, f"expected a string, found {shown(value)}")


def _not_blank(text: str, path: str) -> str:
    if not text or text.isspace():
        raise BadFieldError(
            path, "is blank; write the text, or leave the entry out (an empty list means: not labelled)"
        )
    return text


def _list(value: object, path: str, what: str) -> Sequence[object]:
    if isinstance(value, list | tuple):
        return cast("Sequence[object]", value)
    raise BadFieldError(path, f"expected {what}, found {shown(value)}")


def _texts(value: object, path: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (_not_blank(value, path),)
    items = _list(value, path, "a list of strings")
    return tuple(_not_blank(_text(item, f"{path}[{i}]"), f"{path}[{i}]") for i, item in enumerate(items))


def _expected(value: object) -> tuple[str | tuple[str, ...], ...]:
    path = "expected_answers"
    if not isinstance(value, list | tuple):
        return (_not_blank(_as_written(value, path), path),)
    answers: list[str | tuple[str, ...]] = []
    for i, item in enumerate(cast("Sequence[object]", value)):
        here = f"{path}[{i}]"
        if isinstance(item, list | tuple):
            parts = cast("Sequence[object]", item)
            if not parts:
                raise BadFieldError(
                    here, "is an empty list; an inner list holds the items that are all needed"
                )
            answers.append(
                tuple(
                    _not_blank(_as_written(part, f"{here}[{j}]"), f"{here}[{j}]")
                    for j, part in enumerate(parts)
                )
            )
        else:
            answers.append(_not_blank(_as_written(item, here), here))
    return tuple(answers)


def _answer(value: object) -> str | None:
    return None if value is None else _as_written(value, "answer")


def _context(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    items = _list(value, "context", "a list of strings")
    return tuple("" if item is None else _text_in(item, f"context[{i}]") for i, item in enumerate(items))


def _name(value: object, path: str) -> str | None:
    return None if value is None else _as_written(value, path)


def _tags(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    return tuple(
        _as_written(item, f"tags[{i}]") for i, item in enumerate(_list(value, "tags", "a list of strings"))
    )


_CLAIMS: Final = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}


def _claim(value: object, path: str) -> bool:
    if isinstance(value, bool):
        return value
    claim = _CLAIMS.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if claim is None:
        raise BadFieldError(path, f"expected true or false, found {shown(value)}")
    return claim


def _metadata(value: object) -> Metadata:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadFieldError("metadata", f"expected an object, found {shown(value)}")
    return cast("Metadata", plain(cast("Mapping[str, object]", value)))


def _gold(value: object, ids: _Ids) -> tuple[Gold | None, tuple[str, ...]]:
    gold, notes = _read_gold(value, ids)
    if gold is not None and "" in gold.grades:
        raise BadFieldError(
            "gold_documents", "holds an empty id; leave it out (an empty list means: not labelled)"
        )
    return gold, notes


def _read_gold(value: object, ids: _Ids) -> tuple[Gold | None, tuple[str, ...]]:
    path = "gold_documents"
    if value is None:
        return None, ()
    if isinstance(value, Mapping):
        grades = {
            ids.read(key, path): _grade(grade, f"{path}.{key}")
            for key, grade in cast("Mapping[object, object]", value).items()
        }
        return Gold(grades=grades), ()
    if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
        _refuse_list(value, path, _LIST_AS_ID)
        return Gold(grades={ids.read(value, path): 1}), ()
    items = _list(value, path, "a list of ids, a list of lists, or an object of grades by id")
    if any(isinstance(item, list | tuple) for item in items):
        return _groups(items, path, ids)
    members = [ids.read(item, f"{path}[{i}]") for i, item in enumerate(items)]
    gold = Gold(grades=dict.fromkeys(members, 1))
    return gold, repeated_gold(members) if len(gold.grades) < len(members) else ()


def repeated_gold(ids: Sequence[str]) -> tuple[str, ...]:
    """Say which gold ids are given twice; each counts once."""
    times = Counter(ids)
    return tuple(f"gold id {item!r} is given {n} times; it counts once" for item, n in times.items() if n > 1)


def _groups(items: Sequence[object], path: str, ids: _Ids) -> tuple[Gold, tuple[str, ...]]:
    groups: list[tuple[str, ...]] = []
    for i, item in enumerate(items):
        here = f"{path}[{i}]"
        members = cast("Sequence[object]", item) if isinstance(item, list | tuple) else (item,)
        if not members:
            raise BadFieldError(here, "is an empty list; a group holds the ids of which one is needed")
        groups.append(tuple(ids.read(member, f"{here}[{j}]") for j, member in enumerate(members)))
    return grouped_gold(groups)


def grouped_gold(groups: Sequence[tuple[str, ...]]) -> tuple[Gold, tuple[str, ...]]:
    """Make gold of groups that are not empty; what is given twice counts once, and a note says so."""
    unique = tuple(dict.fromkeys(tuple(dict.fromkeys(group)) for group in groups))
    grades: dict[str, int | float] = dict.fromkeys((member for group in unique for member in group), 1)
    notes = ("a gold group is given more than once; it counts once",) if len(unique) < len(groups) else ()
    return Gold(grades=grades, groups=unique), notes


def _grade(value: object, path: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise BadFieldError(path, f"expected a grade (a finite number), found {shown(value)}")
    return float(value) if isinstance(value, float) else value


def _retrieved(
    found: object, found_texts: object, ids: _Ids
) -> tuple[str, ...] | tuple[Retrieved, ...] | None:
    if found is None and found_texts is None:
        return None
    _refuse_list(found, "retrieved", _LIST_AS_ID)
    _refuse_list(found_texts, "contexts", _LIST_AS_TEXT)
    items = () if found is None else _one_or_list(found, "retrieved", "a list of ids or of objects")
    texts = () if found_texts is None else _one_or_list(found_texts, "contexts", "a list of texts")
    if found is None:
        return tuple(
            _item({"text": text} if _is_text(text) else text, f"contexts[{i}]", ids)
            for i, text in enumerate(texts)
        )
    if found_texts is None:
        if all(isinstance(item, str) for item in items):
            ids.has_texts |= bool(items)
            return tuple(map(composed, cast("Sequence[str]", items)))
        entries = [_item(item, f"retrieved[{i}]", ids) for i, item in enumerate(items)]
        # ids that were written as numbers are ids all the same
        if not any(isinstance(item, Mapping) or item is None for item in items):
            return tuple(item.document_id or "" for item in entries)
        return tuple(entries)
    if len(items) != len(texts):
        raise BadFieldError(
            "contexts",
            f"has {len(texts)} texts beside {len(items)} retrieved ids; their lengths must agree",
        )
    return tuple(
        _with_text(_item(item, f"retrieved[{i}]", ids), text, f"contexts[{i}]")
        for i, (item, text) in enumerate(zip(items, texts, strict=True))
    )


def _refuse_list(value: object, path: str, written: re.Pattern[str]) -> None:
    """Refuse the text of a list where a list belongs: as one id it would meet no other."""
    if isinstance(value, str) and written.fullmatch(value):
        raise BadFieldError(path, f"is the text of a list; write the list itself: {shown(value)}")


def _refuse_several(row: Mapping[str, object], gold: Gold | None, retrieved: Iterable[str | None]) -> None:
    """Refuse one text that names several ids, as in the cell of a table: as one id it would meet no other."""
    if not isinstance(row.get("retrieved"), str) and not isinstance(row.get("gold_documents"), str):
        return
    ids = {
        "retrieved": {each for each in retrieved if each is not None},
        "gold_documents": set(() if gold is None else gold.grades),
    }
    several: dict[str, str] = {}
    for field, other in (("retrieved", "gold_documents"), ("gold_documents", "retrieved")):
        value, beside = row.get(field), row.get(other)
        cells = [beside] if isinstance(beside, str) else []
        if isinstance(value, str) and holds_several(value, ids[other], cells):
            several[field] = value
    if several:
        raise SeveralIdsError(several)


def _named(retrieved: Sequence[str] | Sequence[Retrieved] | None) -> Iterator[str | None]:
    """Yield the ids that were retrieved, of documents and of chunks."""
    for item in retrieved or ():
        if isinstance(item, str):
            yield item
        else:
            yield item.document_id
            yield item.chunk_id


def _one_or_list(value: object, path: str, what: str) -> Sequence[object]:
    if isinstance(value, str):
        return (value,)
    return _list(value, path, what)


def _with_text(item: Retrieved, text: object, path: str) -> Retrieved:
    if item.text is not None:
        raise BadFieldError(path, "the text is given here and in `retrieved`; give it once")
    return Retrieved(
        document_id=item.document_id,
        chunk_id=item.chunk_id,
        text=None if text is None else _text_in(text, path),
        score=item.score,
        metadata=item.metadata,
    )


def _item(value: object, path: str, ids: _Ids) -> Retrieved:
    if value is None:
        return Retrieved()
    if not isinstance(value, Mapping):
        return Retrieved(document_id=ids.read(value, path))
    row: Found = {}
    unknown: Found = {}
    for name, item in cast("Mapping[str, object]", value).items():
        field = ITEM_SPELLINGS.get(name)
        if field is None or (field in row and name == "id"):
            unknown[name] = plain(item)  # beside a document id, `id` may be anything
        elif item is None:
            continue
        elif field in row:
            raise BadFieldError(f"{path}.{name}", f"`{field}` is given a second time, under another name")
        else:
            row[field] = item
    metadata = {**_metadata(row.get("metadata")), **unknown}
    return Retrieved(
        document_id=ids.read(row["document_id"], f"{path}.document_id") if "document_id" in row else None,
        chunk_id=ids.read(row["chunk_id"], f"{path}.chunk_id") if "chunk_id" in row else None,
        text=_text(row["text"], f"{path}.text") if "text" in row else None,
        score=_score(row["score"], f"{path}.score") if "score" in row else None,
        metadata=metadata or None,
    )


def _score(value: object, path: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise BadFieldError(path, f"expected a finite number, found {shown(value)}")
    return float(value)


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number past the largest float
        return False
