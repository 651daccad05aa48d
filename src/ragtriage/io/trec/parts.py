"""Lines of a run, divided by query into parts; what memory does not hold of them waits in a file."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ragtriage.io.trec.keys import Keys

__all__ = ["Lines", "Parts"]

_HELD_BYTES: Final = 2**26  # of lines; from here on they go to a file


@dataclass(frozen=True, slots=True)
class Lines:
    """n lines of a run, all of judged queries of one part."""

    query: npt.NDArray[np.uint16]  # (n,) counted from the first query of the part
    score: npt.NDArray[np.float64]  # (n,)
    document: Keys  # n

    def __getitem__(self, places: npt.NDArray[np.int64] | slice) -> Lines:
        """Return some of the lines."""
        return Lines(self.query[places], self.score[places], self.document[places])

    @classmethod
    def concatenate(cls, some: Sequence[Lines]) -> Lines:
        """Return all lines one after another."""
        return cls(
            np.concatenate([one.query for one in some]),
            np.concatenate([one.score for one in some]),
            Keys.concatenate([one.document for one in some]),
        )


class _Stretch(NamedTuple):
    """Where lines stand in the file: their scores, documents and queries, one column after another."""

    offset: int
    lines: int
    prefix: bytes  # of the documents
    width: int  # words that a document takes


class Parts:
    """Lines by part, each part's in the order in which they were added."""

    def __init__(self, count: int) -> None:
        self._held: list[list[Lines]] = [[] for _ in range(count)]
        self._held_bytes = 0
        self._written: list[list[_Stretch]] = [[] for _ in range(count)]
        self._file: BinaryIO | None = None

    def add(self, part: int, lines: Lines) -> None:
        """Add lines to a part."""
        self._held[part].append(lines)
        self._held_bytes += lines.query.nbytes + lines.score.nbytes + lines.document.rest.nbytes
        if self._held_bytes > _HELD_BYTES:
            self._write()

    def lines(self, part: int) -> Lines | None:
        """Return the lines of a part; None when it has none."""
        file = self._file
        some = [] if file is None else [_read(file, stretch) for stretch in self._written[part]]
        some += self._held[part]
        return Lines.concatenate(some) if some else None

    def _write(self) -> None:
        if self._file is None:
            import tempfile  # noqa: PLC0415 - only large runs need it

            self._file = tempfile.TemporaryFile(prefix="ragtriage-")  # noqa: SIM115 - closed with this object
            weakref.finalize(self, self._file.close)
        for held, written in zip(self._held, self._written, strict=True):
            if not held:
                continue
            lines = Lines.concatenate(held)
            held.clear()
            rest = lines.document.rest
            written.append(_Stretch(self._file.tell(), len(rest), lines.document.prefix, rest.shape[1]))
            for column in (lines.score, rest, lines.query):
                self._file.write(column.tobytes())
        self._held_bytes = 0


def _read(file: BinaryIO, stretch: _Stretch) -> Lines:
    count, width = stretch.lines, stretch.width
    words, size = np.dtype(np.uint64).itemsize * count, np.dtype(np.uint16).itemsize * count
    file.seek(stretch.offset)
    data = file.read(words + words * width + size)
    return Lines(
        query=np.frombuffer(data, np.uint16, count, words + words * width),
        score=np.frombuffer(data, np.float64, count),
        document=Keys(
            stretch.prefix, np.frombuffer(data, np.uint64, count * width, words).reshape(count, width)
        ),
    )
