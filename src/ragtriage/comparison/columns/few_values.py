"""The values from which an interval is resampled: kept while they are few, in the order of their cases."""

from __future__ import annotations

import numpy as np

from ragtriage.metrics.intervals import MOST_RESAMPLED
from ragtriage.metrics.rankings import Floats, Ints

__all__ = ["FewValues"]


class FewValues:
    """Values with the places of their cases, up to as many as are resampled.

    >>> values = FewValues()
    >>> values.add(np.array([0.5]), np.array([7])), values.add(np.array([1.0]), np.array([2]))
    (None, None)
    >>> values.in_order().tolist()
    [1.0, 0.5]
    """

    def __init__(self) -> None:
        self._count = 0
        self._kept: list[tuple[Floats, Ints]] = []

    def add(self, values: Floats, places: Ints) -> None:
        """Take in values (n,), none of them NaN, and the places (n,) of their cases among all."""
        self._count += len(values)
        if self._count > MOST_RESAMPLED:
            self._kept = []
        else:
            self._kept.append((values, places))

    def in_order(self) -> Floats | None:
        """Return the values in the order of their cases; None where they are too many to be resampled."""
        if self._count > MOST_RESAMPLED:
            return None
        values = np.concatenate([np.empty(0), *(values for values, _ in self._kept)])
        places = np.concatenate([np.empty(0, np.int64), *(places for _, places in self._kept)])
        return values[np.argsort(places, kind="stable")]
