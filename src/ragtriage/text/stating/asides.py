"""Asides: values beside an answer that say something else, so that they are no rivals of it.

"57,000 yen, which is 1.5 times 38,000 yen" offers one amount. Its own words must show what an aside is:
a rate, a step of the sum, what the answer is compared with, the number of a section, the other side of what
was asked, the same amount counted otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache, lru_cache
from typing import Final

import regex

from ragtriage.languages.load import NEVER, Section, Words, merged, section
from ragtriage.languages.statements import Language
from ragtriage.text.stating.surroundings import Surroundings
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value

__all__ = ["is_aside", "is_basis", "is_label", "is_other_side", "is_swapped"]


class _Words(Section, frozen=True):
    """The section `explanations`: what joins a value and the same value counted otherwise."""

    explained: str = ""
    brackets: Words = Words()


_WORDS: Final = merged("explanations", _Words)

_NEAR: Final = 40  # characters on each side of a value that may say what it is
_BESIDE: Final = 10  # a word for what is counted in an amount stands so near
_SAME_AMOUNT: Final = Decimal("0.02")  # a length in feet is so near to the one in metres


class _Asides(Section, frozen=True):
    """The section `asides`: what makes an aside of a value, here `<>`, in lower case."""

    rates: str = NEVER  # so many in each unit of time: 5 days a week
    operands: str = NEVER  # a step of a sum whose result is the answer: 38,000円の1.5倍
    bases: str = NEVER  # what the answer is compared with: up from <>
    base_questions: str = NEVER  # asks for just that
    labels: str = NEVER  # a number that names a thing: section <>
    sides: tuple[tuple[str, str], ...] = ()  # of a thing; a question asks for one of two; `_` a value
    taxes: tuple[tuple[str, str], ...] = ()  # two ways to count one amount


def is_aside(
    text: str,
    value: Value,
    span: Span,
    *,
    around: tuple[Surroundings, Surroundings],
    tables: Sequence[Language],
    question: str,
    amount: Decimal | None,
) -> bool:
    """Whether a value of an answer is no rival of the expected one that stands there too.

    Args:
        text: The answer.
        value: The other value.
        span: Where the expected one stands.
        around: What stands around the expected value, and around the other.
        tables: Of the languages of the answer.
        question: What was asked.
        amount: The expected amount.
    """
    mine, its = _window(text, span), _window(text, Span(value.start, value.end))
    asked = question.lower()
    is_result = _tells_result(text, value, span)
    return _is_converted(text, value, span, amount) or any(
        _is_another_thing(table.code, mine, its, asked=asked, is_bare=not value.unit)
        or (is_result and _is(table.code, "operands", its))
        or _is_side(table.code, question, _clause(around[0]), _clause(around[1]))
        or _is_side(table.code, question, *_stretches(table.code, text, value, span, around))
        or _is_taxed(table.code, asked, mine, its)
        for table in tables
    )


def _is_another_thing(code: str, mine: str, its: str, *, asked: str, is_bare: bool) -> bool:
    """Whether the words beside a value, and not those beside the expected one, make it a rate or the like."""
    kinds = ["rates"]
    if is_bare:
        kinds.append("labels")
    if not _is(code, "base_questions", asked):
        kinds.append("bases")
    return any(_is(code, kind, its) and not _is(code, kind, mine) for kind in kinds)


def is_basis(text: str, span: Span, tables: Sequence[Language], question: str) -> bool:
    """Whether a stretch is what the answer is compared with, or a step of a sum, and not what was asked."""
    window, asked = _window(text, span), question.lower()
    return any(
        _is(table.code, "operands", window)
        or (_is(table.code, "bases", window) and not _is(table.code, "base_questions", asked))
        for table in tables
    )


def is_swapped(
    text: str,
    value: Value,
    span: Span,
    *,
    around: tuple[Surroundings, Surroundings],
    tables: Sequence[Language],
    question: str,
) -> bool:
    """Whether the expected value of a clause that holds two is said of the side that was not asked for."""
    for table in tables:
        mine, _ = _stretches(table.code, text, value, span, around)
        for one, other in _asked_sides(table.code, question):
            if other.search(mine) is not None and one.search(mine) is None:
                return True
    return False


def is_label(text: str, span: Span, tables: Sequence[Language], question: str) -> bool:
    """Whether a number names a thing that was not asked for: chapter 4."""
    window, asked = _window(text, span), question.lower()
    return any(
        (found := _expression(table.code, "labels").search(window)) is not None
        and found[0].partition("<>")[0].strip(" #.").rstrip("s") not in asked
        for table in tables
    )


def is_other_side(around: Surroundings, tables: Sequence[Language], question: str) -> bool:
    """Whether a match is stated of the other side of what was asked: when it opens, not when it closes."""
    clause: str | None = None
    for table in tables:
        for one, other in _asked_sides(table.code, question):
            clause = _clause(around) if clause is None else clause
            if other.search(clause) is not None and one.search(clause) is None:
                return True
    return False


@lru_cache(maxsize=1024)
def _asked_sides(code: str, question: str) -> tuple[tuple[regex.Pattern[str], regex.Pattern[str]], ...]:
    """Return the side that a question asks for, and the other, of each pair of which it names one."""
    asked = question.lower()
    return tuple(
        (one, other)
        for pair in _pairs(code, "sides")
        for one, other in (pair, pair[::-1])
        if one.search(asked) is not None and other.search(asked) is None
    )


def _window(text: str, span: Span) -> str:
    before, after = text[max(0, span.start - _NEAR) : span.start], text[span.end : span.end + _NEAR]
    return f"{before}<>{after}".lower()


def _clause(around: Surroundings) -> str:
    return f"{around.before} _ {around.after}"


def _tells_result(text: str, value: Value, span: Span) -> bool:
    """Whether a step of a sum and its result stand in one sentence, the result last or explained at once."""
    if value.end <= span.start:
        return _stop().search(text, value.end, span.start) is None
    return _explained().match(text[span.end : value.start]) is not None


@cache
def _stop() -> regex.Pattern[str]:
    return regex.compile(r"[。！？!?\n]|\.\s")


@cache
def _explained() -> regex.Pattern[str]:
    return regex.compile(rf"(?:{_WORDS.explained})[^.。;；]{{0,24}}$")


def _is_converted(text: str, value: Value, span: Span, amount: Decimal | None) -> bool:
    """Whether one of two values explains the other in brackets, in another unit: 12.65 m (41.5 ft)."""
    if amount is None or value.amount is None:
        return False
    first, last = (span.end, value.start) if span.end <= value.start else (value.end, span.start)
    between = text[first:last].strip()
    is_near = abs(value.amount - amount) <= _SAME_AMOUNT * abs(amount)
    return is_near and between in _WORDS.brackets


def _stretches(
    code: str, text: str, value: Value, span: Span, around: tuple[Surroundings, Surroundings]
) -> tuple[str, str]:
    """Return what is said of the expected value, and of the other, where both stand in one clause.

    A verb stands before what it takes in English, and behind it in the other languages.
    """
    mine, its = around
    is_first = value.end <= span.start
    between = text[value.end : span.start] if is_first else text[span.end : value.start]
    if len(between) > _NEAR:
        return "", ""
    between = between.lower()
    if code == "en":
        return (between, its.before) if is_first else (mine.before, between)
    return (mine.after, between) if is_first else (between, its.after)


def _is_side(code: str, question: str, clause: str, other_clause: str) -> bool:
    """Whether the expected value is said of the side that was asked for, and the other of the other side."""
    return any(
        one.search(clause) is not None
        and other.search(other_clause) is not None
        and one.search(other_clause) is None
        for one, other in _asked_sides(code, question)
    )


def _is_taxed(code: str, asked: str, mine: str, its: str) -> bool:
    """Whether the other value is the same amount counted in a way that was not asked for."""
    for pair in _pairs(code, "taxes"):
        for one, other in (pair, pair[::-1]):
            if one.search(_beside(mine)) is not None and other.search(_beside(its)) is not None:
                return other.search(asked) is None or one.search(asked) is not None
    return False


def _beside(window: str) -> str:
    """Return what stands right beside a value, no other amount between."""
    before, _, after = window.partition("<>")
    left, right = _amounts().split(before[-_BESIDE:]), _amounts().split(after[: 2 * _BESIDE])
    return f"{left[-1]}<>{right[0]}"


@cache
def _amounts() -> regex.Pattern[str]:
    return regex.compile(r"[0-9。.]")


def _is(code: str, field: str, window: str) -> bool:
    return _expression(code, field).search(window) is not None


@cache
def _expression(code: str, field: str) -> regex.Pattern[str]:
    return regex.compile(getattr(section(code, "asides", _Asides), field))


@cache
def _pairs(code: str, field: str) -> tuple[tuple[regex.Pattern[str], regex.Pattern[str]], ...]:
    pairs = getattr(section(code, "asides", _Asides), field)
    return tuple((regex.compile(one), regex.compile(other)) for one, other in pairs)
