"""Decimal numbers of a block of bytes, eight characters at a time.

Eight characters are one word, the first of them its lowest byte, so that whole columns of numbers are read
by a few operations on words.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ragtriage.io.trec.tokens import KEPT, WORD, Bytes, Ints, Tokens

__all__ = ["floats"]

Characters: TypeAlias = npt.NDArray[np.uint64]  # (n,)

_MINUS, _PLUS = np.uint8(ord("-")), np.uint8(ord("+"))

_EXACT: Final = np.uint64(2**53)  # below, every whole number is a 64-bit float
_POWERS: Final = np.array([float(10**n) for n in range(2 * WORD)])
_EIGHT_DIGITS: Final = np.uint64(10**WORD)
_BYTE, _TOP = np.uint64(8), np.uint64(56)
_ZERO: Final = np.uint64(ord("0"))
_ONES: Final = np.uint64(0x0101010101010101)
_ZEROS, _POINTS = _ONES * np.uint64(ord("0")), _ONES * np.uint64(ord("."))
_TOP_BITS: Final = _ONES * np.uint64(0x80)
_SIXES, _THREES = _ONES * np.uint64(0x06), _ONES * np.uint64(0x33)
_HIGH_HALVES: Final = _ONES * np.uint64(0xF0)
_PLACES: Final = np.uint64(0x0706050403020100)  # 1 << 8i times this has 7 - i in its top byte
_PAIRING: Final = [
    (np.uint64(half), np.uint64(factor), np.uint64(shift))
    for half, factor, shift in (
        (0x0F0F0F0F0F0F0F0F, 10 * 2**8 + 1, 8),
        (0x00FF00FF00FF00FF, 100 * 2**16 + 1, 16),
        (0x0000FFFF0000FFFF, 10_000 * 2**32 + 1, 32),
    )
]


def floats(block: Bytes, some: Tokens) -> npt.NDArray[np.float64]:
    """Return the value of tokens that are decimal numbers of up to 16 characters, NaN for any other token.

    The values are those of Python's `float`, to the last bit: where the digits fit into a 64-bit float, so
    does the power of ten, and one division rounds right.
    """
    firsts = block[some.starts]
    is_negative = firsts == _MINUS
    lengths = some.lengths - (is_negative | (firsts == _PLUS))
    padded = np.concatenate([np.zeros(2 * WORD, dtype=np.uint8), block])
    loaded = np.ndarray((len(padded) - WORD + 1,), dtype="<u8", buffer=padded, strides=(1,))
    last = _filled(loaded[some.ends + WORD], lengths)
    if int(lengths.max(initial=0)) <= WORD:
        digits, decimals, has_point = _without_point(last, _ZERO)
        mantissa, is_decimal = _value(digits), _are_digits(digits)
    else:
        before = _filled(loaded[some.ends], lengths - WORD)
        digits, decimals, has_point = _without_point(last, before >> _TOP)
        before = np.where(has_point, (before << _BYTE) | _ZERO, before)
        more, further, is_further = _without_point(before, _ZERO)
        mantissa = _value(more) * _EIGHT_DIGITS + _value(digits)
        is_decimal = _are_digits(digits) & _are_digits(more) & ~(has_point & is_further)
        is_decimal &= (lengths <= 2 * WORD) & (mantissa < _EXACT)
        decimals = np.where(is_further, further + np.uint64(WORD), decimals)
        has_point |= is_further
    is_decimal &= lengths > has_point
    values: npt.NDArray[np.float64] = mantissa / _POWERS[decimals]
    values[is_negative] *= -1
    values[~is_decimal] = np.nan
    return values


def _filled(word: Characters, lengths: Ints) -> Characters:
    """Return the last characters of eight, zeros before them; the first character is the lowest byte."""
    kept = KEPT[np.clip(lengths, 0, WORD)]
    return (word & kept) | (_ZEROS & ~kept)


class _Parted(NamedTuple):
    """Eight characters without their first point, if they had one."""

    digits: Characters
    decimals: Characters  # (n,) how many stand behind the point
    has_point: npt.NDArray[np.bool_]  # (n,)


def _without_point(word: Characters, fill: Characters | np.uint64) -> _Parted:
    """Take the first point out of eight characters, what stands before it moving up behind the fill."""
    differing = word ^ _POINTS
    point = (differing - _ONES) & ~differing & _TOP_BITS  # the lowest bit that is set marks the first point
    point &= ~point + np.uint64(1)
    point >>= np.uint64(7)
    has_point = point != 0
    whole = word & (point - np.uint64(1))
    rest = word & ~(point - np.uint64(1)) & ~(point * np.uint64(0xFF))
    digits = np.where(has_point, (whole << _BYTE) | rest | fill, word)
    return _Parted(digits, (point * _PLACES) >> _TOP, has_point)


def _are_digits(word: Characters) -> npt.NDArray[np.bool_]:
    """Tell whether eight characters are all digits: 0x30 to 0x39."""
    carried: Characters = ((word + _SIXES) & _HIGH_HALVES) >> np.uint64(4)
    alike: npt.NDArray[np.bool_] = ((word & _HIGH_HALVES) | carried) == _THREES
    return alike


def _value(word: Characters) -> Characters:
    """Return the number that eight digits write: pairs, fours and eights of them are put together."""
    for half, factor, shift in _PAIRING:
        word = ((word & half) * factor) >> shift
    return word
