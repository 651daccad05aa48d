"""The `standard` normal form: a table of rules, applied in order and again until nothing changes.

Every rule is a pattern and what replaces it, so that the same table serves two ends: texts are brought to
normal form at once (`standard`), and a place in a normal form is led back to the text (`location`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

import regex

from ragtriage.text.characters import (
    BULLETS,
    CJK,
    DIGIT_MARKS,
    KANA,
    NUMBERED_FORMS,
    PERCENT,
    SUPERSCRIPTS,
    TYPOGRAPHIC,
    WORD,
)
from ragtriage.text.units import UNITS

__all__ = ["Rule", "rules", "standard", "whitespace"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One step of the normal form.

    Args:
        name: What it is called in the documentation.
        pattern: What it replaces.
        replacement: By what.
        whole: The same for a whole text at once, where that is faster.
        ascii: Whether it can change a text of ASCII characters.
        plain: Whether it can change a text of ASCII letters, digits and spaces.
    """

    name: str
    pattern: regex.Pattern[str]
    replacement: str | Callable[[regex.Match[str]], str]
    whole: Callable[[str], str] | None = None
    ascii: bool = True
    plain: bool = False

    def __call__(self, text: str) -> str:
        """Replace everywhere."""
        if self.whole is not None:
            return self.whole(text)
        return self.pattern.sub(self.replacement, text)


def whitespace(text: str) -> str:
    """Trim, and make every stretch of white space one space.

    Example:
        >>> whitespace("  New   York ")
        'New York'
    """
    return " ".join(text.split())


def standard(text: str) -> str:
    """Bring a text to the `standard` normal form; what would become empty stays as `whitespace` has it.

    Example:
        >>> standard("The Eiffel Tower."), standard("「部門責任者」"), standard("1,000 kg"), standard("!!!")
        ('eiffel tower', '部門責任者', '1000kg', '!!!')
    """
    start = form = whitespace(text)
    while _SETTLED.fullmatch(form) is None:
        after = form
        if _PLAIN.fullmatch(form):
            after = form.lower()
            steps = rules().plain
        else:
            steps = rules().ascii if form.isascii() else rules().all
        for rule in steps:
            after = rule(after)
        if after == form:
            break
        form = after
    return form or start


# Texts that no rule changes: words of Latin letters and digits with single spaces (no article, and no
# digit before a space, where a unit may follow), or one stretch of unaccented CJK letters and ASCII ones.
_SETTLED: Final = re.compile(
    r"(?:(?!a )(?!(?:an|the) )[a-z0-9]+(?:(?<=[a-z]) (?!(?:an|the) )[a-z0-9]+)*"
    r"|[a-z0-9ぁ-ゖァ-ヺー一-鿿가-힣]+)?"
)
_PLAIN: Final = re.compile(r"[A-Za-z0-9 ]+")


@dataclass(frozen=True, slots=True)
class _Rules:
    """The table, and the parts of it that can change simpler texts."""

    all: tuple[Rule, ...]
    ascii: tuple[Rule, ...]
    plain: tuple[Rule, ...]


@cache
def rules() -> _Rules:
    """Compile the table, once, when it is first needed."""
    table = _table()
    return _Rules(
        all=table,
        ascii=tuple(rule for rule in table if rule.ascii),
        plain=tuple(rule for rule in table if rule.plain),
    )


def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.V1 | regex.DOTALL)


