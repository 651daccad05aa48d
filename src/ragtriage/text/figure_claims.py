"""Claims: which figures of a statement it asserts, so that they must stand in a text.

A figure that the statement denies, or only counts what it is about to list, is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache
from typing import Final, Protocol

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.languages.statements import Language, tables_for
from ragtriage.text.figure_words import ENUMERATING, OFTEN, PERIODIC
from ragtriage.text.sentences import Sentence, split
from ragtriage.text.stating.denials import denial
from ragtriage.text.stating.surroundings import surroundings
from ragtriage.text.values import AMOUNTS, Value, ValueKind, read
from ragtriage.text.values.bounds import bound_of
from ragtriage.text.values.equality import family
from ragtriage.text.values.nouns import noun_after

__all__ = ["Known", "claims", "is_endless"]


class _Words(Section, frozen=True):
    """The section `figure_claims`: what joins two figures and denies one."""

    joint: str = ""
    contrast_before: str = ""
    contrast_after: str = ""
    each_month: str = ""
    discount: str = ""


_WORDS: Final = merged("figure_claims", _Words)

# Bare numbers below this are too often part of something else.
_BARE: Final = 100

# "Two", "both", "a" and "another" are figures that texts imply without stating them.
_IMPLIED: Final = 2

_MOST_DIGITS: Final = 20

# Up to so many things are counted before they are listed (次の3点です), by texts that only list them.
_LISTED: Final = 10

# Of these even one or two are no way of speaking: 2 mg, $1, 2 days a week.
_MEASURED: Final = frozenset(
    (
        "money",
        "percent",
        "length",
        "mass",
        "volume",
        "area",
        "speed",
        "temperature",
        "electricity",
        "information",
    )
)


class Known(Protocol):
    """What a figure is held against."""

    def has_unit(self, value: Value, *, at_its_rate: bool = False) -> bool:
        """Whether another amount in the unit of a value stands there, at a rate where it has one."""
        ...

    def has_kind(self, kind: ValueKind) -> bool:
        """Whether a value of a kind stands there."""
        ...

    def has_noun(self, noun: str) -> bool:
        """Whether a number of a noun stands there."""
        ...


def claims(statement: str, is_missing: Callable[[Value], bool], known: Known) -> Iterator[Value]:
    """Yield the figures of a statement that it asserts and that are missing.

    Args:
        statement: One statement of an answer.
        is_missing: Whether a figure is; asked only where it says something definite.
        known: What the figures are held against.
    """
    values = read(statement)
    tables: tuple[Language, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    denied: Value | None = None
    for value in values:
        if not _counts(statement, value, known) or not is_missing(value):
            continue
        if not tables:
            tables, sentences = tables_for(statement, None), tuple(split(statement))
        bounded = bound_of(statement, value)  # no more than 5 denies nothing
        start, end = (value.start, value.end) if bounded is None else (bounded.start, bounded.end)
        around = surroundings(statement, start, end, sentences, tables)
        is_joined = denied is not None and _joint().fullmatch(statement, denied.end, value.start) is not None
        if is_joined or denial(around, tables) is not None or _is_contrast(statement, start, end):
            denied = value
            continue
        yield value


@cache
def _joint() -> regex.Pattern[str]:
    """Match what joins two figures, of which the first is denied and so the second: not 1928 or 1950."""
    return regex.compile(rf"\s*(?:{_WORDS.joint})\s*")


def _is_contrast(statement: str, start: int, end: int) -> bool:
    """Whether a figure is named only to be set against another: 35日ではなく, rather than 35 days."""
    before, after = statement[max(0, start - 24) : start], statement[end : end + 12]
    return _contrast_before().search(before.lower()) is not None or _contrast_after().match(after) is not None


@cache
def _contrast_before() -> regex.Pattern[str]:
    return regex.compile(_WORDS.contrast_before)


@cache
def _contrast_after() -> regex.Pattern[str]:
    return regex.compile(rf"\s*(?:{_WORDS.contrast_after})")


def _counts(statement: str, value: Value, known: Known) -> bool:
    """Whether the figure says something definite."""
    if value.kind in AMOUNTS or value.kind is ValueKind.ORDINAL:
        return value.amount is not None and not value.indefinite and _is_definite(statement, value, known)
    if value.kind is ValueKind.RELATIVE_DAY:
        return value.unit != _EACH_MONTH or value.amount is not None
    return value.kind is not ValueKind.VERSION or known.has_kind(ValueKind.VERSION)


# The end of "the month" has many names.
_EACH_MONTH: Final = _WORDS.each_month


def _is_definite(statement: str, value: Value, known: Known) -> bool:
    """Whether an amount is no count that goes without saying, and no number that may be part of a name."""
    amount = Decimal(0) if value.amount is None else value.amount
    number = abs(amount if value.number is None else value.number)
    if is_endless(amount) or value.unit == _WORDS.discount:  # 八折 is 20 % less
        return False
    if value.rate:
        is_periodic = number in PERIODIC.get(value.rate, ())
        is_sure = family(value) not in (None, "time") or not (is_periodic or number <= _DAYS)
        return is_sure or known.has_unit(value, at_its_rate=is_periodic)
    if number <= _IMPLIED and number == int(number) and family(value) not in _MEASURED:
        return False
    if value.unit in ENUMERATING and number <= _LISTED:
        return value.unit in OFTEN and known.has_unit(value)
    if value.kind is ValueKind.NUMBER and number < _BARE:
        noun = noun_after(statement, value.end)
        return noun != "" and known.has_noun(noun)
    return True


# Texts may say how often without a number: monthly, or on Mondays and Thursdays.
_DAYS: Final = 7  # of a week, which may be named one by one


def is_endless(amount: Decimal) -> bool:
    """Whether it has more digits than any amount: a key or a hash, with which nothing can be reckoned."""
    return len(amount.as_tuple().digits) > _MOST_DIGITS or amount.adjusted() > _MOST_DIGITS
