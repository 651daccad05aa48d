"""Flips: which cases changed, stage by stage and from one diagnosis to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.readings import Bools
from ragtriage.comparison.records import Flips, Moved
from ragtriage.comparison.sides import DIAGNOSES
from ragtriage.metrics.rankings import Floats

__all__ = ["crossed", "flips", "kept_ids", "moved"]

_KEPT: Final = 1_000  # ids; the count is always whole


def flips(ids: Sequence[str], baseline: Floats, candidate: Floats, unknown: Bools) -> Flips:
    """Return which cases failed and now pass, and the other way round.

    Args:
        ids: (n,).
        baseline: (n,), 1 for a pass and 0 for a fail.
        candidate: (n,), likewise.
        unknown: (n,), where the candidate's outcome applies and is not known.
    """
    fixed = (baseline == 0) & (candidate == 1)
    broken = (baseline == 1) & (candidate == 0)
    lost = (baseline == 1) & unknown
    return Flips(
        fixed_count=int(fixed.sum()),
        broken_count=int(broken.sum()),
        fixed=kept_ids(ids, fixed),
        broken=kept_ids(ids, broken),
        lost_count=int(lost.sum()),
        lost=kept_ids(ids, lost),
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
                        ids=kept_ids(paired.baseline.ids, both),
                    )
                )
    return sorted(groups, key=lambda group: -group.count)


def kept_ids(ids: Sequence[str], where: Bools) -> tuple[str, ...]:
    """Return the ids at the places that are true, the first thousand."""
    places: list[int] = np.flatnonzero(where)[:_KEPT].tolist()
    return tuple([ids[place] for place in places])
