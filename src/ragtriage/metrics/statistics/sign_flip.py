"""The sign-flip test: were the two sides alike, each difference could as well have had the other sign."""

from __future__ import annotations

from collections.abc import Iterable
from math import erfc, sqrt
from typing import Final, NamedTuple

import numpy as np

from ragtriage.metrics.rankings import Floats
from ragtriage.metrics.statistics.mcnemar import smallest_p
from ragtriage.metrics.statistics.sums import UNIT, Sums

__all__ = ["SignFlip", "SignFlips", "sign_flip", "sign_flips"]

ALL_FLIPS_UP_TO: Final = 20  # differing pairs; a million sums still take milliseconds
_DRAWN_FLIPS_UP_TO: Final = 10_000  # differing pairs; beyond, the sum of so many signs is normal
FLIPS: Final = 99_999  # with the observed signs themselves 100,000, so that p has five decimals
_SIGNS: Final = 8  # in a byte
_GROUPS: Final = 64  # of eight pairs, whose tables are held at a time
_BLOCK: Final = 4096  # flips at a time: their sums stay in the processor's cache
_ROUNDING: Final = 1e-10  # sums of the same numbers in another order differ by less than this share


class SignFlip(NamedTuple):
    """What the test says of one column of differences."""

    p: float
    smallest_p: float  # that this method could have given with as many differing pairs
    differing: int  # differences other than 0
    method: str


def sign_flip(differences: Floats, *, seed: int = 0) -> SignFlip:
    """Test whether paired differences lean to one side; see `sign_flips`.

    >>> sign_flip(np.array([0, 0.5, 0, 0, 0, 0.5, 0.334, 0, 0.5, 0.25])).p
    0.0625
    """
    return sign_flips([differences], seed=seed)[0]


def sign_flips(columns: Iterable[Floats], *, seed: int = 0) -> list[SignFlip]:
    """Test columns of paired differences, drawing the flips once for all of them.

    Definition: the share of sign patterns under which |sum of differences| is at least the observed one:
    all 2**d patterns of d <= 20 differing pairs; else (1 + those among 99,999 drawn) / 100,000; above 10,000
    differing pairs the normal approximation, z = |sum| / sqrt(sum of squares). Shape: one result for each
    column, which may be of any length and is let go before the next is taken. Range: (0, 1]; 1 when nothing
    differs. Convention: two-sided; NaN is left out; the order of the pairs, the other columns, and which
    side is called the baseline make no difference. Source: Fisher, The Design of Experiments (1935),
    section 21; the 1 added, Davison and Hinkley, Bootstrap Methods and their Application (1997), section 4.2.
    """
    flips = SignFlips(seed=seed)
    for column in columns:
        flips.add(column)
    return flips.results()


class SignFlips:
    """Collects columns for `sign_flips`: of each only the sizes of its differences and their sum are kept."""

    def __init__(self, *, seed: int = 0) -> None:
        self._seed = seed
        self._results: list[SignFlip | None] = []  # None: its flips have yet to be drawn
        self._waiting: list[Floats] = []
        self._observed: list[float] = []

    def add(self, differences: Floats) -> int:
        """Take in a column; return its place among the results."""
        # The distribution depends on the sizes alone; in order, they no longer tell who stood where.
        sizes = np.sort(np.abs(differences[(differences != 0) & ~np.isnan(differences)]))[::-1]
        observed = abs(float(np.nansum(differences)))
        if len(sizes) <= ALL_FLIPS_UP_TO:
            self._results.append(_all(sizes, observed))
        elif len(sizes) > _DRAWN_FLIPS_UP_TO:
            self._results.append(_normal(Sums.of(differences)))
        else:
            self._results.append(None)
            self._waiting.append(sizes)
            self._observed.append(observed)
        return len(self._results) - 1

    def results(self) -> list[SignFlip]:
        """Draw the flips, and return the result of every column in the order they were added."""
        drawn = iter(_drawn(self._waiting, np.array(self._observed), self._seed))
        return [next(drawn) if result is None else result for result in self._results]


def _all(sizes: Floats, observed: float) -> SignFlip:
    """Sum under every sign pattern; the first sign is held, since a pattern and its opposite count alike."""
    d = len(sizes)
    if d == 0:
        return SignFlip(1.0, 1.0, 0, "no pair differs")
    sums = sizes[:1]
    for size in sizes[1:]:
        sums = np.concatenate([sums + size, sums - size])
    extreme = np.abs(sums) >= observed - _ROUNDING * float(sizes.sum())
    return SignFlip(float(extreme.mean()), smallest_p(d), d, f"sign-flip, all 2^{d}")


def _normal(sums: Sums) -> SignFlip:
    """Hold the sum of so many differences against the normal distribution with the flipped sum's variance."""
    p = erfc(abs(sums.total / UNIT) / sqrt(2 * sums.squares / UNIT))
    return SignFlip(p, 0.0, sums.above + sums.below, "sign-flip, normal approximation")


def _drawn(columns: list[Floats], observed: Floats, seed: int) -> list[SignFlip]:
    """Sum under drawn sign patterns; the j-th sign goes to the j-th largest size of every column.

    Eight signs are a byte, and what a byte adds to a sum is looked up: half the work of a product with a
    matrix of signs, and none of its threads.
    """
    if not columns:
        return []
    groups = -(-max(map(len, columns)) // _SIGNS)
    sizes = np.zeros((groups * _SIGNS, len(columns)))
    for place, column in enumerate(columns):
        sizes[: len(column), place] = column
    sums = np.zeros((FLIPS, len(columns)))
    looked_up = np.empty((_BLOCK, len(columns)))
    for first in range(0, groups, _GROUPS):
        tables = _tables(sizes[first * _SIGNS : (first + _GROUPS) * _SIGNS])
        # A generator for each stretch, filled group by group: a pair's signs are the same in any company.
        generator = np.random.default_rng([seed, first])
        signs = np.frombuffer(generator.bytes(len(tables) * FLIPS), np.uint8).reshape(-1, FLIPS)
        for start in range(0, FLIPS, _BLOCK):
            block = sums[start : start + _BLOCK]
            added = looked_up[: len(block)]
            for table, drawn in zip(tables, signs[:, start : start + _BLOCK], strict=True):
                np.take(table, drawn, axis=0, out=added, mode="clip")  # unlike `raise`, needs no copy
                block += added
    extreme = (np.abs(sums) >= observed - _ROUNDING * sizes.sum(axis=0)).sum(axis=0)
    return [
        SignFlip(
            (1 + int(count)) / (1 + FLIPS),
            max(smallest_p(len(column)), 1 / (1 + FLIPS)),
            len(column),
            f"sign-flip, {FLIPS:,} flips",
        )
        for count, column in zip(extreme.tolist(), columns, strict=True)
    ]


def _tables(sizes: Floats) -> Floats:
    """Return what each of the 256 patterns of eight signs adds to each sum, (groups, 256, columns)."""
    patterns = 2.0 * np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1) - 1.0
    grouped = sizes.reshape(-1, _SIGNS, sizes.shape[1])
    tables: Floats = np.einsum("ps,gsc->gpc", patterns, grouped)
    return tables
