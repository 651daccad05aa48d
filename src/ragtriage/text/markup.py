"""Markup: what only says how words look, taken off where words are looked for one behind another."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["without_markup"]


def without_markup(text: str) -> str:
    """Return a text without tags of HTML that set words, and without marks of emphasis.

    Example:
        >>> without_markup("<p>I **do not**<br>know a_b.</p>")
        ' I do not know a_b. '
    """
    if "<" in text:
        text = _inline().sub("", _block().sub(" ", text))
    return _emphasis().sub("", text) if "*" in text or "_" in text else text


@cache
def _inline() -> re.Pattern[str]:
    return re.compile(r"</?(?:b|strong|i|em|u|span|font|mark)(?:\s[^<>]{0,200})?>", re.IGNORECASE)


@cache
def _block() -> re.Pattern[str]:
    return re.compile(r"</?(?:p|br|div|li|ul|ol)(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)


@cache
def _emphasis() -> re.Pattern[str]:
    return re.compile(r"(?<![\w*_])[*_]{1,3}(?=[^\s*_])|(?<=[^\s*_])[*_]{1,3}(?![\w*_])|\*\*")
