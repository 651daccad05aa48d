"""Scales: where a number stands in a picture, and at which round numbers an axis is marked."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

__all__ = ["Scale", "ticks"]

_STEPS: Final = (1, 2, 5, 10)
_PLAIN: Final = range(-4, 6)  # powers of ten; other steps are written with an exponent


class Scale(NamedTuple):
    """Numbers on a straight line.

    Example:
        >>> Scale(0, 2, start=10, end=110)(1)
        60.0
    """

    low: float
    high: float
    start: float  # where `low` stands, in CSS pixels
    end: float

    def __call__(self, value: float) -> float:
        """Return where a number stands."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def ticks(low: float, high: float, *, most: int = 6) -> list[tuple[float, str]]:
    """Return the multiples of 1, 2 or 5 times a power of ten in a range, each as it is written.

    Args:
        low: Less than `high`.
        high: The other end; both belong to the range.
        most: How many steps the range may have; the smallest step is taken.

    Example:
        >>> [label for _, label in ticks(-0.43, 0.21)], [label for _, label in ticks(0, 8_000)]
        (['−0.4', '−0.2', '0', '0.2'], ['0', '2,000', '4,000', '6,000', '8,000'])
    """
    exponent = math.floor(math.log10((high - low) / most))
    factor = next(factor for factor in _STEPS if (high - low) / factor <= most * 10.0**exponent)
    if factor == 10:
        factor, exponent = 1, exponent + 1
    step = factor * 10.0**exponent
    return [
        (place * step, _written(place * step, exponent))
        for place in range(math.ceil(low / step), math.floor(high / step) + 1)
    ]


def _written(value: float, exponent: int) -> str:
    """Return a number with as many decimals as steps of this power of ten need, and a real minus sign."""
    if value == 0:
        return "0"
    size = abs(value)
    plain = f"{size:,.{max(0, -exponent)}f}" if exponent in _PLAIN else f"{size:g}"
    return plain if value > 0 else f"−{plain}"
