"""Forms of replies: what a model is asked to fill in, read strictly, with a complaint that it can act on.

A form is a class of typed fields. Its schema goes with the request, and what comes back is read into it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec

from ragtriage.errors import ReplyError
from ragtriage.llm.replies import Object
from ragtriage.model import Metadata

__all__ = ["Filled", "Range", "fill", "schema_of", "within"]

# The lowest and the highest number.
Range: TypeAlias = tuple[int, int]

F = TypeVar("F", bound="Filled")


class Filled(msgspec.Struct, frozen=True):
    """A reply that fits its form; fields that nobody asked for are not looked at."""


# The types that a field may have, beside a list of forms and a choice of words: in JSON's words and in ours.
_TYPES: Final = {
    str: ("string", "a string"),
    int: ("integer", "a whole number"),
    bool: ("boolean", "true or false"),
}


def fill(found: Object, form: type[F], **ranges: Range) -> F:
    """Return what an object says, read into its form.

    Args:
        found: The object.
        form: What it should be.
        ranges: What the model is told of a number that is none; `within` holds those that are to it.

    Raises:
        ReplyError: A field is not there, or says what it may not.

    Example:
        >>> class Opinion(Filled, frozen=True):
        ...     chunk: int
        ...     verdict: Literal["yes", "no"]
        >>> fill({"chunk": 1, "verdict": "yes"}, Opinion).verdict
        'yes'
        >>> fill({"chunk": 1, "verdict": "perhaps"}, Opinion)
        Traceback (most recent call last):
        ...
        ragtriage.errors.ReplyError: 'verdict' must be one of yes, no: 'perhaps'
    """
    try:
        return msgspec.convert(found, form)
    except msgspec.ValidationError:
        raise ReplyError(_complaint(found, form, ranges) or "another form was asked for") from None


def within(name: str, number: int, numbers: Range) -> int:
    """Return a number of a reply.

    Raises:
        ReplyError: It is out of range.
    """
    lowest, highest = numbers
    if not lowest <= number <= highest:
        raise ReplyError(_no_number(name, numbers))
    return number


def _no_number(name: str, numbers: Range) -> str:
    return f"{name!r} must be a whole number from {numbers[0]} to {numbers[1]}"


def schema_of(form: type[Filled]) -> Metadata:
    """Return the strict JSON schema of a form.

    Example:
        >>> class Opinion(Filled, frozen=True):
        ...     reason: str
        ...     verdict: Literal["yes", "no"]
        >>> schema_of(Opinion)["properties"]["verdict"]
        {'type': 'string', 'enum': ['yes', 'no']}
    """
    properties = {name: _schema(kind) for name, kind in _fields(form).items()}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _schema(kind: Any) -> Metadata:  # noqa: ANN401 - of any field
    if get_origin(kind) is Literal:
        return {"type": "string", "enum": list(get_args(kind))}
    if get_origin(kind) is list:
        return {"type": "array", "items": schema_of(get_args(kind)[0])}
    return {"type": _TYPES[kind][0]}


@cache
def _fields(form: type[Filled]) -> dict[str, Any]:
    """Return the types of a form's fields, in order."""
    return get_type_hints(form)


def _complaint(found: Object, form: type[Filled], ranges: Mapping[str, Range]) -> str | None:
    """Return what is wrong with the first field that does not fit; None where all do."""
    told = (_about(name, kind, found.get(name), ranges) for name, kind in _fields(form).items())
    return next((one for one in told if one is not None), None)


def _about(name: str, kind: Any, value: object, ranges: Mapping[str, Range]) -> str | None:  # noqa: ANN401 - of any field
    """Return what is wrong with the value of a field; None where it fits."""
    if get_origin(kind) is list:
        entries = cast("list[object]", value) if isinstance(value, list) else [None]
        if not all(isinstance(entry, dict) for entry in entries):
            return f"{name!r} must be a list of objects"
        (form,) = get_args(kind)
        told = (_complaint(cast("Object", entry), form, ranges) for entry in entries)
        return next((one for one in told if one is not None), None)
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        pass
    else:
        return None
    if get_origin(kind) is Literal and isinstance(value, str):
        return f"{name!r} must be one of {', '.join(get_args(kind))}: {value[:40]!r}"
    if name in ranges:
        return _no_number(name, ranges[name])
    return f"{name!r} must be {_TYPES.get(kind, _TYPES[str])[1]}"
