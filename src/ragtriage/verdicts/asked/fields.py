"""Fields of a reply: read strictly, with a complaint that the model can act on."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from ragtriage.errors import ReplyError
from ragtriage.llm.replies import Object
from ragtriage.model import Metadata

__all__ = ["array_of", "choice", "records", "schema_of", "text", "truth", "whole"]


def text(found: Object, name: str) -> str:
    """Return a string.

    Raises:
        ReplyError: There is none of that name.
    """
    value = found.get(name)
    if not isinstance(value, str):
        raise ReplyError(f"{name!r} must be a string")
    return value


def choice(found: Object, name: str, allowed: Collection[str]) -> str:
    """Return a string of a list.

    Raises:
        ReplyError: There is none of that name, or it is another.

    Example:
        >>> choice({"verdict": "supported"}, "verdict", ("supported", "unclear"))
        'supported'
    """
    value = text(found, name)
    if value not in allowed:
        raise ReplyError(f"{name!r} must be one of {', '.join(allowed)}: {value[:40]!r}")
    return value


def whole(found: Object, name: str, lowest: int, highest: int) -> int:
    """Return a whole number in a range.

    Raises:
        ReplyError: There is none of that name, or it is out of range.
    """
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise ReplyError(f"{name!r} must be a whole number from {lowest} to {highest}")
    return value


def truth(found: Object, name: str) -> bool:
    """Return true or false.

    Raises:
        ReplyError: There is neither of that name.
    """
    value = found.get(name)
    if not isinstance(value, bool):
        raise ReplyError(f"{name!r} must be true or false")
    return value


def records(found: Object, name: str) -> list[Object]:
    """Return a list of objects.

    Raises:
        ReplyError: There is none of that name.
    """
    value = found.get(name)
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in cast("list[object]", value)):
        raise ReplyError(f"{name!r} must be a list of objects")
    return cast("list[Object]", value)


# The JSON schemas of single fields.
_KINDS = {"text": {"type": "string"}, "whole": {"type": "integer"}, "truth": {"type": "boolean"}}


def schema_of(**fields: str | tuple[str, ...] | Metadata) -> Metadata:
    """Return the strict schema of an object: each field a kind, a tuple of allowed words, or a schema.

    Example:
        >>> schema_of(reason="text", verdict=("yes", "no"))["properties"]["verdict"]
        {'type': 'string', 'enum': ['yes', 'no']}
    """
    properties: Metadata = {}
    for name, kind in fields.items():
        if isinstance(kind, tuple):
            properties[name] = {"type": "string", "enum": list(kind)}
        else:
            properties[name] = _KINDS[kind] if isinstance(kind, str) else kind
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def array_of(schema: Metadata) -> Metadata:
    """Return the schema of a list.

    Example:
        >>> array_of({"type": "string"})
        {'type': 'array', 'items': {'type': 'string'}}
    """
    return {"type": "array", "items": schema}
