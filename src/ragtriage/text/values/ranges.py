"""Ranges: 5-6 days holds two values, and `values` mode leaves it as it is written."""

from __future__ import annotations

from ragtriage.text.values import measures
from ragtriage.text.values.found import Amount, Found

__all__ = ["both_ends"]


def both_ends(
    text: str, cased: str, start: int, first: Amount, *, at: int, second: Amount
) -> tuple[Found, Found] | None:
    """The values at the two ends, the first in the unit of the last; None where the last has no unit.

    Args:
        text: The folded text.
        cased: The same, before lower case.
        start: Where the first numeral begins.
        first: The first numeral.
        at: Where the second numeral begins.
        second: The second numeral, whose unit both have.
    """
    last = measures.measured(text, cased, at, second)
    if last is None:
        return None
    lower = measures.measured(text, cased, at, first._replace(end=second.end))
    if lower is None or _shares_myriads(first, second):
        lower = Found(None, "", "", None, start, first.end)
    return lower._replace(start=start, end=first.end, rewritten=False), last._replace(rewritten=False)


def _shares_myriads(first: Amount, second: Amount) -> bool:
    """Whether the myriads of the second may belong to the first too: 3〜5万円 begins at 3 or at 30,000."""
    return first.value < 1000 <= second.value and not second.in_digits
