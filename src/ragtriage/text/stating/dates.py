"""Dates: days whose year the question names, and days that an expected answer names otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

import regex

from ragtriage.text.values import Value, ValueKind

__all__ = ["is_another_day", "is_same_day", "may_be_one_day"]

_FULL: Final = "day"  # the unit of a date with its year
_YEARLESS: Final = "month-day"
_ISO: Final = regex.compile(r"(\d{4})-(\d\d)-(\d\d)")


def is_same_day(a: Value, b: Value, question: str) -> bool:
    """Whether two dates are one day, of which the question names the year.

    Example:
        >>> from ragtriage.text.values import read
        >>> (full,), (short,) = read("May 3, 1931"), read("May 3")
        >>> is_same_day(short, full, "On what day in 1931 was it?"), is_same_day(short, full, "When was it?")
        (True, False)
    """
    if not may_be_one_day(a, b):
        return False
    year = (a if a.unit == _FULL else b).canonical[:4]
    return regex.search(rf"(?<!\d){year}(?!\d)", question) is not None


def may_be_one_day(a: Value, b: Value) -> bool:
    """Whether two dates are one day, if the one without a year is of the other's.

    Example:
        >>> from ragtriage.text.values import read
        >>> may_be_one_day(*read("May 3, 1931; May 3")), may_be_one_day(*read("May 3, 1931; May 4"))
        (True, False)
    """
    if a.kind is not ValueKind.DATE or b.kind is not ValueKind.DATE or {a.unit, b.unit} != {_FULL, _YEARLESS}:
        return False
    full, short = (a, b) if a.unit == _FULL else (b, a)
    date = _ISO.fullmatch(full.canonical)
    return date is not None and short.amount == Decimal(int(date[2]) * 100 + int(date[3]))


def is_another_day(day: Value, expected: Iterable[Value]) -> bool:
    """Whether a day in the answer is none of the expected ones, although these name one of its year.

    That an answer names the right year says nothing then: 10 July 1979 for 21 July 1979.
    """
    date = _ISO.fullmatch(day.canonical)
    if day.kind is not ValueKind.DATE or day.unit != _FULL or date is None:
        return False
    days = [value.canonical for value in expected if value.kind is ValueKind.DATE and value.unit == _FULL]
    return day.canonical not in days and any(other.startswith(date[1]) for other in days)
