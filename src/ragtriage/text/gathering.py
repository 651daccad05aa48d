"""What gathers a long text, or its places, from many short pieces, holding none of the pieces."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from io import StringIO
from typing import Final

import regex

__all__ = ["gathered", "places", "replaced"]

# In a longer text what is changed is not held piece by piece.
_LONG: Final = 10_000


def gathered() -> StringIO:
    """Return an empty text that pieces are written to.

    One made empty would keep each piece as it is until it is read, which for a piece of two characters is
    as much as sixty; one that held something once puts the characters side by side.

    >>> text = gathered()
    >>> text.write("a") + text.write("bc")
    3
    >>> text.getvalue(), gathered().getvalue()
    ('abc', '')
    """
    text = StringIO(" ")
    text.truncate(0)
    return text


def replaced(pattern: regex.Pattern[str], instead: str | Callable[[regex.Match[str]], str], text: str) -> str:
    """Return a text in which something else stands wherever a pattern is found, as `sub` does."""
    if len(text) <= _LONG:
        return pattern.sub(instead, text)
    changed, done = gathered(), 0
    for match in pattern.finditer(text):
        changed.write(text[done : match.start()])
        changed.write(match.expand(instead) if isinstance(instead, str) else instead(match))
        done = match.end()
    changed.write(text[done:])
    return changed.getvalue()


def places(each: Iterable[int] = ()) -> array[int]:
    """Return places as numbers side by side: a list would hold an object of its own for each."""
    return array("I", each)
