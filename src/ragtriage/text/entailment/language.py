"""The language of a text, as far as the rules of entailment tell languages apart."""

from __future__ import annotations

import re
from typing import Final

from ragtriage.text.characters import HIRAGANA, KATAKANA
from ragtriage.text.entailment.english import ENGLISH, is_english
from ragtriage.text.entailment.japanese import JAPANESE
from ragtriage.text.entailment.pieces import Grammar

__all__ = ["grammar_of"]

_KANA: Final = re.compile(f"[{HIRAGANA}{KATAKANA}]")
_OTHER: Final = re.compile("[\u0370-\u1fff\u3100-\u318f\u3400-\u9fff\uac00-\ud7a3]")

# How much of a text shows its language.
_SHOWS: Final = 2000


def grammar_of(text: str) -> Grammar | None:
    """Return the grammar of the language a text is written in; None for a language without one.

    >>> texts = ("It is the capital.", "東京は首都です。", "东京是首都。", "Bonn ist rot.")
    >>> [grammar and grammar.code for grammar in map(grammar_of, texts)]
    ['en', 'ja', None, None]
    """
    beginning = text[:_SHOWS]
    if _KANA.search(beginning) is not None:
        return JAPANESE
    return ENGLISH if _OTHER.search(beginning) is None and is_english(beginning) else None
