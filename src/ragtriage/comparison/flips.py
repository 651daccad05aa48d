"""Flips: which cases changed, stage by stage and from one diagnosis to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ragtriage.comparison.columns import DIAGNOSES
from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.records import Flips, Moved
from ragtriage.comparison.unknowns import Bools
from ragtriage.metrics.rankings import Floats, Ints

__all__ = ["crossed", "first_ids", "flips", "moved"]

_NAMED: Final = 1_000  # ids; the count is always whole
_SIZE: Final = len(DIAGNOSES)


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
        fixed=first_ids(ids, fixed),
        broken=first_ids(ids, broken),
        lost_count=int(lost.sum()),
        lost=first_ids(ids, lost),
    )


def crossed(paired: Paired) -> dict[str, dict[str, int]]:
    """Count the cases by diagnosis of the baseline, then of the candidate; only what occurs."""
    counts = np.bincount(_moves(paired), minlength=_SIZE * _SIZE).reshape(_SIZE, _SIZE)
    return {
        str(one): {str(other): count for other, count in zip(DIAGNOSES, row, strict=True) if count}
        for one, row in zip(DIAGNOSES, counts.tolist(), strict=True)
        if any(row)
    }


def moved(paired: Paired) -> list[Moved]:
    """Return the cases whose diagnosis changed, the largest groups first."""
    moves = _moves(paired)
    groups = [
        Moved(
            baseline=DIAGNOSES[move // _SIZE],
            candidate=DIAGNOSES[move % _SIZE],
            count=count,
            ids=first_ids(paired.baseline.ids, moves == move),
        )
        for move, count in enumerate(np.bincount(moves).tolist())
        if count and move // _SIZE != move % _SIZE
    ]
    return sorted(groups, key=lambda group: -group.count)


def _moves(paired: Paired) -> Ints:
    """Return a number for each case, (n,), for both of its diagnoses."""
    return paired.baseline.diagnoses.astype(np.int64) * _SIZE + paired.candidate.diagnoses


def first_ids(ids: Sequence[str], where: Bools) -> tuple[str, ...]:
    """Return the ids at the places that are true, the first thousand."""
    places: list[int] = np.flatnonzero(where)[:_NAMED].tolist()
    return tuple([ids[place] for place in places])
