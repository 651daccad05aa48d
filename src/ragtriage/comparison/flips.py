"""Flips: which cases changed, stage by stage and from one diagnosis to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ragtriage.comparison.columns.first_cases import FirstCases
from ragtriage.comparison.joining.pairing import Paired
from ragtriage.comparison.readings import Bools
from ragtriage.comparison.records import Flips, Moved
from ragtriage.comparison.sides import DIAGNOSES
from ragtriage.metrics.rankings import Floats, Ints

__all__ = ["Flipped", "Moves", "named_cases"]

_KEPT: Final = 1_000  # ids; the count is always whole
_SIZE: Final = len(DIAGNOSES)


def named_cases() -> FirstCases:
    """Return a count of cases that keeps the first thousand ids."""
    return FirstCases(_KEPT)


class Flipped:
    """Which cases failed and now pass, and the other way round."""

    def __init__(self) -> None:
        self._fixed, self._broken, self._lost = (named_cases() for _ in range(3))

    def add(
        self, ids: Sequence[str], places: Ints, baseline: Floats, candidate: Floats, unknown: Bools
    ) -> None:
        """Take in n cases.

        Args:
            ids: (n,).
            places: (n,), among all cases.
            baseline: (n,), 1 for a pass and 0 for a fail.
            candidate: (n,), likewise.
            unknown: (n,), where the candidate's outcome applies and is not known.
        """
        self._fixed.add(ids, places, (baseline == 0) & (candidate == 1))
        self._broken.add(ids, places, (baseline == 1) & (candidate == 0))
        self._lost.add(ids, places, (baseline == 1) & unknown)

    def flips(self) -> Flips:
        """Return what was found."""
        return Flips(
            fixed_count=self._fixed.count,
            broken_count=self._broken.count,
            fixed=self._fixed.ids,
            broken=self._broken.ids,
            lost_count=self._lost.count,
            lost=self._lost.ids,
        )


class Moves:
    """Cases by their diagnosis in the baseline and in the candidate."""

    def __init__(self) -> None:
        self._counts = np.zeros((_SIZE, _SIZE), np.int64)
        self._moved: dict[int, FirstCases] = {}

    def add(self, paired: Paired) -> None:
        """Take in some cases."""
        one, other = paired.baseline.diagnoses, paired.candidate.diagnoses
        codes = one.astype(np.int64) * _SIZE + other
        counts = np.bincount(codes, minlength=_SIZE * _SIZE)
        self._counts += counts.reshape(_SIZE, _SIZE)
        for code in np.flatnonzero(counts).tolist():
            if code // _SIZE != code % _SIZE:
                moved = self._moved.setdefault(code, named_cases())
                moved.add(paired.baseline.ids, paired.baseline.places, codes == code)

    def crossed(self) -> dict[str, dict[str, int]]:
        """Count the cases by diagnosis of the baseline, then of the candidate; only what occurs."""
        return {
            str(one): {str(other): count for other, count in zip(DIAGNOSES, row, strict=True) if count}
            for one, row in zip(DIAGNOSES, self._counts.tolist(), strict=True)
            if any(row)
        }

    def moved(self) -> list[Moved]:
        """Return the cases whose diagnosis changed, the largest groups first."""
        groups = [
            Moved(
                baseline=DIAGNOSES[code // _SIZE],
                candidate=DIAGNOSES[code % _SIZE],
                count=found.count,
                ids=found.ids,
            )
            for code, found in sorted(self._moved.items())
        ]
        return sorted(groups, key=lambda group: -group.count)
