"""Moments: counts, sums and sums of squares of metrics, exact, so that parts add up to the whole.

Sums are held as whole numbers and rounded once, when they are read. Values themselves are kept only while
they are so few that an interval is resampled from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from ragtriage.metrics.intervals import MOST_RESAMPLED, Interval, mean_intervals, normal_interval
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.sums import UNIT, exact_sums

__all__ = ["Moments"]

_AT_ONCE: Final = 1024  # cases that are summed at once; sums of few cost more a case

_Kept: TypeAlias = list[tuple[Ints, Floats]]  # places among all cases, and the values there


@dataclass(slots=True)
class _Column:
    """What is held of one metric."""

    n: int  # how many values are defined
    total: int  # in units of `exact_sums`
    squares: int  # the sum of the rounded squares, likewise
    kept: _Kept | None  # None where there were too many


class Moments:
    """Values of several metrics, taken in a batch at a time; those of parts add up to those of the whole."""

    def __init__(self, names: Sequence[str]) -> None:
        self._cases = 0
        self._columns = {name: _Column(0, 0, 0, []) for name in names}
        self._waiting: list[Floats] = []  # (m, n) each: batches are summed several at a time
        self._waiting_cases = 0

    def add(self, values: Mapping[str, Floats]) -> None:
        """Take in (n,) values of each metric; NaN is undefined and not counted."""
        if not self._columns:
            return
        batch = np.stack([values[name] for name in self._columns])
        self._waiting.append(batch)
        self._waiting_cases += batch.shape[1]
        if self._waiting_cases >= _AT_ONCE:
            self._settle()

    def _settle(self) -> None:
        """Take what waits into the sums."""
        if not self._waiting:
            return
        matrix = np.concatenate(self._waiting, axis=1)
        self._waiting = []
        self._waiting_cases = 0
        is_defined = ~np.isnan(matrix)
        matrix = np.where(is_defined, matrix, 0.0)
        sums = exact_sums(np.concatenate([matrix, np.square(matrix)]))
        counts: list[int] = is_defined.sum(axis=1).tolist()
        half = len(counts)
        for place, column in enumerate(self._columns.values()):
            column.n += counts[place]
            column.total += sums[place]
            column.squares += sums[half + place]
            if column.kept is not None:
                defined = np.flatnonzero(is_defined[place])
                column.kept.append((defined + self._cases, matrix[place, defined]))
                _forget_many(column)
        self._cases += matrix.shape[1]

    def absorb(self, later: Moments) -> None:
        """Take in the moments of the cases that follow; `later`, of the same metrics, says the same after."""
        self._settle()
        later._settle()
        for name, column in self._columns.items():
            other = later._columns[name]
            column.n += other.n
            column.total += other.total
            column.squares += other.squares
            if column.kept is not None and other.kept is not None:
                column.kept.extend((places + self._cases, values) for places, values in other.kept)
                _forget_many(column)
            else:
                column.kept = None
        self._cases += later._cases

    def n(self, name: str) -> int:
        """Return how many values are defined."""
        self._settle()
        return self._columns[name].n

    def mean(self, name: str) -> float | None:
        """Return the mean of the defined values; None when none is."""
        self._settle()
        column = self._columns[name]
        return _rounded(column.total) / column.n if column.n else None

    def intervals(self, names: Sequence[str], rng: np.random.Generator) -> dict[str, Interval | None]:
        """Return the interval of each mean: resampled while its values are few, else from the moments."""
        self._settle()
        columns = {name: self._columns[name] for name in names}
        found = {
            name: normal_interval(column.n, _rounded(column.total), _rounded(column.squares))
            for name, column in columns.items()
            if column.kept is None
        }
        return found | mean_intervals(
            _aligned({name: kept for name, column in columns.items() if (kept := column.kept) is not None}),
            rng,
        )


def _forget_many(column: _Column) -> None:
    if column.n > MOST_RESAMPLED:
        column.kept = None


def _aligned(kept: Mapping[str, _Kept]) -> dict[str, Floats]:
    """Return the kept values as columns of equal length: the cases that have any, NaN where undefined."""
    joined = {
        name: (
            np.concatenate([places for places, _ in parts] or [np.empty(0, np.int64)]),
            np.concatenate([values for _, values in parts] or [np.empty(0)]),
        )
        for name, parts in kept.items()
    }
    # numpy's own function for what differs loads its masked arrays, which a short evaluation feels
    cases = np.sort(np.concatenate([places for places, _ in joined.values()] or [np.empty(0, np.int64)]))
    cases = cases[np.diff(cases, prepend=-1) > 0]
    aligned: dict[str, Floats] = {}
    for name, (places, values) in joined.items():
        aligned[name] = np.full(len(cases), np.nan)
        aligned[name][np.searchsorted(cases, places)] = values
    return aligned


def _rounded(units: int) -> float:
    return units / UNIT  # one division of whole numbers rounds correctly
