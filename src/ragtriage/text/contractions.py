"""Folded English: straight quotes, lower case, and its contractions spelled out."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import regex

__all__ = ["STRAIGHT", "folded", "spelled_out"]

STRAIGHT: Final = str.maketrans(
    {**dict.fromkeys("’‘´`ʼ′＇", "'"), "“": '"', "”": '"', "＂": '"', "…": ".", "，": "，"}
)
_CROOKED: Final = re.compile(f"[{''.join(map(chr, STRAIGHT))}]")


def folded(text: str) -> str:
    """Return a text in lower case, with straight quotes."""
    straight = text if _CROOKED.search(text) is None else text.translate(STRAIGHT)
    return straight.casefold()


_CONTRACTIONS: Final = {
    "can't": "can not",
    "cannot": "can not",
    "won't": "will not",
    "shan't": "shall not",
    "ain't": "is not",
    "i'm": "i am",
    "im": "i am",
    "let's": "let us",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "cant": "can not",
    "couldnt": "could not",
    "isnt": "is not",
}


_CLITICS: Final = {"n't": "not", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is"}


def spelled_out(text: str) -> str:
    """Fold a text as the patterns of refusals expect it, with the contractions of English spelled out.

    Example:
        >>> spelled_out("I can’t say; it isn't known.")
        'i can not say; it is not known.'
    """
    return _contraction().sub(_spell_out, folded(text))


def _spell_out(match: regex.Match[str]) -> str:
    return _CONTRACTIONS.get(match[0]) or f"{match['word']} {_CLITICS[match['clitic']]}"


@cache
def _contraction() -> regex.Pattern[str]:
    known = "|".join(sorted(_CONTRACTIONS, key=len, reverse=True))
    return regex.compile(
        rf"\b(?:(?:{known})\b|(?<word>\w{{1,12}}?)(?<clitic>n't|'re|'ve|'ll|'d)\b"
        r"|(?<word>it|there|that|here|what|he|she|this)(?<clitic>'s)\b)"
    )
