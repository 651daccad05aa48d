"""Tokens of a block of bytes as arrays: where they stand, their bytes as words, their values as numbers.

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
    "Bytes",
    "Ints",
    "Tokens",
    "Words",
    "are_equal",
    "begin_with",
    "come_after",
    "floats",
    "hashed",
    "is_plain",
    "joined",
    "tokens",
    "widened",
    "words",
]

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]  # (n, w): eight bytes a word, so that they compare as the bytes do

_SPACE: Final = 0x20
_LINE_BREAK: Final = 0x0A
_WORD: Final = 8
# What keeps the first 0 to 8 bytes of a word.
_KEPT: Final = np.array([0, *(2**64 - 2 ** (8 * (_WORD - n)) for n in range(1, _WORD + 1))], dtype=np.uint64)
_MOST_DIGITS: Final = 15  # as many fit into a 64-bit float, so that one division rounds right
_POWERS: Final = 10.0 ** np.arange(256)
_ZERO, _POINT, _PLUS, _MINUS = (np.uint8(ord(one)) for one in "0.+-")


@dataclass(frozen=True, slots=True)
class Tokens:
    """n tokens of a block."""

    starts: Ints  # (n,)
    ends: Ints  # (n,) one past the last byte

    @property
    def lengths(self) -> Ints:
        """How many bytes each has, (n,)."""
        return self.ends - self.starts

    def __getitem__(self, places: Ints) -> Tokens:
        """Return some of the tokens."""
        return Tokens(self.starts[places], self.ends[places])


def is_plain(block: Bytes) -> bool:
    """Tell whether all control characters in a block are white space to C's `isspace`."""
    is_white = (block >= 9) & (block <= 13)
    return int(np.count_nonzero(block < _SPACE)) == int(np.count_nonzero(is_white))


def tokens(block: Bytes, columns: int) -> list[Tokens] | None:
    """Return the first columns of all lines, or None when some line has another number of columns.

    Args:
        block: Lines, the last one ended too.
        columns: How many columns every line is to have.
    """
    is_space = np.empty(len(block) + 1, dtype=np.bool_)
    is_space[0] = True
    np.less_equal(block, _SPACE, out=is_space[1:])
    edges = np.flatnonzero(is_space[1:] != is_space[:-1])
    breaks = np.flatnonzero(block == _LINE_BREAK)
    if len(edges) != 2 * columns * len(breaks):
        return None
    table = edges.reshape(len(breaks), 2 * columns)
    # Every line has its own tokens, and only those: they lie between its line break and the one before.
    if not ((table[:, -1] <= breaks).all() and (table[1:, 0] > breaks[:-1]).all()):
        return None
    return [Tokens(table[:, 2 * one], table[:, 2 * one + 1]) for one in range(columns)]


def words(block: Bytes, some: Tokens) -> Words:
    """Return tokens as words, as many as the longest needs; shorter ones are filled up with zero bytes."""
    lengths = some.lengths
    width = -(-int(lengths.max(initial=1)) // _WORD)
    padded = np.concatenate([block, np.zeros(_WORD * width, dtype=np.uint8)])
    loaded = np.ndarray((len(padded) - _WORD + 1,), dtype=">u8", buffer=padded, strides=(1,))
    result = np.empty((len(lengths), width), dtype=np.uint64)
    for column in range(width):
        kept = np.clip(lengths - _WORD * column, 0, _WORD)
        result[:, column] = loaded[some.starts + _WORD * column] & _KEPT[kept]
    return result


def floats(block: Bytes, some: Tokens) -> npt.NDArray[np.float64]:
    """Return the value of tokens that are short decimal numbers, NaN for any other token.

    The values are those of Python's `float`, to the last bit.
    """
    lengths = some.lengths
    width = min(int(lengths.max(initial=1)), _MOST_DIGITS + 2)  # with a sign and a point
    shortest = int(lengths.min(initial=width))
    padded = np.concatenate([np.zeros(width, dtype=np.uint8), block])
    # Columns counted from the ends of the tokens: of numbers with equally many decimals, nearly all columns
    # hold nothing but digits.
    columns = np.lib.stride_tricks.sliding_window_view(padded, width)[some.ends].T.copy()  # (width, n)
    mantissa = np.zeros(len(lengths), dtype=np.int64)
    digits, points, decimals = np.zeros((3, len(lengths)), dtype=np.uint8)
    for column, depth in zip(columns, range(width, 0, -1), strict=True):  # depth: bytes up to the end
        digit = column - _ZERO
        is_digit = digit <= 9
        if depth > shortest:
            is_digit &= lengths >= depth
        if is_digit.all():
            mantissa *= 10
            mantissa += digit
            digits += 1
            continue
        mantissa = np.where(is_digit, mantissa * 10 + digit, mantissa)
        digits += is_digit
        is_point = column == _POINT
        if depth > shortest:
            is_point &= lengths >= depth
        points += is_point
        decimals += is_point * np.uint8(depth - 1)
    firsts = block[some.starts]
    is_negative = firsts == _MINUS
    is_signed = is_negative | (firsts == _PLUS)
    is_decimal = (digits > 0) & (digits <= _MOST_DIGITS) & (points <= 1)
    is_decimal &= digits + points + is_signed == lengths
    values = mantissa / _POWERS[decimals]
    values[is_negative] *= -1
    values[~is_decimal] = np.nan
    return values


def begin_with(block: Bytes, some: Tokens, prefix: bytes) -> bool:
    """Tell whether every token begins with the prefix."""
    width = len(prefix)
    if int(some.lengths.min(initial=width)) < width:
        return False
    padded = np.concatenate([block, np.zeros(_WORD, dtype=np.uint8)])
    loaded = np.ndarray((len(padded) - _WORD + 1,), dtype=">u8", buffer=padded, strides=(1,))
    for start in range(0, width, _WORD):
        part = prefix[start : start + _WORD]
        wanted = np.uint64(int.from_bytes(part.ljust(_WORD, b"\0"), "big"))
        if not ((loaded[some.starts + start] & _KEPT[len(part)]) == wanted).all():
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
