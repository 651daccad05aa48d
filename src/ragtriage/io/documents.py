"""Documents of other libraries as entries of what was retrieved; told by what they can do, never imported.

LangChain's `Document`, Haystack's `Document`, LlamaIndex's nodes with and without a score and its `Response`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from ragtriage.io.spellings import SPELLINGS

__all__ = ["document", "is_response", "response_fields", "scored_document"]

Fields = dict[str, object]


def document(value: object) -> Fields | None:
    """Return a document as an entry; None where it is none. What its fields hold is left as it is.

    Example:
        >>> from types import SimpleNamespace
        >>> document(SimpleNamespace(page_content="text", metadata={"source": "a.pdf"}, id=None))
        {'text': 'text', 'metadata': {'source': 'a.pdf'}}
    """
    found = cast("Any", value)
    if _has(value, "page_content", "metadata"):  # LangChain
        return _entry(
            document_id=getattr(value, "id", None), text=found.page_content, metadata=found.metadata
        )
    if _has(value, "node", "score"):  # LlamaIndex, with a score
        node = document(found.node)
        return None if node is None else node | {"score": found.score}
    if _has(value, "node_id", "get_content"):  # LlamaIndex
        source = getattr(value, "ref_doc_id", None)
        return _entry(
            document_id=found.node_id if source is None else source,
            chunk_id=found.node_id,
            text=found.get_content(),
            metadata=getattr(value, "metadata", None),
        )
    if _has(value, "content", "meta", "id"):  # Haystack
        return _entry(
            document_id=found.id, text=found.content, score=getattr(value, "score", None), metadata=found.meta
        )
    return None


def scored_document(pair: tuple[object, ...]) -> Fields | None:
    """Return a document that stands in a pair with its score as an entry; None where the pair is another."""
    entry = document(pair[0]) if len(pair) == 2 else None
    return None if entry is None else entry | {"score": pair[1]}


def is_response(value: object) -> bool:
    """Tell whether a value is what an engine of LlamaIndex returns: an answer, and what it rests on."""
    return _has(value, "response", "source_nodes")


def response_fields(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Yield the answer of a response and what was retrieved for it, under names of our own."""
    response = cast("Any", value)
    text: object = response.response
    yield name if SPELLINGS.get(name) == "answer" else "answer", text if text is None else str(text)
    yield "retrieved", response.source_nodes


def _has(value: object, *names: str) -> bool:
    return not isinstance(value, Mapping) and all(hasattr(value, name) for name in names)


def _entry(**fields: object) -> Fields:
    return {name: value for name, value in fields.items() if value is not None and value != {}}
