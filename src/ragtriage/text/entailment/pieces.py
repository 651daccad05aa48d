"""Pieces: the words of a statement or a sentence, as they are held against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Grammar", "Piece"]


class Piece(NamedTuple):
    """A word, or in Japanese a stretch of content with the particles behind it."""

    key: str  # equal where two pieces say the same
    start: int  # first character, 0-based, in the sentence
    end: int  # one past the last character


@dataclass(frozen=True, slots=True)
class Grammar:
    """What one language knows of leaving out parts of a sentence.

    Args:
        code: ISO 639-1.
        pieces: Cuts a text into pieces.
        needles: What a text in lower case must hold if it holds pieces with these keys.
        is_exact: Whether a statement counts or compares, so that nothing of its sentence may be left out.
        may_drop: Whether the pieces of a sentence that are not at some places, ascending, may be left out.
        terms: What of a text carries meaning, in the form in which it is looked for.
        is_aside: Whether a statement speaks to the reader or about the texts, not about the matter.
    """

    code: str
    pieces: Callable[[str], list[Piece]]
    needles: Callable[[Iterable[str]], list[str]]
    is_exact: Callable[[str], bool]
    may_drop: Callable[[str, list[Piece], Sequence[int]], bool]
    terms: Callable[[str], list[str]]
    is_aside: Callable[[str], bool]
