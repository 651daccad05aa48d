"""Amounts: a numeral and what follows it, as a percentage, money, a duration, a length or a count."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.text.values import numerals
from ragtriage.text.values.english import ORDERED, ORDINALS, SCALES, WORDS
from ragtriage.text.values.found import Amount, Found
from ragtriage.text.values.korean import NATIVE_COUNTERS, NATIVE_TENS, NATIVE_UNITS, SINO_COUNTERS
from ragtriage.text.values.language import Currency, Unit
from ragtriage.text.values.numerals import EXACT, written
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import currencies_before, unit_at

__all__ = [
    "amount_in_digits",
    "amount_in_english",
    "amount_in_kanji",
    "amount_in_korean",
    "measured",
    "money_after_sign",
    "numbered",
    "ordinal_in_english",
    "percent_of_hundred",
]

# After a number: about that many (十数人, 30多个, 30여 명), so that it is not that number.
_VAGUE: Final = "数數几幾多余餘来來여"
_DEFINITE: Final = frozenset(
    ("sec", "m", "g", "l", "%p")
)  # "one metre" is a measure, "one day" may be an article
_HALVED: Final = frozenset(("sec", "年", "か月", "个月", "日", "天", "년", "개월"))  # 3時間半, 두 시간 반


@cache
def _digits() -> re.Pattern[str]:
    number = r"(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?"
    return re.compile(rf"(?P<number>[+-]?{number})")


@cache
def _myriads() -> re.Pattern[str]:
    number = r"(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?"
    multiplier = "[百千]?[万萬億亿兆]|[百千]|[백천십]?[만억]|[백천]"
    trillion = "[백천십]?조(?= ?[0-9원달유엔위])"  # 5조 alone is more often group five
    next_part = f"(?:(?<=[만억조천백]) )?{number}"
    return re.compile(
        rf"(?P<sign>[+-]?)(?P<mixed>(?P<first>{number}(?:{multiplier}|{trillion}))"
        rf"(?:{next_part}(?:{multiplier})){{0,6}}+"
        rf"(?:{next_part}(?![0-9.,:/-]*[0-9]|[万億兆年]))?)"
    )


def amount_in_digits(text: str, start: int, end: int) -> Amount | None:
    """Digits from `start` to `end`, with the myriads or the English scale that may follow."""
    if end < len(text) and (text[end] in "百千万萬億亿兆백천십만억조"):
        found = _myriads().match(text, start)
        if found:
            return _of_myriads(text, found)
    value = numerals.plain(text[start:end])
    if value is None:
        return None
    scale = _scale().match(text, end)
    if scale:
        return Amount(EXACT.multiply(value, Decimal(SCALES[scale[1]])), scale.end())
    return _with_half(text, Amount(value, end, in_digits=True))


def _of_myriads(text: str, found: re.Match[str]) -> Amount | None:
    """All parts as one number, or else the first alone where a space parts it from the next (3만 3만)."""
    for part in ("mixed", "first"):
        end = found.end(part)
        value = numerals.mixed(found[part])
        if value is not None and (part == "mixed" or text[end : end + 1] == " "):
            return Amount(-value if found["sign"] == "-" else value, end)
    return None


@cache
def _and_a_half() -> re.Pattern[str]:
    return re.compile(r" and a half(?![a-z])")


def _with_half(text: str, amount: Amount) -> Amount:
    """Three and a half."""
    half = _and_a_half().match(text, amount.end)
    return Amount(EXACT.add(amount.value, Decimal("0.5")), half.end()) if half else amount


@cache
def _scale() -> re.Pattern[str]:
    return re.compile(rf"[ -]({'|'.join(SCALES)})(?![a-z])")


@cache
def _kanji() -> re.Pattern[str]:
    return re.compile(f"[{numerals.KANJI}]++")


def amount_in_kanji(text: str, start: int) -> tuple[Amount | None, int]:
    """A kanji numeral, and where the run of its characters ends."""
    end = _kanji().match(text, start).end()  # type: ignore[union-attr] # the caller saw one such character
    value = numerals.kanji(text[start:end])
    if value is None:
        return None, end
    return Amount(value, end, is_one=text[start:end] == "一"), end


@cache
def _korean() -> re.Pattern[str]:
    tens, units = "|".join(NATIVE_TENS), "|".join(NATIVE_UNITS)
    counters = "|".join(sorted(NATIVE_COUNTERS, key=len, reverse=True))
    sino_counters = "|".join(sorted(SINO_COUNTERS, key=len, reverse=True))
    digit = "[일이삼사오육칠팔구]"
    part = f"{digit}?[십백천만억조]"
    return re.compile(
        rf"(?P<native>(?:{tens})(?:{units})?|{units}) ?(?={counters})"
        rf"|(?P<sino>{part}(?: ?{part}| ?{digit}(?=[십백천만억조 원년명개일])){{0,9}}+{digit}?)"
        rf"|(?P<single>[영일이삼사오육칠팔구]) ?(?={sino_counters})"
    )


def amount_in_korean(text: str, start: int) -> Amount | None:
    """A Korean numeral in Hangul, native before a counter that takes it or Sino-Korean."""
    found = _korean().match(text, start)
    if found is None:
        return None
    kind = found.lastgroup or "native"
    word = found[kind]
    if kind == "native":
        value = numerals.native_korean(word)
        return None if value is None else Amount(value, found.end(kind), is_one=word == "한")
    value = numerals.sino_korean(word.replace(" ", ""))
    return None if value is None else Amount(value, found.end(kind))


@cache
def _english() -> re.Pattern[str]:
    word = f"(?:{'|'.join(sorted((*WORDS, *SCALES), key=len, reverse=True))})(?![a-z])"
    return re.compile(rf"{word}(?:(?: |-)(?:and )?{word})*+")


def amount_in_english(text: str, start: int) -> tuple[Amount | None, int]:
    """English number words, and where the run of them ends."""
    found = _english().match(text, start)
    if found is None:
        return None, start
    words, end = found.group(), found.end()
    value = numerals.english(words)
    if value is None:
        return None, end
    amount = _with_half(text, Amount(value, end, is_one=words == "one"))
    return amount, amount.end


def measured(text: str, cased: str, start: int, amount: Amount) -> Found | None:
    """The value of a numeral with what follows it, or None where it stands alone."""
    if text[amount.end : amount.end + 1] in _VAGUE and amount.end < len(text):
        return Found(None, "", "", None, start, amount.end)
    fraction = _fraction(text, start, amount)
    if fraction:
        return fraction
    at = _after_space(text, amount.end)
    found = unit_at(text, at)
    if found is None or _is_other(text, cased, at, found[1]):
        return None
    meaning, end = found[0].meaning, found[1]
    if isinstance(meaning, Unit):
        return _quantity(text, meaning, amount, start=start, end=end)
    if meaning:
        return _money(meaning.code, amount.value, start, end)
    return Found(ValueKind.PERCENT, written(amount.value) + "%", "%", amount.value, start, end)


def _after_space(text: str, end: int) -> int:
    """Past one space, or the hyphen of 5-day."""
    following = text[end : end + 2]
    if following[:1] == " " or (following[:1] == "-" and following[1:].isalpha()):
        return end + 1
    return end


def _is_other(text: str, cased: str, at: int, end: int) -> bool:
    """Whether a unit of one letter stands in capitals (5G, 5M), so that it may be something else."""
    return end == at + 1 and text[at].isascii() and cased[at].isupper()


def _money(code: str, value: Decimal, start: int, end: int) -> Found:
    return Found(ValueKind.MONEY, written(value) + code, code, value, start, end)


@cache
def _half() -> re.Pattern[str]:
    return re.compile(r"半(?![数數分額径島年月期日身ば])|(?: ?)반(?![가-힣])")


@cache
def _place() -> re.Pattern[str]:
    return re.compile(r"目(?![的標次録录])|째|번째")


def _quantity(text: str, unit: Unit, amount: Amount, *, start: int, end: int) -> Found:
    """A count, a length, a mass or a duration; those of hours, minutes and seconds go on (1時間30分)."""
    value = EXACT.multiply(EXACT.add(amount.value, Decimal(unit.plus)), Decimal(unit.factor))
    half = _half().match(text, end) if unit.name in _HALVED else None
    if half:
        value, end = EXACT.add(value, EXACT.multiply(Decimal("0.5"), Decimal(unit.factor))), half.end()
    if unit.name == "sec" and not half:
        value, end = _rest_of_time(text, value, Decimal(unit.factor), end)
    place = _place().match(text, end)
    if place and not half and unit.kind != "sec":
        name = "번째" if unit.name == "번" else f"{unit.name}{place.group()}"
        return Found(ValueKind.ORDINAL, written(value) + name, name, value, start, place.end())
    indefinite = amount.is_one and unit.plus == "0" and unit.name not in _DEFINITE
    return Found(ValueKind(unit.kind), written(value) + unit.name, unit.name, value, start, end, indefinite)


@cache
def _next_part() -> re.Pattern[str]:
    return re.compile(
        r"(?:,? | and |, and )?([0-9]++(?:\.[0-9]++)?|[0-9]++|(?P<kanji>[一二三四五六七八九十]{1,4}))"
    )


def _rest_of_time(text: str, value: Decimal, factor: Decimal, end: int) -> tuple[Decimal, int]:
    """Add the smaller parts of a duration: the minutes of 1時間30分, the seconds of 2 min 5 sec."""
    while True:
        found = _next_part().match(text, end)
        if found is None:
            return value, end
        part = numerals.kanji(found["kanji"]) if found["kanji"] else numerals.plain(found[1])
        at = _after_space(text, found.end())
        smaller = unit_at(text, at)
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
    return re.compile(
        r" ?(分の|分之|분의) ?"
        rf"([0-9]{{1,6}}(?![0-9.,])|[{numerals.KANJI}]{{1,6}}|[일이삼사오육칠팔구십]{{1,4}})"
    )


def _fraction(text: str, start: int, amount: Amount) -> Found | None:
    """三分の一 = 3分の1; a percentage is written 百分之二十五 in Chinese."""
    found = _fraction_bar().match(text, amount.end)
    if found is None:
        return None
    upper = _number(found[2])
    if upper is None:
        return Found(None, "", "", None, start, found.end())
    canonical = f"{written(amount.value)}{found[1]}{written(upper)}"
    return Found(ValueKind.FRACTION, canonical, found[1], None, start, found.end())


def _number(text: str) -> Decimal | None:
    if text[0] in numerals.KANJI:
        return numerals.kanji(text)
    return numerals.plain(text) if text.isascii() else numerals.sino_korean(text)


@cache
def _percent() -> re.Pattern[str]:
    return re.compile(
        rf"百分之 ?(?P<number>[0-9]++(?:\.[0-9]++)?|[{numerals.KANJI}]++)"
        rf"(?:点(?P<places>[{numerals.KANJI}]++))?(?![{_VAGUE}])"
    )


def percent_of_hundred(text: str, start: int) -> Found | None:
    """百分之二十五 = 25%, 百分之三点五 = 3.5%."""
    found = _percent().match(text, start)
    if found is None:
        return None
    value = _number(found["number"])
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
    digits = _digits().match(text, number)
    if digits is None:
        return None
    amount = amount_in_digits(text, number, digits.end())
    if amount is None or (amount.in_digits and re.compile(r"[0-9a-z]|[.,:/-][0-9]").match(text, amount.end)):
        return Found(None, "", "", None, start, digits.end())
    code, end = currencies_before()[found["sign"]], amount.end
    again = unit_at(text, _after_space(text, end))
    if again and isinstance(again[0].meaning, Currency) and again[0].meaning.code == code:
        end = again[1]
    value = -amount.value if found["minus"] == "-" else amount.value
    return _money(code, value, start, end)


@cache
def _ordinal_prefix() -> re.Pattern[str]:
    return re.compile(
        r"(?P<prefix>第|제) ?(?:(?P<digits>[0-9]{1,9})(?![0-9.,:/-]*[0-9])"
        rf"|(?P<kanji>[{numerals.KANJI}]++)"
        r"|(?P<hangul>[일이삼사오육칠팔구십백]{1,5})(?= ?(?:조|항|장|회|차|절|호|권|과)))"
    )


def numbered(text: str, start: int) -> Found | None:
    """第三回 = 第3回, 제삼조 = 제3조; the counter is part of the value."""
    found = _ordinal_prefix().match(text, start)
    if found is None:
        return None
    word = found["digits"] or found["kanji"] or found["hangul"]
    value = _number(word) if not found["hangul"] else numerals.sino_korean(word)
    if value is None:
        return Found(None, "", "", None, start, found.end())
    end, unit = found.end(), ""
    counter = unit_at(text, _after_space(text, end))
    if counter and isinstance(counter[0].meaning, Unit) and not text[counter[1] - 1].isascii():
        unit = text[_after_space(text, end) : counter[1]]
        end = counter[1]
        place = _place().match(text, end)
        if place:
            unit, end = unit + place.group(), place.end()
    name = found["prefix"] + unit
    canonical = f"{found['prefix']}{written(value)}{unit}"
    return Found(ValueKind.ORDINAL, canonical, name, value, start, end)


@cache
def _ordinal_word() -> re.Pattern[str]:
    words = "|".join(sorted(ORDINALS, key=len, reverse=True))
    ordered = "|".join(ORDERED.split())
    return re.compile(
        r"(?:(?P<tens>twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])?"
        rf"(?P<word>{words})(?![a-z-])(?P<noun> (?:{ordered})(?![a-z]))?"
    )


def ordinal_in_english(text: str, start: int) -> Found | None:
    """Third floor = 3rd floor; "first" and "second" only before a noun that is counted so."""
    found = _ordinal_word().match(text, start)
    if found is None:
        return None
    number = ORDINALS[found["word"]]
    if found["tens"]:
        if number > 9:
            return None
        number += WORDS[found["tens"]]
    if (number < 4 or found["word"] == "second") and not found["noun"]:
        return None
    return english_ordinal(number, start, found.end("word"))


def english_ordinal(number: int, start: int, end: int) -> Found:
    """The ordinal 3rd."""
    teens = number % 100 in (11, 12, 13)
    suffix = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return Found(ValueKind.ORDINAL, f"{number}{suffix}", "th", Decimal(number), start, end)
