"""What gathers a long text, or its places, from many short pieces, holding none of the pieces."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from io import StringIO

__all__ = ["gathered", "places"]


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


def places(each: Iterable[int] = ()) -> array[int]:
    """Return places as numbers side by side: a list would hold an object of its own for each."""
    return array("I", each)
