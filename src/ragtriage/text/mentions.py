"""Mentions: where an expected answer stands in the texts, and how much of the question stands around it.

That an answer stands in a text does not show that the text answers the question: "1731" stands anywhere. What
tells is how many of the question's words stand in the same sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Final, NamedTuple

import regex

from ragtriage.model import MatchMode, Place
from ragtriage.text.chunks import Chunk
from ragtriage.text.content import content_words, share
from ragtriage.text.location import Haystack, Span
from ragtriage.text.matching import normalize
from ragtriage.text.planted import is_planted
from ragtriage.text.sentences import near, split

__all__ = ["Mention", "Mentions", "is_short", "is_telling", "is_yes_or_no"]

# An answer that is longer is seldom written twice in the same words.
_MOST_WORDS: Final = 6
_MOST_WIDE: Final = 24  # Han, kana or Hangul

# How many places of an answer in one text are looked at, and how far its sentence is read.
_PLACES: Final = 8
_READ: Final = 300

# In longer texts values are not read besides what is asked for: that takes microseconds for each.
_LONGEST: Final = 20_000

# A number below this stands anywhere, as does a word with so few letters.
_TELLING: Final = 100
_LETTERS: Final = 3


class Mention(NamedTuple):
    """A place where an expected answer stands."""

    answer: str
    place: Place
    sentence: str  # the sentence around it, as far as it is read
    share: float  # of the question's content words, in that sentence


@dataclass(frozen=True)
class Mentions:
    """Looks for expected answers in the texts of one case; nothing is prepared before it is needed."""

    chunks: tuple[Chunk, ...]
    question: str = ""
    mode: MatchMode = MatchMode.STANDARD
    fold_chinese: bool = False

    def best(self, answer: str) -> Mention | None:
        """Return the mention around which most of the question stands; the first of several.

        Example:
            >>> chunks = (Chunk(0, "A guild met in 1731."), Chunk(1, "The bridge was built in 1731."))
            >>> mention = Mentions(chunks, "When was the bridge built?").best("1731")
            >>> mention.place.chunk, mention.share
            (1, 1.0)
        """
        return max(self.all(answer), key=_share, default=None)

    def all(self, answer: str) -> Iterator[Mention]:
        """Yield the mentions of an answer, a few of each text; of a value in other forms, if in none so."""
        is_found = False
        for mention in self._in_mode(answer, self.mode):
            is_found = True
            yield mention
        if not is_found and self.mode == MatchMode.STANDARD and _is_value(answer):
            yield from self._in_mode(answer, MatchMode.VALUES)

    def asked(self, answer: str) -> frozenset[str]:
        """Return the content words of the question, less those that the answer repeats."""
        return self._asked - content_words(answer) or self._asked

    def words_of(self, chunk: Chunk) -> frozenset[str]:
        """Return the content words of a text."""
        words = self._words.get(chunk.position)
        if words is None:
            words = self._words[chunk.position] = content_words(chunk.text)
        return words

    def words_around(self, mention: Mention) -> frozenset[str]:
        """Return the content words of the text that a mention stands in."""
        return self.words_of(self._by_place[mention.place.chunk])

    def _in_mode(self, answer: str, mode: MatchMode) -> Iterator[Mention]:
        asked: frozenset[str] | None = None
        if mode not in self._haystacks:
            self._haystacks[mode] = tuple(
                [Haystack(chunk.text, mode, self.fold_chinese) for chunk in self.chunks]
            )
        for chunk, haystack in zip(self.chunks, self._haystacks[mode], strict=True):
            if mode != self.mode and len(chunk.text) > _LONGEST:
                continue
            for span in islice(haystack.places(answer), _PLACES):
                if is_planted(span, chunk.text):
                    continue
                asked = self.asked(answer) if asked is None else asked
                sentence = _sentence(chunk.text, span)
                place = Place(chunk=chunk.position, start=span.start, end=span.end)
                yield Mention(answer, place, sentence, share(asked, content_words(sentence)))

    @cached_property
    def _haystacks(self) -> dict[MatchMode, tuple[Haystack, ...]]:
        return {}

    @cached_property
    def _words(self) -> dict[int, frozenset[str]]:
        """The content words of the texts that were looked at, by their place."""
        return {}

    @cached_property
    def _by_place(self) -> dict[int, Chunk]:
        return {chunk.position: chunk for chunk in self.chunks}

    @cached_property
    def _asked(self) -> frozenset[str]:
        return content_words(self.question)


def is_short(answer: str) -> bool:
    """Tell whether an expected answer is short enough to be looked for word for word: no sentence.

    Example:
        >>> is_short("the works council"), is_short("It is due on the 5th day of the next month.")
        (True, False)
    """
    wide = len(_wide().findall(answer))
    words = len(_wide().sub(" ", answer).split())
    return wide + words > 0 and wide <= _MOST_WIDE and words <= _MOST_WORDS and len(split(answer)) == 1


def is_telling(answer: str) -> bool:
    """Tell whether an expected answer says something where it stands: no small number, letter or the like.

    Example:
        >>> [is_telling(answer) for answer in ("5", "seven", "1731", "5 days", "B", "大", "桐沢")]
        [False, False, True, True, False, False, True]
    """
    from ragtriage.text.values import ValueKind, read  # noqa: PLC0415 - large tables, and seldom asked for

    form = normalize(answer, MatchMode.STANDARD)
    for value in read(form):
        if value.end - value.start == len(form):
            return value.kind is not ValueKind.NUMBER or (value.amount or 0) >= _TELLING
    return len(_wide().findall(form)) > 1 or len(_letter().findall(form)) >= _LETTERS


def is_yes_or_no(answer: str) -> bool:
    """Tell whether an expected answer decides a question without naming anything."""
    return normalize(answer, MatchMode.STANDARD) in _yes_and_no()


@cache
def _yes_and_no() -> frozenset[str]:
    """Return the words that decide a question without naming anything, in normal form."""
    from ragtriage.languages.statements import languages  # noqa: PLC0415 - large tables, and seldom asked for

    words = [word for table in languages().values() for word in (*table.yes, *table.no)]
    return frozenset(normalize(word, MatchMode.STANDARD) for word in (*words, "true", "false"))


def _is_value(answer: str) -> bool:
    """Tell whether an answer holds a value that can be written otherwise."""
    from ragtriage.text.values import read  # noqa: PLC0415 - large tables, and seldom asked for

    return bool(read(answer))


def _share(mention: Mention) -> float:
    return mention.share


def _sentence(text: str, span: Span) -> str:
    """Return the sentence, or sentences, that a stretch stands in; of a long one what is nearest."""
    start = max(0, span.start - _READ)
    window = text[start : span.end + _READ]
    at, end = span.start - start, span.end - start
    touched: Sequence[tuple[int, int]] = [
        (sentence.start, sentence.end)
        for sentence in near(window, at, end)
        if sentence.start < end and at < sentence.end
    ]
    return window[touched[0][0] : touched[-1][1]] if touched else window[at:end]


@cache
def _wide() -> regex.Pattern[str]:
    return regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]")


@cache
def _letter() -> regex.Pattern[str]:
    return regex.compile(r"[\p{L}\p{N}]")
