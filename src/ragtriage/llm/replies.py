"""Reading replies: the one JSON object in what a model wrote, whatever it wrote around it.

Tolerant of the wrapping (code fences, a byte order mark, prose before and after, thinking aloud), strict
about the object: it must be complete, its keys unique, its numbers finite, and it must be what was asked
for. An object that stands inside another, in a list or among the model's thoughts is never taken for the
answer, nor is one after which another is cut off.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Final, NoReturn, TypeAlias, TypeVar, cast

from ragtriage.errors import ReplyError

__all__ = ["Object", "read_object", "read_prose"]

T = TypeVar("T")

# That open no JSON: a reply that has more is not searched, which would take its length squared.
_MOST_BRACKETS: Final = 1_000

# A JSON object of a reply, before its values are checked.
Object: TypeAlias = dict[str, object]


def read_object(text: str | None, accept: Callable[[Object], T]) -> T:
    """Return what `accept` makes of the last complete JSON object that it accepts.

    Args:
        text: The reply.
        accept: Checks an object, and turns it into what is wanted; it raises ReplyError, with the reason, for
            one that does not fit.

    Raises:
        ReplyError: The reply is empty, cut off, or holds no object that fits; the message is fit to be sent
            back to the model.

    Example:
        >>> read_object('<think>0 or 1?</think>Sure: ```json {"score": 1} ```', lambda found: found["score"])
        1
    """
    if text is None or not text.strip():
        raise ReplyError("the reply is empty")
    refusal: ReplyError | None = None
    for found in reversed(_objects(text)):
        try:
            return accept(found)
        except ReplyError as error:
            refusal = refusal or error
    raise refusal or ReplyError("the reply holds no JSON object")


def read_prose(text: str | None, *, is_whole: bool = True) -> str:
    """Return a reply as the text that it is, without the thoughts before it.

    A reply that is empty, or was cut off, is a text too; one that was cut off among its thoughts is none.

    Args:
        text: The reply.
        is_whole: Whether it was not cut off.

    Raises:
        ReplyError: It ends among its thoughts.

    Example:
        >>> read_prose("<think>The 4th, or the 5th?</think> On the 5th.")
        'On the 5th.'
    """
    said = text or ""
    while (mark := _thoughts_begin().search(said)) is not None:
        said = said[: mark.start()] + said[_after_thoughts(said, mark.end()) :]
    if (last := _thoughts_end().search(said)) is not None:
        said = said[last.end() :]  # some servers swallow the tag that opens
    elif not is_whole and not said.strip():
        raise ReplyError("the reply is truncated: it became too long")
    return said.strip()


def _objects(text: str) -> list[Object]:
    """Return the outermost JSON objects of a text that are no thoughts.

    Raises:
        ReplyError: An object is cut off, the thinking never ends, or hardly anything is JSON.
    """
    found: list[Object] = []
    place = failures = 0
    while (mark := _mark().search(text, place)) is not None:
        if mark["end"]:
            # Some servers swallow the opening tag: then all that stands before the closing one is thoughts.
            found, place = [], mark.end()
        elif mark["begin"]:
            place = _after_thoughts(text, mark.end())
        else:
            value, place = _value(text, mark.start())
            if isinstance(value, dict):
                found.append(cast("Object", value))
            elif value is None and (failures := failures + 1) > _MOST_BRACKETS:
                raise ReplyError("the reply is no answer: it is full of brackets")
    return found


def _value(text: str, start: int) -> tuple[object, int]:
    """Return what the bracket at `start` opens, None if that is not JSON, and the place after it.

    Raises:
        ReplyError: It is cut off, or holds what is no character.
    """
    try:
        value, end = _decoder().raw_decode(text, start)
    except RecursionError:
        return None, _end(text, start)
    except ValueError:
        # What begins like an object is skipped whole, so that nothing inside it is taken for the answer;
        # any other bracket is a part of the prose.
        is_like_json = _json_start().match(text, start) is not None
        return None, _end(text, start) if is_like_json else start + 1
    if _surrogate().search(text, start, end) is not None and not _is_writable(value):
        raise ReplyError("the reply holds half of a surrogate pair, which is no character")
    return value, end


def _is_writable(value: object) -> bool:
    """Whether what was read can be written to a file again."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        return False
    return True


def _after_thoughts(text: str, start: int) -> int:
    """Return the place after the closing tag of the thoughts that begin at `start`.

    Raises:
        ReplyError: There is none.
    """
    end = _thoughts_end().search(text, start)
    if end is None:
        raise ReplyError("the reply is truncated: it ends while the model is still thinking")
    return end.end()


def _end(text: str, start: int) -> int:
    """Return the place after the bracket that closes the one at `start`; brackets in strings do not count.

    One that is never closed but stands among thoughts reaches to their end.

    Raises:
        ReplyError: It is never closed.
    """
    depth = 0
    for found in _bracket_or_string().finditer(text, start):
        mark = found.group()
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
            if depth == 0:
                return found.end()
    if (thoughts := _thoughts_end().search(text, start)) is not None:
        return thoughts.start()
    raise ReplyError("the reply is truncated: its JSON object is cut off")


def _unique(pairs: list[tuple[str, object]]) -> Object:
    """Make an object of its pairs.

    Raises:
        ValueError: Two pairs have the same key.
    """
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


def _no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which are not JSON.

    Raises:
        ValueError: Always.
    """
    raise ValueError(f"not JSON: {name}")


@cache
def _decoder() -> json.JSONDecoder:
    """Return the decoder for objects in text."""
    return json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)


@cache
def _mark() -> re.Pattern[str]:
    """Match a bracket that may open an object or a list, or a tag around thoughts.

    A brace before a bare word opens no object: were it tried, a reply of braces alone would take minutes.
    """
    return re.compile(
        r"\{(?=\s*[\"'“}])|\[|(?P<begin><(?:think|thinking|reasoning)>)|(?P<end></(?:think|thinking|reasoning)>)",
        re.IGNORECASE,
    )


@cache
def _thoughts_begin() -> re.Pattern[str]:
    """Match the tag that opens thoughts."""
    return re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)


@cache
def _thoughts_end() -> re.Pattern[str]:
    """Match the tag that ends thoughts."""
    return re.compile(r"</(?:think|thinking|reasoning)>", re.IGNORECASE)


@cache
def _surrogate() -> re.Pattern[str]:
    """Match what may be half of a surrogate pair: as it is, or as JSON escapes it."""
    return re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


@cache
def _json_start() -> re.Pattern[str]:
    """Match what opens an object with a quoted key, or a list of such objects."""
    return re.compile(r"\[?\s*\{\s*[\"'“]")


@cache
def _bracket_or_string() -> re.Pattern[str]:
    """Match a bracket, or a JSON string as a whole; one that never ends reaches to the end of the text."""
    return re.compile(r"[{}\[\]]|\"(?:[^\"\\]|\\.)*+(?:\"|\Z)", re.DOTALL)
