"""Digits: the numbers of a text that are written in digits, as they stand in normal form."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA

__all__ = ["in_digits"]


def in_digits(text: str) -> list[str]:
    """Return the numbers in digits, without leading zeros and grouping commas.

    >>> in_digits("1,000 of ０５ and 3.5")
    ['1000', '5', '3.5']
    """
    folded = text if text.isascii() else unicodedata.normalize("NFKC", _NO_DIGITS.sub(" ", text))
    if "," in folded:
        folded = _GROUPING.sub("", folded)
    return [number.lstrip("0") or "0" for number in _NUMBERS.findall(folded)]


# Common letters that normalisation leaves as they are: without them it is done sooner.
_NO_DIGITS: Final = re.compile(f"[{HIRAGANA}{KATAKANA}ー{HAN}{HANGUL}、。]+")
_GROUPING: Final = re.compile(r",(?<=\d,)(?=\d{3})")
_NUMBERS: Final = re.compile(r"[0-9]+(?:\.[0-9]+)?")
