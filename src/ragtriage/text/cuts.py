"""Cuts: whether a stretch of a text ends inside an amount: $5 in "$5 million", 5日 in 5日以内.

`edges` keeps the digits of a number and the letters of a word together. What a number is told in, its scale,
unit, rate and bound, is read here as the values are read everywhere, and only where a number ends near.
"""

from __future__ import annotations

import re
from typing import Final

from ragtriage.languages.load import Section, merged

__all__ = ["ends_in_amount"]


class _Words(Section, frozen=True):
    """The section `cuts`: numerals in words."""

    numeral: str = ""


_WORDS: Final = merged("cuts", _Words)

# So far before its end a stretch is looked at for a number, and so far around it values are read.
_TAIL: Final = 24
_WINDOW: Final = 48

# What ends a number and all that belongs to it. A period or comma is looked at with what follows.
_STOPS: Final = frozenset('\n\r\t。、！？!?「」『』（）()[]【】《》〈〉“”";；…・|')
# A stretch that ends in one of these has ended its number too.
_ENDS: Final = _STOPS | frozenset(".,:")
_NUMERAL: Final = re.compile(_WORDS.numeral, re.IGNORECASE)
# What may stand between the parts of an amount, however a line is wrapped.
_BLANKS: Final = re.compile(r"[ \t\u3000]+|\n(?=[^\W\d_])")
_BOUNDARY: Final = re.compile(r"[\s。、，！？]")


def ends_in_amount(text: str, start: int, end: int) -> bool:
    """Whether the stretch ends inside an amount, so that it says another one than the text.

    Example:
        >>> def cut(part, text):
        ...     return ends_in_amount(text, text.index(part), text.index(part) + len(part))
        >>> cut("costs $5", "It costs $5 million."), cut("costs $5", "It costs $5."), cut("5 mg", "5 mg/kg")
        (True, False, True)
        >>> cut("期限は5日", "期限は5日以内です"), cut("期限は5日", "期限は5日です")
        (True, False)
    """
    tail = _BLANKS.sub(" ", text[end : end + _WINDOW])
    following = tail[:2]
    if (
        text[end - 1] in _ENDS
        or not following
        or following[0] in _STOPS
        or (following[0] in ".,:，．" and not following[1:].strip())
    ):
        return False
    if _NUMERAL.search(text, max(start, end - _TAIL), end) is None:
        return False
    from ragtriage.text.values import AMOUNTS, read  # noqa: PLC0415 - large tables, and seldom asked for
    from ragtriage.text.values.bounds import goes_on_as_bound  # noqa: PLC0415 - as above
    from ragtriage.text.values.tables import ADVERBS  # noqa: PLC0415 - as above

    first = max(0, end - _WINDOW)
    boundary = _BOUNDARY.search(text, first, start) if first else None
    first = first if boundary is None else boundary.end()
    head = _BLANKS.sub(" ", text[first:end])
    window, at = head + tail, len(head)
    for value in read(window):
        if value.start < at < value.end:
            return value.kind in AMOUNTS and window[at : value.end].strip().lower() not in ADVERBS
        if value.end == at:
            return value.kind in AMOUNTS and goes_on_as_bound(window, at)
    return False
