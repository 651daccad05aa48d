"""Bounds: whether a word beside a value makes another thing of it than was asked for.

"Up to 18 euros" is no plain 18 euros, but it is the answer to "What is the highest fee?". So is what the
passage that the case rests on says with the same bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

import regex
from msgspec import field

from ragtriage.languages.load import NEVER, Section, filled, merged, section
from ragtriage.languages.statements import Language
from ragtriage.text.rules import fold
from ragtriage.text.stating.tokens import modifier_after, modifier_before, stands_alone
from ragtriage.text.values import Value, ValueKind

__all__ = ["Limit", "Sense", "asked_senses", "is_changed", "is_counted", "is_held", "limit_of", "senses_at"]


class _Words(Section, frozen=True):
    """The section `limits`: ranges, and amounts in a question."""

    asked_amount: str = ""
    to: str = ""
    amount: str = ""
    filling: str = ""
    before_other: str = ""


_WORDS: Final = merged("limits", _Words)

# So far before and after a value its bound is looked for, and before a bracket that holds it.
_BEFORE: Final = 64
_AFTER: Final = 16
_BRACKETED: Final = 60


# A date or a time is no amount that bounds hold.
_WITHOUT_BOUNDS: Final = frozenset((ValueKind.DATE, ValueKind.TIME))
_ROUGHLY: Final = Decimal("0.15")
_LONGEST_AMOUNT: Final = 12


class Sense(StrEnum):
    """What a bound makes of a value."""

    AT_MOST = "at most"
    AT_LEAST = "at least"
    MORE = "more"
    LESS = "less"
    BEFORE = "before"
    AFTER = "after"
    ABOUT = "about"


class _Bounds(Section, frozen=True):
    """The section `bounds`: each sense with the expressions that have it, for folded text."""

    before: Mapping[Sense, str] = field(default_factory=dict[Sense, str])  # right before a value
    after: Mapping[Sense, str] = field(default_factory=dict[Sense, str])  # right behind it
    asked: Mapping[Sense, str] = field(default_factory=dict[Sense, str])  # how a question asks for it
    rough: str = NEVER  # says of an amount, here <>, that it is not exact


class Limit(NamedTuple):
    """An expected answer that is a value with a bound: 90分以内."""

    value: Value
    sense: Sense


class _Bound(NamedTuple):
    """A bound beside a value: its sense, and how many characters it takes."""

    sense: Sense
    length: int


def is_changed(
    text: str,
    start: int,
    end: int,
    tables: Sequence[Language],
    *,
    allowed: Callable[[], AbstractSet[Sense]],
    question: str = "",
    is_bound_due: bool = False,
) -> bool:
    """Whether a word beside a value makes another thing of it.

    Args:
        text: The answer.
        start: The first character of the value.
        end: One past the last.
        tables: Of the languages of the answer.
        allowed: Returns the bounds that were asked for.
        question: What was asked; a word that stands in it may stand beside the value.
        is_bound_due: Whether one of the bounds must be there.

    Example:
        >>> from ragtriage.languages.statements import tables_for
        >>> def changed(text, value, *allowed):
        ...     start = text.index(value)
        ...     end = start + len(value)
        ...     return is_changed(text, start, end, tables_for(text), allowed=lambda: set(allowed))
        >>> changed("up to 5 days", "5 days"), changed("up to 5 days", "5 days", Sense.AT_MOST)
        (True, False)
        >>> changed("over four tablets (80 mg)", "80 mg", Sense.AT_MOST), changed("5日です", "5日")
        (True, False)
    """
    before, after = _before(text, start, tables), _after(text, end, tables)
    found = {bound.sense for bound in (before, after) if bound is not None}
    found |= _around_bracket(text, start, tables)
    if (found and not found <= allowed()) or (is_bound_due and not found):
        return True
    words = (
        None if before is not None else modifier_before(text, start, tables),
        None if after is not None else modifier_after(text, end, tables),
    )
    return any(word is not None and not _is_asked(word, question) for word in words)


def _is_asked(word: str, question: str) -> bool:
    """Whether a question has the word that changes a value: how many days ago, 何日目."""
    escaped = regex.escape(word)
    if word.isascii():
        return regex.search(rf"\b{escaped}\b", question.lower()) is not None
    if len(word) > 1:
        return word in question
    return regex.search(filled(_WORDS.asked_amount, escaped=escaped), question) is not None


def senses_at(text: str, start: int, end: int, tables: Sequence[Language]) -> frozenset[Sense]:
    """Return the bounds beside a value."""
    found = (_before(text, start, tables), _after(text, end, tables))
    return frozenset(bound.sense for bound in found if bound is not None)


def is_held(
    text: str, bound: Value, values: Sequence[Value], amount: Decimal | None, tables: Sequence[Language]
) -> bool:
    """Whether an amount is one of those that a bound, a range or a rough amount in a text speaks of.

    Example:
        >>> from ragtriage.languages.statements import tables_for
        >>> from ragtriage.text.values import read
        >>> def held(text, amount):
        ...     values = read(text)
        ...     return is_held(text, values[-1], values, Decimal(amount), tables_for(text))
        >>> held("more than 50 pages", 57), held("about 60 pages", 57), held("50 to 60 pages", 57)
        (True, True, True)
        >>> held("more than 60 pages", 57), held("60 pages", 57)
        (False, False)
    """
    if amount is None or bound.amount is None or bound.kind in _WITHOUT_BOUNDS:
        return False
    senses = senses_at(text, bound.start, bound.end, tables)
    is_above, is_below = bound.amount <= amount, bound.amount >= amount
    if (senses & {Sense.MORE, Sense.AT_LEAST} and is_above) or (
        senses & {Sense.LESS, Sense.AT_MOST} and is_below
    ):
        return True
    is_rough = Sense.ABOUT in senses or _is_rough(text, bound, tables)
    if is_rough and abs(bound.amount - amount) <= _ROUGHLY * abs(amount):
        return True
    return any(
        other.amount is not None
        and min(bound.amount, other.amount) <= amount <= max(bound.amount, other.amount)
        and _to().fullmatch(text, min(bound.end, other.end), max(bound.start, other.start)) is not None
        for other in values
        if other is not bound and (other.kind is bound.kind or not other.unit)
    )


def _is_rough(text: str, value: Value, tables: Sequence[Language]) -> bool:
    window = f"{text[max(0, value.start - _BEFORE) : value.start]}<>{text[value.end : value.end + _AFTER]}"
    return any(_roughly(table.code).search(window.lower()) is not None for table in tables)


def _bounds(code: str) -> _Bounds:
    return section(code, "bounds", _Bounds)


@cache
def _roughly(code: str) -> regex.Pattern[str]:
    return regex.compile(_bounds(code).rough)


@cache
def _to() -> regex.Pattern[str]:
    """Match what joins the two ends of a range."""
    return regex.compile(rf"\s*(?:{_WORDS.to})\s*")


def asked_senses(question: str, codes: Iterable[str]) -> frozenset[Sense]:
    """Return the bounds that a question asks for.

    Example:
        >>> sorted(asked_senses("What is the highest fee per day?", ["en"]))
        [<Sense.AT_MOST: 'at most'>]
        >>> sorted(asked_senses("How many days is the loan?", ["en"]))
        []
    """
    folded = fold(question)
    return frozenset(
        sense
        for code in codes
        for sense, pattern in _asked(code).items()
        if pattern.search(folded) is not None
    )


def limit_of(item: str, values: Sequence[Value], tables: Sequence[Language]) -> Limit | None:
    """Return the value and the bound that an item is, when it is these and nothing more.

    Example:
        >>> from ragtriage.languages.statements import tables_for
        >>> from ragtriage.text.values import read
        >>> limit_of("90分以内", read("90分以内"), tables_for("90分以内")).sense
        <Sense.AT_MOST: 'at most'>
    """
    if len(values) != 1:
        return None
    value = values[0]
    before, after = _before(item, value.start, tables), _after(item, value.end, tables)
    bound = before or after
    if bound is None or (before is not None and after is not None):
        return None
    rest = (
        item[: value.start - bound.length] + item[value.end :]
        if before is not None
        else item[: value.start] + item[value.end + bound.length :]
    )
    return Limit(value, bound.sense) if _nothing().fullmatch(rest) is not None else None


def is_counted(item: str) -> bool:
    """Whether an item begins like an amount, and is no more than that: 四杯."""
    return len(item) <= _LONGEST_AMOUNT and _amount().match(item) is not None


@cache
def _amount() -> regex.Pattern[str]:
    return regex.compile(_WORDS.amount)


@cache
def _nothing() -> regex.Pattern[str]:
    return regex.compile(rf"(?:{_WORDS.filling})*", regex.IGNORECASE)


def _before(text: str, start: int, tables: Sequence[Language]) -> _Bound | None:
    window = text[max(0, start - _BEFORE) : start].lower()
    return _longest(
        _Bound(sense, found.end() - found.start())
        for table in tables
        if _any_before(table.code).search(window) is not None  # seldom
        for sense, pattern in _befores(table.code).items()
        if (found := pattern.search(window)) is not None
    )


def _after(text: str, end: int, tables: Sequence[Language]) -> _Bound | None:
    window = text[end : end + _AFTER].lower()
    return _longest(
        _Bound(sense, found.end())
        for table in tables
        if _any_after(table.code).match(window) is not None  # seldom
        for sense, pattern in _afters(table.code).items()
        if (found := pattern.match(window)) is not None and stands_alone(window, found.end(), table)
    )


@cache
def _any_before(code: str) -> regex.Pattern[str]:
    return regex.compile("|".join(pattern.pattern for pattern in _befores(code).values()))


@cache
def _any_after(code: str) -> regex.Pattern[str]:
    return regex.compile("|".join(pattern.pattern for pattern in _afters(code).values()))


def _longest(bounds: Iterable[_Bound]) -> _Bound | None:
    return max(bounds, key=_length, default=None)


def _length(bound: _Bound) -> int:
    return bound.length


def _around_bracket(text: str, start: int, tables: Sequence[Language]) -> set[Sense]:
    """Return the bounds of what stands before the bracket that a value opens: over four tablets (80 mg)."""
    if text[start - 1 : start] not in ("(", "（") or not start:
        return set()
    window = text[max(0, start - 1 - _BRACKETED) : start - 1].lower()
    head = _stop().split(window)[-1].rstrip()
    found = {
        sense
        for table in tables
        for sense, pattern in _befores(table.code, is_open=True).items()
        if pattern.search(head) is not None
    }
    return found | {
        sense
        for table in tables
        for sense, pattern in _afters(table.code, is_last=True).items()
        if pattern.search(head) is not None
    }


@cache
def _stop() -> regex.Pattern[str]:
    return regex.compile(r"[.;:!?。；：！？\n]")


@cache
def _befores(code: str, *, is_open: bool = False) -> dict[Sense, regex.Pattern[str]]:
    """Compile what stands right before a value; `is_open`: before another that the value explains."""
    tail = _WORDS.before_other if is_open else r"(?: (?:the|a|an|about))?[ \"'“(（]?$"
    return {
        sense: regex.compile(f"(?:{expression}){tail}") for sense, expression in _bounds(code).before.items()
    }


@cache
def _afters(code: str, *, is_last: bool = False) -> dict[Sense, regex.Pattern[str]]:
    return {
        sense: regex.compile(rf"(?:{expression})$" if is_last else rf"[ \"'”)）-]?(?:{expression})")
        for sense, expression in _bounds(code).after.items()
    }


@cache
def _asked(code: str) -> dict[Sense, regex.Pattern[str]]:
    return {sense: regex.compile(expression) for sense, expression in _bounds(code).asked.items()}
