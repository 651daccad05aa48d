"""English: which words count, which parts of a sentence may be left out, and what speaks to the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.entailment.pieces import Grammar, Piece

__all__ = ["ENGLISH", "is_english"]


class _Words(Section, frozen=True):
    """The section `parts_of_sentences`: which parts of an English sentence may be left out."""

    articles: Words = Words()
    present: Words = Words()
    past: Words = Words()
    determiners: Words = Words()
    openers: Words = Words()
    completing: Words = Words()
    closers: Words = Words()
    exact: str = ""
    changing: str = ""
    aside: str = ""
    small: Words = Words()  # others that say nothing by themselves


_WORDS: Final = merged("parts_of_sentences", _Words)

_WORD: Final = re.compile(r"[^\W_]+(?:[.,:/][0-9]+)*(?:[-–][^\W_]+)*|['’](?:s|t|re|ve|ll|d)\b|%")

# They may be there or not.
_ARTICLES: Final = frozenset(_WORDS.articles)
_PRESENT: Final = frozenset(_WORDS.present)
_PAST: Final = frozenset(_WORDS.past)
_DETERMINERS: Final = _ARTICLES | frozenset(_WORDS.determiners)

# What opens a part that may be left out: a phrase or a clause beside the main one.
_OPENERS: Final = frozenset(_WORDS.openers)
# With these a phrase may complete what stands before it: "a lack of", "refuses to".
_COMPLETING: Final = frozenset(_WORDS.completing)

# What may close what stands before a statement.
_CLOSERS: Final = frozenset(_WORDS.closers)

# A word by which a statement counts or compares: what restricts it must not be left out.
_EXACT: Final = re.compile(_WORDS.exact, re.IGNORECASE)

# Words that change what stays when they go.
_CHANGING: Final = re.compile(_WORDS.changing, re.IGNORECASE)

_FUNCTION: Final = _DETERMINERS | _PRESENT | _PAST | _OPENERS | frozenset(_WORDS.small)

_ASIDE: Final = re.compile(_WORDS.aside, re.IGNORECASE)

# How much of a word's beginning is looked for in the texts.
_STEM: Final = 5


def _pieces(text: str) -> list[Piece]:
    """Cut into words, less articles; forms of a verb or a noun that only add s are equal."""
    return [
        Piece(_key(match[0]), *match.span())
        for match in _WORD.finditer(text)
        if match[0].lower() not in _ARTICLES
    ]


def _key(word: str) -> str:
    word = word.lower().replace("’", "'")
    if word in _PRESENT:
        return "is"
    if word in _PAST:
        return "was"
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su'" else word


def _needles(keys: Iterable[str]) -> list[str]:
    """Return the keys that stand in a text as they are, the longest first, as most texts lack them."""
    plain = [key for key in keys if key.isalnum() and key not in {"is", "was"}]
    return sorted(plain, key=len, reverse=True)


def _is_exact(statement: str) -> bool:
    return _EXACT.search(statement) is not None


def _may_drop(sentence: str, pieces: list[Piece], kept: Sequence[int]) -> bool:
    first, last = kept[0], kept[-1]
    if first and not _closes(sentence, pieces, first):
        return False
    if last + 1 < len(pieces) and not _opens(sentence, pieces, last + 1):
        return False
    for before, after in pairwise(kept):
        if after > before + 1 and not _is_aside_of(sentence, pieces, before, after):
            return False
    stay = set(kept)
    dropped = " ".join(sentence[p.start : p.end] for n, p in enumerate(pieces) if n not in stay)
    return _CHANGING.search(dropped) is None


def _between(sentence: str, pieces: list[Piece], place: int) -> str:
    """Return what stands between a piece and the one before it."""
    return sentence[pieces[place - 1].end : pieces[place].start]


def _closes(sentence: str, pieces: list[Piece], place: int) -> bool:
    """Whether what is before a piece is over there."""
    return any(mark in _between(sentence, pieces, place) for mark in ",;:—–") or (
        pieces[place - 1].key in _CLOSERS
    )


def _opens(sentence: str, pieces: list[Piece], place: int) -> bool:
    """Whether something that may be left out begins with a piece."""
    return any(mark in _between(sentence, pieces, place) for mark in ",;:—–(") or (
        pieces[place].key in _OPENERS - _COMPLETING
    )


def _is_aside_of(sentence: str, pieces: list[Piece], before: int, after: int) -> bool:
    """Whether what stands between two pieces that stay may go."""
    begins = _between(sentence, pieces, before + 1)
    ends = _between(sentence, pieces, after)
    if any(mark in begins for mark in ",(—–"):
        return any(mark in ends for mark in ",)—–")
    keys = [piece.key for piece in pieces[before + 1 : after]]
    if keys[0] in _OPENERS:
        # "born in Paris and raised in Rome" must not become "born in Rome"
        is_plain = "and" not in keys[1:] and keys[-1] not in _FUNCTION
        named = all(sentence[piece.start].isupper() for piece in pieces[before + 2 : after])
        return is_plain and (named or pieces[after].key not in _OPENERS)
    if all(key.endswith("ly") for key in keys):
        return True
    is_in_phrase = pieces[before].key in _DETERMINERS or not _ARTICLES.isdisjoint(begins.lower().split())
    return (
        is_in_phrase
        and len(keys) <= 2
        and _OPENERS.isdisjoint((*keys, pieces[after].key))
        and not any(_articles_within(sentence, pieces, before + 1, after))
    )


def _articles_within(sentence: str, pieces: list[Piece], first: int, after: int) -> Iterator[bool]:
    """Tell for each piece behind the first whether an article stands before it."""
    for place in range(first + 1, after + 1):
        yield not _ARTICLES.isdisjoint(_between(sentence, pieces, place).lower().split())


def _terms(text: str) -> list[str]:
    """Return the beginnings of the words that carry meaning."""
    words = (match[0].lower() for match in _WORD.finditer(text))
    return [word[:_STEM] for word in words if len(word) > 2 and word not in _FUNCTION]


def _is_aside(statement: str) -> bool:
    return _ASIDE.search(statement) is not None


ENGLISH: Final = Grammar("en", _pieces, _needles, _is_exact, _may_drop, _terms, _is_aside)


# What English has and its neighbours in Latin letters have not.
_TELLING: Final = re.compile(
    r"\b(?:the|is|are|was|were|of|and|has|have|it|with|by|from|this|that|for)\b", re.IGNORECASE
)
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def is_english(text: str) -> bool:
    """Whether a text in Latin letters has as many of the small words as English has."""
    words = len(_LETTERS.findall(text))
    return words > 0 and 10 * len(_TELLING.findall(text)) >= words
