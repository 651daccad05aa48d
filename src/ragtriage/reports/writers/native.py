"""Our own layout: one object a case, the fields under their own names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO, TypeAlias

import msgspec
from msgspec.structs import replace

from ragtriage.errors import DataError
from ragtriage.model import UNSET, Case, Gold, Metadata, Retrieved, Trace
from ragtriage.reports.writers.losses import Pair, merged_metadata

__all__ = ["NativeRow", "as_records", "gold_form", "kept_as_row", "native_row", "write_json_lines"]

NativeRow: TypeAlias = dict[str, object]


def kept_as_row(pair: Pair) -> Pair:
    """Return what a row holds of a case: everything, the metadata as JSON has them.

    Raises:
        DataError: The metadata hold what JSON has no form for.
    """
    case, trace = pair
    metadata = _as_json(merged_metadata(case, trace), case) or None
    if trace is not None:
        items = trace.retrieved
        if items is not None and any(isinstance(item, Retrieved) and item.metadata for item in items):
            items = tuple(
                replace(item, metadata=_as_json(item.metadata or {}, case) or None)
                for item in as_records(items)
            )
        trace = replace(trace, retrieved=items, metadata=None)
    return replace(case, metadata=metadata), trace


def _as_json(metadata: object, case: Case) -> Metadata:
    try:
        return msgspec.json.decode(msgspec.json.encode(metadata), type=Metadata)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        name = case.id or case.question
        raise DataError(f"case {name!r}: its metadata cannot be written as JSON: {error}") from None


def native_row(pair: Pair) -> NativeRow:
    """Return a case and its trace as the fields of one row; what was not recorded has no field.

    Raises:
        DataError: The metadata hold what JSON has no form for.

    Example:
        >>> native_row((Case(id="1", question="q", gold_documents=Gold(grades={"a": 1})), None))
        {'id': '1', 'question': 'q', 'gold_documents': ('a',)}
    """
    case, trace = kept_as_row(pair)
    gold = case.gold_documents
    row: NativeRow = {
        "id": case.id or UNSET,
        "question": case.question or UNSET,
        "expected_answers": _or_unset(case.expected_answers),
        "gold_documents": UNSET if gold is None else gold_form(gold),
        "evidence": _or_unset(case.evidence),
        "answerable": UNSET if case.answerable else False,
        "language": _or_unset(case.language),
        "cluster": _or_unset(case.cluster),
        "tags": case.tags or UNSET,
        "retrieved": UNSET if trace is None else _retrieved(trace),
        "context": UNSET if trace is None else _or_unset(trace.context),
        "answer": UNSET if trace is None else trace.answer,
        "metadata": case.metadata or UNSET,
    }
    return {name: value for name, value in row.items() if value is not UNSET}


def _or_unset(value: object) -> object:
    return UNSET if value is None else value


def _retrieved(trace: Trace) -> object:
    if trace.retrieved is None:
        return UNSET
    return tuple(item if isinstance(item, str) else _fields(item) for item in trace.retrieved)


def _fields(item: Retrieved) -> NativeRow:
    values = ((name, getattr(item, name)) for name in Retrieved.__struct_fields__)
    return {name: value for name, value in values if value is not None}


def as_records(items: tuple[str, ...] | tuple[Retrieved, ...]) -> tuple[Retrieved, ...]:
    """Return what was retrieved as records; an id alone is that of a document."""
    return tuple(Retrieved(document_id=item) if isinstance(item, str) else item for item in items)


def gold_form(gold: Gold) -> tuple[str | tuple[str, ...], ...] | dict[str, int | float]:
    """Return gold in the form in which a file gives it: groups, ids, or grades by id."""
    if gold.groups:
        return gold.groups
    return tuple(gold.grades) if set(gold.grades.values()) <= {1} else gold.grades


def write_json_lines(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write one object a line.

    Raises:
        DataError: The metadata of a case hold what JSON has no form for.
    """
    encode = msgspec.json.Encoder().encode
    file.writelines(encode(native_row(pair)) + b"\n" for pair in pairs)
