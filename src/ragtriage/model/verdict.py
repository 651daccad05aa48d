"""Verdicts: what is judged of a case, one stage at a time."""

from __future__ import annotations

from ragtriage.model.records import Record
from ragtriage.model.words import Word

__all__ = [
    "AnswerDetail",
    "Cause",
    "EvidenceDetail",
    "Outcome",
    "Place",
    "RetrievalDetail",
    "Stage",
    "State",
    "Statement",
    "SupportDetail",
    "UnusableDetail",
    "Verdict",
    "Verdicts",
]


class Stage(Word):
    """The four questions, each judged on its own."""

    RETRIEVAL = "retrieval"
    EVIDENCE = "evidence"
    ANSWER = "answer"
    SUPPORT = "support"


class Outcome(Word):
    """The three answers to such a question; unknown is not fail and not zero."""

    PASS = "pass"  # noqa: S105 - the word of the domain, no password
    FAIL = "fail"
    UNKNOWN = "unknown"


class Cause(Word):
    """Why a verdict is unknown."""

    NOT_RECORDED = "not_recorded"
    NOT_LABELLED = "not_labelled"
    NOT_JUDGED = "not_judged"
    JUDGE_FAILED = "judge_failed"
    NOT_APPLICABLE = "not_applicable"


class State(Word):
    """How far something is known.

    `shown`: nothing that is unknown could change it. `likely`: a rule says so whose precision against people
    was measured. `open`: it was not judged, or what was judged leaves more than one reading.
    """

    SHOWN = "shown"
    LIKELY = "likely"
    OPEN = "open"


class Place(Record, frozen=True, kw_only=True):
    """A stretch of a text that the generator saw."""

    chunk: int  # index into the context (or the retrieved list), 0-based
    start: int  # first character, 0-based, in the chunk's own text
    end: int  # one past the last character


class RetrievalDetail(Record, frozen=True, kw_only=True, tag="retrieval"):
    """Which gold came back, and where."""

    ranks: dict[str, int]  # gold ids that came back, with their 1-based rank, past the cutoff too
    missing: tuple[str, ...]  # gold ids that did not come back at all
    fault: str | None = None  # of a fail: `ranking` (gold came back, past k) or `recall` (it did not)


class EvidenceDetail(Record, frozen=True, kw_only=True, tag="evidence"):
    """Where each evidence passage stands, and what of it stands nowhere."""

    places: tuple[tuple[Place, ...], ...]  # one tuple a passage, in order; empty where it was not found
    missing: tuple[str, ...] = ()  # the passages, or their sentences, that were not found
    is_split: bool = False  # true when a passage was found only across chunks


class AnswerDetail(Record, frozen=True, kw_only=True, tag="answer"):
    """Which expected answer the answer was held against."""

    expected: str | tuple[str, ...] | None = None  # the one that matched; None when none did
    place: Place | None = None  # where in the answer it is stated (chunk is 0)
    is_possibly_abstained: bool = False


class Statement(Record, frozen=True, kw_only=True):
    """One statement of an answer, and whether the context backs it."""

    text: str
    outcome: str  # `supported`, `contradicted`, `not_mentioned` or `unclear`
    place: Place | None = None  # where in the context it is backed
    quote: str | None = None
    reason: str | None = None


class SupportDetail(Record, frozen=True, kw_only=True, tag="support"):
    """The statements of the answer."""

    statements: tuple[Statement, ...] = ()
    raw_replies: tuple[str, ...] = ()  # what a model said, where it was not usable


class UnusableDetail(Record, frozen=True, kw_only=True, tag="unusable"):
    """What a model said that could not be used."""

    raw_replies: tuple[str, ...]


class Verdict(Record, frozen=True, kw_only=True, omit_defaults=True):
    """One judgement of one case at one stage.

    Args:
        outcome: pass, fail or unknown.
        certain: False of a pass or a fail that is likely: a rule whose precision against people was measured
            says so, and `method` names it.
        score: A number behind the outcome, such as recall; None where there is none.
        method: How it was reached, such as `recall@5 >= 1`.
        reason: In prose; always there unless the outcome is pass.
        cause: Of an unknown.
        detail: What the reports need.
    """

    outcome: Outcome
    certain: bool = True
    score: float | None = None
    method: str
    reason: str | None = None
    cause: Cause | None = None
    detail: RetrievalDetail | EvidenceDetail | AnswerDetail | SupportDetail | UnusableDetail | None = None

    @property
    def state(self) -> State:
        """How far it is known; what does not apply is open, and no rate counts it.

        Example:
            >>> Verdict(outcome=Outcome.PASS, method="recall@5 >= 1").state.value
            'shown'
        """
        if self.outcome is Outcome.UNKNOWN:
            return State.OPEN
        return State.SHOWN if self.certain else State.LIKELY


class Verdicts(Record, frozen=True, kw_only=True):
    """The four verdicts of one case."""

    retrieval: Verdict
    evidence: Verdict
    answer: Verdict
    support: Verdict
