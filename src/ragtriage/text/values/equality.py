"""Equality: which values say the same in everyday notation, and which rule each other out.

Units that mean the same are one (日 and 日間, 名 and 人), and what converts exactly is converted: 72 hours
are 3 days, 2 years 24 months, 5割 50 %. A month is no number of days.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, merged
from ragtriage.text.values.numerals import EXACT
from ragtriage.text.values.tables import EXACT_UNITS, FAMILIES
from ragtriage.text.values.value import AMOUNTS, Value, ValueKind
from ragtriage.text.values.vocabulary import group, unit_at

__all__ = ["base_unit", "differ_in_unit", "family", "measure", "same_measure", "same_value"]


class _Words(Section, frozen=True):
    """The section `fractions`: fractions."""

    fraction: str = ""


_WORDS: Final = merged("fractions", _Words)

_LONGEST_SHARE: Final = 6  # digits of a percentage that is a fraction exactly
_OF_ONE_SIGN: Final[frozenset[str]] = frozenset(("jpy", "cny"))
_MEASURED: Final = AMOUNTS | {ValueKind.FRACTION}
_HALF_DAY: Final = 720  # minutes
_AGES: Final[frozenset[str]] = frozenset(("year", "age"))  # 18 years, and 18 years old


# What is told of each is told of whatever is counted.
_EACH: Final = "each"

# What a speaker may leave to the question. Any other period or measure is a part of the unit, and of a thing
# that is counted (一枚につき) nothing is lost where it is left out.
_TIMES: Final = frozenset(("second", "minute", "hour", "day", "night", "week", "month", "quarter", "year"))
_MEASURES: Final = frozenset(
    ("kg", "g", "l", "ml", "km", "m", "m^2", "m^3", "m2", "dl", "lb", "mile", "ha", "cm")
)


def base_unit(value: Value) -> str:
    """Return the unit of a value without its rate."""
    return value.unit.partition("/")[0] if value.rate else value.unit


def measure(value: Value) -> tuple[str, Decimal] | None:
    """Return an amount and the name of what it is measured in, after every exact conversion.

    Example:
        >>> from ragtriage.text.values.reader import read
        >>> (hours,), (days,) = read("72 hours"), read("3 days")
        >>> measure(hours) == measure(days)
        True
    """
    if value.kind is ValueKind.FRACTION:
        return _share(value.canonical)
    if value.amount is None or value.kind is ValueKind.VERSION:
        return None
    if value.kind in (ValueKind.DATE, ValueKind.TIME, ValueKind.RELATIVE_DAY, ValueKind.ORDINAL):
        return f"{value.kind} {group(value.unit)}", value.amount
    base, slash, rate = value.unit.partition("/") if value.rate else (value.unit, "", "")
    name, factor = EXACT_UNITS.get(group(base), EXACT_UNITS.get(base, (group(base), "1")))
    return f"{name}{slash}{rate}", value.amount * Decimal(factor)


def _share(fraction: str) -> tuple[str, Decimal] | None:
    """Return a fraction as so many per cent, where that is exact: 3/4 is 75 %."""
    found = _fraction().fullmatch(fraction)
    if found is None:
        return None
    lower, upper = (found["last"], found["first"]) if found["by"] == "/" else (found["first"], found["last"])
    share = EXACT.divide(Decimal(100) * Decimal(upper), Decimal(lower)) if int(lower) else Decimal(0)
    exact = share.normalize()
    return ("%", exact) if len(exact.as_tuple().digits) <= _LONGEST_SHARE and exact else None


@cache
def _fraction() -> re.Pattern[str]:
    return re.compile(_WORDS.fraction)


def same_value(
    a: Value, b: Value, *, asked: frozenset[str] = frozenset(), tolerance: Decimal | None = None
) -> bool:
    """Whether two values say the same.

    Args:
        a: A value.
        b: Another.
        asked: The rates that the question names, which either may leave out.
        tolerance: How far plain numbers may differ, as a share of the first; None where they may not.

    Example:
        >>> from ragtriage.text.values.reader import read
        >>> def same(a, b, asked=()):
        ...     return same_value(read(a)[0], read(b)[0], asked=frozenset(asked))
        >>> same("5割", "50%"), same("1,240名", "1240人"), same("5.50", "5.5"), same("1 month", "30 days")
        (True, True, True, False)
        >>> same("5 mg", "5 mg/kg"), same("18 EUR", "18 EUR per day", ["day"])
        (False, True)
    """
    if a.canonical == b.canonical and a.kind is b.kind:
        return True
    if a.rate != b.rate and _may_be_left_out(a, b, asked):
        return _without_rate(a) == _without_rate(b)
    first, second = measure(a), measure(b)
    if first is None or second is None:
        return False
    if a.kind is b.kind is ValueKind.TIME:
        return first[1] == second[1]  # 9:00 and 9 am
    if first[0] != second[0] or not _MEASURED.issuperset((a.kind, b.kind)):
        is_one_unit = frozenset((group(a.unit), group(b.unit))) == _AGES or _is_yen_or_yuan(a, b)
        return is_one_unit and a.amount == b.amount
    is_near = tolerance is not None and not _may_be_year(a)
    return abs(first[1] - second[1]) <= (abs(first[1]) * tolerance if is_near and tolerance else 0)


def _is_yen_or_yuan(a: Value, b: Value) -> bool:
    """Whether one amount has the sign that yen and yuan share, and the other is told in yuan: ¥500, 500元."""
    return frozenset((a.unit, b.unit)) == _OF_ONE_SIGN and any(
        "¥" in each.text or "￥" in each.text for each in (a, b)
    )


def _may_be_year(value: Value) -> bool:
    return (
        value.kind is ValueKind.NUMBER and not value.unit and len(value.text) == 4 and value.text.isdecimal()
    )


def same_measure(a: Value, b: Value) -> bool:
    """Whether the amounts of two values can be held against each other, after every exact conversion."""
    first, second = measure(a), measure(b)
    return first is not None and second is not None and first[0] == second[0] and bool(first[0])


@cache
def is_measure(rate: str) -> bool:
    """Whether a rate is told of so much of a substance or a stretch, and so is a part of the unit: mg/kg.

    >>> is_measure("kg"), is_measure("cm^3"), is_measure("person"), is_measure("month")
    (True, True, False, False)
    """
    found = unit_at(rate, 0)
    is_unit = found is not None and found[1] == len(rate) and rate.isascii() and len(rate) < len("meter")
    return rate in _MEASURES or (is_unit and rate not in _TIMES)


def _may_be_left_out(a: Value, b: Value, asked: frozenset[str]) -> bool:
    """Whether a value may leave out the rate of the other: what is asked for, or a thing counted."""
    if a.rate and b.rate:
        return _EACH in (a.rate, b.rate) and not any(
            rate in _TIMES or is_measure(rate) for rate in (a.rate, b.rate)
        )
    rate = a.rate or b.rate
    return rate in asked or not (rate in _TIMES or is_measure(rate))


def _without_rate(value: Value) -> tuple[str, Decimal] | None:
    known = measure(value)
    if known is None:
        return None
    return known[0].partition("/")[0] if value.rate else known[0], known[1]


def family(value: Value) -> str | None:
    """Return what sort of thing a value counts or measures; None where its counter may stand for any."""
    if value.kind in (ValueKind.MONEY, ValueKind.PERCENT):
        return str(value.kind)
    base = base_unit(value)
    return FAMILIES.get(group(base)) or FAMILIES.get(base)


def differ_in_unit(a: Value, b: Value) -> bool:
    """Whether two values of one number surely differ in unit or rate: 10日 and 10営業日, 5 mg and 5 mg/kg.

    Example:
        >>> from ragtriage.text.values.reader import read
        >>> def differ(a, b):
        ...     return differ_in_unit(read(a)[0], read(b)[0])
        >>> differ("10日", "10営業日"), differ("600 requests per second", "600 requests per minute")
        (True, True)
        >>> differ("5個", "5件"), differ("5 euros", "5 euros a month"), differ("5 mg", "5 mg/kg")
        (False, False, True)
    """
    if (a.number or a.amount) != (b.number or b.amount) or a.amount is None or same_value(a, b):
        return False
    if a.rate and b.rate and a.rate != b.rate and not _may_be_left_out(a, b, frozenset()):
        return True
    if bool(a.rate) != bool(b.rate) and is_measure(a.rate or b.rate) and a.unit and b.unit:
        return True
    are_known = family(a) is not None and family(b) is not None
    return are_known and group(base_unit(a)) != group(base_unit(b))
