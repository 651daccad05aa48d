"""Unknowns: what a difference would be if they had turned out for one side or the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.rankings import Floats

__all__ = ["Bools", "Column", "Readings"]

Bools = NDArray[np.bool_]

_MANY: Final = 0.10  # unknown among a side's cases
_UNEQUAL: Final = 0.05  # between the sides


class Readings(NamedTuple):
    """Differences with every unknown read one way; NaN where there is none."""

    worst: Floats  # (n,), against the candidate
    best: Floats  # (n,), for it


@dataclass(frozen=True, slots=True)
class Column:
    """One number on both sides, case by case."""

    name: str
    baseline: Floats  # (n,); NaN where it is not known
    candidate: Floats  # (n,); likewise
    unknown_baseline: Bools  # (n,); true where it applies and is not known
    unknown_candidate: Bools  # (n,); likewise
    ends: tuple[float, float] | None  # of the scale; None where it has none

    @property
    def unknown_counts(self) -> tuple[int, int]:
        """How many cases are unknown on each side, of those to which the number applies."""
        return int(self.unknown_baseline.sum()), int(self.unknown_candidate.sum())

    @property
    def unknowns_forbid(self) -> bool:
        """Whether the unknowns are so many, or so unequal, that the known alone prove nothing."""
        applies = (
            ~np.isnan(self.baseline) | self.unknown_baseline,
            ~np.isnan(self.candidate) | self.unknown_candidate,
        )
        one, other = (
            count / max(1, int(where.sum()))
            for count, where in zip(self.unknown_counts, applies, strict=True)
        )
        return max(one, other) > _MANY or abs(one - other) > _UNEQUAL

    def readings(self) -> Readings | None:
        """Read the unknowns of each side once against the candidate and once for it.

        None where nothing is unknown, the scale has no ends, or nothing is left to compare.

        >>> known = np.array([1.0, 0.0, 1.0, np.nan])
        >>> none, last = np.zeros(4, bool), np.array([False, False, False, True])
        >>> readings = Column("answer", known, np.ones(4), last, none, (0.0, 1.0)).readings()
        >>> readings.worst.tolist(), readings.best.tolist()
        ([0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0])
        """
        if self.ends is None or not any(self.unknown_counts):
            return None
        low, high = self.ends
        worst = self._read(high, low)
        return None if np.isnan(worst).all() else Readings(worst, self._read(low, high))

    def _read(self, of_baseline: float, of_candidate: float) -> Floats:
        return np.where(self.unknown_candidate, of_candidate, self.candidate) - np.where(
            self.unknown_baseline, of_baseline, self.baseline
        )
