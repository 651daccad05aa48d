"""Standing: which words of an expected answer stand in an answer, and what stands in place of the others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from ragtriage.text.paraphrase.tokens import Token, likeness, tokens
from ragtriage.text.paraphrase.words import MONTHS, NEGATIONS, OPPOSITES, PARTICLES

__all__ = [
    "Answer",
    "Expected",
    "Standing",
    "asked",
    "is_opposite",
    "is_swapped",
    "is_turned",
    "lacks_part",
    "lacks_topic",
    "places",
    "stand",
]

# How much of a text is read, in characters; in so many places one word is looked for; how many words before
# and after what stands there a negation reaches.
_LONGEST: Final = 2000
_MOST_PLACES: Final = 12
_BEFORE: Final = 12
_AFTER: Final = 12

# Between the parts of a list that an answer must have all of.
_BETWEEN_PARTS: Final = re.compile(r",? and |[,;] ", re.IGNORECASE)
_AND: Final = re.compile(r"[^\W_],? and [^\W_]", re.IGNORECASE)

_PARENTHESES: Final = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")

# What a word weighs that stands in the question too, and an initial.
_ASKED: Final = 0.25
_INITIAL: Final = 0.3


class Question(NamedTuple):
    """The words of a question."""

    stems: frozenset[str]
    forms: frozenset[str]


@lru_cache(maxsize=512)
def asked(text: str) -> Question:
    """Return the words of a question."""
    words = tokens(text[:_LONGEST])
    return Question(frozenset(word.stem for word in words), frozenset(word.form for word in words))


class Answer:
    """An answer, and what was asked, read once for all that is expected."""

    __slots__ = ("_by_letter", "asked", "at", "lower", "new", "text", "words")

    def __init__(self, answer: str, question: str) -> None:
        self.text = answer[:_LONGEST]
        self.lower = f" {self.text.lower()} "
        self.words = tokens(self.text)
        self.asked = asked(question)
        stems = self.asked.stems
        self.new = [word for word in self.words if word.is_content and word.stem not in stems]
        self.at: dict[str, list[int]] = {}  # the places of each form
        for place, word in enumerate(self.words):
            if word.form in self.at:
                self.at[word.form].append(place)
            else:
                self.at[word.form] = [place]
        self._by_letter: dict[str, list[int]] | None = None

    def alike(self, word: Token) -> tuple[float, list[int]]:
        """Return how alike the most similar word is to one that does not stand here, and where it is."""
        best, found = 0.0, -1
        if word.is_number:
            return best, [found]
        if self._by_letter is None:
            self._by_letter = {}
            for at in self.at.values():
                self._by_letter.setdefault(self.words[at[0]].stem[0], []).append(at[0])
        for place in self._by_letter.get(word.stem[0], ()):
            other = self.words[place]
            if not other.is_content:
                continue
            if len(word.form) == 1:
                alike = 0.7
            elif len(other.form) == 1:
                alike = 0.6 if other.is_capital and word.is_capital else 0.0
            else:
                alike = likeness(word, other)
            if alike > best:
                best, found = alike, place
        return best, [found]


class Expected(NamedTuple):
    """The words of an expected answer."""

    words: tuple[Token, ...]
    content: tuple[Token, ...]  # its content words; all, where it has none
    stems: frozenset[str]
    head: int  # so many of the content words stand before its first comma
    parts: tuple[int, ...]  # where it lists several things, how many of the content words are of each
    runs: tuple[str, ...]  # of three characters
    is_name: bool  # every content word begins with a capital, and it is no date
    has_number: bool

    @classmethod
    def of(cls, text: str) -> Expected:
        """Read an expected answer; what it has in parentheses may be left out of an answer."""
        bare = _PARENTHESES.sub("", text)
        words = tuple(tokens(bare) or tokens(text))
        content = tuple(word for word in words if word.is_content) or words
        head = sum(word.is_content for word in tokens(bare.split(",", 1)[0])) or len(content)
        padded = f" {text.lower()} "
        letters = [word for word in content if not word.is_number]
        return cls(
            words,
            content,
            frozenset(word.stem for word in words),
            min(head, len(content)),
            _parts(bare),
            tuple(padded[at : at + 3] for at in range(len(padded) - 2)),
            all(word.is_capital for word in letters) and not all(word.form in MONTHS for word in letters),
            any(word.is_number for word in content),
        )


def _parts(text: str) -> tuple[int, ...]:
    if not _AND.search(text):
        return ()
    counts = (sum(word.is_content for word in tokens(part)) for part in _BETWEEN_PARTS.split(text))
    return tuple(count for count in counts if count)


class Standing(NamedTuple):
    """How the content words of an expected answer stand in an answer."""

    expected: Expected
    fresh: Sequence[bool]  # for each word, whether it does not stand in the question
    hits: Sequence[float]  # how alike what stands there is
    places: Sequence[Sequence[int]]
    covered: float  # weighed share of the words that stand there
    covered_fresh: float  # of those that do not stand in the question
    runs: float  # share of the runs of three characters that stand in the answer
    exact: float  # share of the words that stand there as they are
    lacks_number: bool  # whether a number does not
    score: float  # the answer comes nearest to the expected one with the highest


def stand(answer: Answer, expected: Expected) -> Standing:
    """Return how the words of an expected answer, of which there are some, stand in an answer.

    Example:
        >>> expected = Expected.of("Wilhelm Conrad Röntgen")
        >>> stand(Answer("It was Wilhelm Röntgen.", "who was it"), expected).hits
        [1.0, 0.0, 1.0]
    """
    content = expected.content
    stems, at = answer.asked.stems, answer.at
    fresh = [word.stem not in stems for word in content]
    if True not in fresh:
        fresh = [True] * len(content)
    hits: list[float] = []
    found: list[Sequence[int]] = []
    total = got = total_fresh = got_fresh = 0.0
    exact, lacks_number = 0, False
    for word, is_fresh in zip(content, fresh, strict=True):
        weight = 1.0 if is_fresh else _ASKED
        if len(word.form) == 1 and not word.is_number:
            weight *= _INITIAL
        where = at.get(word.form)
        if where is not None:
            hit = 1.0
            exact += 1
        else:
            hit, where = answer.alike(word)
            lacks_number = lacks_number or (is_fresh and word.is_number)
        total += weight
        got += weight * hit
        if is_fresh:
            total_fresh += weight
            got_fresh += weight * hit
        hits.append(hit)
        found.append(where)
    lower = answer.lower
    runs = sum([run in lower for run in expected.runs]) / len(expected.runs)
    share = exact / len(content)
    covered = got_fresh / total_fresh
    score = covered + 0.3 * share + 0.2 * runs - 0.2 * lacks_number
    return Standing(expected, fresh, hits, found, got / total, covered, runs, share, lacks_number, score)


def places(standing: Standing) -> dict[int, int]:
    """Return for each word that stands in the answer one place, so that all stand close together.

    Example:
        >>> places(stand(Answer("A rose is red; a white rose is not.", ""), Expected.of("white rose")))
        {0: 5, 1: 6}
    """
    found = [index for index, hit in enumerate(standing.hits) if hit]
    if not found:
        return {}
    at, fresh = standing.places, standing.fresh
    if all(len(at[index]) == 1 for index in found):
        return {index: at[index][0] for index in found}
    rarest = min(found, key=lambda index: (not fresh[index], len(at[index])))
    best: dict[int, int] = {}
    width = 0
    for place in at[rarest][:_MOST_PLACES]:
        near: dict[int, int] = {}
        for index in found:
            aim = place + index - rarest
            near[index] = min(at[index][: 4 * _MOST_PLACES], key=lambda p, aim=aim: abs(p - aim))  # type: ignore[misc]
        spread = max(near.values()) - min(near.values())
        if not best or spread < width:
            best, width = near, spread
    return best


def is_swapped(answer: Answer, standing: Standing, chosen: dict[int, int]) -> bool:
    """Whether another word stands where an expected one is missing: Lyon, Texas for Paris, Texas."""
    stems = standing.expected.stems
    expected_at = frozenset(chosen.values())
    for index, word in enumerate(standing.expected.content):
        if standing.hits[index] or len(word.form) == 1:
            continue
        before = max((i for i in chosen if i < index), default=None)
        after = min((i for i in chosen if i > index), default=None)
        if (before is not None and _is_foreign(answer, chosen[before], 1, stems, expected_at)) or (
            after is not None and _is_foreign(answer, chosen[after], -1, stems, expected_at)
        ):
            return True
    return False


def _is_foreign(
    answer: Answer, place: int, step: int, stems: frozenset[str], expected_at: frozenset[int]
) -> bool:
    """Whether beside a place, in a direction, a word stands that is neither expected nor asked."""
    words = answer.words
    place += step
    while 0 <= place < len(words) and words[place].form in PARTICLES:
        place += step
    if not 0 <= place < len(words) or place in expected_at:
        return False
    word = words[place]
    return (
        word.is_content
        and word.stem not in stems
        and word.stem not in answer.asked.stems
        and len(word.form) > 1
    )


def lacks_part(standing: Standing) -> bool:
    """Whether of several things that are expected one is missing altogether.

    Example:
        >>> expected = Expected.of("a torch, a whistle and a floor plan")
        >>> lacks_part(stand(Answer("Carry a torch and a whistle.", ""), expected))
        True
    """
    at = 0
    for count in standing.expected.parts:
        if not any(standing.hits[at : at + count]):
            return True
        at += count
    return False


def lacks_topic(standing: Standing) -> bool:
    """Whether a word that was asked for and is expected too is missing: the answer is about another thing.

    Example:
        >>> expected = Expected.of("Delivery takes 10 days.")
        >>> answer = Answer("Returns are paid in 10 days.", "how long does delivery take")
        >>> lacks_topic(stand(answer, expected))
        True
    """
    return any(not hit and not is_fresh for hit, is_fresh in zip(standing.hits, standing.fresh, strict=True))


def is_turned(answer: Answer, standing: Standing, chosen: dict[int, int]) -> bool:
    """Whether something is denied in one of the two: in the expected answer, or near its words."""
    words = answer.words
    if chosen:
        words = words[max(0, min(chosen.values()) - _BEFORE) : max(chosen.values()) + _AFTER]
    quoted = answer.asked.forms & NEGATIONS
    return _denies(standing.expected.words, quoted) != _denies(words, quoted)


def _denies(words: Sequence[Token], quoted: frozenset[str]) -> bool:
    """Whether a word denies that the question does not use itself, as in: who said have you no shame."""
    forms = [word.form for word in words]
    return not NEGATIONS.isdisjoint(form for form in forms if form not in quoted) or (
        "than" in forms and ("other", "than") in pairwise(forms)
    )


def is_opposite(answer: Answer, standing: Standing) -> bool:
    """Whether the answer has the opposite of an expected word, or another month, and not that word."""
    at, forms = answer.at, answer.asked.forms
    words = standing.expected.words
    if any(word.form in MONTHS and word.form not in at for word in words) and any(
        month in at and month not in forms for month in MONTHS
    ):
        return True
    return any(
        other in at and other not in forms
        for word in words
        if word.form in OPPOSITES and word.form not in at
        for other in OPPOSITES[word.form]
    )
