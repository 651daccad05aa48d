"""Mending: a text as it stood before lines and pages were made of it.

A word that was hyphenated at the end of a line is joined again, and so are numbers, lines of scripts without
spaces, and lines that go on with a small letter; a line that holds a page number alone is taken out. Whether
a line end was made so cannot always be told: who reads the mended text, reads the other too.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import regex

from ragtriage.languages.load import Section, filled, merged
from ragtriage.text.written import Change, Written

__all__ = ["mended"]


class _Words(Section, frozen=True):
    """The section `page_numbers`: page numbers and items, at which a paragraph is broken."""

    without_pages: str = ""
    item: str = ""


_WORDS: Final = merged("page_numbers", _Words)


def mended(form: Written, *, has_pages: bool = False) -> Written:
    r"""Join what line ends and page numbers cut.

    Args:
        form: A text in its normal form.
        has_pages: Whether it is out of a document, so that a number in a line of its own may be a page's.

    Example:
        >>> from ragtriage.text.written import written
        >>> text = "learners form independent assess-\nments\n\n12\n\nof 1,\n250 pages"
        >>> mended(written(text), has_pages=True).text
        'learners form independent assessments of 1,250 pages'
        >>> mended(written("五万三\n千円")).text, mended(written("well-known\n- a list")).text
        ('五万三千円', 'well-known\n- a list')
    """
    if "\n" not in form.text:
        return form
    return (form.then(_without_pages()) if has_pages else form).then(_joined())


@cache
def _without_pages() -> Change:
    """Take out lines that hold a page number alone; a bare number is one beside a blank line."""
    number = r"[0-9]{1,4}(?: ?/ ?[0-9]{1,4}| of [0-9]{1,4})?|[ivxlc]{1,6}"
    dressed = filled(_WORDS.without_pages, number=number)
    pattern = (
        rf" ?\n\s{{0,2}}(?:{dressed}) ?\n\s{{0,2}}"
        r"| ?\n\n ?(?:[0-9]{1,4}|[ivxlc]{1,6}) ?\n\s{0,2}| ?\n ?(?:[0-9]{1,4}|[ivxlc]{1,6}) ?\n\n ?"
    )
    return Change(regex.compile(pattern, regex.IGNORECASE), _line_end)


# A line of a list or a table does not go on from the line before.
_ITEM: Final = _WORDS.item
_LETTER: Final = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー々〆]"


@cache
def _joined() -> Change:
    """Take out line ends, and the hyphens before them, that cut a word or a number."""
    end = r" ?\n ?"
    pattern = (
        rf"(?=[-‐]? ?\n)(?:(?<=\p{{L}})[-‐]{end}(?=\p{{L}})"
        rf"|(?<=(?<!\d)\d{{1,3}}(?:,\d{{3}}){{0,5}},){end}(?=\d{{3}}(?!\d))"
        rf"|(?<=\d){end}(?=,\d{{3}}(?!\d))"
        rf"|(?<=(?<!\d)\d{{1,3}}\.){end}(?=\d{{1,3}}(?![\d.)]))|(?<=\d){end}(?=\.\d)"
        rf"|(?<=[$€£¥￥₩]){end}(?=\d)|(?<=\d){end}(?=[%％‰℃°])"
        rf"|(?<={_LETTER}[、，,」』）)]?){end}(?!{_ITEM})(?=[「『（(]?{_LETTER}|\d)"
        rf"|(?<=\d){end}(?={_LETTER})"
        rf"|(?<={_LETTER}.{{1,24}}\d){end}(?=\d)(?!{_ITEM})"
        rf"|(?P<wrap>(?<=[\p{{Latin}}\d,]){end}(?=\p{{Ll}})))"
    )
    return Change(regex.compile(pattern, regex.V1), _space_or_nothing)


def _line_end(_: regex.Match[str]) -> str:
    return "\n"


def _space_or_nothing(match: regex.Match[str]) -> str:
    return " " if match["wrap"] else ""
