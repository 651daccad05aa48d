"""Figures: the dates, amounts and counts of a statement that a text neither holds nor gives.

Only what is certain is called missing. A figure is not missing when it stands in the text under any unit, in
its digits or in words, when it is 2 or less or counts what the answer lists, when a word marks it as rough,
or when it follows from the text's figures: as a sum or difference of two (or the sum of all) of its unit, as
a product, as a share or twelve months of an amount, as a rounded amount, as a ratio for a percentage, or by
conversion (weeks and days, quarters and months, 割 and %, 12 and 24 hours, years and centuries).
"""

from __future__ import annotations

import re
import unicodedata
from calendar import monthrange
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from typing import Final

from ragtriage.text.figure_words import (
    CONVERSIONS,
    ENUMERATING,
    IN_WORDS,
    METRIC,
    MONTH_ENDS,
    MONTHLY,
    QUARTERS,
    ROUGH_AFTER,
    ROUGH_BEFORE,
    UNREAD,
)
from ragtriage.text.values import Value, ValueKind, has_unreadable_numeral, is_in_digits, read
from ragtriage.text.values.vocabulary import group

__all__ = ["Figures", "date_parts", "missing_figures"]

# The name under which numbers without a unit are added up.
_BARE_UNIT: Final = f"{ValueKind.NUMBER} "

# Bare numbers below this are too often part of something else.
_BARE: Final = 100

# "Two", "both", "a" and "another" are figures that texts imply without stating them.
_IMPLIED: Final = 2

# Results are reckoned from so many amounts of a unit; in a longer table everything is the sum or the ratio
# of something.
_MOST_AMOUNTS: Final = 200

# How far an amount in miles may be from what it was in kilometres, as a share of it.
_INEXACT: Final = Decimal("0.01")

_MOST_DIGITS: Final = 20

# From so many digits on a number is a telephone number or a key, which may be set apart differently.
_KEY: Final = 7

_DAY: Final = 86_400  # seconds

_LEAP_YEAR: Final = 2024

# In how many places of a text digits are looked at before all of its numbers are read.
_LOOK_UPS: Final = 4

# Up to so many things are counted before they are listed (次の3点です), by texts that only list them.
_LISTED: Final = 10


