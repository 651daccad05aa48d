"""Particles: whether a Korean noun may end where a list of particles says so.

A particle has two forms, one behind a final consonant and one behind a vowel, and some end their word. So
나이는 is no 나 with particles, nor 단가는 a 단. One syllable is a noun for certain only before particles that
begin no other word with it: 강의 is as often a lecture as a river's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.text.languages.table import words

__all__ = ["ends_korean_noun"]

_FIRST_SYLLABLE: Final = 0xAC00
_LAST_SYLLABLE: Final = 0xD7A3
_FINALS: Final = 28  # forms of a syllable that differ in their final consonant
_RIEUL: Final = 8  # behind it 로 stands as behind a vowel

# What begins with these stands behind a final consonant, or behind a vowel.
_AFTER_CONSONANT: Final = ("은", "이", "을", "과", "으로")
_AFTER_VOWEL: Final = ("는", "가", "를", "와", "로")
# Words of one syllable that stand in any sentence.
_SMALL_WORDS: Final = frozenset("나너그이저단또더잘못안등및수것때곳왜꼭다한두세네내제각매총약")
# The copula, whose first syllable is dropped behind a vowel at will, and what else begins with 이.
_FREE: Final = words(
    "이다 이에 이었 이며 이고 이나 이란 이라 이든 이자 이요 이지 이어 이면 이므 이니 이예 이죠 이네 입 인 임",
)


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
    is_syllable = end - start == 1 and not (start and "가" <= text[start - 1] <= "힣")
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
    if final == _RIEUL and endings.startswith("로"):
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
    return regex.compile(r"(?:[을를의가]|이(?=[은는이가을를도의에와과만]))\p{Hangul}")


@cache
def _telling() -> regex.Pattern[str]:
    """Match particles before which one syllable is a noun."""
    return regex.compile(
        r"(?:[을를은]|에서는?|까지(?:는|이?다|입니다)?|부터(?:는)?|보다|으로(?:는)?|에게|이?라고|(?:이)?며"
        r"|이고"
        r"|이?(?:다|에요|었다|었습니다)|입니다|예요|였다|였습니다)$"
    )
