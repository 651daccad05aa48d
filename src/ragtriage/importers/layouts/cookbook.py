"""The evaluation sets of Anthropic's cookbook: gold chunks and an answer, and scores by question."""

from __future__ import annotations

from typing import Final

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer

__all__ = ["COOKBOOK"]


def _recognises(seen: Glimpse) -> str | None:
    if seen.has("question", "correct_chunks"):
        return "has the fields `question` and `correct_chunks`"
    if seen.has("question", "e2e_correct"):
        return "has the fields `question` and `e2e_correct`"
    return None


COOKBOOK: Final = Importer(
    what="Anthropic cookbook sets (gold chunks, answer) and their scores by question",
    recognises=_recognises,
    fields={
        "id": "id",
        "question": "question",
        "correct_chunks": "gold_documents",
        "correct_answer": "expected_answers",
    },
)
