"""Agreement: whether a value that is given and one that is found are the same, however each is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import combinations
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.figure_words import CONVERSIONS, METRIC
from ragtriage.text.reckoning import date_parts
from ragtriage.text.values import Value, ValueKind, same_type
from ragtriage.text.values.vocabulary import group

__all__ = ["Amount", "Known", "is_same", "may_be_same"]


class _Words(Section, frozen=True):
    """The section `inexact_units`: units of which no amount is exact."""

    inexact: Words = Words()
    discount: str = ""


_WORDS: Final = merged("inexact_units", _Words)

# A value; or, of one in words that are not read, the kinds of which it may be.
Amount = Value | frozenset[ValueKind]


def is_same(one: Amount, other: Amount) -> bool:
    """Whether two values are the same for certain: unlike for `Known`, none may lack the unit of the other.

    Bare numbers in digits are compared as they are written: 3.1 and 3.10 may be versions.

    Example:
        >>> from ragtriage.text.values import read
        >>> same = lambda one, other: is_same(read(one)[0], read(other)[0])
        >>> same("72 hours", "3 days"), same("5割", "50%"), same("30", "30 euros"), same("1 month", "30 days")
        (True, True, False, False)
    """
    if not isinstance(one, Value) or not isinstance(other, Value):
        return False
    if one.kind is other.kind and one.canonical == other.canonical:
        return one.kind is not ValueKind.NUMBER or not (_is_digits(one.text) and _is_digits(other.text))
    if not _exact(one).isdisjoint(_exact(other)):
        return True
    is_counted = (
        one.kind is other.kind and one.kind in _COUNTED and _INEXACT.isdisjoint((one.unit, other.unit))
    )
    return is_counted and one.amount == other.amount and group(one.unit) == group(other.unit)


def may_be_same(one: Amount, other: Amount) -> bool:
    """Whether two values are not surely different: one is in words, or converts by rounding alone.

    Example:
        >>> from ragtriage.text.values import read
        >>> may = lambda one, other: may_be_same(read(one)[0], read(other)[0])
        >>> may("30 days", "1 month"), may("30 days", "2 months"), may("3 miles", "5 km"), may("3 m", "5 m")
        (True, False, True, False)
    """
    if not isinstance(one, Value) or not isinstance(other, Value):
        return not _kinds(one).isdisjoint(_kinds(other))
    if is_same(one, other):
        return True
    if one.kind is ValueKind.TIME and other.kind is ValueKind.TIME:
        return not same_type(one, other)
    if _is_share(one) and _is_share(other):
        return not (_exact(one) and _exact(other))
    return _overlap(_days(one), _days(other)) or _overlap(_measured(one), _measured(other))


class Known:
    """The values of some texts, among which another is found without going through them all.

    Example:
        >>> from ragtriage.text.values import read
        >>> known = lambda said, wanted: Known(read(said)).holds(read(wanted)[0])
        >>> known("30", "30 euros"), known("30 dollars", "30 euros"), known("3 days or 9", "72 hours")
        (True, False, True)
        >>> known("May 5, 2024", "May 5"), known("May 5", "May 5, 2024")
        (True, False)
    """

    def __init__(self, values: Iterable[Value]) -> None:
        once = {(value.kind, value.canonical, value.unit, value.indefinite): value for value in values}
        known = once.values()
        self._names = {(value.kind, value.canonical) for value in known}
        self._exact = {amount for value in known for amount in _exact(value)}
        self._amounts = {amount for value in known for amount in _amounts(value)}
        self._bare = {value.amount for value in known if value.kind is ValueKind.NUMBER}
        self._measured = {(value.kind, group(value.unit), value.amount) for value in known}
        self._dates = {part for value in known for part in _parts_of(value)}
        self._times = [value for value in known if value.kind is ValueKind.TIME]

    def holds(self, wanted: Value) -> bool:
        """Whether one of them is a value that a statement gives."""
        if (wanted.kind, wanted.canonical) in self._names:
            return True
        match wanted.kind:
            case ValueKind.NUMBER:
                return wanted.amount in self._amounts
            case ValueKind.DATE:
                return frozenset(date_parts(wanted).items()) in self._dates
            case ValueKind.TIME:
                return any(not same_type(wanted, time) for time in self._times)
            case _:
                return self._is_as_much(wanted)

    def _is_as_much(self, wanted: Value) -> bool:
        """Whether one is the same amount: in units that are compared or converted, or one of them bare."""
        if not _exact(wanted).isdisjoint(self._exact):
            return True
        if wanted.amount is None:
            return False
        is_bare = wanted.kind is not ValueKind.RELATIVE_DAY and wanted.amount in self._bare
        return is_bare or (wanted.kind, group(wanted.unit), wanted.amount) in self._measured


def _parts_of(value: Value) -> Iterator[frozenset[tuple[str, int]]]:
    """Yield whatever a date says: all of its parts, and some of them."""
    parts = tuple(date_parts(value).items())
    for n in range(1, len(parts) + 1):
        yield from map(frozenset, combinations(parts, n))


# Into which units an amount converts without a remainder, whatever month or year it is.
_EXACT: Final = frozenset(("day", "%", "month"))
_DAY: Final = 86_400  # seconds
_CONVERTIBLE: Final = frozenset((ValueKind.DURATION, ValueKind.PERCENT, ValueKind.QUANTITY))

# An age in years is no number of months, nor the nineties one of decades; a point of a share is no share.
_INEXACT: Final = frozenset(_WORDS.inexact)


def _exact(value: Value) -> frozenset[tuple[str, Decimal]]:
    """Return an amount in the units into which it converts exactly: days, shares in per cent, months.

    A month has no fixed number of days.
    """
    if value.amount is None or value.kind not in _CONVERTIBLE or value.unit in _INEXACT:
        return frozenset()
    if value.unit == "sec":
        return frozenset((("day", value.amount / _DAY),))
    conversions = CONVERSIONS.get(value.unit, ())
    has_months = any(unit == "month" for unit, _ in conversions)
    return frozenset(
        (unit, value.amount * Decimal(factor))
        for unit, factor in conversions
        if unit in _EXACT and not (has_months and unit == "day")
    )


def _amounts(value: Value) -> frozenset[Decimal]:
    """Return the numbers that a value is written with."""
    if value.kind is ValueKind.DATE:
        return frozenset(map(Decimal, date_parts(value).values()))
    return frozenset() if value.amount is None else frozenset((value.amount,))


def _kinds(amount: Amount) -> frozenset[ValueKind]:
    return frozenset((amount.kind,)) if isinstance(amount, Value) else amount


def _is_digits(text: str) -> bool:
    return _IN_DIGITS.fullmatch(text) is not None


_IN_DIGITS: Final = re.compile(r"[\d.,:/-]+")

# What is counted or measured: of these an amount says all, whatever its unit is called.
_COUNTED: Final = frozenset((ValueKind.DURATION, ValueKind.PERCENT, ValueKind.QUANTITY, ValueKind.MONEY))


def _is_share(value: Value) -> bool:
    return (
        value.kind is ValueKind.FRACTION
        or value.unit == _WORDS.discount  # what is left to pay, or what is taken off
        or any(unit == "%" for unit, _ in _exact(value))
    )


_Bounds = tuple[Decimal, Decimal]


def _overlap(one: _Bounds | None, other: _Bounds | None) -> bool:
    return one is not None and other is not None and one[0] <= other[1] and other[0] <= one[1]


def _days(value: Value) -> _Bounds | None:
    """Return how many days an amount is at least and at most; None where it is no such length."""
    for unit, amount in _exact(value):
        if unit == "day":
            return amount, amount
        if unit == "month":
            return amount * 28, amount * 31
    return None


# How far apart two amounts may be of which one was rounded when it was converted.
_ROUNDED: Final = Decimal("0.05")


def _measured(value: Value) -> _Bounds | None:
    """Return an amount in the unit of measure that stands for all of its kind, with what rounding may do."""
    if value.amount is None or value.unit not in METRIC:
        return None
    _, factor, added = METRIC[value.unit]
    amount = value.amount * Decimal(factor) + Decimal(added)
    return amount - abs(amount) * _ROUNDED, amount + abs(amount) * _ROUNDED
