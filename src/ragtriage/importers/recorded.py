"""Documents that were written down: in lists, within objects and as JSON text, under any tool's names.

LangChain's documents as they are and as it serialises them, LlamaIndex's nodes with and without a score,
Haystack's, MLflow's, the matches of a vector store, pairs of a document and a score.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import UnionType
from typing import Final, cast

from ragtriage.importers.literals import is_literal, literal
from ragtriage.io.entries import BadFieldError
from ragtriage.io.id_cells import Look, column_look

__all__ = ["Entry", "decoded", "document_entry", "documents_in"]

Entry = dict[str, object]  # of what was retrieved, under our own names

# Where documents stand in an object, and what their parts are called; the first that is there counts.
_LISTS: Final = (
    *("documents", "retrieved_documents", "source_documents", "source_nodes", "nodes", "chunks", "passages"),
    *("matches", "hits", "results", "result", "context", "contexts", "retrieved_context", "output", "value"),
)
_IDS: Final = ("document_id", "doc_id", "docid", "id", "id_", "node_id", "_id", "doc_uri")
_TEXTS: Final = ("content", "page_content", "text")
_SCORES: Final = ("score", "_score", "relevance_score")
_AROUND: Final = ("document", "node", "kwargs")  # what a document stands in, beside its score
_SOURCES: Final = ("1", "SOURCE", "source")  # of the relations of a node, its document
_MOST_DEPTH: Final = 4
_NAMED_BY_LOOK: Final = {Look.TEXTS: "text", Look.IDS: "document_id"}


def decoded(value: object) -> object:
    """Return what a text holds that is JSON or a literal of Python; any other value as it is."""
    if not isinstance(value, str) or not is_literal(value):
        return value
    try:
        return literal(value, "documents")
    except BadFieldError:
        return value


def documents_in(value: object, depth: int = 0) -> list[Entry] | None:
    """Return the documents that a value holds, best first; None where it holds none in a known form.

    An empty list is one without documents. Strings are texts or ids where all of them can be nothing else.

    Example:
        >>> documents_in('{"documents": [{"page_content": "It opens at nine.", "metadata": {"page": 3}}]}')
        [{'text': 'It opens at nine.', 'metadata': {'page': 3}}]
        >>> documents_in("[]"), documents_in("It opens at nine."), documents_in('["Paris", "Rome"]')
        ([], None, None)
    """
    found = decoded(value)
    if isinstance(found, list):
        return _listed(cast("list[object]", found))
    if not isinstance(found, Mapping) or depth > _MOST_DEPTH:
        return None
    fields = cast("Mapping[str, object]", found)
    columns = _columns(fields)
    if columns is not None:
        return columns
    below = [fields[name] for name in _LISTS if fields.get(name) is not None]
    if not below and len(fields) == 1:  # under the name of a component
        below = list(fields.values())
    tried = (documents_in(held, depth + 1) for held in below)
    return next((known for known in tried if known is not None), None)


def _columns(fields: Mapping[str, object]) -> list[Entry] | None:
    """Return the documents of an answer of Chroma to one query: ids and texts in columns."""
    ids, texts = (_only(fields.get(name)) for name in ("ids", "documents"))
    if ids is None or texts is None or len(ids) != len(texts):
        return None
    if not all(isinstance(one, str) for one in ids):
        return None
    return [
        {"document_id": one} | ({"text": text} if isinstance(text, str) else {})
        for one, text in zip(ids, texts, strict=True)
    ]


def _only(value: object) -> list[object] | None:
    """Return the one list that a list holds."""
    outer = cast("list[object]", value) if isinstance(value, list) else []
    return cast("list[object]", outer[0]) if len(outer) == 1 and isinstance(outer[0], list) else None


def _listed(items: list[object]) -> list[Entry] | None:
    """Return the items of a list as entries, each with an id or a text; None where one is no document."""
    held = [decoded(item) for item in items]
    strings = [item for item in held if isinstance(item, str)]
    if strings:
        name = _NAMED_BY_LOOK.get(column_look(strings, ()))
        return [{name: item} for item in strings] if name and len(strings) == len(held) else None
    entries = [
        _scored(cast("list[object]", item)) if isinstance(item, list) else document_entry(item)
        for item in held
    ]
    known = [
        entry
        for entry in entries
        if entry is not None and not entry.keys().isdisjoint({"document_id", "text"})
    ]
    return known if len(known) == len(held) else None


def _scored(pair: list[object]) -> Entry | None:
    """Return a document that stands in a pair with its score; None where the list is another."""
    if len(pair) != 2 or not _is_of(pair[1], int | float):
        return None
    entry = document_entry(pair[0])
    return None if entry is None else entry | {"score": pair[1]}


def document_entry(item: object) -> Entry | None:
    """Return a document as an entry; None where it is no object.

    Example:
        >>> document_entry({"node": {"id_": "n1", "text": "t"}, "score": 0.5, "class_name": "NodeWithScore"})
        {'document_id': 'n1', 'text': 't', 'score': 0.5}
    """
    item = decoded(item)
    if not isinstance(item, Mapping):
        return None
    outer = cast("Mapping[str, object]", item)
    document = _within(outer)
    names = {
        "document_id": _first(document, _IDS, str | int),
        "text": _first(document, _TEXTS, str),
        "score": _first(document, _SCORES, int | float),
    }
    entry = {ours: document[name] for ours, name in names.items() if name is not None}
    outer_score = _first(outer, _SCORES, int | float)
    if "score" not in entry and outer_score is not None:
        entry["score"] = outer[outer_score]
    entry |= _source_of_node(document, entry)
    metadata = _metadata({name: held for name, held in document.items() if name not in names.values()})
    return entry | ({"metadata": metadata} if metadata else {})


def _within(outer: Mapping[str, object]) -> Mapping[str, object]:
    """Return the document that stands within an object, or the object itself."""
    for name in _AROUND:
        inner = decoded(outer.get(name))
        if isinstance(inner, Mapping):
            return cast("Mapping[str, object]", inner)
    return outer


def _first(document: Mapping[str, object], names: tuple[str, ...], kind: type | UnionType) -> str | None:
    return next((name for name in names if _is_of(document.get(name), kind)), None)


def _is_of(value: object, kind: type | UnionType) -> bool:
    """Tell whether a value is of a kind; True is no number, and neither is what is not finite."""
    return (
        isinstance(value, kind)
        and not isinstance(value, bool)
        and not (isinstance(value, float) and not math.isfinite(value))
    )


def _source_of_node(document: Mapping[str, object], entry: Entry) -> Entry:
    """Return the ids of a node of LlamaIndex that names the document it is of: that, and its own."""
    relations = document.get("relationships")
    if not isinstance(relations, Mapping):
        return {}
    held = cast("Mapping[str, object]", relations)
    source = next((held[name] for name in _SOURCES if isinstance(held.get(name), Mapping)), None)
    identifier = cast("Mapping[str, object]", source or {}).get("node_id")
    if not isinstance(identifier, str) or "document_id" not in entry:
        return {}
    return {"document_id": identifier, "chunk_id": entry["document_id"]}


def _metadata(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the other fields of a document, what stands under `metadata` beside them."""
    held = decoded(fields.get("metadata"))
    if not isinstance(held, Mapping):
        return {name: value for name, value in fields.items() if value is not None}
    own = {name: value for name, value in fields.items() if name != "metadata" and value is not None}
    return {**cast("Mapping[str, object]", held), **own}
