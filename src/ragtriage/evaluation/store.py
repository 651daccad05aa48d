"""Where rows are kept while they are judged: in memory while they are few, on disk from then on."""

from __future__ import annotations

import io
import os
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ragtriage.errors import DataError

if TYPE_CHECKING:
    from ragtriage.evaluation.table import CaseTable

__all__ = ["RowStore", "lines_of"]

_HELD_BYTES: Final = 16 * 1024 * 1024
_BLOCK_BYTES: Final = 1024 * 1024
_MOST_ROW_BYTES: Final = 256 * 1024 * 1024  # four times what a line of the input may have
_READ_BYTES: Final = 256 * 1024  # at once: a row with its texts is longer than what Python reads by itself


class RowStore:
    """Lines that are written once and read any number of times.

    Without a path the lines are held in memory up to 16 MiB, and then in a temporary file that goes
    when the store does.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.table: CaseTable | None = None  # of the same cases, where one is gathered
        self._memory: io.BytesIO | None = io.BytesIO() if path is None else None
        self._file: BinaryIO | None = None if path is None else path.open("wb")

    @classmethod
    def existing(cls, path: Path) -> RowStore:
        """Read lines that stand in a file already."""
        store = cls()
        store.path = path
        store._memory = None
        return store

    def write(self, lines: bytes) -> None:
        """Add lines, each with its line break."""
        if self._memory is not None:
            self._memory.write(lines)
            if self._memory.tell() > _HELD_BYTES:
                self._spill(self._memory)
        elif self._file is not None:
            self._file.write(lines)

    def take(self, path: Path) -> None:
        """Add the lines of a file, which goes; a table is not told of them, and is given up."""
        self.table = None
        with path.open("rb") as lines:
            while block := lines.read(_BLOCK_BYTES):
                self.write(block)
        path.unlink()

    def _spill(self, memory: io.BytesIO) -> None:
        import tempfile  # noqa: PLC0415 - only large runs need it

        descriptor, name = tempfile.mkstemp(prefix="ragtriage-", suffix=".jsonl")
        self._file = os.fdopen(descriptor, "wb")
        self._file.write(memory.getbuffer())
        self._memory = None
        self.path = Path(name)
        weakref.finalize(self, Path(name).unlink, missing_ok=True)

    def close(self) -> None:
        """Finish writing."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def moved(self, path: Path) -> None:
        """Take note that the file stands elsewhere now."""
        self.path = path

    def open(self) -> BinaryIO:
        """Open the lines for reading from the first."""
        if self.path is not None:
            return self.path.open("rb", _READ_BYTES)
        memory = self._memory
        return io.BytesIO(b"" if memory is None else memory.getvalue())

    def lines(self) -> Iterator[bytes]:
        """Yield the lines from the first on.

        Raises:
            DataError: One is too long to be a row.
        """
        with self.open() as stream:
            yield from lines_of(stream, str(self.path))


def lines_of(stream: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the lines of a file of rows; one that holds no line breaks is not held whole.

    Raises:
        DataError: A line is too long to be a row.
    """
    while line := stream.readline(_MOST_ROW_BYTES):
        if len(line) == _MOST_ROW_BYTES:
            raise DataError(f"{name}: a line is longer than {_MOST_ROW_BYTES:,} bytes, which no row is")
        yield line
