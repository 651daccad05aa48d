"""Reading replies: the one JSON object in what a model wrote, whatever it wrote around it.

Tolerant of the wrapping (code fences, a byte order mark, prose before and after, thinking aloud, a list of
that one object, the call of a function with it) and of notations that can be read in one way only (commas
before a closing bracket, Python's quotes and words, line breaks in strings), strict about the object: it must
be complete, its keys unique, its numbers finite, and it must be what was asked for. An object that stands
inside another, beside others in a list or among the model's thoughts is never taken for the answer, nor is
one after which another is cut off. Nothing of a reply is executed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from functools import cache
from sys import maxunicode
from typing import Final, NoReturn, TypeAlias, TypeVar, cast

from ragtriage.errors import ReplyError

__all__ = ["Object", "is_in_form", "read_object", "read_prose"]

T = TypeVar("T")

# That open no JSON: a reply that has more is not searched, which would take its length squared.
_MOST_BRACKETS: Final = 1_000
_MOST_READ: Final = 2**22  # characters, to find that they are no JSON
_MARKS_COST: Final = 8  # characters, where they are gone through mark by mark

# More than the longest reply that is asked for can hold: sixteen characters a token.
_MOST_OF_AN_OBJECT: Final = 65_536

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
        >>> read_object("[{'score': 1, 'sure': True,}]", lambda found: found["sure"])
        True
    """
    if text is None or not text.strip():
        raise ReplyError("the reply is empty")
    refusal: ReplyError | None = None
    for found in reversed(_objects(text)):
        for candidate in (found, *_arguments(found)):
            try:
                return accept(candidate)
            except ReplyError as error:
                refusal = refusal or error
    raise refusal or ReplyError("the reply holds no JSON object")


def is_in_form(text: str, names: Collection[str]) -> bool:
    """Whether a reply holds an object with fields of all these names, whatever they say.

    Example:
        >>> is_in_form('{"verdict": "perhaps"}', ["verdict"]), is_in_form("Perhaps.", ["verdict"])
        (True, False)
    """
    try:
        found = _objects(text)
    except ReplyError:
        return False
    return any(candidate.keys() >= set(names) for one in found for candidate in (one, *_arguments(one)))


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
    said, place = text or "", 0
    parts: list[str] = []
    while (mark := _thoughts_begin().search(said, place)) is not None:
        parts.append(said[place : mark.start()])
        place = _after_thoughts(said, mark.end())
    said = "".join([*parts, said[place:]])
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
    place = failures = read = 0
    while (mark := _mark().search(text, place)) is not None:
        if mark["end"]:
            # Some servers swallow the opening tag: then all that stands before the closing one is thoughts.
            found, place = [], mark.end()
        elif mark["begin"]:
            place = _after_thoughts(text, mark.end())
        else:
            value, place, vainly = _value(text, mark.start())
            read += vainly
            if isinstance(value, list) and len(cast("list[object]", value)) == 1:
                value = cast("list[object]", value)[0]
            if isinstance(value, dict):
                if place - mark.start() > _MOST_OF_AN_OBJECT:
                    raise _too_long()
                found.append(cast("Object", value))
            elif value is None:
                failures += 1
            if failures > _MOST_BRACKETS or read > _MOST_READ:
                raise ReplyError("the reply is no answer: it is full of brackets")
    return found


def _too_long() -> ReplyError:
    return ReplyError(f"the reply is too long: more than {_MOST_OF_AN_OBJECT:,} characters")


def _arguments(found: Object) -> list[Object]:
    """Return the arguments of an object that is the call of a function, as some models write it."""
    if not found.keys() <= _OF_A_CALL:
        return []
    given = next((found[name] for name in ("arguments", "parameters") if name in found), None)
    if isinstance(given, str):
        try:
            return _objects(given)[-1:]
        except ReplyError:
            return []
    return [cast("Object", given)] if isinstance(given, dict) else []


# What a function that is called has, beside its arguments.
_OF_A_CALL: Final = frozenset(("id", "type", "name", "arguments", "parameters"))


def _value(text: str, start: int) -> tuple[object, int, int]:
    """Return what the bracket at `start` opens, None if that cannot be read, and the place after it.

    Last is how much of the text was read to find that it is no JSON.

    Raises:
        ReplyError: It is cut off, or holds what is no character.
    """
    read = 0
    try:
        value, end = _decoder().raw_decode(text, start)
    except RecursionError:
        value, end = None, _end(text, start)
        read = _MARKS_COST * min(len(text) - start, _MOST_OF_AN_OBJECT)
    except ValueError as error:
        read = _read_in_vain(text, error)
        # What begins like an object is skipped whole, so that nothing inside it is taken for the answer;
        # any other bracket is a part of the prose.
        if _json_start().match(text, start) is None:
            return None, start + 1, read
        value, end = _in_another_notation(text, start)
        if value is None:
            # by marks, one by one and in two notations: that takes longer than by characters
            is_closed = _thoughts_end().match(text, end) is None
            read += _MARKS_COST * (end - start if is_closed else min(len(text) - start, _MOST_OF_AN_OBJECT))
    if _surrogate().search(text, start, end) is not None and not _is_writable(value):
        raise ReplyError("the reply holds half of a surrogate pair, which is no character")
    return value, end, read


