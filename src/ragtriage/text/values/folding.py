"""A text as the reader sees it: one width, one dash, lower case, and the way back to the original."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import repeat
from typing import Final, NamedTuple

from ragtriage.text.gathering import gathered, places

__all__ = ["Folded", "fold"]

_DASHES: Final = dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-")
_WAVES: Final = dict.fromkeys(map(ord, "〜～∼˜"), "~")
_SPACES: Final = dict.fromkeys(
    map(ord, "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"), " "
)
_SIGNS: Final = {**_DASHES, **_WAVES, **_SPACES, ord("￥"): "¥", ord("￦"): "₩"}
_WIDE: Final = {code: chr(code - ord("！") + ord("!")) for code in range(ord("！"), ord("～") + 1)}
_ONE_BY_ONE: Final = {**_WIDE, **_SIGNS}
_SUPERSCRIPTS: Final = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")


class Folded(NamedTuple):
    """The folded text, and where its characters come from."""

    text: str  # n characters, lower case
    cased: str  # n characters, as `text` before lower case
    starts: Sequence[int] | None  # (n,) where each stands in the original; None: at the same place
    ends: Sequence[int] | None  # (n,) where it ends there

    def span(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of the folded text as one of the original."""
        if self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Fold a text, keeping for each character where it came from.

    >>> fold("５㎞").text, fold("５㎞").span(1, 3)
    ('5km', (1, 2))
    """
    if text.isascii():
        return Folded(_spaced(text.lower()), text, None, None)
    plain = text.translate(_ONE_BY_ONE)
    if unicodedata.is_normalized("NFKC", plain):
        lower = plain.lower()
        if len(lower) == len(plain):
            return Folded(_spaced(lower), plain, None, None)
    return _fold_clusters(text)


@cache
def _cluster() -> re.Pattern[str]:
    """Stretches that need no folding but by sign, and base characters with what combines with them."""
    return re.compile(r"[\x20-\x7e]+|.[\u0300-\u036f\u3099\u309a\uff9e\uff9f\u1160-\u11ff]*", re.DOTALL)


def _fold_clusters(text: str) -> Folded:
    cased, starts, ends = gathered(), places(), places()
    for match in _cluster().finditer(text):
        piece = match.group()
        start, end = match.span()
        if piece.isascii():
            cased.write(piece)
            starts.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
            continue
        mark = "^" if piece[0] in _SUPERSCRIPTS else ""
        folded = mark + unicodedata.normalize("NFKC", piece.translate(_SIGNS)).translate(_SIGNS)
        cased.write(folded)
        starts.extend(repeat(start, len(folded)))
        ends.extend(repeat(end, len(folded)))
    joined = cased.getvalue()
    lower = joined.translate({ord(one): low for one in {*joined} if len(low := one.lower()) == 1})
    return Folded(_spaced(lower), joined, starts, ends)


@cache
def _between() -> re.Pattern[str]:
    return re.compile("(?<=[a-z])-(?=[a-z])|(?<=[a-z0-9])\n(?=[a-z])")


def _spaced(lower: str) -> str:
    """Make spaces of what parts words like one: a hyphen (twenty-one, 5-year-old), and the end of a line."""
    return _between().sub(" ", lower) if "-" in lower or "\n" in lower else lower
