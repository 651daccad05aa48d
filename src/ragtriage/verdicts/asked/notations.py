"""Notations: where a quote stands in a text that writes a value of it otherwise: 3 days for 72 hours.

Every other word must stand there as it does for a quote that is only typed otherwise. Where the two differ
both must have an amount, as a whole; whether the two amounts agree is for whoever asks to say.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value, ValueKind, read
from ragtriage.text.values.tables import WORDS
from ragtriage.verdicts.asked.agreement import Amount
from ragtriage.verdicts.asked.typography import Finder, Tokens, ways

__all__ = ["stated"]


class _Words(Section, frozen=True):
    """The section `unread_amounts`: amounts in words that are not read; ⟨…⟩ is filled by code."""

    numerals: Words = Words()
    han: str = ""
    han_and_a_half: str = ""
    han_halves: str = ""
    half_a_time: str = ""
    quarters: str = ""
    korean_times: str = ""
    korean_and_a_half: str = ""
    dozens: str = ""
    halves: str = ""


_WORDS: Final = merged("unread_amounts", _Words)

# So many tokens may make one amount, where it is not told from what surrounds it.
_MOST_TOKENS: Final = 6

# So often a token of a quote is held against one of a text; then it is not found.
_MOST_STEPS: Final = 2**15


def stated(agrees: Callable[[Amount, Amount], bool]) -> Finder:
    """Return what finds a piece of a quote in a text whose amounts agree with its own.

    Args:
        agrees: Whether an amount of the quote and one of the text do.

    Example:
        >>> from ragtriage.verdicts.asked.agreement import is_same
        >>> from ragtriage.verdicts.asked.typography import passages
        >>> list(passages("kept for 3 days", "It is kept for 72 hours.", stated(is_same)))
        [(Span(start=6, end=23),)]
        >>> list(passages("held for 3 days", "It is kept for 72 hours.", stated(is_same)))
        []
    """
    walk = _Walk(agrees)

    def find(typed: Tokens, piece: str, start: int) -> Iterator[Span]:
        found = [_amounts(way) for way in ways(piece)]
        if all(said.is_empty for said in found):  # one of several pieces
            yield from typed.places(piece, start)
            return
        there, begin = _amounts(typed), typed.token_from(start)
        for said in found:
            for first in said.beginnings(there, begin):
                end = walk.end(said, there, first)
                origin = None if end is None else typed.stretch(first, end)
                if origin is not None and origin.start >= start:
                    yield origin

    return find


class _Walk:
    """Goes along a quote and a text, side by side, as far as there are steps left."""

    def __init__(self, agrees: Callable[[Amount, Amount], bool]) -> None:
        self._agrees = agrees
        self._left = _MOST_STEPS

    def end(self, said: _Amounts, there: _Amounts, first: int) -> int | None:
        """Return where a quote ends that begins at a token of a text; None where it does not stand there."""
        open_, seen = [(0, first)], {(0, first)}
        while open_ and self._left > 0:
            self._left -= 1
            i, j = open_.pop()
            if i == len(said.words):
                return j
            if j == len(there.words):
                continue
            # what is tried first comes last: the word itself, then the longest amounts
            steps = [
                (one.end, other.end)
                for one in said.at(i)
                for other in there.at(j)
                if self._agrees(one.amount, other.amount)
            ]
            steps.sort()
            if said.words[i] == there.words[j]:
                steps.append((i + 1, j + 1))
            open_ += [step for step in steps if step not in seen]
            seen.update(steps)
        return None


class _Block(NamedTuple):
    """An amount that begins at a token."""

    end: int  # the first token after it
    amount: Amount


class _Amounts:
    """The amounts of a text, by the token at which they begin."""

    def __init__(self, tokens: Tokens) -> None:
        self.words = tokens.words
        self._text = tokens.folded.text
        self._spans = tokens.spans
        self._starts = [start for start, _ in tokens.spans]
        self._ends = [end for _, end in tokens.spans]
        self._read = self._placed((value.start, value.end, value) for value in read(self._text))
        in_words = self._placed((*match.span(), _kinds(match)) for match in _in_words().finditer(self._text))
        self._unread = {  # 一年半 is read where it has a unit that is known
            first: block
            for first, block in in_words.items()
            if first not in self._read or self._read[first].end < block.end
        }
        self._found: dict[int, list[_Block]] = {}

    @cached_property
    def is_empty(self) -> bool:
        """Whether there is none."""
        return not any(map(self.at, range(len(self.words))))

    def beginnings(self, there: _Amounts, begin: int) -> Iterator[int]:
        """Yield the tokens of a text at which this quote may begin, from one of them on."""
        if self.at(0):
            found = (
                j for j in range(begin, len(there.words)) if there.at(j) or there.words[j] == self.words[0]
            )
            yield from found
            return
        places = there.by_word.get(self.words[0], ())
        yield from islice(places, bisect_left(places, begin), None)

    @cached_property
    def by_word(self) -> dict[str, list[int]]:
        """Where each word stands."""
        places: dict[str, list[int]] = {}
        for place, word in enumerate(self.words):
            places.setdefault(word, []).append(place)
        return places

    def at(self, first: int) -> list[_Block]:
        """Return the amounts that begin at a token."""
        found = self._found.get(first)
        if found is None:
            found = self._found[first] = list(self._blocks(first))
        return found

    def _blocks(self, first: int) -> Iterator[_Block]:
        if first in self._unread:
            yield self._unread[first]
        if first in self._read and not self._is_cut(first, self._read[first].end, self._unread):
            block = self._read[first]
            yield block
            # half the members are 50% of the members
            is_share = isinstance(block.amount, Value) and block.amount.kind is ValueKind.PERCENT
            if is_share and self.words[block.end : block.end + 1] == ["of"]:
                yield _Block(block.end + 1, _ANY)
        yield from self._apart(first)

    def _apart(self, first: int) -> Iterator[_Block]:
        """Yield what reads as an amount by itself, such as 五割 of 五割引き, or the number alone of one."""
        article = self.words[first] in _ARTICLES
        if not article and not _is_numeral(self.words[first]):
            return
        for end in range(first + 1 + article, min(first + _MOST_TOKENS, len(self.words)) + 1):
            said = self._text[self._spans[first + article][0] : self._spans[end - 1][1]]
            said = f"1 {said}" if article else said
            values = _read_alone(said)
            if len(values) != 1 or values[0].text != said or self._is_cut(first, end, self._unread):
                continue
            is_number = values[0].kind is ValueKind.NUMBER
            whole = self._read.get(first)
            if whole is not None and whole.end == end:
                continue
            # of a longer value its number stands apart, and nothing else
            if self._is_cut(first, end, self._read) and not (is_number and whole is not None):
                continue
            if not (article and is_number):
                yield _Block(end, values[0])

    def _placed(self, found: Iterator[tuple[int, int, Amount]]) -> dict[int, _Block]:
        """Return amounts by the token at which each begins, without those that begin or end within one."""
        placed: dict[int, _Block] = {}
        for start, end, amount in found:
            first, last = bisect_left(self._starts, start), bisect_right(self._ends, end)
            is_whole = (first == 0 or self._ends[first - 1] <= start) and (
                last == len(self._spans) or self._starts[last] >= end
            )
            if first < last and is_whole:
                placed[first] = _Block(last, amount)
        return placed

    @staticmethod
    def _is_cut(first: int, end: int, blocks: dict[int, _Block]) -> bool:
        """Whether some tokens are a part of a longer amount, or hold a part of one."""
        for start in range(max(0, first - 2 * _MOST_TOKENS), end):
            block = blocks.get(start)
            if block is None or block.end <= first or (first <= start and block.end <= end):
                continue
            return True
        return False


# The texts of a case, and a quote, are held against one another piece by piece.
@lru_cache(maxsize=64)
def _amounts(tokens: Tokens) -> _Amounts:
    return _Amounts(tokens)


@lru_cache(maxsize=4096)
def _read_alone(said: str) -> tuple[Value, ...]:
    return read(said)


_ARTICLES: Final = frozenset(("a", "an"))
_NUMERALS: Final = frozenset("".join(_WORDS.numerals))


def _is_numeral(word: str) -> bool:
    return word[0].isdecimal() or word in _NUMERALS or word in WORDS


# Of which kinds an amount in words may be: a length of time, a number of things, or a part of anything.
_TIME: Final = frozenset((ValueKind.DURATION,))
_COUNT: Final = frozenset((ValueKind.NUMBER, ValueKind.QUANTITY, ValueKind.MONEY))
_ANY: Final = frozenset(ValueKind) - {ValueKind.DATE, ValueKind.ORDINAL, ValueKind.RELATIVE_DAY}


def _kinds(match: re.Match[str]) -> Amount:
    if match["time"] is not None:
        return _TIME
    return _ANY if match["count"] is None else _COUNT


@cache
def _in_words() -> re.Pattern[str]:
    """Match the amounts in words that are not read, the longest first."""
    number = rf"(?:\d{{1,8}}(?:\.\d{{1,8}})?|{'|'.join(sorted(WORDS, key=len, reverse=True))})"
    part = r"(?:half|halves|quarters?|thirds?|fifths?|eighths?|tenths?)"
    unit = r"(?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|decades?|century|centuries)"
    han = _WORDS.han  # bounded, so that no text makes it slow
    time = (
        (
            rf"\b(?:(?:an?|{number})[ -](?:{unit}[ -])?and[ -](?:an?[ -]|one[ -])?)?(?:(?:an?|{number})[ -])?"
            rf"{part}(?:[ -]of)?(?:[ -]an?|[ -]the)?[ -]{unit}\b"
        ),
        rf"\b(?:an?|{number})[ -]{unit}[ -]and[ -](?:an?[ -]|one[ -])?{part}\b",
        rf"\b(?:(?:an?|{number})[ -])?fortnights?\b",
        filled(_WORDS.han_and_a_half, han=han),
        filled(_WORDS.han_halves, han=han),
        _WORDS.half_a_time,
        filled(_WORDS.quarters, han=han),
        (_WORDS.korean_times),
        _WORDS.korean_and_a_half,
    )
    count = (
        rf"\b(?:(?:an?|{number})[ -])?(?:half[ -]a[ -])?(?:dozens?|scores?|couple(?: of)?|pairs? of)\b",
        r"\b(?:once|twice|thrice)\b",
        filled(_WORDS.dozens, han=han),
    )
    rest = (
        (
            rf"\b(?:(?:an?|{number})[ -]and[ -](?:an?[ -])?)?(?:(?:an?|one|two|three|four)[ -])?{part}"
            rf"(?:[ -]an?[ -](?:hundred|thousand|million|billion))?\b"
        ),
        filled(_WORDS.halves, han=han),
    )
    return re.compile(f"(?P<time>{'|'.join(time)})|(?P<count>{'|'.join(count)})|(?P<rest>{'|'.join(rest)})")
