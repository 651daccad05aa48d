"""Mending: a text as it stood before a page break, a line's end or an escape damaged it, places kept.

A word that was hyphenated at the end of a line is joined again, a line that holds a page number alone is
taken out, `&amp;` and its like are written as characters, and `>=` as `≥`.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from functools import cache
from typing import Final, NamedTuple

from ragtriage.model import Place
from ragtriage.text.chunks import Chunk

__all__ = ["Mended", "mended", "with_signs"]

# Without any of these nothing is damaged.
_TELLTALES: Final = ("&", ">=", "<=", "-\n", "‐\n", "-\r", "‐\r")

_SIGNS: Final = {">=": "≥", "<=": "≤"}


class Mended(NamedTuple):
    """A mended text, and which stretches of the damaged one its parts come from."""

    text: str
    starts: tuple[int, ...]  # where a part begins in the mended text
    sources: tuple[tuple[int, int, bool], ...]  # its stretch in the damaged one, and whether it is copied

    def place(self, place: Place) -> Place:
        """Lead a place in the mended text back to the damaged one."""
        start, end = self.source_of(place.start)[0], self.source_of(place.end - 1)[1]
        return Place(chunk=place.chunk, start=start, end=end)

    def source_of(self, at: int) -> tuple[int, int]:
        """Return the stretch of the damaged text that one character comes from."""
        part = bisect_right(self.starts, at) - 1
        start, end, is_copied = self.sources[part]
        if not is_copied:
            return start, end
        return start + at - self.starts[part], start + at - self.starts[part] + 1


def mended(chunk: Chunk) -> Mended | None:
    r"""Return a chunk's text mended; None where nothing in it is damaged.

    Example:
        >>> text = "learners form independent assess-\nments, AT&amp;T says"
        >>> mended(Chunk(0, text)).text
        'learners form independent assessments, AT&T says'
        >>> mended(Chunk(0, "well-known")) is None
        True
    """
    text = chunk.text
    if not any(map(text.__contains__, _TELLTALES)) and (
        "\n" not in text or _page_number().search(text) is None
    ):
        return None
    parts: list[str] = []
    starts: list[int] = []
    sources: list[tuple[int, int, bool]] = []
    length = done = 0
    for match in _damage().finditer(text):
        for part, source in (
            (text[done : match.start()], (done, match.start(), True)),
            (_instead(match), (match.start(), match.end(), False)),
        ):
            if part:
                parts.append(part)
                starts.append(length)
                sources.append(source)
                length += len(part)
        done = match.end()
    if not done:
        return None
    parts.append(text[done:])
    return Mended("".join(parts), (*starts, length), (*sources, (done, len(text), True)))


def with_signs(passage: str) -> str:
    """Write a passage's escapes and signs as a mended text has them; its lines are left alone.

    Example:
        >>> with_signs("a dose of &gt;= 5 mg")
        'a dose of ≥ 5 mg'
    """
    return _sign().sub(lambda match: _SIGNS[match[0]], html.unescape(passage))


def _instead(match: re.Match[str]) -> str:
    """Return what stood where something is damaged."""
    if match.lastgroup == "page":
        return "\n"
    if match.lastgroup == "sign":
        return "≥" if match[0].startswith(("&gt", ">")) else "≤"
    return html.unescape(match[0]) if match.lastgroup == "escape" else ""


@cache
def _page_number() -> re.Pattern[str]:
    """Match a line that holds a page number alone, with the breaks around it."""
    page = r"(?:page |p\. ?|- ?|– ?)?[0-9]{1,4}(?: ?/ ?[0-9]{1,4}| of [0-9]{1,4})?(?: ?[-–])?"
    return re.compile(rf"\r?\n\s{{0,9}}{page}[ \t]{{0,9}}\r?\n\s{{0,9}}", re.IGNORECASE)


@cache
def _damage() -> re.Pattern[str]:
    return re.compile(
        r"(?P<hyphen>(?<=[^\W\d_])[-‐][ \t]{0,9}\r?\n[ \t]{0,9}(?=[^\W\d_]))"
        rf"|(?P<page>{_page_number().pattern})"
        r"|(?P<sign>(?:&[gl]t;|[<>])=)"
        r"|(?P<escape>&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,5});)",
        re.IGNORECASE,
    )


@cache
def _sign() -> re.Pattern[str]:
    return re.compile("[<>]=")
