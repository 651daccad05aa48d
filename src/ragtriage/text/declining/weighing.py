"""The weight of what is counted in an answer: `weights.json`, which `benchmarks/learn_refusals.py` makes.

A clause is worth the sum of its pieces and signs; longer clauses count each of theirs for less. An answer is
worth the mean of its whole and of the clause that looks least like a refusal.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from itertools import repeat
from typing import Final, NamedTuple

import msgspec

from ragtriage.text.declining.features import Asked, Clause, clauses, language_of

__all__ = ["Likeness", "Thresholds", "Weights", "likeness", "parts", "thresholds"]


class Thresholds(msgspec.Struct, frozen=True):
    """From which likeness on an answer is read as what."""

    declines: float  # alone
    agrees: float  # where a pattern of a refusal says so too
    agrees_alone: float  # the same, of an answer of one clause
    possibly: float
    answers: float  # below it no pattern counts


class Weights(msgspec.Struct, frozen=True):
    """What the file holds; a weight is in hundredths."""

    thresholds: Thresholds
    constants: dict[str, int]  # by language
    pieces: dict[str, dict[str, int]]
    signs: dict[str, int]


class Likeness(NamedTuple):
    """How much an answer looks like a refusal; 0 is as likely as not among the examples."""

    worth: float
    is_one_clause: bool


def likeness(answer: str, question: str = "") -> Likeness:
    """Return how much an answer looks like a refusal.

    Example:
        >>> likeness("The leaflet says nothing about prices.", "What does it cost?").worth > 0
        True
        >>> likeness("It costs 3 euros.", "What does it cost?").worth < 0
        True
    """
    language = language_of(answer, question)
    if language_of(question, answer) != language:
        question = ""
    weights = _weights()
    pieces, signs, constant = weights.pieces[language], weights.signs, weights.constants[language]
    each = [
        (constant + _worth(clause.pieces, pieces, _PIECES) + _worth(clause.signs, signs, _SIGNS)) / 100
        for clause in clauses(answer, Asked.by(question, language), language)
    ]
    return Likeness((min(each) + each[-1]) / 2 if each else 0.0, len(each) == 1)


def parts(clause: Clause) -> tuple[float, float]:
    """Return what a weight of each of its pieces, and of its signs, counts in a clause.

    Example:
        >>> parts(Clause(frozenset("abc"), frozenset()))
        (1.8257418583505538, 0.9486832980505138)
    """
    return _share(len(clause.pieces), _PIECES), _share(len(clause.signs), _SIGNS)


def thresholds() -> Thresholds:
    """Return from which likeness on an answer is read as what."""
    return _weights().thresholds


# What all that is counted may weigh, and how much there is at least.
_PIECES: Final = (10, 30)
_SIGNS: Final = (3, 10)


def _share(count: int, size: tuple[int, int]) -> float:
    whole, least = size
    return float(whole / max(least, count) ** 0.5)


def _worth(found: frozenset[str], weights: dict[str, int], size: tuple[int, int]) -> float:
    return _share(len(found), size) * sum(map(weights.get, found, repeat(0)))


@cache
def _weights() -> Weights:
    data = (files("ragtriage.text.declining") / "weights.json").read_bytes()
    return msgspec.json.decode(data, type=Weights)
