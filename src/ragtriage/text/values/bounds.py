"""Bounds: whether an amount is told as the least, the most or about so much: at least 5, 5日以内, 최대 5."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from ragtriage.languages.load import Section, filled, joined, merged
from ragtriage.text.values.folding import fold
from ragtriage.text.values.tables import AMOUNT_BOUNDS
from ragtriage.text.values.value import Value

__all__ = ["Bound", "Bounded", "bound_of", "goes_on_as_bound", "is_strict"]


class _Words(Section, frozen=True):
    """The section `bounded`: strict bounds, and what may stand between a bound and its amount."""

    strict: str = ""
    not_strict: str = ""
    close: str = ""
    first_end: str = ""
    between: str = ""


_WORDS: Final = merged("bounded", _Words)

# So far before and after a value its bound is looked for.
_BEFORE: Final = 32
_AFTER: Final = 16


class Bound(StrEnum):
    """What an amount is."""

    LEAST = "least"
    MOST = "most"
    ABOUT = "about"


class Bounded(NamedTuple):
    """A bound, and the stretch from its first word, or the value, to its last."""

    bound: Bound
    start: int
    end: int


def bound_of(text: str, value: Value) -> Bounded | None:
    """Return what a value of a text is told as; None where it is told as the amount itself.

    Example:
        >>> from ragtriage.text.values.reader import read
        >>> def bound(text):
        ...     found = bound_of(text, read(text)[-1])
        ...     return found and (found.bound.value, text[found.start : found.end])
        >>> bound("at least 8 hours"), bound("10日以内です"), bound("약 3km"), bound("It is 5 km.")
        (('least', 'at least 8 hours'), ('most', '10日以内'), ('about', '약 3km'), None)
    """
    after = fold(text[value.end : value.end + _AFTER]).text
    for bound, pattern in _after().items():
        found = pattern.match(after)
        if found is not None:
            return Bounded(bound, value.start, min(len(text), value.end + found.end()))
    begin = max(0, value.start - _BEFORE)
    before = fold(text[begin : value.start]).text
    if len(before) != value.start - begin:
        begin = value.start - len(before)
    if value.rate:  # 1日あたり最大500円
        for bound, pattern in _within().items():
            if pattern.search(fold(value.text).text):
                return Bounded(bound, value.start, value.end)
    for bound, pattern in _before().items():
        found = pattern.search(before)
        if found is not None:
            return Bounded(bound, max(0, begin + found.start()), value.end)
    return None


def is_strict(words: str) -> bool:
    """Whether the words of a bound leave the amount itself out: more than 5, 5未満, but not 不超过5.

    >>> [is_strict(text) for text in ("more than 5", "no more than 5", "5を超える", "5を超えない", "5以上")]
    [True, False, True, False, False]
    """
    folded = fold(words).text
    return _strict().search(folded) is not None and _not_strict().search(folded) is None


@cache
def _strict() -> re.Pattern[str]:
    return re.compile(_WORDS.strict)


@cache
def _not_strict() -> re.Pattern[str]:
    return re.compile(_WORDS.not_strict)


def goes_on_as_bound(text: str, end: int) -> bool:
    """Whether a bound stands right behind an amount that ends there.

    >>> goes_on_as_bound("5日以内", 2), goes_on_as_bound("5 days or more", 6)
    (True, True)
    >>> goes_on_as_bound("5日までに", 2)
    False
    """
    return _close().match(fold(text[end : end + _AFTER]).text) is not None


@cache
def _close() -> re.Pattern[str]:
    """What belongs to an amount right before it as closely as its unit; a limit in time (まで) does not."""
    return re.compile(rf"\s?(?:{_WORDS.close})")


@cache
def _within() -> dict[Bound, re.Pattern[str]]:
    return {bound: re.compile(joined(*words)) for bound, words in _words_before().items()}


def _words_before() -> dict[Bound, list[str]]:
    return {
        Bound.MOST: [table.most_before for table in AMOUNT_BOUNDS],
        Bound.LEAST: [table.least_before for table in AMOUNT_BOUNDS],
        Bound.ABOUT: [table.about_before for table in AMOUNT_BOUNDS],
    }


@cache
def _before() -> dict[Bound, re.Pattern[str]]:
    # the other end of a range may stand between: around 8-9 million
    first_end = _WORDS.first_end
    between = filled(_WORDS.between, first_end=first_end)
    return {bound: re.compile(f"(?:{joined(*words)}){between}") for bound, words in _words_before().items()}


@cache
def _after() -> dict[Bound, re.Pattern[str]]:
    words = {
        Bound.MOST: [table.most_after for table in AMOUNT_BOUNDS],
        Bound.LEAST: [table.least_after for table in AMOUNT_BOUNDS],
        Bound.ABOUT: [table.about_after for table in AMOUNT_BOUNDS],
    }
    return {bound: re.compile(rf"\s*(?:{joined(*expressions)})") for bound, expressions in words.items()}
