"""Differences of cases that hang together: kept until all cases of a cluster are there, then summed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import nan, sqrt
from typing import Final

import msgspec
import numpy as np

from ragtriage.comparison.columns.differing import Differing
from ragtriage.comparison.columns.sums import UNIT, exact_products, exact_totals
from ragtriage.comparison.joining.pieces import Pieces, divided
from ragtriage.comparison.readings import Readings
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import without_rounding

__all__ = ["ClusterSums", "Clustered"]

_STRETCH: Final = 1 << 13  # clusters that are summed at a time
_AT_ONCE: Final = 1 << 15  # cases
_ROUNDING: Final = 1e-24  # of a sum of squares


@dataclass(slots=True)
class ClusterSums:
    """Sums over clusters of the differences of one column."""

    totals: Differing = field(default_factory=Differing)
    count: int = 0  # clusters that have a case
    most: int = 0  # cases of the largest
    cases: int = 0
    squared_sizes: int = 0
    products: int = 0  # of totals and sizes, in units

    def add(self, totals: Floats, sizes: Ints) -> None:
        """Take in the total of each cluster's differences, and how many cases it has; (g,) each."""
        is_there = sizes > 0
        totals, sizes = totals[is_there], sizes[is_there]
        self.totals.add(totals)
        self.count += len(sizes)
        self.most = max(self.most, int(sizes.max(initial=0)))
        self.cases += int(sizes.sum())
        self.squared_sizes += int(sizes @ sizes)
        self.products += sum(exact_totals(*exact_products(totals, sizes.astype(np.float64))))

    def standard_error(self) -> float:
        """Return the corrected standard error of the mean; as `clustered_standard_error`."""
        if self.count < 2:
            return nan
        n, total, squares = self.cases, self.totals.sums.total, self.totals.sums.squares
        of_mean = total * total * self.squared_sizes
        residuals = squares * UNIT * n * n - 2 * total * self.products * n + of_mean
        scale = squares * UNIT * n * n + of_mean
        if residuals == 0 or residuals / scale < _ROUNDING:
            return 0.0
        error = sqrt(residuals / (n * UNIT) ** 2) / n
        return error * sqrt(self.count / (self.count - 1))


class _Piece(msgspec.Struct, gc=False):
    """Some cases of some clusters."""

    numbers: bytes  # (n,) int64, of the clusters, from the first of their stretch
    columns: list[int]  # whose worst and best readings follow the known ones of all
    rows: bytes  # (known ones + 2 a column, n) float64


class Clustered:
    """Readings by cluster, in the order in which they were added.

    Args:
        columns: How many columns of differences there are.
        clusters: How many clusters at most.
    """

    def __init__(self, columns: int, clusters: int) -> None:
        self._columns = columns
        self._pieces = Pieces(max(1, -(-clusters // _STRETCH)))

    def add(self, block: Sequence[Readings], clusters: Ints) -> None:
        """Take in the readings of n cases, one a column.

        Args:
            block: Of equal length n.
            clusters: (n,), equal numbers for cases that hang together.
        """
        read = [column for column, readings in enumerate(block) if readings.worst is not None]
        rows = [readings.known for readings in block]
        for readings in block:
            rows += [each for each in (readings.worst, readings.best) if each is not None]
        matrix = np.stack(rows)
        for stretch, places in divided(clusters // _STRETCH):
            numbers = clusters[places] - stretch * _STRETCH
            piece = _Piece(numbers.tobytes(), read, matrix[:, places].tobytes())
            self._pieces.put(stretch, msgspec.msgpack.encode(piece))

    def sums(self, read: Sequence[int]) -> list[ClusterSums]:
        """Return the sums of each column, and then of the worst and best readings of those in `read`."""
        sums = [ClusterSums() for _ in range(self._columns + 2 * len(read))]
        for stretch in range(self._pieces.count):
            totals, sizes = np.zeros((2, len(sums), _STRETCH))
            counts = np.zeros((len(sums), _STRETCH), np.int64)
            for numbers, rows in self._blocks(stretch, read):
                for place, row in enumerate(rows):
                    is_known = ~np.isnan(row)
                    values, where = row[is_known], numbers[is_known]
                    totals[place] += np.bincount(where, values, _STRETCH)
                    sizes[place] += np.bincount(where, np.abs(values), _STRETCH)
                    counts[place] += np.bincount(where, minlength=_STRETCH)
            for each, total, size, count in zip(sums, totals, sizes, counts, strict=True):
                each.add(without_rounding(total, size), count)
        return sums

    def _blocks(self, stretch: int, read: Sequence[int]) -> Iterator[tuple[Ints, Floats]]:
        """Yield the clusters of many cases at once, and a row of differences for each sum."""
        some: list[tuple[Ints, Floats]] = []
        for piece in map(_decode, self._pieces.of(stretch)):
            numbers = np.frombuffer(piece.numbers, np.int64)
            matrix = np.frombuffer(piece.rows, np.float64).reshape(-1, len(numbers))
            # where nothing is unknown every reading is what is known
            place = {column: self._columns + 2 * i for i, column in enumerate(piece.columns)}
            wanted = list(range(self._columns))
            for column in read:
                first = place.get(column)
                wanted += [column, column] if first is None else [first, first + 1]
            some.append((numbers, matrix[wanted]))
            if sum(len(numbers) for numbers, _ in some) >= _AT_ONCE:
                yield _joined(some)
                some = []
        if some:
            yield _joined(some)


_decode: Final = msgspec.msgpack.Decoder(_Piece).decode


def _joined(some: Sequence[tuple[Ints, Floats]]) -> tuple[Ints, Floats]:
    numbers, rows = zip(*some, strict=True)
    return np.concatenate(numbers), np.concatenate(rows, axis=1)
