"""Case: whether a word that differs from the expected one in capitals alone may be another word.

The matcher's normal form knows no capitals, but a reader does: `IT` is not the first word of "It is HR.", nor
`Apple` the fruit of "an apple a day; the supplier is Dell". An answer wholly in lower case has no capitals to
tell by.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged

__all__ = ["may_be_another_word"]


class _Words(Section, frozen=True):
    """The section `capitals`: words that a capital may make a name."""

    function_words: Words = Words()
    names_too: Words = Words()
    called: str = ""
    is_a_subject: str = ""
    month: str = ""
    asks_a_name: str = ""


_WORDS: Final = merged("capitals", _Words)

# Words that stand in any English answer, whatever is asked.
_FUNCTION_WORDS: Final = frozenset(_WORDS.function_words)
# Of these the beginning of a sentence may be the name: "Will did it.", "May is the month."
_NAMES_TOO: Final = frozenset(_WORDS.names_too)

_ARTICLE: Final = regex.compile(r"^(?:the|an?)\s+(?=\S)", regex.IGNORECASE)
_LATIN: Final = regex.compile(r"[A-Za-z][A-Za-z.&']*")


def may_be_another_word(item: str, text: str, start: int, end: int, question: str = "") -> bool:
    """Whether the stretch that was found for an item may be another word than the one expected.

    Args:
        item: What is expected.
        text: The answer.
        start: The first character of the stretch.
        end: One past the last.
        question: What was asked; names that stand in it are not offered by the answer.

    Example:
        >>> def other(item, text, question=""):
        ...     start = text.lower().index(item.lower())
        ...     return may_be_another_word(item, text, start, start + len(item), question)
        >>> other("IT", "It is HR."), other("IT", "Ask IT."), other("Apple", "An apple a day; it is Dell.")
        (True, False, True)
        >>> other("Copper", "The pipes are made of copper."), other("IBM", "it is made by ibm")
        (False, False)
    """
    word = _ARTICLE.sub("", item.strip(" \t\n.,;:!?\"'()"))
    if _LATIN.fullmatch(word) is None:
        return False
    found = text[start:end]
    is_small = word.lower() in _FUNCTION_WORDS
    if not any(character.isupper() for character in text):
        return is_small and not _is_dated(word, text, start) and _letters(text) != _letters(found)
    if is_small:
        return not _is_dated(word, text, start) and _may_be_small(word, text, start, end)
    has_article = _ARTICLE.match(item.strip()) is not None  # no name of its own
    if has_article or not word[0].isupper() or not found[:1].islower() or _is_named(text, start):
        return False
    return _asks_a_name().search(question) is not None or _offers_a_name(text, word, question)


def _may_be_small(word: str, text: str, start: int, end: int) -> bool:
    """Whether a function word may stand where a name of the same letters is expected."""
    if _letters(word) != _letters(text[start:end]):
        return True
    if len(word) > 1 and word.isupper():
        return not any(character.islower() for character in text)  # IT IS HR
    goes_on = _goes_on().match(text, end) is not None
    if word == "I":
        return goes_on
    if not goes_on or _opens_sentence().search(text, max(0, start - 8), start) is None:
        return False
    return word.lower() not in _NAMES_TOO or _is_a_subject().match(text, end) is None


def _is_dated(word: str, text: str, start: int) -> bool:
    """Whether "may" is the month: "in may"."""
    return word.lower() == "may" and _month().search(text, max(0, start - 16), start) is not None


def _is_named(text: str, start: int) -> bool:
    """Whether a word is set apart as one: in quotation marks, or behind such a word as "called"."""
    return (
        text[max(0, start - 1)] in "\"“‘'*" or _called().search(text, max(0, start - 16), start) is not None
    )


@cache
def _called() -> regex.Pattern[str]:
    return regex.compile(_WORDS.called)


def _offers_a_name(text: str, word: str, question: str) -> bool:
    """Whether an answer holds a name inside a sentence that neither the question nor the item holds."""
    known = f"{question} {word}".casefold()
    return any(
        found[0] != "I" and found[0].casefold() not in known for found in _inner_capital().finditer(text)
    )


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalpha())


@cache
def _goes_on() -> regex.Pattern[str]:
    """Match where a sentence goes on in lower case."""
    return regex.compile(r",? [a-z]")


@cache
def _opens_sentence() -> regex.Pattern[str]:
    return regex.compile(r"(?:^|[.!?:\n][\"'”’)\s*_]*|^[\"'“‘(\s*_#>-]+)$")


@cache
def _is_a_subject() -> regex.Pattern[str]:
    """Match what follows the name of a month or a man, and no auxiliary verb."""
    return regex.compile(_WORDS.is_a_subject)


@cache
def _month() -> regex.Pattern[str]:
    return regex.compile(_WORDS.month, regex.IGNORECASE)


@cache
def _inner_capital() -> regex.Pattern[str]:
    """Match a capitalised word that does not open a sentence."""
    return regex.compile(r"(?<=[\p{Ll}\p{N},;)] )\p{Lu}[\p{L}&'-]*")


@cache
def _asks_a_name() -> regex.Pattern[str]:
    return regex.compile(_WORDS.asks_a_name, regex.IGNORECASE)
