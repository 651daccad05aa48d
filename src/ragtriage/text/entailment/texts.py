"""Texts against which a statement is held: their sentences, and the words that stand in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Final, NamedTuple

from ragtriage.text.entailment.language import grammar_of
from ragtriage.text.entailment.pieces import Grammar, Piece
from ragtriage.text.entailment.thresholds import Bounds, bounds
from ragtriage.text.location import Span
from ragtriage.text.planted import is_planted
from ragtriage.text.reservations import Surroundings, reservation
from ragtriage.text.sentences import Sentence, split

__all__ = ["Absent", "Shortened", "Texts"]

# Longer texts are not read: in them everything stands somewhere.
_LONGEST: Final = 200_000  # characters together
_LONGEST_STATEMENT: Final = 10_000  # characters; what is longer is one sentence only by its lack of stops

# How many sentences of a text are looked at that hold all pieces of a statement.
_SENTENCES: Final = 16


class Shortened(NamedTuple):
    """The sentence of which a statement is what is left when parts go."""

    language: str
    text: int  # index into the texts
    start: int  # first character of the sentence
    end: int


class Absent(NamedTuple):
    """How few of a statement's words stand in the texts."""

    language: str
    found: int
    terms: int


class _Read(NamedTuple):
    """A sentence cut into pieces."""

    text: int
    sentence: Sentence
    preceding: str
    following: str
    pieces: list[Piece]


@dataclass(frozen=True)
class Texts:
    """Texts that statements are held against.

    Args:
        texts: In the order in which places are told.
        question: What was asked; its words are no invention, wherever they stand.
        limits: The thresholds of the rules, by language.
    """

    texts: tuple[str, ...]
    question: str = ""
    limits: Mapping[str, Bounds] = field(default_factory=bounds, repr=False)
    _split: dict[int, tuple[Sentence, ...]] = field(
        default_factory=dict[int, "tuple[Sentence, ...]"], init=False, repr=False
    )

    @cached_property
    def _is_readable(self) -> bool:
        return sum(map(len, self.texts)) <= _LONGEST

    @cached_property
    def _languages(self) -> frozenset[str | None]:
        """The languages of the texts that hold anything."""
        grammars = [grammar_of(text) for text in self.texts if text.strip()]
        return frozenset(None if grammar is None else grammar.code for grammar in grammars)

    def shortened(self, statement: str) -> Shortened | None:
        """Return the sentence that a statement shortens without changing what is left.

        >>> texts = Texts(("The bridge of steel, from Kent, crosses the river and the road of the island.",))
        >>> texts.shortened("The bridge of steel crosses the river and the road of the island.")
        Shortened(language='en', text=0, start=0, end=77)
        >>> texts.shortened("The river of steel crosses the bridge and the road of the island.")
        """
        if len(statement) > _LONGEST_STATEMENT:
            return None
        grammar = grammar_of(statement)
        needed = None if grammar is None else self.limits[grammar.code].shortened
        if grammar is None or needed is None or not self._is_readable:
            return None
        sought = grammar.pieces(statement)
        if len(sought) < needed.fewest_pieces:
            return None
        for read in self._candidates(grammar, sought):
            if len(sought) < needed.least_kept * len(read.pieces):
                continue
            for align in (_first, _last):
                kept = align(sought, read.pieces)
                if kept is not None and _may_go(grammar, statement, read, kept):
                    return Shortened(grammar.code, read.text, read.sentence.start, read.sentence.end)
        return None

    def _candidates(self, grammar: Grammar, sought: list[Piece]) -> Iterator[_Read]:
        """Yield some sentences that hold all pieces of a statement; only these are cut into pieces."""
        keys = {piece.key for piece in sought}
        needles = grammar.needles(keys)
        for number, text in enumerate(self._lowered):
            if all(needle in text for needle in needles):
                yield from islice(self._in_text(grammar, number, keys, needles), _SENTENCES)

    def _in_text(
        self, grammar: Grammar, number: int, keys: set[str], needles: Sequence[str]
    ) -> Iterator[_Read]:
        sentences = self._sentences(number)
        for place, sentence in enumerate(sentences):
            lowered = sentence.text.lower()
            if not all(needle in lowered for needle in needles):
                continue
            pieces = grammar.pieces(sentence.text)
            if keys.issubset(piece.key for piece in pieces):
                preceding = sentences[place - 1].text if place else ""
                following = sentences[place + 1].text if place + 1 < len(sentences) else ""
                yield _Read(number, sentence, preceding, following, pieces)

    @cached_property
    def _lowered(self) -> list[str]:
        return [text.lower() for text in self.texts]

    def _sentences(self, number: int) -> tuple[Sentence, ...]:
        if number not in self._split:
            self._split[number] = split(self.texts[number])
        return self._split[number]

    def absent(self, statement: str) -> Absent | None:
        """Return how few of a statement's words stand in the texts, if they are too few to back it.

        >>> texts = Texts(("橋は港を渡っている。",))
        >>> texts.absent("出張の宿泊費は経理部へ申請します。")
        Absent(language='ja', found=0, terms=10)
        >>> texts.absent("長い橋が港を渡ります。")
        """
        if len(statement) > _LONGEST_STATEMENT:
            return None
        grammar = grammar_of(statement)
        needed = None if grammar is None else self.limits[grammar.code].absent
        if grammar is None or needed is None or not self._is_readable:
            return None
        if self._languages != frozenset[str | None]({grammar.code}) or grammar.is_aside(statement):
            return None
        terms = {*grammar.terms(statement)}.difference(grammar.terms(self.question))
        if len(terms) < needed.fewest_terms:
            return None
        found = sum(any(term in text for text in self._lowered) for term in terms)
        return Absent(grammar.code, found, len(terms)) if found <= needed.most_share * len(terms) else None


def _first(sought: list[Piece], pieces: list[Piece]) -> list[int] | None:
    """Return where a statement's pieces stand in a sentence, in order, each as early as may be."""
    found: list[int] = []
    for place, piece in enumerate(pieces):
        if len(found) < len(sought) and piece.key == sought[len(found)].key:
            found.append(place)
    return found if len(found) == len(sought) else None


def _last(sought: list[Piece], pieces: list[Piece]) -> list[int] | None:
    """Return the same, each as late as may be."""
    found = _first(sought[::-1], pieces[::-1])
    return None if found is None else [len(pieces) - 1 - place for place in reversed(found)]


def _may_go(grammar: Grammar, statement: str, read: _Read, kept: list[int]) -> bool:
    """Whether what is left out of a sentence changes nothing of what stays, and nothing takes it back."""
    sentence = read.sentence.text
    if len(kept) < len(read.pieces) and (
        grammar.is_exact(statement) or not grammar.may_drop(sentence, read.pieces, kept)
    ):
        return False
    if is_planted(Span(read.sentence.start, read.sentence.end), read.sentence.source):
        return False
    ends = [read.pieces[place].end for place in kept]
    starts = [read.pieces[place].start for place in kept]
    gaps = [sentence[end:start] for end, start in zip([0, *ends], starts, strict=False)]
    return (
        reservation(
            Surroundings(
                preceding=read.preceding,
                before=" ".join(gaps),
                after=sentence[ends[-1] :],
                following=read.following,
            )
        )
        is None
    )
