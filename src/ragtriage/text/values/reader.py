"""Reads the typed values of a text as it stands."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

from ragtriage.text.values.folding import fold
from ragtriage.text.values.rates import rated
from ragtriage.text.values.scanning import scan
from ragtriage.text.values.tables import MONTHS, ORDINALS, WORDS
from ragtriage.text.values.value import Value
from ragtriage.text.values.vocabulary import words

__all__ = ["has_unreadable_numeral", "is_in_digits", "read"]


# A longer text is kept beside few others.
_LONG: Final = 10_000


def read(text: str) -> tuple[Value, ...]:
    """Every typed value of a text as it stands, in order and without overlap.

    >>> [(value.canonical, value.text) for value in read("締切は翌月の５日、上限は3万5千円です。")]
    [('翌月5日', '翌月の５日'), ('35000jpy', '3万5千円')]

    What an amount is told of belongs to it, and a number inside an id or an address is none:

    >>> [value.canonical for value in read("5 euros a month, 週に3日, 5 mg/kg")]
    ['5eur/month', '3日/week', '0.005g/kg']
    >>> read("doc-5, https://example.com/2024/05/01")
    ()
    """
    return _read(text) if len(text) <= _LONG else _read_long(text)


# The same text is read when an answer is compared, figures are looked for, and a quote is checked.
@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Value, ...]:
    folded = fold(text)
    values: list[Value] = []
    known: dict[str, str] = {}  # values that are written alike share what is written
    amounts: dict[str, Decimal] = {}
    for found in rated(folded.text, scan(folded.text, folded.cased, spaced=True)):
        if found.kind is None:
            continue
        start, end = folded.span(found.start, found.end)
        values.append(
            Value(
                kind=found.kind,
                canonical=known.setdefault(found.canonical, found.canonical),
                unit=found.unit,
                amount=None if found.amount is None else amounts.setdefault(str(found.amount), found.amount),
                start=start,
                end=end,
                text=known.setdefault(text[start:end], text[start:end]),
                indefinite=found.indefinite and not found.rate,
                rate=found.rate,
                number=found.number,
            )
        )
    return tuple(values)


@lru_cache(maxsize=4)
def _read_long(text: str) -> tuple[Value, ...]:
    return _read.__wrapped__(text)


def is_in_digits(text: str) -> bool:
    """Whether each value of a text surely has digits, and each run of digits in it is a number by itself.

    >>> is_in_digits("number 3 is due on day 12"), is_in_digits("due on 3.5."), is_in_digits("three are due")
    (True, False, False)
    """
    if not text.isascii() or _JOINED.search(text) is not None:
        return False
    return _numerals().isdisjoint(_LETTERS.findall(text.lower()))


_LETTERS: Final = re.compile("[a-z]+")
_JOINED: Final = re.compile("[0-9][^A-Za-z0-9 ]+[0-9]")


@cache
def _numerals() -> frozenset[str]:
    """Return the English words that are a value without any digit."""
    return frozenset((*WORDS, *MONTHS, *ORDINALS, *words().noon))


def has_unreadable_numeral(text: str) -> bool:
    """Whether a numeral stands in the text whose value is not sure.

    >>> has_unreadable_numeral("Due on 01/05/2024."), has_unreadable_numeral("Due on 2024-05-01.")
    (True, False)
    >>> has_unreadable_numeral("五六人"), has_unreadable_numeral("Chapter XIV")
    (True, True)
    """
    folded = fold(text)
    if _foreign_numeral().search(folded.cased):
        return True
    return any(found.kind is None for found in scan(folded.text, folded.cased, spaced=True))


@cache
def _foreign_numeral() -> re.Pattern[str]:
    """Roman numerals of two letters or more up to 39, those of years, and digits of other scripts."""
    return re.compile(
        r"(?<![A-Za-z0-9])(?=[MDCLXVI]{5})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
        r"(?![A-Za-z0-9])"
        r"|(?<![A-Za-z0-9])(?:X{1,3}(?:IX|IV|V?I{1,3}|V)|X{2,3}|IX|IV|VI{1,3}|I{2,3})(?![A-Za-z0-9])|(?![0-9])\d"
    )
