"""Roles: whether what an answer states plays another part there than in the passage it comes from.

"The bearing was caused by the fire" says the words of "The fire was caused by a bearing" and their opposite.
What shows it is a word that gives a part to what stands beside it (by, to, than; が, に, から): where both
sentences have it, and only one of them beside the expected answer, nothing is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Final

import regex

from ragtriage.languages.load import Section, merged
from ragtriage.model import MatchMode
from ragtriage.text.content import content_words
from ragtriage.text.location import Haystack
from ragtriage.text.sentences import near
from ragtriage.text.tracing import Span

__all__ = ["has_other_part"]


class _Words(Section, frozen=True):
    """The section `roles`: what gives a noun its part in a sentence."""

    before: str = ""
    after: str = ""


_WORDS: Final = merged("roles", _Words)

# In so many places of a passage an expected answer is looked at, and no longer passage is read.
_PLACES: Final = 4
_LONGEST: Final = 20_000

# Sentences that share less than this part of the answer's words do not say the same.
_SAME: Final = 0.6


def has_other_part(answer: str, span: Span, item: str, passages: Sequence[str]) -> bool:
    """Return whether an expected answer has another part in the answer than in every passage that says it.

    Args:
        answer: What the system answered.
        span: Where the expected answer stands in it.
        item: The expected answer.
        passages: Texts that the case rests on.

    Example:
        >>> answer = "The bearing was caused by the fire."
        >>> has_other_part(answer, Span(4, 11), "bearing", ["The fire was caused by a bearing."])
        True
        >>> has_other_part("The guild built it.", Span(4, 9), "guild", ["It was built by the guild."])
        False
        >>> has_other_part("乙社が甲社に工場を売った。", Span(0, 2), "乙社", ["甲社が乙社に工場を売った。"])
        True
    """
    sentence, at = _sentence(answer, span)
    said = content_words(sentence)
    part = _part(sentence, at)
    is_seen = False
    for text, place in _mentions(item, passages):
        shared = said & content_words(text)
        if len(said) < 2 or len(shared) < _SAME * len(said):
            continue
        other = _part(text, place)
        if other == part or not _is_moved(part, other, sentence, text):
            return False
        is_seen = True
    return is_seen


def _mentions(item: str, passages: Sequence[str]) -> Iterator[tuple[str, Span]]:
    """Yield the sentences of the passages in which an expected answer stands, and where."""
    for passage in passages:
        if len(passage) <= _LONGEST:
            for span in islice(Haystack(passage, MatchMode.STANDARD).places(item), _PLACES):
                yield _sentence(passage, span)


def _sentence(text: str, span: Span) -> tuple[str, Span]:
    """Return the sentence in which a stretch stands, and where in it."""
    touched = [
        each for each in near(text, span.start, span.end) if each.start < span.end and span.start < each.end
    ]
    first, last = (touched[0].start, touched[-1].end) if touched else (span.start, span.end)
    first, last = min(first, span.start), max(last, span.end)
    return text[first:last], Span(span.start - first, span.end - first)


def _part(text: str, span: Span) -> tuple[str, str]:
    """Return the word before a stretch and the particle after it, where they give it a part."""
    before = _before().search(text[max(0, span.start - 24) : span.start])
    after = _after().match(text, span.end)
    return (before[1].lower() if before else "", after[1] if after else "")


def _is_moved(part: tuple[str, str], other: tuple[str, str], answer: str, passage: str) -> bool:
    """Whether a word that gives a part stands in both sentences, and beside the expected answer in one."""
    if part[1] or other[1]:
        # A topic (は, 은) may be any part.
        is_other = bool(part[1] and other[1] and part[1] != other[1])
        return (
            is_other and other[1] in answer and part[1] in passage
        )  # else a verb may have changed its voice
    return any(
        word and _holds(answer, word) and _holds(passage, word)
        for word in {part[0], other[0]}
        if part[0] != other[0]
    )


def _holds(text: str, word: str) -> bool:
    if word.isascii():
        return regex.search(rf"\b{word}\b", text, regex.IGNORECASE) is not None
    return word in text


@cache
def _before() -> regex.Pattern[str]:
    return regex.compile(_WORDS.before, regex.IGNORECASE)


@cache
def _after() -> regex.Pattern[str]:
    return regex.compile(_WORDS.after)
