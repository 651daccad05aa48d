"""Relevance: which of the retrieved texts matter to the question. A score, never a verdict."""

from __future__ import annotations

from typing import Final

from ragtriage.model.records import Record
from ragtriage.model.verdict import Cause, Place

__all__ = ["RELEVANCE", "Relevance", "TextRelevance"]

# The name of the score, and of what is judged beside the four stages.
RELEVANCE: Final = "relevance"


class TextRelevance(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Whether one retrieved text matters."""

    text: int  # its place in the retrieved list, 0-based
    matters: bool
    place: Place | None = None  # the words that an answer needs
    reason: str | None = None


class Relevance(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Which of the retrieved texts of a case matter.

    Args:
        score: The share of them that do; None where that is not known.
        method: How it was reached.
        reason: In prose; always there where there is no score.
        cause: Why there is none.
        texts: Each text that was judged, in the order of the list.
        raw_replies: What a model said, where it was not usable.
    """

    score: float | None
    method: str
    reason: str | None = None
    cause: Cause | None = None
    texts: tuple[TextRelevance, ...] = ()
    raw_replies: tuple[str, ...] = ()
