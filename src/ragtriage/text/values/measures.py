"""Amounts with what follows them: a percentage, money, a duration, a length or a count."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.text.values import numerals
from ragtriage.text.values.amounts import amount_in_digits, number_in_digits
from ragtriage.text.values.found import Amount, Found
from ragtriage.text.values.numerals import EXACT, written
from ragtriage.text.values.ordinals import ordinal_mark
from ragtriage.text.values.tables import WORDS, Currency, Unit
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import after_space, currencies_before, unit_at

__all__ = ["measured", "money_after_sign", "percent_of_hundred"]


class _Words(Section, frozen=True):
    """The section `measures`: halves, tenths, fractions and percentages; ⟨…⟩ is filled by code."""

    vague: str = ""
    halved: Words = Words()
    half: str = ""
    korean_times: str = ""
    korean_ordinal: str = ""
    tenth: str = ""
    hundredths: str = ""
    next_part: str = ""
    fraction_bar: str = ""
    percent: str = ""


_WORDS: Final = merged("measures", _Words)

_VAGUE: Final = _WORDS.vague
_DEFINITE: Final = frozenset(
    ("sec", "m", "g", "l", "%p")
)  # "one metre" is a measure, "one day" may be an article
_HALVED: Final = frozenset(_WORDS.halved)  # 3時間半, 두 시간 반


@cache
def _vague() -> re.Pattern[str]:
    """After a number: about that many, or more of them (十数人, 30多个, 30여 명, 30-odd, two dozen)."""
    return re.compile(rf"[{_VAGUE}]|[ -](?:dozen|odd|plus|some)(?![a-z])")


def measured(text: str, cased: str, start: int, amount: Amount) -> Found | None:
    """The value of a numeral with what follows it, or None where it stands alone."""
    vague = _vague().match(text, amount.end)
    if vague:
        return Found(None, "", "", None, start, vague.end())
    fraction = _fraction(text, start, amount)
    if fraction:
        return fraction
    at = after_space(text, amount.end)
    found = unit_at(text, at)
    if found is None or _is_other(text, cased, at, found[1]):
        return None
    meaning, end = found[0].meaning, found[1]
    if isinstance(meaning, Unit):
        return _quantity(text, meaning, amount, start=start, at=at, end=end)
    if meaning:
        return _money(meaning.code, amount.value, start, end)
    return Found(ValueKind.PERCENT, written(amount.value) + "%", "%", amount.value, start, end)


def _is_other(text: str, cased: str, at: int, end: int) -> bool:
    """Whether a unit of one letter may be something else: in capitals (5G, 5M), or the end of the 90s."""
    if end != at + 1 or not text[at].isascii():
        return False
    return (cased[at].isupper() and text[at] not in "vwl") or (text[at] == "s" and text[at - 1] == "0")


def _money(code: str, value: Decimal, start: int, end: int) -> Found:
    return Found(ValueKind.MONEY, written(value) + code, code, value, start, end)


@cache
def _half() -> re.Pattern[str]:
    return re.compile(_WORDS.half)


def _quantity(text: str, unit: Unit, amount: Amount, *, start: int, at: int, end: int) -> Found:
    """A count, a length, a mass or a duration; those of hours, minutes and seconds go on (1時間30分)."""
    place = ordinal_mark().match(text, end)
    if place:
        name = _WORDS.korean_ordinal if unit.name == _WORDS.korean_times else text[at : place.end()]
        return Found(ValueKind.ORDINAL, written(amount.value) + name, name, amount.value, start, place.end())
    factor = Decimal(unit.factor)
    value = EXACT.multiply(EXACT.add(amount.value, Decimal(unit.plus)), factor)
    below = _below_zero().match(text, end) if unit.name in _DEGREES else None
    if below:
        value, end = -value, below.end()
    half = _half().match(text, end) if unit.name in _HALVED else None
    if half:
        value, end = EXACT.add(value, EXACT.multiply(Decimal("0.5"), factor)), half.end()
    elif unit.name == "sec":
        value, end = _rest_of_time(text, value, factor, end)
        an_hour = _an_hour_before().search(text, max(0, start - 14), start) if factor < 3600 else None
        if an_hour:
            value, start = EXACT.add(value, Decimal(3600)), an_hour.start()
    elif unit.name == _WORDS.tenth:
        value, end = _rest_of_tenths(text, value, end)
    indefinite = amount.is_one and unit.plus == "0" and unit.name not in _DEFINITE
    canonical = written(value) + unit.name
    number = amount.value if value == EXACT.multiply(amount.value, factor) else None
    return Found(ValueKind(unit.kind), canonical, unit.name, value, start, end, indefinite, number=number)


_DEGREES: Final = frozenset(("degree", "°c", "°", "°f"))


@cache
def _below_zero() -> re.Pattern[str]:
    return re.compile(r" below (?:zero|freezing)(?![a-z])")


@cache
def _hundredths() -> re.Pattern[str]:
    return re.compile(_WORDS.hundredths)


def _rest_of_tenths(text: str, value: Decimal, end: int) -> tuple[Decimal, int]:
    """Add the 分 and 厘 of 三割五分 (3.5割), which are no minutes."""
    found = _hundredths().match(text, end)
    if found is None:
        return value, end
    for digit, factor in zip(found.groups("0"), ("0.1", "0.01"), strict=True):
        part = numerals.number(digit) or Decimal(0)
        value = EXACT.add(value, EXACT.multiply(part, Decimal(factor)))
    return value, found.end()


@cache
def _next_part() -> re.Pattern[str]:
    tens = "|".join(word for word, value in WORDS.items() if value >= 20)
    units = "|".join(word for word, value in WORDS.items() if 0 < value < 20)
    return re.compile(filled(_WORDS.next_part, tens=tens, units=units))


@cache
def _minutes() -> re.Pattern[str]:
    """Match the minutes that stand right behind an hour: 1h30."""
    return re.compile(r"(?<=[0-9]h)[0-5][0-9](?![0-9a-z]|[.,:/-][0-9])")


def _part(found: re.Match[str]) -> Decimal | None:
    if found["english"]:
        return numerals.english(found["english"])
    return numerals.number(found["words"]) if found["words"] else numerals.plain(found[1])


@cache
def _an_hour_before() -> re.Pattern[str]:
    return re.compile(r"(?<![a-z])an? hour,?(?: and)? \Z")


def _rest_of_time(text: str, value: Decimal, factor: Decimal, end: int) -> tuple[Decimal, int]:
    """Add the smaller parts of a duration: the minutes of 1時間30分, the seconds of 2 min 5 sec."""
    while True:
        found = _next_part().match(text, end)
        if found is None:
            return value, end
        part = _part(found)
        at = after_space(text, found.end())
        smaller = unit_at(text, at)
        if factor == 3600 and part is not None and _minutes().match(text, end):
            return EXACT.add(value, EXACT.multiply(part, Decimal(60))), found.end()
        minute = factor == 3600 and text[at : at + 1] == "m" and not text[at + 1 : at + 2].isalpha()
        if part is None or smaller is None or not isinstance(smaller[0].meaning, Unit):
            return value, end
        unit = smaller[0].meaning
        unit_factor = Decimal(60) if minute else Decimal(unit.factor)
        if not minute and (unit.name != "sec" or unit_factor >= factor):
            return value, end
        value = EXACT.add(value, EXACT.multiply(part, unit_factor))
        factor, end = unit_factor, smaller[1]


@cache
def _fraction_bar() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.fraction_bar, kanji=numerals.KANJI))


def _fraction(text: str, start: int, amount: Amount) -> Found | None:
    """三分の一 = 3分の1; a percentage is written 百分之二十五 in Chinese."""
    found = _fraction_bar().match(text, amount.end)
    if found is None:
        return None
    upper = numerals.number(found[2])
    if upper is None:
        return Found(None, "", "", None, start, found.end())
    part = _part_of_unit(text, start, found.end(), upper, amount.value)
    if part is not None:
        return part
    canonical = f"{written(amount.value)}{found[1]}{written(upper)}"
    return Found(ValueKind.FRACTION, canonical, found[1], None, start, found.end())


@cache
def _parts() -> re.Pattern[str]:
    names = "|".join(sorted(_LOWER, key=len, reverse=True))
    return re.compile(rf"(?P<part>[ -](?P<lower>{names})s?) of (?!an? (?:{_OF_TIME})(?![a-z]))")


_OF_TIME: Final = "hour|day|week|month|year|minute|second|mile|cent"
_LOWER: Final = {
    "half": 2,
    "halve": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}


def part_in_english(text: str, start: int, amount: Amount) -> Found | None:
    """Three quarters of it."""
    found = _parts().match(text, amount.end)
    if found is None or amount.value != int(amount.value):
        return None
    canonical = f"{written(amount.value)}/{_LOWER[found['lower']]}"
    return Found(ValueKind.FRACTION, canonical, "/", None, start, found.end("part"), rewritten=False)


def _part_of_unit(text: str, start: int, end: int, upper: Decimal, lower: Decimal) -> Found | None:
    """四分之一个小时 = 15 minutes, where the part of the unit is a whole number of something."""
    counted = unit_at(text, after_space(text, end))
    if counted is None or not isinstance(counted[0].meaning, Unit) or not lower:
        return None
    unit = counted[0].meaning
    whole = EXACT.multiply(upper, Decimal(unit.factor))
    if unit.name not in _DEFINITE or whole % lower:
        return None
    value = EXACT.divide(whole, lower)
    canonical = written(value) + unit.name
    return Found(ValueKind(unit.kind), canonical, unit.name, value, start, counted[1])


@cache
def _percent() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.percent, kanji=numerals.KANJI, vague=_VAGUE))


def percent_of_hundred(text: str, start: int) -> Found | None:
    """百分之二十五 = 25%, 百分之三点五 = 3.5%."""
    found = _percent().match(text, start)
    if found is None:
        return None
    value = numerals.number(found["number"])
    if value is not None and found["places"]:
        digits = [numerals.kanji(character) for character in found["places"]]
        if any(digit is None or digit > 9 for digit in digits) or len(digits) > 20:
            value = None
        else:
            value = EXACT.add(
                value, Decimal("0." + "".join(written(digit) for digit in digits if digit is not None))
            )
    if value is None:
        return Found(None, "", "", None, start, found.end())
    return Found(ValueKind.PERCENT, written(value) + "%", "%", value, start, found.end())


@cache
def currency_sign() -> re.Pattern[str]:
    """A currency sign or code before a number."""
    signs = "|".join(sorted(map(re.escape, currencies_before()), key=len, reverse=True))
    return re.compile(rf"(?P<minus>[+-]?)(?P<sign>{signs}) ?(?P<number>[+-]?(?=[0-9]))")


def money_after_sign(text: str, start: int) -> Found | None:
    """¥35,000, $1.5 million, JPY 500, ¥3万."""
    found = currency_sign().match(text, start)
    if found is None:
        return None
    number = found.start("number")
    digits = number_in_digits().match(text, number)
    if digits is None:
        return None
    amount = amount_in_digits(text, number, digits.end(), is_money=True)
    if amount is None or (amount.in_digits and re.compile(r"[0-9a-z]|[.,:/-][0-9]").match(text, amount.end)):
        cluster = re.compile(r"[+-]?[0-9](?:[.,:/-]?[0-9])*+").match(text, number)
        return Found(None, "", "", None, start, cluster.end() if cluster else digits.end())
    code, end = currencies_before()[found["sign"]], amount.end
    again = unit_at(text, after_space(text, end))
    if again and isinstance(again[0].meaning, Currency) and again[0].meaning.code == code:
        end = again[1]
    value = -amount.value if found["minus"] == "-" else amount.value
    return _money(code, value, start, end)
