"""Rows of a comparison: each number on both sides, their difference, and what it can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isnan, sqrt
from typing import Final

import numpy as np
from msgspec.structs import replace

from ragtriage.comparison.clusters import standard_error
from ragtriage.comparison.records import Bounds, Finding, Row
from ragtriage.comparison.unknowns import Column
from ragtriage.metrics.intervals import MOST_RESAMPLED, Interval, mean_intervals, normal_interval
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import cluster_count, interval_over_clusters
from ragtriage.metrics.statistics.effects import hedges_g
from ragtriage.metrics.statistics.multiplicity import holm
from ragtriage.metrics.statistics.paired_shares import tango
from ragtriage.metrics.statistics.paired_tests import PairedTests, are_outcomes
from ragtriage.metrics.statistics.power import (
    detectable_mean_difference,
    detectable_one_way,
    detectable_share_difference,
)
from ragtriage.metrics.statistics.sums import UNIT, Sums, exact_mean

__all__ = ["SIGNIFICANT", "adjusted", "differences"]

SIGNIFICANT: Final = 0.05
_EXACT_POWER_UP_TO: Final = 500  # pairs; beyond, the normal approximation is as good and quicker
_BOOTSTRAP: Final = "bootstrap"


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row that waits for what is worked out for all columns together."""

    row: Row
    test: int | None  # where its test stands among all; None without pairs
    doubt: int | None  # where the test of the reading that is worst for it stands; None where none is needed


def differences(columns: Iterable[Column], clusters: Ints | None = None, *, seed: int = 0) -> list[Row]:
    """Compare both sides of each column; a column is let go before the next is taken.

    Pass or fail: exact McNemar with Tango's interval. Graded: the sign-flip test with a bootstrap interval
    of the mean difference, a normal one above 2,000 pairs. Where cases share a cluster, both: the sign-flip
    test over clusters with a cluster-robust interval. The rows are not adjusted yet; see `adjusted`.

    Args:
        columns: Of equal length n.
        clusters: (n,), equal numbers for cases that are not independent; None: all of them are.
        seed: Of the flips and of the resampling.
    """
    tests = PairedTests(clusters, seed=seed)
    resampled: dict[str, Floats] = {}
    drafts = [_draft(column, tests, resampled) for column in columns]
    results = tests.results()
    intervals = mean_intervals(resampled, np.random.default_rng(seed))
    rows: list[Row] = []
    for draft in drafts:
        row = draft.row
        if draft.test is not None:
            test = results[draft.test]
            row = replace(row, p=test.p, smallest_p=test.smallest_p, test=test.method)
        if draft.doubt is not None and row.bounds is not None:
            row = replace(row, bounds=replace(row.bounds, p=results[draft.doubt].p))
        if row.name in intervals:
            row = _with_interval(row, intervals[row.name], _BOOTSTRAP)
        rows.append(row)
    return rows


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


def _draft(column: Column, tests: PairedTests, resampled: dict[str, Floats]) -> _Draft:
    """Work out what one column can be told alone; register its tests, and its differences if few."""
    difference = column.candidate - column.baseline
    is_known = ~np.isnan(difference)
    known = difference[is_known]
    sums, n = Sums.of(known), len(known)
    of_outcomes = are_outcomes(column.baseline, column.candidate)
    bounds, doubt = _bounds(column, sums, tests, of_outcomes=of_outcomes)
    row = Row(
        name=column.name,
        n=n,
        baseline=exact_mean(column.baseline[is_known]) if n else None,
        candidate=exact_mean(column.candidate[is_known]) if n else None,
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
        effect=_number(hedges_g(sums.mean, sqrt(sums.variance), n)),
        detectable=None,
        clusters=None,
        bounds=bounds,
        finding=Finding.NOT_SHOWN,
    )
    if n == 0:
        return _Draft(row, None, doubt)
    test = tests.add(difference, of_outcomes=of_outcomes)
    groups = tests.groups(is_known)
    if groups is not None:
        return _Draft(_over_clusters(row, known, groups), test, doubt)
    if of_outcomes:
        row = replace(
            _with_interval(row, tango(sums.above, sums.below, n), "Tango"),
            detectable=_detectable_share((sums.above + sums.below) / n, n),
        )
        return _Draft(row, test, doubt)
    row = replace(row, detectable=_number(detectable_mean_difference(sqrt(sums.variance), n)) or None)
    if n <= MOST_RESAMPLED:
        resampled[row.name] = known
    else:
        interval = normal_interval(n, sums.total / UNIT, sums.squares / UNIT)
        row = _with_interval(row, interval, "normal")
    return _Draft(row, test, doubt)


def _bounds(
    column: Column, known: Sums, tests: PairedTests, *, of_outcomes: bool
) -> tuple[Bounds | None, int | None]:
    """Return what the unknowns could do, and where the test of the worst reading stands if one is needed.

    That is the reading that is worst for what the known pairs seem to show.
    """
    baseline, candidate = column.unknown_counts
    if not (baseline or candidate):
        return None, None
    readings, is_doubted = column.readings(), column.unknowns_forbid
    bounds = Bounds(
        baseline=baseline,
        candidate=candidate,
        worst=None if readings is None else Sums.of(readings.worst).mean,
        best=None if readings is None else Sums.of(readings.best).mean,
        p=1.0 if is_doubted and readings is None else None,
    )
    # Known on one side alone is told as a doubt; known on neither is no number of this comparison.
    is_number = not (np.isnan(column.baseline).all() and np.isnan(column.candidate).all())
    if readings is None or not is_doubted or not is_number:
        return bounds, None
    against = readings.worst if known.total > 0 else readings.best
    return bounds, tests.add(against, of_outcomes=of_outcomes)


def _over_clusters(row: Row, known: Floats, groups: Ints) -> Row:
    """Return the row of cases that hang together, with what their clusters tell."""
    error, count = standard_error(known, groups), cluster_count(groups)
    interval = interval_over_clusters(exact_mean(known), error, count)
    return replace(
        _with_interval(row, interval, "cluster-robust"),
        clusters=count,
        detectable=_number(detectable_mean_difference(error * sqrt(row.n), row.n)) or None,
    )


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
    share = detectable_share_difference(n, changed) if changed else float("nan")
    return _number(detectable_one_way(n) if isnan(share) else share)


def _number(value: float) -> float | None:
    """Return None for what is undefined, as records hold it."""
    return None if isnan(value) else value
