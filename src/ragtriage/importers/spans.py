"""Spans: steps of a traced system, whatever format they were exported in, with their attributes nested."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.literals import is_literal, literal
from ragtriage.importers.shapes import Raw, table
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["OTLP", "Span", "by_trace", "nested", "read_spans"]

OTLP: Final = ("resourceSpans", "resource_spans", "batches")  # as Grafana Tempo names them last
_MOST_ITEMS: Final = 100_000  # of a list that attributes count up; a larger number is no place in a list
_MOST_DEPTH: Final = 50

_TRACE_NAMES: Final = ("trace_id", "traceId", "context.trace_id", "trace.trace_id")
_SPAN_NAMES: Final = ("span_id", "spanId", "context.span_id", "trace.span_id", "id")
_PARENT_NAMES: Final = ("parent_id", "parentSpanId", "parent_span_id", "parentId", "trace.parent_id")
_START_NAMES: Final = (
    "start_time",
    "startTimeUnixNano",
    "start_time_unix_nano",
    "start_timestamp",
    "startTime",
)
_ATTRIBUTES: Final = "attributes"
_RECORD_ATTRIBUTES: Final = "record_attributes"
# Parted, because fractions of a second are of any length, up to nine digits.
_TIME: Final = re.compile(
    r"(?P<second>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:\.(?P<fraction>\d{1,9}))?(?P<zone>Z|[+-]\d\d:\d\d)?"
)
_READ: Final = frozenset({*_SPAN_NAMES, *_PARENT_NAMES, "name", _ATTRIBUTES, _RECORD_ATTRIBUTES})


@dataclass(frozen=True, slots=True)
class Span:
    """One step of a traced system."""

    where: str
    trace: str
    identifier: str
    parent: str | None
    name: str
    start: str  # in a form that sorts by time within one export
    attributes: Mapping[str, object]  # nested: `input.value` stands under `value` under `input`
    rest: Mapping[str, object]  # whatever else the export says of it


def read_spans(path: str) -> Iterator[Span | Raw]:
    """Yield the spans of a file, and what could not be read of it."""
    for raw in table(path):
        if isinstance(raw.row, SchemaError):
            yield raw
            continue
        try:
            found = list(_otlp(raw.row) if any(name in raw.row for name in OTLP) else [raw.row])
        except BadFieldError as error:
            yield Raw(raw.where, SchemaError(f"{raw.where}, {error}"))
            continue
        for number, row in enumerate(found, 1):
            where = raw.where if len(found) == 1 else f"{raw.where}, span {number}"
            try:
                yield _span(row, where)
            except (BadFieldError, RecursionError) as error:
                yield Raw(where, SchemaError(f"{where}, {error}"))


def by_trace(path: str) -> Iterator[list[Span] | Raw]:
    """Yield the spans of each trace together, in time's order; first what could not be read."""
    traces: dict[str, list[Span]] = {}
    for found in read_spans(path):
        if isinstance(found, Raw):
            yield found
        else:
            traces.setdefault(found.trace, []).append(found)
    for spans in traces.values():
        yield sorted(spans, key=lambda span: span.start)


def nested(flat: Mapping[str, object]) -> dict[str, object]:
    """Return attributes with dots in their names as objects in objects, numbers as places in lists.

    Raises:
        BadFieldError: One name says that something is a value, another that it holds values.

    Example:
        >>> nested({"retrieval.documents.0.document.id": "a", "retrieval.documents.1.document.id": "b"})
        {'retrieval': {'documents': [{'document': {'id': 'a'}}, {'document': {'id': 'b'}}]}}
    """
    tree: dict[str, object] = {}
    for name, value in flat.items():
        parts = name.split(".")
        if len(parts) > _MOST_DEPTH:
            raise BadFieldError(name[:60], "is nested too deeply to be read")
        node = tree
        for part in parts[:-1]:
            below = node.setdefault(part, {})
            if not isinstance(below, dict):
                raise BadFieldError(name, f"stands beside `{part}`, which holds a value itself")
            node = cast("dict[str, object]", below)
        known = node.get(parts[-1])
        found = _nested_value(value)
        if isinstance(known, dict) and isinstance(found, dict):
            cast("dict[str, object]", known).update(cast("dict[str, object]", found))
        elif isinstance(known, dict):
            raise BadFieldError(name, "is a value, and holds values as well")
        else:
            node[parts[-1]] = found
    return cast("dict[str, object]", _listed(tree))


def _nested_value(value: object) -> object:
    if isinstance(value, Mapping):
        return nested({str(key): item for key, item in cast("Mapping[object, object]", value).items()})
    if isinstance(value, list):
        return [_nested_value(item) for item in cast("list[object]", value)]
    return value


def _listed(node: object) -> object:
    """Turn objects whose names count up into lists."""
    if not isinstance(node, dict):
        return node
    found = {key: _listed(item) for key, item in cast("dict[str, object]", node).items()}
    if found and all(key.isdecimal() and key.isascii() and len(key) < 7 for key in found):
        places = sorted((int(key), key) for key in found)
        if places[-1][0] < _MOST_ITEMS:
            return [found[key] for _, key in places]
    return found


