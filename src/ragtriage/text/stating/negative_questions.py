"""Negative questions: what yes and no mean there differs between languages, and between speakers of one.

"Is it not allowed?" — "No" agrees in English, いいえ denies in Japanese, and translated labels follow either.
What counts is the main clause: "if it was not opened" and 開けていない場合 ask nothing. Where a language says
"must" or "or not" with a negation, it asks no negative question.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import NEVER, Section, section
from ragtriage.text.characters import HIRAGANA, KATAKANA
from ragtriage.text.rules import fold
from ragtriage.text.stating.yes_no import are_clauses, as_yes_no

__all__ = ["asks_negatively", "may_mean_either"]

_LONGEST: Final = 400  # characters, from the end


class _Words(Section, frozen=True):
    """The section `negative_questions`: what makes the main clause of a question a negative one."""

    tag: str = NEVER  # a sentence that only asks whether the one before is so
    negation: str = NEVER
    neutral: str = NEVER  # what denies nothing
    modal: str = NEVER  # the group `no` is its negation
    attribute: str = NEVER


def _words(code: str) -> _Words:
    return section(code, "negative_questions", _Words)


def asks_negatively(question: str) -> bool:
    """Whether the main clause of a question of decision is a negative one.

    Example:
        >>> [asks_negatively(text) for text in ("Isn't it allowed?", "Can I return what I have not opened?")]
        [True, False]
        >>> [asks_negatively(text) for text in ("使えませんか。", "払わなければなりませんか。")]
        [True, False]
        >>> [asks_negatively(text) for text in ("사용하면 안 되나요?", "없으면 안 되나요?", "안전한가요?")]
        [True, False, False]
        >>> [asks_negatively(text) for text in ("不能退款吗？", "能不能退款？", "没有预约可以参观吗？")]
        [True, False, False]
    """
    text = _quoted().sub("", fold(question[-_LONGEST:]).replace("’", "'"))
    if _hangul().search(text) is not None:
        return _in_japanese_or_korean(text, "ko")
    if _kana().search(text) is not None:
        return _in_japanese_or_korean(text, "ja")
    return _in_chinese(text) if _han().search(text) is not None else _in_english(text)


def may_mean_either(question: str, expected: str, answer: str) -> bool:
    """Whether an expected yes or no says one thing or its opposite, be the answer's the same word.

    Example:
        >>> may_mean_either("Is it not allowed?", "No", "No"), may_mean_either("Is it allowed?", "No", "No")
        (True, False)
    """
    return as_yes_no(expected) is not None and asks_negatively(question) and not are_clauses(expected, answer)


def _last(text: str, between: regex.Pattern[str], tag: regex.Pattern[str]) -> str:
    """Return the last sentence, with the one before where it only asks whether that is so."""
    sentences = [each for each in map(str.strip, between.split(text)) if each]
    while len(sentences) > 1 and tag.fullmatch(sentences[-1]) is not None:
        sentences.pop()
    return sentences[-1] if sentences else ""


def _in_english(text: str) -> bool:
    last = _last(text, _sentence_end(), _tag("en"))
    return _negation("en").search(_neutral("en").sub(" ", last)) is not None


def _in_japanese_or_korean(text: str, code: str) -> bool:
    last = _last(text, _sentence_end(), _tag(code))
    return _negation(code).search(_neutral(code).sub("", last)) is not None


def _in_chinese(text: str) -> bool:
    clause = _neutral("zh").sub("", _last(text, _clause_end(), _tag("zh")))
    modals = list(_chinese_modal().finditer(clause))
    if modals:  # what stands before it is a condition: 没有预约可以参观吗
        return modals[-1]["no"] is not None
    return _negation("zh").search(_chinese_attribute().sub("", clause)) is not None


@cache
def _hangul() -> regex.Pattern[str]:
    return regex.compile(r"\p{Hangul}")


@cache
def _kana() -> regex.Pattern[str]:
    return regex.compile(f"[{HIRAGANA}{KATAKANA}]")


@cache
def _han() -> regex.Pattern[str]:
    return regex.compile(r"\p{Han}")


@cache
def _quoted() -> regex.Pattern[str]:
    return regex.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》")


@cache
def _sentence_end() -> regex.Pattern[str]:
    return regex.compile(r"[?!。？！;；\n]+|\.(?=\s|$)")


@cache
def _clause_end() -> regex.Pattern[str]:
    return regex.compile(r"[?!。？！;；\n，,：:]+|\.(?=\s|$)")


@cache
def _tag(code: str) -> regex.Pattern[str]:
    """Match a sentence that only asks whether the one before is so."""
    return regex.compile(_words(code).tag)


@cache
def _negation(code: str) -> regex.Pattern[str]:
    """Match what denies: in Japanese and Korean a predicate, also where it is asked whether that is so."""
    return regex.compile(_words(code).negation)


@cache
def _neutral(code: str) -> regex.Pattern[str]:
    """Match what denies nothing, though it looks so."""
    return regex.compile(_words(code).neutral)


@cache
def _chinese_modal() -> regex.Pattern[str]:
    return regex.compile(_words("zh").modal)


@cache
def _chinese_attribute() -> regex.Pattern[str]:
    """Match all up to a thing that is told by it: 不含税的(价格)."""
    return regex.compile(_words("zh").attribute)
