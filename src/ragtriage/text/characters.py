"""Classes of characters that the matching rules speak of, as the inside of a `regex` set."""

from __future__ import annotations

from typing import Final

__all__ = [
    "BULLETS",
    "CJK",
    "DIGIT_MARKS",
    "HALF_KANA",
    "HAN",
    "HANGUL",
    "HAN_BLOCK",
    "HIRAGANA",
    "KANA",
    "KANA_BLOCK",
    "KATAKANA",
    "NUMBERED_FORMS",
    "OLD_HAN",
    "PERCENT",
    "SUPERSCRIPTS",
    "TYPOGRAPHIC",
    "WORD",
    "expand",
    "is_han",
    "is_hangul",
]

# Scripts that set no spaces between words or, in Korean, set them freely.
# The long vowel mark and 〆 belong to no script of their own in Unicode.
CJK: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー〆"

# Letters of each script, as the inside of an `re` set too.
HIRAGANA: Final = "ぁ-ゖ"
KATAKANA: Final = "ァ-ヺ"
HAN: Final = "一-鿿"
HANGUL: Final = "가-힣"

# Blocks of Unicode, with the marks in them.
KANA_BLOCK: Final = "ぁ-ヿ"
HALF_KANA: Final = "ｦ-ﾝ"
OLD_HAN: Final = "㐀-䶿"
HAN_BLOCK: Final = "㐀-鿿"

# Letters and the long vowel mark: between two of these a dash was meant as ー.
KANA: Final = r"ぁ-ゖァ-ヺーㇰ-ㇿ"

# What a word or number is made of.
WORD: Final = r"\p{L}\p{M}\p{N}"

# Signs that turn a number into a share of something: 60 % is not 60.
PERCENT: Final = "%‰‱٪"

# Marks that open an item of a list when a space follows.
BULLETS: Final = r"\-*+•◦▪▫●■◆►▶➤‣⁃"

# Superscript digits and signs: 10² is 10^2, not 102.
SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"

# Characters that open with a digit once they are written out: 2½ would become 21/2, 1① would become 11.
NUMBERED_FORMS: Final = r"¼-¾⅐-⅟↉①-⑳㉑-㉟㊱-㊿⓪⒈-⒛㋀-㋋㍘-㍰㏠-㏾"

# As NUMBERED_FORMS, but a run of them is one number: H₂O, x₁₂.
DIGIT_MARKS: Final = "₀-₉"

# One character for each thing that is written in several ways.
TYPOGRAPHIC: Final = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b\u2500\u2501",
    "~": "\u301c\u223c\u3030",
    "'": "\u2018\u2019\u201a\u201b\u02bc\u2032",
    '"': "\u201c\u201d\u201e\u201f\u2033",
    "/": "\u2044\u2215",
}


def is_hangul(character: str) -> bool:
    """Whether a character is a syllable of Hangul.

    Example:
        >>> is_hangul("가"), is_hangul("a"), is_hangul("")
        (True, False, False)
    """
    return "\uac00" <= character <= "\ud7a3"


def is_han(character: str) -> bool:
    """Whether a character is one of the unified ideographs.

    Example:
        >>> is_han("京"), is_han("き")
        (True, False)
    """
    return "\u4e00" <= character <= "\u9fff"


def expand(characters: str) -> frozenset[str]:
    r"""Spell out the inside of a set, `-` meaning a range unless it is escaped.

    Example:
        >>> sorted(expand(r"a-c\-z"))
        ['-', 'a', 'b', 'c', 'z']
    """
    found: set[str] = set()
    rest = characters
    while rest:
        if rest[0] == "\\":
            found.add(rest[1])
            rest = rest[2:]
        elif rest[1:2] == "-":
            found.update(map(chr, range(ord(rest[0]), ord(rest[2]) + 1)))
            rest = rest[3:]
        else:
            found.add(rest[0])
            rest = rest[1:]
    return frozenset(found)
