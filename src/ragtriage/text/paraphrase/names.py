"""Names: whether an expected answer is a name that has no other, and whether an answer offers another in its place."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ragtriage.text.paraphrase.nouns import is_common
from ragtriage.text.paraphrase.standing import Answer, Expected
from ragtriage.text.paraphrase.tokens import Token, tokens

__all__ = ["names_in", "offers_name", "shares_initials"]

# A capital says something within a sentence, and in two words running; in an answer of so few words, anywhere.
_BARE: Final = 6
_CAPITAL: Final = r"[A-Z\u00c0-\u00de][\w'’.-]*"
_CAPITALS: Final = re.compile(rf"\b{_CAPITAL}(?:\s+(?:of |de |van |von |the )?{_CAPITAL})*")
_OPENING: Final = re.compile(r"(?:\A|[.?!:;\n•*\"“(-])\s*\Z")
_ABBREVIATION: Final = re.compile(r"\b[A-Z](?:\.?[A-Z]){1,5}\b")


def names_in(expected: Expected) -> int:
    """Return how many words of an expected answer that is written as a name are no common nouns.

    One such word may be any, for an answer begins with a capital; two are a name, and so are initials and one.

    Example:
        >>> [names_in(Expected.of(text)) for text in ("Anna Weber", "R. Weber", "Spendwell", "Human Resources")]
        [2, 2, 1, 0]
    """
    return _names_in(expected.content) if expected.is_name else 0


@lru_cache(maxsize=2048)
def _names_in(content: tuple[Token, ...]) -> int:
    count = sum(len(word.form) > 1 and not word.is_number and not is_common(word.form) for word in content)
    return count + (count == 1 and len(content[0].form) == 1 and not content[0].is_number)


def offers_name(answer: Answer) -> bool:
    """Whether an answer offers a name: a word with a capital that is neither asked nor a common noun.

    Example:
        >>> [offers_name(Answer(text, "")) for text in ("Leo Brandt", "Ask HR.", "It is the Legal Team.")]
        [True, False, False]
    """
    text, asked = answer.text, answer.asked.stems
    is_bare = len(text.split(None, _BARE)) <= _BARE
    for found in _CAPITALS.finditer(text):
        words = tokens(found[0])
        if not is_bare and len(words) == 1 and _OPENING.search(text, max(0, found.start() - 4), found.start()):
            continue
        if any(_is_name(word) and word.stem not in asked for word in words) and not found[0].isupper():
            return True
    return False


def _is_name(word: Token) -> bool:
    return word.is_capital and word.is_content and len(word.form) > 2 and not is_common(word.form)


def shares_initials(answer: Answer, expected: Expected) -> bool:
    """Whether an answer has an abbreviation of the expected words, or the expected one is its.

    Example:
        >>> shares_initials(Answer("HR takes care of those.", ""), Expected.of("Human Resources"))
        True
    """
    initials = "".join(word.form[0] for word in expected.content)
    for found in _ABBREVIATION.findall(answer.text):
        letters = found.replace(".", "").lower()
        if initials.startswith(letters) or letters.startswith(initials):
            return True
    return False
