"""Nouns: what a bare number counts, where no table of units knows it: 80 requests, 80课题."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, merged
from ragtriage.text.characters import HAN, HANGUL, KATAKANA
from ragtriage.text.values.numerals import written
from ragtriage.text.values.rates import noun_stem
from ragtriage.text.values.value import Value, ValueKind

__all__ = ["counted", "noun_after"]


class _Words(Section, frozen=True):
    """The section `counted_nouns`: words that are none."""

    functions: str = ""


_WORDS: Final = merged("counted_nouns", _Words)


def counted(text: str, value: Value) -> Value:
    """Return a bare number with the noun that it counts as its unit, where one stands behind it."""
    if value.kind is not ValueKind.NUMBER or value.unit or value.amount is None:
        return value
    noun = noun_after(text, value.end)
    return replace(value, unit=noun, canonical=f"{written(value.amount)}{noun}") if noun else value


def noun_after(text: str, end: int) -> str:
    """Return the noun right behind a number, in the singular; empty where none is.

    >>> noun_after("80 requests a day", 2), noun_after("80 of them", 2), noun_after("共80课题，", 3)
    ('request', '', '课题')
    """
    found = _noun().match(text, end)
    if found is None:
        return ""
    return noun_stem(found["word"].lower()) if found["word"] else found["run"]


@cache
def _noun() -> re.Pattern[str]:
    functions = _WORDS.functions
    return re.compile(
        rf"[ -](?!(?:{functions})\b)(?P<word>[A-Za-z]{{3,20}})\b"
        rf"|(?P<run>[{HAN}]{{2}}|[{KATAKANA}ー]{{2,8}}|[{HANGUL}]{{2}})"
    )
