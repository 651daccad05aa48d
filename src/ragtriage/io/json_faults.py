"""What is wrong with text that is no JSON, in words that say what to do."""

from __future__ import annotations

import re
from typing import Final

from ragtriage.io.encodings import how_to_save
from ragtriage.io.entries import shown

__all__ = ["json_fault"]

_PLACE: Final = re.compile(r" \(byte (\d+)\)")
_NO_NUMBER: Final = re.compile(rb"[-+]?(nan|infinity|inf)\b", re.IGNORECASE)
_PYTHON: Final = re.compile(rb"None\b|True\b|False\b|'")
_BEFORE: Final = 20  # bytes shown before the place
_SHOWN: Final = 60


def json_fault(text: bytes, error: Exception) -> str:
    """Say why a text could not be decoded, as the end of a sentence that begins with its place.

    Example:
        >>> import msgspec
        >>> def fault(text):
        ...     try:
        ...         msgspec.json.decode(text)
        ...     except msgspec.DecodeError as error:
        ...         return json_fault(text, error)
        >>> fault(b'{"score": NaN}')
        'is not valid JSON: NaN is no number there (byte 11); write null instead'
        >>> fault(b'{"is_right": True}')
        'is not valid JSON but what Python prints (byte 14); write it with json.dumps'
    """
    if isinstance(error, RecursionError):
        return "is nested too deeply to be read"
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as broken:
        return f"is not valid UTF-8 (byte {broken.start + 1}); {how_to_save(text)}"
    if b"\\ud" in text.lower() and ("truncated" in str(error) or "surrogate" in str(error)):
        return r"holds half of a surrogate pair (\ud800 to \udfff alone), which is no character"
    problem = str(error).removeprefix("JSON is malformed: ").removesuffix(" - at `$[...]`")
    place = _PLACE.search(problem)
    start = int(place[1]) if place else 0
    # the place that is named is that of the character, or of the one after its sign
    for at in (start - 1, start):
        if at >= 0 and (number := _NO_NUMBER.match(text, at)):
            name = number[0].decode()
            return f"is not valid JSON: {name} is no number there (byte {at + 1}); write null instead"
        if at >= 0 and _PYTHON.match(text, at):
            return f"is not valid JSON but what Python prints (byte {at + 1}); write it with json.dumps"
    if problem == "Input data was truncated":
        problem, start = "it ends too early, with a bracket or a quotation mark missing", len(text)
    return f"is not valid JSON: {problem}: {_around(text, start)}"


def _around(text: bytes, place: int) -> str:
    start = max(0, place - _BEFORE) if place >= _SHOWN - _BEFORE else 0
    return shown(text[start : start + _SHOWN].decode(errors="replace"))
