"""What the `standard` normal form is made of: a table of rules, each a pattern and what replaces it.

The one table serves two ends: a text is brought to normal form at once (`normalisation`), and a place in
a normal form is led back to the text it came from (`tracing`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, partial
from typing import Final

import regex

from ragtriage.text.characters import (
    BULLETS,
    CJK,
    DIGIT_MARKS,
    HAN,
    HANGUL,
    HIRAGANA,
    KANA,
    KATAKANA,
    NUMBERED_FORMS,
    PERCENT,
    SUPERSCRIPTS,
    TYPOGRAPHIC,
    WORD,
    expand,
)
from ragtriage.text.gathering import replaced
from ragtriage.text.units import UNITS, any_of

__all__ = ["Rule", "Rules", "Scope", "fold", "joining", "rules", "whitespace"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One step of the normal form.

    Args:
        name: What it is called in the documentation.
        pattern: What it replaces.
        replacement: By what.
        needs: Characters of which a text must hold one to be changed; empty where that cannot be said.
        phrases: As `needs`, for longer strings.
        whole: The same for a whole text at once, where that is faster.
        ascii: Whether it can change a text of ASCII characters.
        plain: Whether it can change a text of ASCII letters, digits and spaces.
        even: Whether it puts as many characters in the place of each match as that has.
        renews: Whether it can bring characters into a text that others need, but for spaces.
        opening: Whether it takes off what a text begins with, and does nothing else.
    """

    name: str
    pattern: regex.Pattern[str]
    replacement: str | Callable[[regex.Match[str]], str]
    needs: frozenset[str] = frozenset()
    phrases: tuple[str, ...] = ()
    whole: Callable[[str], str] | None = None
    ascii: bool = True
    plain: bool = False
    even: bool = False
    renews: bool = False
    opening: bool = False

    apply: Callable[[str], str] = field(init=False)  # replaces everywhere in a text

    def __post_init__(self) -> None:
        """Choose the fastest way to replace."""
        everywhere: Callable[[str], str] = partial(replaced, self.pattern, self.replacement)
        fastest = self.whole or (self._at_the_start if self.opening else everywhere)
        object.__setattr__(self, "apply", self._where_phrased if self.phrases else fastest)

    def _at_the_start(self, text: str) -> str:
        opening = self.pattern.match(text)
        return text if opening is None else text[opening.end() :]

    def _where_phrased(self, text: str) -> str:
        for phrase in self.phrases:
            if phrase in text:
                return replaced(self.pattern, self.replacement, text)
        return text


def fold(text: str) -> str:
    """Bring characters to their compatibility form and to lower case.

    Example:
        >>> fold("ＡＢＣ ｻｰﾊﾞｰ Straße")
        'abc サーバー strasse'
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules in order, and those of them that can change simpler texts."""

    all: tuple[Rule, ...]
    ascii: tuple[Rule, ...]
    plain: tuple[Rule, ...]
    opens: bool  # whether one takes off what a text begins with


class Scope(Enum):
    """Whether a text stands for itself, or is a passage out of a longer one."""

    WHOLE = "whole"
    PASSAGE = "passage"


@cache
def rules(scope: Scope) -> Rules:
    """Compile the table, once, when it is first needed; a passage has no beginning of its own."""
    table = tuple(rule for rule in _table() if scope is Scope.WHOLE or not rule.opening)
    return Rules(
        all=table,
        ascii=tuple(rule for rule in table if rule.ascii),
        plain=tuple(rule for rule in table if rule.plain),
        opens=scope is Scope.WHOLE,
    )


def whitespace(text: str) -> str:
    """Trim, and make every stretch of white space one space.

    Example:
        >>> whitespace("  New   York ")
        'New York'
    """
    if len(text) <= _LONG:
        return " ".join(text.split())
    return "".join(_pieces(text))


# Of a longer text the words are not all held at once: each is an object of its own.
_LONG: Final = 10_000


def _pieces(text: str) -> Iterator[str]:
    """Yield a text with its white space in order, a stretch at a time."""
    is_begun = is_apart = False
    for at in range(0, len(text), _LONG):
        piece = text[at : at + _LONG]
        body = " ".join(piece.split())
        is_apart = is_apart or piece[0].isspace()
        if not body:
            continue
        if is_begun and is_apart:
            yield " "
        yield body
        is_begun, is_apart = True, piece[-1].isspace()


def _compile(pattern: str) -> regex.Pattern[str]:
    return regex.compile(pattern, regex.V1 | regex.DOTALL)


