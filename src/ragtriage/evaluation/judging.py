"""Judging one batch: four verdicts a case, then the table, then the metrics."""

from __future__ import annotations

import math
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

import msgspec
import numpy as np

from ragtriage.batch import Batch
from ragtriage.errors import ConfigError
from ragtriage.evaluation.batches import Noted
from ragtriage.evaluation.beside import STRINGS, judge_strings
from ragtriage.evaluation.garbage import seldom_collected
from ragtriage.evaluation.reviews import Held, Reviewed, Reviews
from ragtriage.evaluation.scores import answer_scores
from ragtriage.metrics.names import measure
from ragtriage.metrics.rankings import Floats, Rankings
from ragtriage.model import (
    PERSON,
    RELEVANCE,
    AnswerDetail,
    Case,
    CaseResult,
    Judging,
    Outcome,
    RankedTrace,
    Relevance,
    Stage,
    Trace,
    Verdict,
    Verdicts,
)
from ragtriage.verdicts.answer import AnswerJudge, is_bare_value
from ragtriage.verdicts.diagnosis import Doubt, diagnose_verdicts, status
from ragtriage.verdicts.evidence import EvidenceJudge
from ragtriage.verdicts.judge import AnyJudge, Asking, Judge, RelevanceJudge, judges_relevance
from ragtriage.verdicts.retrieval import RetrievalJudge
from ragtriage.verdicts.support import SupportJudge

if TYPE_CHECKING:
    from ragtriage.llm.asking import Asker

