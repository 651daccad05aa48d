"""The normal form of what was written: one way to write each character, its places kept.

Every stage reads it in the place of the text as recorded. Letters are composed (NFC) and of one width, what
cannot be seen is gone, what HTML escapes is written out, white space is one space or one line end. It says
the same as the text: what may have been meant is left to `mending`.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from html.entities import html5
from typing import Final, NamedTuple

import regex

from ragtriage.text.characters import HALF_KANA, HAN, HANGUL, HIRAGANA, OLD_HAN
from ragtriage.text.gathering import places, replaced

__all__ = ["Change", "Written", "is_about_escapes", "is_blank", "is_normal", "written"]


class Change(NamedTuple):
    """What is changed in a text: wherever a pattern is found, something else comes in its place."""

    pattern: regex.Pattern[str]
    instead: str | Callable[[regex.Match[str]], str]

    def apply(self, text: str) -> str:
        """Return the text with all of it changed."""
        return replaced(self.pattern, self.instead, text)


class _Step(NamedTuple):
    """A text made from another, and which stretches of that one its parts come from."""

    starts: Sequence[int]  # (n + 1,) where a part begins in the text; where the last one ends
    firsts: Sequence[int]  # (n,) where its stretch begins in the other
    lasts: Sequence[int]  # (n,) where that ends

    @classmethod
    def of(cls, text: str, change: Change) -> _Step:
        """Note where the parts of a changed text come from."""
        starts, firsts, lasts = places(), places(), places()
        length = done = 0
        for match in change.pattern.finditer(text):
            start, end = match.span()
            new = len(change.instead if isinstance(change.instead, str) else change.instead(match))
            for size, first, last in ((start - done, done, start), (new, start, end)):
                if size:
                    starts.append(length)
                    firsts.append(first)
                    lasts.append(last)
                    length += size
            done = end
        starts.extend((length, length + len(text) - done))
        firsts.append(done)
        lasts.append(len(text))
        return cls(starts, firsts, lasts)

    def stretch(self, at: int) -> tuple[int, int]:
        """Return the stretch of the other text that one character comes from."""
        part = min(bisect_right(self.starts, at), len(self.firsts)) - 1
        start, end = self.firsts[part], self.lasts[part]
        if self.starts[part + 1] - self.starts[part] != end - start:
            return start, end
        return start + at - self.starts[part], start + at - self.starts[part] + 1


@dataclass(frozen=True)
class Written:
    """A text in another form, and the way back to the text as it was recorded.

    Args:
        source: As it was recorded.
        text: In the other form.
        changes: What was changed, in order, each with the text before it.
    """

    source: str
    text: str
    changes: tuple[tuple[str, Change], ...] = ()

    def then(self, change: Change) -> Written:
        """Change more of the text."""
        after = change.apply(self.text)
        if after == self.text:
            return self
        return Written(self.source, after, (*self.changes, (self.text, change)))

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Lead a stretch of the text back to the source."""
        for step in self._steps:
            start, end = step.stretch(start)[0], step.stretch(end - 1)[1]
        return start, end

    def quoted(self, start: int, end: int) -> str:
        """Return what stands for a stretch of the text in the source."""
        start, end = self.origin(start, end)
        return self.source[start:end]

    @cached_property
    def _steps(self) -> tuple[_Step, ...]:
        """The way back, the last change first; few texts are led back."""
        return tuple(_Step.of(before, change) for before, change in reversed(self.changes))


def written(text: str, *, with_escapes: bool = True) -> Written:
    r"""Bring a text to its normal form.

    Args:
        text: As it was recorded.
        with_escapes: Write out what HTML escapes.

    Example:
        >>> written("ﾄﾞｷｭﾒﾝﾄ No.３").text, written("19\u00ad86").text, written("AT&amp;T  Inc.").text
        ('ドキュメント No.3', '1986', 'AT&T Inc.')
        >>> written("in \u20601\u2060954").quoted(3, 7)
        '1\u2060954'
    """
    if is_normal(text):
        return Written(text, text)
    return (_kept if len(text) <= _MOST_KEPT else _brought)(text, with_escapes)


