"""Numerals of four languages, exactly: a numeral in an unknown form has no value rather than a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import MAX_PREC, Context, Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import OTHER
from ragtriage.text.values.tables import NATIVE_TENS, NATIVE_UNITS, NUMERALS, SCALES, WORDS

__all__ = [
    "EXACT",
    "KANJI",
    "ONE",
    "english",
    "kanji",
    "mixed",
    "native_korean",
    "number",
    "plain",
    "sino_korean",
    "written",
]

EXACT: Final = Context(prec=min(MAX_PREC, 400))  # no amount within LONGEST digits is ever rounded

LONGEST: Final = 40  # digits; longer ones are ids

_HAN: Final = NUMERALS[OTHER]  # those that Japanese and Chinese share
_HANGUL: Final = NUMERALS["ko"]


def _values(words: Iterable[str], base: int) -> dict[str, int]:
    """What each character is: base, or a power of it, in the order of the words."""
    return {character: base**at for at, characters in enumerate(words, start=1) for character in characters}


def _digits(words: Iterable[str]) -> dict[str, int]:
    return {character: value for value, characters in enumerate(words) for character in characters}


_KANJI_DIGITS: Final = _digits(_HAN.digits)
# By themselves marks, surnames or other words: digits only among others.
_NO_DIGIT_ALONE: Final = frozenset(_HAN.not_alone)
_SMALL: Final = _values(_HAN.small, 10)
_LARGE: Final = _values(_HAN.large, 10**4)
_KANJI_MULTIPLIERS: Final = "".join((*_SMALL, *_LARGE))
KANJI: Final = "".join((*_KANJI_DIGITS, *_SMALL, *_LARGE))

ONE: Final = _HAN.digits[1][0]

_HANGUL_DIGITS: Final = _digits(_HANGUL.digits)
_HANGUL_SMALL: Final = _values(_HANGUL.small, 10)
_HANGUL_LARGE: Final = _values(_HANGUL.large, 10**4)

_MULTIPLIERS: Final = {**_SMALL, **_LARGE, **_HANGUL_SMALL, **_HANGUL_LARGE}


def plain(text: str) -> Decimal | None:
    """The value of a number in digits, thousands grouped by commas or not.

    >>> plain("1,234.50")
    Decimal('1234.50')
    >>> plain("1,23") is None
    True
    """
    if _plain().fullmatch(text) is None or len(text) > LONGEST:
        return None
    return Decimal(text.replace(",", ""))


def number(text: str) -> Decimal | None:
    """The value of a numeral in digits, kanji or Sino-Korean Hangul."""
    if text[0] in KANJI:
        return kanji(text)
    return plain(text) if text.isascii() else sino_korean(text)


@cache
def _plain() -> re.Pattern[str]:
    return re.compile(r"[+-]?(?:[0-9]{1,3}(?:,[0-9]{3})++|[0-9]++)(?:\.[0-9]++)?")


def written(value: Decimal) -> str:
    """The shortest plain notation of a value.

    >>> written(Decimal("1500.00")), written(Decimal("1E+3"))
    ('1500', '1000')
    """
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def mixed(text: str) -> Decimal | None:
    """The value of digits with myriads: 3万5千, 1億2,000万, 3만 5천.

    >>> mixed("3万5千"), mixed("1.5億"), mixed("3億万")
    (Decimal('35000'), Decimal('150000000.0'), None)
    """
    parts = [
        (plain(digits) if digits else None, digits, unit)
        for digits, unit in re.findall(r"([0-9][0-9,.]*)? ?([^0-9,. ]?)", text)
        if digits or unit
    ]
    if any(digits and value is None for value, digits, _ in parts):
        return None
    return _grouped([(value, unit) for value, _, unit in parts])


def _grouped(parts: list[tuple[Decimal | None, str]]) -> Decimal | None:
    """The sum of digits and their multipliers, which must fall within a myriad and across myriads."""
    total = section = Decimal(0)
    last_small, last_large = 10**4, 10**16
    bare = True  # no digit or small multiplier yet in this myriad
    for digit, unit in parts:
        multiplier = _MULTIPLIERS.get(unit, 1)
        if digit is not None and digit >= last_small and not (bare and last_large == 10**16):
            return None
        if multiplier < 10**4:
            if multiplier >= last_small:
                return None
            section = EXACT.add(
                section, EXACT.multiply(Decimal(1) if digit is None else digit, Decimal(multiplier))
            )
            last_small, bare = multiplier, False
            continue
        if digit is not None:
            if last_small <= 1:
                return None
            section, bare = EXACT.add(section, digit), False
        if multiplier >= last_large or (bare and last_large < 10**16):
            return None
        total = EXACT.add(total, EXACT.multiply(Decimal(1) if bare else section, Decimal(multiplier)))
        section, last_small, last_large, bare = Decimal(0), 10**4, multiplier, True
    return EXACT.add(total, section)


def kanji(text: str) -> Decimal | None:
    """The value of a kanji numeral, or None where readers would differ.

    >>> kanji("二十五"), kanji("三万五千"), kanji("二〇二四"), kanji("一千零五")
    (Decimal('25'), Decimal('35000'), Decimal('2024'), Decimal('1005'))

    五六 is five or six, and 二百五 is 205 in Japanese and 250 in spoken Chinese:

    >>> kanji("五六"), kanji("二百五")
    (None, None)
    """
    if len(text) > LONGEST:
        return None
    if all(character in _KANJI_DIGITS for character in text):
        return _positional(text)
    if _ambiguous_kanji().search(text):
        return None
    parts = re.findall(f"([^{_KANJI_MULTIPLIERS}]*)([{_KANJI_MULTIPLIERS}]?)", text)
    return _grouped([(_kanji_digit(digits), unit) for digits, unit in parts if digits or unit])


@cache
def _ambiguous_kanji() -> re.Pattern[str]:
    """Two digits side by side, a zero at an end, or a last digit whose place is open (二百五)."""
    digits = "".join(character for character, value in _KANJI_DIGITS.items() if value)
    zeros = _HAN.digits[0]
    multipliers = "".join(character for character in _KANJI_MULTIPLIERS if character not in _HAN.small[0])
    return re.compile(
        f"[{digits}][{digits}]|[{zeros}][{_KANJI_MULTIPLIERS}]|[{zeros}]$|[{zeros}]{{2}}"
        f"|^[{zeros}]|[{digits}][{zeros}]|[{multipliers}][{digits}]$"
    )


def _kanji_digit(text: str) -> Decimal | None:
    """The digit of a place, which a zero may announce (一千零五)."""
    return Decimal(_KANJI_DIGITS[text[-1]]) if text else None


def _positional(text: str) -> Decimal | None:
    """One digit, four of them (a year), or more than one with a zero among them (一〇, 二〇五)."""
    if text in _NO_DIGIT_ALONE:
        return None
    digits = [_KANJI_DIGITS[character] for character in text]
    if len(digits) == 1 or len(digits) == 4 or (0 in digits and digits[0] != 0):
        return Decimal("".join(map(str, digits)))
    return None


def sino_korean(text: str) -> Decimal | None:
    """The value of a Sino-Korean numeral in Hangul.

    >>> sino_korean("이십오"), sino_korean("삼만오천"), sino_korean("오육")
    (Decimal('25'), Decimal('35000'), None)
    """
    if len(text) > LONGEST:
        return None
    parts: list[tuple[Decimal | None, str]] = []
    digit: int | None = None
    for character in text:
        value = _HANGUL_DIGITS.get(character)
        if value is None:
            parts.append((None if digit is None else Decimal(digit), character))
            digit = None
        elif digit is not None:
            return None
        else:
            digit = value
    if digit is not None:
        parts.append((Decimal(digit), ""))
    return _grouped(parts)


def native_korean(text: str) -> Decimal | None:
    """The value of a native Korean numeral as it stands before a counter.

    >>> native_korean("스물다섯"), native_korean("한"), native_korean("스물열")
    (Decimal('25'), Decimal('1'), None)
    """
    for tens, value in NATIVE_TENS.items():
        if text.startswith(tens):
            rest = text[len(tens) :]
            if not rest:
                return Decimal(value)
            unit = NATIVE_UNITS.get(rest)
            return None if unit is None else Decimal(value + unit)
    unit = NATIVE_UNITS.get(text)
    return None if unit is None else Decimal(unit)


def english(text: str) -> Decimal | None:
    """The value of English number words.

    >>> english("twenty-one"), english("two hundred and five"), english("three million")
    (Decimal('21'), Decimal('205'), Decimal('3000000'))

    Words side by side that make no number have no value:

    >>> english("five six") is None
    True
    """
    total = section = 0
    last, last_scale = "", 10**15
    for word in re.split(r"[\s-]+", text):
        if word == "and":
            if last not in SCALES:
                return None
        elif word in SCALES:
            scale = SCALES[word]
            if section == 0 or (scale >= last_scale and scale > 100):
                return None
            if scale == 100:
                if section > 99 or last in SCALES:
                    return None
                section *= scale
            else:
                total, section, last_scale = total + section * scale, 0, scale
        else:
            value = WORDS[word]
            if not _may_follow(value, last):
                return None
            section += value
        last = word
    return None if last == "and" else Decimal(total + section)


def _may_follow(value: int, last: str) -> bool:
    """Whether a number word may stand after another: units after tens, anything after a scale."""
    if last in ("", "and") or last in SCALES:
        return value > 0 or last == ""
    return WORDS[last] >= 20 and 0 < value < 10
