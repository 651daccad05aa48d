"""Adjusting p values for the number of questions asked of the same data."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["benjamini_hochberg", "holm"]


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted p values that hold the chance of even one false finding.

    Definition: with p sorted upwards, the i-th (from 0) times (m - i), never below an earlier one, at most 1.
    Shape: as `p`, in its order. Range: [0, 1]. Source: Holm, Scandinavian Journal of Statistics 6 (1979).

    >>> holm([0.001, 0.04, 0.03])
    [0.003, 0.06, 0.06]
    """
    values = np.asarray(p, np.float64)
    order = np.argsort(values, kind="stable")
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(1, np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1)))
    return [float(value) for value in adjusted]


def benjamini_hochberg(p: Sequence[float]) -> list[float]:
    """Adjusted p values that hold the expected share of false findings among the findings.

    Definition: with p sorted upwards, the i-th (from 1) times m / i, never above a later one, at most 1.
    Shape: as `p`, in its order. Range: [0, 1].
    Source: Benjamini and Hochberg, Journal of the Royal Statistical Society B 57 (1995).

    >>> [round(value, 6) for value in benjamini_hochberg([0.001, 0.04, 0.03])]
    [0.003, 0.04, 0.04]
    """
    values = np.asarray(p, np.float64)
    order = np.argsort(values, kind="stable")[::-1]
    ranks = np.arange(len(values), 0, -1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.minimum(1, np.minimum.accumulate(values[order] * len(values) / ranks))
    return [float(value) for value in adjusted]
