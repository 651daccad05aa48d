"""How large a difference is, apart from whether it could be luck."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ragtriage.metrics.rankings import Floats

__all__ = ["Balance", "balance", "d_z", "hedges_g", "hedges_g_of"]


class Balance(NamedTuple):
    """How many pairs went which way, seen from the candidate."""

    wins: int
    ties: int
    losses: int


def balance(differences: Floats) -> Balance:
    """Count the pairs above, at and below 0; NaN is left out.

    >>> balance(np.array([0.5, 0, -1, np.nan]))
    Balance(wins=1, ties=1, losses=1)
    """
    return Balance(int((differences > 0).sum()), int((differences == 0).sum()), int((differences < 0).sum()))


def d_z(differences: Floats) -> float:
    """Mean difference in standard deviations of the differences.

    Definition: mean / standard deviation, n - 1 in the denominator. Range: unbounded; NaN when the
    differences are all equal or fewer than two.
    Source: Cohen, Statistical Power Analysis (1988), section 2.3.

    >>> d_z(np.array([0.0, 1.0, 2.0]))
    1.0
    """
    known = differences[~np.isnan(differences)]
    if len(known) < 2 or known.min() == known.max():
        return float("nan")
    return float(known.mean() / known.std(ddof=1))


def hedges_g(differences: Floats) -> float:
    """`d_z` less its bias in small samples.

    Definition: d_z (1 - 3 / (4 (n - 1) - 1)). Range and NaN: as `d_z`; NaN of two differences too, where
    the factor is 0 whatever they are.
    Source: Hedges, Journal of Educational Statistics 6 (1981), with its usual approximation.
    """
    known = differences[~np.isnan(differences)]
    if len(known) < 3 or known.min() == known.max():
        return float("nan")
    return hedges_g_of(float(known.mean()), float(known.std(ddof=1)), len(known))


def hedges_g_of(mean: float, deviation: float, n: int) -> float:
    """`hedges_g` from the mean and the standard deviation of n differences.

    >>> hedges_g_of(0.5, 0.5, 11)
    0.9230769230769231
    """
    if n < 3 or deviation == 0:
        return float("nan")
    return mean / deviation * (1 - 3 / (4 * (n - 1) - 1))
