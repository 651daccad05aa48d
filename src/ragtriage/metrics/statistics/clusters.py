"""Cases that are not independent: they stand or fall together, so they are counted together."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ragtriage.metrics.intervals import Interval
from ragtriage.metrics.rankings import Floats, Ints

__all__ = [
    "cluster_count",
    "cluster_interval",
    "cluster_totals",
    "clustered_standard_error",
    "connected",
    "design_effect",
    "interval_over_clusters",
]

_FEWEST = 5  # clusters; below, an interval would be a guess
_ROUNDING = 1e-12  # of a sum, as a share of the absolute values in it


def connected(n: int, cases: Ints, labels: Ints) -> Ints:
    """Number the clusters of n cases that share a label, directly or through other cases.

    Shape: (n,), numbered from 0 in the order of their first case. A case without labels stands alone.

    Args:
        n: How many cases there are.
        cases: (m,), the case of each label, from 0.
        labels: (m,), equal numbers for what is shared.

    >>> connected(4, np.array([0, 1, 2, 2, 3]), np.array([7, 8, 7, 9, 9])).tolist()
    [0, 1, 0, 0]
    """
    order = np.lexsort((cases, labels))
    cases, labels = cases[order], labels[order]
    is_shared = labels[1:] == labels[:-1]
    one, other = cases[:-1][is_shared], cases[1:][is_shared]
    first = np.arange(n)  # of each case an earlier one of its cluster, or itself when it is the first
    while len(one):
        one, other = first[one], first[other]
        is_apart = one != other
        one, other = one[is_apart], other[is_apart]
        np.minimum.at(first, np.maximum(one, other), np.minimum(one, other))
        while not np.array_equal(earlier := first[first], first):
            first = earlier
    return (np.cumsum(first == np.arange(n)) - 1)[first]


def cluster_count(clusters: Ints) -> int:
    """Count the clusters that have a case. Convention: numbers from 0, not all of which need occur."""
    return int(np.count_nonzero(np.bincount(clusters)))


def cluster_totals(values: Floats, clusters: Ints) -> Floats:
    """Sum the values of each cluster, so that its cases are flipped together. Shape: (clusters,).

    Sums that are 0 but for rounding are 0, so that a cluster whose cases cancel is a tie.
    """
    totals: Floats = np.bincount(clusters, values).astype(np.float64, copy=False)  # of no cases: integers
    sizes: Floats = np.bincount(clusters, np.abs(values)).astype(np.float64, copy=False)
    return np.where(np.abs(totals) < _ROUNDING * sizes, 0.0, totals)


def clustered_standard_error(values: Floats, clusters: Ints, *, corrected: bool = True) -> float:
    """Standard error of a mean over cases that come in clusters.

    Definition: sqrt(sum over clusters of (sum of residuals)^2) / n, the residuals from the mean of all;
    `corrected` multiplies by sqrt(G / (G - 1)) for G clusters. Range: [0, inf), 0 where the sums are 0 but
    for rounding; NaN for one cluster.
    Convention: CR0, and CR1 when corrected. Source: Liang and Zeger, Biometrika 73 (1986).
    """
    residuals = cluster_totals(values - values.mean(), clusters)  # 0 for numbers that do not occur
    g = cluster_count(clusters)
    if g < 2:
        return float("nan")
    error = sqrt(float(residuals @ residuals)) / len(values)
    return error * sqrt(g / (g - 1)) if corrected else error


def cluster_interval(values: Floats, clusters: Ints, *, confidence: float = 0.95) -> Interval | None:
    """Interval of a mean over cases that come in clusters.

    Definition: mean -+ t CR1, t the quantile with G - 1 degrees of freedom. Range: unbounded; None below
    five clusters, or when the clusters do not differ, which tells nothing of how far others would.
    Source: Cameron and Miller, Journal of Human Resources 50 (2015), section II.
    """
    g = cluster_count(clusters)
    if g < _FEWEST:
        return None
    error = clustered_standard_error(values, clusters)
    return interval_over_clusters(float(values.mean()), error, g, confidence=confidence)


def interval_over_clusters(
    mean: float, error: float, clusters: int, *, confidence: float = 0.95
) -> Interval | None:
    """Interval of a mean from its corrected standard error over so many clusters; see `cluster_interval`.

    >>> interval = interval_over_clusters(0.5, 0.1, 30)
    >>> round(interval.low, 4), round(interval.high, 4)
    (0.2955, 0.7045)
    """
    from scipy.special import stdtrit  # noqa: PLC0415 - scipy costs start-up time

    g = clusters
    if g < _FEWEST or error == 0:
        return None
    reach = float(stdtrit(g - 1, 0.5 + confidence / 2)) * error
    return Interval(mean - reach, mean + reach)


def design_effect(size: float, correlation: float) -> float:
    """Factor by which clusters inflate the variance of a mean.

    Definition: 1 + (size - 1) correlation, `size` the cases a cluster, `correlation` that within a cluster;
    n cases tell as much as n / design effect independent ones. Source: Kish, Survey Sampling (1965).

    >>> design_effect(5, 0.3)
    2.2
    """
    return 1 + (size - 1) * correlation
