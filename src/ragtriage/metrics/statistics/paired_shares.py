"""Intervals for the difference between two pass rates over the same cases."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from statistics import NormalDist

from ragtriage.metrics.intervals import Interval, wilson

__all__ = ["newcombe_paired", "tango"]

_HALVINGS = 60  # a bracket of width 2 shrinks below the spacing of floats near 1


def tango(wins: int, losses: int, n: int, *, confidence: float = 0.95) -> Interval | None:
    """Score interval for the difference of two paired pass rates, (wins - losses) / n.

    Definition: all d with |wins - losses - n d| <= z sqrt(n (2 q + d (1 - d))), q the likelihood's largest
    probability of a loss under that d. Range: within [-1, 1]; None when n is 0.
    Convention: `wins` passed in the candidate alone, `losses` in the baseline alone.
    Source: Tango, Statistics in Medicine 17 (1998).

    >>> interval = tango(5, 0, 10)
    >>> round(interval.low, 6), round(interval.high, 6)
    (0.083701, 0.763407)
    """
    if n == 0:
        return None
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    difference = (wins - losses) / n
    low = _crossing(lambda d: _score(wins, losses, n, d) <= z, -1.0, difference)
    high = _crossing(lambda d: _score(wins, losses, n, d) < -z, difference, 1.0)
    return Interval(low, high)


def _score(wins: int, losses: int, n: int, difference: float) -> float:
    """Tango's statistic: how many standard errors the observed difference lies above `difference`."""
    a = 2 * n
    b = -wins - losses + (2 * n - wins + losses) * difference
    c = -losses * difference * (1 - difference)
    loss = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
    variance = n * (2 * loss + difference * (1 - difference))
    distance = wins - losses - n * difference
    if variance <= 0:
        return inf if distance > 0 else -inf if distance < 0 else 0.0
    return distance / sqrt(variance)


def _crossing(is_past: Callable[[float], bool], low: float, high: float) -> float:
    """Find by halving where a claim that is false at `low` begins to be true, up to `high`."""
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if is_past(middle):
            high = middle
        else:
            low = middle
    return high


def newcombe_paired(
    both: int, first: int, second: int, neither: int, *, confidence: float = 0.95
) -> Interval | None:
    """Interval for the difference of two paired pass rates, put together from their Wilson intervals.

    Definition: with (l1, u1) and (l2, u2) the Wilson intervals of p1 and p2 and phi their correlation,
    p1 - p2 -+ sqrt(u^2 - 2 phi u v + v^2), where u and v are p1 - l1 and u2 - p2 below, u1 - p1 and p2 - l2
    above. Range: within [-1, 1]; None when n is 0.
    Convention: method 10, the product in phi corrected for continuity; `first`
    passed on the first side alone, `second` on the second alone.
    Source: Newcombe, Statistics in Medicine 17 (1998), 2635-2650.

    >>> interval = newcombe_paired(30, 8, 2, 10)
    >>> round(interval.low, 6), round(interval.high, 6)
    (-0.006408, 0.242597)
    """
    n = both + first + second + neither
    one = wilson(both + first, n, confidence)
    two = wilson(both + second, n, confidence)
    if one is None or two is None:
        return None
    p1, p2 = (both + first) / n, (both + second) / n
    phi = _correlation(both, first, second, neither)

    def reach(u: float, v: float) -> float:
        return sqrt(u * u - 2 * phi * u * v + v * v)

    return Interval(
        p1 - p2 - reach(p1 - one.low, two.high - p2),
        p1 - p2 + reach(one.high - p1, p2 - two.low),
    )


def _correlation(both: int, first: int, second: int, neither: int) -> float:
    """Correlation of the two outcomes, drawn towards 0 by half a case; 0 where a margin is empty."""
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    if margins == 0:
        return 0.0
    product: float = both * neither - first * second
    if product > 0:
        product = max(product - (both + first + second + neither) / 2, 0)
    return product / sqrt(margins)
