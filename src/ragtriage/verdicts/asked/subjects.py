"""Subjects: whether a quote speaks of anything that its statement speaks of.

A quote may stand in the text word for word and have nothing to do with the statement that it should back.
Where the two may be in different languages, nobody can tell by their words.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.languages.statements import languages
from ragtriage.text.content import content_words
from ragtriage.text.values import read

__all__ = ["shares_subject"]


class _Words(Section, frozen=True):
    """The section `subjects`: words that name no subject."""

    others: Words = Words()
    chinese: Words = Words()


_WORDS: Final = merged("subjects", _Words)

# So many characters of Chinese or Japanese say which of the two they are: Japanese has kana among them.
_FEWEST_CHARACTERS: Final = 6


def shares_subject(statement: str, quote: str) -> bool:
    """Whether a quote shares a content word, or a figure, with the statement that it should back.

    True as well where that cannot be told: the two are in different languages, or the statement has no
    content of its own.

    Example:
        >>> shares_subject("Dogs go free.", "A dog pays 1 euro"), shares_subject("Dogs go free.", "It rains")
        (True, False)
        >>> shares_subject("犬は無料です", "運賃は無料"), shares_subject("犬は無料です", "雨が降ります")
        (True, False)
        >>> shares_subject("犬は無料です", "Dogs travel free")
        True
    """
    if not _at_a_glance(statement).isdisjoint(_at_a_glance(quote)):
        return True
    one, other = _subject(statement), _subject(quote)
    if not one.parts and not one.figures:
        return True
    if one.figures & other.figures or one.parts & other.parts:
        return True
    return bool(one.parts) and (not one.scripts & other.scripts or _may_differ_in_language(one, other))


@lru_cache(maxsize=256)
def _at_a_glance(text: str) -> frozenset[str]:
    """Return what surely are content words: long ones that no text is made of."""
    return content_words(" ".join(_long().findall(text.lower())))


class _Subject(NamedTuple):
    parts: frozenset[str]  # content words
    figures: frozenset[str]
    scripts: frozenset[str]
    is_foreign: bool  # whether it is in a language of the Latin alphabet other than English
    characters: int  # Han and kana
    kana: int


@lru_cache(maxsize=256)
def _subject(text: str) -> _Subject:
    folded = unicodedata.normalize("NFKC", text).casefold()
    said = _word().findall(folded)
    content = frozenset[str]() if " ".join(said) in _yes_and_no() else content_words(folded)
    parts = {_stem(word) for word in content if not word[0].isdecimal()}
    if content and not _kana().search(
        folded
    ):  # Chinese, in which a word may be one character, and written in two ways
        parts |= set(_han().findall(folded)) - _CHINESE
    grammar = sum(word.isascii() and len(word) > 1 and not _is_among(word, content) for word in said)
    other = sum(word in _OTHERS or (not word.isascii() and word[0] < _LATIN_ENDS) for word in said)
    return _Subject(
        frozenset(parts),
        frozenset((*(value.canonical for value in read(text)), *_number().findall(folded))),
        frozenset(name for name, pattern in _scripts().items() if pattern.search(folded)),
        is_foreign=other > grammar,
        characters=len(_character().findall(folded)),
        kana=len(_kana().findall(folded)),
    )


def _is_among(word: str, content: frozenset[str]) -> bool:
    return not content.isdisjoint((word, word[:5]))


def _stem(word: str) -> str:
    """Return a short word without its ending: of longer ones no more than a stem is kept anyway."""
    for ending in ("s", "d", "y", "e"):
        if word.isascii() and word.endswith(ending) and len(word) > len("the"):
            return word[: -len(ending)]
    return word


def _may_differ_in_language(one: _Subject, other: _Subject) -> bool:
    """Whether two texts that share a script may be in different languages all the same."""
    has_kana = (one.kana == 0) != (other.kana == 0)
    return (
        one.is_foreign
        or other.is_foreign
        or (has_kana and min(one.characters, other.characters) >= _FEWEST_CHARACTERS)
    )


@cache
def _long() -> re.Pattern[str]:
    """Match a word of an alphabet that stands by itself."""
    return re.compile(r"(?<![^\W_])[a-z]{4,}(?![^\W_])")


@cache
def _word() -> regex.Pattern[str]:
    """Match a word, or a stretch of characters of a script without words."""
    return regex.compile(r"[\p{L}\p{M}]+")


@cache
def _yes_and_no() -> frozenset[str]:
    """Return what answers a question without a word about what it asks."""
    return frozenset(word for table in languages().values() for word in (*table.yes, *table.no))


@cache
def _number() -> regex.Pattern[str]:
    return regex.compile(r"\d+(?:[.,:/]\d+)*")


@cache
def _character() -> regex.Pattern[str]:
    return regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")


@cache
def _scripts() -> dict[str, regex.Pattern[str]]:
    return {
        "latin": regex.compile(r"\p{Latin}"),
        "greek": regex.compile(r"\p{Greek}"),
        "cyrillic": regex.compile(r"\p{Cyrillic}"),
        "hangul": regex.compile(r"\p{Hangul}"),
        "han or kana": _character(),
    }


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}")


@cache
def _kana() -> regex.Pattern[str]:
    return regex.compile(r"[\p{Hiragana}\p{Katakana}]")


# Where the letters of the Latin alphabet end, with those that have marks.
_LATIN_ENDS: Final = "\u0250"

# Words of other languages of the Latin alphabet that are grammar, and no words of English.
_OTHERS: Final = frozenset(_WORDS.others)

# Characters of Chinese that are grammar.
_CHINESE: Final = frozenset("".join(_WORDS.chinese))
