"""Exact sums: the same in whatever order values are added, and whatever parts of them are added first.

The sum of floating-point numbers depends on their order; a sum of whole numbers does not. Every finite
double is a whole multiple of 2⁻¹⁰⁷⁴, so sums are held as such multiples and rounded once, when they are
read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from ragtriage.metrics.rankings import Floats

__all__ = ["UNIT", "Sums", "exact_mean", "exact_products", "exact_sums"]

_MANTISSA: Final = 53  # bits of a double
_SLICE: Final = 26
_HALF: Final = 27  # a mantissa is summed in two halves, so that the sums stay below 2⁵³
_LOWEST: Final = 1073 + _MANTISSA  # sums are multiples of 2⁻¹¹²⁶: frexp's exponents begin at -1073
UNIT: Final = 1 << _LOWEST  # how many of them are 1
_SPLIT: Final = 2.0**_HALF + 1


def exact_sums(rows: Floats) -> list[int]:
    """Return the sum of each row in multiples of 2⁻¹¹²⁶, exactly.

    Shape: (m, n) to m. The values are finite, and fewer than 2²⁶ a row.

    >>> third, big = 1 / 3, 2.0**60
    >>> exact_sums(np.array([[big, third, -big]]))[0] / UNIT == third
    True
    """
    if np.abs(rows).max(initial=0.0) * rows.shape[1] >= 2.0 ** (_SLICE - 1):
        return _sums_by_exponent(rows)
    return _sums_by_slices(rows)


def _sums_by_slices(rows: Floats) -> list[int]:
    """Sum 26 bits of every value at a time; each such sum has few enough bits to be exact in any order.

    Adding 1.5 · 2⁵²⁻ᵇ to a value rounds it to a multiple of 2⁻ᵇ, and what that leaves of it is exact.
    Source: Rump, Ogita and Oishi (2008), Accurate floating-point summation, part I.
    """
    sums = [0] * len(rows)
    rest = rows
    for bits in range(_SLICE, _LOWEST, _SLICE):
        rounding = math.ldexp(1.5, _MANTISSA - 1 - bits)
        part = (rest + rounding) - rounding
        for row, total in enumerate(np.ldexp(part.sum(axis=1), bits).tolist()):
            sums[row] += int(total) << (_LOWEST - bits)
        rest = rest - part
        if not rest.any():
            break
    return sums


def _sums_by_exponent(rows: Floats) -> list[int]:
    """Sum the mantissas of each exponent by themselves, which values of any size allow."""
    mantissas, exponents = np.frexp(rows)
    whole = (mantissas * 2.0**_MANTISSA).astype(np.int64)
    lowest = int(exponents.min(initial=0))
    width = int(exponents.max(initial=0)) - lowest + 1
    places = (exponents - lowest + width * np.arange(len(rows))[:, np.newaxis]).ravel()
    size = width * len(rows)
    high = np.bincount(places, (whole >> _HALF).ravel(), size)
    low = np.bincount(places, (whole & ((1 << _HALF) - 1)).ravel(), size)
    sums = [0] * len(rows)
    found = np.flatnonzero((high != 0) | (low != 0))
    for place, upper, lower in zip(found.tolist(), high[found].tolist(), low[found].tolist(), strict=True):
        row, exponent = divmod(place, width)
        sums[row] += ((int(upper) << _HALF) + int(lower)) << (exponent + lowest - _MANTISSA + _LOWEST)
    return sums


def exact_products(one: Floats, other: Floats) -> Floats:
    """Return products, rounded, and below them what rounding took off; both together are exact.

    Shape: (n,), (n,) to (2, n). Convention: for products of 0, or between 1e-200 and 1e200.
    Source: Dekker, Numerische Mathematik 18 (1971).

    >>> from fractions import Fraction
    >>> [product], [rest] = exact_products(np.array([0.1]), np.array([0.1]))
    >>> Fraction(product) + Fraction(rest) == Fraction(0.1) ** 2
    True
    """
    product = one * other
    (a, b), (c, d) = _halves(one), _halves(other)
    return np.stack([product, ((a * c - product) + a * d + b * c) + b * d])


def _halves(values: Floats) -> tuple[Floats, Floats]:
    """Split numbers into two of half as many bits."""
    wide = _SPLIT * values
    upper = wide - (wide - values)
    return upper, values - upper


def exact_mean(values: Floats) -> float:
    """Return the mean of values (n,), none of them NaN, rounded once; NaN of no values."""
    [total] = exact_sums(values[np.newaxis])
    return total / (len(values) * UNIT) if len(values) else math.nan


@dataclass(frozen=True, slots=True)
class Sums:
    """What is known of the values of a column together.

    >>> sums = Sums.of(np.array([0.0, 1.0, 2.0]))
    >>> sums.n, sums.mean, sums.variance
    (3, 1.0, 1.0)
    """

    n: int
    above: int  # how many are above 0
    below: int
    total: int  # in units
    squares: int  # likewise

    @classmethod
    def of(cls, values: Floats) -> Sums:
        """Sum values (n,); NaN is left out."""
        known = values[~np.isnan(values)]
        other = known[known != 0]  # differences often are, and add nothing
        above = int(np.count_nonzero(other > 0))
        total, *squares = exact_sums(np.concatenate([other[np.newaxis], exact_products(other, other)]))
        return cls(len(known), above, len(other) - above, total, sum(squares))

    @property
    def mean(self) -> float:
        """The mean, rounded once; NaN of no values."""
        return self.total / (self.n * UNIT) if self.n else math.nan

    @property
    def variance(self) -> float:
        """The variance, n - 1 in the denominator, rounded once; NaN of fewer than two values."""
        if self.n < 2:
            return math.nan
        return (self.n * self.squares * UNIT - self.total**2) / (self.n * (self.n - 1) * UNIT**2)
