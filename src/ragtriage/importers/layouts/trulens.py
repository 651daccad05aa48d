"""TruLens: spans with its attributes, one case a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.shapes import Raw, table

__all__ = ["TRULENS"]

_PREFIX: Final = "ai.observability."
_RECORD: Final = f"{_PREFIX}record_id"
# Of the span that each stands on, by what comes after the prefix.
_FIELDS: Final = {
    "record_id": "id",
    "record_root.input": "question",
    "retrieval.query_text": "question",
    "record_root.output": "answer",
    "record_root.ground_truth_output": "expected_answers",
    "retrieval.retrieved_contexts": "contexts",
}
_FLAT: Final = {f"{_PREFIX}{name}": meaning for name, meaning in _FIELDS.items()}


def _recognises(seen: Glimpse) -> str | None:
    attributes = seen.row.get("record_attributes")
    if any(str(name).startswith(_PREFIX) for name in _object(attributes)):
        return f"has `record_attributes` that begin with `{_PREFIX}`"
    return None


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _rows(path: str) -> Iterator[Raw]:
    """Yield a row a record: the attributes of its spans that are read, and the spans."""
    records: dict[str, tuple[str, dict[str, object], list[object]]] = {}
    for where, row in table(path):
        if isinstance(row, SchemaError):
            yield Raw(where, row)
            continue
        attributes = row.get("record_attributes")
        found = _object(attributes)
        record = found.get(_RECORD)
        if not isinstance(record, str):
            yield Raw(where, SchemaError(f"{where}, field `record_attributes`: has no `{_RECORD}`"))
            continue
        _, joined, spans = records.setdefault(record, (where, {_RECORD: record}, []))
        for name, value in found.items():
            if name in _FLAT and value is not None:
                joined.setdefault(name, value)
        spans.append(_rest(row, found, joined))
    for where, joined, spans in records.values():
        yield Raw(where, {**joined, "spans": spans})


def _rest(
    row: Mapping[str, object], attributes: Mapping[str, object], joined: Mapping[str, object]
) -> dict[str, object]:
    """Return a span without what was read from it."""
    read = {name for name in _FLAT if name in attributes and joined.get(name) == attributes[name]}
    return {
        **row,
        "record_attributes": {name: value for name, value in attributes.items() if name not in read},
    }


def _adopt(row: Mapping[str, object]) -> Native:
    native: Native = {"metadata": {"spans": row["spans"]}}
    for name, meaning in _FLAT.items():
        if name in row:
            native.setdefault(meaning, row[name])
    return native


TRULENS: Final = Importer(
    what="TruLens spans, one case a record",
    recognises=_recognises,
    fields=_FLAT,
    adopt=_adopt,
    rows=_rows,
)
