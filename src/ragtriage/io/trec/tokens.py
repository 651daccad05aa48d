"""Tokens of a block of bytes as arrays: where they stand, and their bytes as words.

A block ends with a line break. Nothing here makes an object a token, which is what makes it fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

__all__ = [
    "KEPT",
    "WORD",
    "Bytes",
    "Ints",
    "Tokens",
    "Words",
    "are_equal",
    "begin_with",
    "come_after",
    "hashed",
    "joined",
    "single_spaced",
    "tokens",
    "widened",
    "words",
]

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]  # (n, w): eight bytes a word, so that they compare as the bytes do

_SPACE: Final = 0x20
_LINE_BREAK: Final = 0x0A
WORD: Final = 8  # bytes
# What keeps the first 0 to 8 bytes of a word.
KEPT: Final = np.array([0, *(2**64 - 2 ** (8 * (WORD - n)) for n in range(1, WORD + 1))], dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class Tokens:
    """n tokens of a block."""

    starts: Ints  # (n,)
    ends: Ints  # (n,) one past the last byte

    @property
    def lengths(self) -> Ints:
        """How many bytes each has, (n,)."""
        return self.ends - self.starts

    def __getitem__(self, places: Ints | npt.NDArray[np.bool_]) -> Tokens:
        """Return some of the tokens."""
        return Tokens(self.starts[places], self.ends[places])


def tokens(block: Bytes, columns: int, wanted: Sequence[int]) -> list[Tokens] | None:
    """Return some columns of all lines, or None unless every line is nothing but its columns.

    Such lines have single spaces between their columns, no other white space and no control character.

    Args:
        block: Lines, the last one ended too.
        columns: How many columns every line is to have.
        wanted: Which of them are returned, counted from 0, in ascending order.
    """
    is_space = block <= _SPACE
    spaces = np.flatnonzero(is_space)
    lines, more = divmod(len(spaces), columns)
    # As many control characters as lines: then they are the line breaks, which stand where they should.
    if more or not lines or is_space[0] or int(np.count_nonzero(block < _SPACE)) != lines:
        return None
    if (is_space[1:] & is_space[:-1]).any():
        return None
    ends = spaces.reshape(lines, columns).T
    if not (block[ends[-1]] == _LINE_BREAK).all():
        return None
    found: list[Tokens] = []
    for column in wanted:
        before = ends[column - 1] if column else np.concatenate([[-1], ends[-1, :-1]])
        found.append(Tokens(before + 1, ends[column].copy()))
    return found


def single_spaced(text: bytes) -> bytes:
    """Return lines with one space where there is white space; many files are written otherwise."""
    text = text.replace(b"\r\n", b"\n").replace(b"\t", b" ")
    while b"  " in text:
        text = text.replace(b"  ", b" ")
    return text.replace(b" \n", b"\n").replace(b"\n ", b"\n").removeprefix(b" ")


def words(block: Bytes, some: Tokens) -> Words:
    """Return tokens as words, as many as the longest needs; shorter ones are filled up with zero bytes."""
    lengths = some.lengths
    width = -(-int(lengths.max(initial=1)) // WORD)
    padded = np.concatenate([block, np.zeros(WORD * width, dtype=np.uint8)])
    loaded = np.ndarray((len(padded) - WORD + 1,), dtype=">u8", buffer=padded, strides=(1,))
    result = np.empty((len(lengths), width), dtype=np.uint64)
    for column in range(width):
        kept = np.clip(lengths - WORD * column, 0, WORD)
        result[:, column] = loaded[some.starts + WORD * column] & KEPT[kept]
    return result


def begin_with(block: Bytes, some: Tokens, prefix: bytes) -> bool:
    """Tell whether every token begins with the prefix."""
    width = len(prefix)
    if int(some.lengths.min(initial=width)) < width:
        return False
    padded = np.concatenate([block, np.zeros(WORD, dtype=np.uint8)])
    loaded = np.ndarray((len(padded) - WORD + 1,), dtype=">u8", buffer=padded, strides=(1,))
    for start in range(0, width, WORD):
        part = prefix[start : start + WORD]
        wanted = np.uint64(int.from_bytes(part.ljust(WORD, b"\0"), "big"))
        if not ((loaded[some.starts + start] & KEPT[len(part)]) == wanted).all():
            return False
    return True


def joined(texts: Sequence[bytes]) -> tuple[Bytes, Tokens]:
    """Return a block that holds the texts, and where each stands."""
    ends = np.cumsum(np.fromiter(map(len, texts), dtype=np.int64, count=len(texts)))
    starts = np.concatenate([np.zeros(min(1, len(texts)), dtype=np.int64), ends[:-1]])
    return np.frombuffer(b"".join(texts), dtype=np.uint8), Tokens(starts, ends)


def widened(some: Words, width: int) -> Words:
    """Return the same tokens in at least as many words."""
    missing = width - some.shape[1]
    return some if missing <= 0 else np.pad(some, ((0, 0), (0, missing)))


def hashed(some: Words) -> npt.NDArray[np.uint64]:
    """Return a hash of each token, (n,); the same whatever number of words it is held in."""
    mixed = np.zeros(len(some), dtype=np.uint64)
    for column in range(some.shape[1]):
        mixed += some[:, column] * _factor(column)
    mixed ^= mixed >> np.uint64(32)
    mixed *= _factor(-1)
    mixed ^= mixed >> np.uint64(29)
    return mixed


def are_equal(some: Words, others: Words) -> npt.NDArray[np.bool_]:
    """Tell, token by token, whether two lots of as many words are the same, (n,)."""
    equal: npt.NDArray[np.bool_] = some[:, 0] == others[:, 0]
    for column in range(1, some.shape[1]):
        equal &= some[:, column] == others[:, column]
    return equal


def come_after(some: Words, others: Words) -> npt.NDArray[np.bool_]:
    """Tell, token by token, whether the first sorts after the second, by their bytes, (n,)."""
    after = np.zeros(len(some), dtype=np.bool_)
    for column in reversed(range(some.shape[1])):
        one, other = some[:, column], others[:, column]
        after = (one > other) | ((one == other) & after)
    return after


@cache
def _factor(column: int) -> np.uint64:
    """Return an odd factor without pattern for a column of words (splitmix64)."""
    state = (column + 2) * 0x9E3779B97F4A7C15 % 2**64
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
    return np.uint64((state ^ (state >> 31)) | 1)
