"""Cells of a table that hold a list or an object as text: JSON, Python's way, or numpy's."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import Final, cast

import msgspec

from ragtriage.io.entries import BadFieldError, WrittenFloat, shown

__all__ = ["MOST_LITERAL", "is_literal", "jsonlike", "literal"]

MOST_LITERAL: Final = 8 * 1024 * 1024  # characters of a Python literal; parsing takes many times that

_decode = msgspec.json.Decoder(float_hook=WrittenFloat).decode

# Two strings with nothing but white space between them: a list as numpy prints it, or part of a string.
_ADJACENT: Final = re.compile(r"""['"]\s+['"]""")


def is_literal(cell: str) -> bool:
    """Tell whether a cell begins and ends as a list or an object does."""
    text = cell.strip()
    return (text[:1], text[-1:]) in {("[", "]"), ("{", "}")}


def literal(cell: str, path: str) -> object:
    r"""Read a cell that holds a list or an object; other text stays text.

    Python joins strings that stand side by side; a list that numpy printed holds them as items, and is
    read so.

    Raises:
        BadFieldError: It begins like one but is none, or is longer than a literal may be.

    Example:
        >>> literal('["a", "b"]', "contexts"), literal("['a', 'b']", "contexts")
        (['a', 'b'], ['a', 'b'])
        >>> literal("['a'\n 'b']", "contexts"), literal("a, b", "contexts")
        (['a', 'b'], 'a, b')
    """
    text = cell.strip()
    if not is_literal(text):
        return cell
    try:
        return cast("object", _decode(text.encode()))
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        pass
    if len(text) > MOST_LITERAL:
        raise BadFieldError(
            path, f"a literal of {len(text):,} characters; more than {MOST_LITERAL:,} must be JSON"
        )
    import ast  # noqa: PLC0415 - only such cells need it

    try:
        value: object = ast.literal_eval(text)
        if _ADJACENT.search(text):
            value = _items_side_by_side(text, value)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        raise BadFieldError(
            path, f"begins like a list or an object but is neither JSON nor a Python literal: {shown(text)}"
        ) from None
    return jsonlike(value, path)


def jsonlike(value: object, path: str) -> object:
    """Return a value with nothing in it that JSON does not know, tuples as lists.

    Raises:
        BadFieldError: It holds something else, such as a set or bytes.
    """
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [jsonlike(item, path) for item in cast("list[object]", value)]
    if isinstance(value, Mapping):
        return {str(k): jsonlike(item, path) for k, item in cast("Mapping[object, object]", value).items()}
    raise BadFieldError(path, f"expected what JSON can hold, found {shown(value)}")


def _items_side_by_side(text: str, value: object) -> object:
    """Return the strings of a list that numpy printed, or the value when strings are joined nowhere."""
    import ast  # noqa: PLC0415 - as above
    import io  # noqa: PLC0415 - as above
    import tokenize  # noqa: PLC0415 - as above

    blank = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER}
    try:
        tokens = [
            token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type not in blank
        ]
    except tokenize.TokenError as error:
        raise ValueError(str(error)) from None
    kinds = [token.type for token in tokens]
    if not any(a == b == tokenize.STRING for a, b in itertools.pairwise(kinds)):
        return value
    strings = [token.string for token in tokens if token.type == tokenize.STRING]
    if kinds != [tokenize.OP, *[tokenize.STRING] * len(strings), tokenize.OP]:
        raise ValueError("strings side by side in a list with commas")
    return [ast.literal_eval(string) for string in strings]
