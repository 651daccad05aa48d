"""The content words of a text: what it is about, without the words that any text is made of.

Words of an alphabet count by their first five letters, Korean ones by their first two syllables, so that
endings and particles do not set forms of one word apart. Chinese characters count in pairs, or alone where
they stand alone, katakana in whole runs; hiragana says how words hang together, and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA
from ragtriage.text.rules import fold

__all__ = ["content_words", "may_share", "numbers", "share"]


class _Words(Section, frozen=True):
    """The section `content_words`: words that say nothing of what a text is about."""

    english: Words = Words()
    korean: Words = Words()
    chinese: str = ""
    japanese_alone: Words = Words()


_WORDS: Final = merged("content_words", _Words)

_STEM: Final = 5
_STEM_KOREAN: Final = 2

# Words of which any text is made, and those that ask.
_ENGLISH: Final = frozenset(_WORDS.english)
_KOREAN: Final = frozenset(_WORDS.korean)

# Characters of Chinese that hold sentences together or ask; those of dates and of people stand anywhere.
_CHINESE: Final = _WORDS.chinese
_JAPANESE_ALONE: Final = frozenset("".join(_WORDS.japanese_alone))


def content_words(text: str) -> frozenset[str]:
    """Return the content words of a text.

    Example:
        >>> sorted(content_words("When was the bridge built?"))
        ['bridg', 'built']
        >>> sorted(content_words("橋は1731年に架橋された"))
        ['1731', '架橋', '橋']
    """
    found: set[str] = set()
    for match in _runs().finditer(fold(text)):
        run, kind = match[0], match.lastgroup
        if kind == "number":
            found.add(run.replace(",", ""))
        elif kind == "han":
            if len(run) == 1 and run not in _JAPANESE_ALONE:
                found.add(run)
            for part in _function_characters().split(run):
                found.update(part[at : at + 2] for at in range(len(part) - 1))
        elif kind == "katakana":
            found.add(run)
        elif kind == "hangul":
            if len(run) > 1 and run[:_STEM_KOREAN] not in _KOREAN:
                found.add(run[:_STEM_KOREAN])
        elif len(run) > 1 and run not in _ENGLISH:
            found.add(run[:_STEM])
    return frozenset(found)


def share(some: AbstractSet[str], others: AbstractSet[str]) -> float:
    """Return how many of some words are among others, from 0 to 1; 0 where there are none."""
    return len(some & others) / len(some) if some else 0.0


def may_share(some: AbstractSet[str], text: str, least: float) -> bool:
    """Tell whether such a share of some content words may be among those of a text, at a glance."""
    folded = fold(text)
    found = sum(word in folded or word[0].isdecimal() for word in some)
    return found >= least * len(some)


def numbers(some: AbstractSet[str]) -> frozenset[str]:
    """Return those of some content words that are numbers."""
    return frozenset(word for word in some if word[0].isdecimal())


@cache
def _runs() -> re.Pattern[str]:
    return re.compile(
        r"(?P<number>[0-9]+(?:[.,][0-9]+)*)"
        rf"|(?P<han>[\u3400-\u4dbf{HAN}々]+)"
        rf"|(?P<katakana>[{KATAKANA}ー]{{2,}})"
        rf"|(?P<hangul>[{HANGUL}]+)"
        rf"|(?P<letters>[^\W\d_{HIRAGANA}{KATAKANA}ー\u3400-\u4dbf{HAN}々{HANGUL}]+)"
    )


@cache
def _function_characters() -> re.Pattern[str]:
    return re.compile(f"[{_CHINESE}]")
