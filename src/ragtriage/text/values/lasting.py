"""Durations that are told without a numeral: half a year, a week, 半年, 일주일."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, filled, joined, merged
from ragtriage.text.values import numerals
from ragtriage.text.values.found import Found
from ragtriage.text.values.tables import DURATIONS, Lasting, Unit
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import unit_at

__all__ = ["FIRST", "WORDS", "lasting"]


class _Words(Section, frozen=True):
    """The section `lasting_leads`: what leads to a duration without a numeral."""

    leads: str = ""
    first: str = ""  # what those without Latin letters begin with; code fills it in


_WORDS: Final = merged("lasting_leads", _Words)

# What leads to one of them, for the pattern of all leads, and what that begins with without Latin letters.
FIRST: Final = _WORDS.first
WORDS: Final = filled(_WORDS.leads, first=FIRST)


def lasting(text: str, start: int) -> Found | None:
    """Return the duration whose words begin at `start`; `values` mode leaves them as they are.

    >>> lasting("it takes a week.", 9).canonical, lasting("a day trip", 0), lasting("下半年", 1)
    ('1week', None, None)
    """
    for pattern, one in _patterns():
        found = pattern.match(text, start)
        if found is not None:
            return _found(one.number, one.unit, start, found.end())
    articled = _articled().match(text, start)
    if articled is None or not (start == 0 or _before_article().search(text, max(0, start - 16), start)):
        return None
    unit = unit_at(articled["articled"], 0)
    if unit is None or not isinstance(unit[0].meaning, Unit):
        return None
    return _found(unit[0].meaning.factor, unit[0].meaning.name, start, articled.end(), indefinite=True)


def _found(amount: str, unit: str, start: int, end: int, *, indefinite: bool = False) -> Found:
    value = Decimal(amount)
    canonical = numerals.written(value) + unit
    return Found(
        ValueKind.DURATION, canonical, unit, value, start, end, indefinite=indefinite, rewritten=False
    )


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Lasting], ...]:
    return tuple((re.compile(one.words), one) for table in DURATIONS for one in table.durations)


@cache
def _articled() -> re.Pattern[str]:
    return re.compile(joined(*(table.articled for table in DURATIONS)))


@cache
def _before_article() -> re.Pattern[str]:
    words = "|".join(word for table in DURATIONS for word in table.before_article)
    return re.compile(rf"(?:(?<![a-z])(?:{words}) |[:(\"] ?)\Z")
