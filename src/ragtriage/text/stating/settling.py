"""Settling: whether the clause in which an expected answer stands is the one that answers the question.

"Although Stanner bid too, the paving contract went to Obie." holds Stanner, and answers otherwise. No word
denies it; but another clause says more of what was asked, and this one says something else. Nothing is
certain of such an answer. Of English ones 97 of 100 are right all the same, so that a pass is likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Final

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.languages.statements import Language, compiled
from ragtriage.text.content import content_words
from ragtriage.text.tracing import Span

__all__ = ["is_settled"]


class _Words(Section, frozen=True):
    """The section `clauses`: what ends a clause, and what may stand before an answer."""

    ends: str = ""
    preamble: str = ""


_WORDS: Final = merged("clauses", _Words)

# A longer answer is read so far on both sides of what it states.
_READ: Final = 600

# So many letters of two words are enough to hold them for forms of one.
_FORM: Final = 4


@dataclass(frozen=True, slots=True)
class _Clause:
    """What a clause says, but for the expected answers."""

    asked: int  # so many of the question's content words
    others: frozenset[str]  # its other content words
    is_more: bool  # whether it says something besides
    is_preamble: bool  # whether it only says where the answer comes from


def is_settled(
    answer: str, span: Span, question: str, expected: Sequence[str], tables: Sequence[Language] = ()
) -> bool:
    """Return whether no other clause of an answer looks more like what was asked for.

    Args:
        answer: What the system answered.
        span: Where an expected answer stands in it.
        question: What was asked.
        expected: All expected answers, item by item; their words tell nothing.
        tables: Of the languages of the answer: what is denied or past there is no other answer.

    Example:
        >>> answer = "Although Stanner bid too, the paving contract went to Obie."
        >>> is_settled(answer, Span(9, 16), "Who won the paving contract?", ["Stanner"])
        False
        >>> is_settled(answer, Span(54, 58), "Who won the paving contract?", ["Obie"])
        True
        >>> is_settled("初代学長は宮本で、二代が乾です。", Span(11, 12), "初代学長は誰ですか。", ["乾"])
        False
    """
    first = max(0, span.start - _READ)
    text, start, end = answer[first : span.end + _READ], span.start - first, span.end - first
    stretches = _stretches(text, start, end)
    if len(stretches) < 2:
        return True
    known = frozenset(chain.from_iterable(map(content_words, expected)))
    asked = content_words(question) - known
    if not asked:
        return True
    mine = next(i for i, (head, tail) in enumerate(stretches) if head <= start and end <= tail)
    clauses = [
        _clause(
            text[head:tail] if at != mine else f"{text[head:start]} {text[end:tail]}", asked, known, question
        )
        for at, (head, tail) in enumerate(stretches)
    ]
    here = clauses[mine]
    others = [
        clause
        for clause, (head, tail) in zip(clauses, stretches, strict=True)
        if clause.others and not clause.is_preamble and not _is_taken_back(text[head:tail], tables)
    ]
    if mine > 0 and not here.asked and clauses[0] in others and (here.is_more or not clauses[0].asked):
        return False
    return not here.is_more or not any(clause.asked > here.asked for clause in others)


def _is_taken_back(clause: str, tables: Sequence[Language]) -> bool:
    """Whether a clause denies something, or tells how it was."""
    folded = clause.lower()
    patterns = (compiled(each) for table in tables for each in (table.denials, table.past))
    return any(pattern is not None and pattern.search(folded) is not None for pattern in patterns)


def _stretches(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return where the clauses of a text begin and end; none ends within the stretch that is asked about."""
    found: list[tuple[int, int]] = []
    at = 0
    for stop in _ends().finditer(text):
        if stop.end() <= start or stop.start() >= end:
            found.append((at, stop.start()))
            at = stop.end()
    found.append((at, len(text)))
    return [(head, tail) for head, tail in found if text[head:tail].strip()]


def _clause(said: str, asked: frozenset[str], known: frozenset[str], question: str) -> _Clause:
    words = content_words(said)
    met = {one for one in asked for word in words if _is_one(one, word)}
    others = frozenset(word for word in words - known if not any(_is_one(one, word) for one in asked))
    is_more = bool(others) or any(letter not in question for letter in _han().findall(said))
    return _Clause(len(met), others, is_more, _preamble().match(said) is not None)


def _is_one(one: str, other: str) -> bool:
    """Whether two content words are forms of one: open, opened."""
    return one == other or (
        min(len(one), len(other)) >= _FORM and (one.startswith(other) or other.startswith(one))
    )


@cache
def _han() -> regex.Pattern[str]:
    """Match a Chinese character: some of which make no content word alone, and say something all the same."""
    return regex.compile(r"\p{Han}")


@cache
def _ends() -> regex.Pattern[str]:
    """Match what ends a clause; commas inside numbers and dates, and before relatives, do not."""
    return regex.compile(_WORDS.ends, regex.IGNORECASE)


@cache
def _preamble() -> regex.Pattern[str]:
    """Match the beginning of a clause that only says where the answer comes from."""
    return regex.compile(
        rf"\W*(?:{_WORDS.preamble})",
        regex.IGNORECASE,
    )