@dataclass(frozen=True)
class Figures:
    """The figures that are known where a statement is judged: those of the context and of the question."""

    context: tuple[str, ...]
    question: str = ""

    @property
    def all_readable(self) -> bool:
        """Whether every numeral of the context could be read."""
        return not self._has_unreadable

    @cached_property
    def _has_unreadable(self) -> bool:
        return any(has_unreadable_numeral(text) or _unread().search(text.lower()) for text in self.context)

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        return tuple(value for text in (*self.context, self.question) for value in read(text))

    @cached_property
    def _canonical(self) -> frozenset[str]:
        return frozenset(value.canonical for value in self._values)

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        """Numbers under any unit, those of dates and times too."""
        return frozenset(
            number for value in self._values for reading in _readings(value) for number in reading
        )

    @cached_property
    def _factors(self) -> frozenset[Decimal]:
        """Numbers that an amount may have been multiplied by: counts, shares, and the months of a year."""
        shares = {
            v.amount / 100 for v in self._values if v.kind is ValueKind.PERCENT and v.amount is not None
        }
        changes = {sign * share + 1 for share in shares for sign in (1, -1)}
        months = {Decimal(12)} if _monthly().search(self._text) else set[Decimal]()
        half = {Decimal("0.5")} if _in_words()[Decimal(50)].search(self._text) else set[Decimal]()
        return self._numbers | shares | changes | months | half

    @cached_property
    def _run(self) -> str:
        """The text without the marks and spaces that set apart the digits of a long number."""
        return re.sub(r"[\s().\-]", "", unicodedata.normalize("NFKC", self._text))

    @cached_property
    def _digits(self) -> frozenset[str]:
        """Numbers in digits."""
        return frozenset(_digits(" ".join((*self.context, self.question))))

    @cached_property
    def _text(self) -> str:
        return " ".join((*self.context, self.question)).lower()

    @cached_property
    def _by_unit(self) -> dict[str, Counter[Decimal]]:
        """Amounts of what can be added up, and how often each stands there."""
        found: dict[str, Counter[Decimal]] = {}
        for value in self._values:
            if value.amount is not None and not _is_endless(value.amount):
                for unit, amount in {_own(value, value.amount), *_converted(value, value.amount)}:
                    found.setdefault(unit, Counter())[amount] += 1
        return found

    def holds(self, value: Value) -> bool:
        """Whether the value stands there, under any unit, in its digits or as a word."""
        digits = _digits(value.text)
        if digits and (self.shows(digits) or self._digits.issuperset(digits)):
            return True
        if value.canonical in self._canonical:
            return True
        if digits and all(len(number) >= _KEY and number in self._run for number in digits):
            return True
        if any(reading and self._numbers.issuperset(reading) for reading in _readings(value)):
            return True
        if _is_last_of_a_month(value) and _month_end().search(self._text):
            return True
        written = {Decimal(number) for number in digits}
        if value.amount is not None:
            written.add(value.amount)
        return any(pattern.search(self._text) for number, pattern in _in_words().items() if number in written)

    def shows(self, digits: Sequence[str]) -> bool:
        """Whether all numbers surely stand there: as they are written, between letters or spaces."""
        return all(
            any(_is_shown(number, text) for text in (*self.context, self.question)) for number in digits
        )

    def gives(self, value: Value) -> bool:
        """Whether the value follows from what stands there."""
        if value.amount is None:
            return False
        bare = self._by_unit.get(_BARE_UNIT, Counter())  # 3 men and 5 women are 8 people
        if value.kind is ValueKind.PERCENT and any(
            _is_ratio(value.amount, amounts + bare) for amounts in self._by_unit.values()
        ):
            return True
        if self._has_its_period(value, int(value.amount)) or self._is_converted(value):
            return True
        return any(
            self._yields(amount, self._by_unit.get(unit, Counter()) + bare)
            for unit, amount in _as_results(value, value.amount)
        )

    def _yields(self, amount: Decimal, amounts: Counter[Decimal]) -> bool:
        """Whether an amount comes out of those of its unit."""
        if len(amounts) > _MOST_AMOUNTS:
            return True
        return (
            _is_sum(amount, amounts)
            or any(one and amount / one in self._factors for one in amounts)  # 3 days at 500 yen
            or any(_is_rounded(amount, one) for one in amounts)
        )

    def _is_converted(self, value: Value) -> bool:
        """Whether it is an amount of the text in miles for kilometres, or the like."""
        metric = _metric(value)
        return metric is not None and any(
            other[0] == metric[0] and abs(other[1] - metric[1]) <= _INEXACT * abs(metric[1])
            for other in map(_metric, self._values)
            if other is not None
        )

    def _has_its_period(self, value: Value, count: int) -> bool:
        """Whether there are months for a quarter, a quarter for a month, or a year of the century."""
        dates = [date_parts(other) for other in self._values]
        if value.unit in QUARTERS:
            return any("month" in parts for parts in dates)
        if value.kind is ValueKind.DATE:
            return value.unit == "month-of-year" and any(other.unit in QUARTERS for other in self._values)
        if value.unit != "th" and CONVERSIONS.get(value.unit) != CONVERSIONS["century"]:
            return False
        years = (int(number) for number in self._digits if len(number) == len("1850") and number.isdecimal())
        return any((year + 99) // 100 == count for year in years)


def missing_figures(statement: str, known: Figures) -> tuple[Value, ...]:
    """Return the figures of a statement that neither stand in what is known nor follow from it.

    >>> known = Figures(("It is due on the 5th; 3 men and 5 women came.",), "When in 2024?")
    >>> [value.text for value in missing_figures("8 people came by 12 May 2024, 45% late.", known)]
    ['12 May 2024', '45%']
    """
    if is_in_digits(statement) and known.shows(_digits(statement)):
        return ()  # the values need not be read
    return tuple(
        value
        for value in read(statement)
        if _counts(value)
        and not known.holds(value)
        and not _is_rough(statement, value)
        and not known.gives(value)
    )


def _counts(value: Value) -> bool:
    """Whether the figure says something definite."""
    if value.indefinite:
        return False
    if value.kind in (ValueKind.DATE, ValueKind.RELATIVE_DAY, ValueKind.TIME, ValueKind.FRACTION):
        return True
    if value.amount is None or abs(value.amount) <= _IMPLIED or _is_endless(value.amount):
        return False
    if value.unit in ENUMERATING and abs(value.amount) <= _LISTED:
        return False
    return value.kind is not ValueKind.NUMBER or abs(value.amount) >= _BARE


def _is_endless(amount: Decimal) -> bool:
    """Whether it has more digits than any amount: a key or a hash, with which nothing can be reckoned."""
    return len(amount.as_tuple().digits) > _MOST_DIGITS or amount.adjusted() > _MOST_DIGITS


def _is_rough(statement: str, value: Value) -> bool:
    """Whether a word beside the figure makes it a rough one."""
    before = unicodedata.normalize("NFKC", statement[max(0, value.start - 24) : value.start]).lower()
    after = unicodedata.normalize("NFKC", statement[value.end : value.end + 16]).lower()
    return _rough_before().search(before) is not None or _rough_after().match(after) is not None


@cache
def _unread() -> re.Pattern[str]:
    return re.compile("|".join(UNREAD))


@cache
def _monthly() -> re.Pattern[str]:
    return re.compile("|".join(MONTHLY))


@cache
def _rough_before() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(ROUGH_BEFORE)})\s*[$€£¥₩]?\s*$")


@cache
def _rough_after() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(ROUGH_AFTER)})")


