"""Typed: an expected answer that is a value and nothing more but its bound or its noun, or is a range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.text.figure_words import MENTIONS
from ragtriage.text.tracing import Span
from ragtriage.text.values import AMOUNTS, Value, ValueKind, measure
from ragtriage.text.values.bounds import Bound, bound_of
from ragtriage.text.values.nouns import counted
from ragtriage.text.values.numerals import written
from ragtriage.text.values.vocabulary import group

__all__ = [
    "Pair",
    "asked_rates",
    "firm_bound",
    "is_numbered",
    "is_of_asked_days",
    "is_offered",
    "keeps_to",
    "pair_of",
    "pairs",
    "typed",
]


class _Words(Section, frozen=True):
    """The section `typed`: kinds of values, and questions for them."""

    release: str = ""
    filling: str = ""
    offer: str = ""
    working_days: str = ""
    numbered: str = ""
    joint: str = ""
    edges: str = ""


_WORDS: Final = merged("typed", _Words)


def typed(item: str, values: Sequence[Value]) -> Value | None:
    """Return the typed value that an item is, when it is one and nothing more but its bound or its noun.

    Args:
        item: An expected answer, or one of its items.
        values: What `read` finds in it.

    Example:
        >>> from ragtriage.text.values import read
        >>> items = ("5日", "5日以内", "80 requests", "about 5 days")
        >>> [typed(item, read(item)) is not None for item in items]
        [True, True, True, False]
    """
    if len(values) != 1:
        return None
    value = values[0]
    before, after = item[: value.start], item[value.end :]
    if value.kind is ValueKind.VERSION:
        before = _release().sub("", before)
    if _is_nothing(before + after):
        return value
    bounded = bound_of(item, value) if value.kind in AMOUNTS else None
    if bounded is not None:
        if bounded.bound is Bound.ABOUT:
            return None
        before, after = item[: bounded.start], item[bounded.end :]
        if _is_nothing(before + after):
            return value
    of_noun = counted(item, value)
    if of_noun is value or not _is_nothing(before) or after[:1] not in item[value.end : value.end + 1]:
        return None
    return of_noun if _one_noun().fullmatch(after) else None


@cache
def _release() -> regex.Pattern[str]:
    return regex.compile(rf"(?:{_WORDS.release})\s*$", regex.IGNORECASE)


def _is_nothing(rest: str) -> bool:
    return _nothing().fullmatch(rest) is not None


@cache
def _nothing() -> regex.Pattern[str]:
    return regex.compile(rf"(?:{_WORDS.filling})*", regex.IGNORECASE)


@cache
def _one_noun() -> regex.Pattern[str]:
    return regex.compile(r"[ -]?[\p{L}ー]+[\s\p{P}]*")


def firm_bound(text: str, value: Value) -> Bound | None:
    """Return what a value is told as, when that is the least or the most."""
    bounded = bound_of(text, value) if value.kind in AMOUNTS else None
    return None if bounded is None or bounded.bound is Bound.ABOUT else bounded.bound


def is_offered(text: str, value: Value) -> bool:
    """Whether an amount is told as the most that one gets, which is the amount asked for: 最大20日もらえます.

    Example:
        >>> from ragtriage.text.values import read
        >>> [is_offered(text, read(text)[0]) for text in ("最大20日間もらえます", "最大20日間です")]
        [True, False]
    """
    bounded = bound_of(text, value)
    if bounded is None or bounded.bound is not Bound.MOST or bounded.start == value.start:
        return False
    return _offer().match(text, value.end) is not None


@cache
def _offer() -> regex.Pattern[str]:
    return regex.compile(_WORDS.offer)


def keeps_to(item: str, value: Value, answer: str, rival: Value) -> str | None:
    """Return that an amount of an answer keeps to what is expected, if it may: 95 is more than 80.

    What is told as about so much keeps to an amount near it.

    Args:
        item: The expected answer.
        value: Its value.
        answer: The answer.
        rival: A value of it.
    """
    bound, theirs = firm_bound(item, value), firm_bound(answer, rival)
    mine, other = measure(value), measure(rival)
    told = bound_of(answer, rival) if rival.kind in AMOUNTS else None
    if told is not None and told.bound is Bound.ABOUT and mine and other and mine[0] == other[0]:
        is_near = abs(mine[1] - other[1]) <= _ABOUT * abs(mine[1])
        return "that is told as about so much" if is_near else None
    if mine is None or other is None or mine[0] != other[0]:
        return None
    if abs(mine[1] - other[1]) == 1 and (bound or theirs):
        return "that may be the same bound, counted from the next"
    if bound is None or theirs is bound:
        return None
    is_within = other[1] >= mine[1] if bound is Bound.LEAST else other[1] <= mine[1]
    return "that keeps to the bound" if is_within else None


_ABOUT: Final = Decimal("0.05")


def is_of_asked_days(value: Value, question: str) -> bool:
    """Whether a question asks for working days, which an answer then need not call so.

    Example:
        >>> from ragtriage.text.values import read
        >>> is_of_asked_days(read("3 business days")[0], "Within how many business days?")
        True
    """
    return group(value.unit) == "business day" and _working_days().search(question.lower()) is not None


@cache
def _working_days() -> regex.Pattern[str]:
    return regex.compile(_WORDS.working_days)


def asked_rates(question: str) -> frozenset[str]:
    """Return the rates that a question may name, which an answer then leaves out or not.

    Example:
        >>> sorted(asked_rates("How much is it per day?")), sorted(asked_rates("How much is it?"))
        (['day'], [])
    """
    folded = question.lower()
    return frozenset(name for name, pattern in _mentions().items() if pattern.search(folded))


@cache
def _mentions() -> dict[str, regex.Pattern[str]]:
    return {name: regex.compile(expression) for name, expression in MENTIONS.items()}


def is_numbered(text: str) -> bool:
    """Whether a text speaks of versions or sections, whose numbers are no decimals: 5.10 is not 5.1.

    Example:
        >>> is_numbered("Which version is it?"), is_numbered("How long is it?")
        (True, False)
    """
    return _numbered().search(text.lower()) is not None


@cache
def _numbered() -> regex.Pattern[str]:
    return regex.compile(_WORDS.numbered)


class Pair(NamedTuple):
    """The two ends of a range, and where it stands."""

    first: Value
    last: Value
    span: Span


def pair_of(item: str, values: Sequence[Value]) -> Pair | None:
    """Return the range that an item is, when it is one and nothing more.

    Example:
        >>> from ragtriage.text.values import read
        >>> texts = ("10時から15時", "from 9 am to 5 pm", "9 and 5")
        >>> [pair_of(text, read(text)) is not None for text in texts]
        [True, True, False]
    """
    found = next(iter(pairs(item, values)), None)
    if found is None or len(values) != 2:
        return None
    rest = item[: found.span.start] + item[found.span.end :]
    return found if _edges().fullmatch(rest) is not None else None


def pairs(text: str, values: Sequence[Value]) -> list[Pair]:
    """Return the ranges of a text: two values of one kind, joined as the ends of one."""
    found: list[Pair] = []
    for bare, last in pairwise(values):
        first = _in_unit_of(bare, last)
        between = text[first.end : last.start]
        if first.kind is not last.kind or len(between) > _LONGEST_JOINT:
            continue
        is_joined = _joint().fullmatch(between) is not None
        if is_joined or (between.strip() == "and" and _between().search(text, 0, first.start)):
            found.append(Pair(first, last, Span(first.start, last.end)))
    return found


def _in_unit_of(first: Value, last: Value) -> Value:
    """The first end of a range in the unit that only the last has: 5 to 10 days."""
    number = last.amount if last.number is None else last.number
    is_bare = first.kind is ValueKind.NUMBER and not first.unit and last.kind in AMOUNTS
    if not is_bare or not number or first.amount is None or last.amount is None:
        return first
    amount = first.amount * last.amount / number
    canonical = f"{written(amount)}{last.unit}"
    return replace(first, kind=last.kind, unit=last.unit, amount=amount, rate=last.rate, canonical=canonical)


_LONGEST_JOINT: Final = 12


@cache
def _joint() -> regex.Pattern[str]:
    return regex.compile(rf"\s*(?:{_WORDS.joint})\s*")


@cache
def _between() -> regex.Pattern[str]:
    return regex.compile(r"\bbetween (?:the )?$", regex.IGNORECASE)


@cache
def _edges() -> regex.Pattern[str]:
    return regex.compile(
        rf"(?:{_WORDS.edges})*",
        regex.IGNORECASE,
    )
