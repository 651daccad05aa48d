"""Objects that other libraries hold in memory, as rows; told by what they can do, and not imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from math import isnan
from typing import Any, Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.shapes import Raw
from ragtriage.io.documents import document, is_response, response_fields, scored_document
from ragtriage.io.entries import shown

__all__ = ["object_items", "object_rows"]

_MOST_DEPTH: Final = 100
_NO_VALUE: Final = frozenset({"NAType", "NaTType"})  # what stands in a table of pandas for no value


def object_rows(data: object, name: str = "rows") -> Iterator[Raw]:
    """Yield rows of a `Dataset` of Hugging Face, a table of pandas, Polars or Arrow, or of dictionaries.

    A row may also be a record of pydantic or of a dataclass. Values may be documents of LangChain or
    Haystack, nodes of LlamaIndex with or without a score, pairs of a document and a score, or a `Response`
    of LlamaIndex, which holds the answer and what was retrieved.

    Raises:
        SchemaError: The data are nothing of that kind.
    """
    for number, row in enumerate(object_items(data), 1):
        where = f"{name}, row {number}"
        held = _fields(row)
        if held is None:
            yield Raw(where, SchemaError(f"{where}: expected a dictionary, found {shown(row)}"))
            continue
        try:
            yield Raw(where, _row(held))
        except RecursionError:
            yield Raw(where, SchemaError(f"{where}: is nested too deeply to be read"))


def object_items(data: object) -> Iterable[object]:
    """Return the rows of a table, or what any other collection holds, as they are.

    Raises:
        SchemaError: The data are no collection of rows.
    """
    table = cast("Any", data)
    if hasattr(data, "iter_rows"):  # Polars
        return cast("Iterable[object]", table.iter_rows(named=True))
    if hasattr(data, "to_pylist"):  # Arrow
        return cast("Iterable[object]", table.to_pylist())
    if hasattr(data, "collect") and hasattr(data, "lazy"):
        raise SchemaError(f"expected a table, found {type(table).__name__}; give what its collect() returns")
    if hasattr(data, "to_dict") and hasattr(data, "columns"):  # pandas
        return cast("Iterable[object]", table.to_dict("records"))
    if isinstance(data, Mapping) and hasattr(table, "num_rows"):  # splits of Hugging Face
        splits = ", ".join(map(repr, cast("Mapping[object, object]", data)))
        raise SchemaError(f"expected the rows of one split, found {type(table).__name__} with {splits}")
    if isinstance(data, Mapping | str | bytes) or not isinstance(data, Iterable):
        raise SchemaError(f"expected dictionaries or a table, found {type(table).__name__}")
    return cast("Iterable[object]", data)


def _fields(row: object) -> Mapping[object, object] | None:
    """Return the fields of a row: a dictionary, or a record of pydantic or of a dataclass; else None."""
    if isinstance(row, Mapping):
        return cast("Mapping[object, object]", row)
    names: object = getattr(type(row), "model_fields", None)  # pydantic's
    if is_dataclass(row) and not isinstance(row, type):
        names = [each.name for each in fields(row)]
    if not isinstance(names, Mapping | list):
        return None
    held = {name: getattr(row, str(name)) for name in cast("Iterable[object]", names)}
    return {name: value for name, value in held.items() if value is not None}  # None was not given


def _row(row: Mapping[object, object]) -> dict[str, object]:
    """Return a row as plain values; a response stands in it as its answer and what it retrieved."""
    found: dict[str, object] = {}
    for key, value in row.items():
        if is_response(value):
            for name, part in response_fields(str(key), value):
                found.setdefault(name, _plain(part))
        else:
            found[str(key)] = _plain(value)
    return found


def _plain(value: object, depth: int = 0) -> object:
    """Return a value as JSON knows it: documents as entries, arrays as lists, no value as None."""
    if depth > _MOST_DEPTH:
        raise RecursionError
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return {str(key): _plain(item, depth + 1) for key, item in items}
    if isinstance(value, list | tuple):
        parts = cast("list[object] | tuple[object, ...]", value)
        scored = scored_document(parts) if isinstance(parts, tuple) else None
        return [_plain(item, depth + 1) for item in parts] if scored is None else _plain(scored, depth + 1)
    entry = document(value)
    return _converted(value, depth) if entry is None else _plain(entry, depth + 1)


def _converted(value: object, depth: int) -> object:
    if type(value).__name__ in _NO_VALUE or (isinstance(value, float) and isnan(value)):
        return None
    for method in ("isoformat", "tolist"):  # dates and times; arrays, series and numbers of numpy
        convert: Callable[[], object] | None = getattr(value, method, None)
        if convert is not None:
            return _plain(convert(), depth + 1)
    return value
