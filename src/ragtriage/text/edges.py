"""Where a text may be cut: not inside a number, and not inside a word of an alphabet."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.characters import CJK, PERCENT, SUPERSCRIPTS, WORD
from ragtriage.text.units import UNITS, any_of

__all__ = ["hits", "is_inside"]


class _Words(Section, frozen=True):
    """The section `edges`: characters of numerals, which go on."""

    numerals: Words = Words()
    myriads: Words = Words()


_WORDS: Final = merged("edges", _Words)

# Numerals that, side by side, are one number: 五日 is not in 十五日, nor 3 in 3万 or 5만.
_NUMERALS: Final = frozenset("".join(_WORDS.numerals))
_MYRIADS: Final = frozenset("".join(_WORDS.myriads))
_SIGNS: Final = frozenset("+-−－＋±")
_POINTS: Final = frozenset(".．٫")
# Between two digits these make one number of both: 1,000 · 10:30 · 1/2. A dash does not: 1939-1945.
_JOINERS: Final = _POINTS | frozenset(",，:：/／⁄^")
_PERCENT: Final = frozenset(PERCENT + "％")
_CONTINUATIONS: Final = _PERCENT | _NUMERALS | _MYRIADS | frozenset(SUPERSCRIPTS + "⁻")


def hits(needle: str, text: str) -> Iterator[int]:
    """Yield where a text stands in another and cuts neither a number nor a word; none overlaps the next.

    Example:
        >>> list(hits("5日", "15日、5日")), list(hits("art", "start art"))
        ([4], [6])
    """
    length = len(needle)
    at = text.find(needle) if needle else -1
    while at != -1:
        after = at + length
        if is_inside(text, at):
            # The rest of that number or word is passed over, so that a long one is not searched each time.
            next_start = at + 1
            while next_start < len(text) and is_inside(text, next_start):
                next_start += 1
        elif is_inside(text, after):
            next_start = at + 1
        else:
            yield at
            next_start = after
        at = text.find(needle, next_start)


def is_inside(text: str, at: int) -> bool:
    """Whether the place between two characters lies within a number or a word of an alphabet.

    Example:
        >>> [is_inside("in -1.5% of 10kg", at) for at in (2, 3, 4, 5, 7, 8, 14)]
        [False, False, True, True, True, False, False]
    """
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isdecimal():
        return _goes_on(text, at)
    if after.isdecimal():
        return _has_begun(text, at)
    if before in _SIGNS:
        return _is_prefix(after) and _is_number(text, at + 1) and _alone().match(text, at - 1) is not None
    if before in _NUMERALS:
        return after in _NUMERALS
    return _is_letter(before) and (_is_letter(after) or _suffix().match(text, at) is not None)


def _goes_on(text: str, at: int) -> bool:
    """Whether a number goes on after a digit."""
    after = text[at]
    if after in _CONTINUATIONS or after.isdecimal():
        return True
    if after in _JOINERS:
        return _is_number(text, at + 1)
    if after == " ":
        return text[at + 1 : at + 2] in _PERCENT
    # A unit may be set close: 10kg holds 10. Other letters belong to the number: 3D, 5th.
    return _is_letter(after) and _unit().match(text, at) is None


def _has_begun(text: str, at: int) -> bool:
    """Whether a number, or a word that ends in one, has begun before a digit."""
    before = text[at - 1]
    if before in _POINTS or before in _SIGNS:
        return _is_number(text, at - 2, joined=before in _POINTS) or _alone().match(text, at - 1) is not None
    if before in _JOINERS:
        return before == "^" or _is_number(text, at - 2)
    return before in _NUMERALS or _is_letter(before)


def _is_number(text: str, at: int, *, joined: bool = True) -> bool:
    return joined and 0 <= at < len(text) and text[at].isdecimal()


def _is_prefix(character: str) -> bool:
    return character in _POINTS or unicodedata.category(character) == "Sc"


def _is_letter(character: str) -> bool:
    return _lettered().match(character) is not None


@cache
def _lettered() -> regex.Pattern[str]:
    """Match a letter of a script whose words are set apart, or a mark on one."""
    return regex.compile(
        r"[\p{Latin}\p{Greek}\p{Cyrillic}\p{Armenian}\p{Georgian}\p{Inherited}&&[\p{L}\p{M}]]", regex.V1
    )


@cache
def _suffix() -> regex.Pattern[str]:
    """Match what may end a name: C++, C#."""
    return regex.compile(rf"[+#＋＃]++(?![{WORD}])")


@cache
def _alone() -> regex.Pattern[str]:
    """Match where no word or number has just ended."""
    return regex.compile(rf"(?<![[{WORD})\]%.]--[{CJK}]])", regex.V1)


@cache
def _unit() -> regex.Pattern[str]:
    return regex.compile(rf"{any_of(UNITS)}(?![{WORD}])", regex.V1 | regex.IGNORECASE)
