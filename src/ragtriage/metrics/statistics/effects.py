"""How large a difference is, apart from whether it could be luck."""

from __future__ import annotations

from typing import NamedTuple

from ragtriage.metrics.rankings import Floats

__all__ = ["Balance", "balance", "hedges_g"]


class Balance(NamedTuple):
    """How many pairs went which way, seen from the candidate."""

    wins: int
    ties: int
    losses: int


def balance(differences: Floats) -> Balance:
    """Count the pairs above, at and below 0; NaN is left out.

    >>> import numpy as np
    >>> balance(np.array([0.5, 0, -1, np.nan]))
    Balance(wins=1, ties=1, losses=1)
    """
    return Balance(int((differences > 0).sum()), int((differences == 0).sum()), int((differences < 0).sum()))


def hedges_g(mean: float, deviation: float, n: int) -> float:
    """Mean of n differences in standard deviations of theirs, less its bias in small samples.

    Definition: mean / deviation (1 - 3 / (4 (n - 1) - 1)), the deviation with n - 1 in the denominator.
    Range: unbounded; NaN when the differences are all equal or fewer than three: of two the factor is 0
    whatever they are.
    Source: Hedges, Journal of Educational Statistics 6 (1981), with its usual approximation.

    >>> hedges_g(0.5, 0.5, 11)
    0.9230769230769231
    """
    if n < 3 or deviation == 0:
        return float("nan")
    return mean / deviation * (1 - 3 / (4 * (n - 1) - 1))
