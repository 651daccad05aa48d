"""Amounts: a numeral in digits, kanji, Hangul or English words, with its myriads or its scale."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.text.values import numerals
from ragtriage.text.values.found import Amount
from ragtriage.text.values.numerals import EXACT
from ragtriage.text.values.tables import (
    NATIVE_COUNTERS,
    NATIVE_TENS,
    NATIVE_UNITS,
    SCALE_WORDS,
    SCALES,
    SINO_COUNTERS,
    SPACED_MYRIADS,
    WORDS,
)
from ragtriage.text.values.vocabulary import unit_at

__all__ = ["amount_in_digits", "amount_in_english", "amount_in_kanji", "amount_in_korean", "number_in_digits"]


class _Words(Section, frozen=True):
    """The section `amounts`: numbers with what multiplies them; ⟨…⟩ is filled by code."""

    multiplier: str = ""
    trillion: str = ""
    next_part: str = ""
    myriads: str = ""
    trillions: Words = Words()
    begins_myriad: str = ""
    after_myriad: Words = Words()
    places: str = ""
    measure: str = ""
    decimals: str = ""
    korean_digit: str = ""
    korean_part: str = ""
    korean: str = ""
    korean_one: str = ""


_WORDS: Final = merged("amounts", _Words)


@cache
def number_in_digits() -> re.Pattern[str]:
    """A number in digits."""
    number = r"(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?"
    return re.compile(rf"(?P<number>[+-]?{number})")


@cache
def _myriads() -> re.Pattern[str]:
    number = r"(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?"
    multiplier = _WORDS.multiplier
    trillion = _WORDS.trillion  # 5조 alone is more often group five
    next_part = filled(_WORDS.next_part, number=number)
    return re.compile(
        filled(_WORDS.myriads, number=number, multiplier=multiplier, trillion=trillion, next_part=next_part)
    )


def amount_in_digits(
    text: str, start: int, end: int, *, cased: str | None = None, is_money: bool = False
) -> Amount | None:
    """Digits from `start` to `end`, with the myriads, the scale or the power of ten that may follow.

    Args:
        text: The folded text.
        start: Where the digits begin.
        end: Where they end.
        cased: The same, before lower case; without it no letter is a scale.
        is_money: Whether a currency stands before them, so that any letter of the scales is one.
    """
    if text.startswith(_WORDS.trillions, end) and text[end + 2 : end + 3] not in tuple("0123456789"):
        trillions = numerals.plain(text[start:end])
        return None if trillions is None else Amount(EXACT.multiply(trillions, Decimal(10**12)), end + 2)
    if end < len(text) and (text[end] in _WORDS.begins_myriad):
        found = _myriads().match(text, start)
        if found:
            return _of_myriads(text, found)
    value = numerals.plain(text[start:end])
    if value is None:
        return None
    scaled = _scaled(text, end, value, cased=cased, is_money=is_money)
    return scaled or _with_half(text, Amount(value, end, in_digits=True))


def _scaled(
    text: str, end: int, value: Decimal, *, cased: str | None = None, is_money: bool = False
) -> Amount | None:
    """A number with what multiplies it: 5 million, $5M, 5 億, 5 × 10³."""
    if text[end : end + 1] not in _SCALE_STARTS:
        return None
    scale = _scale().match(text, end)
    if scale:
        return Amount(EXACT.multiply(value, SCALE_WORDS[scale[1]]), scale.end())
    if text[end : end + 1] == " " and text[end + 1 : end + 2] in SPACED_MYRIADS:
        following = text[end + 2 : end + 3]
        if following in _AFTER_MYRIAD or unit_at(text, end + 2) is not None:
            return Amount(EXACT.multiply(value, SPACED_MYRIADS[text[end + 1]]), end + 2)
    power = _power().match(text, end)
    if power:
        return Amount(EXACT.scaleb(value, Decimal(int(power[1]))), power.end())
    letter = _letter().match(text, end)
    if letter and (is_money or (cased is not None and _is_scale(cased, end, letter))):
        return Amount(EXACT.multiply(value, _SCALE_LETTERS[letter[1]]), letter.end())
    return None


# $5M and 1.5B; without a currency only close behind the digits, and m and b only as capitals.
_SCALE_LETTERS: Final = {"k": Decimal(10**3), "m": Decimal(10**6), "b": Decimal(10**9), "t": Decimal(10**12)}

# What a scale may begin with: with anything else none follows.
_SCALE_STARTS: Final = frozenset(" -×x*kmbtlc")
_AFTER_MYRIAD: Final = frozenset((*_WORDS.after_myriad, "", " "))


@cache
def _power() -> re.Pattern[str]:
    return re.compile(r" ?[×x*] ?10\^([+-]?[0-9]{1,2})(?![0-9])")


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(r" ?([kmbt])(?![a-z0-9-])")


def _is_scale(cased: str, end: int, letter: re.Match[str]) -> bool:
    """Whether a letter without a currency is a scale: close behind the digits, and no unit (5m, 5t)."""
    return letter.start(1) == end and (cased[end] in "KMB" or letter[1] == "k")


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
    words = "|".join(sorted(SCALE_WORDS, key=len, reverse=True))
    close = "m(?:ln|n|io)|b(?:ln|n)|mrd|trn?n|[mbt]r?illion"
    return re.compile(rf"(?:[ -]|(?={close}))({words})(?:(?<=mio)\.|(?<=mrd)\.)?(?![a-z0-9])")


@cache
def _kanji() -> re.Pattern[str]:
    return re.compile(f"[{numerals.KANJI}]++")


def amount_in_kanji(text: str, start: int) -> tuple[Amount | None, int]:
    """A kanji numeral, and where the run of its characters ends."""
    end = _kanji().match(text, start).end()  # type: ignore[union-attr] # the caller saw one such character
    value = numerals.kanji(text[start:end])
    if value is None:
        return None, end
    places = _kanji_places().match(text, end)
    if places and value < _MOST_BEFORE_PLACES:
        digits = "".join(numerals.written(numerals.kanji(digit) or Decimal(0)) for digit in places["digits"])
        return Amount(Decimal(f"{value}.{digits}"), places.end()), places.end()
    return Amount(value, end, is_one=text[start:end] == numerals.ONE), end


_MOST_BEFORE_PLACES: Final = 10_000


@cache
def _kanji_places() -> re.Pattern[str]:
    """Decimals in kanji: 六・四％, 三点五公里; a dot between counts joins two of them (三・四人)."""
    digits = _WORDS.places
    measure = _WORDS.measure
    return re.compile(filled(_WORDS.decimals, digits=digits, measure=measure))


@cache
def _korean() -> re.Pattern[str]:
    tens, units = "|".join(NATIVE_TENS), "|".join(NATIVE_UNITS)
    counters = "|".join(sorted(NATIVE_COUNTERS, key=len, reverse=True))
    sino_counters = "|".join(sorted(SINO_COUNTERS, key=len, reverse=True))
    digit = _WORDS.korean_digit
    part = filled(_WORDS.korean_part, digit=digit)
    return re.compile(
        filled(
            _WORDS.korean,
            tens=tens,
            units=units,
            counters=counters,
            part=part,
            digit=digit,
            sino_counters=sino_counters,
        )
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
        return None if value is None else Amount(value, found.end(kind), is_one=word == _WORDS.korean_one)
    value = numerals.sino_korean(word.replace(" ", ""))
    return None if value is None else Amount(value, found.end(kind))


@cache
def _english() -> re.Pattern[str]:
    word = f"(?:{'|'.join(sorted((*WORDS, *SCALES), key=len, reverse=True))})(?![a-z])"
    return re.compile(rf"{word}(?:(?: |-)(?:and )?{word})*+")


@cache
def _point() -> re.Pattern[str]:
    digit = f"(?:{'|'.join(word for word, value in WORDS.items() if value < 10)})(?![a-z])"
    return re.compile(f" point ({digit}(?: {digit}){{0,5}})")


def amount_in_english(text: str, start: int) -> tuple[Amount | None, int]:
    """English number words, and where the run of them ends."""
    found = _english().match(text, start)
    if found is None:
        return None, start
    words, end = found.group(), found.end()
    value = numerals.english(words)
    if value is None:
        return None, end
    places = _point().match(text, end)
    if places:
        digits = "".join(str(WORDS[word]) for word in places[1].split())
        value, end = Decimal(f"{value}.{digits}"), places.end()
        scaled = _scaled(text, end, value)
        return (scaled, scaled.end) if scaled else (Amount(value, end), end)
    amount = _with_half(text, Amount(value, end, is_one=words == "one"))
    return amount, amount.end
