"""Document ids, cut to the bytes in which they differ; they compare and sort as the ids do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

import numpy as np
import numpy.typing as npt

from ragtriage.io.trec.tokens import Bytes, Tokens, Words, begin_with, joined, widened, words

__all__ = ["Keys"]

_WORD: Final = 8


@dataclass(frozen=True, slots=True)
class Keys:
    """n ids that all begin with the prefix; what follows it, as words."""

    prefix: bytes
    rest: Words  # (n, w)

    @classmethod
    def of(cls, block: Bytes, some: Tokens, *, guess: bytes = b"") -> Keys:
        """Take the ids out of a block, without what all of them begin with if that saves a word.

        Args:
            block: What they stand in.
            some: Where they stand.
            guess: What those of the block before began with; these are likely to begin with it too.
        """
        if guess and begin_with(block, some, guess):
            return cls(guess, words(block, Tokens(some.starts + len(guess), some.ends)))
        whole = words(block, some)
        if not len(whole) or whole.shape[1] == 1:
            return cls(b"", whole)
        length = min(_common(whole), int(some.lengths.min()))
        if -(-(int(some.lengths.max()) - length) // _WORD) == whole.shape[1]:
            return cls(b"", whole)
        first = int(some.starts[0])
        prefix = block[first : first + length].tobytes()
        return cls(prefix, words(block, Tokens(some.starts + length, some.ends)))

    def __getitem__(self, places: npt.NDArray[np.int64] | slice) -> Keys:
        """Return some of the ids."""
        return Keys(self.prefix, self.rest[places])

    def text(self, place: int) -> str:
        """Return an id in full."""
        rest: bytes = self.rest[place].astype(">u8").tobytes()
        return (self.prefix + rest.rstrip(b"\0")).decode()

    def texts(self) -> list[str]:
        """Return all ids in full, at once."""
        room = _WORD * self.rest.shape[1]
        if not len(self.rest):
            return []
        rests: list[bytes] = self.rest.astype(">u8").view(f"S{room}").ravel().tolist()
        return b"\n".join([self.prefix + rest for rest in rests]).decode().split("\n")

    def find(self, texts: Sequence[str]) -> tuple[npt.NDArray[np.bool_], Words]:
        """Return which texts can be among the ids at all, and the words of those that can."""
        start, room = len(self.prefix), _WORD * self.rest.shape[1]
        encoded = [text.encode() for text in texts]
        fits = [text.startswith(self.prefix) and len(text) - start <= room for text in encoded]
        rests = [text[start:] for text, is_fitting in zip(encoded, fits, strict=True) if is_fitting]
        return np.array(fits, dtype=np.bool_), widened(words(*joined(rests)), self.rest.shape[1])

    @classmethod
    def concatenate(cls, parts: Sequence[Keys]) -> Keys:
        """Return all ids one after another."""
        prefix = _common_prefix({part.prefix for part in parts})
        alike = [part.with_prefix(len(prefix)) for part in parts]
        width = max(part.rest.shape[1] for part in alike)
        return cls(prefix, np.concatenate([widened(part.rest, width) for part in alike]))

    def with_prefix(self, length: int) -> Keys:
        """Return the same ids under a shorter prefix."""
        moved = self.prefix[length:]
        if not moved:
            return self
        n, width = self.rest.shape
        size = _WORD * width
        inside = np.zeros((n, -(-(len(moved) + size) // _WORD) * _WORD), dtype=np.uint8)
        inside[:, : len(moved)] = np.frombuffer(moved, dtype=np.uint8)
        inside[:, len(moved) : len(moved) + size] = self.rest.astype(">u8").view(np.uint8).reshape(n, size)
        return Keys(self.prefix[:length], inside.view(">u8").astype(np.uint64))


def _common_prefix(prefixes: Collection[bytes]) -> bytes:
    """Return what all prefixes begin with alike; the first and the last in order tell."""
    first, last = min(prefixes), max(prefixes)
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return first[: sum(1 for _ in alike)]


def _common(whole: Words) -> int:
    """Return how many bytes all ids begin with alike."""
    for column in range(whole.shape[1]):
        differing = int(np.bitwise_or.reduce(whole[:, column] ^ whole[0, column]))
        if differing:
            return _WORD * column + (64 - differing.bit_length()) // _WORD
    return _WORD * int(whole.shape[1])
