"""Decoding JSON straight into the fields of a row, once the first row has shown how a file spells them.

A file of a million lines has one layout. Decoding it into a structure made for that layout costs a
third of decoding into dictionaries; a line that does not fit is read the tolerant way, with the same
result (a property test holds the two together).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec import UNSET, UnsetType

from ragtriage.io.composed_ids import composed_case, composed_trace
from ragtriage.io.entries import Entry, grouped_gold, repeated_gold
from ragtriage.io.spellings import SPELLINGS
from ragtriage.model import Case, Gold, Metadata, Retrieved, Trace

__all__ = ["Layout", "layout_of"]

# Decodes one line, or raises msgspec.ValidationError when the line does not fit, and returns None when
# it fits but holds something that only the tolerant way may judge.
Layout: TypeAlias = Callable[[bytes], Entry | None]

_Texts: TypeAlias = tuple[str, ...]
_TYPES: Final[dict[str, Any]] = {
    "id": str | None,
    "question": str | None,
    "expected_answers": str | tuple[str | tuple[str, ...], ...] | None,
    "evidence": str | _Texts | None,
    "answerable": bool | None,
    "language": str | None,
    "cluster": str | None,
    "tags": str | _Texts | None,
    "context": str | _Texts | None,
    "answer": str | UnsetType | None,
    "metadata": Metadata | None,
}
_ITEM_FIELDS: Final = frozenset(Retrieved.__struct_fields__)
_CANNOT: Final = frozenset({"retrieved_texts"})


def layout_of(found: Mapping[str, object]) -> Layout | None:
    """Make the layout that a row shows; None when such rows must be read the tolerant way."""
    spelled = {field: name for name in found if (field := SPELLINGS.get(name)) is not None}
    if len(spelled) < len(found) or _CANNOT & spelled.keys():
        return None
    retrieved = _retrieved_type(found.get(spelled.get("retrieved", "")))
    if retrieved is None:
        return None
    types = _TYPES | {
        "gold_documents": _gold_type(found.get(spelled.get("gold_documents", ""))),
        "retrieved": retrieved,
    }
    row = msgspec.defstruct(
        "Row",
        [(field, kind, UNSET if field == "answer" else None) for field, kind in types.items()],
        rename={field: spelled.get(field, field) for field in types},
        forbid_unknown_fields=True,
    )
    decode = msgspec.json.Decoder(row).decode

    def read(line: bytes) -> Entry | None:
        found = _entry(decode(line))
        if found is None or (line.isascii() and b"\\u" not in line):
            return found
        trace = found.trace
        is_composed = composed_case(found.case) is found.case and (
            trace is None or composed_trace(trace) is trace
        )
        return found if is_composed else None  # the tolerant way composes ids, and counts what is one

    return read


def _gold_type(sample: object) -> Any:  # noqa: ANN401 - a type form
    if isinstance(sample, Mapping):
        return dict[str, int | float] | None
    if isinstance(sample, list) and any(isinstance(item, list) for item in cast("Sequence[object]", sample)):
        return tuple[_Texts, ...] | None
    return _Texts | None


def _retrieved_type(sample: object) -> Any:  # noqa: ANN401 - a type form
    items = cast("Sequence[object]", sample) if isinstance(sample, list) else ()
    if not items or isinstance(items[0], str):
        return _Texts | None
    first = items[0]
    if isinstance(first, Mapping) and cast("Mapping[str, object]", first).keys() <= _ITEM_FIELDS:
        return tuple[Retrieved, ...] | None
    return None


def _entry(row: Any) -> Entry | None:  # noqa: ANN401 - a structure made at run time
    """Make the records of a decoded row; None leaves a blank text to the tolerant way, which says so."""
    expected = (row.expected_answers,) if isinstance(row.expected_answers, str) else row.expected_answers
    evidence = (row.evidence,) if isinstance(row.evidence, str) else row.evidence
    found = row.gold_documents
    if (
        row.id == ""
        or (expected is not None and _any_blank(expected))
        or (evidence is not None and _any_blank(evidence))
        or (found is not None and ("" in found or () in found))
    ):
        return None
    gold, notes = (None, ()) if found is None else _gold(found)
    if gold is not None and gold.groups and "" in gold.grades:
        return None
    identifier = row.id or ""
    context = (row.context,) if isinstance(row.context, str) else row.context
    case = Case(
        id=identifier,
        question=row.question or "",
        expected_answers=expected,
        gold_documents=gold,
        evidence=evidence,
        answerable=row.answerable is not False,
        language=row.language,
        cluster=row.cluster,
        tags=(row.tags,) if isinstance(row.tags, str) else row.tags or (),
        metadata=row.metadata or None,
    )
    if row.retrieved is None and context is None and row.answer is UNSET:
        return Entry(case, None, notes)
    trace = Trace(id=identifier, retrieved=row.retrieved, context=context, answer=row.answer)
    return Entry(case, trace, notes)


def _any_blank(texts: tuple[str | tuple[str, ...], ...]) -> bool:
    for text in texts:  # noqa: SIM110 - a list of a few is not worth a generator
        if not text or (text.isspace() if isinstance(text, str) else _any_blank(text)):
            return True
    return False


def _gold(
    value: tuple[str, ...] | tuple[tuple[str, ...], ...] | dict[str, int | float],
) -> tuple[Gold, tuple[str, ...]]:
    if isinstance(value, dict):
        return Gold(grades=value), ()
    if value and isinstance(value[0], tuple):  # the layout lets no list hold both
        return grouped_gold(cast("Sequence[_Texts]", value))
    ids = cast("_Texts", value)
    grades: dict[str, int | float] = dict.fromkeys(ids, 1)
    return Gold(grades=grades), repeated_gold(ids) if len(grades) < len(ids) else ()
