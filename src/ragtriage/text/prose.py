"""The normal form of prose, at one go: words and numbers with nothing odd between them.

Most texts are like that. Their `standard` form is their words in lower case, without articles, with a space
between two of them unless one is Han, kana or Hangul there. No rule has to be tried, no place be kept.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from ragtriage.text.characters import HAN, HANGUL, HIRAGANA, KATAKANA
from ragtriage.text.rules import fold
from ragtriage.text.units import UNITS, any_of

__all__ = ["DROPPED", "Prose", "marked", "prose", "read"]

# What prose is made of. Each character folds to one by itself, and in the end the rules make a space of each
# mark, but for those that are told apart below.
_LATIN: Final = "a-z0-9À-ÖØ-Þà-öø-įıĴ-ľŁ-ňŊ-ž"
_CJK: Final = f"{HIRAGANA}{KATAKANA}ー々{HAN}{HANGUL}"
_MARKS: Final = r".,:;!?'\"()\[\]{}/&@|\\\-·‧•※、。「」『』【】〈〉《》〔〕・"
_TO_FOLD: Final = "A-Z０-９Ａ-Ｚａ-ｚ‘’“”–—―．，：；！？（）［］｛｝／＆＠｜＇＂－％\u00a0\u3000"
_TYPED: Final = (("’", "'"), ("‘", "'"), ("–", "-"), ("—", "-"), ("―", "-"))

# A mark right before a letter or digit may belong to it: some are dropped between letters, commas between
# thousands too, and some are kept between digits. A control character stands for each till words are found.
_CLOSE: Final = re.compile(rf"[.,:'/\-](?=[{_LATIN}])")
_GROUPED: Final = re.compile(r"(?<![0-9])(?<![0-9][.,])[0-9]{1,3}(?:,[0-9]{3})++(?!,?[0-9])")
DROPPED: Final = "\x01"
_KEPT: Final = {".": "\x02", ":": "\x03", "/": "\x04", "-": "\x05"}
_IN_WORDS: Final = rf"{_LATIN}{_CJK}%\x01-\x05"
_SPACES: Final = bytes(32 if chr(code) in ".,:;!?'\"()[]{}/&@|\\-" else code for code in range(256))

# What takes a closer look: a share of nothing, a dash after kana, which may be a long vowel, and, among the
# words in the end, a unit apart from its number.
_DOUBTFUL: Final = re.compile(f"(?<![0-9])%|(?<=[{HIRAGANA}{KATAKANA}ー])-")

_FIRST_CJK: Final = "\u3000"  # the other letters and the digits of prose come before

_TWO: Final = re.compile(f"[{_LATIN}]{{2}}")


def prose(text: str) -> Prose | None:
    """Return the normal form of a passage if it is surely prose.

    Example:
        >>> prose("The Eiffel Tower (1889).").form, prose("経費精算 は、5日").form, prose("C#, ½") is None
        ('eiffel tower 1889', '経費精算は5日', True)
    """
    folded = marked(text)
    return None if folded is None else read(folded)


def marked(text: str) -> str | None:
    """Fold a text, and mark what stands within words; None where it has more than words and plain marks.

    Each word of the text's normal form, its articles and units aside, is in this as it is, and each letter.
    """
    if "](" in text:
        return None
    folded = text if _as_folded().fullmatch(text) is not None else _folded(text)
    if folded is None or (("%" in folded or "-" in folded) and _DOUBTFUL.search(folded) is not None):
        return None
    return folded if _CLOSE.search(folded) is None else _with_signs(folded)


def _folded(text: str) -> str | None:
    if _odd().search(text) is not None:
        return None
    folded = fold(text)
    if not text.isascii():
        for typed, plain in _TYPED:
            folded = folded.replace(typed, plain)
    return folded


def read(folded: str) -> Prose | None:
    """Return the normal form of a text that is marked, if it is prose."""
    text = folded.replace(DROPPED, "")
    words = _words(text)
    if text.isascii() or _any_cjk().search(text) is None:
        form = _without_articles(" ".join(words))
    elif ("the" in text or "an" in text) and not {"the", "an"}.isdisjoint(words[:-1]):
        return None  # beside CJK letters it depends on what stood between whether it is an article
    else:
        form = _side_by_side(words)
    for mark, sign in _KEPT.items():
        if sign in form:
            form = form.replace(sign, mark)
    return None if " " in form and _unit().search(form) is not None else Prose(form, folded)


class Prose(NamedTuple):
    """A text of words and numbers."""

    form: str  # in normal form
    folded: str  # as long as the text; marks within words are control characters

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """Lead a stretch of the form back to the text; None where that takes a closer look.

        The n-th time that a word or letter comes in the form is the n-th time that it comes in the text.

        Example:
            >>> prose("It's the  Eiffel Tower.").origin(4, 16)
            (10, 22)
        """
        form = self.form
        first, last = _edge().match(form, start, end), _edge().match(form[start:end][::-1])
        if first is None or last is None or _is_cut(form, start) or _is_cut(form, end):
            return None
        text = self.folded.replace(DROPPED, "")
        begin = self._place(text, first[0], start)
        stop = self._place(text, last[0][::-1], end - last.end()) + last.end()
        if len(text) == len(self.folded):
            return begin, stop
        return _with_dropped(self.folded, begin), _with_dropped(self.folded, stop - 1) + 1

    def _place(self, text: str, edge: str, at: int) -> int:
        """Return where in the text the word or letter stands that stands here in the form."""
        if edge in "the" or edge in "an":
            text = _article().sub(_blank, text)
        earlier = self.form.count(edge, 0, at)
        return len(edge.join(text.split(edge, earlier + 1)[: earlier + 1]))


def _words(folded: str) -> list[str]:
    if folded.isascii():
        return folded.encode().translate(_SPACES).decode().split()  # bytes are replaced faster
    return _word().findall(folded)


def _with_signs(folded: str) -> str | None:
    """Put control characters in the place of marks within words; None where one takes a closer look."""
    parts: list[str] = []
    done = 0
    grouping = {comma for number in _GROUPED.finditer(folded) for comma in _commas(number)}
    for match in _CLOSE.finditer(folded):
        at = match.start()
        sign = _sign(folded[at - 1] if at else "", match[0], folded[at + 1])
        if sign is None:
            return None
        if sign or at in grouping:
            parts += (folded[done:at], sign or DROPPED)
            done = at + 1
    return "".join((*parts, folded[done:]))


def _commas(number: re.Match[str]) -> range:
    """Return where the commas of a number stand: before every three digits, counted from its end."""
    return range(number.end() - 4, number.start(), -4)


def _sign(before: str, mark: str, after: str) -> str | None:
    """Return what stands for a mark before a letter or digit: nothing where it sets words apart."""
    is_number = after.isdecimal()
    if before.isdecimal() and is_number:
        return _KEPT.get(mark, "")
    if is_number and mark in ".-" and not (before.isalpha() and before < _FIRST_CJK):
        return None  # a sign, or a leading decimal point
    return DROPPED if before.isalpha() and not is_number and mark in "'." else ""


def _side_by_side(words: list[str]) -> str:
    """Write words with a space between two of them unless one is Han, kana or Hangul there."""
    parts: list[str] = []
    is_latin = False
    for word in words:
        if is_latin and word[0] < _FIRST_CJK:
            parts.append(" ")
        parts.append(word)
        is_latin = word[-1] < _FIRST_CJK
    return "".join(parts)


def _without_articles(form: str) -> str:
    """Take off every article but one at the end, which stands before nothing."""
    if "the " not in form and "an " not in form:
        return form
    bare = f" {form}"
    for article in (" the ", " an "):
        while article in bare:
            bare = bare.replace(article, " ")
    return bare[1:]


@cache
def _odd() -> re.Pattern[str]:
    """Match what takes more than prose."""
    return re.compile(rf"[^{_LATIN}{_CJK}{_MARKS}% \t\n\r{_TO_FOLD}]")


@cache
def _as_folded() -> re.Pattern[str]:
    """Match prose in which nothing has to be folded."""
    return re.compile(rf"[a-z0-9{_CJK}{_MARKS}% \t\n\r]*+")


@cache
def _word() -> re.Pattern[str]:
    """Match a word of a text that is marked."""
    return re.compile(f"[{_IN_WORDS}]+")


@cache
def _any_cjk() -> re.Pattern[str]:
    """Match a letter beside which no space is kept."""
    return re.compile(f"[{_CJK}]")


@cache
def _article() -> re.Pattern[str]:
    """Match an article that stands before a word."""
    return re.compile(rf"(?<![{_IN_WORDS}])(?:an|the)(?=[^{_IN_WORDS}]+[{_IN_WORDS}])")


@cache
def _edge() -> re.Pattern[str]:
    """Match what is counted to find a place: a whole word, or a letter where words are not set apart."""
    return re.compile(rf"[{_LATIN}]+|[{_CJK}%]")


@cache
def _unit() -> re.Pattern[str]:
    return re.compile(rf"[0-9] {any_of(UNITS)}(?![a-z0-9])")


def _is_cut(form: str, at: int) -> bool:
    """Whether a stretch that begins or ends there has only a part of a word."""
    return 0 < at < len(form) and _TWO.match(form, at - 1) is not None


def _blank(article: re.Match[str]) -> str:
    return " " * len(article[0])


def _with_dropped(folded: str, at: int) -> int:
    """Lead a place in a text without its dropped marks back to the text."""
    dropped = folded.find(DROPPED)
    while -1 < dropped <= at:
        at += 1
        dropped = folded.find(DROPPED, dropped + 1)
    return at
