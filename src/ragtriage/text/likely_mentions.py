"""What a mention of an expected answer, or its lack, likely shows: by rules whose precision was measured.

`benchmarks/accuracy_evidence.py` measures both rules; docs/accuracy.md holds what it found.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ragtriage.languages.load import Section, Words, merged
from ragtriage.text.characters import HAN, HIRAGANA, KATAKANA
from ragtriage.text.content import content_words, numbers, share
from ragtriage.text.mentions import Mention, Mentions, is_telling

__all__ = ["LACKING", "OF_THE_PASSAGE", "STATED", "is_lacking", "is_of_the_passage", "is_stated"]


class _Words(Section, frozen=True):
    """The section `mentions`: words of English, and what joins the parts of a name."""

    joining: Words = Words()
    english: str = ""


_WORDS: Final = merged("mentions", _Words)

STATED: Final = "in a sentence with the question's words"
OF_THE_PASSAGE: Final = "in a sentence with the passage's words"
LACKING: Final = "no word of a name"

# There must be so many content words for a share of them to tell anything.
_FEWEST: Final = 3

# Of the question's content words, how many must stand in the sentence, and how many in the whole text.
_IN_SENTENCE: Final = 0.6
_IN_TEXT: Final = 0.75

# Of a labelled passage's content words, how many must stand in the sentence.
_OF_PASSAGE: Final = 0.5

# Of the question's content words, how many the texts must have, so that they are of its language and matter.
_IN_TEXTS: Final = 0.3

_NAME_WORDS: Final = (2, 4)
_JOINING: Final = frozenset(_WORDS.joining)

_KANA: Final = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_HAN: Final = re.compile(f"[{HAN}]")
_OTHER_SCRIPT: Final = re.compile(r"[^\W\d_A-Za-zÀ-ɏ]")
_ENGLISH: Final = re.compile(_WORDS.english, re.IGNORECASE)


def is_stated(mention: Mention, mentions: Mentions, language: str | None) -> bool:
    """Tell whether a text likely answers the question where it mentions the answer.

    Measured for questions in English, Japanese and Chinese.
    """
    asked, text = mentions.asked(mention.answer), mentions.words_around(mention)
    return (
        mention.share >= _IN_SENTENCE
        and len(asked) >= _FEWEST
        and share(asked, text) >= _IN_TEXT
        and numbers(asked) <= text
        and is_telling(mention.answer)
        and _language(mentions.question, language) is not None
    )


def is_of_the_passage(
    mention: Mention, passage: frozenset[str], mentions: Mentions, language: str | None
) -> bool:
    """Tell whether a text likely says what a labelled passage says, where it mentions the answer.

    What the question asks about and the passage names must stand in the text. Measured as `is_stated`.

    Args:
        mention: Where the answer stands.
        passage: The content words of the passage.
        mentions: All texts.
        language: Of the question, where it is known.
    """
    others = passage - content_words(mention.answer)
    return (
        len(others) >= _FEWEST
        and share(others, content_words(mention.sentence)) >= _OF_PASSAGE
        and mentions.asked(mention.answer) & others <= mentions.words_around(mention)
        and is_telling(mention.answer)
        and _language(mentions.question, language) is not None
    )


def is_lacking(answers: Sequence[str], mentions: Mentions, language: str | None) -> bool:
    """Tell whether the texts likely lack the answer: each expected one is a name, and no word of it is there.

    Other answers are said in other words too often. Measured for questions in English.
    """
    if not all(map(_is_name, answers)) or _language(mentions.question, language) != "en":
        return False
    seen = frozenset[str]().union(*map(mentions.words_of, mentions.chunks))
    if share(content_words(mentions.question), seen) < _IN_TEXTS:
        return False
    return all(_lacks(answer, seen) for answer in answers)


def _lacks(name: str, seen: frozenset[str]) -> bool:
    """Tell whether no word of a name is there, nor its initials."""
    words = content_words(name)
    initials = "".join(word[0] for word in _words(name) if word not in _JOINING)
    return bool(words) and words.isdisjoint(seen) and initials.lower()[:5] not in seen


def _is_name(answer: str) -> bool:
    """Tell whether an answer is a name in Latin letters: several words with a capital each, and no digit."""
    words = _words(answer)
    capital = [word for word in words if word not in _JOINING]
    return (
        _NAME_WORDS[0] <= len(capital) <= len(words) <= _NAME_WORDS[1]
        and all(word[0].isupper() and word[1:].islower() for word in capital)
        and not any(map(str.isdigit, answer))
    )


def _words(answer: str) -> list[str]:
    return answer.replace("-", " ").split()


def _language(question: str, hint: str | None) -> str | None:
    """Return the language of a question, of those that were measured."""
    if _KANA.search(question) is not None:
        found = "ja"
    elif _OTHER_SCRIPT.search(_HAN.sub("", question)) is not None:
        found = ""
    elif _HAN.search(question) is not None:
        found = "zh"
    else:
        found = "en" if _ENGLISH.search(question) is not None else ""
    if hint is not None and not hint.lower().startswith(found):
        return None
    return found or None
