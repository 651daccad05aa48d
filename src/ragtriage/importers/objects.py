"""Objects that other libraries hold in memory, as rows; told by what they can do, and not imported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isnan
from typing import Any, Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.shapes import Raw
from ragtriage.io.entries import shown
from ragtriage.io.spellings import SPELLINGS

__all__ = ["object_rows"]

_MOST_DEPTH: Final = 100
_NO_VALUE: Final = frozenset({"NAType", "NaTType"})  # what stands in a table of pandas for no value


def object_rows(data: object) -> Iterator[Raw]:
    """Yield rows of a `Dataset` of Hugging Face, a table of pandas, Polars or Arrow, or of dictionaries.

    Values may be documents of LangChain or Haystack, nodes of LlamaIndex with or without a score, pairs of
    a document and a score, or a `Response` of LlamaIndex, which holds the answer and what was retrieved.

    Raises:
        SchemaError: The data are nothing of that kind.
    """
    for number, row in enumerate(_rows(data), 1):
        where = f"rows, row {number}"
        if not isinstance(row, Mapping):
            yield Raw(where, SchemaError(f"{where}: expected a dictionary, found {shown(row)}"))
            continue
        try:
            yield Raw(where, _row(cast("Mapping[object, object]", row)))
        except RecursionError:
            yield Raw(where, SchemaError(f"{where}: is nested too deeply to be read"))


def _rows(data: object) -> Iterable[object]:
    table = cast("Any", data)
    if hasattr(data, "iter_rows"):  # Polars
        return cast("Iterable[object]", table.iter_rows(named=True))
    if hasattr(data, "to_pylist"):  # Arrow
        return cast("Iterable[object]", table.to_pylist())
    if hasattr(data, "to_dict") and hasattr(data, "iloc"):  # pandas
        return cast("Iterable[object]", table.to_dict("records"))
    if isinstance(data, Mapping | str | bytes) or not isinstance(data, Iterable):
        raise SchemaError(f"expected dictionaries or a table, found {type(table).__name__}")
    return cast("Iterable[object]", data)


def _row(row: Mapping[object, object]) -> dict[str, object]:
    """Return a row as plain values; a response stands in it as its answer and what it retrieved."""
    found: dict[str, object] = {}
    for key, value in row.items():
        name = str(key)
        if _has(value, "response", "source_nodes"):
            response = cast("Any", value)
            text: object = response.response
            found[name if SPELLINGS.get(name) == "answer" else "answer"] = text if text is None else str(text)
            found.setdefault("retrieved", _plain(response.source_nodes))
        else:
            found[name] = _plain(value)
    return found


def _has(value: object, *names: str) -> bool:
    return not isinstance(value, Mapping) and all(hasattr(value, name) for name in names)


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
        scored = _scored(parts) if isinstance(parts, tuple) else None
        return [_plain(item, depth + 1) for item in parts] if scored is None else scored
    entry = _document(value)
    return _converted(value, depth) if entry is None else entry


def _converted(value: object, depth: int) -> object:
    if type(value).__name__ in _NO_VALUE or (isinstance(value, float) and isnan(value)):
        return None
    for method in ("isoformat", "tolist"):  # dates and times; arrays, series and numbers of numpy
        convert: Callable[[], object] | None = getattr(value, method, None)
        if convert is not None:
            return _plain(convert(), depth + 1)
    return value


def _scored(pair: tuple[object, ...]) -> dict[str, object] | None:
    """Return a document that stands in a pair with its score; None where the pair is something else."""
    entry = _document(pair[0]) if len(pair) == 2 else None
    return None if entry is None else entry | {"score": _plain(pair[1])}


def _document(value: object) -> dict[str, object] | None:
    """Return a document as an entry of what was retrieved; None where it is no document."""
    found = cast("Any", value)
    if _has(value, "page_content", "metadata"):  # LangChain
        return _entry(
            document_id=getattr(value, "id", None), text=found.page_content, metadata=found.metadata
        )
    if _has(value, "node", "score"):  # LlamaIndex, with a score
        node = _document(found.node)
        return None if node is None else node | {"score": _plain(found.score)}
    if _has(value, "node_id", "get_content"):  # LlamaIndex
        document = getattr(value, "ref_doc_id", None)
        return _entry(
            document_id=found.node_id if document is None else document,
            chunk_id=found.node_id,
            text=found.get_content(),
            metadata=getattr(value, "metadata", None),
        )
    if _has(value, "content", "meta", "id"):  # Haystack
        return _entry(
            document_id=found.id, text=found.content, score=getattr(value, "score", None), metadata=found.meta
        )
    return None


def _entry(**fields: object) -> dict[str, object]:
    return {name: _plain(value) for name, value in fields.items() if value is not None and value != {}}