def _span(row: Mapping[str, object], where: str) -> Span:
    plain = _flat_ids(row)
    trace = _first(plain, _TRACE_NAMES)
    if trace is None:
        raise BadFieldError("trace_id", "is missing; spans are joined by it")
    attributes = _attributes(row)
    parent = _first(plain, _PARENT_NAMES)
    return Span(
        where=where,
        trace=str(trace),
        identifier=str(_first(plain, _SPAN_NAMES) or ""),
        parent=None if parent is None or parent == "" else str(parent),
        name=str(row.get("name") or ""),
        start=_sortable(_first(plain, _START_NAMES)),
        attributes=attributes,
        rest={name: _written(value) for name, value in row.items() if _is_kept(name, value)},
    )


def _is_kept(name: str, value: object) -> bool:
    return value is not None and name not in _READ and not name.startswith(f"{_ATTRIBUTES}.")


def _written(value: object) -> object:
    """Return a time of a table as text, as other exports write it."""
    return value.isoformat() if isinstance(value, date | time) else value


def _flat_ids(row: Mapping[str, object]) -> dict[str, object]:
    """Return the row with what stands under `context` and `trace` beside the rest, their names before it."""
    flat = dict(row)
    for name in ("context", "trace"):
        below = row.get(name)
        if isinstance(below, Mapping):
            flat.update(
                {f"{name}.{key}": value for key, value in cast("Mapping[str, object]", below).items()}
            )
    return flat


def _first(row: Mapping[str, object], names: Iterable[str]) -> object:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _sortable(start: object) -> str:
    """Return a time so that text sorts by it: of one zone and one length, numbers filled up with zeros."""
    text = "" if start is None else str(start)
    if text.isdecimal():
        return text.zfill(25)
    found = _TIME.fullmatch(text)
    if found is None:
        return text
    try:
        moment = datetime.fromisoformat(f"{found['second']}{found['zone'] or '+00:00'}")
        moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return text
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{(found['fraction'] or '').ljust(9, '0')}"


def _attributes(row: Mapping[str, object]) -> dict[str, object]:
    """Return the attributes: an object, OTLP's list of pairs, or columns that begin with `attributes.`."""
    found = row.get(_ATTRIBUTES, row.get(_RECORD_ATTRIBUTES))
    if isinstance(found, str) and is_literal(found):
        found = literal(found, _ATTRIBUTES)
    if isinstance(found, list):
        return nested(_pairs(cast("list[object]", found)))
    if isinstance(found, Mapping):
        return nested(cast("Mapping[str, object]", found))
    if found is not None:
        raise BadFieldError(_ATTRIBUTES, f"expected an object or a list of pairs, found {shown(found)}")
    prefix = f"{_ATTRIBUTES}."
    columns = {name.removeprefix(prefix): value for name, value in row.items() if name.startswith(prefix)}
    return nested(
        {
            name: literal(value, name)
            if isinstance(value, str) and is_literal(value) and _is_documents(name)
            else value
            for name, value in columns.items()
            if value is not None
        }
    )


def _is_documents(name: str) -> bool:
    return name.endswith("documents")


_SHARED: Final = frozenset({"resource", "scope"})  # by the spans beneath, in OTLP


def _otlp(row: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    for resource in _list(row, *OTLP):
        for scope in _list(resource, "scopeSpans", "scope_spans", "instrumentationLibrarySpans"):
            shared = {name: held for name, held in (*resource.items(), *scope.items()) if name in _SHARED}
            for span in _list(scope, "spans"):
                yield {**shared, **span}


def _list(row: Mapping[str, object], *names: str) -> list[Mapping[str, object]]:
    value = _first(row, names)
    items = _list_of(value)
    found = [cast("Mapping[str, object]", item) for item in items if isinstance(item, Mapping)]
    if len(found) < len(items):
        raise BadFieldError(names[0], f"expected a list of objects, found {shown(value)}")
    return found


def _pairs(items: list[object]) -> dict[str, object]:
    """Return OTLP's `[{"key": …, "value": {"stringValue": …}}]` as an object."""
    found: dict[str, object] = {}
    for item in items:
        pair = _object(item)
        key = pair.get("key")
        if not isinstance(key, str):
            raise BadFieldError(_ATTRIBUTES, f"expected pairs of key and value, found {shown(item)}")
        found[key] = _value(pair.get("value"))
    return found


_KINDS: Final = {"int_value": "intValue", "array_value": "arrayValue", "kvlist_value": "kvlistValue"}
_LARGE: Final = "intValue"  # OTLP writes 64-bit whole numbers as text


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _value(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    for kind, found in cast("Mapping[str, object]", value).items():
        kind = _KINDS.get(kind, kind)  # noqa: PLW2901 - another spelling of it
        if kind == _LARGE and isinstance(found, str) and found.lstrip("-").isdecimal() and len(found) < 25:
            return int(found)
        if kind == "arrayValue" and isinstance(found, Mapping):
            return [_value(item) for item in _list_of(cast("Mapping[str, object]", found).get("values"))]
        if kind == "kvlistValue" and isinstance(found, Mapping):
            return _pairs(_list_of(cast("Mapping[str, object]", found).get("values")))
        return found
    return None


def _list_of(value: object) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise BadFieldError(_ATTRIBUTES, f"expected a list of values, found {shown(value)}")
    return cast("list[object]", value)
