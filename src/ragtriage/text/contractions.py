"""Folded English: straight quotes, lower case, and its contractions spelled out."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, Words, merged

__all__ = ["STRAIGHT", "folded", "spelled_out"]

STRAIGHT: Final = str.maketrans(
    {**dict.fromkeys("’‘´`ʼ′＇", "'"), "“": '"', "”": '"', "＂": '"', "…": ".", "，": "，"}
)
_CROOKED: Final = re.compile(f"[{''.join(map(chr, STRAIGHT))}]")


def folded(text: str) -> str:
    """Return a text in lower case, with straight quotes."""
    straight = text if _CROOKED.search(text) is None else text.translate(STRAIGHT)
    return straight.casefold()


class _Contractions(Section, frozen=True):
    """The section `contractions`: each with what it is spelled out as, behind an equals sign."""

    words: Words = Words()
    clitics: Words = Words()


_WORDS: Final = merged("contractions", _Contractions)
_CONTRACTIONS: Final = {word: spelled for word, _, spelled in (pair.partition("=") for pair in _WORDS.words)}
_CLITICS: Final = {word: spelled for word, _, spelled in (pair.partition("=") for pair in _WORDS.clitics)}


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
