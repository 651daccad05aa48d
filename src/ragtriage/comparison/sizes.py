"""What the number of cases alone forbids to conclude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["few_cases", "left_out"]

_FEW: Final = 50  # cases, below which it is said what could have been seen at all
_LEAST_CHANGED: Final = 6  # pairs, all to one side, before exact McNemar can reach 0.05


def few_cases(n: int) -> Iterator[str]:
    """Say which difference could have been seen at all, when the cases are few.

    >>> list(few_cases(12))
    ['only 12 cases: a pass rate must change by 50% (6 cases, all to one side) before p can reach 0.05']
    """
    if n < _FEW:
        least = f"{_LEAST_CHANGED / n:.0%}" if n >= _LEAST_CHANGED else "more than all of them"
        yield (
            f"only {n} cases: a pass rate must change by {least} ({_LEAST_CHANGED} cases, all to one side) "
            "before p can reach 0.05"
        )


def left_out(count: int) -> Iterator[str]:
    """Say how many cases were not compared."""
    if count:
        yield f"{count} cases were left out: they are not on both sides with the same question and gold"
