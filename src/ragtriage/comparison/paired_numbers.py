"""Numbers that two paired evaluations have in common, taken in some cases at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from ragtriage.comparison.changes import Changes
from ragtriage.comparison.differences import Differences
from ragtriage.comparison.flips import Flipped, Moves
from ragtriage.comparison.joining.pairing import Paired
from ragtriage.comparison.readings import Column
from ragtriage.comparison.records import Flips, Row
from ragtriage.comparison.regression import Regressing
from ragtriage.comparison.rules import is_withheld
from ragtriage.comparison.sides import OUTCOMES, canonical_name
from ragtriage.errors import ConfigError
from ragtriage.metrics.rankings import Ints
from ragtriage.registry import suggestion

__all__ = ["PairedNumbers", "common_names", "unknown_warnings"]

_ENDS: Final = (0.0, 1.0)  # of pass rates and of every metric


def common_names(columns: Sequence[Sequence[str]], wanted: Sequence[str]) -> list[str]:
    """Return the rows to show, in the order of the baseline or in which they were named.

    Args:
        columns: Of each evaluation.
        wanted: As they were named; all when empty.

    Raises:
        ConfigError: A name is unknown, or some evaluation has no such metric.
    """
    common = [name for name in columns[0] if all(name in names for names in columns)]
    if not wanted:
        return common
    names = list(dict.fromkeys(map(canonical_name, wanted)))
    for name in names:
        if name not in common:
            raise ConfigError(
                f"not every evaluation has {name!r}; {suggestion(name, common)} "
                f"(`ragtriage rescore --metrics {name}` adds it)"
            )
    return names


class PairedNumbers:
    """All that is counted and tested over the cases of two sides.

    Args:
        names: Of the rows.
        withheld: Stages that are not compared.
        clusters: (n,) by the baseline's places, equal numbers for cases that count as one; None: all of
            them are independent.
    """

    def __init__(self, names: Sequence[str], withheld: Collection[str], clusters: Ints | None) -> None:
        self.n = 0
        self.changes = Changes()
        self.moves = Moves()
        most = None if clusters is None else int(clusters.max(initial=-1)) + 1
        self.regressing = Regressing(withheld, most)
        self.names = [name for name in names if not is_withheld(name, withheld)]  # of the rows shown
        self._clusters = clusters
        self._differences = Differences(self.names, most)
        self._flipped = {name: Flipped() for name in OUTCOMES if not is_withheld(name, withheld)}

    def add(self, paired: Paired) -> None:
        """Take in some cases."""
        one, other = paired.baseline, paired.candidate
        self.n += len(one)
        clusters = None if self._clusters is None else self._clusters[one.places]
        self._differences.add(_columns(paired, self.names), one.places, clusters)
        for name, flipped in self._flipped.items():
            flipped.add(one.ids, one.places, one.column(name), other.column(name), other.unknown_of(name))
        self.changes.add(paired)
        self.moves.add(paired)
        self.regressing.add(paired, clusters)

    def rows(self, *, seed: int) -> list[Row]:
        """Return the rows, whose p is not adjusted yet.

        Args:
            seed: Of the flips and of the resampling.
        """
        return self._differences.rows(seed=seed)

    def flips(self) -> dict[str, Flips]:
        """Return the cases that flipped, by the name of the outcome."""
        return {name: flipped.flips() for name, flipped in self._flipped.items()}


def _columns(paired: Paired, names: Sequence[str]) -> Iterator[Column]:
    one, other = paired.baseline, paired.candidate
    for name in names:
        yield Column(
            name=name,
            baseline=one.column(name),
            candidate=other.column(name),
            unknown_baseline=one.unknown_of(name),
            unknown_candidate=other.unknown_of(name),
            ends=_ENDS,
        )


def unknown_warnings(rows: Sequence[Row]) -> Iterator[str]:
    """Say where unknowns are so many, or so unequal, that the known cases alone prove nothing."""
    for row in rows:
        if row.name in OUTCOMES and row.bounds is not None and row.bounds.p is not None:
            yield (
                f"{row.name} is unknown for {row.bounds.baseline} cases of the baseline and "
                f"{row.bounds.candidate} of the candidate: see its bounds; nothing is called better or worse "
                "unless it is so under the reading that is worst for it"
            )
