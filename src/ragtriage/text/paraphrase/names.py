"""Names: whether an expected answer is a name that has no other, and whether an answer offers one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ragtriage.text.paraphrase.nouns import is_common
from ragtriage.text.paraphrase.standing import Answer, Expected
from ragtriage.text.paraphrase.tokens import Token, tokens

__all__ = ["names_in", "offers_name", "shares_initials"]

# Words with a capital that stand together; the first of a sentence has its capital from there.
_CAPITAL: Final = r"[A-Z\u00c0-\u00de][\w'’.-]*"
_CAPITALS: Final = re.compile(rf"\b{_CAPITAL}(?:\s+(?:of |de |van |von |the )?{_CAPITAL})*")
_OPENING: Final = re.compile(r"(?:\A|[.?!:;\n•*\"“(-])\s*\Z")
_ABBREVIATION: Final = re.compile(r"\b[A-Z](?:(?:\. ?)?[A-Z]){1,5}\b")


def names_in(expected: Expected) -> int:
    """Return of how many words that are no common nouns the name in an expected answer is; 0 for no name.

    One such word may be any, for an answer begins with a capital; two are a name, as are initials and one.

    Example:
        >>> texts = ("Anna Weber", "our Anna Weber", "R. Weber", "Spendwell", "Human Resources", "a lawyer")
        >>> [names_in(Expected.of(text)) for text in texts]
        [2, 2, 2, 1, 0, 0]
    """
    count = _names_in(expected.content)
    return count if count > 1 or expected.is_name else 0


@lru_cache(maxsize=2048)
def _names_in(content: tuple[Token, ...]) -> int:
    count = sum(word.is_capital and len(word.form) > 1 and not is_common(word.form) for word in content)
    return count + (count == 1 and content[0].is_capital and len(content[0].form) == 1)


def offers_name(answer: Answer) -> bool:
    """Whether an answer offers a name: a word with a capital that is neither asked nor a common noun.

    Example:
        >>> [offers_name(Answer(text, "")) for text in ("Leo Brandt", "Ask HR.", "It is the Legal Team.")]
        [True, False, False]
    """
    text = answer.text
    if len(answer.words) == 1:
        return _is_name(text, answer)
    for found in _CAPITALS.finditer(text):
        words = found[0].split()
        if _OPENING.search(text, max(0, found.start() - 4), found.start()):
            del words[0]
        if any(_is_name(word, answer) for word in words):
            return True
    return False


def _is_name(text: str, answer: Answer) -> bool:
    return not text.isupper() and any(
        word.is_capital
        and word.is_content
        and len(word.form) > 2
        and word.stem not in answer.asked.stems
        and not is_common(word.form)
        for word in tokens(text)
    )


def shares_initials(answer: Answer, expected: Expected) -> bool:
    """Whether an answer has an abbreviation of the expected words, or the expected one is its.

    Example:
        >>> shares_initials(Answer("HR takes care of those.", ""), Expected.of("Human Resources"))
        True
    """
    initials = "".join(word.form[0] for word in expected.content)
    for found in _ABBREVIATION.findall(answer.text):
        letters = found.replace(".", "").replace(" ", "").lower()
        if initials.startswith(letters) or letters.startswith(initials):
            return True
    return False