_MOST_KEPT: Final = 1000  # characters; an answer or a label is read by several stages, a passage by one


def _brought(text: str, with_escapes: bool) -> Written:  # noqa: FBT001 - what is kept is known by place
    form = Written(text, text)
    if with_escapes and "&" in text:
        form = form.then(_unescaped())
        if "&amp;" in text:  # what was escaped twice
            form = form.then(_unescaped())
    if not (form.text.isascii() and form.text.isprintable()):
        form = form.then(_without_invisible())
    if not form.text.isascii():
        if not unicodedata.is_normalized("NFC", form.text):
            form = form.then(_composed())
        form = form.then(_of_one_width(has_marks=_cjk().search(form.text) is not None))
    form = form.then(_once_spaced() if form.text.isascii() and form.text.isprintable() else _spaced())
    if ">=" in form.text or "<=" in form.text:
        form = form.then(_with_signs())
    return form


_kept: Final = lru_cache(maxsize=64)(_brought)


def is_blank(text: str) -> bool:
    """Whether nothing is written in a text.

    Example:
        >>> is_blank(" \u200b"), is_blank("-")
        (True, False)
    """
    return not text or text.isspace() or (len(text) <= _SHORT and not written(text).text.strip())


_SHORT: Final = 40  # characters; a longer text says something


def is_about_escapes(texts: Iterable[str]) -> bool:
    """Whether texts speak of HTML escapes as such, so that writing them out would change what is said.

    Example:
        >>> is_about_escapes(["How is & written in HTML?"]), is_about_escapes(["Who owns AT&amp;T?"])
        (True, False)
        >>> is_about_escapes(["&lt;"])
        True
    """
    return any(_about_escapes().search(text) is not None for text in texts)


def is_normal(text: str) -> bool:
    """Whether a text surely is in normal form; most are, and are told so at a glance."""
    if "  " in text or "&" in text or (">" in text and ">=" in text) or ("<" in text and "<=" in text):
        return False
    if "\n" in text and (" \n" in text or "\n\n\n" in text):
        return False
    if text.isascii():
        return not any(map(text.__contains__, _CONTROLS))
    return _odd().search(text) is None and (_cjk().search(text) is not None or _full().search(text) is None)


# Those of ASCII that stand in texts.
_CONTROLS: Final = ("\t", "\r", "\f", "\v", "\x00", "\x02", "\x1f", "\x7f")


# What holds large ranges takes milliseconds to compile: it waits for the first text that needs it.
@cache
def _odd() -> re.Pattern[str]:
    """Match a character that may not be in normal form, whether it is or not."""
    return re.compile(
        "[^ -~\n¡-¬®-ˬͰ-ͳͶ-ͽͿΆΈ-Ͽ-ӿ‐-‧‰-※€₩℃№→←↑↓−≒≠≤≥■□▲△▼▽○◎●★☆"
        f"、-】〒-〜{HIRAGANA}゛-\u30ff{OLD_HAN}{HAN}{HANGUL}！-／：-＠［-｀｛-～￥]"
    )


@cache
def _full() -> re.Pattern[str]:
    """Match a mark in the width of Han letters."""
    return re.compile("[！-～￠-￢￥￦]")


@cache
def _cjk() -> re.Pattern[str]:
    """Match a letter of a script that has marks of its own width."""
    return re.compile(f"[{HIRAGANA}\u30a1-\u30ff{OLD_HAN}{HAN}{HANGUL}\uff66-ﾟ々〆]")


@cache
def _unescaped() -> Change:
    pattern = r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});|&nbsp(?![A-Za-z0-9])"
    return Change(regex.compile(pattern), _unescape)


def _unescape(match: regex.Match[str]) -> str:
    escape = match[0]
    if escape[1] != "#" and escape.rstrip(";")[1:] + ";" not in html5:
        return escape
    return html.unescape(escape)


