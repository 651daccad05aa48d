"""Quotes: a model is believed where the words it points at stand in the text, with the values that matter."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from ragtriage.model import MatchMode, Place
from ragtriage.text.characters import HAN_BLOCK, HANGUL
from ragtriage.text.chunks import Chunk
from ragtriage.text.location import Span, find, find_all
from ragtriage.text.planted import is_planted
from ragtriage.text.values import Value, read, same_type
from ragtriage.verdicts.asked.agreement import Known, is_same, may_be_same
from ragtriage.verdicts.asked.notations import stated
from ragtriage.verdicts.asked.typography import passages, unmarked

__all__ = [
    "Quoted",
    "Unconfirmed",
    "may_stand",
    "quoted",
    "stands",
    "unconfirmed",
    "values_missing",
    "whole_values",
]

# A quote that is shorter and is not the whole text stands anywhere: it shows nothing.
_FEWEST_WORDS: Final = 2
_FEWEST_WIDE: Final = 4  # Han, kana or Hangul

# However it is typed, a quote has not so many more characters than its text.
_MOST_TIMES: Final = 2
_MOST_MORE: Final = 200

# No value is written in more characters than this on either side of a quote that cuts it.
_AROUND: Final = 40

_WORD: Final = re.compile(r"[^\W_]+")
_WIDE: Final = re.compile(f"[぀-\u30ff{HAN_BLOCK}{HANGUL}]")

# Digits with what may stand inside a number, an id, a version or a date.
_DIGITS: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")


class Quoted(NamedTuple):
    """A quote, found."""

    span: Span  # in the text
    shown: str  # the words that are quoted as the text has them, with the values that the quote cuts

    def place(self, chunk: Chunk) -> Place:
        """Return where that is in a chunk."""
        return Place(chunk=chunk.position, start=self.span.start, end=self.span.end)


def stands(quote: str, text: str) -> Span | None:
    """Return where a quote stands in a text: word for word, and figure for figure, however it is typed.

    Example:
        >>> stands("due on the 5th", "It is due  on the 5th."), stands("due on the 6th", "due on the 5th")
        (Span(start=6, end=21), None)
    """
    if _is_too_long(quote, text):
        return None
    found = find(quote, text, MatchMode.WHITESPACE)
    if found is not None:
        return found
    spans = next(passages(quote, text), None)
    return None if spans is None else Span(spans[0].start, spans[-1].end)


def quoted(quote: str, text: str, *, may_be_short: bool = False) -> Quoted | None:
    """Return where a quote stands in a text; None where it does not, or is too short to show anything.

    It stands there too where all that differs is how a value is written, or a unit into which it converts
    exactly: what is shown then is the text's own. What somebody planted in the text for the model to repeat
    or obey does not count.

    Args:
        quote: What a model points at.
        text: In which it should stand.
        may_be_short: Whether one word is enough.

    Example:
        >>> quoted("“The 5th”", "It is due on the 5th.")
        Quoted(span=Span(start=13, end=20), shown='the 5th')
        >>> quoted("kept for 3 days", "It is kept for 72 hours.")
        Quoted(span=Span(start=6, end=23), shown='kept for 72 hours')
        >>> quoted("is", "It is due on the 5th.") is None
        True
    """
    if not _shows(quote, text, may_be_short=may_be_short):
        return None
    for spans in _places(quote.strip(), text):
        whole = Span(spans[0].start, spans[-1].end)
        if not is_planted(whole, text):
            return Quoted(whole, " … ".join(whole_values(span, text) for span in spans))
    return None


def may_stand(quote: str, text: str, *, may_be_short: bool = False) -> bool:
    """Whether a quote that is not found may stand in a text all the same: all its words do, but for a value.

    That one is written there, or in the quote, in words that are not read, or in a unit that does not convert
    exactly.

    Args:
        quote: What a model points at.
        text: In which it should stand.
        may_be_short: Whether one word is enough.

    Example:
        >>> text = "Leave within 30 minutes."
        >>> may_stand("within half an hour", text), may_stand("within 40 minutes", text)
        (True, False)
    """
    return _shows(quote, text, may_be_short=may_be_short) and any(
        not is_planted(Span(spans[0].start, spans[-1].end), text)
        for spans in passages(quote.strip(), text, stated(may_be_same))
    )


def _shows(quote: str, text: str, *, may_be_short: bool) -> bool:
    """Whether a quote is long enough to show something, if it stands in a text."""
    quote = quote.strip()
    if _is_too_long(quote, text):
        return False
    return bool(quote) and (may_be_short or _is_telling(quote) or quote == text.strip())


def _is_too_long(quote: str, text: str) -> bool:
    """Whether a quote stands nowhere in a text, because it is far longer; it is not looked for."""
    return len(quote) > _MOST_TIMES * len(text) + _MOST_MORE


def _places(quote: str, text: str) -> Iterator[tuple[Span, ...]]:
    """Yield where a quote stands in a text: to the letter first, with its values in other notations last."""
    for span in find_all(quote, text, MatchMode.WHITESPACE):
        yield (span,)
    yield from passages(quote, text)
    yield from passages(quote, text, stated(is_same))


def whole_values(place: Span, text: str) -> str:
    """Return the words at a place, with the values that it cuts as a whole.

    Whoever quotes the number alone quotes its unit too: "30" of "30 dollars" is no "30 euros".

    Example:
        >>> whole_values(Span(8, 10), "It took 30 minutes."), whole_values(Span(3, 10), "It took 30 years.")
        ('30 minutes', 'took 30 years')
    """
    before = max(0, place.start - _AROUND)
    start, end = place.start - before, place.end - before
    near = text[before : place.end + _AROUND]
    if not _MARKUP.isdisjoint(near):
        traced = unmarked(near)
        near = traced.text
        start, end = bisect_left(traced.starts, start), bisect_right(traced.ends, end)
    cut = [value for value in _values(near) if value.start < end and start < value.end]
    return near[min([start, *(value.start for value in cut)]) : max([end, *(value.end for value in cut)])]


# With one of these a text may be marked up, and its figures with it.
_MARKUP: Final = frozenset("*_`<&")


def values_missing(statement: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """Return the numbers and dates of a statement that stand in none of the quotes.

    A value stands there with its unit, in a unit into which it converts exactly, or as a bare number; a date
    also as a part of a fuller one. Digits that are no value (of a version, an id, an ambiguous date) must
    stand there as they are written.

    Example:
        >>> values_missing("It costs 30 euros for 5 days.", ["The pass is 30 euros, for a week."])
        ('5 days',)
        >>> values_missing("締切は5月12日", ["締切は2024年5月12日です。"]), values_missing("v3.4", ["v3.5"])
        ((), ('3.4',))
        >>> values_missing("72 hours, 50%", ["3日、5割"]), values_missing("1 month", ["30 days"])
        ((), ('1 month',))
    """
    return tuple(dict.fromkeys(lack.text for lack in _Shown(tuple(quotes)).lacking(statement)))


class Unconfirmed(NamedTuple):
    """A value that a quote should hold, and that cannot be read there."""

    value: str
    is_elsewhere: bool  # whether it stands in what surrounds the quote, so that a longer quote would hold it
    rival: str | None  # another value of its unit that the quote holds


def unconfirmed(statement: str, quotes: Iterable[str], around: Iterable[str]) -> Unconfirmed | None:
    """Return the first value of a statement that the quotes do not show; None where they show all.

    Args:
        statement: Whatever the quotes are to show.
        quotes: The words that were pointed at.
        around: The texts that they were taken from.

    Example:
        >>> unconfirmed("It costs 30 euros.", ["The pass costs"], ["The pass costs 30 euros."])
        Unconfirmed(value='30 euros', is_elsewhere=True, rival=None)
        >>> unconfirmed("Within 30 minutes.", ["within half an hour"], ["within half an hour"]) is None
        True
    """
    shown = tuple(quotes)
    lacking = _Shown(shown).lacking(statement)
    if not lacking:
        return None
    there = _Shown(tuple(around))
    lack = next((one for one in lacking if not there.lacking(one.text)), None)
    if lack is not None:
        return Unconfirmed(lack.text, is_elsewhere=True, rival=None)
    lack = lacking[0]
    return Unconfirmed(lack.text, is_elsewhere=False, rival=_rival(lack, shown))


class _Lack(NamedTuple):
    text: str
    value: Value | None = None  # None: digits that are no value


class _Shown:
    """The values, and the other digits, of some texts, to find those of a statement among them."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self._known = Known(value for text in texts for value in _values(text))
        self._written = frozenset(digits for text in texts for digits, _, _ in _digits(text))

    def lacking(self, statement: str) -> list[_Lack]:
        """Return the values, and the other digits, of a statement that stand in none of the texts."""
        wanted = _values(statement)
        lacking = [
            _Lack(value.text, value)
            for value in wanted
            if not value.indefinite and not self._known.holds(value)
        ]
        reach = [0, *accumulate((value.end for value in wanted), max)]  # how far the first n of them go
        lacking += [
            _Lack(digits)
            for digits, start, end in _digits(statement)
            if digits not in self._written and reach[bisect_left(wanted, end, key=_start)] <= start
        ]
        return lacking


