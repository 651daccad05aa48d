"""TruLens: spans with its attributes, one case a record."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.literals import literal
from ragtriage.importers.shapes import Raw, table
from ragtriage.io.entries import BadFieldError

__all__ = ["TRULENS"]

_PREFIX: Final = "ai.observability."
_RECORD: Final = f"{_PREFIX}record_id"
_CONTEXTS: Final = f"{_PREFIX}retrieval.retrieved_contexts"
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
    try:
        attributes = _attributes(seen.row)
    except BadFieldError:
        return None
    if any(str(name).startswith(_PREFIX) for name in attributes):
        return f"has `record_attributes` that begin with `{_PREFIX}`"
    return None


def _attributes(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the attributes of a span, which stand as text in a cell of a table."""
    found = row.get("record_attributes")
    value = literal(found, "record_attributes") if isinstance(found, str) else found
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _rows(path: str) -> Iterator[Raw]:
    """Yield a row a record: the attributes of its spans that are read, and the spans."""
    records: dict[str, tuple[str, dict[str, object], list[object]]] = {}
    for where, row in table(path):
        if isinstance(row, SchemaError):
            yield Raw(where, row)
            continue
        try:
            found = _attributes(row)
        except BadFieldError as error:
            yield Raw(where, SchemaError(f"{where}, {error}"))
            continue
        record = found.get(_RECORD)
        if not isinstance(record, str):
            yield Raw(where, SchemaError(f"{where}, field `record_attributes`: has no `{_RECORD}`"))
            continue
        _, joined, spans = records.setdefault(record, (where, {_RECORD: record}, []))
        taken = {name for name, value in found.items() if _take(joined, name, value)}
        spans.append(_rest(row, found, taken))
    for where, joined, spans in records.values():
        yield Raw(where, {**joined, "spans": spans})


def _take(joined: dict[str, object], name: str, value: object) -> bool:
    """Take what a span says into its record: the first of each field, and what every retrieval found.

    A retrieval that found the same is the same, seen once more by what called it.
    """
    if name not in _FLAT or value is None:
        return False
    known = joined.setdefault(name, value)
    if known == value:
        return True
    if name != _CONTEXTS or not isinstance(known, list) or not isinstance(value, list):
        return False
    joined[name] = [*cast("list[object]", known), *cast("list[object]", value)]
    return True


def _rest(
    row: Mapping[str, object], attributes: Mapping[str, object], taken: Collection[str]
) -> dict[str, object]:
    """Return a span without what was read from it."""
    return {
        **row,
        "record_attributes": {name: value for name, value in attributes.items() if name not in taken},
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
    kept=frozenset({"spans"}),
    rows=_rows,
)
