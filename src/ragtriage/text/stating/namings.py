"""Namings: an expected answer that gives one thing two names, of which either is the answer.

"The Northern Fisheries Board or NFB" is one board. Two names that are not seen to be one thing are two
answers, unless the question asks what a thing is called.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, merged

__all__ = ["names_of"]


class _Words(Section, frozen=True):
    """The section `namings`: other names of a thing, and questions for a name."""

    joint: str = ""
    asks_a_name: str = ""


_WORDS: Final = merged("namings", _Words)

_LONGEST: Final = 200


def names_of(expected: str, question: str = "") -> tuple[str, ...]:
    """Return the names that an expected answer joins by "or"; none where it may mean two things.

    Example:
        >>> names_of("The Northern Fisheries Board or NFB")
        ('The Northern Fisheries Board', 'NFB')
        >>> names_of("the front desk or the mail room"), names_of("kayak or canoe", "What is it called?")
        ((), ('kayak', 'canoe'))
        >>> names_of("5 or 6 days", "What is it called?")
        ()
    """
    if len(expected) > _LONGEST or _or().search(expected) is None or _unnamed().search(expected) is not None:
        return ()
    names = tuple(name.strip(" ,、，\"'“”「」") for name in _or().split(expected))
    if len(names) != 2 or not all(names):
        return ()
    is_one = _abbreviates(*names) or _abbreviates(*names[::-1]) or _asks_a_name().search(question.lower())
    return names if is_one else ()


def _abbreviates(short: str, name: str) -> bool:
    """Whether the capitals of one name are the first letters of the words of the other."""
    if _capitals().fullmatch(short) is None:
        return False
    letters = iter(word[0].upper() for word in regex.findall(r"\p{L}+", name))
    return len(name.split()) > 1 and all(letter in letters for letter in short if letter.isalpha())


@cache
def _unnamed() -> regex.Pattern[str]:
    """Match what stands in no two names of one thing."""
    return regex.compile(r"\d|\beither\b|\bneither\b")


@cache
def _or() -> regex.Pattern[str]:
    return regex.compile(_WORDS.joint)


@cache
def _capitals() -> regex.Pattern[str]:
    return regex.compile(r"[A-Z][A-Z&.]{1,7}")


@cache
def _asks_a_name() -> regex.Pattern[str]:
    return regex.compile(_WORDS.asks_a_name)
