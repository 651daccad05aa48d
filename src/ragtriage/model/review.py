"""Reviews: what a person said of one verdict, and what became of it."""

from __future__ import annotations

from typing import Final

import msgspec

from ragtriage.model.records import Record
from ragtriage.model.verdict import Outcome, Stage
from ragtriage.model.words import Word

__all__ = ["PERSON", "REVIEWED_PARTS", "Decision", "Review", "ReviewCounts", "ReviewRemark", "Said"]

PERSON: Final = "person"  # the method of a verdict that somebody gave

# What each verdict rests on, as far as a person can see it: once one of these is another, the review is of
# something else.
REVIEWED_PARTS: Final[dict[Stage, tuple[str, ...]]] = {
    Stage.EVIDENCE: ("question", "expected_answers", "gold", "evidence", "texts"),
    Stage.ANSWER: ("question", "expected_answers", "gold", "answer"),
    Stage.SUPPORT: ("question", "gold", "answer", "texts"),
}


class Decision(Word):
    """What a person says of a verdict."""

    ACCEPT = "accept"  # it is pass
    REJECT = "reject"  # it is fail
    SKIP = "skip"  # nothing is said


class Said(Record, frozen=True, kw_only=True):
    """What stood there while the person looked."""

    outcome: Outcome
    certain: bool = True
    method: str = ""


class Review(Record, frozen=True, kw_only=True):
    """One line of a file of reviews.

    Args:
        id: Of the case.
        stage: Of which verdict: evidence, answer or support.
        verdict: What the person says.
        hashes: Of what was judged, by part; each the first 16 digits of a SHA-256.
        note: In the person's words.
        at: When.
        said: What the verdict was.
    """

    id: str
    stage: Stage
    verdict: Decision
    hashes: dict[str, str]
    note: str | None = None
    at: str | None = None
    said: Said | None = None

    @property
    def outcome(self) -> Outcome:
        """What the verdict is by it; unknown where nothing is said."""
        return _OUTCOMES[self.verdict]


_OUTCOMES: Final = {
    Decision.ACCEPT: Outcome.PASS,
    Decision.REJECT: Outcome.FAIL,
    Decision.SKIP: Outcome.UNKNOWN,
}


class ReviewCounts(Record, frozen=True, kw_only=True):
    """What became of a file of reviews: each is used, stale, of no case, or skipped.

    Args:
        file: As it was named.
        read: Reviews in it, those that say the same twice once.
        used: Verdicts that are a person's.
        clashes: Of these, the ones where strings or a judge say the opposite.
        stale: Reviews of something that has changed since.
        unknown_id: Reviews of cases that are not there.
        skipped: Reviews that say nothing.
    """

    file: str
    read: int
    used: int
    clashes: int
    stale: int
    unknown_id: int
    skipped: int


class ReviewRemark(Record, frozen=True, kw_only=True):
    """A review that was not used, or that something contradicts.

    Args:
        kind: `clash`, `stale` or `unknown_id`.
        id: Of the case.
        stage: Of the verdict.
        line: Of the file, 1-based; of a row of a table the line on which it ends.
        told: What has changed, or who says otherwise.
        changed: The parts that have changed since.
    """

    kind: str
    id: str
    stage: Stage
    line: int
    told: str
    changed: tuple[str, ...] = msgspec.field(default=())
