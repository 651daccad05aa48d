"""Evidence: where a passage stands in the chunks, whole, across them, or sentence by sentence.

The cheapest proof comes first: the passage as it stands in one chunk; then under the matcher's normal form;
then across chunks that follow each other; then each of its sentences, in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Final
from unicodedata import category

from ragtriage.languages.load import Section, Words, merged
from ragtriage.model import MatchMode, Place
from ragtriage.text.characters import is_hangul
from ragtriage.text.chunks import Chunk, Joined, chains, joined
from ragtriage.text.cuts import ends_in_amount
from ragtriage.text.location import Haystack, Span
from ragtriage.text.sentences import sentences

__all__ = ["Chunks", "Standing", "as_it_stands", "at_a_glance"]


class _Words(Section, frozen=True):
    """The section `evidence`: characters of numerals."""

    numerals: Words = Words()


_WORDS: Final = merged("evidence", _Words)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a passage stands.

    Args:
        places: Its stretches of the chunks, in the passage's order; empty where nothing of it was found.
        missing: The passage, or its sentences, that stand nowhere; empty where all of it stands.
        is_split: Whether no single chunk holds all that was found.
    """

    places: tuple[Place, ...]
    missing: tuple[str, ...] = ()
    is_split: bool = False


@dataclass(frozen=True)
class Chunks:
    """The chunks of one case, made ready to be searched; nothing is prepared before it is needed."""

    chunks: tuple[Chunk, ...]
    mode: MatchMode = MatchMode.STANDARD
    fold_chinese: bool = False

    def find(self, passage: str) -> Standing:
        """Return where the passage stands, and what of it stands nowhere.

        A long passage of which some sentences are found is found as far as they go.

        >>> chunks = Chunks((Chunk(0, "It is due on", "a", "a#1"), Chunk(1, "the 5th. In May.", "a", "a#2")))
        >>> standing = chunks.find("Due on the 5th.")
        >>> standing.is_split, [(place.chunk, place.start, place.end) for place in standing.places]
        (True, [(0, 6, 12), (1, 0, 7)])
        >>> chunks.find("It is due on the 5th. Never on the 6th.").missing
        ('Never on the 6th.',)
        """
        whole = self._whole(passage) if passage.strip() else None
        if whole is not None:
            return whole
        return self._in_sentences(passage) or Standing((), (passage,))

    def _in_sentences(self, passage: str) -> Standing | None:
        """Return where the sentences of a passage stand, if it has more than one and any stands."""
        each = sentences(passage)
        first = list(islice(each, 2))
        if len(first) < 2:
            return None
        places: list[Place] = []
        missing: list[str] = []
        known: dict[str, Standing | None] = {}  # a sentence may come again and again
        for sentence in chain(first, each):
            text = sentence.text
            if text not in known:
                if len(known) == _MOST_KNOWN:
                    known.clear()
                known[text] = self._whole(text)
            standing = known[text]
            if standing is None:
                missing.append(text)
            else:
                places += standing.places
        if not places:
            return None
        return Standing(tuple(places), tuple(missing), is_split=len({place.chunk for place in places}) > 1)

    def _whole(self, passage: str) -> Standing | None:
        """Return where the passage stands in one chunk, or else across chunks that follow each other."""
        for chunk in self.chunks:
            if passage in chunk.text:
                at = as_it_stands(passage, chunk.text)
                if at >= 0:
                    return Standing((Place(chunk=chunk.position, start=at, end=at + len(passage)),))
        for chunk, haystack in zip(self.chunks, self._singles, strict=True):
            span = _uncut(haystack, passage)
            if span is not None:
                return Standing((Place(chunk=chunk.position, start=span.start, end=span.end),))
        for text, haystack in self._joins:
            span = _uncut(haystack, passage)
            if span is not None:
                places = text.places(span.start, span.end)
                return Standing(places, is_split=len(places) > 1)
        return None

    @cached_property
    def _singles(self) -> tuple[Haystack, ...]:
        return tuple([Haystack(chunk.text, self.mode, self.fold_chinese) for chunk in self.chunks])

    @cached_property
    def _joins(self) -> tuple[tuple[Joined, Haystack], ...]:
        """The texts of chunks that follow each other, which are looked for only when no chunk will do."""
        return tuple(
            (text, Haystack(text.text, self.mode, self.fold_chinese))
            for chain in chains(self.chunks)
            for text in joined(chain)
        )


