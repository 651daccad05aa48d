"""What a person is asked: whether an answer is right that strings, or a judge, leave open or likely."""

from __future__ import annotations

from typing import NamedTuple

from ragtriage.evaluation.reviews import review_hashes, wants_review
from ragtriage.model import PERSON, CaseResult, Settings, Stage

__all__ = ["Review", "review_of"]


class Review(NamedTuple):
    """What a review of an answer is to name, so that it is known what was read."""

    hashes: dict[str, str]
    is_reviewed: bool  # by a person, in an earlier run


def review_of(result: CaseResult, settings: Settings) -> Review | None:
    """Return what a review of the answer names; None where there is nothing to review."""
    is_reviewed = result.verdicts.answer.method == PERSON
    if not is_reviewed and not wants_review(result, Stage.ANSWER):
        return None
    hashes = review_hashes(result.case, result.trace, Stage.ANSWER, settings)
    return None if hashes is None else Review(hashes, is_reviewed)
