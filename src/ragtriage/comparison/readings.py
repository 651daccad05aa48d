"""Readings of unknowns: what a difference would be if they had turned out for one side or the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.rankings import Floats

__all__ = ["Bools", "Column", "Reading", "worst_reading"]

Bools = NDArray[np.bool_]

_MANY: Final = 0.10  # unknown among a side's cases
_UNEQUAL: Final = 0.05  # between the sides


@dataclass(frozen=True, slots=True)
class Column:
    """One number on both sides, case by case."""

    name: str
    baseline: Floats  # (n,); NaN where it is not known
    candidate: Floats  # (n,); likewise
    unknown_baseline: Bools  # (n,); true where it applies and is not known
    unknown_candidate: Bools  # (n,); likewise
    ends: tuple[float, float] | None  # of the scale; None where it has none


@dataclass(frozen=True, slots=True)
class Reading:
    """What the unknowns of a column could do to its mean difference."""

    unknown_baseline: int
    unknown_candidate: int
    forbids: bool  # whether they are so many, or so unequal, that the known alone prove nothing
    worst: float | None  # difference at which the candidate looks worst; None where the scale has no ends
    best: float | None
    against: Floats | None  # (n,) differences in the reading that is worst for what the known ones show


def worst_reading(column: Column) -> Reading:
    """Read the unknowns of each side once for the candidate and once against it.

    >>> known = np.array([1.0, 0.0, 1.0, np.nan])
    >>> none, last = np.zeros(4, bool), np.array([False, False, False, True])
    >>> reading = worst_reading(Column("answer", known, np.ones(4), last, none, (0.0, 1.0)))
    >>> reading.worst, reading.best, reading.forbids
    (0.25, 0.5, True)
    """
    lost_baseline, lost_candidate = column.unknown_baseline, column.unknown_candidate
    baseline, candidate = int(lost_baseline.sum()), int(lost_candidate.sum())
    applies_baseline = ~np.isnan(column.baseline) | lost_baseline
    applies_candidate = ~np.isnan(column.candidate) | lost_candidate
    shares = [
        lost / max(1, int(applies.sum()))
        for lost, applies in ((baseline, applies_baseline), (candidate, applies_candidate))
    ]
    forbids = max(shares) > _MANY or abs(shares[0] - shares[1]) > _UNEQUAL
    if column.ends is None:
        return Reading(baseline, candidate, forbids, None, None, None)
    low, high = column.ends

    def read(of_baseline: float, of_candidate: float) -> Floats:
        return np.where(lost_candidate, of_candidate, column.candidate) - np.where(
            lost_baseline, of_baseline, column.baseline
        )

    worst, best = read(high, low), read(low, high)
    known = column.candidate - column.baseline
    if np.isnan(worst).all():
        return Reading(baseline, candidate, forbids, None, None, None)
    seems_better = not np.isnan(known).all() and float(np.nansum(known)) > 0
    return Reading(
        unknown_baseline=baseline,
        unknown_candidate=candidate,
        forbids=forbids,
        worst=float(np.nanmean(worst)),
        best=float(np.nanmean(best)),
        against=worst if seems_better else best,
    )
