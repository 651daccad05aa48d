"""Known figures: the values of the texts and the question, and what follows from them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from functools import cache, cached_property
from typing import Final

from ragtriage.text.cuts import ends_in_amount
from ragtriage.text.digits import in_digits
from ragtriage.text.edges import is_inside
from ragtriage.text.figure_claims import is_endless
from ragtriage.text.figure_words import (
    CONVERSIONS,
    IN_WORDS,
    MENTIONS,
    MONTH_ENDS,
    MONTHLY,
    QUARTERS,
    SCALE_NAMES,
    UNREAD,
)
from ragtriage.text.reckoning import (
    MOST_AMOUNTS,
    as_results,
    converted,
    date_parts,
    is_last_of_a_month,
    is_ratio,
    is_rounded,
    is_sum,
    metric,
    own,
    readings,
)
from ragtriage.text.values import (
    AMOUNTS,
    Value,
    ValueKind,
    base_unit,
    differ_in_unit,
    has_unreadable_numeral,
    measure,
    read,
    same_measure,
    same_value,
)
from ragtriage.text.values.bounds import Bound, bound_of, is_strict
from ragtriage.text.values.nouns import counted

__all__ = ["Figures", "Standing", "number_of"]

# The name under which numbers without a unit are added up.
_BARE_UNIT: Final = f"{ValueKind.NUMBER} "

# How far an amount in miles may be from what it was in kilometres, as a share of it.
_INEXACT: Final = Decimal("0.01")

_SPEEDS: Final = frozenset(("km/h", "m/s", "mph"))

# A fraction has an upper and a lower number.
_HALVES: Final = 2

# From so many digits on a number is a telephone number or a key, which may be set apart differently.
_KEY: Final = 7


class Standing(Enum):
    """How a figure stands in what is known."""

    HELD = auto()
    IN_ANOTHER_UNIT = (
        auto()
    )  # its number stands there, and each time surely in another unit or at another rate
    ABSENT = auto()


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
    def _all_texts(self) -> tuple[str, ...]:
        return (*self.context, self.question)

    @cached_property
    def _placed(self) -> tuple[tuple[str, Value], ...]:
        """The values, each with the text in which it stands."""
        return tuple((text, value) for text in self._all_texts for value in read(text))

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        return tuple(value for _, value in self._placed)

    @cached_property
    def _canonical(self) -> frozenset[str]:
        return frozenset(value.canonical for value in self._values)

    @cached_property
    def _measures(self) -> frozenset[tuple[str, Decimal]]:
        return frozenset(known for value in self._values if (known := measure(value)) is not None)

    @cached_property
    def _by_number(self) -> dict[Decimal, list[Value]]:
        """Amounts by what is written of them, and by what they come to."""
        found: dict[Decimal, list[Value]] = {}
        for value in self._values:
            if value.kind in AMOUNTS and value.amount is not None:
                for number in {value.amount, number_of(value)}:
                    found.setdefault(number, []).append(value)
        return found

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        """Numbers under any unit, those of dates and times too."""
        return frozenset(
            number for value in self._values for reading in readings(value) for number in reading
        )

    @cached_property
    def _parts(self) -> frozenset[Decimal]:
        """The numbers of which dates, times and ordinals consist."""
        return frozenset(
            number
            for value in self._values
            if value.kind not in AMOUNTS
            for reading in readings(value)
            for number in reading
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
        return frozenset(in_digits(" ".join(self._all_texts)))

    @cached_property
    def _loose_digits(self) -> frozenset[str]:
        """Numbers in digits that are no part of an amount: of ids and dates, or read as nothing."""
        rests: list[str] = []
        for text in self._all_texts:
            done = 0
            for value in read(text):
                if value.kind in AMOUNTS and len(in_digits(value.text)) < 2:
                    rests.append(text[done : value.start])
                    done = value.end
            rests.append(text[done:])
        return frozenset(in_digits(" ".join(rests)))

    @cached_property
    def _text(self) -> str:
        return " ".join(self._all_texts).lower()

    @cached_property
    def _by_unit(self) -> dict[str, Counter[Decimal]]:
        """Amounts of what can be added up, and how often each stands there."""
        found: dict[str, Counter[Decimal]] = {}
        for value in self._values:
            if value.amount is not None and not is_endless(value.amount):
                for unit, amount in {own(value, value.amount), *converted(value, value.amount)}:
                    found.setdefault(unit, Counter())[amount] += 1
        return found

    def stands(self, written: str) -> bool:
        """Whether a figure surely stands in a text as it is written, and is no part of another."""
        for text in self._all_texts:
            at = text.find(written)
            end = at + len(written)
            if at >= 0 and not (is_inside(text, at) or is_inside(text, end) or ends_in_amount(text, at, end)):
                return True
        return False

    def standing(self, value: Value, told: str = "") -> Standing:
        """Return how a value stands there.

        Args:
            value: A value of a statement.
            told: What the statement and the question say beside it, where it may leave out its rate.
        """
        if value.canonical in self._canonical or measure(value) in self._measures:
            return Standing.HELD
        if value.kind in AMOUNTS and value.amount is not None:
            alike = [*self._by_number.get(value.amount, ()), *self._by_number.get(number_of(value), ())]
            if alike:
                is_other = all(self._differ(value, other, told) for other in alike)
                return Standing.IN_ANOTHER_UNIT if is_other else Standing.HELD
        is_held = self._holds_number(value) or self._holds_in_a_scale(value)
        return Standing.HELD if is_held else Standing.ABSENT

    def _holds_number(self, value: Value) -> bool:
        """Whether the numbers of a value stand there, in digits or in words."""
        digits = in_digits(value.text)
        is_amount = value.kind in AMOUNTS
        if digits and (self._loose_digits if is_amount else self._digits).issuperset(digits):
            return True
        if digits and all(len(number) >= _KEY and number in self._run for number in digits):
            return True
        known = self._parts if is_amount else self._numbers
        if any(reading and known.issuperset(reading) for reading in readings(value)):
            return True
        if value.kind is ValueKind.FRACTION and self._has_share(value):
            return True
        if is_last_of_a_month(value) and _month_end().search(self._text):
            return True
        written = {Decimal(number) for number in digits}
        if value.amount is not None:
            written.add(value.amount)
        return any(pattern.search(self._text) for number, pattern in _in_words().items() if number in written)

    def _holds_in_a_scale(self, value: Value) -> bool:
        """Whether its number stands there in a scale that is named elsewhere: Revenue (in millions): 12.5."""
        if value.kind not in AMOUNTS or value.amount is None:
            return False
        number = number_of(value)
        if value.text[-1:] == "m" and number * 10**6 in self._by_number:
            return True  # 1.2m of what is told in millions
        return any(
            number / scale in self._by_number and re.search(words, self._text)
            for scale, words in SCALE_NAMES.items()
        )

    def _has_share(self, value: Value) -> bool:
        """Whether a fraction is there as a percentage, rounded."""
        parts = [Decimal(part) for part in re.findall("[0-9]+", value.canonical)]
        if len(parts) != _HALVES or not parts[0]:
            return True
        share = 100 * parts[1] / parts[0]
        return any(
            other.kind is ValueKind.PERCENT and other.amount is not None and abs(other.amount - share) < 1
            for other in self._values
        )

    def _differ(self, value: Value, other: Value, told: str) -> bool:
        """Whether two amounts of one number are surely not the same."""
        if same_value(value, other):
            return False
        if number_of(value) == number_of(other) and same_measure(value, other):
            return True  # 5 mg and 5 g
        if differ_in_unit(value, other):
            return True
        if value.rate or not other.rate or not value.unit:
            return False
        return not _mentions(other.rate).search(told)

    def is_told_otherwise(self, value: Value, bound: Bound, *, leaves_out: bool) -> bool:
        """Whether the value stands there as the other bound each time: the least for the most.

        What is over 20 kg is the rest of what is up to 20 kg: one of the two leaves the amount itself out.

        Args:
            value: The amount.
            bound: What it is told as.
            leaves_out: Whether that leaves the amount itself out: more than 20 kg.
        """
        bounds = {
            (None, False) if told is None else (told.bound, is_strict(text[told.start : told.end]))
            for text, other in self._placed
            if same_value(value, counted(text, other))
            for told in (bound_of(text, other),)
        }
        return bounds == {(Bound.LEAST if bound is Bound.MOST else Bound.MOST, leaves_out)}

    def keeps_to(self, value: Value, bound: Bound) -> bool:
        """Whether an amount that stands there lies within a bound, or none can be held against it."""
        mine = measure(value)
        is_comparable = False
        for text, bare in self._placed:
            other = counted(text, bare)
            theirs = measure(other)
            if mine is None or theirs is None or not same_measure(value, other):
                continue
            is_comparable = True
            is_within = theirs[1] >= mine[1] if bound is Bound.LEAST else theirs[1] <= mine[1]
            told = bound_of(text, other)
            if is_within and (told is None or told.bound is not bound):
                return True
        return not is_comparable

    def has_unit(self, value: Value, *, at_its_rate: bool = False) -> bool:
        """Whether another amount in the unit of a value stands there, at a rate where it has one."""
        return any(
            other.kind is value.kind
            and base_unit(other) == base_unit(value)
            and (other.rate == value.rate if at_its_rate else bool(other.rate) == bool(value.rate))
            for other in self._values
        )

    def has_kind(self, kind: ValueKind) -> bool:
        """Whether a value of a kind stands in the context."""
        return any(value.kind is kind for value in self._values)

    def has_noun(self, noun: str) -> bool:
        """Whether a number of a noun stands there."""
        return noun in self._nouns

    @cached_property
    def _nouns(self) -> frozenset[str]:
        return frozenset(
            noun
            for text, value in self._placed
            if value.kind is ValueKind.NUMBER and (noun := base_unit(counted(text, value)))
        )

    def gives(self, value: Value, *, is_itself_other: bool = False) -> bool:
        """Whether the value follows from what stands there.

        Args:
            value: A value of a statement.
            is_itself_other: Whether its number stands there in another unit or at another rate, and so is no
                proof by itself.
        """
        if value.amount is None:
            return False
        bare = self._by_unit.get(_BARE_UNIT, Counter())  # 3 men and 5 women are 8 people
        if value.kind is ValueKind.PERCENT and any(
            is_ratio(value.amount, amounts + bare) for amounts in self._by_unit.values()
        ):
            return True
        if self._has_its_period(value, int(value.amount)) or self._is_converted(value):
            return True
        if not is_itself_other and self._comes_of_a_rate(value):
            return True
        for unit, amount in as_results(value, value.amount):
            amounts = self._by_unit.get(unit, Counter()) + bare
            if value.rate and not base_unit(value):  # 7,200 a year, of 600 euros a month
                amounts = sum(self._by_unit.values(), Counter[Decimal]())
            if is_itself_other or value.rate:
                del amounts[amount]
            if self._yields(amount, amounts, has_factors=not is_itself_other):
                return True
        return False

    def _yields(self, amount: Decimal, amounts: Counter[Decimal], *, has_factors: bool) -> bool:
        """Whether an amount comes out of those of its unit."""
        if len(amounts) > MOST_AMOUNTS:
            return True
        return (
            is_sum(amount, amounts)
            # 3 days at 500 yen
            or (has_factors and any(one and amount / one in self._factors for one in amounts))
            or any(is_rounded(amount, one) for one in amounts)
        )

    def _comes_of_a_rate(self, value: Value) -> bool:
        """Whether it is an amount of the text at a rate of it: 300 km at 100 km/h take 3 hours."""
        rates = [other for other in self._values if other.rate or other.unit in _SPEEDS]
        amounts = [other for other in self._values if other.kind in AMOUNTS]
        if len(amounts) > MOST_AMOUNTS:
            return bool(rates)
        mine = number_of(value)
        return any(
            mine in (number_of(one) * number_of(rate), number_of(one) / number_of(rate))
            for rate in rates
            if number_of(rate)
            for one in amounts
            if one is not rate
        )

    def _is_converted(self, value: Value) -> bool:
        """Whether it is an amount of the text in miles for kilometres, or the like."""
        mine = metric(value)
        return mine is not None and any(
            other[0] == mine[0] and abs(other[1] - mine[1]) <= _inexact(mine[0]) * abs(mine[1])
            for other in map(metric, self._values)
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


def _inexact(unit: str) -> Decimal:
    """How far a converted amount may be off, as a share of it: a gigabyte has 1,000 or 1,024 megabytes."""
    return _INEXACT * 10 if unit == "byte" else _INEXACT


def number_of(value: Value) -> Decimal:
    """What the numeral of an amount says."""
    number = value.amount if value.number is None else value.number
    return Decimal(0) if number is None else number


@cache
def _mentions(rate: str) -> re.Pattern[str]:
    """Match any word for what a rate is told of, where it is left to the sentence: a monthly fee of 5."""
    return re.compile("|".join(MENTIONS.get(part, re.escape(part)) for part in rate.split("/")))


@cache
def _unread() -> re.Pattern[str]:
    return re.compile("|".join(UNREAD))


@cache
def _monthly() -> re.Pattern[str]:
    return re.compile("|".join(MONTHLY))


@cache
def _month_end() -> re.Pattern[str]:
    return re.compile("|".join(MONTH_ENDS))


@cache
def _in_words() -> dict[Decimal, re.Pattern[str]]:
    return {Decimal(number): re.compile(expression) for number, expression in IN_WORDS.items()}
