"""Doubting: why an expected answer that stands there may be stated of something else than was asked for.

A reading that holds where the answer is plain: what follows from a clause about another thing, from another
part in the sentence, from a word that changes what is said, is a doubt, and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import regex

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.stating.opposites import opposite, sibling
from ragtriage.text.stating.places import Item, Places
from ragtriage.text.stating.rivals import namesake
from ragtriage.text.stating.roles import has_other_part
from ragtriage.text.stating.settling import is_settled
from ragtriage.text.stating.surroundings import Surroundings
from ragtriage.text.stating.unasserted import unasserted
from ragtriage.text.tracing import Span

__all__ = ["Asked", "Doubt", "doubt", "doubt_of_all"]


class _Words(Section, frozen=True):
    """The section `doubts`: what compares and joins; the group `other` is what else shares a place."""

    before_loose: Words = Words()
    than: str = ""
    more_than: str = ""
    joined: str = ""
    after_a_word: Words = Words()
    article: str = ""
    and_another: str = ""
    another_and: str = ""


_WORDS: Final = merged("doubts", _Words)


class Doubt(NamedTuple):
    """Why it may not be stated, and whether that speaks against it rather than leave it likely."""

    reason: str
    is_against: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known of a question."""

    question: str
    expected: tuple[str, ...]  # every expected answer, item by item
    evidence: tuple[str, ...]  # the passages that the case rests on


def doubt(item: Item, spans: Sequence[Span], places: Places, asked: Asked) -> Doubt | None:
    """Return why an item may be stated of something else than was asked for; None where it is not.

    Args:
        item: The one item that is expected.
        spans: Where it stands in the answer, and nothing denies it.
        places: The answer, as it is looked at.
        asked: What is known of the question.
    """
    answer = places.answer
    if not spans or spans[0].end - spans[0].start >= len(answer.strip()):
        return None
    doubts = (_doubt(item, span, places, asked) for span in spans)
    first = next(doubts)
    if first is not None and all(each is not None for each in doubts):
        if namesake(answer, item.text, (asked.question, *asked.expected)) is not None:
            return Doubt(first.reason, is_against=True)
        return first
    return doubt_of_all(spans, places, asked)


def doubt_of_all(spans: Sequence[Span], places: Places, asked: Asked) -> Doubt | None:
    """Return a doubt of what stands in some stretches, by a word beside any of them."""
    known = (asked.question, *asked.expected, *asked.evidence)
    for span in spans:
        found = unasserted(places.around(span), places.tables, known, len(places.answer))
        if found is not None:
            reason = f"beside “{found.text}”, which may change what is said of it"
            return Doubt(reason, is_against=found.is_strong and found.kind in _AGAINST)
    return None


# Of these kinds it is sooner another thing that is said.
_AGAINST: Final = frozenset(("exception", "error"))


def _doubt(item: Item, span: Span, places: Places, asked: Asked) -> Doubt | None:
    """Return what is doubtful of one place of an item."""
    answer, question = places.answer, asked.question
    around = places.around(span)
    other = opposite(around, places.tables, question) or sibling(around, question)
    if other is not None:
        return Doubt(f"in a clause about “{other}”", is_against=True)
    if item.measured is None and _is_compared_with(answer, span, question):
        return Doubt("as what something else is compared with", is_against=True)
    beside = _beside(answer, span, question)
    if beside is None and item.measured is None and _shares_its_place(around, asked):
        beside = "together with something else"
    if beside is not None:
        return Doubt(beside)
    known = (*asked.expected, item.text)
    # amounts have their rivals
    if item.measured is None and not is_settled(answer, span, question, known, places.tables):
        return Doubt("in a clause about something else")
    if has_other_part(answer, span, item.text, asked.evidence):
        return Doubt("with another part than in the evidence")
    return None


def _beside(answer: str, span: Span, question: str) -> str | None:
    """Return what the characters right beside a place make doubtful."""
    if _is_hyphenated(answer, span) or _begins_a_name(answer, span, question):
        return "as part of a longer word or clause"
    if _is_loose(answer, span):
        return "perhaps as another word"
    return None if _joined().match(answer, span.end) is None else "together with something else"


def _shares_its_place(around: Surroundings, asked: Asked) -> bool:
    """Whether a clause begins with what stands there and something else, that is not known."""
    found = _another_and().fullmatch(around.before)
    if found is None and _article().fullmatch(around.before) is not None:
        found = _and_another().match(around.after)
    known = (asked.question, *asked.expected)
    return found is not None and not any(found["other"] in text.lower() for text in known)


@cache
def _article() -> regex.Pattern[str]:
    """Match what may stand before a thing at the beginning of a clause."""
    return regex.compile(rf"[\s\"'「『“‘*]*(?:{_WORDS.article})[\"'「『“‘*]*")


@cache
def _and_another() -> regex.Pattern[str]:
    """Match what joins a thing to the one at the beginning of a clause: (Adults) and children pay."""
    return regex.compile(rf"[\"'」』”’*]{{0,3}}(?:{_WORDS.and_another})")


@cache
def _another_and() -> regex.Pattern[str]:
    """Match what joins a thing at the beginning of a clause to the next: Children and (adults) pay."""
    return regex.compile(_WORDS.another_and)


def _is_hyphenated(text: str, span: Span) -> bool:
    """Whether a stretch is a part of a word with hyphens: Ashton in Ashton-under-Wold."""
    after, before = text[span.end : span.end + 2], text[max(0, span.start - 2) : span.start]
    return (after[:1] in _HYPHENS and after[1:].isalpha()) or (
        before[1:] in _HYPHENS and before[:1].isalpha()
    )


def _begins_a_name(text: str, span: Span, question: str) -> bool:
    """Whether a word in capitals goes on as a name that nobody asked about: Paris in Paris Holloway."""
    if not text[span.start : span.start + 1].isupper() or " " in text[span.start : span.end]:
        return False
    following = regex.match(r" (\p{Lu}\p{Ll}+)\b", text[span.end : span.end + 32])
    return following is not None and following[1] not in question


def _is_loose(text: str, span: Span) -> bool:
    """Whether one character stands where it may be another word, or a part of one: 枯れ木, 김 씨."""
    if span.end - span.start > 1 or text[span.start].isascii():
        return False
    before, after = text[: span.start].rstrip(" ")[-1:], text[span.end : span.end + 1]
    is_open = bool(before) and before not in "".join(_WORDS.before_loose)
    return is_open or (bool(after) and after not in _AFTER_A_WORD)


def _is_compared_with(answer: str, span: Span, question: str) -> bool:
    """Whether something else is more than what stands there: 西館より古い, 比乙厂多."""
    before, after = answer[max(0, span.start - 12) : span.start].lower(), answer[span.end : span.end + 4]
    words = _than().search(before) or _more_than().match(after)
    return words is not None and words[0].split()[0] not in question.lower()


@cache
def _than() -> regex.Pattern[str]:
    return regex.compile(_WORDS.than)


@cache
def _more_than() -> regex.Pattern[str]:
    return regex.compile(_WORDS.more_than)


@cache
def _joined() -> regex.Pattern[str]:
    """Match what joins a word to the next: 대구와 명태를."""
    return regex.compile(_WORDS.joined)


# What may stand right behind a word of one character, as its particle, its copula or its end.
_AFTER_A_WORD: Final = frozenset("".join(_WORDS.after_a_word) + "\n")


_HYPHENS: Final = frozenset("-‐‑")
