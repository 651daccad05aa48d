"""The `values` mode: typed values of `standard` text as canonical tokens."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ragtriage.text.values.found import Found
from ragtriage.text.values.scanning import scan

__all__ = ["canonical"]

_MOST_ROUNDS: Final = 8  # a token may complete a value beside it; in practice one round does


def canonical(text: str) -> str:
    """Put a canonical token in the place of each typed value of a text in `standard` form.

    >>> canonical("翌月の5日"), canonical("may 1 2024"), canonical("3万5千円")
    ('翌月5日', '2024-05-01', '35000jpy')
    >>> canonical("5営業日"), canonical("十分"), canonical("01/05/2024")
    ('5営業日', '十分', '01/05/2024')
    """
    return _canonical(text) if len(text) <= _LONG else _canonical_long(text)


# A text is brought to several forms, which are alike before its values are read.
_LONG: Final = 10_000


def _canonical(text: str) -> str:
    for _ in range(_MOST_ROUNDS):
        changed = _once(text)
        if changed == text:
            break
        text = changed
    return text


@lru_cache(maxsize=4)
def _canonical_long(text: str) -> str:
    return _canonical(text)


def _once(text: str) -> str:
    pieces: list[str] = []
    position = 0
    for found in scan(text, text, spaced=False):
        if found.kind is None or not found.rewritten or text[found.start : found.end] == found.canonical:
            continue
        pieces.append(text[position : found.start])
        pieces.append(_set_apart(text, found, before=pieces[-1][-1:] or "".join(pieces[-2:-1])[-1:]))
        position = found.end
    if not pieces:
        return text
    pieces.append(text[position:])
    return "".join(pieces)


def _set_apart(text: str, found: Found, *, before: str) -> str:
    """The token, with a space where it would run into a Latin word or a number."""
    token = found.canonical
    after = text[found.end : found.end + 1]
    left = " " if _joins(before) and _joins(token[:1]) else ""
    right = " " if _joins(token[-1:]) and _joins(after) else ""
    return left + token + right


def _joins(character: str) -> bool:
    return character.isascii() and character.isalnum()
