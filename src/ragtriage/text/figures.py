"""Figures: the dates, amounts and counts of a statement that a text neither holds nor gives.

Only what is certain is called missing. A figure is not missing when it stands in the text under any unit or
in its digits, when it is 2 or less, when a word marks it as approximate, or when it follows from the text's
figures: as a sum or difference of two (or the sum of all) of its unit, as a ratio for a percentage, or by
conversion (weeks and days, quarters and months, 割 and %, 12 and 24 hours, and the like).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache, cached_property
from typing import Final

from ragtriage.text.values import Value, ValueKind, has_unreadable_numeral, read
from ragtriage.text.values.vocabulary import group

__all__ = ["Figures", "missing_figures"]

# The name under which numbers without a unit are added up.
_BARE_UNIT: Final = f"{ValueKind.NUMBER} "

# Bare numbers below this are too often part of something else.
_BARE: Final = 100

# "Two", "both", "a" and "another" are figures that texts imply without stating them.
_IMPLIED: Final = 2

# Ratios are tried for so many amounts of a unit; in a longer table everything is the ratio of something.
_MOST_RATIOS: Final = 200

# What one of a unit is in another: 1 week = 7 days.
_CONVERSIONS: Final[dict[str, tuple[str, int]]] = {
    **dict.fromkeys(("week", "週", "週間", "주", "周", "星期"), ("day", 7)),
    **dict.fromkeys(("day", "日", "日間", "일", "일간", "天"), ("day", 1)),
    **dict.fromkeys(("month", "か月", "ヶ月", "개월", "个月"), ("month", 1)),
    **dict.fromkeys(("quarter", "四半期", "분기", "季度"), ("month", 3)),
    **dict.fromkeys(
        ("year", "年", "年間", "년", "년간", "개년", "周年", "주년", "yearold", "歳", "살", "岁"),
        ("month", 12),
    ),
    **dict.fromkeys(("decade", "年代", "년대"), ("month", 120)),
    **dict.fromkeys(("century", "世紀", "세기", "世纪"), ("month", 1200)),
    **dict.fromkeys(("割", "할", "成"), ("%", 10)),
    "%": ("%", 1),
    "%p": ("%", 1),
}

# Of which months a quarter of the year consists: 3분기 is July to September.
_MONTHS_OF_QUARTER: Final = {quarter: range(3 * quarter - 2, 3 * quarter + 1) for quarter in range(1, 5)}
_QUARTERS: Final = frozenset(("quarter", "四半期", "분기", "季度"))

# Numerals that are words of their own, or hidden in words; where one stands, its number is in the text.
_IN_WORDS: Final[dict[int, str]] = {
    3: r"\b(?:three|third|thrice|triple\w*|trio|triangle)\b|三|みっつ|셋|삼",
    4: r"\b(?:four\w*|quarter\w*|quadr\w+|quartet)\b|四|よっつ|넷|사(?=각)",
    5: r"\b(?:five|fifth|quint\w+|penta\w+|half)\b|五|いつつ|다섯|오(?=각)",
    6: r"\b(?:six\w*|sext\w+|hexa\w+)\b|六|むっつ|여섯",
    7: r"\b(?:seven\w*|weekly|a week)\b|七|ななつ|일곱",
    8: r"\b(?:eight\w*|octa\w+|octet)\b|八|やっつ|여덟",
    9: r"\b(?:nine\w*|ninth)\b|九|ここのつ|아홉",
    10: r"\b(?:ten|tenth|decade\w*)\b|十|とお(?=[、。])|열",
    12: r"\b(?:twelve|twelfth|dozens?|year)\b|十二|열두",
    20: r"\b(?:twenty|twentieth|score)\b|二十|스물|스무",
    50: r"\b(?:fifty|half|halves)\b|五十|半|반|절반",
    100: r"\b(?:hundred\w*|all|century|entire\w*|whole)\b|百|全|모두|전부|전체",
    1000: r"\b(?:thousand\w*|millenni\w+)\b|千|천",
}

# Before or after a figure these make it a rough one, which need not stand anywhere; one line a language.
_ROUGH_BEFORE: Final = (
    (
        r"\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|over|under|above|below|circa|ca\.?"
        r"|estimated|up to|more than|less than|fewer than|at least|at most|within|typically|usually"
        r"|average(?: of)?|as (?:many|much|few|little|long|high|low) as)\s*(?:the |a |an |of )?"
    ),
    r"[~≈]|約|およそ|凡そ|おおよそ|ざっと|ほぼ|最大|最低|最長|最短|少なくとも|平均",
    r"약|대략|거의|최대|최소|적어도|무려|평균",
    r"大约|大約|约|將近|将近|接近|超过|超過|至少|最多",
)
_ROUGH_AFTER: Final = (
    r"or (?:more|less|fewer|so|over|under|above|below)\b|plus\b|\+|and (?:over|above|more)\b|-?ish\b|-?odd\b",
    r"以上|以下|以内|未満|程度|前後|ほど|くらい|ぐらい|余り|余|あまり|弱|強|超|近く|ごろ|頃|代|台|以降|以前|以後",
    r"を(?:超|上回|下回)",
    r"이상|이하|이내|미만|정도|쯤|가량|안팎|남짓|여\s|넘|초과|이후|이전",
    r"左右|上下|多|餘|之后|之後|之前",
)


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
        return any(has_unreadable_numeral(text) for text in self.context)

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
            if value.amount is not None:
                for unit, amount in {_own(value, value.amount), *_converted(value, value.amount)}:
                    found.setdefault(unit, Counter())[amount] += 1
        return found

    def holds(self, value: Value) -> bool:
        """Whether the value stands there, under any unit, in its digits or as a word."""
        digits = _digits(value.text)
        if digits and self._digits.issuperset(digits):
            return True
        if value.canonical in self._canonical:
            return True
        if any(reading and self._numbers.issuperset(reading) for reading in _readings(value)):
            return True
        pattern = None if value.amount is None else _in_words().get(value.amount)
        return pattern is not None and pattern.search(self._text) is not None

    def gives(self, value: Value) -> bool:
        """Whether the value follows: a sum or a difference, a ratio, a quarter of the year."""
        if value.amount is None:
            return False
        bare = self._by_unit.get(_BARE_UNIT, Counter())  # 3 men and 5 women are 8 people
        if any(
            _is_sum(amount, self._by_unit.get(unit, Counter()) + bare)
            for unit, amount in _as_sums(value, value.amount)
        ):
            return True
        if value.kind is ValueKind.PERCENT:
            return any(_is_ratio(value.amount, amounts + bare) for amounts in self._by_unit.values())
        quarter = _MONTHS_OF_QUARTER.get(int(value.amount)) if value.unit in _QUARTERS else None
        return quarter is not None and any(
            _date_parts(other).get("month") in quarter for other in self._values
        )


def missing_figures(statement: str, known: Figures) -> tuple[Value, ...]:
    """Return the figures of a statement that neither stand in what is known nor follow from it.

    >>> known = Figures(("It is due on the 5th; 3 men and 5 women came.",), "When in 2024?")
    >>> [value.text for value in missing_figures("8 people came by 12 May 2024, 45% late.", known)]
    ['12 May 2024', '45%']
    """
    return tuple(
        value
        for value in read(statement)
        if _counts(value)
        and not _is_rough(statement, value)
        and not known.holds(value)
        and not known.gives(value)
    )


def _counts(value: Value) -> bool:
    """Whether the figure says something definite."""
    if value.indefinite:
        return False
    if value.kind in (ValueKind.DATE, ValueKind.RELATIVE_DAY, ValueKind.TIME, ValueKind.FRACTION):
        return True
    if value.amount is None or abs(value.amount) <= _IMPLIED:
        return False
    return value.kind is not ValueKind.NUMBER or abs(value.amount) >= _BARE


def _is_rough(statement: str, value: Value) -> bool:
    """Whether a word beside the figure makes it a rough one."""
    before = unicodedata.normalize("NFKC", statement[max(0, value.start - 24) : value.start]).lower()
    after = unicodedata.normalize("NFKC", statement[value.end : value.end + 16]).lower()
    return _rough_before().search(before) is not None or _rough_after().match(after) is not None


@cache
def _rough_before() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(_ROUGH_BEFORE)})\s*[$€£¥₩]?\s*$")


@cache
def _rough_after() -> re.Pattern[str]:
    return re.compile(rf"\s*(?:{'|'.join(_ROUGH_AFTER)})")


def _digits(text: str) -> list[str]:
    """Return the numbers in digits, without leading zeros and grouping commas."""
    folded = re.sub(r"(?<=\d),(?=\d{3})", "", unicodedata.normalize("NFKC", text))
    return [number.lstrip("0") or "0" for number in re.findall(r"[0-9]+(?:\.[0-9]+)?", folded)]


@cache
def _in_words() -> dict[Decimal, re.Pattern[str]]:
    return {Decimal(number): re.compile(expression) for number, expression in _IN_WORDS.items()}


def _own(value: Value, amount: Decimal) -> tuple[str, Decimal]:
    """Return the amount under the name by which amounts can be added up."""
    return f"{value.kind} {group(value.unit)}", amount


def _converted(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units that its own can be converted to; of a date, as months and days."""
    if value.kind is ValueKind.DATE:
        parts = _date_parts(value)
        if "year" in parts:
            yield "month", Decimal(12 * parts["year"])
            yield "month", Decimal(12 * parts["year"] + parts.get("month", 0))
        if "day" in parts:
            yield "day", amount if value.unit == "day" else Decimal(parts["day"])
    elif value.kind is ValueKind.TIME:
        yield "duration sec", 60 * amount
    elif value.unit in _CONVERSIONS:
        unit, factor = _CONVERSIONS[value.unit]
        yield unit, amount * factor