def _table() -> tuple[Rule, ...]:
    letter = r"[\p{L}\p{M}]"
    # Before a sign or a leading decimal point stands anything but a word, the end of one, or a like mark.
    # After Han, kana and Hangul a sign counts, because no space stands there: 気温-5度.
    alone = rf"(?<![[{WORD}.)\]\-%]--[{CJK}]])"
    return (
        Rule(
            "link",
            _compile(r"!?\[([^\[\]]++)\]\((?=[^/.#:()\s]*+[/.#:])[^()\s]*+\)"),
            r"\1",
            frozenset("["),
            ("](",),
        ),
        Rule(
            "emphasis",
            _compile(
                r"(?<![\d*])(\*{1,3})(?![\s*])([^*]++)(?<!\s)\1(?![\d*])"
                rf"|(?<![{WORD}_])(_{{1,3}})(?![\s_])([^_]++)(?<!\s)\3(?![{WORD}_])"
                r"|(?<!`)(`{1,2})([^`]++)\5(?!`)"
                r"|(?<!~)(~~)(?![\s~])([^~]++)(?<!\s)\7(?!~)"
            ),
            _inside,
            frozenset("*_`~"),
        ),
        Rule(
            "bullet",
            _compile(rf"^(?:(?:[{BULLETS}]|>(?! ?[\d.])) )+(?=.)"),
            "",
            expand(BULLETS + ">"),
            opening=True,
        ),
        Rule(
            "list number",
            _compile(rf"^(?:1[.)．）]|[(（]1[)）]|①)(?: |(?=[{CJK}]))(?=.*\p{{L}})"),  # 2. and later say more
            "",
            frozenset("1①"),
            opening=True,
        ),
        Rule(
            "superscript",
            _compile(rf"[⁺⁻]?[{SUPERSCRIPTS}]+"),
            _raised,
            expand(SUPERSCRIPTS),
            ascii=False,
            renews=True,
        ),
        Rule(
            "numbered form",
            _compile(
                rf"(?<=[\d{NUMBERED_FORMS}{DIGIT_MARKS}])(?=[{NUMBERED_FORMS}])"
                rf"|(?<=[{NUMBERED_FORMS}{DIGIT_MARKS}])(?=\d)"
                rf"|(?<=[\d{NUMBERED_FORMS}])(?=[{DIGIT_MARKS}])"
            ),
            " ",
            expand(NUMBERED_FORMS + DIGIT_MARKS),
            ascii=False,
        ),
        Rule("compatibility and case", _compile(_CLUSTER), _folded, whole=fold, plain=True, renews=True),
        Rule("invisible", _compile(r"\p{Default_Ignorable_Code_Point}+"), "", ascii=False),
        Rule(
            "typography",
            _compile(f"[{regex.escape(''.join(_TYPED))}]"),
            _typed,
            frozenset(_TYPED),
            whole=_type,
            ascii=False,
            even=True,
            renews=True,
        ),
        Rule(
            "long vowel",
            _compile(rf"-(?<=[{KANA}]-)(?:(?=[{KANA}])|(?![{WORD}\-]))"),
            "ー",
            frozenset("-"),
            ascii=False,
            even=True,
        ),
        Rule(
            "article",
            _compile(r"(?<!\S)(?:an|the) (?=[\p{L}\p{N}])"),
            "",
            frozenset(" "),
            ("an ", "the "),
            plain=True,
        ),
        Rule(
            "leading a",
            _compile(r"^a (?=\p{Latin}{2})"),
            "",
            frozenset(" "),
            ("a ",),
            plain=True,
            opening=True,
        ),
        Rule("thousands", _compile(r"(?<!\d[.,]?)\d{1,3}(?:,\d{3})++(?!,?\d)"), _ungrouped, frozenset(",")),
        Rule("joined letters", _compile(rf"['.](?<={letter}.)(?={letter})"), "", frozenset("'.")),
        Rule(
            "punctuation",
            _compile(
                rf"(?!(?<=\d)[.:/\-٫](?=\d)|{alone}(?:-(?=\p{{Sc}}?\.?\d)|\.(?=\d))"
                r"|(?<=\p{Latin})#|[~\^](?=-?\d))"
                rf"[[\p{{P}}\p{{Sk}}|~]--[{PERCENT}]--\p{{Emoji_Modifier}}]"
            ),
            " ",
            even=True,
        ),
        Rule("spaces", _compile(r"^ +|(?<! ) ++$|(?<= ) +"), "", frozenset(" "), whole=whitespace),
        Rule("space in CJK", _compile(rf" (?:(?<=[{CJK}] )|(?=[{CJK}]))"), "", frozenset(" "), ascii=False),
        Rule(
            "unit",
            _compile(
                rf" (?:(?<=\d )(?={any_of(UNITS)}(?![{WORD}]))"
                r"|(?<=\p{Sc} )(?=\.?\d))"
            ),
            "",
            frozenset(" "),
            plain=True,
        ),
    )


# What NFKC may join to the character before it: marks, vowels and finals of Hangul in all their forms.
_JOINING: Final = (
    r"\p{M}\u1160-\u11ff\ud7b0-\ud7fbﾞﾟ"
    r"\u3133\u3135\u3136\u313a-\u313f\u3140\u314f-\u3164\u3187-\u318e"
    r"\uffa0\uffa3\uffa5\uffa6\uffaa-\uffaf\uffc2-\uffdc"
)
_CLUSTER: Final = rf"[^a-z0-9 {HAN}{HIRAGANA}{KATAKANA}{HANGUL}][{_JOINING}]*+|.[{_JOINING}]++"
_TYPED: Final = {character: plain for plain, characters in TYPOGRAPHIC.items() for character in characters}
_TYPES: Final = str.maketrans(_TYPED)


@cache
def joining() -> regex.Pattern[str]:
    """Match a character that may become one with the character before it."""
    return _compile(f"[{_JOINING}]")


def _folded(match: regex.Match[str]) -> str:
    return fold(match[0])


def _inside(match: regex.Match[str]) -> str:
    return match[2] or match[4] or match[6] or match[8]


def _raised(match: regex.Match[str]) -> str:
    return "^" + unicodedata.normalize("NFKC", match[0])


def _type(text: str) -> str:
    return text.translate(_TYPES)


def _typed(match: regex.Match[str]) -> str:
    return _TYPED[match[0]]


def _ungrouped(match: regex.Match[str]) -> str:
    return match[0].replace(",", "")
