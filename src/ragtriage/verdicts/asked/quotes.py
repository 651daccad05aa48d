"""Quotes: a model is believed where the words it points at stand in the text, with the values that matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Final

from ragtriage.model import MatchMode, Place
from ragtriage.text.chunks import Chunk
from ragtriage.text.figures import date_parts
from ragtriage.text.location import Span, find, find_all
from ragtriage.text.planted import is_planted
from ragtriage.text.values import Value, ValueKind, read, same_type
from ragtriage.text.values.vocabulary import group

__all__ = ["place_of", "stands", "values_missing", "whole_values"]

# A quote that is shorter and is not the whole text stands anywhere: it shows nothing.
_FEWEST_WORDS: Final = 2
_FEWEST_WIDE: Final = 4  # Han, kana or Hangul

# No value is written in more characters than this on either side of a quote that cuts it.
_AROUND: Final = 40

_WORD: Final = re.compile(r"[^\W_]+")
_WIDE: Final = re.compile("[぀-ヿ㐀-鿿가-힣]")

# Digits with what may stand inside a number, an id, a version or a date.
_DIGITS: Final = re.compile(r"\d+(?:[.,:/-]\d+)*")


def stands(quote: str, text: str) -> Span | None:
    """Return where a quote stands in a text, word for word.

    Only white space may differ, and no number or word is cut.

    Example:
        >>> stands("due on the 5th", "It is due  on the 5th."), stands("due on the 6th", "due on the 5th")
        (Span(start=6, end=21), None)
    """
    return find(quote, text, MatchMode.WHITESPACE)


def place_of(quote: str, chunk: Chunk) -> Place | None:
    """Return where a quote stands in a chunk; None where it does not, or is too short to show anything.

    What somebody planted in the text for the model to repeat or obey does not count.

    Example:
        >>> place_of("the 5th", Chunk(0, "It is due on the 5th."))
        Place(chunk=0, start=13, end=20)
        >>> place_of("is", Chunk(0, "It is due on the 5th.")) is None
        True
    """
    quote = quote.strip()
    if not quote or (not _is_telling(quote) and quote != chunk.text.strip()):
        return None
    for span in find_all(quote, chunk.text, MatchMode.WHITESPACE):
        if not is_planted(span, chunk.text):
            return Place(chunk=chunk.position, start=span.start, end=span.end)
    return None


def whole_values(place: Span | Place, text: str) -> str:
    """Return the words at a place, with the values that it cuts as a whole.

    Whoever quotes the number alone quotes its unit too: "30" of "30 dollars" is no "30 euros".

    Example:
        >>> whole_values(Span(8, 10), "It took 30 minutes."), whole_values(Span(3, 10), "It took 30 years.")
        ('30 minutes', 'took 30 years')
    """
    before = max(0, place.start - _AROUND)
    start, end = place.start - before, place.end - before
    near = text[before : place.end + _AROUND]
    cut = [value for value in _values(near) if value.start < end and start < value.end]
    return near[min([start, *(value.start for value in cut)]) : max([end, *(value.end for value in cut)])]


def values_missing(statement: str, quotes: Iterable[str]) -> tuple[str, ...]:
    """Return the numbers and dates of a statement that stand in none of the quotes.

    A value stands there with its unit, or as a bare number; a date also as a part of a fuller one. Digits
    that are no value (of a version, an id, an ambiguous date) must stand there as they are written.

    Example:
        >>> values_missing("It costs 30 euros for 5 days.", ["The pass is 30 euros, for a week."])
        ('5 days',)
        >>> values_missing("締切は5月12日", ["締切は2024年5月12日です。"]), values_missing("v3.4", ["v3.5"])
        ((), ('3.4',))
    """
    quoted = tuple(quotes)
    known = tuple(value for quote in quoted for value in _values(quote))
    wanted = _values(statement)
    missing = [
        value.text
        for value in wanted
        if not value.indefinite and not any(_agree(value, one) for one in known)
    ]
    written = frozenset(digits for quote in quoted for digits, _, _ in _digits(quote))
    missing += [
        digits
        for digits, start, end in _digits(statement)
        if not any(value.start < end and start < value.end for value in wanted) and digits not in written
    ]
    return tuple(dict.fromkeys(missing))


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
    folded = "".join(
        unicodedata.normalize("NFKC", character) if "０" <= character <= "９" else character
        for character in text
    )
    return [(match[0], match.start(), match.end()) for match in _DIGITS.finditer(folded)]


def _agree(wanted: Value, known: Value) -> bool:
    """Whether a value of a quote is one that a statement gives."""
    if wanted.canonical == known.canonical and wanted.kind is known.kind:
        return True
    if wanted.kind is ValueKind.NUMBER:
        return wanted.amount in _amounts(known)
    if wanted.kind is ValueKind.DATE:
        parts = date_parts(wanted)
        return known.kind is ValueKind.DATE and bool(parts) and parts.items() <= date_parts(known).items()
    if wanted.kind is ValueKind.TIME:
        return known.kind is ValueKind.TIME and not same_type(wanted, known)
    if wanted.amount is None or wanted.amount != known.amount:
        return False
    is_bare = known.kind is ValueKind.NUMBER and wanted.kind is not ValueKind.RELATIVE_DAY
    return is_bare or (wanted.kind is known.kind and group(wanted.unit) == group(known.unit))


def _amounts(value: Value) -> frozenset[Decimal]:
    """Return the numbers that a value is written with."""
    if value.kind is ValueKind.DATE:
        return frozenset(map(Decimal, date_parts(value).values()))
    return frozenset() if value.amount is None else frozenset((value.amount,))
