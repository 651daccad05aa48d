"""Wording: whether an answer in other words than the expected ones is likely right, or likely wrong.

A logistic model, whose coefficients `benchmarks/learn_paraphrases.py` makes from answers that people judged,
gives the probability that they would accept an answer. Where it is high the answer is likely right, unless
something in it says otherwise that no share of words outweighs: a number is missing, a name is another, a
word is denied or the opposite of the expected one, a part of a list or what was asked for is not spoken of.
Where it is low, a proper name is expected, nothing of it stands in the answer, and the answer offers another
name, it is likely wrong; a department, a role or a product has other names, and is no such. Between the two,
and in every language for which nobody judged enough answers, it stays open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import Final, NamedTuple

from msgspec.json import decode

from ragtriage.languages.load import Section, Words, merged
from ragtriage.model import Outcome
from ragtriage.text.abstention import Abstention, abstains, declines_by_pattern
from ragtriage.text.paraphrase.features import Features, Length, asks, features, length_of
from ragtriage.text.paraphrase.names import names_in, offers_name, shares_initials
from ragtriage.text.paraphrase.standing import (
    Answer,
    Expected,
    Standing,
    asked,
    is_opposite,
    is_swapped,
    is_turned,
    lacks_part,
    lacks_topic,
    places,
    stand,
)
from ragtriage.text.planted import planted
from ragtriage.text.stating import Reading
from ragtriage.text.stating.rivals import agrees
from ragtriage.text.stating.yes_no import as_yes_no
from ragtriage.text.values import read

__all__ = ["Weighed", "Wording", "weigh", "wording"]


class _Words(Section, frozen=True):
    """The section `questions`: words of questions."""

    english: Words = Words()
    orders: str = ""


_WORDS: Final = merged("questions", _Words)

# An expected answer of more words is a text, and none such was judged.
_MOST_WORDS: Final = 12

_DIGITS: Final = re.compile(r"\d+")

# So much of an answer is read for values.
_READ: Final = 2000

# Of so much of an expected answer something must stand in an answer that is likely right.
_LEAST_COVERED: Final = 0.3

# At least so alike are two writings of one word.
_SAME_WORD: Final = 0.5

# Letters of another script than the Latin one.
_FOREIGN: Final = re.compile(
    "[\u0370-\u1dff\u2c00-\u2dff\u3040-\ua7ff\uab30-\ufaff\uff10-\uffdc\U00010000-\U000323af]"
)

# Without the language named, a question is English that has one of these.
_ENGLISH: Final = frozenset(_WORDS.english)

_DENIED: Final = re.compile(r"stands in the answer, but (?!as one of two alternatives)")

# An order to whoever judges; `planted` knows those that are hidden in documents.
_ORDERS: Final = re.compile(_WORDS.orders)


class Wording(NamedTuple):
    """Whether an answer in other words is likely right.

    Args:
        outcome: Pass or fail where it is likely; None where it is open.
        rule: The name of the rule that was applied.
        probability: How likely people accept the answer.
    """

    outcome: Outcome | None
    rule: str
    probability: float


@dataclass(frozen=True, slots=True)
class Weighed:
    """An answer, read for the model; what the model needs is made when it is asked for."""

    answer: Answer
    question: str
    standings: Sequence[Standing]
    best: Standing  # of the expected answer that the answer comes nearest to
    places: dict[int, int]  # of its words
    length: Length
    readings: Sequence[Reading]

    @property
    def features(self) -> Features:
        """What the model weighs."""
        is_contradicted = any(
            reading.certain and reading.outcome is Outcome.FAIL for reading in self.readings
        )
        return features(
            self.answer,
            self.question,
            self.standings,
            self.best,
            self.places,
            is_contradicted=is_contradicted,
        )

    @property
    def may_be(self) -> Outcome | None:
        """Which outcome nothing in the answer forbids; what has none of the expected words never passes."""
        if any(any(standing.hits) for standing in self.standings):
            return Outcome.PASS if self._may_pass() else None
        return Outcome.FAIL if self._may_fail() else None

    def _may_fail(self) -> bool:
        """Whether the answer offers another name for one that has no paraphrase."""
        expected = [standing.expected for standing in self.standings]
        return (
            min(map(names_in, expected)) > 0
            and max(map(names_in, expected)) > 1
            and asks(self.question).kind != "where"
            and not any(shares_initials(self.answer, one) for one in expected)
            and offers_name(self.answer)
        )

    def _may_pass(self) -> bool:
        """Whether nothing in the answer forbids that it is likely right."""
        best, answer = self.best, self.answer
        return not (
            best.covered_fresh < _LEAST_COVERED
            or best.lacks_number
            or (self.length is Length.SHORT and not _has_ends(best))
            or any(_is_denied(reading) for reading in self.readings)
            or (self.length is Length.LONG and lacks_topic(best))
            or lacks_part(best)
            or is_swapped(answer, best, self.places)
            or is_turned(answer, best, self.places)
            or is_opposite(answer, best)
            or _ORDERS.search(answer.lower)
        )


def wording(
    answer: str,
    expected_answers: Sequence[str | tuple[str, ...]],
    *,
    question: str,
    language: str | None = None,
    readings: Sequence[Reading] = (),
) -> Wording | None:
    """Return whether an answer that states no expected one is likely right; None where the rule cannot tell.

    Args:
        answer: What the system answered, without citation marks.
        expected_answers: The answers that are right; none of the rules is for answers of several items.
        question: What was asked.
        language: The code of the language, where it is known.
        readings: What was read of each expected answer in the answer.

    Example:
        >>> found = wording(
        ...     "In the year 1901 the first of these prizes went to the German physicist Wilhelm Röntgen.",
        ...     ("Wilhelm Conrad Röntgen",),
        ...     question="who got the first nobel prize in physics",
        ...     language="en",
        ... )
        >>> found.outcome.value, found.rule
        ('pass', 'wording(en)')
        >>> wording("翌月10日", ("翌月5日",), question="締切はいつですか") is None
        True
    """
    weighed = weigh(answer, expected_answers, question=question, language=language, readings=readings)
    if weighed is None:
        return None
    may_be = weighed.may_be
    if may_be is None:
        return None
    known = model()
    probability = known.probability(weighed.features)
    outcome = known.outcome(may_be, probability, answer)
    if outcome is Outcome.PASS and not any(_has_values(answer, text) for text in expected_answers):
        outcome = None
    return Wording(outcome, known.rule, probability)


def _has_values(answer: str, expected: str | tuple[str, ...]) -> bool:
    """Whether the values of an expected answer stand in the answer, however they are written.

    "Every three months" has most words of "every two months".
    """
    wanted = read(expected if isinstance(expected, str) else "; ".join(expected))
    if not wanted:
        return True
    held, digits = read(answer[:_READ]), frozenset(_DIGITS.findall(answer[:_READ]))
    return all(
        digits.issuperset(_DIGITS.findall(value.text) or ("",)) or any(agrees(other, value) for other in held)
        for value in wanted
    )


def weigh(
    answer: str,
    expected_answers: Sequence[str | tuple[str, ...]],
    *,
    question: str,
    language: str | None = None,
    readings: Sequence[Reading] = (),
) -> Weighed | None:
    """Return what the model weighs of an answer, and what the rules allow; None where no rule applies.

    The arguments are those of `wording`.
    """
    if not is_english(answer, question, language):
        return None
    read = Answer(answer, question)
    standings: list[Standing] = []
    for text in expected_answers:
        expected = None if isinstance(text, tuple) else read_expected(text)
        if expected is None or len(expected.words) > _MOST_WORDS:
            return None
        if expected.content:
            standings.append(stand(read, expected))
    if not standings or not read.words:
        return None
    best = standings[0] if len(standings) == 1 else max(standings, key=_score)
    return Weighed(read, question, standings, best, places(best), length_of(answer), readings)


@lru_cache(maxsize=2048)
def read_expected(text: str) -> Expected | None:
    """Return the words of an expected answer; None of a yes, a no, and what is not in Latin letters.

    Example:
        >>> read_expected("Yes") is None, len(read_expected("a yes man").content)
        (True, 2)
    """
    if as_yes_no(text) is not None or _FOREIGN.search(text):
        return None
    return Expected.of(text)


def _has_ends(standing: Standing) -> bool:
    """Whether both ends of an expected answer stand in the answer, and one word at least as it is.

    A sentence says of what it speaks; a name that lacks its end may be another's.
    """
    fresh = [hit for hit, is_fresh in zip(standing.hits, standing.fresh, strict=True) if is_fresh]
    return min(fresh[0], fresh[-1]) >= _SAME_WORD and 1.0 in fresh


def _score(standing: Standing) -> float:
    return standing.score


def is_english(answer: str, question: str, language: str | None) -> bool:
    """Whether a case is English, the language in which people judged enough answers.

    Example:
        >>> is_english("In Selby.", "Where is it?", None), is_english("Selby.", "Wo ist es?", None)
        (True, False)
    """
    if not answer.isascii() and _FOREIGN.search(answer):
        return False
    if language:
        return language[:2].lower() == "en" and not language[2:3].isalpha()
    return not _ENGLISH.isdisjoint(asked(question).forms)


def _is_denied(reading: Reading) -> bool:
    """Whether an expected answer stands in the answer, but denied, taken back, or changed."""
    return reading.reason is not None and _DENIED.search(reading.reason) is not None


class Model(NamedTuple):
    """The model of one language: from which probability on an answer passes, and up to which it fails."""

    rule: str
    coefficients: tuple[float, ...]
    passes: float
    fails: float

    def probability(self, numbers: Features) -> float:
        """Return the probability that people accept an answer."""
        return 1 / (1 + exp(-sum(map(mul, self.coefficients, numbers))))

    def outcome(self, may_be: Outcome | None, probability: float, answer: str) -> Outcome | None:
        """Return what a probability makes likely; who declines, or gives orders, is never likely right."""
        if may_be is Outcome.FAIL:
            return may_be if probability <= self.fails else None
        is_likely = may_be is Outcome.PASS and probability >= self.passes
        return may_be if is_likely and not _may_decline(answer) and not planted(answer) else None


def _may_decline(answer: str) -> bool:
    """Whether an answer declines, or denies something; to look somewhat like a refusal is not enough."""
    return abstains(answer) is Abstention.YES or declines_by_pattern(answer) is not Abstention.NO


@cache
def model() -> Model:
    """Return the model of English."""
    data = decode((files("ragtriage.text.paraphrase") / "coefficients.json").read_bytes())["en"]
    coefficients = tuple(data["coefficients"][name] for name in Features._fields)
    return Model("wording(en)", coefficients, data["pass"], data["fail"])
