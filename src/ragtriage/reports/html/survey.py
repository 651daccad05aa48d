"""A survey of all cases: what the pictures and tables need beyond the summary, counted in one pass."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from ragtriage.model import (
    CaseResult,
    Cause,
    Diagnosis,
    Fix,
    RetrievalDetail,
    Stage,
    Verdict,
)
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.html.state import counted

__all__ = ["NOT_APPLICABLE", "Course", "Survey", "first_gold", "reading"]

NOT_APPLICABLE = "not_applicable"


class Course(NamedTuple):
    """How a case went through the stages: pass, fail, unknown or not_applicable, and where it ended."""

    retrieval: str
    evidence: str
    answer: str
    support: str
    diagnosis: Diagnosis
    colour: str  # a name of the palette


@dataclass(slots=True)
class Survey:
    """Counts that take no room for any one case."""

    courses: Counter[Course] = field(default_factory=Counter[Course])
    square: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])  # retrieval, answer
    first_gold: Counter[int | None] = field(default_factory=Counter[int | None])  # None: did not come back
    causes: Counter[tuple[Stage, Cause]] = field(default_factory=Counter[tuple[Stage, Cause]])
    second: Counter[tuple[Fix, Fix]] = field(default_factory=Counter[tuple[Fix, Fix]])  # first, second

    def add(self, result: CaseResult) -> None:
        """Take in one case."""
        verdicts, diagnosed = result.verdicts, result.diagnosed
        retrieval, answer = reading(verdicts.retrieval), reading(verdicts.answer)
        known = counted(result)
        colour = colour_of(known.diagnosis, known.fix)
        self.courses[
            Course(
                retrieval,
                reading(verdicts.evidence),
                answer,
                reading(verdicts.support),
                known.diagnosis,
                colour,
            )
        ] += 1
        self.square[retrieval, answer] += 1
        if isinstance(verdicts.retrieval.detail, RetrievalDetail):
            self.first_gold[first_gold(verdicts.retrieval)] += 1
        for stage in Stage:
            verdict: Verdict = getattr(verdicts, stage)
            if verdict.cause is not None:
                self.causes[stage, verdict.cause] += 1
        if diagnosed.second_stage is not None:
            self.second[known.fix, diagnosed.second_stage] += 1

    @property
    def failed_judgements(self) -> int:
        """How many judgements failed, of all stages together."""
        return sum(count for (_, cause), count in self.causes.items() if cause is Cause.JUDGE_FAILED)

    @property
    def unknown_verdicts(self) -> int:
        """How many verdicts are unknown though their stage applies."""
        return sum(count for (_, cause), count in self.causes.items() if cause is not Cause.NOT_APPLICABLE)


def reading(verdict: Verdict) -> str:
    """Return the outcome of a verdict, or that its stage does not apply."""
    return NOT_APPLICABLE if verdict.cause is Cause.NOT_APPLICABLE else verdict.outcome.value


def first_gold(retrieval: Verdict) -> int | None:
    """Return the rank of the first gold document (or chunk) that came back, past the cutoff too."""
    detail = retrieval.detail
    return min(detail.ranks.values(), default=None) if isinstance(detail, RetrievalDetail) else None
