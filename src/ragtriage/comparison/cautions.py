"""Cautions: what must be said beside the numbers of a comparison, so that nobody concludes too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ragtriage.comparison.names import OUTCOMES
from ragtriage.comparison.records import Row

__all__ = ["few_cases", "left_out", "many_unknowns"]

_FEW: Final = 50  # cases, below which it is said what could have been seen at all
_LEAST_CHANGED: Final = 6  # pairs, all to one side, before exact McNemar can reach 0.05


def few_cases(n: int) -> Iterator[str]:
    """Say which difference could have been seen at all, when the cases are few.

    >>> list(few_cases(12))
    ['only 12 cases: a pass rate must change by 50 points (6 cases, all to one side) before p can reach 0.05']
    >>> list(few_cases(4))
    ['only 4 cases: p cannot reach 0.05 for a pass rate, which takes 6 cases that change, all to one side']
    """
    if _LEAST_CHANGED <= n < _FEW:
        yield (
            f"only {n} cases: a pass rate must change by {100 * _LEAST_CHANGED / n:.0f} points "
            f"({_LEAST_CHANGED} cases, all to one side) before p can reach 0.05"
        )
    elif n < _LEAST_CHANGED:
        yield (
            f"only {n} case{'' if n == 1 else 's'}: p cannot reach 0.05 for a pass rate, which takes "
            f"{_LEAST_CHANGED} cases that change, all to one side"
        )


def left_out(count: int) -> Iterator[str]:
    """Say how many cases were not compared."""
    if count:
        yield f"{count} cases were left out: they are not on both sides with the same question and gold"


def many_unknowns(rows: Sequence[Row]) -> Iterator[str]:
    """Say where unknowns are so many, or so unequal, that the known cases alone prove nothing."""
    for row in rows:
        if row.name in OUTCOMES and row.bounds is not None and row.bounds.p is not None:
            yield (
                f"{row.name} is unknown for {row.bounds.baseline} cases of the baseline and "
                f"{row.bounds.candidate} of the candidate: see its bounds; nothing is called better or worse "
                "unless it is so under the reading that is worst for it"
            )
