"""Exact sums of a column, taken in block by block: the same in whatever blocks and order its values come."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan
from typing import Final

import numpy as np

from ragtriage.evaluation.moments import exact_sums
from ragtriage.metrics.rankings import Floats

__all__ = ["UNIT", "Sums", "exact_products", "exact_totals"]

UNIT: Final = 1 << 1126  # sums are counted in the parts of one by which `exact_sums` counts
_SPLIT: Final = 2.0**27 + 1
_AT_ONCE: Final = 1 << 20  # values whose sums are exact, with room to spare


def exact_totals(*columns: Floats) -> list[int]:
    """Return the sum of each column, in units; the columns are finite, and equally long."""
    rows = np.stack(columns)
    stretches = range(0, rows.shape[1], _AT_ONCE)
    sums = [exact_sums(rows[:, start : start + _AT_ONCE]) for start in stretches]
    return [sum(each) for each in zip(*sums, strict=True)] if sums else [0] * len(columns)


def exact_products(one: Floats, other: Floats) -> tuple[Floats, Floats]:
    """Return products, rounded, and what rounding took off them; both together are exact.

    Shape: (n,), (n,) to twice (n,). Convention: for products of 0, or between 1e-200 and 1e200.
    Source: Dekker, Numerische Mathematik 18 (1971).

    >>> from fractions import Fraction
    >>> product, rest = exact_products(np.array([0.1]), np.array([0.1]))
    >>> Fraction(product[0]) + Fraction(rest[0]) == Fraction(0.1) ** 2
    True
    """
    product = one * other
    (a, b), (c, d) = _halves(one), _halves(other)
    return product, ((a * c - product) + a * d + b * c) + b * d


def _halves(values: Floats) -> tuple[Floats, Floats]:
    """Split numbers into two of half as many bits."""
    wide = _SPLIT * values
    upper = wide - (wide - values)
    return upper, values - upper


@dataclass(slots=True)
class Sums:
    """What is known of the values of a column together.

    >>> sums = Sums()
    >>> sums.add(np.array([0.0, 1.0])), sums.add(np.array([2.0]))
    (None, None)
    >>> sums.n, sums.mean, sums.variance
    (3, 1.0, 1.0)
    """

    n: int = 0
    above: int = 0  # how many are above 0
    below: int = 0
    total: int = 0  # in units
    squares: int = 0  # likewise

    def add(self, values: Floats) -> None:
        """Take in values (n,), none of them NaN."""
        self.n += len(values)
        values = values[values != 0]  # differences often are, and add nothing
        above = int(np.count_nonzero(values > 0))
        self.above += above
        self.below += len(values) - above
        product, rest = exact_products(values, values)
        total, squares = exact_totals(values, product)
        self.total += total
        self.squares += squares + sum(exact_totals(rest[rest != 0]))

    @property
    def mean(self) -> float:
        """The mean, rounded once; NaN of no values."""
        return self.total / (self.n * UNIT) if self.n else nan

    @property
    def variance(self) -> float:
        """The variance, n - 1 in the denominator, rounded once; NaN of fewer than two values."""
        if self.n < 2:
            return nan
        return (self.n * self.squares * UNIT - self.total**2) / (self.n * (self.n - 1) * UNIT**2)
