"""Intervals for one share that are built from the binomial distribution itself."""

from __future__ import annotations

from ragtriage.metrics.intervals import Interval

__all__ = ["clopper_pearson", "jeffreys"]


def clopper_pearson(passed: int, n: int, *, confidence: float = 0.95) -> Interval | None:
    """Interval that covers at least as often as it says, whatever the true share.

    Definition: every share under which neither `passed` or more nor `passed` or fewer successes in n has a
    probability below (1 - confidence) / 2; by quantiles of the beta distribution.
    Range: within [0, 1]; None when n is 0.
    Convention: two-sided, equal tails. Source: Clopper and Pearson, Biometrika 26 (1934).

    >>> interval = clopper_pearson(9, 10)
    >>> round(interval.low, 6), round(interval.high, 6)
    (0.554984, 0.997471)
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - scipy costs start-up time

    if n == 0:
        return None
    tail = (1 - confidence) / 2
    low = 0.0 if passed == 0 else float(betaincinv(passed, n - passed + 1, tail))
    high = 1.0 if passed == n else float(betaincinv(passed + 1, n - passed, 1 - tail))
    return Interval(low, high)


def jeffreys(passed: int, n: int, *, confidence: float = 0.95) -> Interval | None:
    """Equal-tailed credible interval under the prior Beta(1/2, 1/2).

    Definition: quantiles of Beta(passed + 1/2, n - passed + 1/2). Range: within [0, 1]; None when n is 0.
    Convention: the low end is 0 when nothing passed and the high end 1 when everything did.
    Source: Brown, Cai and DasGupta, Statistical Science 16 (2001), section 3.1.2.

    >>> interval = jeffreys(10, 10)
    >>> round(interval.low, 6), round(interval.high, 6)
    (0.782804, 1.0)
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - scipy costs start-up time

    if n == 0:
        return None
    tail = (1 - confidence) / 2
    low = 0.0 if passed == 0 else float(betaincinv(passed + 0.5, n - passed + 0.5, tail))
    high = 1.0 if passed == n else float(betaincinv(passed + 0.5, n - passed + 0.5, 1 - tail))
    return Interval(low, high)
