"""LangChain: what its retrieval chains return, with the documents in a list of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, renamed
from ragtriage.io.spellings import SPELLINGS

__all__ = ["LANGCHAIN"]

_DOCUMENTS: Final = ("context", "source_documents", "documents")
_TEXTS: Final = ("page_content", "text")  # of a document as it is, and as an entry that was made of it

# The names that its chains give, then our own, for what somebody has put beside them.
_FIELDS: Final = {
    **{name: field for name, field in SPELLINGS.items() if field not in {"retrieved_texts", "metadata"}},
    "input": "question",
    "result": "answer",
    "output": "answer",
    **dict.fromkeys(_DOCUMENTS, "retrieved"),
}


def _recognises(seen: Glimpse) -> str | None:
    asked = seen.any_of("input", "query", "question")
    for name in _DOCUMENTS:
        held = seen.row.get(name)
        first = cast("list[object]", held)[0] if isinstance(held, list) and held else None
        if asked is not None and "text" in _mapping(_document(first)):
            return f"has the fields `{asked}` and `{name}`, a list of documents"
    return None


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _document(item: object) -> object:
    """Return a document under our own names: as it is, or as LangChain serialises it."""
    found = _mapping(item)
    if "lc" in found:
        found = _mapping(found.get("kwargs")) or found
    text = next((found[name] for name in _TEXTS if name in found), None)
    if text is None:
        return item
    return {"text": text} | {name: value for name, value in found.items() if name not in {*_TEXTS, "type"}}


def _adopt(row: Mapping[str, object]) -> Native:
    listed: dict[str, object] = {}
    for name in _DOCUMENTS:
        held = row.get(name)
        if isinstance(held, list):
            listed[name] = [_document(item) for item in cast("list[object]", held)]
    return renamed({**row, **listed}, _FIELDS)


LANGCHAIN: Final = Importer(
    what="LangChain results: a question, an answer and the documents between them",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    says=("documents without an id are named by their metadata: --document-key metadata.source",),
)
