"""Pieces of bytes by number: in memory while they are few, and from then on in a temporary file."""

from __future__ import annotations

import weakref
from array import array
from collections.abc import Iterator
from typing import BinaryIO, Final

import numpy as np

from ragtriage.errors import ConfigError
from ragtriage.metrics.rankings import Ints

__all__ = ["Pieces", "divided"]

_HELD_BYTES: Final = 2**23  # of all numbers together
_LENGTH: Final = 8  # bytes


class Pieces:
    """Pieces that are put under numbers, and read back in that order as often as wanted.

    >>> pieces = Pieces(2)
    >>> pieces.put(1, b"one")
    >>> pieces.put(1, b"more")
    >>> list(pieces.of(0)), list(pieces.of(1))
    ([], [b'one', b'more'])
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._held: list[list[bytes]] = [[] for _ in range(count)]
        self._held_bytes = 0
        self._written = [array("q") for _ in range(count)]  # of each stretch of pieces its place and length
        self._file: BinaryIO | None = None

    def put(self, number: int, piece: bytes) -> None:
        """Add a piece.

        Raises:
            ConfigError: There is no room for temporary files.
        """
        self._held[number].append(piece)
        self._held_bytes += len(piece)
        if self._held_bytes > _HELD_BYTES:
            self._write()

    def of(self, number: int) -> Iterator[bytes]:
        """Yield the pieces under one number, in the order in which they were put there."""
        written, file = self._written[number], self._file
        if file is not None:
            for i in range(0, len(written), 2):
                file.seek(written[i])
                yield from _cut(file.read(written[i + 1]))
        yield from self._held[number]

    def _write(self) -> None:
        import tempfile  # noqa: PLC0415 - only large comparisons need it

        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="ragtriage-")  # noqa: SIM115 - closed with this object
                weakref.finalize(self, self._file.close)
            place = self._file.seek(0, 2)
            for held, written in zip(self._held, self._written, strict=True):
                if held:
                    stretch = b"".join([len(piece).to_bytes(_LENGTH) + piece for piece in held])
                    self._file.write(stretch)
                    written.extend((place, len(stretch)))
                    place += len(stretch)
                    held.clear()
            self._file.flush()
        except OSError as error:
            raise ConfigError(
                f"{tempfile.gettempdir()}: cannot hold what is compared for a moment: {error.strerror}; "
                "the variable TMPDIR names another folder"
            ) from None
        self._held_bytes = 0


def _cut(stretch: bytes) -> Iterator[bytes]:
    """Yield the pieces of a stretch, each of which stands behind its length."""
    place = 0
    while place < len(stretch):
        start = place + _LENGTH
        place = start + int.from_bytes(stretch[place:start])
        yield stretch[start:place]


def divided(numbers: Ints) -> Iterator[tuple[int, Ints]]:
    """Yield every number that occurs, upwards, with the places at which it does, (m,).

    >>> [(number, places.tolist()) for number, places in divided(np.array([7, 2, 7]))]
    [(2, [1]), (7, [0, 2])]
    """
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[:1] - 1))
    for start, stop in zip(starts.tolist(), [*starts[1:].tolist(), len(order)], strict=False):
        yield int(ordered[start]), order[start:stop]
