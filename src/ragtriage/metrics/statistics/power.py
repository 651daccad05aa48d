"""What could have been seen: how large a difference must be to be found with this many cases."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import numpy as np

from ragtriage.metrics.rankings import Floats

__all__ = [
    "detectable_effect",
    "detectable_mean_difference",
    "detectable_one_way",
    "detectable_share_difference",
    "mcnemar_power",
]


def detectable_mean_difference(
    deviation: float, n: int, *, power: float = 0.8, confidence: float = 0.95
) -> float:
    """Mean difference that a two-sided test finds with the given power.

    Definition: (z at (1 + confidence) / 2 + z at power) deviation / sqrt(n), `deviation` that of the
    differences. Range: [0, inf). Convention: normal approximation.

    >>> round(detectable_mean_difference(0.5, 100), 6)
    0.140079
    """
    normal = NormalDist()
    return (normal.inv_cdf(0.5 + confidence / 2) + normal.inv_cdf(power)) * deviation / sqrt(n)


def detectable_effect(n: int, *, power: float = 0.8, confidence: float = 0.95) -> float:
    """Smallest standardised mean difference that a paired t test of n cases finds with the given power.

    Definition: the d at which P(|T| > t) = power, T noncentral t with n - 1 degrees and noncentrality
    d sqrt(n). Range: (0, inf); NaN below two cases. Source: Cohen (1988), section 2.3, solved exactly.

    >>> round(detectable_effect(50), 6)
    0.404183
    """
    from scipy.special import nctdtr, stdtrit  # noqa: PLC0415 - scipy costs start-up time

    if n < 2:
        return float("nan")
    bound = float(stdtrit(n - 1, 0.5 + confidence / 2))

    def surplus(d: float) -> float:
        shift = d * sqrt(n)
        return float(1 - nctdtr(n - 1, shift, bound) + nctdtr(n - 1, shift, -bound)) - power

    # At a noncentrality of bound + 5 the power is 1 for any use, and scipy still has a value there.
    return _root(surplus, (bound + 5) / sqrt(n))


def mcnemar_power(n: int, wins: float, losses: float, *, confidence: float = 0.95) -> float:
    """Chance that exact McNemar finds a difference, given how often a case is won and lost.

    Definition: over the number m of changed cases, binomial at wins + losses, the chance that a binomial
    split of m at wins / (wins + losses) is one with p <= 1 - confidence. Range: [0, 1].
    Convention: unconditional; `wins` and `losses` are the two probabilities of a change.

    >>> round(mcnemar_power(100, 0.15, 0.05), 6)
    0.544445
    """
    from scipy.special import betainc, gammaln, xlog1py, xlogy  # noqa: PLC0415 - start-up time

    changed = wins + losses
    if changed == 0:
        return 0.0
    m = np.arange(1, n + 1, dtype=np.float64)
    chance = np.exp(
        gammaln(n + 1) - gammaln(m + 1) - gammaln(n - m + 1) + xlogy(m, changed) + xlog1py(n - m, -changed)
    )
    most = _most_losses(n, (1 - confidence) / 2)
    usable = most >= 0
    k, of = most[usable], m[usable]
    share = wins / changed
    # P(X <= k) of a binomial is the incomplete beta function, by symmetry at both ends.
    found = betainc(of - k, k + 1, share) + betainc(of - k, k + 1, 1 - share)
    return float(chance[usable] @ found)


@lru_cache(maxsize=8)
def _most_losses(n: int, tail: float) -> Floats:
    """Largest number of losses among m = 1 ... n changed cases that is still significant; -1 for none."""
    from scipy.special import betainc  # noqa: PLC0415 - scipy costs start-up time

    m = np.arange(1, n + 1, dtype=np.float64)
    most = np.full(n, -1.0)
    growing = betainc(m, 1, 0.5) <= tail
    while growing.any():
        most[growing] += 1
        reached = most + 1
        growing &= reached < m / 2
        growing[growing] = betainc((m - reached)[growing], (reached + 1)[growing], 0.5) <= tail
    return most


def detectable_share_difference(
    n: int, changed: float, *, power: float = 0.8, confidence: float = 0.95
) -> float:
    """Smallest difference of paired pass rates that exact McNemar finds with the given power.

    Definition: the d at which `mcnemar_power` of (changed + d) / 2 wins and (changed - d) / 2 losses is
    `power`. Range: (0, changed]; NaN when even `changed` itself, all of it wins, would not be found.
    Convention: `changed` is the share of cases whose outcome differs between the two sides.

    >>> round(detectable_share_difference(100, 0.2), 4)
    0.1277
    >>> detectable_share_difference(20, 0.2)
    nan
    """

    def surplus(d: float) -> float:
        return mcnemar_power(n, (changed + d) / 2, (changed - d) / 2, confidence=confidence) - power

    return _root(surplus, changed) if surplus(changed) >= 0 else float("nan")


@lru_cache(maxsize=64)
def detectable_one_way(n: int, *, power: float = 0.8, confidence: float = 0.95) -> float:
    """Smallest share of n cases that must change, all to one side, for exact McNemar to find it.

    Definition: the d at which `mcnemar_power` of d wins and no losses is `power`. Range: (0, 1]; NaN where
    even a change of every case would not be found, below six cases at 0.95.

    >>> round(detectable_one_way(100), 4)
    0.0779
    """

    def surplus(d: float) -> float:
        return mcnemar_power(n, d, 0.0, confidence=confidence) - power

    return _root(surplus, 1.0) if surplus(1.0) >= 0 else float("nan")


def _root(surplus: Callable[[float], float], high: float) -> float:
    """Find by halving where a growing function that is below 0 at 0 and above at `high` is 0."""
    low = 0.0
    for _ in range(50):
        middle = (low + high) / 2
        if surplus(middle) >= 0:
            high = middle
        else:
            low = middle
    return high