def _read_in_vain(text: str, error: ValueError) -> int:
    """Return how much of a text was read, or counted through, to find that it is no JSON."""
    # a string that never ends is read to the end, and the error says where it begins
    if not isinstance(error, json.JSONDecodeError) or error.msg.startswith("Unterminated"):
        return len(text)
    return error.pos  # from the beginning: the error says in which line it is


def _in_another_notation(text: str, start: int) -> tuple[object, int]:
    """Return what Python, or JSON with commas too many, says in one way only, and the place after it.

    None for anything else.

    Raises:
        ReplyError: It is cut off, or too long.
    """
    end: int | None = None
    for pattern in (_bracket_or_any_string(), _bracket_or_string()):
        end = _closed(text, start, pattern)
        if end is not None:
            try:
                return _tolerant_decoder().decode(_notation().sub(_as_json, text[start:end])), end
            except (ValueError, RecursionError):
                pass
    return None, _beyond(text, start) if end is None else end


def _as_json(match: re.Match[str]) -> str:
    said = match[0]
    if match["open"] is not None:
        return said
    if said == ",":
        return ""
    if said in _WORDS:
        return _WORDS[said]
    return f'"{_escape().sub(_escaped, said[1:-1])}"'


# Words of Python's, and what they are called in JSON.
_WORDS: Final = {"True": "true", "False": "false", "None": "null"}


def _escaped(match: re.Match[str]) -> str:
    """Write an escape of Python's as JSON has it; JSON's own stay."""
    if match[0] == '"':
        return '\\"'
    if match[0] == "\\'":
        return "'"
    if match[1]:
        return f"\\u00{match[1]}"
    if match[2] and _FIRST_WIDE <= (code := int(match[2], 16)) <= maxunicode:
        return chr(code)
    return match[0]


_FIRST_WIDE: Final = 0x10000  # what is before has an escape of JSON's own


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
        ReplyError: It is never closed, or not within the length of any object that is asked for.
    """
    end = _closed(text, start, _bracket_or_string())
    return _beyond(text, start) if end is None else end


def _beyond(text: str, start: int) -> int:
    """Return where the thoughts end among which a bracket stands that is never closed.

    Raises:
        ReplyError: There are none: it is cut off, or longer than any object that is asked for.
    """
    if (thoughts := _thoughts_end().search(text, start)) is not None:
        return thoughts.start()
    if len(text) - start > _MOST_OF_AN_OBJECT:
        raise _too_long()
    raise ReplyError("the reply is truncated: its JSON object is cut off")


def _closed(text: str, start: int, pattern: re.Pattern[str]) -> int | None:
    """Return the place after the bracket that closes the one at `start`, if there is one near enough."""
    depth = 0
    for found in pattern.finditer(text, start, start + _MOST_OF_AN_OBJECT):
        mark = found.group()
        if mark in "{[":
            depth += 1
        elif mark in "}]":
            depth -= 1
            if depth == 0:
                return found.end()
    return None


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
def _tolerant_decoder() -> json.JSONDecoder:
    """Return the decoder for objects in which line breaks stand in strings as they are."""
    return json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, strict=False)


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
    return re.compile(r"[{}\[\]]|\"(?:[^\"\\]|\\.)*+(?:\"|\\?\Z)", re.DOTALL)


@cache
def _bracket_or_any_string() -> re.Pattern[str]:
    """As before, with strings in Python's single quotes besides."""
    return re.compile(
        r"[{}\[\]]|\"(?:[^\"\\]|\\.)*+(?:\"|\\?\Z)|'(?:[^'\\]|\\.)*+(?:'|\\?\Z)",
        re.DOTALL,
    )


@cache
def _notation() -> re.Pattern[str]:
    """Match what Python writes otherwise than JSON, and commas that nothing follows; strings as a whole.

    A string that never ends reaches to the end of the text: from each quote in it another search would begin.
    """
    return re.compile(
        r"(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+')|(?P<open>[\"'].*)"
        r"|,(?=\s*[}\]])|\b(?:True|False|None)\b",
        re.DOTALL,
    )


@cache
def _escape() -> re.Pattern[str]:
    """Match an escape, with the digits of one of Python's, or a double quote."""
    return re.compile(r"\\(?:x([0-9a-fA-F]{2})|U([0-9a-fA-F]{8})|.)|\"", re.DOTALL)
