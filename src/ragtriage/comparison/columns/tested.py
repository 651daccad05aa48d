"""Columns of differences that come block by block: which test suits each, and what it says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ragtriage.comparison.columns.clustered import Clustered, ClusterSums
from ragtriage.comparison.columns.differing import Differing
from ragtriage.comparison.readings import Readings
from ragtriage.metrics.rankings import Ints
from ragtriage.metrics.statistics.sign_flip import SignFlip, SignFlips

__all__ = ["Asked", "Found", "Tested"]


class Asked(NamedTuple):
    """What is to be tested of one column."""

    of_outcomes: bool  # whether its values are 1 or 0
    is_worst_against: bool | None  # which reading of the unknowns is tested too; None: neither


class Found(NamedTuple):
    """What the tests say of one column."""

    test: SignFlip | None  # None where no pair is known
    doubt: SignFlip | None  # of the reading that was asked for
    clusters: ClusterSums | None  # of the known pairs; None where every one stands alone


@dataclass(slots=True)
class _Column:
    known: Differing = field(default_factory=Differing)
    worst: Differing | None = None  # None as long as nothing is unknown, and it is what is known
    best: Differing | None = None


class Tested:
    """Columns of differences over the same cases.

    Args:
        columns: How many there are.
        clusters: How many clusters at most the cases come in; None: each stands alone.
    """

    def __init__(self, columns: int, clusters: int | None) -> None:
        self._columns = [_Column() for _ in range(columns)]
        self._clustered = None if clusters is None else Clustered(columns, clusters)

    def add(self, block: Iterable[Readings], clusters: Ints | None) -> None:
        """Take in the readings of n cases, one a column; without clusters each is let go before the next.

        Args:
            block: Of equal length n.
            clusters: (n,), equal numbers for cases that are flipped together.
        """
        held: list[Readings] = []
        for column, readings in zip(self._columns, block, strict=True):
            if self._clustered is not None:
                held.append(readings)
            if readings.worst is not None and column.worst is None:
                column.worst, column.best = column.known.copy(), column.known.copy()
            column.known.add(readings.known)
            if column.worst is not None and column.best is not None:
                column.worst.add(readings.known if readings.worst is None else readings.worst)
                column.best.add(readings.known if readings.best is None else readings.best)
        if self._clustered is not None and clusters is not None:
            self._clustered.add(held, clusters)

    def known(self, column: int) -> Differing:
        """Return the differences of the known pairs."""
        return self._columns[column].known

    def read(self, column: int) -> tuple[Differing, Differing] | None:
        """Return the differences in the worst and in the best reading; None where nothing is unknown."""
        worst, best = self._columns[column].worst, self._columns[column].best
        return None if worst is None or best is None else (worst, best)

    def found(self, asked: Sequence[Asked], *, seed: int) -> list[Found]:
        """Test every column: sign flips of clusters, of pairs, or for outcomes exact McNemar.

        Args:
            asked: One a column.
            seed: Of the flips.
        """
        read = [place for place, each in enumerate(asked) if each.is_worst_against is not None]
        sums = None if self._clustered is None else self._clustered.sums(read)
        flips = SignFlips(seed=seed)

        def test(pairs: Differing, groups: ClusterSums | None, *, of_outcomes: bool) -> SignFlip | int:
            if groups is not None and groups.most > 1:
                return groups.totals.flipped(flips)
            return pairs.mcnemar() if of_outcomes else pairs.flipped(flips)

        tests: list[tuple[SignFlip | int | None, SignFlip | int | None, ClusterSums | None]] = []
        for place, (column, each) in enumerate(zip(self._columns, asked, strict=True)):
            groups = None if sums is None or sums[place].most < 2 else sums[place]
            known = test(column.known, groups, of_outcomes=each.of_outcomes) if column.known.sums.n else None
            doubt = None
            against = column.worst if each.is_worst_against else column.best
            if each.is_worst_against is not None and against is not None:
                at = len(asked) + 2 * read.index(place) + (0 if each.is_worst_against else 1)
                doubt = test(against, None if sums is None else sums[at], of_outcomes=each.of_outcomes)
            tests.append((known, doubt, groups))
        flipped = flips.results()
        return [
            Found(
                flipped[known] if isinstance(known, int) else known,
                flipped[doubt] if isinstance(doubt, int) else doubt,
                groups,
            )
            for known, doubt, groups in tests
        ]
