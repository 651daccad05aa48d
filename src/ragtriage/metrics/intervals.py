"""Intervals: how far a rate or a mean may be from what more questions would show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from ragtriage.errors import ConfigError
from ragtriage.metrics.rankings import Floats

__all__ = [
    "MOST_RESAMPLED",
    "Interval",
    "mean_interval",
    "mean_intervals",
    "normal_interval",
    "wilson",
]

MOST_RESAMPLED: Final = 2_000  # questions; above, the normal interval is as good and needs no values
_FEWEST: Final = 5  # below, an interval of a mean says nothing
_RESAMPLES: Final = 2_000
_DRAWS_HELD: Final = 2**17  # at a time, so that memory stays small


@dataclass(frozen=True, slots=True)
class Interval:
    """From low to high, both included."""

    low: float
    high: float


def wilson(passed: int, n: int, confidence: float = 0.95) -> Interval | None:
    """Return Wilson's score interval for passed of n; None when n is 0.

    Source: Wilson (1927), Probable inference, the law of succession, and statistical inference.

    Raises:
        ConfigError: The confidence is not between 0 and 1.

    Example:
        >>> interval = wilson(7, 10)
        >>> round(interval.low, 6), round(interval.high, 6)
        (0.396778, 0.892209)
    """
    if n == 0:
        return None
    z = _z(confidence)
    rate = passed / n
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    centre = rate + z * z / (2 * n)
    scale = 1 + z * z / n
    # At the ends the bound is exactly 0 or 1, and rounding must not move it.
    low = 0.0 if passed == 0 else (centre - spread) / scale
    high = 1.0 if passed == n else (centre + spread) / scale
    return Interval(low, high)


def normal_interval(
    n: int, total: float, total_of_squares: float, confidence: float = 0.95
) -> Interval | None:
    """Return the normal interval of a mean from its moments: mean ± z s / √n.

    None when n is below 5 or all values are equal.

    Args:
        n: How many values there are.
        total: Their sum.
        total_of_squares: The sum of their squares.
        confidence: Between 0 and 1.

    Raises:
        ConfigError: The confidence is not between 0 and 1.

    Example:
        >>> interval = normal_interval(10_000, 5_000.0, 5_000.0)  # half of them 1, the others 0
        >>> round(interval.low, 4), round(interval.high, 4)
        (0.4902, 0.5098)
    """
    if n < _FEWEST:
        return None
    mean = total / n
    squares = total_of_squares - total * mean
    # What is left of equal values is the rounding of n additions, in proportion to what was subtracted.
    if squares <= 2.0**-52 * max(16.0, n / 4) * total_of_squares:
        return None
    half = _z(confidence) * sqrt(squares / (n - 1) / n)
    return Interval(mean - half, mean + half)


def mean_interval(
    values: Floats, rng: np.random.Generator, *, confidence: float = 0.95, resamples: int = _RESAMPLES
) -> Interval | None:
    """Return the interval of the mean of the values that are not NaN.

    Up to 2,000 values by percentile bootstrap (Efron, 1979): the values are drawn again with replacement,
    `resamples` times, and the interval holds the middle of their means. Above, the normal interval. None
    when fewer than 5 values are defined or all of them are equal.

    Args:
        values: Of shape (n,), one a question.
        rng: Where the draws come from; the same state gives the same interval.
        confidence: Between 0 and 1.
        resamples: How many times to draw.

    Raises:
        ConfigError: The confidence is not between 0 and 1.

    Example:
        >>> mean_interval(np.array([1.0, 1.0, 0.0]), np.random.default_rng(0)) is None
        True
    """
    return mean_intervals({"": values}, rng, confidence=confidence, resamples=resamples)[""]


def mean_intervals(
    columns: Mapping[str, Floats],
    rng: np.random.Generator,
    *,
    confidence: float = 0.95,
    resamples: int = _RESAMPLES,
) -> dict[str, Interval | None]:
    """Return the interval of each column as `mean_interval` does, with one set of draws for all.

    Columns that are defined on the same questions share their draws, which makes many metrics as cheap
    as one; arguments otherwise as `mean_interval`.

    Raises:
        ConfigError: The confidence is not between 0 and 1.
    """
    tail = 100 * (1 - _checked(confidence)) / 2
    intervals: dict[str, Interval | None] = {}
    alike: dict[bytes, list[str]] = {}
    for name, values in columns.items():
        defined = values[~np.isnan(values)]
        n = len(defined)
        if n < _FEWEST or bool((defined == defined[0]).all()):
            intervals[name] = None
        elif n > MOST_RESAMPLED:
            total, squares = float(defined.sum()), float(defined @ defined)
            intervals[name] = normal_interval(n, total, squares, confidence)
        else:
            intervals[name] = None  # takes its place in the order; filled in below
            alike.setdefault(np.isnan(values).tobytes(), []).append(name)
    for names in alike.values():
        matrix = np.column_stack([columns[name][~np.isnan(columns[name])] for name in names])  # (n, m)
        means = _resampled_means(matrix, rng, resamples)  # (resamples, m)
        for name, (low, high) in zip(names, _percentiles(means, (tail, 100 - tail)).T.tolist(), strict=True):
            intervals[name] = Interval(low, high)
    return intervals


def _percentiles(values: Floats, percents: tuple[float, float]) -> Floats:
    """Return percentiles of each column, (2, m), with linear interpolation as numpy's.

    numpy's own function loads its masked arrays, which take as long as the rest of a short evaluation.
    """
    ordered = np.sort(values, axis=0)
    places = np.array(percents) / 100 * (len(ordered) - 1)
    below = np.floor(places).astype(np.int64)
    above = np.minimum(below + 1, len(ordered) - 1)
    share = (places - below)[:, np.newaxis]
    return ordered[below] * (1 - share) + ordered[above] * share


def _resampled_means(matrix: Floats, rng: np.random.Generator, resamples: int) -> Floats:
    """Return the column means of rows drawn with replacement, (resamples, m)."""
    n = len(matrix)
    means = np.empty((resamples, matrix.shape[1]))
    block = max(1, _DRAWS_HELD // n)
    for start in range(0, resamples, block):
        size = min(block, resamples - start)
        drawn = rng.integers(n, size=(size, n)) + n * np.arange(size)[:, None]
        counts = np.bincount(drawn.ravel(), minlength=size * n).reshape(size, n)
        means[start : start + size] = (counts.astype(np.float64) @ matrix) / n
    return means


def _checked(confidence: float) -> float:
    """Return the confidence.

    Raises:
        ConfigError: It is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ConfigError(f"confidence must be between 0 and 1: {confidence}")
    return confidence


@lru_cache
def _z(confidence: float) -> float:
    """Return how many standard deviations from the mean the middle `confidence` of a normal reaches."""
    return NormalDist().inv_cdf((1 + _checked(confidence)) / 2)
