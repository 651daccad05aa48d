"""RAGChecker: checking inputs and checking outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, renamed
from ragtriage.importers.shapes import rows_or_items

__all__ = ["RAGCHECKER"]

_FIELDS: Final = {
    "query_id": "id",
    "query": "question",
    "gt_answer": "expected_answers",
    "response": "answer",
    "retrieved_context": "retrieved",
}


def _recognises(seen: Glimpse) -> str | None:
    first = seen.item("results")
    if "gt_answer" in first or {"query_id", "retrieved_context"} <= first.keys():
        return "has `results`, each with a `gt_answer` or a `retrieved_context`"
    return "has the fields `query` and `gt_answer`" if seen.has("query", "gt_answer") else None


def _adopt(row: Mapping[str, object]) -> Native:
    native = renamed(row, _FIELDS)
    found = native.get("retrieved")
    if isinstance(found, list):  # a string among contexts is a text, and no id
        items = cast("list[object]", found)
        native["retrieved"] = [{"text": item} if isinstance(item, str) else item for item in items]
    return native


RAGCHECKER: Final = Importer(
    what="RAGChecker inputs and outputs; claims and scores are kept in the metadata",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=lambda path: rows_or_items(path, "results"),
    places=(("results",),),
)
