"""The first cases of some kind, however many there are and in whatever order they come."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ragtriage.comparison.readings import Bools
from ragtriage.metrics.rankings import Ints

__all__ = ["FirstCases"]


class FirstCases:
    """Counts cases and keeps the ids of the first in the order of the input.

    >>> first = FirstCases(2)
    >>> first.add(["c", "d"], np.array([5, 6]), np.array([True, True]))
    >>> first.add(["a", "b"], np.array([1, 2]), np.array([True, False]))
    >>> first.count, first.ids
    (3, ('a', 'c'))
    """

    def __init__(self, most: int) -> None:
        self.count = 0
        self._most = most
        self._kept: list[tuple[int, str]] = []  # the place of a case, and its id

    def add(self, ids: Sequence[str], places: Ints, where: Bools) -> None:
        """Take in some cases.

        Args:
            ids: (n,).
            places: (n,), among all cases, growing.
            where: (n,), true for those that are of the kind.
        """
        found = np.flatnonzero(where)
        self.count += len(found)
        found = found[: self._most]
        if len(self._kept) == self._most:
            found = found[places[found] < self._kept[-1][0]]
        if len(found):
            chosen: list[int] = found.tolist()
            self._kept += [(int(places[each]), ids[each]) for each in chosen]
            self._kept = sorted(self._kept)[: self._most]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids that were kept."""
        return tuple([identifier for _, identifier in self._kept])
