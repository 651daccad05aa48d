"""Features: how an answer relates to what is expected, as numbers that a logistic model weighs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from math import log
from typing import Final, NamedTuple

from ragtriage.languages.load import Section, merged
from ragtriage.text.paraphrase.standing import Answer, Standing

__all__ = ["Features", "Length", "asks", "features", "length_of"]


class _Words(Section, frozen=True):
    """The section `kinds_of_questions`: what a question asks for, and when it may be answered otherwise."""

    kinds: str = ""
    now: str = ""
    past: str = ""
    hedges: str = ""


_WORDS: Final = merged("kinds_of_questions", _Words)

_KINDS: Final = re.compile(_WORDS.kinds)
_KIND: Final = {"whom": "who", "whose": "who", "which": "what"}
# A question whose answer may be another next year.
_NOW: Final = re.compile(_WORDS.now)
_PAST: Final = re.compile(_WORDS.past)
_HEDGES: Final = re.compile(_WORDS.hedges)

# So many words an answer has at most that is given and no more, that is short, and that is a sentence.
_BARE: Final = 6
_SHORT: Final = 12
_SENTENCE: Final = 30


class Length(StrEnum):
    """How long an answer is; the thresholds differ."""

    SHORT = "short"
    LONG = "long"


class Asked(NamedTuple):
    """What a question asks for."""

    kind: str  # count, or its interrogative
    is_of_now: bool  # whether its answer may change
    is_of_the_past: bool


@lru_cache(maxsize=512)
def asks(question: str) -> Asked:
    """Return what a question asks for.

    Example:
        >>> asks("how many seasons are there").kind
        'count'
    """
    lower = question.lower()
    found = _KINDS.search(lower)
    kind = "" if found is None else found[0]
    return Asked(
        "count" if kind.startswith("how ") else _KIND.get(kind, kind),
        _NOW.search(lower) is not None,
        _PAST.search(lower) is not None,
    )


def length_of(answer: str) -> Length:
    """Return whether an answer is short, at most twelve words, or long.

    Example:
        >>> str(length_of("in Paris"))
        'short'
    """
    return Length.SHORT if len(answer.split(None, _SHORT)) <= _SHORT else Length.LONG


class Features(NamedTuple):
    """The features of an answer; where several answers are expected, of the one that it comes nearest to.

    `fresh` is a word that does not stand in the question, `strange` one of the answer that stands neither
    there nor in the expected answer, `low` an expected answer of which little stands in the answer.
    """

    constant: float
    covered: float
    covered_fresh: float
    covered_none: float
    covered_low: float
    covered_most: float
    exact: float
    every: float
    first: float
    last: float
    head: float  # of a list, or a place within another, what stands before the comma
    in_order: float
    all_in_order: float
    runs: float
    runs_best: float
    runs_low: float
    runs_long: float
    precision: float  # share of the answer's fresh words that are expected
    inside: float
    inside_partly: float
    strange_capitals: float
    strange_number: float
    lacks_number: float
    has_number: float
    is_name: float
    size: float
    low_name: float
    low_who: float
    low_who_name: float
    low_common: float
    low_where: float
    low_what: float
    low_name_long: float
    surname: float
    where: float
    when: float
    how_many: float
    now: float
    past: float
    aliases: float
    aliases_covered: float
    length: float
    length_new: float
    is_short: float
    is_long: float
    position: float
    hedged: float
    contradicted: float


def features(
    answer: Answer,
    question: str,
    standings: Sequence[Standing],
    best: Standing,
    chosen: dict[int, int],
    *,
    is_contradicted: bool,
) -> Features:
    """Return the features of an answer.

    Args:
        answer: The answer.
        question: What was asked.
        standings: How the words of each expected answer stand in it.
        best: The one with the highest score.
        chosen: The places of its words.
        is_contradicted: Whether the answer states another value where an expected answer is a value.
    """
    kind, is_now, is_past = asks(question)
    fresh, hits = best.fresh, best.hits
    size, covered = len(hits), best.covered_fresh
    is_name, has_number = best.expected.is_name, best.expected.has_number
    stems, new = best.expected.stems, answer.new
    strange = [word for word in new if word.stem not in stems]
    capitals = sum([word.is_capital for word in strange])
    count = len(answer.text.split(None, _SENTENCE))
    is_long = count > _SENTENCE
    is_low, is_full = covered < 0.35, covered >= 0.99
    name = is_low and is_name
    last = hits[-1] if fresh[-1] else 0.0
    order = list(chosen.values())
    in_order = bool(order) and order == sorted(order)
    inside = bool(new) and not strange
    head = best.expected.head
    return Features(
        1.0,
        best.covered,
        covered,
        covered < 0.05,
        is_low,
        covered >= 0.6,
        best.exact,
        min(hits) >= 0.6,
        hits[0] if fresh[0] else 0.0,
        last,
        sum(hits[:head]) / head,
        in_order,
        in_order and is_full,
        best.runs,
        max([standing.runs for standing in standings]),
        best.runs if is_low else 0.0,
        best.runs if is_long else 0.0,
        1 - len(strange) / len(new) if new else 0.0,
        inside,
        inside and not is_full,
        log(1 + capitals),
        any(word.is_number for word in strange),
        best.lacks_number,
        has_number,
        is_name,
        log(size),
        name,
        is_low and kind == "who",
        name and kind == "who" and capitals > 0,
        is_low and not is_name and not has_number,
        is_low and kind == "where",
        is_low and kind == "what",
        name and is_long,
        is_name and last >= 0.6 and not is_full and sum(fresh) > 1,
        kind == "where",
        kind == "when",
        kind == "count",
        is_now,
        is_past,
        log(len(standings)),
        log(1 + sum([standing.covered_fresh for standing in standings]) - covered),
        log(1 + len(answer.words)),
        log(1 + len(new)),
        count <= _BARE,
        is_long,
        min(order) / len(answer.words) if order else 1.0,
        _HEDGES.search(answer.lower) is not None,
        is_contradicted,
    )
