"""The door to OpenCC: Traditional Chinese characters brought to Simplified ones, for matching alone."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from ragtriage.errors import MissingExtraError

__all__ = ["fold"]

# The blocks that hold the Han characters of both ways of writing.
_HAN = (range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x32400))


def fold(text: str) -> str:
    """Make every Traditional character Simplified, each by itself.

    Whole phrases would be converted more idiomatically, but then a character's fate would hang on its
    neighbours, and texts that are equal in an earlier mode might differ in a later one.

    Raises:
        MissingExtraError: OpenCC is not installed.

    Example:
        >>> fold("臺灣")
        '台湾'
    """
    return text.translate(_simplified())


@cache
def _simplified() -> dict[int, str]:
    try:
        from opencc import OpenCC  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise MissingExtraError("OpenCC", extra="chinese") from error
    converter = cast("Any", OpenCC("t2s"))  # its base class is compiled and has no types
    simple = "\n".join(chr(code) for block in _HAN for code in block)
    characters = simple.split("\n")
    for _ in range(2):  # what a few become is itself a Traditional character of another one
        simple = str(converter.convert(simple))
    return {ord(a): b for a, b in zip(characters, simple.split("\n"), strict=True) if a != b}
