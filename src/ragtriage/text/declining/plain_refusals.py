"""Plain refusals: answers made of nothing but words of sources, lacks and tellings.

"The documents do not say." has no word of its own. What is learned from long and indirect refusals knows such
answers badly, because many a right answer holds them among others; alone they can be nothing else.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.declining.words import signs, words_by_first

__all__ = ["has_no_word_of_its_own"]


class _Words(Section, frozen=True):
    """The section `plain_refusals`: words that add nothing to a refusal."""

    english: Words = Words()
    others: str = ""


_WORDS: Final = merged("plain_refusals", _Words)

_KINDS: Final = frozenset(("source", "lack", "unable", "tell", "deny", "self", "given", "regret"))
_LONGEST: Final = 80

_ENGLISH: Final = frozenset(_WORDS.english)
# Particles, endings and other words of no content.
_OTHERS: Final = re.compile(_WORDS.others)


def has_no_word_of_its_own(text: str, language: str) -> bool:
    """Whether an answer consists of words that any refusal may have.

    Args:
        text: The answer, folded.
        language: Its language.

    Example:
        >>> has_no_word_of_its_own("the documents do not say.", "en")
        True
        >>> has_no_word_of_its_own("the documents do not mention a fee.", "en")
        False
        >>> has_no_word_of_its_own("資料には記載がありません。", "ja")
        True
    """
    if len(text) > _LONGEST:
        return False
    if language == "en":
        known = _known()
        return all(word in known or word.endswith("n't") for word in _WORD.findall(text))
    rest, at = "", 0
    by_first = words_by_first(language)
    while at < len(text):
        for word, kinds in by_first.get(text[at], ()):
            if text.startswith(word, at) and not _KINDS.isdisjoint(kinds):
                at += len(word)
                break
        else:
            rest += text[at]
            at += 1
    return not _OTHERS.sub("", rest)


_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|[0-9]+")


@cache
def _known() -> frozenset[str]:
    words = {word for word, kinds in signs("en").items() if not _KINDS.isdisjoint(kinds)}
    return frozenset(words | _ENGLISH)
