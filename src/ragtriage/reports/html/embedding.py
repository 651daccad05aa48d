"""Data within a page: JSON in a script element that no browser runs, whatever texts it holds."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Final

import msgspec
from markupsafe import Markup

__all__ = ["embedded", "island", "island_of", "joined", "packed", "packed_island"]

# In JSON these stand inside strings only, where an escape means the same character. Without them no text
# can close the element, open a comment in it, or end a line of a script.
_ESCAPES: Final = {
    b"<": rb"\u003c",
    b">": rb"\u003e",
    b"&": rb"\u0026",
    "\u2028".encode(): rb"\u2028",
    "\u2029".encode(): rb"\u2029",
}


def embedded(value: object) -> str:
    r"""Return a value as JSON that can stand between the tags of a script element.

    Example:
        >>> embedded({"answer": "</script><!--"})
        '{"answer":"\\u003c/script\\u003e\\u003c!--"}'
    """
    data = msgspec.json.encode(value)
    for character, escape in _ESCAPES.items():
        data = data.replace(character, escape)
    return data.decode()


def island(name: str, value: object) -> Markup:
    """Return a script element that holds a value as JSON, to be read with `JSON.parse(element.textContent)`.

    Args:
        name: The id of the element: letters, digits and `-`.
        value: Records, or what JSON can hold; no text in it has a lone surrogate, as `inert` leaves none.
    """
    # embedded() leaves no character that could end the element
    return Markup(f'<script type="application/json" id="{name}">{embedded(value)}</script>\n')  # noqa: S704


def joined(entries: Iterable[str]) -> str:
    r"""Return entries that are `embedded` already as one list that is.

    Example:
        >>> joined([embedded(1), embedded("<")])
        '[1,"\\u003c"]'
    """
    return f"[{','.join(entries)}]"


def island_of(name: str, entries: Iterable[str]) -> Markup:
    """Return a script element that holds a list of what is `embedded` already, to be read as an island is."""
    # nor do brackets and commas
    return Markup(f'<script type="application/json" id="{name}">{joined(entries)}</script>\n')  # noqa: S704


def packed(text: str) -> bytes:
    """Return a text deflated and in base 64: a third of its length or less.

    Example:
        >>> zlib.decompress(base64.b64decode(packed("[1, 2]")))
        b'[1, 2]'
    """
    return base64.b64encode(zlib.compress(text.encode()))


def packed_island(name: str, text: str) -> Markup:
    """Return a script element that holds what is `embedded`, packed; `unpacked` in dom.js reads it."""
    # base 64 has no character that could end the element
    data = packed(text).decode()
    return Markup(f'<script type="application/octet-stream" id="{name}">{data}</script>\n')  # noqa: S704
