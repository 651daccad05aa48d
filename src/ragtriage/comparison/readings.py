"""Readings of unknowns: what a difference would be if they had turned out for one side or the other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.rankings import Floats

__all__ = ["Bools", "Column", "Readings", "Unknowns", "readings"]

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


class Readings(NamedTuple):
    """Differences, candidate less baseline; NaN where there is none."""

    known: Floats  # (n,), of the pairs that are known
    worst: Floats | None  # (n,), every unknown read against the candidate; None where nothing is unknown
    best: Floats | None  # (n,), every unknown read for it; likewise


def readings(column: Column) -> Readings:
    """Read the unknowns of each side once against the candidate and once for it.

    Both are the known differences where nothing is unknown, and nothing where the scale has no ends.

    >>> known = np.array([1.0, 0.0, 1.0, np.nan])
    >>> none, last = np.zeros(4, bool), np.array([False, False, False, True])
    >>> found = readings(Column("answer", known, np.ones(4), last, none, (0.0, 1.0)))
    >>> found.worst.tolist(), found.best.tolist()
    ([0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0])
    """
    known = column.candidate - column.baseline
    if column.ends is None or not (column.unknown_baseline.any() or column.unknown_candidate.any()):
        return Readings(known, None, None)
    low, high = column.ends

    def read(of_baseline: float, of_candidate: float) -> Floats:
        return np.where(column.unknown_candidate, of_candidate, column.candidate) - np.where(
            column.unknown_baseline, of_baseline, column.baseline
        )

    return Readings(known, read(high, low), read(low, high))


@dataclass(slots=True)
class Unknowns:
    """How many cases of a column are unknown on each side, of those to which it applies.

    >>> unknowns = Unknowns()
    >>> known, none = np.array([1.0, 0.0, 1.0, np.nan]), np.zeros(4, bool)
    >>> unknowns.add(Column("answer", known, np.ones(4), np.isnan(known), none, (0.0, 1.0)))
    >>> unknowns.counts, unknowns.forbid
    ([1, 0], True)
    """

    counts: list[int] = field(default_factory=lambda: [0, 0])  # of the baseline, of the candidate
    apply: list[int] = field(default_factory=lambda: [0, 0])  # likewise

    def add(self, column: Column) -> None:
        """Take in some cases."""
        for side, (values, unknown) in enumerate(
            (
                (column.baseline, column.unknown_baseline),
                (column.candidate, column.unknown_candidate),
            )
        ):
            self.counts[side] += int(np.count_nonzero(unknown))
            self.apply[side] += int(np.count_nonzero(~np.isnan(values) | unknown))

    @property
    def forbid(self) -> bool:
        """Whether they are so many, or so unequal, that the known alone prove nothing."""
        shares = [count / max(1, apply) for count, apply in zip(self.counts, self.apply, strict=True)]
        return max(shares) > _MANY or abs(shares[0] - shares[1]) > _UNEQUAL
