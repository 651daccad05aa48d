"""Agreement: whether a value that is given and one that is found are the same, however each is written."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from ragtriage.text.figure_words import CONVERSIONS, METRIC
from ragtriage.text.reckoning import date_parts
from ragtriage.text.values import Value, ValueKind, same_type
from ragtriage.text.values.vocabulary import group

__all__ = ["Amount", "agree", "is_same", "may_be_same"]

# A value; or, of one in words that are not read, the kinds of which it may be.
Amount = Value | frozenset[ValueKind]


def is_same(one: Amount, other: Amount) -> bool:
    """Whether two values are the same for certain: unlike for `agree`, none may lack the unit of the other.

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


def agree(wanted: Value, known: Value) -> bool:
    """Whether a value of a quote is one that a statement gives.

    Example:
        >>> from ragtriage.text.values import read
        >>> agree(read("30 euros")[0], read("30")[0]), agree(read("30 euros")[0], read("30 dollars")[0])
        (True, False)
    """
    if wanted.canonical == known.canonical and wanted.kind is known.kind:
        return True
    match wanted.kind:
        case ValueKind.NUMBER:
            return wanted.amount in _amounts(known)
        case ValueKind.DATE:
            parts = date_parts(wanted)
            return known.kind is ValueKind.DATE and bool(parts) and parts.items() <= date_parts(known).items()
        case ValueKind.TIME:
            return known.kind is ValueKind.TIME and not same_type(wanted, known)
        case _:
            return _is_as_much(wanted, known)


def _is_as_much(wanted: Value, known: Value) -> bool:
    """Whether two amounts are the same: in units that are compared or converted, or one of them bare."""
    if not _exact(wanted).isdisjoint(_exact(known)):
        return True
    if wanted.amount is None or wanted.amount != known.amount:
        return False
    is_bare = known.kind is ValueKind.NUMBER and wanted.kind is not ValueKind.RELATIVE_DAY
    return is_bare or (wanted.kind is known.kind and group(wanted.unit) == group(known.unit))


# Into which units an amount converts without a remainder, whatever month or year it is.
_EXACT: Final = frozenset(("day", "%", "month"))
_DAY: Final = 86_400  # seconds
_CONVERTIBLE: Final = frozenset((ValueKind.DURATION, ValueKind.PERCENT, ValueKind.QUANTITY))

# An age in years is no number of months, nor the nineties one of decades; a point of a share is no share.
_INEXACT: Final = frozenset(("yearold", "歳", "살", "岁", "年代", "년대", "%p"))


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
        or value.unit == "折"  # what is left to pay, or what is taken off
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
