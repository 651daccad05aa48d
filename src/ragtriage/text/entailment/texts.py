"""Texts against which a statement is held: their sentences, and the words that stand in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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

# How many sentences that hold the rarest piece of a statement are looked at.
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
    _read: dict[str, dict[str, list[_Read]]] = field(default_factory=dict, init=False, repr=False)
    _terms: dict[str, frozenset[str]] = field(default_factory=dict, init=False, repr=False)

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

        >>> texts = Texts(("The bridge, which was built in 1932, crosses the harbour. It is not old.",))
        >>> texts.shortened("The bridge crosses the harbour.")
        Shortened(language='en', text=0, start=0, end=57)
        >>> texts.shortened("The harbour crosses the bridge.")
        """
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
        """Yield some sentences that hold all pieces of a statement."""
        by_key = self._by_key(grammar)
        keys = {piece.key for piece in sought}
        if any(key not in by_key for key in keys):
            return
        rarest = min(keys, key=lambda key: len(by_key[key]))
        for read in by_key[rarest][:_SENTENCES]:
            if keys.issubset(piece.key for piece in read.pieces):
                yield read

    def _by_key(self, grammar: Grammar) -> dict[str, list[_Read]]:
        """Return the sentences that hold each piece."""
        if grammar.code not in self._read:
            found: dict[str, list[_Read]] = {}
            for read in _sentences(self.texts, grammar.pieces):
                for key in {piece.key for piece in read.pieces}:
                    found.setdefault(key, []).append(read)
            self._read[grammar.code] = found
        return self._read[grammar.code]

    def absent(self, statement: str) -> Absent | None:
        """Return how few of a statement's words stand in the texts, if they are too few to back it.

        >>> texts = Texts(("The bridge crosses the harbour. It is not old.",))
        >>> texts.absent("Beethoven composed the symphony of joy with no hearing.")
        Absent(language='en', found=0, terms=5)
        >>> texts.absent("Beethoven crossed the harbour bridge.")
        """
        grammar = grammar_of(statement)
        needed = None if grammar is None else self.limits[grammar.code].absent
        if grammar is None or needed is None or not self._is_readable:
            return None
        if self._languages != {grammar.code} or grammar.is_aside(statement):
            return None
        terms = {*grammar.terms(statement)}.difference(grammar.terms(self.question))
        if len(terms) < needed.fewest_terms:
            return None
        if grammar.code not in self._terms:
            self._terms[grammar.code] = frozenset(term for text in self.texts for term in grammar.terms(text))
        found = len(terms & self._terms[grammar.code])
        return Absent(grammar.code, found, len(terms)) if found <= needed.most_share * len(terms) else None


def _sentences(texts: Sequence[str], pieces: Callable[[str], list[Piece]]) -> Iterator[_Read]:
    for number, text in enumerate(texts):
        found = split(text)
        for place, sentence in enumerate(found):
            preceding = found[place - 1].text if place else ""
            following = found[place + 1].text if place + 1 < len(found) else ""
            yield _Read(number, sentence, preceding, following, pieces(sentence.text))


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
