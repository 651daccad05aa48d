"""Diagnoses: which stage failed, as the table in `verdicts/diagnosis.py` reads the verdicts."""

from __future__ import annotations

from ragtriage.model.records import Record
from ragtriage.model.verdict import Stage, State
from ragtriage.model.words import Word

__all__ = ["Diagnosed", "Diagnosis", "Fix", "Status"]


class Diagnosis(Word):
    """What happened to a case."""

    PASSED = "passed"
    UNGROUNDED_CORRECT = "ungrounded_correct"
    RETRIEVAL_MISS = "retrieval_miss"
    EVIDENCE_GAP = "evidence_gap"
    NOT_EXTRACTED = "not_extracted"
    HALLUCINATION = "hallucination"
    OVER_ABSTENTION = "over_abstention"
    ABSTENTION_FAILURE = "abstention_failure"
    LABEL_CONFLICT = "label_conflict"
    UNDETERMINED = "undetermined"


class Fix(Word):
    """What to fix, in the order in which a case passes through it."""

    NONE = "none"
    RETRIEVAL = "retrieval"
    CHUNKING = "chunking"
    GENERATION = "generation"
    LABELS = "labels"
    UNKNOWN = "unknown"


class Status(Word):
    """The coarse view, from retrieval and answer alone."""

    PASSED = "passed"
    RETRIEVAL_FAILURE = "retrieval_failure"
    GENERATION_FAILURE = "generation_failure"
    BOTH_FAILED = "both_failed"
    UNKNOWN = "unknown"


class Diagnosed(Record, frozen=True, kw_only=True):
    """What the table says of one case.

    Args:
        diagnosis: One of the ten names.
        stage: What to fix first.
        second_stage: What else is known to be broken; None when nothing is.
        certain: False when some reading of the unknowns would change the diagnosis or the stage.
        possible: Every diagnosis that some reading gives, in alphabetical order.
        row: The row of the table that applied, 1 to 22.
        stage_certain: True when every reading of what is not shown gives this stage, whatever the diagnosis.
        state: How far the stage is known: shown, likely, or open.
        possible_stages: Every stage that some reading of the unknowns gives, likely verdicts read as they
            are, in the order of `Fix`.
        settled_by: Of an open case the verdicts of which each alone could settle its stage; where none
            could, those that are unknown.
    """

    diagnosis: Diagnosis
    stage: Fix
    second_stage: Fix | None
    certain: bool
    possible: tuple[Diagnosis, ...]
    row: int
    stage_certain: bool
    state: State
    possible_stages: tuple[Fix, ...]
    settled_by: tuple[Stage, ...] = ()

    @property
    def may_pass(self) -> bool:
        """Whether nothing may be to mend: it is so, or it is open and may turn out so."""
        if self.state is State.OPEN:
            return Fix.NONE in self.possible_stages
        return self.stage is Fix.NONE
