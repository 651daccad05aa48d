"""Words of four languages by what they are to a refusal: names of sources, what lacks, who tells.

They are counted, and what a count is worth is learned: a word that stands in the wrong line does little harm.
`_` stands for a space. A star stands for the endings of English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import field

from ragtriage.languages.load import NEVER, Section, Words, section

__all__ = ["Declining", "is_hinted", "signs", "words_by_first"]


class Declining(Section, frozen=True):
    """The section `declining`: signs that a sentence declines, and what a question asks for."""

    ends: str = NEVER  # of its clauses
    asks: str = NEVER  # a question: for anything
    several: str = NEVER  # for several things
    count: str = NEVER  # for how many
    signs: Mapping[str, Words] = field(default_factory=dict[str, Words])  # or beginnings, before *


_ENDINGS: Final = ("", "s", "es", "d", "ed", "ing", "ion", "ions")


@cache
def signs(language: str) -> dict[str, tuple[str, ...]]:
    """Return what each word of a language is a sign of.

    Example:
        >>> signs("en")["leaflets"]
        ('source',)
    """
    found: dict[str, tuple[str, ...]] = {}
    for sign, words in section(language, "declining", Declining).signs.items():
        for word in words:
            stem = word.rstrip("*")
            for ending in _ENDINGS if word.endswith("*") else ("",):
                found[stem + ending] = (*found.get(stem + ending, ()), sign)
    return found


@cache
def words_by_first(language: str) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Return the words by their first character, the longest first, each with what it is a sign of."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for word, each in sorted(signs(language).items(), key=lambda item: -len(item[0])):
        found.setdefault(word[0], []).append((word, each))
    return found


def is_hinted(text: str) -> bool:
    """Whether a folded text holds a word that a refusal may need: of a source, a lack, a regret, an office.

    Example:
        >>> is_hinted("the leaflet is about plan a."), is_hinted("it was built in 1954.")
        (True, False)
    """
    return not _hints().isdisjoint(_WORD.findall(text)) or (
        not text.isascii() and _hint().search(text) is not None
    )


_HINTS: Final = ("source", "lack", "unable", "regret", "seek")
_WORD: Final = re.compile(r"[a-z]+")


@cache
def _hints() -> frozenset[str]:
    return frozenset(
        word for word, found in signs("en").items() if not set(_HINTS).isdisjoint(found) and len(word) > 1
    )


@cache
def _hint() -> re.Pattern[str]:
    words = {
        word
        for language in ("ja", "ko", "zh")
        for word, found in signs(language).items()
        if not set(_HINTS).isdisjoint(found)
    }
    return re.compile("|".join(map(re.escape, sorted(words))))
