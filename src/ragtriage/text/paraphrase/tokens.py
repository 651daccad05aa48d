"""Tokens: the words of an English text, folded, and how alike two of them are that differ."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from ragtriage.text.paraphrase.words import FUNCTION_WORDS, NICKNAMES, NUMBER_WORDS, PEOPLES, SAME

__all__ = ["Token", "likeness", "tokens"]


class Token(NamedTuple):
    """A word of a text."""

    form: str  # lower case, without accents, a number in digits
    stem: str
    is_content: bool  # no function word
    is_capital: bool
    is_number: bool


_WORD: Final = re.compile(r"(?:[A-Za-z]\.){2,}|\d+(?:[,.]\d+)*|[^\W_\d]+|&")
_SUFFIX: Final = re.compile(
    r"(?<=...)(?:ational|ations?|itions?|ments?|ness|ings?|ions?|ically|ally|ical|ives?|ances?|ences?"
    r"|ities|ity|ers?|ors?|ed|es|ly|al|ic|s|e|y|ies|ied)\Z"
)


def tokens(text: str) -> list[Token]:
    """Return the words of a text in order.

    Example:
        >>> [token.form for token in tokens("Beyoncé's six U.S. tours, 1,200 dates")]
        ['beyonce', 's', '6', 'america', 'tours', '1200', 'dates']
    """
    return [_token(word) for word in _WORD.findall(text)]


@lru_cache(maxsize=8192)
def _token(word: str) -> Token:
    form = word.lower()
    if not form.isascii():
        form = "".join(c for c in unicodedata.normalize("NFKD", form) if not unicodedata.combining(c)) or word
    if form[-1] == ".":
        form = form.replace(".", "")
    number = form.replace(",", "") if form[0].isdigit() else NUMBER_WORDS.get(form)
    if number is not None:
        return Token(number, number, is_content=True, is_capital=False, is_number=True)
    form = SAME.get(form, form)
    root = PEOPLES.get(form, form)
    if word[0].isupper():
        root = NICKNAMES.get(form, root)
    stem = _SUFFIX.sub("", root) if len(root) > 4 else root.removesuffix("s") if len(root) == 4 else root
    return Token(form, stem, form not in FUNCTION_WORDS, word[0].isupper(), is_number=False)


def likeness(a: Token, b: Token) -> float:
    """Return how alike two words are that are not the same: 0 for not at all.

    Example:
        >>> likeness(*tokens("Barbossa Barbosa")), likeness(*tokens("Rome Lyon"))
        (0.8, 0.0)
    """
    if a.is_number or b.is_number:
        return 0.0
    if a.stem == b.stem and len(a.stem) > 2:
        return 0.9
    x, y = sorted((a.form, b.form), key=len)
    shared = _shared(x, y)
    if len(x) > 4 and len(y) - len(x) < 2 and x[shared + (len(x) == len(y)) :] == y[shared + 1 :]:
        return 0.8
    if shared > 4 and shared * 10 >= len(y) * 6:
        return 0.6
    if shared > 2 and a.is_capital and shared == len(x) - (x[-1] in "yi"):  # Tom, Thomas; Debbie, Deborah
        return 0.5
    return 0.0


def _shared(x: str, y: str) -> int:
    """Return with how many characters both begin."""
    count = 0
    for p, q in zip(x, y, strict=False):
        if p != q:
            break
        count += 1
    return count
