"""RAGChecker: checking inputs and checking outputs."""

from __future__ import annotations

from typing import Final

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer
from ragtriage.importers.shapes import items_under

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
    return None


RAGCHECKER: Final = Importer(
    what="RAGChecker inputs and outputs; claims and scores are kept in the metadata",
    recognises=_recognises,
    fields=_FIELDS,
    rows=lambda path: items_under(path, "results"),
    places=(("results",),),
)
