"""Ordinals: 第三回, 제3조, 3番目, third floor."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, filled, merged
from ragtriage.text.values import numerals
from ragtriage.text.values.found import Found
from ragtriage.text.values.numerals import written
from ragtriage.text.values.tables import ORDERED, ORDINALS, WORDS, Unit
from ragtriage.text.values.value import ValueKind
from ragtriage.text.values.vocabulary import after_space, unit_at

__all__ = ["english_ordinal", "numbered", "ordinal_in_english", "ordinal_mark"]


class _Words(Section, frozen=True):
    """The section `ordinals`: what makes an ordinal of a count."""

    ordinal_mark: str = ""
    ordinal_prefix: str = ""


_WORDS: Final = merged("ordinals", _Words)


@cache
def ordinal_mark() -> re.Pattern[str]:
    """What makes an ordinal of a count: 5日目, 3번째."""
    return re.compile(_WORDS.ordinal_mark)


@cache
def _ordinal_prefix() -> re.Pattern[str]:
    return re.compile(filled(_WORDS.ordinal_prefix, kanji=numerals.KANJI))


def numbered(text: str, start: int) -> Found | None:
    """第三回 = 第3回, 제삼조 = 제3조; the counter is part of the value."""
    found = _ordinal_prefix().match(text, start)
    if found is None:
        return None
    word = found["digits"] or found["kanji"] or found["hangul"]
    value = numerals.number(word) if not found["hangul"] else numerals.sino_korean(word)
    if value is None:
        return Found(None, "", "", None, start, found.end())
    end, unit = found.end(), ""
    counter = unit_at(text, after_space(text, end))
    if counter and isinstance(counter[0].meaning, Unit) and not text[counter[1] - 1].isascii():
        unit = text[after_space(text, end) : counter[1]]
        end = counter[1]
        place = ordinal_mark().match(text, end)
        if place:
            unit, end = unit + place.group(), place.end()
    name = found["prefix"] + unit
    canonical = f"{found['prefix']}{written(value)}{unit}"
    return Found(ValueKind.ORDINAL, canonical, name, value, start, end)


@cache
def _ordinal_word() -> re.Pattern[str]:
    words = "|".join(sorted(ORDINALS, key=len, reverse=True))
    ordered = "|".join(ORDERED)
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
