"""Yes and no: an expected answer that is nothing else is decided by the leading word of the answer."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import chain
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, filled, merged
from ragtriage.languages.statements import languages

__all__ = ["YesNo", "are_clauses", "as_yes_no", "leading_yes_no"]


class _Words(Section, frozen=True):
    """The section `yes_no`: how an answer begins that says yes or no, and which of them are verbs."""

    opening: str = ""
    leading: str = ""
    verbs: Words = Words()


_WORDS: Final = merged("yes_no", _Words)


class YesNo(StrEnum):
    """One of the two answers to a question of decision."""

    YES = "yes"
    NO = "no"


def as_yes_no(expected: str) -> YesNo | None:
    """Return which of the two an expected answer is; None when it says more, or something else.

    Example:
        >>> as_yes_no("No."), as_yes_no("はい"), as_yes_no("No. 5")
        (<YesNo.NO: 'no'>, <YesNo.YES: 'yes'>, None)
    """
    word = _trimmed(expected)
    return _words().get(word)


def leading_yes_no(answer: str) -> YesNo | None:
    """Return which of the two an answer begins with; None when it begins otherwise, or takes it back at once.

    Example:
        >>> leading_yes_no("No, it is prohibited."), leading_yes_no("いいえ、できません。")
        (<YesNo.NO: 'no'>, <YesNo.NO: 'no'>)
        >>> leading_yes_no("No. 1 is Paris."), leading_yes_no("Yes and no."), leading_yes_no("네 개입니다")
        (None, None, None)
    """
    word = _leading_word(answer)
    return None if word is None else _words()[word]


def are_clauses(expected: str, answer: str) -> bool:
    """Whether an expected yes or no, and that of an answer, are verbs, which say the same to any question.

    Example:
        >>> are_clauses("不可以", "可以，七天内。"), are_clauses("No", "No, you may not.")
        (True, False)
    """
    return _trimmed(expected) in _VERBS and _leading_word(answer) in _VERBS


_VERBS: Final = frozenset(_WORDS.verbs)


def _leading_word(answer: str) -> str | None:
    beginning = _opening().sub("", answer[:200].casefold(), count=1)
    found = _leading().match(beginning)
    return None if found is None else found["word"]


def _trimmed(text: str) -> str:
    return text.strip(" \t\n\u3000.,!。、，！*_\"'「」“”’‘()（）").casefold()


@cache
def _words() -> dict[str, YesNo]:
    return {
        **{word: YesNo.YES for table in languages().values() for word in table.yes},
        **{word: YesNo.NO for table in languages().values() for word in table.no},
    }


@cache
def _opening() -> regex.Pattern[str]:
    """Match what may stand before the leading word: marks, and words such as `Answer:`."""
    return regex.compile(_WORDS.opening)


@cache
def _leading() -> regex.Pattern[str]:
    """Match a leading word that is one by what follows it: a mark, the end, or in English a subject."""
    words = "|".join(sorted(map(regex.escape, chain(_words())), key=len, reverse=True))
    return regex.compile(filled(_WORDS.leading, words=words))
