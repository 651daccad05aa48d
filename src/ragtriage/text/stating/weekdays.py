"""Weekdays: days of the week in four languages, which name seven things and no more.

So a day delimits itself in a sentence without spaces, two writings of one day are one, and another day beside
it is a rival.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

import regex

__all__ = ["Day", "day_of", "days", "is_in_range", "other_day"]

_ENGLISH: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HAN: Final = {**{han: at for at, han in enumerate("一二三四五六日")}, "天": 6}
_JAPANESE: Final = {han: at for at, han in enumerate("月火水木金土日")}
_KOREAN: Final = {hangul: at for at, hangul in enumerate("월화수목금토일")}


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
        match found.lastgroup:
            case "en":
                day = _ENGLISH.index(found["en"][:3].lower())
            case "ja":
                day = _JAPANESE[found["ja"]]
            case "ko":
                day = _KOREAN[found["ko"]]
            case _:
                day = _HAN[found["zh"]]
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


_LONGEST: Final = 24


@cache
def _days() -> regex.Pattern[str]:
    return regex.compile(
        r"(?<!\p{L})(?<en>(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?|(?:Mon|Tues?"
        r"|Wed|Thu(?:rs?)?|Fri)\b\.?)(?!\p{L})"
        r"|(?<![翌次来先前今毎])(?<ja>[月火水木金土日])曜日?"
        r"|(?<ko>[월화수목금토일])요일"
        r"|(?<![上下][个個]?)(?:星期|周|週|礼拜|禮拜)(?<zh>[一二三四五六日天])(?![次均常年])"
    )


@cache
def _nothing() -> regex.Pattern[str]:
    return regex.compile(
        r"(?:[\s\p{P}]|\bon\b|\bevery\b|\beach\b|です|입니다|毎週|매주|每)*", regex.IGNORECASE
    )


@cache
def _to() -> regex.Pattern[str]:
    return regex.compile(
        r"\s*(?:to|through|thru|until|till|[-–—~〜～]|から|至|到|부터|에서)\s*", regex.IGNORECASE
    )
