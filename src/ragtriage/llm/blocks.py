"""Data for a model: JSON between two lines that hold a marker which no text inside can have known.

A text cannot leave its block: its line breaks and quotes are escaped, and the marker is drawn by a hash from
all that is enclosed, so that no text can hold it. It is random to whoever wrote a text, and the same for the
same texts, so that a question asked again is the same question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Final, TypeAlias

__all__ = ["Data", "enclose", "mark"]

# What a block may hold: strings, and lists of strings with their numbers.
Data: TypeAlias = Mapping[str, str | list[str] | list[dict[str, str | int]]]

_LENGTH: Final = 24  # hexadecimal digits: 96 bits


def mark(blocks: Mapping[str, Data], seed: int = 0) -> str:
    """Return the marker of some blocks.

    Example:
        >>> mark({"question": {"question": "When?"}}) == mark({"question": {"question": "When?"}})
        True
        >>> mark({"question": {"question": "When?"}}) == mark({"question": {"question": "Where?"}})
        False
    """
    text = _encoded(blocks)
    marker = _digest(f"{seed} {text}")
    while marker in text:  # one in 2⁹⁶; then the next
        marker = _digest(f"{marker} {text}")
    return marker


def enclose(blocks: Mapping[str, Data], marker: str) -> str:
    """Return the blocks, each between its lines.

    Example:
        >>> print(enclose({"question": {"question": "When?"}}, "5eed"))
        BEGIN question 5eed
        {"question": "When?"}
        END question 5eed
    """
    return "\n\n".join(
        f"BEGIN {name} {marker}\n{_encoded(data)}\nEND {name} {marker}" for name, data in blocks.items()
    )


def _encoded(data: object) -> str:
    # line breaks to some readers, which JSON lets stand
    text = json.dumps(data, ensure_ascii=False)
    return text.replace("\x85", "\\u0085").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