def _table() -> tuple[Rule, ...]:
    letter = r"[\p{L}\p{M}]"
    # Before a sign or a leading decimal point stands anything but a word, the end of one, or a like mark.
    # After Han, kana and Hangul a sign counts, because no space stands there: 気温-5度.
    alone = rf"(?<![[{WORD}.)\]\-%]--[{CJK}]])"
    units = sorted((unit for group in UNITS.values() for unit in group), key=len, reverse=True)
    return (
        Rule("link", _compile(r"!?\[([^\[\]]++)\]\((?=[^/.#:()\s]*+[/.#:])[^()\s]*+\)"), r"\1"),
        Rule(
            "emphasis",
            _compile(
                r"(?<![\d*])(\*{1,3})(?![\s*])([^*]++)(?<!\s)\1(?![\d*])"
                rf"|(?<![{WORD}_])(_{{1,3}})(?![\s_])([^_]++)(?<!\s)\3(?![{WORD}_])"
                r"|(?<!`)(`{1,2})([^`]++)\5(?!`)"
                r"|(?<!~)(~~)(?![\s~])([^~]++)(?<!\s)\7(?!~)"
            ),
            _inside,
        ),
        Rule("bullet", _compile(rf"^(?:(?:[{BULLETS}]|>(?! ?[\d.])) )+(?=.)"), ""),
        Rule(
            "list number",
            _compile(rf"^(?:1[.)．）]|[(（]1[)）]|①)(?: |(?=[{CJK}]))(?=.*\p{{L}})"),  # 2. and later say more
            "",
        ),
        Rule("superscript", _compile(rf"[⁺⁻]?[{SUPERSCRIPTS}]+"), _raised, ascii=False),
        Rule(
            "numbered form",
            _compile(
                rf"(?<=[\d{NUMBERED_FORMS}{DIGIT_MARKS}])(?=[{NUMBERED_FORMS}])"
                rf"|(?<=[{NUMBERED_FORMS}{DIGIT_MARKS}])(?=\d)"
                rf"|(?<=[\d{NUMBERED_FORMS}])(?=[{DIGIT_MARKS}])"
            ),
            " ",
            ascii=False,
        ),
        Rule("compatibility and case", _compile(_CLUSTER), _folded, whole=_fold),
        Rule("invisible", _compile(r"\p{Default_Ignorable_Code_Point}+"), "", ascii=False),
        Rule("typography", _compile(f"[{regex.escape(''.join(_TYPED))}]"), _typed, ascii=False),
        Rule("long vowel", _compile(rf"(?<=[{KANA}])-(?:(?=[{KANA}])|(?![{WORD}\-]))"), "ー", ascii=False),
        Rule("article", _compile(r"(?<!\S)(?:an|the) (?=[\p{L}\p{N}])"), "", plain=True),
        Rule("leading a", _compile(r"^a (?=\p{Latin}{2})"), "", plain=True),
        Rule("thousands", _compile(r"(?<!\d[.,]?)\d{1,3}(?:,\d{3})++(?!,?\d)"), _ungrouped),
        Rule("joined letters", _compile(rf"(?<={letter})['.](?={letter})"), ""),
        Rule(
            "punctuation",
            _compile(
                rf"(?!(?<=\d)[.:/\-٫](?=\d)|{alone}(?:-(?=\p{{Sc}}?\.?\d)|\.(?=\d))"
                r"|(?<=\p{Latin})#|[~\^](?=-?\d))"
                rf"[[\p{{P}}\p{{Sk}}|~]--[{PERCENT}]--\p{{Emoji_Modifier}}]"
            ),
            " ",
        ),
        Rule("spaces", _compile(r"^ +|(?<! ) ++$|(?<= ) +"), "", whole=whitespace),
        Rule("space in CJK", _compile(rf"(?<=[{CJK}]) | (?=[{CJK}])"), "", ascii=False),
        Rule(
            "unit",
            _compile(rf"(?<=\d) (?=(?:{'|'.join(map(regex.escape, units))})(?![{WORD}]))"),
            "",
            plain=True,
        ),
    )


# What NFKC may join to the character before it: marks, vowels and finals of Hangul in all their forms.
_JOINING: Final = r"\p{M}\u1160-\u11ff\ud7b0-\ud7fbﾞﾟㄳㄵㄶㄺ-ㄿㅀㅏ-ㅤㆇ-ㆎﾠﾣﾥﾦﾪ-ﾯￂ-ￜ"
_CLUSTER: Final = rf"[^a-z0-9 一-鿿ぁ-ゖァ-ヺ가-힣][{_JOINING}]*+|.[{_JOINING}]++"
_TYPED: Final = {character: plain for plain, characters in TYPOGRAPHIC.items() for character in characters}


def _fold(text: str) -> str:
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _folded(match: regex.Match[str]) -> str:
    return _fold(match[0])


def _inside(match: regex.Match[str]) -> str:
    return match[2] or match[4] or match[6] or match[8]


def _raised(match: regex.Match[str]) -> str:
    return "^" + unicodedata.normalize("NFKC", match[0])


def _typed(match: regex.Match[str]) -> str:
    return _TYPED[match[0]]


def _ungrouped(match: regex.Match[str]) -> str:
    return match[0].replace(",", "")