__all__ = ["Judged", "Judges", "Names", "judge_batch"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Judges:
    """One judge for each stage; without a word about a stage, the one that compares strings."""

    retrieval: Judge
    evidence: Judge
    answer: Judge
    support: Judge
    relevance: RelevanceJudge | None = None

    @classmethod
    def of(cls, own: Sequence[AnyJudge] = ()) -> Judges:
        """Put one's own judges in the places of their stages.

        Raises:
            ConfigError: Two of them judge the same stage.
        """
        places: dict[Stage, Judge] = {}
        relevance: RelevanceJudge | None = None
        for judge in own:
            if (relevance is not None) if judges_relevance(judge) else judge.stage in places:
                raise ConfigError(f"two judges of {judge.stage} are given; give one")
            if judges_relevance(judge):
                relevance = judge
            else:
                places[Stage(judge.stage)] = cast("Judge", judge)
        return cls(
            retrieval=places.get(Stage.RETRIEVAL, RetrievalJudge()),
            evidence=places.get(Stage.EVIDENCE, EvidenceJudge()),
            answer=places.get(Stage.ANSWER, AnswerJudge()),
            support=places.get(Stage.SUPPORT, SupportJudge()),
            relevance=relevance,
        )

    def by_stage(self) -> dict[Stage, Judge]:
        """Return each stage's judge."""
        return {
            Stage.RETRIEVAL: self.retrieval,
            Stage.EVIDENCE: self.evidence,
            Stage.ANSWER: self.answer,
            Stage.SUPPORT: self.support,
        }

    def asking(self) -> dict[str, Asking]:
        """Return those that ask a model, by the name of their stage."""
        return {name: judge for name, judge in self._named().items() if isinstance(judge, Asking)}

    @property
    def asker(self) -> Asker | None:
        """What asks a model, of several the first; None where nothing does."""
        return next((judge.panel.asker for judge in self.asking().values()), None)

    def _named(self) -> dict[str, AnyJudge]:
        """Return each judge by the name of what it judges."""
        named: dict[str, AnyJudge] = {stage.value: judge for stage, judge in self.by_stage().items()}
        return named if self.relevance is None else named | {RELEVANCE: self.relevance}

    def identities(self) -> dict[str, str]:
        """Return what each stage is judged by, as exactly as a comparison needs it."""
        return {
            name: judge.panel.identity
            if isinstance(judge, Asking)
            else str(getattr(judge, "identity", type(judge).__name__))
            for name, judge in self._named().items()
        }

    def told(self, failed: Mapping[str, int], judged: Mapping[str, int]) -> dict[str, Judging]:
        """Return what was asked, by the name of what was judged; nothing of judges that compare strings.

        Args:
            failed: How often a judge failed.
            judged: How often it gave a judgement, or failed.
        """
        identities = self.identities()
        return {
            name: judge.panel.told()
            if isinstance(judge, Asking)
            else Judging(judge=identities[name], to_judge=judged[name], failed=failed[name])
            for name, judge in self._named().items()
            if not isinstance(judge, STRINGS)
        }

    @asynccontextmanager
    async def at_work(self) -> AsyncGenerator[None, None]:
        """Keep connections open between batches, and count from 0 what asking takes."""
        async with AsyncExitStack() as stack:
            if not self.never_wait:
                stack.enter_context(seldom_collected())
            for judge in self.asking().values():
                await stack.enter_async_context(judge.panel.asker)
                judge.panel.begin()
            yield

    @property
    def never_wait(self) -> bool:
        """Whether all of them compare strings, so that no event loop is needed to run them."""
        return all(isinstance(judge, STRINGS) for judge in self._named().values())


class Names(NamedTuple):
    """What is measured of every case, by name."""

    rankings: tuple[str, ...]
    scores: tuple[str, ...]  # of answers
    judged: tuple[str, ...] = ()  # of retrieved texts

    @property
    def all(self) -> tuple[str, ...]:
        """All of them, in the order in which they are reported."""
        return self.rankings + self.scores + self.judged


@dataclass(frozen=True, slots=True)
class Judged:
    """A batch with everything that is known of it."""

    results: list[CaseResult]  # (n,)
    metrics: Mapping[str, Floats]  # name → (n,), NaN where undefined
    reviewed: Reviewed | None = None  # what became of the reviews of its cases


async def judge_batch(
    noted: Noted,
    judges: Judges,
    metrics: Names,
    closed_book: Mapping[str, str | None] | None = None,
    reviews: Reviews | None = None,
) -> Judged:
    """Judge every case of a batch; no judge sees the verdict of another.

    Args:
        noted: The batch.
        judges: One for each stage.
        metrics: What to measure.
        closed_book: What the same generator answered without any context, by id.
        reviews: What people said; it counts before any judge.
    """
    batch = noted.batch
    asker = judges.asker
    held = None if reviews is None else reviews.held(batch)
    retrieval = await _verdicts(judges.retrieval, batch, asker)
    evidence = await _verdicts(judges.evidence, batch, asker, held)
    answer = await _verdicts(judges.answer, batch, asker, held)
    batch = replace(batch, abstained=_abstained(batch, answer))
    support = await _verdicts(judges.support, batch, asker, held)
    measured = measure(Rankings.gather(batch.hits, level=batch.settings.level), metrics.rankings)
    measured |= answer_scores(batch, metrics.scores)
    relevance: list[Relevance] = []
    if judges.relevance is not None:
        relevance = _one_each(await judges.relevance(batch), batch, RELEVANCE)
        scores = [math.nan if one.score is None else one.score for one in relevance]
        measured[RELEVANCE] = np.array(scores, dtype=np.float64)
    rows = _rows(measured, metrics.all, len(batch))
    each = zip(retrieval, evidence, answer, support, strict=True)
    results = [
        _result(batch, i, Verdicts(retrieval=r, evidence=e, answer=a, support=s), rows[i], noted.notes[i])
        for i, (r, e, a, s) in enumerate(each)
    ]
    if relevance:
        results = [
            msgspec.structs.replace(result, relevance=one)
            for result, one in zip(results, relevance, strict=True)
        ]
    if closed_book is not None:
        known = await _known(batch, judges, closed_book)
        results = [
            msgspec.structs.replace(result, known_without_retrieval=right)
            for result, right in zip(results, known, strict=True)
        ]
    return Judged(results, measured, None if held is None else held.reviewed)


async def _known(batch: Batch, judges: Judges, closed_book: Mapping[str, str | None]) -> list[bool | None]:
    """Tell of every case whether it is right without any context; None where that is not known."""
    traces = [
        Trace(id=case.id, answer=closed_book[case.id]) if case.id in closed_book else Trace(id=case.id)
        for case in batch.cases
    ]
    batch = replace(batch, traces=traces, abstained=[False] * len(traces))
    verdicts = await _verdicts(judges.answer, batch, judges.asker)
    return [
        None if verdict.outcome is Outcome.UNKNOWN else verdict.outcome is Outcome.PASS
        for verdict in verdicts
    ]


async def _verdicts(
    judge: Judge, batch: Batch, asker: Asker | None, held: Held | None = None
) -> list[Verdict]:
    if held is not None and held.is_of(judge.stage):
        return await held.verdicts(judge, batch, lambda judge, part: _verdicts(judge, part, asker))
    if asker is not None and isinstance(judge, STRINGS):
        return await judge_strings(judge, batch, asker)
    return _one_each(await judge(batch), batch, judge.stage)


def _one_each(given: list[T], batch: Batch, stage: str) -> list[T]:
    """Return what a judge gave, one for every case.

    Raises:
        ConfigError: There are more or fewer.
    """
    if len(given) != len(batch):
        raise ConfigError(
            f"the judge of {stage} gave {len(given)} verdicts for {len(batch)} cases; "
            "a judge gives one for every case, in order"
        )
    return given


def _abstained(batch: Batch, answer: Sequence[Verdict]) -> list[bool]:
    """Take the flag from answers that pass: the right answer to a question is no refusal.

    Where nothing can be answered, whoever accepts an answer says that it declines.
    """
    return [
        verdict.outcome is Outcome.PASS
        if verdict.method == PERSON and not case.answerable
        else declined and not (case.answerable and verdict.outcome is Outcome.PASS)
        for declined, case, verdict in zip(batch.abstained, batch.cases, answer, strict=True)
    ]


def _rows(measured: Mapping[str, Floats], names: Sequence[str], n: int) -> list[dict[str, float | None]]:
    """Turn columns into one mapping a case, None where a metric is undefined; equal rows are one object."""
    if not names:
        return [{}] * n
    matrix = np.column_stack([measured[name] for name in names])
    size = matrix.itemsize * len(names)
    data = matrix.tobytes()
    known: dict[bytes, dict[str, float | None]] = {}
    rows: list[dict[str, float | None]] = []
    for i in range(n):
        key = data[i * size : (i + 1) * size]
        row = known.get(key)
        if row is None:
            values = matrix[i].tolist()
            row = known[key] = {
                name: None if value != value else value  # noqa: PLR0124 - NaN alone differs from itself
                for name, value in zip(names, values, strict=True)
            }
        rows.append(row)
    return rows


def _result(
    batch: Batch, i: int, verdicts: Verdicts, metrics: dict[str, float | None], notes: tuple[str, ...]
) -> CaseResult:
    case, trace, abstained, settings = batch.cases[i], batch.traces[i], batch.abstained[i], batch.settings
    diagnosed = diagnose_verdicts(
        verdicts,
        answerable=case.answerable,
        abstained=abstained,
        doubt=Doubt.NONE if abstained else _doubt(case, trace, verdicts.answer),
    )
    return CaseResult(
        case=case,
        trace=trace,
        verdicts=verdicts,
        diagnosed=diagnosed,
        status=status(
            verdicts,
            answerable=case.answerable,
            abstained=abstained,
            tell_both_failed=settings.both_failed,
        ),
        abstained=abstained,
        metrics=metrics,
        notes=notes,
    )


def _doubt(case: Case, trace: Trace | RankedTrace, answer: Verdict) -> Doubt:
    """Say whether an answer that no pattern takes for a refusal may be one.

    Where the question can be answered, a refusal in words that no pattern knows is a wrong answer like any
    other, and what is to fix is the same.
    """
    detail = answer.detail
    if isinstance(detail, AnswerDetail) and detail.is_possibly_abstained:
        return Doubt.POSSIBLY_DECLINED
    if answer.method == PERSON:  # who judges an answer has seen whether it declines
        return Doubt.NONE
    if case.answerable or isinstance(trace, RankedTrace) or not isinstance(trace.answer, str):
        return Doubt.NONE
    return Doubt.NONE if is_bare_value(trace.answer) else Doubt.NO_SIGN
