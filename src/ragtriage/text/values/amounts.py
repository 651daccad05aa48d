"""Amounts: a numeral in digits, kanji, Hangul or English words, with its myriads or its scale."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from ragtriage.text.values import numerals
from ragtriage.text.values.found import Amount
from ragtriage.text.values.numerals import EXACT
from ragtriage.text.values.tables.english import SCALES, WORDS
from ragtriage.text.values.tables.korean import NATIVE_COUNTERS, NATIVE_TENS, NATIVE_UNITS, SINO_COUNTERS

__all__ = ["amount_in_digits", "amount_in_english", "amount_in_kanji", "amount_in_korean", "number_in_digits"]


@cache
def number_in_digits() -> re.Pattern[str]:
    """A number in digits."""
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
