"""Words about figures: what one may be called, turned into or hedged by.

Read by `text/figures.py`. One row too many makes a verdict unknown, one too few may make a wrong fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import field

from ragtriage.languages.load import Section, Table, Words, merged

__all__ = [
    "CONVERSIONS",
    "ENUMERATING",
    "IN_WORDS",
    "MENTIONS",
    "METRIC",
    "MONTHLY",
    "MONTH_ENDS",
    "OFTEN",
    "PERIODIC",
    "QUARTERS",
    "RECKONING",
    "SCALE_NAMES",
    "UNREAD",
]


class _Words(Section, frozen=True):
    """The section `figure_words`."""

    conversions: Table = Table()  # a unit, then pairs of another and how many of it one is
    metric: Table = Table()  # a unit, the metric one, how many of it one is, and what is added
    quarters: Words = Words()
    enumerating: Words = Words()
    often: Words = Words()
    monthly: tuple[str, ...] = ()
    month_ends: tuple[str, ...] = ()
    reckoning: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    mentions: Mapping[str, str] = field(default_factory=dict[str, str])
    in_words: Mapping[int, str] = field(default_factory=dict[int, str])
    scale_names: Mapping[int, str] = field(default_factory=dict[int, str])


_WORDS: Final = merged("figure_words", _Words)

CONVERSIONS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    unit: tuple(zip(others[::2], others[1::2], strict=True)) for unit, *others in _WORDS.conversions
}
"""What one of a unit is in another: 1 week = 7 days. Units are named as `text/values` names them."""

METRIC: Final[dict[str, tuple[str, str, str]]] = {
    unit: (metric, factor, plus) for unit, metric, factor, plus in _WORDS.metric
}
"""What one of a unit is in another, and what is added: converted amounts are seldom exact."""

QUARTERS: Final = frozenset(_WORDS.quarters)

ENUMERATING: Final = frozenset(_WORDS.enumerating)
"""Counters with which an answer counts what it is about to list: 次の3点です, "세 가지"."""

PERIODIC: Final[dict[str, frozenset[int]]] = {
    "month": frozenset((2, 4, 28, 29, 30, 31)),
    "year": frozenset((2, 4, 6, 12, 24, 52, 365, 366)),
    "day": frozenset((2, 24, 48)),
    "hour": frozenset((2, 4, 60)),
    "minute": frozenset((60,)),
}
"""How often in a period what is daily, monthly, half-yearly or quarterly is, where texts say it so."""

OFTEN: Final = frozenset(_WORDS.often)
"""Those of them that more often say how often: where a text counts in them too, they are figures."""

MENTIONS: Final = _WORDS.mentions
"""Words that tell of a period or of what is counted, where a figure leaves its rate to its sentence."""

IN_WORDS: Final = _WORDS.in_words
"""Numbers that are words of their own or stand behind words; where one stands, its number is in the text."""

MONTHLY: Final = _WORDS.monthly
MONTH_ENDS: Final = _WORDS.month_ends
"""Where one of these stands, the last day of a month may have been named by its date."""

RECKONING: Final = _WORDS.reckoning
"""Words of a statement that reckons with the figures of a text."""

SCALE_NAMES: Final = _WORDS.scale_names
"""Words for a scale that a table names once for all its numbers."""

UNREAD: Final = _WORDS.unread
"""Amounts that are not read, or not in every unit: with one of them in the texts no figure is missing."""
