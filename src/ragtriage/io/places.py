"""Places in scored lists, found by counting: 1 + how many score higher; nothing is sorted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = ["Places", "ScoredLists", "are_tied", "count_above"]

_CELLS_HELD: Final = 2**16  # comparisons at a time: their operands stay in a processor's cache


@dataclass(frozen=True, slots=True)
class ScoredLists:
    """q lists of scores, one after another, each in any order."""

    scores: npt.NDArray[np.float64]  # (n,)
    firsts: npt.NDArray[np.int64]  # (q,) where each list begins
    lengths: npt.NDArray[np.int64]  # (q,)


@dataclass(frozen=True, slots=True)
class Places:
    """Where h entries stand in their lists, but for ties, which only their ids can break."""

    above: npt.NDArray[np.int64]  # (h,) how many entries of the same list score higher
    tied: npt.NDArray[np.int64]  # (p,) an entry that scores the same as others, once for each of them
    equal: npt.NDArray[np.int64]  # (p,) where in the scores the other stands; the entry itself is one


def count_above(lists: ScoredLists, query: npt.NDArray[np.int64], score: npt.NDArray[np.float64]) -> Places:
    """Count, for each of h entries, what scores higher in its list, and find what scores the same.

    Args:
        lists: The lists.
        query: (h,) the list of each entry, 0-based.
        score: (h,) its score, which stands in that list.

    Example:
        >>> lists = ScoredLists(np.array([3.0, 9.0, 3.0]), np.array([0]), np.array([3]))
        >>> places = count_above(lists, np.array([0]), np.array([3.0]))
        >>> places.above.tolist(), places.equal.tolist()
        ([1], [0, 2])
    """
    h = len(query)
    above = np.zeros(h, dtype=np.int64)
    lengths = lists.lengths[query]
    if not h or not lengths.any():
        return Places(above, np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
    # Entries of equally long lists side by side make rectangles without padding.
    order = np.arange(h) if lengths.min() == lengths.max() else np.argsort(lengths, kind="stable")
    padded = np.concatenate([lists.scores, np.full(int(lengths.max()), np.nan)])
    tied: list[npt.NDArray[np.int64]] = []
    equal: list[npt.NDArray[np.int64]] = []
    start = 0
    while start < h:
        stop = start + _rows_held(lengths[order[start:]])
        some = order[start:stop]
        width = int(lengths[some[-1]])
        firsts = lists.firsts[query[some]]
        rows = np.lib.stride_tricks.sliding_window_view(padded, width)[firsts]
        if lengths[some[0]] != width:
            rows[np.arange(width) >= lengths[some][:, None]] = np.nan
        own = score[some][:, None]
        above[some] = (rows > own).view(np.uint8).sum(axis=1, dtype=np.int32)
        equals = np.flatnonzero(rows == own)  # of the flattened rectangle: far faster than of two axes
        if len(equals) > len(some):
            entry, column = np.divmod(equals, width)
            has_others = np.bincount(entry)[entry] > 1
            entry, column = entry[has_others], column[has_others]
            tied.append(some[entry])
            equal.append(firsts[entry] + column)
        start = stop
    return Places(above, _joined(tied), _joined(equal))


def are_tied(lists: ScoredLists) -> npt.NDArray[np.bool_]:
    """Tell, list by list, whether it holds two entries or more that all score the same, (q,).

    Args:
        lists: One after another, in this order.

    Example:
        >>> lists = ScoredLists(np.array([1.0, 1.0, 2.0]), np.array([0, 2, 2]), np.array([2, 0, 1]))
        >>> are_tied(lists).tolist()
        [True, False, False]
    """
    tied = np.zeros(len(lists.lengths), dtype=np.bool_)
    filled = np.flatnonzero(lists.lengths)
    if len(filled):
        firsts = lists.firsts[filled]
        lowest = np.minimum.reduceat(lists.scores, firsts)
        tied[filled] = (lowest == np.maximum.reduceat(lists.scores, firsts)) & (lists.lengths[filled] > 1)
    return tied


def _rows_held(lengths: npt.NDArray[np.int64]) -> int:
    """Return how many rows of ascending lengths are compared at once, as wide as the longest of them."""
    some = lengths[: _CELLS_HELD // int(lengths[0])]
    cells = some * np.arange(1, len(some) + 1)
    return max(1, int(np.searchsorted(cells, _CELLS_HELD, side="right")))


def _joined(parts: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)