# Of so many sentences of a passage it is remembered where each stands.
_MOST_KNOWN: Final = 100

# In how many places of a text a passage may end inside an amount before it is given up.
_MOST_CUTS: Final = 20


def _uncut(haystack: Haystack, passage: str) -> Span | None:
    """Return the first place of a passage that does not end inside an amount."""
    for span in islice(haystack.places(passage), _MOST_CUTS):
        if not ends_in_amount(haystack.text, span.start, span.end):
            return span
    return None


# Marks that join nothing: what stands beside them is whole. No dash, period, comma, colon or apostrophe.
_BREAKS: Final = frozenset(' \t\r\n\u3000\u00a0。、！？!?「」『』（）()[]【】《》〈〉“”";；…・')

# Numerals that join others to one number: 五日 is not in 十五日.
_NUMERALS: Final = frozenset("".join(_WORDS.numerals))

_PERCENT: Final = frozenset("%‰‱％٪")

# How many places are looked at before the question is left to the slower search.
_LOOK_UPS: Final = 4


def at_a_glance(passages: Sequence[str], texts: Sequence[str | None]) -> tuple[tuple[Place, ...], ...] | None:
    """Return where each passage stands to the letter in one text; None unless all do."""
    places: list[tuple[Place, ...]] = []
    for passage in passages:
        for chunk, text in enumerate(texts):
            if text is not None and passage in text:
                at = as_it_stands(passage, text)
                if at >= 0:
                    places.append((Place(chunk=chunk, start=at, end=at + len(passage)),))
                    break
        else:
            return None
    return tuple(places)


def as_it_stands(passage: str, text: str) -> int:
    """Return where the passage stands to the letter and at a glance cuts no number or word; -1 if nowhere.

    The passage may still be there then: its edges take a closer look, or it is written differently.

    >>> as_it_stands("5日", "締切は翌月の5日です"), as_it_stands("5日", "15日")
    (6, -1)
    """
    at = -1
    for _ in range(_LOOK_UPS):
        at = text.find(passage, at + 1)
        if at < 0:
            return -1
        end = at + len(passage)
        if (at == 0 or _may_touch(text[at - 1], passage[0])) and _may_end(text, end):
            return -1 if passage[0].isspace() or ends_in_amount(text, at, end) else at
    return -1


def _may_end(text: str, end: int) -> bool:
    """Tell whether what ends here cannot go on: a period or comma before a space joins nothing either."""
    following = text[end : end + 2]
    if not following:
        return True
    if following[0] in ".,:":
        return not following[1:].strip()
    if following[1:] in _PERCENT:  # the sign belongs to the number, across a space too
        return False
    return _may_touch(following[0], text[end - 1]) and category(following[0])[0] != "M"


def _may_touch(outside: str, inside: str) -> bool:
    """Tell whether an edge between these two cannot cut a number or a Latin word."""
    return outside in _BREAKS or inside in _BREAKS or _is_free(inside) or _is_free(outside)


def _is_free(character: str) -> bool:
    """Tell whether it is kana, Hangul, or Han that is no numeral: no part of a number or a Latin word."""
    return (
        "\u3041" <= character <= "\u3096"
        or "\u309d" <= character <= "\u30ff"  # without the voicing marks, which join what is before them
        or is_hangul(character)
        or ("\u3400" <= character <= "\u9fff" and character not in _NUMERALS)
    )