def _digits(text: str) -> list[str]:
    """Return the numbers in digits, without leading zeros and grouping commas."""
    folded = text if text.isascii() else unicodedata.normalize("NFKC", _NO_DIGITS.sub(" ", text))
    if "," in folded:
        folded = _GROUPING.sub("", folded)
    return [number.lstrip("0") or "0" for number in _IN_DIGITS.findall(folded)]


def _is_shown(number: str, text: str) -> bool:
    """Tell whether a number surely is one of those of a text: its first places are looked at."""
    at = -1
    for _ in range(_LOOK_UPS):
        at = text.find(number, at + 1)
        if at < 0:
            break
        end = at + len(number)
        begins = at == 0 or _APART.match(text, at - 1) is not None
        if begins and (end == len(text) or _APART.match(text, end) is not None):
            return True
    return False


# What is no part of a number, and does not become one in normal form.
_APART: Final = re.compile("[A-Za-zぁ-ゖァ-ヺー一-鿿가-힣、。 ]")
# Common letters that normalisation leaves as they are: without them it is done sooner.
_NO_DIGITS: Final = re.compile("[ぁ-ゖァ-ヺー一-鿿가-힣、。]+")
_GROUPING: Final = re.compile(r",(?<=\d,)(?=\d{3})")
_IN_DIGITS: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@cache
def _in_words() -> dict[Decimal, re.Pattern[str]]:
    return {Decimal(number): re.compile(expression) for number, expression in IN_WORDS.items()}


def _own(value: Value, amount: Decimal) -> tuple[str, Decimal]:
    """Return the amount under the name by which amounts can be added up."""
    return f"{value.kind} {group(value.unit)}", amount


def _converted(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units that its own can be converted to; of a date, as months and days."""
    if value.kind is ValueKind.DATE:
        parts = date_parts(value)
        if "year" in parts:
            yield "month", Decimal(12 * parts["year"])
            yield "month", Decimal(12 * parts["year"] + parts.get("month", 0))
        if "day" in parts:
            yield "day", amount if value.unit == "day" else Decimal(parts["day"])
        return
    if value.kind is ValueKind.TIME:
        yield "duration sec", 60 * amount
    for unit, factor in CONVERSIONS.get(value.unit, ()):
        yield unit, amount * Decimal(factor)
    if value.unit == "sec" and not amount % _DAY:
        yield "day", amount / _DAY


def _metric(value: Value) -> tuple[str, Decimal] | None:
    """Return the amount in a metric unit, if it measures something."""
    if value.amount is None or value.unit not in METRIC:
        return None
    unit, factor, offset = METRIC[value.unit]
    return unit, value.amount * Decimal(factor) + Decimal(offset)


def _as_results(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units in which it may be a result; a date may be another and so many days."""
    if value.kind is ValueKind.RELATIVE_DAY:
        return
    if value.kind is not ValueKind.DATE:
        yield _own(value, amount)
        yield from _converted(value, amount)
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


def _is_last_of_a_month(value: Value) -> bool:
    """Whether a date is the last day of its month, for which texts have words."""
    parts = date_parts(value)
    if "month" not in parts or "day" not in parts:
        return False
    last = monthrange(parts.get("year", _LEAP_YEAR), parts["month"])[1] if 1 <= parts["month"] <= 12 else 0
    return parts["day"] in {last, 28} if parts["month"] == 2 else parts["day"] == last


@cache
def _month_end() -> re.Pattern[str]:
    return re.compile("|".join(MONTH_ENDS))


def _readings(value: Value) -> list[frozenset[Decimal]]:
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


def _is_sum(amount: Decimal, amounts: Counter[Decimal]) -> bool:
    """Whether it is one of the amounts, the sum or the difference of two of them, or the sum of all."""
    return (
        amount in amounts
        or any(amount + one in amounts for one in amounts)
        or any(amount - one in amounts and (amount != 2 * one or count > 1) for one, count in amounts.items())
        or (amounts.total() > 2 and amount == sum(amounts.elements()))
    )


def _is_rounded(amount: Decimal, exact: Decimal) -> bool:
    """Whether an amount with two significant digits or more is what another rounds to."""
    digits, exponent = amount.normalize().as_tuple()[1:]
    if not isinstance(exponent, int) or len(digits) + exponent < 2:
        return False
    unit = Decimal(1).scaleb(min(exponent, len(digits) + exponent - 2))
    return 2 * abs(exact - amount) <= unit


def _is_ratio(percentage: Decimal, amounts: Counter[Decimal]) -> bool:
    """Whether it is the ratio of two amounts, or by what share one exceeds another, as precisely as given."""
    if len(amounts) > _MOST_AMOUNTS:
        return True
    unit = Decimal(1).scaleb(min(0, int(percentage.as_tuple().exponent)))
    return any(
        2 * abs(exact - percentage) <= unit or 0 <= exact - percentage < unit  # rounded, or cut off
        for whole in amounts
        if whole
        for part in amounts
        for exact in (100 * part / whole, abs(100 * (part - whole) / whole))
    )
