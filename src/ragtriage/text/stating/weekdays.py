"""Weekdays: days of the week in four languages, which name seven things and no more.

So a day delimits itself in a sentence without spaces, two writings of one day are one, and another day beside
it is a rival.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import regex

from ragtriage.languages.load import Section, codes, merged, section

__all__ = ["Day", "day_of", "days", "is_in_range", "other_day"]


class _Words(Section, frozen=True):
    """The section `weekdays`: the days of the week, and what stands around them."""

    names: tuple[
        str, ...
    ] = ()  # from Monday on, as the group of `days` that is called as the language has them
    days: str = ""
    filling: str = ""
    to: str = ""


_WORDS: Final = merged("weekdays", _Words)

_NAMES: Final = {
    code: {
        name: at for at, names in enumerate(section(code, "weekdays", _Words).names) for name in names.split()
    }
    for code in codes()
}


class Day(NamedTuple):
    """A day of the week in a text."""

    day: int  # 0 is Monday
    start: int
    end: int


def days(text: str) -> Iterator[Day]:
    """Yield the days of the week in a text.

    Example:
        >>> [day.day for day in days("Monday, 火曜日, 목요일, 星期五, 下周二")]
        [0, 1, 3, 4]
    """
    for found in _days().finditer(text):
        code = found.lastgroup or ""
        day = _NAMES[code][found[code][:_SHORT].lower()]
        yield Day(day, found.start(), found.end())


def day_of(item: str) -> int | None:
    """Return the day that an expected answer is, when it is nothing else.

    Example:
        >>> day_of("星期二"), day_of("on Tuesdays"), day_of("Tuesday morning")
        (1, 1, None)
    """
    if len(item) > _LONGEST:
        return None
    found = list(days(item))
    if len(found) != 1:
        return None
    rest = item[: found[0].start] + item[found[0].end :]
    return found[0].day if _nothing().fullmatch(rest) is not None else None


def is_in_range(text: str, start: int, end: int) -> bool:
    """Whether a day is an end of a range: Monday to Friday."""
    to = _to().match(text, end)
    if to is not None and _days().match(text, to.end()) is not None:
        return True
    head = text[max(0, start - _LONGEST) : start]
    return any(_to().fullmatch(head, day.end) is not None for day in days(head))


def other_day(text: str, day: int, known: Sequence[str]) -> Day | None:
    """Return another day of the week in an answer, that neither the question nor another answer holds."""
    exempt = {held.day for one in known for held in days(one)}
    return next((other for other in days(text) if other.day != day and other.day not in exempt), None)


_SHORT: Final = 3  # letters by which a day is known
_LONGEST: Final = 24


@cache
def _days() -> regex.Pattern[str]:
    return regex.compile(_WORDS.days)


@cache
def _nothing() -> regex.Pattern[str]:
    return regex.compile(rf"(?:{_WORDS.filling})*", regex.IGNORECASE)


@cache
def _to() -> regex.Pattern[str]:
    return regex.compile(rf"\s*(?:{_WORDS.to})\s*", regex.IGNORECASE)
