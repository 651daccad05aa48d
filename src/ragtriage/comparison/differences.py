"""Rows of a comparison: each number on both sides, their difference, and what it can show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import isnan, sqrt
from typing import Final

import numpy as np
from msgspec.structs import replace

from ragtriage.comparison.columns.clustered import ClusterSums
from ragtriage.comparison.columns.few_values import FewValues
from ragtriage.comparison.columns.sums import UNIT, Sums, exact_totals
from ragtriage.comparison.columns.tested import Asked, Found, Tested
from ragtriage.comparison.readings import Column, Readings, Unknowns, readings
from ragtriage.comparison.records import Bounds, Finding, Row
from ragtriage.metrics.intervals import MOST_RESAMPLED, Interval, mean_intervals, normal_interval
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import interval_over_clusters
from ragtriage.metrics.statistics.effects import hedges_g_of
from ragtriage.metrics.statistics.multiplicity import holm
from ragtriage.metrics.statistics.paired_shares import tango
from ragtriage.metrics.statistics.paired_tests import are_outcomes
from ragtriage.metrics.statistics.power import (
    detectable_mean_difference,
    detectable_one_way,
    detectable_share_difference,
)

__all__ = ["SIGNIFICANT", "Differences", "adjusted"]

SIGNIFICANT: Final = 0.05
_EXACT_POWER_UP_TO: Final = 500  # pairs; beyond, the normal approximation is as good and quicker
_BOOTSTRAP: Final = "bootstrap"


@dataclass(slots=True)
class _Number:
    """What is known of one column beside what its test needs."""

    baseline: int = 0  # the sum over the pairs, in units
    candidate: int = 0
    of_outcomes: bool = True
    is_known: bool = False  # of any case, on either side
    unknowns: Unknowns = field(default_factory=Unknowns)
    few: FewValues = field(default_factory=FewValues)  # the differences of the pairs

    def add(self, column: Column, differences: Floats, places: Ints) -> None:
        """Take in n cases, with their known differences and their places among all."""
        is_pair = ~np.isnan(differences)
        baseline, candidate = exact_totals(column.baseline[is_pair], column.candidate[is_pair])
        self.baseline += baseline
        self.candidate += candidate
        self.of_outcomes = self.of_outcomes and are_outcomes(column.baseline, column.candidate)
        nothing = np.isnan(column.baseline).all() and np.isnan(column.candidate).all()
        self.is_known = self.is_known or not nothing
        self.unknowns.add(column)
        self.few.add(differences[is_pair], places[is_pair])


class Differences:
    """Compares both sides of some columns, block by block.

    Pass or fail: exact McNemar with Tango's interval. Graded: the sign-flip test with a bootstrap interval
    of the mean difference, a normal one above 2,000 pairs. Where cases share a cluster, both: the sign-flip
    test over clusters with a cluster-robust interval. In whatever blocks the cases come, the rows are the
    same; only sums over clusters may round otherwise.

    Args:
        names: Of the columns.
        clusters: How many clusters at most the cases come in; None: all of them are independent.
    """

    def __init__(self, names: Sequence[str], clusters: int | None = None) -> None:
        self._names = tuple(names)
        self._numbers = [_Number() for _ in names]
        self._tested = Tested(len(names), clusters)

    def add(self, columns: Iterable[Column], places: Ints, clusters: Ints | None = None) -> None:
        """Take in n cases; a column is let go before the next is taken.

        Args:
            columns: Of length n, one a name.
            places: (n,), of the cases among all, by which they are put in order.
            clusters: (n,), equal numbers for cases that are not independent.
        """
        self._tested.add(self._read(columns, places), clusters)

    def _read(self, columns: Iterable[Column], places: Ints) -> Iterator[Readings]:
        for number, column in zip(self._numbers, columns, strict=True):
            found = readings(column)
            number.add(column, found.known, places)
            yield found

    def rows(self, *, seed: int = 0) -> list[Row]:
        """Return a row for each name; p is not adjusted yet, see `adjusted`.

        Args:
            seed: Of the flips and of the resampling.
        """
        found = self._tested.found([self._asked(place) for place in range(len(self._names))], seed=seed)
        rows = [self._row(place, each) for place, each in enumerate(found)]
        resampled = {
            row.name: few
            for row, number, each in zip(rows, self._numbers, found, strict=True)
            if row.n and each.clusters is None and not number.of_outcomes
            if (few := number.few.in_order()) is not None
        }
        intervals = mean_intervals(resampled, np.random.default_rng(seed))
        return [
            _with_interval(row, intervals[row.name], _BOOTSTRAP) if row.name in intervals else row
            for row in rows
        ]

    def _asked(self, place: int) -> Asked:
        """Ask for the reading that is worst for what the known pairs seem to show, where it is needed."""
        number, read = self._numbers[place], self._tested.read(place)
        if read is None or read[0].sums.n == 0 or not number.unknowns.forbid:
            return Asked(number.of_outcomes, None)
        return Asked(number.of_outcomes, self._tested.known(place).sums.total > 0)

    def _row(self, place: int, found: Found) -> Row:
        number, sums = self._numbers[place], self._tested.known(place).sums
        n = sums.n
        row = Row(
            name=self._names[place],
            n=n,
            baseline=number.baseline / (n * UNIT) if n else None,
            candidate=number.candidate / (n * UNIT) if n else None,
            wins=sums.above,
            ties=n - sums.above - sums.below,
            losses=sums.below,
            difference=sums.mean if n else None,
            low=None,
            high=None,
            interval=None,
            p=None,
            p_adjusted=None,
            smallest_p=None,
            test="none: no pair is known",
            effect=_number(hedges_g_of(sums.mean, sqrt(sums.variance), n)),
            detectable=None,
            clusters=None,
            bounds=self._bounds(place, found),
            finding=Finding.NOT_SHOWN,
        )
        if found.test is None:
            return row
        test = found.test
        row = replace(row, p=test.p, smallest_p=test.smallest_p, test=test.method)
        if found.clusters is not None:
            return _over_clusters(row, sums, found.clusters)
        if number.of_outcomes:
            return replace(
                _with_interval(row, tango(sums.above, sums.below, n), "Tango"),
                detectable=_detectable_share((sums.above + sums.below) / n, n),
            )
        row = replace(row, detectable=_number(detectable_mean_difference(sqrt(sums.variance), n)) or None)
        if n <= MOST_RESAMPLED:
            return row
        return _with_interval(row, normal_interval(n, sums.total / UNIT, sums.squares / UNIT), "normal")

    def _bounds(self, place: int, found: Found) -> Bounds | None:
        """Return what the unknowns could do, and p of the reading that is worst, where it counts."""
        number, read = self._numbers[place], self._tested.read(place)
        unknowns = number.unknowns
        if not any(unknowns.counts):
            return None
        worst, best = (None, None) if read is None or read[0].sums.n == 0 else read
        p = 1.0 if unknowns.forbid and worst is None else None
        # Known on one side alone is told as a doubt; known on neither is no number of this comparison.
        if found.doubt is not None and number.is_known:
            p = found.doubt.p
        return Bounds(
            baseline=unknowns.counts[0],
            candidate=unknowns.counts[1],
            worst=None if worst is None else worst.sums.mean,
            best=None if best is None else best.sums.mean,
            p=p,
        )


def _over_clusters(row: Row, sums: Sums, groups: ClusterSums) -> Row:
    """Return the row of cases that hang together, with what their clusters tell."""
    error = groups.standard_error()
    interval = interval_over_clusters(sums.mean, error, groups.count)
    return replace(
        _with_interval(row, interval, "cluster-robust"),
        clusters=groups.count,
        detectable=_number(detectable_mean_difference(error * sqrt(sums.n), sums.n)) or None,
    )


def adjusted(rows: Sequence[Row]) -> list[Row]:
    """Adjust p by Holm over all rows that have one, and say what each row shows.

    A row whose unknowns are many or unequal shows something only if the reading that is worst for it does.
    """
    places = [i for i, row in enumerate(rows) if row.p is not None]
    ps = [p for row in rows if (p := row.p) is not None]
    doubted = [
        p if (bounds := rows[i].bounds) is None or bounds.p is None else bounds.p
        for i, p in zip(places, ps, strict=True)
    ]
    done = list(rows)
    for i, p, worst in zip(places, holm(ps), holm(doubted), strict=True):
        done[i] = replace(rows[i], p_adjusted=p, finding=_finding(rows[i], max(p, worst)))
    return done


def _finding(row: Row, p: float) -> Finding:
    if row.difference is None or row.difference == 0 or p > SIGNIFICANT:
        return Finding.NOT_SHOWN
    is_better = row.difference > 0
    if row.bounds is not None and row.bounds.p is not None:
        against = row.bounds.worst if is_better else row.bounds.best
        if against is None or (against > 0) is not is_better:
            return Finding.NOT_SHOWN
    return Finding.BETTER if is_better else Finding.WORSE


def _with_interval(row: Row, interval: Interval | None, method: str) -> Row:
    if interval is None:
        return row
    return replace(row, low=interval.low, high=interval.high, interval=method)


def _detectable_share(changed: float, n: int) -> float | None:
    """Return what could have been seen if as many cases change as did, or, where that is too few, more."""
    if n > _EXACT_POWER_UP_TO:
        # One way, the number of cases that must change hardly depends on n.
        one_way = detectable_one_way(_EXACT_POWER_UP_TO) * _EXACT_POWER_UP_TO / n
        return max(one_way, detectable_mean_difference(sqrt(changed), n))
    found = detectable_share_difference(n, changed) if changed else float("nan")
    return _number(detectable_one_way(n) if isnan(found) else found)


def _number(value: float) -> float | None:
    """Return None for what is undefined, as records hold it."""
    return None if isnan(value) else value
