"""Reckoning: what an amount is in other units, and whether it is a sum, a ratio or a rounding of others."""

from __future__ import annotations

from calendar import monthrange
from collections import Counter
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.figure_words import CONVERSIONS, METRIC
from ragtriage.text.values import Value, ValueKind, base_unit
from ragtriage.text.values.vocabulary import group

__all__ = [
    "MOST_AMOUNTS",
    "as_results",
    "converted",
    "date_parts",
    "is_last_of_a_month",
    "is_ratio",
    "is_rounded",
    "is_sum",
    "metric",
    "own",
    "readings",
]


class _Words(Section, frozen=True):
    """The section `reckoning`: units that are reckoned otherwise."""

    nights: Words = Words()


_WORDS: Final = merged("reckoning", _Words)

# Results are reckoned from so many amounts of a unit; in a longer table everything is the sum or the ratio
# of something.
MOST_AMOUNTS: Final = 200

_DAY: Final = 86_400  # seconds

_NIGHTS: Final = frozenset(_WORDS.nights)

_LEAP_YEAR: Final = 2024


def own(value: Value, amount: Decimal) -> tuple[str, Decimal]:
    """Return the amount under the name by which amounts can be added up."""
    return f"{value.kind} {group(base_unit(value))}", amount


def converted(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units that its own can be converted to; of a date, as months and days."""
    if value.kind is ValueKind.DATE:
        yield from _of_date(value, amount)
        return
    if value.kind is ValueKind.TIME:
        yield "duration sec", 60 * amount
    if value.unit == "cent":
        for currency in ("usd", "eur"):
            yield f"{ValueKind.MONEY} {currency}", amount / 100
    if value.unit in _NIGHTS:
        yield "day", amount + 1  # two nights are three days
    for unit, factor in CONVERSIONS.get(base_unit(value), ()):
        yield unit, amount * Decimal(factor)
    if base_unit(value) == "sec" and not amount % _DAY:
        yield "day", amount / _DAY


def _of_date(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield a date as months and days, between which there are so many."""
    parts = date_parts(value)
    if "year" in parts:
        yield "month", Decimal(12 * parts["year"])
        yield "month", Decimal(12 * parts["year"] + parts.get("month", 0))
    if value.unit == "month-of-year":
        yield "month", Decimal(parts["month"])
    if "day" in parts:
        yield "day", amount if value.unit == "day" else Decimal(parts["day"])


def metric(value: Value) -> tuple[str, Decimal] | None:
    """Return the amount in a metric unit, if it measures something."""
    if value.amount is None or value.unit not in METRIC:
        return None
    unit, factor, offset = METRIC[value.unit]
    return unit, value.amount * Decimal(factor) + Decimal(offset)


def as_results(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units in which it may be a result; a date may be another and so many days."""
    if value.kind is ValueKind.RELATIVE_DAY:
        return
    if value.kind is not ValueKind.DATE:
        yield own(value, amount)
        yield from converted(value, amount)
    elif value.unit == "day":
        yield "day", amount
    elif value.unit in ("month", "year"):
        parts = date_parts(value)
        yield "month", Decimal(12 * parts["year"] + parts.get("month", 0))


def date_parts(value: Value) -> dict[str, int]:
    """Return the year, the month and the day of a date, those that it gives."""
    if value.kind is not ValueKind.DATE or value.amount is None:
        return {}
    amount = int(value.amount)
    match value.unit:
        case "day":
            day = date.fromordinal(amount)
            return {"year": day.year, "month": day.month, "day": day.day}
        case "month":
            return {"year": amount // 100, "month": amount % 100}
        case "month-day":
            return {"month": amount // 100, "day": amount % 100}
        case "month-of-year":
            return {"month": amount}
        case _:
            return {"year": amount}


def is_last_of_a_month(value: Value) -> bool:
    """Whether a date is the last day of its month, for which texts have words."""
    parts = date_parts(value)
    if "month" not in parts or "day" not in parts:
        return False
    last = monthrange(parts.get("year", _LEAP_YEAR), parts["month"])[1] if 1 <= parts["month"] <= 12 else 0
    return parts["day"] in {last, 28} if parts["month"] == 2 else parts["day"] == last


def readings(value: Value) -> list[frozenset[Decimal]]:
    """Return the numbers as which a value is met, a set for each way: a date's parts, a time's two clocks."""
    if value.amount is None:
        return []
    if value.kind is ValueKind.DATE:
        return [frozenset(map(Decimal, date_parts(value).values()))]
    if value.kind is ValueKind.TIME:
        hours, minutes = divmod(value.amount, 60)
        rest = frozenset((minutes,)) if minutes else frozenset[Decimal]()
        return [frozenset((hours,)) | rest, frozenset((hours % 12,)) | rest, frozenset((hours + 12,)) | rest]
    return [frozenset((value.amount,))]


def is_sum(amount: Decimal, amounts: Counter[Decimal]) -> bool:
    """Whether it is one of the amounts, the sum or the difference of two of them, or the sum of all."""
    return (
        amount in amounts
        or any(amount + one in amounts for one in amounts)
        or any(amount - one in amounts and (amount != 2 * one or count > 1) for one, count in amounts.items())
        or (amounts.total() > 2 and amount == sum(amounts.elements()))
    )


def is_rounded(amount: Decimal, exact: Decimal) -> bool:
    """Whether an amount with two significant digits or more is what another rounds to."""
    digits, exponent = amount.normalize().as_tuple()[1:]
    if not isinstance(exponent, int) or len(digits) + exponent < 2:
        return False
    unit = Decimal(1).scaleb(min(exponent, len(digits) + exponent - 2))
    return 2 * abs(exact - amount) <= unit


def is_ratio(percentage: Decimal, amounts: Counter[Decimal]) -> bool:
    """Whether it is the ratio of two amounts, or by what share one exceeds another, as precisely as given."""
    if len(amounts) > MOST_AMOUNTS:
        return True
    unit = Decimal(1).scaleb(min(0, int(percentage.as_tuple().exponent)))
    return any(
        2 * abs(exact - percentage) <= unit or 0 <= exact - percentage < unit  # rounded, or cut off
        for whole in amounts
        if whole
        for part in amounts
        for exact in (100 * part / whole, abs(100 * (part - whole) / whole))
    )
