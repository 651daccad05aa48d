"""Cells of a table that hold a list or an object as text: JSON, Python's way, or numpy's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

import msgspec

from ragtriage.io.entries import BadFieldError, WrittenFloat, shown

__all__ = ["MOST_LITERAL", "is_literal", "jsonlike", "literal"]

MOST_LITERAL: Final = 8 * 1024 * 1024  # characters of a Python literal; parsing takes many times that

_decode = msgspec.json.Decoder(float_hook=WrittenFloat).decode

_OPENING: Final = frozenset("[({")
_CLOSING: Final = frozenset("])}")
_KNOWN: Final = frozenset({*_OPENING, *_CLOSING, ",", ":", "-", "True", "False", "None"})
_MOST_DEPTH: Final = 100


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
        strings = _checked(text)
        value: object = (
            ast.literal_eval(text) if strings is None else [ast.literal_eval(each) for each in strings]
        )
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


def _checked(text: str) -> list[str] | None:
    """Return the strings of a list that numpy printed; None for any other literal.

    Sums and deep nesting are refused here, token by token: some versions of Python end in a crash of the
    process when they parse long chains of them.

    Raises:
        ValueError: The text is no literal of lists, objects, strings, numbers, True, False and None.
    """
    import io  # noqa: PLC0415 - as above
    import tokenize  # noqa: PLC0415 - as above

    blank = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENDMARKER}
    depth, before, strings, are_adjacent, is_list = 0, "", list[str](), False, True
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in blank:
                continue
            depth += (token.string in _OPENING) - (token.string in _CLOSING)
            kind = "string" if token.type == tokenize.STRING else token.string
            is_known = token.type in {tokenize.STRING, tokenize.NUMBER} or token.string in _KNOWN
            is_list = is_list and depth < 2
            if not is_known or depth > _MOST_DEPTH or kind == before == "-":
                raise ValueError(token.string)
            if kind == "string":
                strings.append(token.string)
                are_adjacent |= before == "string"
            elif kind not in {"[", "]"}:
                is_list = False
            before = kind
    except tokenize.TokenError as error:
        raise ValueError(str(error)) from None
    if are_adjacent and not is_list:
        raise ValueError("strings side by side among other items")
    return strings if are_adjacent else None
