"""Rivals: what else an answer offers, so that it cannot be said to state the one thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.languages.statements import Language, compiled
from ragtriage.text.stating.dates import may_be_one_day
from ragtriage.text.stating.surroundings import Surroundings
from ragtriage.text.tracing import Span
from ragtriage.text.values import Value, ValueKind, differ_in_unit, same_measure, same_type, same_value

__all__ = ["agrees", "counted_noun", "is_alternative", "is_year", "may_agree", "namesake", "rivals"]


class _Words(Section, frozen=True):
    """The section `rivals`: what makes a value no rival."""

    changing: str = ""
    year: str = ""
    noun: str = ""
    one_word: str = ""
    clause: str = ""


_WORDS: Final = merged("rivals", _Words)


def agrees(value: Value, expected: Value) -> bool:
    """Whether a value of the answer is no other one: the same, or one that says more or less precisely so."""
    if value.canonical == expected.canonical:
        return True
    if may_be_one_day(value, expected):
        return True
    if value.kind is ValueKind.DATE and expected.kind is ValueKind.DATE:
        shorter, longer = sorted((value.canonical, expected.canonical), key=len)
        return longer.startswith(shorter) or longer.endswith(shorter.lstrip("-"))
    return False


def may_agree(expected: Value, rival: Value, question: str) -> str | None:
    """Return why another value than the expected one need not be wrong; None where it surely is.

    >>> from ragtriage.text.values import read
    >>> (exact,), (rough,), (other,) = read("759.96 km"), read("760 km"), read("750 km")
    >>> may_agree(exact, rough, "How long is it?")
    'it may be the same, rounded'
    >>> may_agree(exact, other, "How long is it?") is None
    True
    >>> may_agree(exact, other, "How long is the latest one?")
    'what the question asks for changes with time'
    """
    if _changing().search(question):
        return "what the question asks for changes with time"
    if expected.amount is None or rival.amount is None or expected.kind in _WITHOUT_ROUNDING:
        return None
    return "it may be the same, rounded" if _is_rounded(rival.amount, expected.amount) else None


_WITHOUT_ROUNDING: Final = frozenset({ValueKind.DATE, ValueKind.TIME})
_ROUNDED: Final = Decimal("0.02")  # further from the exact amount nobody says the rounded one


def _is_rounded(rough: Decimal, exact: Decimal) -> bool:
    """Whether an amount is a longer one to fewer digits."""
    rough_digits, exact_digits = (len(amount.normalize().as_tuple().digits) for amount in (rough, exact))
    if not 2 <= rough_digits < exact_digits or not exact or abs(rough - exact) > _ROUNDED * abs(exact):
        return False
    place = rough.normalize().as_tuple().exponent
    return isinstance(place, int) and exact.quantize(Decimal(1).scaleb(place), ROUND_HALF_UP) == rough


@cache
def _changing() -> regex.Pattern[str]:
    """Match what asks for something that was another at another time; people judged only English answers."""
    return regex.compile(_WORDS.changing, regex.IGNORECASE)


def rivals(
    values: Sequence[Value], expected: Value, known: frozenset[str], *, is_stated: bool = True
) -> Iterator[Value]:
    """Yield the other values of an expected value's type.

    Args:
        values: What `read` finds in the answer.
        expected: The value that is looked for.
        known: Canonical forms in the question and in other expected answers; these are no rivals.
        is_stated: Whether the answer states the expected value. Where it does not, another amount of what is
            measured rules it out too (10 days for 2 weeks), and its number in another unit.
    """
    for value in values:
        is_rival = same_type(value, expected) or (
            not is_stated and (same_measure(value, expected) or differ_in_unit(value, expected))
        )
        if (
            is_rival
            and not same_value(value, expected)
            and not agrees(value, expected)
            and value.canonical not in known
        ):
            yield value


def namesake(answer: str, item: str, known: Sequence[str]) -> str | None:
    """Return another thing of an answer that is told from the expected one by its number or letter alone.

    Example:
        >>> answer = "The band meets in Room 12, the choir in Room 14."
        >>> namesake(answer, "Room 12", ["Where is it?"]), namesake(answer, "Room 12", ["Is it Room 14?"])
        ('Room 14', None)
    """
    numbered = _numbered().fullmatch(item.strip())
    if numbered is None:
        return None
    head, tail = regex.escape(numbered["head"]), regex.escape(numbered["tail"])
    another = regex.compile(rf"(?<!\w){head}(?:\d+|\p{{Lu}}){tail}(?!\w)", regex.IGNORECASE)
    for found in another.finditer(answer):
        if found[0].lower() != item.strip().lower() and not any(found[0] in text for text in known):
            return found[0]
    return None


@cache
def _numbered() -> regex.Pattern[str]:
    return regex.compile(r"(?P<head>[\p{L}][\p{L}\- ]{0,40}[ -]?)(?:\d+|\p{Lu})(?P<tail>\p{Han}{0,4})")


def counted_noun(text: str, end: int) -> str | None:
    """Return the English word after a bare number, when it says what is counted.

    Example:
        >>> counted_noun("7 seasons and 163 episodes", 1), counted_noun("5 in all", 1)
        ('season', None)
    """
    found = _noun().match(text, end)
    return None if found is None else found["noun"].lower().removesuffix("s")


def is_year(text: str, value: Value | Span) -> bool:
    """Whether a bare number tells when: four digits behind such a word as "in", or in brackets.

    Example:
        >>> from ragtriage.text.values import read
        >>> text = "It had 1200 employees in 2023."
        >>> [is_year(text, value) for value in read(text) if not value.unit or value.unit == "year"]
        [True]
    """
    return _year().search(text[max(0, value.start - 12) : value.end]) is not None


@cache
def _year() -> regex.Pattern[str]:
    return regex.compile(_WORDS.year, regex.IGNORECASE)


@cache
def _noun() -> regex.Pattern[str]:
    return regex.compile(_WORDS.noun, regex.IGNORECASE)


def is_alternative(around: Surroundings, tables: Sequence[Language], accepted: Sequence[str] = ()) -> bool:
    """Whether a match is one of two things joined by "or".

    Args:
        around: What stands around the match.
        tables: Of the languages of the answer.
        accepted: Other answers that are right, in lower case: with one of these it is no alternative.
    """
    for table in tables:
        pattern = compiled(table.alternatives)
        if pattern is None:
            continue
        after = pattern.search(around.sentence_after[:40])
        if (
            after is not None
            and _is_near(around.sentence_after[: after.start()])
            and not _is_clause(around.sentence_after[after.end() :])
            and not (
                _begins_with(around.sentence_after[after.end() :], accepted)
                and not _continues_a_list(around.sentence_before)
            )
        ):
            return True
        for before in pattern.finditer(around.sentence_before[-40:]):
            head = around.sentence_before[-40:]
            if _is_near(head[before.end() :]) and not _ends_with(head[: before.start()], accepted):
                return True
    return False


def _begins_with(text: str, answers: Sequence[str]) -> bool:
    bare = _article().sub("", text.lstrip(" \"'「“、,"))
    return any(bare.startswith(answer) and not bare[len(answer) :][:1].isalnum() for answer in answers)


def _ends_with(text: str, answers: Sequence[str]) -> bool:
    bare = text.rstrip(" \"'」”、,")
    return any(
        bare.endswith(answer)
        and not bare[: -len(answer)][-1:].isalnum()
        and not _continues_a_list(bare[: -len(answer)])
        for answer in answers
    )


def _continues_a_list(before: str) -> bool:
    """Whether another thing stands before one in a list: a raft, (kayak or canoe)."""
    return _comma().search(before) is not None


@cache
def _comma() -> regex.Pattern[str]:
    return regex.compile(r"[,、，](?: (?:an?|the))?[ \"'“「]*$")


@cache
def _article() -> regex.Pattern[str]:
    return regex.compile(r"^(?:an?|the) ")


def _is_near(between: str) -> bool:
    """Whether no more than one word stands between a match and "or"."""
    return _one_word().fullmatch(between) is not None


@cache
def _one_word() -> regex.Pattern[str]:
    return regex.compile(_WORDS.one_word)


def _is_clause(after: str) -> bool:
    """Whether what follows "or" is no alternative: a clause of its own, or a word that changes an amount."""
    return _clause().match(after) is not None


@cache
def _clause() -> regex.Pattern[str]:
    return regex.compile(_WORDS.clause)
