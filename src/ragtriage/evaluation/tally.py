"""Tallies: counts and sums that grow with the cases, and take no room for any one of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from ragtriage.evaluation.moments import Moments
from ragtriage.metrics.intervals import Interval, wilson
from ragtriage.metrics.rankings import Floats
from ragtriage.model import (
    CaseResult,
    Cause,
    ClosedBook,
    Diagnosis,
    Fix,
    Mean,
    Outcome,
    Rate,
    Stage,
    Status,
    Summary,
    Verdict,
)

__all__ = ["RateInterval", "Tally"]

RateInterval: TypeAlias = Callable[[int, int], Interval | None]  # of passed and judged

_SEED: Final = 20260101  # of the resampling; the same data give the same interval
_RECALL: Final = "recall, as judged"  # beside the metrics, among which it need not be


class Tally:
    """What `Summary` needs, taken in a batch at a time."""

    def __init__(
        self, metrics: Sequence[str], *, tells_both_failed: bool, interval: RateInterval = wilson
    ) -> None:
        self._n = 0
        self._diagnoses: Counter[Diagnosis] = Counter()
        self._stages: Counter[Fix] = Counter()
        self._certain: Counter[Fix] = Counter()
        self._status: Counter[Status] = Counter()
        self._verdicts: dict[Stage, Counter[str]] = {stage: Counter() for stage in Stage}
        self._metrics = tuple(metrics)
        self._moments = Moments((*metrics, _RECALL))
        self._failed: Counter[Stage] = Counter()
        self._tells_both_failed = tells_both_failed
        self._interval = interval
        self._closed_book: Counter[bool | None] = Counter()
        self._passed_closed_book: Counter[bool | None] = Counter()

    @property
    def n(self) -> int:
        """How many cases were taken in."""
        return self._n

    def add(self, results: Sequence[CaseResult], metrics: Mapping[str, Floats]) -> None:
        """Take in a batch: n results, and n values of each metric, NaN where undefined."""
        self._n += len(results)
        self._diagnoses.update([result.diagnosed.diagnosis for result in results])
        self._stages.update([result.diagnosed.stage for result in results])
        self._certain.update([result.diagnosed.stage for result in results if result.diagnosed.certain])
        self._status.update([result.status for result in results])
        verdicts = [result.verdicts for result in results]
        self._count(Stage.RETRIEVAL, [each.retrieval for each in verdicts])
        self._count(Stage.EVIDENCE, [each.evidence for each in verdicts])
        self._count(Stage.ANSWER, [each.answer for each in verdicts])
        self._count(Stage.SUPPORT, [each.support for each in verdicts])
        recalls = [each.retrieval.score for each in verdicts]
        judged = np.array([math.nan if recall is None else recall for recall in recalls], dtype=np.float64)
        self._moments.add({**metrics, _RECALL: judged})
        known = [result.known_without_retrieval for result in results]
        self._closed_book.update(known)
        self._passed_closed_book.update(
            [
                right
                for right, result in zip(known, results, strict=True)
                if result.diagnosed.diagnosis is Diagnosis.PASSED
            ]
        )

    def absorb(self, later: Tally) -> None:
        """Take in the tally of the cases that follow, of the same metrics; it stays as it is."""
        self._n += later._n
        self._diagnoses.update(later._diagnoses)
        self._stages.update(later._stages)
        self._certain.update(later._certain)
        self._status.update(later._status)
        self._failed.update(later._failed)
        self._closed_book.update(later._closed_book)
        self._passed_closed_book.update(later._passed_closed_book)
        for stage, counts in self._verdicts.items():
            counts.update(later._verdicts[stage])
        self._moments.absorb(later._moments)

    def _count(self, stage: Stage, verdicts: Sequence[Verdict]) -> None:
        self._verdicts[stage].update(
            [
                Cause.NOT_APPLICABLE if verdict.cause is Cause.NOT_APPLICABLE else verdict.outcome
                for verdict in verdicts
            ]
        )
        self._failed[stage] += sum(verdict.cause is Cause.JUDGE_FAILED for verdict in verdicts)

    def judgements(self) -> tuple[Mapping[Stage, int], Mapping[Stage, int]]:
        """Return by stage how many judgements failed, and how many were made or failed."""
        judged = {
            stage: counts[Outcome.PASS] + counts[Outcome.FAIL] + self._failed[stage]
            for stage, counts in self._verdicts.items()
        }
        return self._failed, judged

    def mean_recall(self) -> float | None:
        """Return the mean recall over the cases whose retrieval was judged; None when none was."""
        return self._moments.mean(_RECALL)

    def summary(self, set_aside: int = 0) -> Summary:
        """Return the summary of what was taken in."""
        statuses = [
            status for status in Status if self._tells_both_failed or status is not Status.BOTH_FAILED
        ]
        return Summary(
            n=self._n,
            diagnoses={diagnosis: self._diagnoses[diagnosis] for diagnosis in Diagnosis},
            stages={stage: self._stages[stage] for stage in Fix},
            status={status: self._status[status] for status in statuses},
            metrics=self._means(),
            verdicts={stage: _rate(counts, self._interval) for stage, counts in self._verdicts.items()},
            set_aside=set_aside,
            closed_book=self._without_context(),
            certain={stage: self._certain[stage] for stage in Fix},
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
        right, wrong = self._closed_book[True], self._closed_book[False]
        if not right + wrong:
            return None
        counts = Counter[str](
            {Outcome.PASS: right, Outcome.FAIL: wrong, Outcome.UNKNOWN: self._closed_book[None]}
        )
        passed = self._passed_closed_book
        return ClosedBook(
            answer=_rate(counts, self._interval),
            passed=passed[True] + passed[False],
            passed_known=passed[True],
        )


def _rate(counts: Counter[str], interval_of: RateInterval) -> Rate:
    passed, failed, unknown = counts[Outcome.PASS], counts[Outcome.FAIL], counts[Outcome.UNKNOWN]
    judged, applicable = passed + failed, passed + failed + unknown
    interval = interval_of(passed, judged) if judged else None
    return Rate(
        passed=passed,
        fail=failed,
        unknown=unknown,
        not_applicable=counts[Cause.NOT_APPLICABLE],
        rate=passed / judged if judged else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        worst=passed / applicable if applicable else None,
        best=(passed + unknown) / applicable if applicable else None,
    )