@cache
def _about_escapes() -> regex.Pattern[str]:
    """Match an escape that stands for itself, or the name of a language of which it is."""
    return regex.compile(
        r"(?i:html|xml)|(?:^|[\"'`“‘「『（(])\s*+&#?[A-Za-z0-9]{2,31};\s*+(?:$|[\"'`”’」』）)])"
    )


@cache
def _without_invisible() -> Change:
    """Take out what cannot be seen, and write line ends of all kinds as one.

    A hyphen that is shown at the end of a line alone says that the word goes on there.
    """
    pattern = (
        r"[\u00ad\x02\ufffe][\t ]*+(?:\r\n?|\n)|\r\n?|[\v\f\x85\u2028\u2029\x1c-\x1f]"
        r"|[\p{Default_Ignorable_Code_Point}\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\ufeff\ufff9-\uffff]++"
    )
    return Change(regex.compile(pattern, regex.V1), _nothing_or_break)


def _nothing_or_break(match: regex.Match[str]) -> str:
    return _BREAKS.get(match[0][0], "")


# Ends of lines and pages that are written otherwise than as line ends.
_BREAKS: Final = {
    "\r": "\n",
    "\v": "\n",
    "\x85": "\n",
    "\u2028": "\n",
    "\f": "\n\n",
    "\u2029": "\n\n",
    **dict.fromkeys("\x1c\x1d\x1e\x1f", " "),
}


@cache
def _composed() -> Change:
    """Compose each character with what stands over it."""
    pattern = r"[^\n -~][\p{M}\u1160-\u11ff]*+|[ -~][\p{M}\u1160-\u11ff]++"
    return Change(regex.compile(pattern, regex.V1), _canonical)


def _canonical(match: regex.Match[str]) -> str:
    return unicodedata.normalize("NFC", match[0])


def _compatible(match: regex.Match[str]) -> str:
    return unicodedata.normalize("NFKC", match[0])


# Letters and digits in a form that was made for a width, a font or a dictionary, or two letters as one sign;
# and the marks inside a wide number.
_ALNUM: Final = "[０-９Ａ-Ｚａ-ｚ]"
_LETTERS: Final = (
    rf"{_ALNUM}++(?:[，．：／－＿＆＠＋]{_ALNUM}++)*+|[{HALF_KANA}][ﾞﾟ]?|[｡-･ﾞﾟ\uffa1-\uffdc]|[ﬀ-ﬆ]|[\u2f00-\u2fd5⺟⻳]"
    r"|[\U0001d400-\U0001d7ff]++"
)


@cache
def _of_one_width(*, has_marks: bool) -> Change:
    """Bring letters to one width, and marks too unless there is a script that has marks of its own width."""
    pattern = _LETTERS if has_marks else rf"{_LETTERS}|[！-～]++|[￠-￢￥￦]"
    return Change(regex.compile(pattern, regex.V1), _compatible)


@cache
def _once_spaced() -> Change:
    """Write several spaces as one, where there is no other white space."""
    return Change(regex.compile(" {2,}+"), " ")


@cache
def _spaced() -> Change:
    """Write white space as one space, one line end, or two where a line is blank."""
    blank = r"[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]"
    narrow = r"[\u00a0\u2009\u202f]"
    groups = rf"(?<!\d)\d{{1,3}}(?:{narrow}\d{{3}}){{0,5}}"
    thousands = rf"(?P<thousands>(?={narrow})(?<={groups}){narrow}(?=\d{{3}}(?!\d)))"
    pattern = (
        rf"{thousands}|{blank}++\n(?:{blank}*+\n)*+|\n(?:{blank}*+\n)++"
        rf"|{blank}{{2,}}+|[{blank[1:-1]}--[ ]]"
    )
    return Change(regex.compile(pattern, regex.V1), _space)


def _space(match: regex.Match[str]) -> str:
    return "" if match["thousands"] else "\n" * min(2, match[0].count("\n")) or " "


@cache
def _with_signs() -> Change:
    pattern = regex.compile(r"(?<![<>=!])[<>]=(?![<>=])")
    return Change(pattern, _as_sign)


def _as_sign(match: regex.Match[str]) -> str:
    return "≥" if match[0] == ">=" else "≤"