def _as_sums(value: Value, amount: Decimal) -> Iterator[tuple[str, Decimal]]:
    """Yield the amount in the units in which it may be a sum; a date may be another and so many days."""
    if value.kind is ValueKind.RELATIVE_DAY:
        return
    if value.kind is not ValueKind.DATE:
        yield _own(value, amount)
        yield from _converted(value, amount)
    elif value.unit == "day":
        yield "day", amount
    elif value.unit in ("month", "year"):
        parts = _date_parts(value)
        yield "month", Decimal(12 * parts["year"] + parts.get("month", 0))


def _date_parts(value: Value) -> dict[str, int]:
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


def _readings(value: Value) -> list[frozenset[Decimal]]:
    """Return the numbers as which a value is met, a set for each way: a date's parts, a time's two clocks."""
    if value.amount is None:
        return []
    if value.kind is ValueKind.DATE:
        return [frozenset(map(Decimal, _date_parts(value).values()))]
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


def _is_ratio(percentage: Decimal, amounts: Counter[Decimal]) -> bool:
    """Whether it is the ratio of two amounts, or by what share one exceeds another, as precisely as given."""
    if len(amounts) > _MOST_RATIOS:
        return True
    unit = Decimal(1).scaleb(min(0, int(percentage.as_tuple().exponent)))
    return any(
        2 * abs(exact - percentage) <= unit or 0 <= exact - percentage < unit  # rounded, or cut off
        for whole in amounts
        if whole
        for part in amounts
        for exact in (100 * part / whole, abs(100 * (part - whole) / whole))
    )
