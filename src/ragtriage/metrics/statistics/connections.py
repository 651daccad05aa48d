"""Connections: which cases hang together, found from the labels they share, some labels at a time."""

from __future__ import annotations

from typing import Final

import numpy as np

from ragtriage.metrics.rankings import Ints

__all__ = ["Connections"]

_AT_ONCE: Final = 1 << 16  # cases
_FEWEST: Final = 1 << 20  # links, below which it does not pay to follow them


class Connections:
    """The connections of n cases, in 8 bytes a case, and in none while no label is shared.

    Every case points to an earlier one of its cluster, or to itself when it is the first.

    >>> connections = Connections(5)
    >>> connections.add(np.array([0, 2]), np.array([7, 7]))
    >>> connections.add(np.array([4, 2]), np.array([9, 9]))
    >>> connections.numbers().tolist()
    [0, 1, 0, 2, 0]
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._earlier: Ints | None = None  # (n,)
        self._links: list[Ints] = []  # (2, m) each: pairs of cases that hang together
        self._link_count = 0

    def add(self, cases: Ints, labels: Ints) -> None:
        """Take in labels; all cases of any one label must come in the same call.

        Args:
            cases: (m,), the case of each label, from 0.
            labels: (m,), equal numbers for what is shared.
        """
        order = np.lexsort((cases, labels))
        cases, labels = cases[order], labels[order]
        is_shared = (labels[1:] == labels[:-1]) & (cases[1:] != cases[:-1])
        if is_shared.any():
            self._links.append(np.stack([cases[:-1][is_shared], cases[1:][is_shared]]))
            self._link_count += int(is_shared.sum())
            if self._link_count >= max(_FEWEST, self._n // 16):
                self._follow()

    def numbers(self) -> Ints | None:
        """Return the number of each case's cluster, (n,), from 0 in the order of their first case.

        None when no case hangs together with another. It is asked once, after the last label.
        """
        self._follow()
        earlier = self._earlier
        if earlier is None:
            return None
        count = 0
        for start in range(0, self._n, _AT_ONCE):
            first = earlier[start : start + _AT_ONCE].copy()
            is_first = first == np.arange(start, start + len(first))
            fresh = count + np.cumsum(is_first) - 1
            count += int(is_first.sum())
            before = first < start  # of these the first case has its number already
            first[before] = earlier[first[before]]
            first[~before] = fresh[first[~before] - start]
            earlier[start : start + _AT_ONCE] = first
        self._earlier = None
        return earlier

    def _follow(self) -> None:
        """Make every case point to the first of its cluster, by all links so far."""
        if not self._links:
            return
        one, other = np.concatenate(self._links, axis=1)
        self._links, self._link_count = [], 0
        if self._earlier is None:
            self._earlier = np.arange(self._n)
        earlier = self._earlier
        while len(one):
            one, other = earlier[one], earlier[other]
            is_apart = one != other
            one, other = one[is_apart], other[is_apart]
            np.minimum.at(earlier, np.maximum(one, other), np.minimum(one, other))
            _shorten(earlier)


def _shorten(earlier: Ints) -> None:
    """Lead every case to the first one on its way; those before it have been led there already."""
    for start in range(0, len(earlier), _AT_ONCE):
        some = earlier[start : start + _AT_ONCE]
        while not np.array_equal(led := earlier[some], some):
            some[:] = led
