"""What a person is asked: whether an answer is right that strings, or a judge, leave open or likely."""

from __future__ import annotations

from typing import Final, NamedTuple

from ragtriage.fingerprint import plain_canonical, sha256
from ragtriage.model import UNSET, CaseResult, Cause, Outcome, Settings, Trace, Verdict

__all__ = ["BY_A_PERSON", "Review", "review_of"]

BY_A_PERSON: Final = "person"

_DIGITS: Final = 16


class Review(NamedTuple):
    """What a review of an answer is to name, so that it is known what was read."""

    hashes: dict[str, str]
    is_reviewed: bool  # by a person, in an earlier run


def review_of(result: CaseResult, settings: Settings) -> Review | None:  # noqa: ARG001 - of other stages
    """Return what a review of the answer names; None where there is nothing to review."""
    verdict, trace = result.verdicts.answer, result.trace
    is_reviewed = verdict.method == BY_A_PERSON
    if not (is_reviewed or _is_open_or_likely(verdict)):
        return None
    if not isinstance(trace, Trace) or trace.answer is UNSET:
        return None
    parts = {
        "question": result.case.question,
        "expected_answers": (result.case.answerable, result.case.expected_answers or ()),
        "answer": trace.answer,
    }
    hashes = {part: sha256(plain_canonical(value))[:_DIGITS] for part, value in parts.items()}
    return Review(hashes, is_reviewed)


def _is_open_or_likely(verdict: Verdict) -> bool:
    if verdict.outcome is Outcome.UNKNOWN:
        return verdict.cause is not Cause.NOT_APPLICABLE
    return not verdict.certain
