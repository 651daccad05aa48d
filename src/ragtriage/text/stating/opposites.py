"""Opposites: whether the clause of an expected answer speaks of the other of two things than the question.

"Before the change it was 5.10 a day, after it 4.20" holds 4.20, and the rent before the change is something
else. The table pairs what companies, towns and manuals set against each other; a sibling of what is asked
about, told from it by its number (line 3 for line 2, 2018 for 2019), is another thing too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Table, filled, merged, section
from ragtriage.languages.statements import Language
from ragtriage.text.stating.surroundings import Surroundings

__all__ = ["opposite", "sibling"]


class _Words(Section, frozen=True):
    """The section `siblings`: things that are told apart by a number."""

    told_apart_by: str = ""
    number: str = ""
    ordinal: str = ""
    unit: str = ""
    named: str = ""
    quarter: str = ""


_WORDS: Final = merged("siblings", _Words)


class _Opposites(Section, frozen=True):
    """The section `opposites`: a concept, and the two sides of it."""

    rows: Table = Table()


def opposite(around: Surroundings, tables: Sequence[Language], question: str) -> str | None:
    """Return a word of an expected answer's clause that names the opposite of what a question names.

    Example:
        >>> from ragtriage.languages.statements import languages
        >>> around = Surroundings("before the change it was 5.10 a day and after it ", "", "", "", (), False)
        >>> opposite(around, [languages()["en"]], "What was it before the change?") is None
        True
        >>> around = Surroundings("after it the rent was ", "", "", "", (), False)
        >>> opposite(around, [languages()["en"]], "What was it before the change?")
        'after'
    """
    clause: str | None = None
    for table in tables:
        for one, other in _asked(table.code, question):
            clause = f"{around.before} _ {around.after}" if clause is None else clause
            found = other.search(clause)
            if found is not None and one.search(clause) is None:
                return found[0].strip()
    return None


def sibling(around: Surroundings, question: str) -> str | None:
    """Return what an expected answer's clause names in the place of what a question names by its number.

    Example:
        >>> around = Surroundings("第二题则是", "", "", "", (), False)
        >>> sibling(around, "第三题的正确选项是哪一个？"), sibling(around, "第二题呢？")
        ('第二题', None)
        >>> around = Surroundings("room 12 seats ", "", "", "", (), False)
        >>> sibling(around, "How many does Room 14 seat?")
        'room 12'
    """
    clause: str | None = None
    for kind, names in _numbered_in(question):
        clause = f"{around.before} _ {around.after}".lower() if clause is None else clause
        heads = {_head(name) for name in names}
        others = [found[0].strip() for found in _kinds()[kind].finditer(clause)]
        others = [other for other in others if _head(other) in heads]
        if others and not names.intersection(others):
            return others[0]
    return None


@lru_cache(maxsize=256)
def _numbered_in(question: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return what a question names by numbers, and how."""
    asked = question.lower()
    found = (
        (kind, frozenset(match[0].strip() for match in pattern.finditer(asked)))
        for kind, pattern in _kinds().items()
    )
    return tuple((kind, names) for kind, names in found if names)


def _head(name: str) -> str:
    """What a name is without its number."""
    return _number().sub("_", name)


@cache
def _number() -> regex.Pattern[str]:
    return regex.compile(_WORDS.told_apart_by)


@cache
def _kinds() -> dict[str, regex.Pattern[str]]:
    number = _WORDS.number
    return {
        "year": regex.compile(r"(?<![\d.,:/-])(?:1[5-9]|20)\d\d(?![\d.,:/-])"),
        "ordinal": regex.compile(filled(_WORDS.ordinal, number=number)),
        "unit": regex.compile(filled(_WORDS.unit, number=number)),
        "named": regex.compile(_WORDS.named),
        "quarter": regex.compile(_WORDS.quarter),
    }


@lru_cache(maxsize=1024)
def _asked(code: str, question: str) -> tuple[tuple[regex.Pattern[str], regex.Pattern[str]], ...]:
    """Return the side that a question names, and the other, of each pair of which it names one."""
    asked = question.lower()
    return tuple(
        (one, other)
        for pair in _pairs(code)
        for one, other in (pair, pair[::-1])
        if one.search(asked) is not None and other.search(asked) is None
    )


@cache
def _pairs(code: str) -> tuple[tuple[regex.Pattern[str], regex.Pattern[str]], ...]:
    rows = section(code, "opposites", _Opposites).rows
    return tuple((regex.compile(one), regex.compile(other)) for _, one, other in rows)
