"""Surroundings: the sentence and the clause in which a match stands, folded, for the tables to look at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import regex

from ragtriage.languages.statements import Language, compiled
from ragtriage.text.sentences import Sentence

__all__ = ["Surroundings", "surroundings"]

# How far around a match a sentence is read.
_REACH: Final = 200

_STRAIGHT: Final = str.maketrans("’‘“”＂", '\'\'"""')
_BLANK: Final = "_"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a match; quotations and words that only look like denials are blanked out."""

    before: str  # of the clause
    after: str
    sentence_before: str
    sentence_after: str
    following: tuple[str, ...]  # what comes next: the clauses after it in the sentence, and the next sentence
    is_question: bool
    later: str = ""  # the next two sentences


def surroundings(
    text: str, start: int, end: int, sentences: Sequence[Sentence], tables: Sequence[Language]
) -> Surroundings:
    """Return what stands around the stretch from `start` to `end`.

    Args:
        text: The answer.
        start: The first character of the match.
        end: One past the last.
        sentences: Of the answer, in order.
        tables: Of the languages it is written in.
    """
    at = max(bisect_right(sentences, start, key=_start) - 1, 0)
    first, last = (sentences[at].start, sentences[at].end) if sentences else (0, len(text))
    first, last = max(min(first, start), start - _REACH), min(max(last, end), end + _REACH)
    before, after = _blanked(text[first:last], start - first, end - first, tables)
    head = _clause_ends().split(before)[-1]
    pieces = _clause_ends().split(after)
    following = [piece.strip() for piece in pieces[1:3] if piece.strip()]
    if at + 1 < len(sentences):
        following.append(_fold(sentences[at + 1].text[:_REACH]))
    return Surroundings(
        before=head,
        after=pieces[0],
        sentence_before=before,
        sentence_after=after,
        following=tuple(following),
        later=" ".join(_fold(sentence.text[:_REACH]) for sentence in sentences[at + 1 : at + 3]),
        is_question=after.rstrip("\"'”’」』)）*_ ").endswith(("?", "？")),
    )


def _start(sentence: Sentence) -> int:
    return sentence.start


def _fold(text: str) -> str:
    return text.translate(_STRAIGHT).lower()


def _blanked(sentence: str, start: int, end: int, tables: Sequence[Language]) -> tuple[str, str]:
    """Return what stands before and after a match in its sentence, blanked and folded."""
    before, match, after = (_fold(part) for part in (sentence[:start], sentence[start:end], sentence[end:]))
    start, end = len(before), len(before) + len(match)
    folded = before + match + after
    spans = [found.span() for found in _quoted().finditer(folded)]
    spans += [
        found.span()
        for table in tables
        if (pattern := compiled(table.no_negations)) is not None
        for found in pattern.finditer(folded)
    ]
    characters = list(folded)
    for first, last in spans:
        if last <= start or first >= end or first > start or last < end:
            for position in range(first, last):
                if not start <= position < end and characters[position] not in "\"'":
                    characters[position] = _BLANK
    return "".join(characters[:start]), "".join(characters[end:])


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(
        r"\"[^\"]{1,200}+\"|「[^「」]{1,200}+」|『[^『』]{1,200}+』|《[^《》]{1,200}+》|«[^«»]{1,200}+»"
        r"|(?<!\w)'[^']{1,200}+'(?!\w)"
    )


@cache
def _clause_ends() -> regex.Pattern[str]:
    return regex.compile(r"[,;:、，；：。！？!?\n]|\.(?=\s|$)|\s[-–—]\s|—|(?<=\w)--(?=\w)|\s--\s")
