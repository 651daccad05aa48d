"""Numbers that two paired evaluations have in common: their rows, and which outcomes flipped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from ragtriage.comparison.differences import differences
from ragtriage.comparison.flips import flips
from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.readings import Column
from ragtriage.comparison.records import Flips, Row
from ragtriage.comparison.sides import OUTCOMES, Side, canonical_name, stage_of
from ragtriage.errors import ConfigError
from ragtriage.registry import suggestion

__all__ = ["common_names", "flips_of", "is_withheld", "rows_of", "unknown_warnings"]

_ENDS: Final = (0.0, 1.0)  # of pass rates and of every metric


def common_names(sides: Sequence[Side], wanted: Sequence[str]) -> list[str]:
    """Return the rows to show, in the order of the baseline or in which they were named.

    Raises:
        ConfigError: A name is unknown, or some evaluation has no such metric.
    """
    common = [name for name in sides[0].names if all(name in side.names for side in sides)]
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


def rows_of(paired: Paired, names: Iterable[str], *, are_independent: bool, seed: int) -> list[Row]:
    """Compare the named numbers; cases that share a cluster are one, unless `are_independent`."""
    clusters = None if are_independent else paired.baseline.clusters
    return differences(_columns(paired, names), clusters, seed=seed)


def _columns(paired: Paired, names: Iterable[str]) -> Iterator[Column]:
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


def flips_of(paired: Paired, names: Iterable[str]) -> dict[str, Flips]:
    """Return the cases that flipped, by the name of the outcome."""
    one, other = paired.baseline, paired.candidate
    return {
        name: flips(one.ids, one.column(name), other.column(name), other.unknown_of(name)) for name in names
    }


def is_withheld(name: str, withheld: Collection[str]) -> bool:
    """Say whether a row rests on a stage that is not compared; a metric on its own."""
    if name == "passed":
        return bool(withheld)
    return (name if name in OUTCOMES else stage_of(name)) in withheld


def unknown_warnings(rows: Sequence[Row]) -> Iterator[str]:
    """Say where unknowns are so many, or so unequal, that the known cases alone prove nothing."""
    for row in rows:
        if row.name in OUTCOMES and row.bounds is not None and row.bounds.p is not None:
            yield (
                f"{row.name} is unknown for {row.bounds.baseline} cases of the baseline and "
                f"{row.bounds.candidate} of the candidate: see its bounds; nothing is called better or worse "
                "unless it is so under the reading that is worst for it"
            )
