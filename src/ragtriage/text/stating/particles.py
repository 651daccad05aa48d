"""Particles: whether a Korean noun may end where a list of particles says so.

A particle has two forms, one behind a final consonant and one behind a vowel, and some end their word. So
나이는 is no 나 with particles, nor 단가는 a 단. One syllable is a noun for certain only before particles that
begin no other word with it: 강의 is as often a lecture as a river's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.characters import is_hangul

__all__ = ["ends_korean_noun"]


class _Words(Section, frozen=True):
    """The section `particles`: particles, by the end of the noun before them."""

    after_consonant: Words = Words()
    after_vowel: Words = Words()
    small_words: Words = Words()
    free: Words = Words()
    after_rieul: str = ""
    stops: str = ""
    telling: str = ""


_WORDS: Final = merged("particles", _Words)

_FIRST_SYLLABLE: Final = 0xAC00
_LAST_SYLLABLE: Final = 0xD7A3
_FINALS: Final = 28  # forms of a syllable that differ in their final consonant
_RIEUL: Final = 8  # behind it 로 stands as behind a vowel

# What begins with these stands behind a final consonant, or behind a vowel.
_AFTER_CONSONANT: Final = _WORDS.after_consonant
_AFTER_VOWEL: Final = _WORDS.after_vowel
# Words of one syllable that stand in any sentence.
_SMALL_WORDS: Final = frozenset("".join(_WORDS.small_words))
# The copula, whose first syllable is dropped behind a vowel at will, and what else begins with 이.
_FREE: Final = _WORDS.free


def ends_korean_noun(text: str, start: int, end: int) -> bool:
    """Whether the noun from `start` to `end` fits the particles that touch it.

    Example:
        >>> def ends(noun, text):
        ...     return ends_korean_noun(text, text.index(noun), text.index(noun) + len(noun))
        >>> ends("나", "나이는 열 살"), ends("단", "단가는 900원"), ends("강", "강의 시간")
        (False, False, False)
        >>> ends("서울", "서울은")
        True
    """
    is_syllable = end - start == 1 and not (start and is_hangul(text[start - 1]))
    word = _run().match(text, end)
    if word is None:
        return not (is_syllable and text[start] in _SMALL_WORDS and text[end : end + 1] in (" ", ","))
    endings, last = word[0], text[end - 1]
    code = ord(last)
    if not _FIRST_SYLLABLE <= code <= _LAST_SYLLABLE:
        return True
    if _stops().match(endings) is not None:
        return False
    if not _fits(endings, (code - _FIRST_SYLLABLE) % _FINALS):
        return False
    return not is_syllable or _telling().match(endings) is not None


def _fits(endings: str, final: int) -> bool:
    """Whether particles have the form that stands behind a final consonant, or behind none (0)."""
    if final == _RIEUL and endings.startswith(_WORDS.after_rieul):
        return True
    if final:
        return not endings.startswith(_AFTER_VOWEL)
    return not endings.startswith(_AFTER_CONSONANT) or endings.startswith(_FREE)


@cache
def _run() -> regex.Pattern[str]:
    return regex.compile(r"\p{Hangul}+")


@cache
def _stops() -> regex.Pattern[str]:
    """Match a particle that ends its word, with something behind it."""
    return regex.compile(_WORDS.stops)


@cache
def _telling() -> regex.Pattern[str]:
    """Match particles before which one syllable is a noun."""
    return regex.compile(_WORDS.telling)
