"""Tables that a native speaker can correct, one file a language, and which of them a text needs."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import regex

from ragtriage.text.languages.en import ENGLISH
from ragtriage.text.languages.ja import JAPANESE
from ragtriage.text.languages.ko import KOREAN
from ragtriage.text.languages.table import Language, Pattern
from ragtriage.text.languages.zh import CHINESE

__all__ = ["LANGUAGES", "Language", "Pattern", "compiled", "tables_for"]

LANGUAGES: Final[dict[str, Language]] = {table.code: table for table in (ENGLISH, JAPANESE, KOREAN, CHINESE)}


_HAN: Final = {"ja": (JAPANESE,), "zh": (CHINESE,)}


def tables_for(text: str, hint: str | None = None) -> tuple[Language, ...]:
    """Return the tables of the languages that a text is written in, by its scripts.

    Han characters alone may be Chinese or Japanese, unless the hint says which.

    Args:
        text: Any text.
        hint: The code of its language, such as `ja` or `zh-TW`, where it is known.

    Example:
        >>> [table.code for table in tables_for("期限は5日です (5 days)")]
        ['en', 'ja']
        >>> [table.code for table in tables_for("京都")], [table.code for table in tables_for("京都", "ja")]
        (['zh', 'ja'], ['ja'])
    """
    chosen: list[Language] = []
    scripts = _scripts()
    if scripts["latin"].search(text):
        chosen.append(ENGLISH)
    if scripts["hangul"].search(text):
        chosen.append(KOREAN)
    if scripts["kana"].search(text):
        chosen.append(JAPANESE)
    elif scripts["han"].search(text) and KOREAN not in chosen:
        chosen += _HAN.get((hint or "")[:2].lower(), (CHINESE, JAPANESE))
    return tuple(chosen)


@cache
def _scripts() -> dict[str, regex.Pattern[str]]:
    return {
        "latin": regex.compile(r"\p{Latin}"),
        "hangul": regex.compile(r"\p{Hangul}"),
        "kana": regex.compile(r"[\p{Hiragana}\p{Katakana}]"),
        "han": regex.compile(r"\p{Han}"),
    }


@lru_cache(maxsize=256)
def compiled(patterns: tuple[Pattern, ...]) -> regex.Pattern[str] | None:
    """Compile the patterns of one field as alternatives; None where there are none.

    Example:
        >>> found = compiled((Pattern("an?", "a", "b"), Pattern("the", "the", "b")))
        >>> found is not None and found.search("the") is not None
        True
    """
    if not patterns:
        return None
    return regex.compile("|".join(f"(?:{pattern.expression})" for pattern in patterns))
