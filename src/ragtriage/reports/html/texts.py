"""Texts of cases, made ready for a page: cut into runs that are plain, marked or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from ragtriage.reports.inert import inert

__all__ = ["Mark", "Run", "language_of", "marked"]

# A text, the number of characters left out, or a marked text with its kinds and what it refers to.
Run: TypeAlias = "str | int | tuple[str, str, tuple[int, ...]]"

_LEAST_KEPT: Final = 30  # characters on either side of a mark, however little room there is

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_KANA: Final = re.compile("[\u3041-\u309f\u30a0-\u30ff\uff66-\uff9d]")
_HANGUL: Final = re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]")
_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_HAN_LANGUAGES: Final = ("zh", "ja", "ko")


class Mark(NamedTuple):
    """A stretch of a text that means something."""

    start: int
    end: int
    kind: str  # one letter: what it is
    reference: int | None = None  # to what, such as the number of a statement


class _Stretch(NamedTuple):
    text: str
    marks: tuple[Mark, ...]


def marked(text: str, marks: Iterable[Mark] = (), *, limit: int | None = None) -> list[Run]:
    """Return a text as runs; control, direction and invisible characters are spelt out.

    Args:
        text: As it was recorded.
        marks: In characters of the text; they may overlap, and what stands outside of it is ignored.
        limit: How many characters to keep, about; what is marked is kept first, with what surrounds it.

    Example:
        >>> marked("Due on the 5th.", [Mark(7, 14, "e", 0)])
        ['Due on ', ('e', 'the 5th', (0,)), '.']
        >>> marked("a" * 300, limit=200)[1:]
        [100]
    """
    stretches = list(_stretches(text, marks))
    if limit is not None and len(text) > limit:
        runs = _shortened(stretches, limit)
    else:
        runs = ((stretch, 0) for stretch in stretches)
    return [run for stretch, left_out in runs for run in _runs(stretch, left_out)]


def _stretches(text: str, marks: Iterable[Mark]) -> Iterator[_Stretch]:
    """Cut a text wherever a mark begins or ends."""
    within = [mark for mark in marks if 0 <= mark.start < mark.end <= len(text)]
    edges = sorted({0, len(text), *(mark.start for mark in within), *(mark.end for mark in within)})
    for start, end in pairwise(edges):
        yield _Stretch(text[start:end], tuple(m for m in within if m.start <= start and end <= m.end))


def _shortened(stretches: Sequence[_Stretch], limit: int) -> Iterator[tuple[_Stretch, int]]:
    """Yield stretches, and after each how many characters are left out."""
    plain = [stretch for stretch in stretches if not stretch.marks]
    kept_marked = sum(len(stretch.text) for stretch in stretches if stretch.marks)
    sides = 2 * len(plain) - (len(stretches) > 1 and not stretches[-1].marks)
    share = max(_LEAST_KEPT, (limit - kept_marked) // max(1, sides))
    last = len(stretches) - 1
    for place, stretch in enumerate(stretches):
        most = limit if stretch.marks else share * (1 if 0 < place == last else 2)
        left_out = len(stretch.text) - most
        if left_out <= _LEAST_KEPT // 2:
            yield stretch, 0
        elif place == last:  # nothing follows that would need what stands before it
            yield stretch._replace(text=stretch.text[:most]), left_out
        else:
            yield stretch._replace(text=stretch.text[: most // 2]), left_out
            yield stretch._replace(text=stretch.text[-(most - most // 2) :]), 0


def _runs(stretch: _Stretch, left_out: int) -> Iterator[Run]:
    shown = inert(stretch.text, one_line=False)
    if stretch.marks:
        kinds = "".join(sorted({mark.kind for mark in stretch.marks}))
        references = tuple(dict.fromkeys(m.reference for m in stretch.marks if m.reference is not None))
        yield kinds, shown, references
    elif shown:
        yield shown
    if left_out:
        yield left_out


def language_of(text: str, hint: str | None = None) -> str:
    """Return what a browser should take a text's language for, so that its glyphs are right; empty: any.

    Args:
        text: Any text.
        hint: The language as the case gives it.

    Example:
        >>> [language_of(text) for text in ("期限は5日です", "기한은 5일", "期限", "limit")]
        ['ja', 'ko', 'zh', '']
        >>> language_of("期限", "ja")
        'ja'
    """
    known = hint if hint is not None and _TAG.fullmatch(hint) else ""
    if _KANA.search(text):
        return "ja"
    if _HANGUL.search(text):
        return "ko"
    if _HAN.search(text):
        return known if known.lower().startswith(_HAN_LANGUAGES) else "zh"
    return known
