"""Clusters: the standard error of a mean difference over cases that hang together, from exact sums."""

from __future__ import annotations

from math import nan, sqrt
from typing import Final

import numpy as np

from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import cluster_totals
from ragtriage.metrics.statistics.sums import UNIT, Sums, exact_products, exact_sums

__all__ = ["standard_error"]

_ROUNDING: Final = 1e-24  # of a sum of squares


def standard_error(values: Floats, clusters: Ints) -> float:
    """Return what `clustered_standard_error` does, rounded once.

    Args:
        values: (n,), none of them NaN.
        clusters: (n,), their numbers from 0, not all of which need occur.

    >>> values, clusters = np.array([1.0, 1.0, 0.0, 0.0, 1.0]), np.array([0, 0, 1, 1, 2])
    >>> round(standard_error(values, clusters), 6)
    0.366606
    """
    sizes = np.bincount(clusters)
    is_there = sizes > 0
    totals, sizes = cluster_totals(values, clusters)[is_there], sizes[is_there]
    if len(sizes) < 2:
        return nan
    n, sums = len(values), Sums.of(totals)
    products = sum(exact_sums(exact_products(totals, sizes.astype(np.float64))))
    of_mean = sums.total**2 * int(sizes @ sizes)
    scale = sums.squares * UNIT * n * n + of_mean
    residuals = scale - 2 * sums.total * products * n
    if residuals == 0 or residuals / scale < _ROUNDING:
        return 0.0
    return sqrt(residuals / (n * UNIT) ** 2) / n * sqrt(len(sizes) / (len(sizes) - 1))
