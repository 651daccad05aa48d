"""Flips: which cases changed, stage by stage and from one diagnosis to another."""

from __future__ import annotations

from typing import Final

import numpy as np

from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.readings import Bools
from ragtriage.comparison.records import Flips, Moved
from ragtriage.comparison.sides import DIAGNOSES

__all__ = ["crossed", "flips", "moved"]

_KEPT: Final = 1_000  # ids; the count is always whole


def flips(paired: Paired, name: str) -> Flips:
    """Return which cases failed and now pass, and the other way round; unknown is neither."""
    one, other = paired.baseline.column(name), paired.candidate.column(name)
    fixed, broken = (one == 0) & (other == 1), (one == 1) & (other == 0)
    return Flips(
        fixed_count=int(fixed.sum()),
        broken_count=int(broken.sum()),
        fixed=_ids(paired.baseline.ids, fixed),
        broken=_ids(paired.baseline.ids, broken),
    )


def crossed(paired: Paired) -> dict[str, dict[str, int]]:
    """Count the cases by diagnosis of the baseline, then of the candidate; only what occurs."""
    size = len(DIAGNOSES)
    codes = paired.baseline.diagnoses.astype(np.int64) * size + paired.candidate.diagnoses
    counts = np.bincount(codes, minlength=size * size).reshape(size, size)
    return {
        str(one): {str(other): int(count) for other, count in zip(DIAGNOSES, row, strict=True) if count}
        for one, row in zip(DIAGNOSES, counts.tolist(), strict=True)
        if any(row)
    }


def moved(paired: Paired) -> list[Moved]:
    """Return the cases whose diagnosis changed, the largest groups first."""
    one, other = paired.baseline.diagnoses, paired.candidate.diagnoses
    groups: list[Moved] = []
    for i in range(len(DIAGNOSES)):
        for j in range(len(DIAGNOSES)):
            both = (one == i) & (other == j)
            if i != j and both.any():
                groups.append(
                    Moved(
                        baseline=DIAGNOSES[i],
                        candidate=DIAGNOSES[j],
                        count=int(both.sum()),
                        ids=_ids(paired.baseline.ids, both),
                    )
                )
    return sorted(groups, key=lambda group: -group.count)


def _ids(ids: list[str], where: Bools) -> tuple[str, ...]:
    places: list[int] = np.flatnonzero(where)[:_KEPT].tolist()
    return tuple([ids[place] for place in places])
