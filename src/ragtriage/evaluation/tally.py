"""Tallies: counts and sums that grow with the cases, and take no room for any one of them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ragtriage.evaluation.moments import Moments
from ragtriage.metrics.intervals import Interval, wilson
from ragtriage.metrics.rankings import Floats
from ragtriage.model import (
    RELEVANCE,
    AnswerDetail,
    CaseResult,
    Cause,
    ClosedBook,
    Diagnosis,
    Fix,
    Mean,
    OpenGroup,
    Outcome,
    Rate,
    Relevance,
    Stage,
    State,
    Status,
    Summary,
)
from ragtriage.verdicts.evidence_from_answer import METHOD

__all__ = ["RateInterval", "Tally"]

RateInterval: TypeAlias = Callable[[int, int], Interval | None]  # of passed and judged

_SEED: Final = 20260101  # of the resampling; the same data give the same interval
_RECALL: Final = "recall, as judged"  # beside the metrics, among which it need not be


_Judged: TypeAlias = tuple[Outcome, bool, Cause | None]  # the bool: certain


class _Kind(NamedTuple):
    """What counts of one case; cases are many, and kinds few."""

    diagnosis: Diagnosis
    stage: Fix
    certain: bool
    status: Status
    known: bool | None  # whether the answer was right without any context
    state: State
    possible: tuple[Diagnosis, ...]
    possible_stages: tuple[Fix, ...]
    settled_by: tuple[Stage, ...]
    may_decline: bool
    retrieval: _Judged
    evidence: _Judged
    answer: _Judged
    support: _Judged


class Tally:
    """What `Summary` needs, taken in a batch at a time."""

    def __init__(
        self, metrics: Sequence[str], *, tells_both_failed: bool, interval: RateInterval = wilson
    ) -> None:
        self._n = 0
        self._from_answer = 0
        self._kinds: Counter[_Kind] = Counter()
        self._metrics = tuple(metrics)
        self._moments = Moments((*metrics, _RECALL))
        self._relevance: Counter[bool] = Counter()  # of judgements that were made, by whether they failed
        self._tells_both_failed = tells_both_failed
        self._interval = interval

    @property
    def n(self) -> int:
        """How many cases were taken in."""
        return self._n

    def add(self, results: Sequence[CaseResult], metrics: Mapping[str, Floats]) -> None:
        """Take in a batch: n results, and n values of each metric, NaN where undefined."""
        self._n += len(results)
        self._from_answer += sum(result.verdicts.evidence.method.startswith(METHOD) for result in results)
        self._kinds.update([_kind(result) for result in results])
        if RELEVANCE in self._metrics:
            self._relevance.update(
                _is_failed(result.relevance) for result in results if _is_judged(result.relevance)
            )
        recalls = [result.verdicts.retrieval.score for result in results]
        judged = np.array([math.nan if recall is None else recall for recall in recalls], dtype=np.float64)
        self._moments.add({**metrics, _RECALL: judged})

    def absorb(self, later: Tally) -> None:
        """Take in the tally of the cases that follow, of the same metrics; it stays as it is."""
        self._n += later._n
        self._from_answer += later._from_answer
        self._kinds.update(later._kinds)
        self._relevance.update(later._relevance)
        self._moments.absorb(later._moments)

    def judgements(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """Return by what was judged how many judgements failed, and how many were made or failed."""
        failed: dict[str, int] = dict.fromkeys(Stage, 0)
        judged: dict[str, int] = dict.fromkeys(Stage, 0)
        for kind, n in self._kinds.items():
            for stage, (outcome, _, cause) in _verdicts(kind).items():
                is_failed = cause is Cause.JUDGE_FAILED
                failed[stage] += is_failed * n
                # twice where a judge says that it failed, and yet passes or fails the case
                is_judged = cause is not Cause.NOT_APPLICABLE and outcome is not Outcome.UNKNOWN
                judged[stage] += (is_failed + is_judged) * n
        failed[RELEVANCE], judged[RELEVANCE] = self._relevance[True], self._relevance.total()
        return failed, judged

    def mean_recall(self) -> float | None:
        """Return the mean recall over the cases whose retrieval was judged; None when none was."""
        return self._moments.mean(_RECALL)

    def summary(self, set_aside: int = 0) -> Summary:
        """Return the summary of what was taken in."""
        diagnoses, stages = dict.fromkeys(Diagnosis, 0), dict.fromkeys(Fix, 0)
        certain, every_status = dict.fromkeys(Fix, 0), dict.fromkeys(Status, 0)
        verdicts = {stage: Counter[str]() for stage in Stage}
        shown, likely = dict.fromkeys(Fix, 0), dict.fromkeys(Fix, 0)
        open_called, open_possible = dict.fromkeys(Diagnosis, 0), dict.fromkeys(Diagnosis, 0)
        for kind, n in self._kinds.items():
            diagnoses[kind.diagnosis] += n
            stages[kind.stage] += n
            certain[kind.stage] += kind.certain * n
            every_status[kind.status] += n
            if kind.state is State.OPEN:
                open_called[kind.diagnosis] += n
                for diagnosis in {*kind.possible, kind.diagnosis}:
                    open_possible[diagnosis] += n
            else:
                (shown if kind.state is State.SHOWN else likely)[kind.stage] += n
            for stage, (outcome, is_certain, cause) in _verdicts(kind).items():
                verdicts[stage][cause if cause is Cause.NOT_APPLICABLE else outcome] += n
                if outcome is not Outcome.UNKNOWN and not is_certain:
                    verdicts[stage][_LIKELY[outcome]] += n
        if not self._tells_both_failed:
            del every_status[Status.BOTH_FAILED]
        return Summary(
            n=self._n,
            diagnoses={diagnosis.value: n for diagnosis, n in diagnoses.items()},
            stages={stage.value: n for stage, n in stages.items()},
            status={status.value: n for status, n in every_status.items()},
            metrics=self._means(),
            verdicts={stage: _rate(counts, self._interval) for stage, counts in verdicts.items()},
            set_aside=set_aside,
            closed_book=self._without_context(),
            certain={stage.value: n for stage, n in certain.items()},
            shown={stage.value: n for stage, n in shown.items()},
            likely={stage.value: n for stage, n in likely.items()},
            open=self._open(),
            from_answer=self._from_answer,
            open_possible={diagnosis.value: n for diagnosis, n in open_possible.items()},
            open_called={diagnosis.value: n for diagnosis, n in open_called.items()},
        )

    def _open(self) -> tuple[OpenGroup, ...]:
        """Return the open cases by what could settle them; each counts once, by the first that could."""
        cases = Counter[tuple[Stage, Cause, bool]]()
        could: defaultdict[tuple[Stage, Cause, bool], Counter[Fix]] = defaultdict(Counter)
        for kind, n in self._kinds.items():
            if kind.state is State.OPEN:
                group = _settled_by(kind)
                cases[group] += n
                for fix in kind.possible_stages:
                    could[group][fix] += n
        groups = [
            OpenGroup(
                stage=stage,
                cause=cause,
                cases=n,
                could={
                    fix.value: could[stage, cause, declined][fix]
                    for fix in Fix
                    if fix in could[stage, cause, declined]
                },
                declined=declined,
            )
            for (stage, cause, declined), n in cases.items()
        ]
        return tuple(
            sorted(groups, key=lambda group: (-group.cases, list(Stage).index(group.stage), group.cause))
        )

    def _means(self) -> dict[str, Mean]:
        """Return every mean with its interval."""
        intervals = self._moments.intervals(self._metrics, np.random.default_rng(_SEED))
        means: dict[str, Mean] = {}
        for name in self._metrics:
            interval = intervals[name]
            means[name] = Mean(
                mean=self._moments.mean(name),
                n=self._moments.n(name),
                low=None if interval is None else interval.low,
                high=None if interval is None else interval.high,
            )
        return means

    def _without_context(self) -> ClosedBook | None:
        known, passed = Counter[bool | None](), Counter[bool | None]()
        for kind, n in self._kinds.items():
            known[kind.known] += n
            passed[kind.known] += n * (kind.diagnosis is Diagnosis.PASSED)
        if not known[True] + known[False]:
            return None
        counts = Counter[str](
            {Outcome.PASS: known[True], Outcome.FAIL: known[False], Outcome.UNKNOWN: known[None]}
        )
        return ClosedBook(
            answer=_rate(counts, self._interval),
            passed=passed[True] + passed[False],
            passed_known=passed[True],
        )


def _kind(result: CaseResult) -> _Kind:
    diagnosed, verdicts = result.diagnosed, result.verdicts
    retrieval, evidence = verdicts.retrieval, verdicts.evidence
    answer, support = verdicts.answer, verdicts.support
    detail = answer.detail
    return _Kind(
        diagnosed.diagnosis,
        diagnosed.stage,
        diagnosed.certain,
        result.status,
        result.known_without_retrieval,
        diagnosed.state,
        diagnosed.possible,
        diagnosed.possible_stages,
        diagnosed.settled_by,
        isinstance(detail, AnswerDetail) and detail.is_possibly_abstained,
        (retrieval.outcome, retrieval.certain, retrieval.cause),
        (evidence.outcome, evidence.certain, evidence.cause),
        (answer.outcome, answer.certain, answer.cause),
        (support.outcome, support.certain, support.cause),
    )


# By what an open case may be settled, where several verdicts could: what costs least to learn comes first.
_EASIEST_FIRST: Final = (Stage.ANSWER, Stage.EVIDENCE, Stage.SUPPORT, Stage.RETRIEVAL)


def _settled_by(kind: _Kind) -> tuple[Stage, Cause, bool]:
    """Return the verdict that could settle an open case, why it is unknown, and if it may be a refusal."""
    verdicts = _verdicts(kind)
    stage = next((each for each in _EASIEST_FIRST if each in kind.settled_by), Stage.ANSWER)
    declined = stage is Stage.ANSWER and kind.may_decline
    return stage, verdicts[stage][2] or Cause.NOT_JUDGED, declined


def _is_failed(relevance: Relevance | None) -> bool:
    return relevance is not None and relevance.cause is Cause.JUDGE_FAILED


def _is_judged(relevance: Relevance | None) -> bool:
    """Whether a judgement was made, or failed."""
    return relevance is not None and (relevance.score is not None or _is_failed(relevance))


def _verdicts(kind: _Kind) -> dict[Stage, _Judged]:
    return {
        Stage.RETRIEVAL: kind.retrieval,
        Stage.EVIDENCE: kind.evidence,
        Stage.ANSWER: kind.answer,
        Stage.SUPPORT: kind.support,
    }


# The keys under which likely verdicts are counted beside the outcomes.
_LIKELY: Final = {Outcome.PASS: "likely pass", Outcome.FAIL: "likely fail"}


def _rate(counts: Counter[str], interval_of: RateInterval) -> Rate:
    passed, failed, unknown = counts[Outcome.PASS], counts[Outcome.FAIL], counts[Outcome.UNKNOWN]
    judged, applicable = passed + failed, passed + failed + unknown
    likely_pass, likely_fail = counts[_LIKELY[Outcome.PASS]], counts[_LIKELY[Outcome.FAIL]]
    interval = interval_of(passed, judged) if judged else None
    return Rate(
        passed=passed,
        fail=failed,
        unknown=unknown,
        not_applicable=counts[Cause.NOT_APPLICABLE],
        rate=passed / judged if judged else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        worst=(passed - likely_pass) / applicable if applicable else None,
        best=(passed + unknown + likely_fail) / applicable if applicable else None,
        likely_pass=likely_pass,
        likely_fail=likely_fail,
    )