def _start(value: Value) -> int:
    return value.start


def _rival(lack: _Lack, quotes: tuple[str, ...]) -> str | None:
    """Return a value of a quote that surely is another one: both of a unit, and in digits."""
    wanted = lack.value
    if wanted is None or not _digits(wanted.text):
        return None
    known = (value for quote in quotes for value in _values(quote))
    return next(
        (
            value.text
            for value in known
            if value.unit == wanted.unit and same_type(value, wanted) and _digits(value.text)
        ),
        None,
    )


def _is_telling(quote: str) -> bool:
    """Whether a quote is long enough to say something; a number with its unit is."""
    return (
        len(_WORD.findall(quote)) >= _FEWEST_WORDS
        or len(_WIDE.findall(quote)) >= _FEWEST_WIDE
        or bool(_values(quote))
    )


@lru_cache(maxsize=4096)
def _values(text: str) -> tuple[Value, ...]:
    return read(text)


def _digits(text: str) -> list[tuple[str, int, int]]:
    """Return the runs of digits of a text with their places; full-width ones are folded, one for one."""
    folded = text.translate(_HALF_WIDTH)
    return [(match[0], match.start(), match.end()) for match in _DIGITS.finditer(folded)]


_HALF_WIDTH: Final = str.maketrans("０１２３４５６７８９", "0123456789")
