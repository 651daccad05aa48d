"""Parts of files that stand anywhere fsspec reads: stretches of JSON lines, and other files as a whole."""

from __future__ import annotations

import io
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

from ragtriage.io.storage import StoredFile
from ragtriage.batch import Pair
from ragtriage.errors import DataError
from ragtriage.evaluation.distributed.parts import Counted, Lines, Part, Read, Reader, edges, read_pairs
from ragtriage.io.files import Source, source_of
from ragtriage.io.rows import Format, detect

__all__ = ["stored_parts"]

_MOST_BYTES: Final = (
    1 << 26
)  # of a part: seconds of work, beside which what it costs to hand it out is little
_LEAST_BYTES: Final = 1 << 20
_A_PROCESSOR: Final = 4  # parts at least, so that all end at about the same time


def stored_parts(files: Sequence[StoredFile], form: Format, *, processors: float) -> Iterator[Part]:
    """Cut files into parts.

    Plain JSON lines are cut at line breaks; any other file is a part by itself.

    Args:
        files: In their order.
        form: The format of all of them; `AUTO` looks into each.
        processors: How many will judge.

    Raises:
        DataError: A file cannot be cut.
    """
    sizes = [file.size or 0 for file in files]
    step = min(_MOST_BYTES, max(_LEAST_BYTES, int(sum(sizes) / max(1.0, processors * _A_PROCESSOR))))
    whole, read, number = max(1, sum(sizes)), 0, 0
    for file, size in zip(files, sizes, strict=True):
        if size > step and _is_plain_lines(file, form):
            with file.open() as stream:
                for start, stop in edges(_buffered(stream), size, step):
                    share = (read + stop) / whole
                    yield Lines(number, file.name, _StoredStretch(file, start, stop), share)
                    number += 1
        else:
            yield _WholeFile(number, file, form, (read + size) / whole)
            number += 1
        read += size


def _is_plain_lines(file: StoredFile, form: Format) -> bool:
    """Look whether a file can be cut at line breaks; of one that cannot be opened, its reader says so."""
    try:
        with _opened(file) as source:
            return source.is_plain and (detect(source) if form is Format.AUTO else form) is Format.JSONL
    except DataError:
        return False


@dataclass(frozen=True, slots=True)
class _StoredStretch:
    """The bytes of a file from one place to another."""

    file: StoredFile
    start: int
    stop: int

    def read(self) -> bytes:
        with self.file.open() as file:
            file.seek(self.start)
            return file.read(self.stop - self.start)

    def before(self) -> Counted:
        with self.file.open() as file:
            return Counted.of(_buffered(file), self.start)


@dataclass(frozen=True, slots=True)
class _WholeFile:
    """A file that is read from its beginning to its end: compressed, no JSON lines, or small."""

    number: int
    file: StoredFile
    form: Format
    share: float | None = None

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def where(self) -> str:
        return self.file.name

    @property
    def closed_book(self) -> None:
        return None

    def pairs(self, reader: Reader, read: Read, *, is_exact: bool) -> Iterator[Pair]:  # noqa: ARG002 - as Part
        with _opened(self.file) as source:
            yield from read_pairs(source, self.form, reader, read)


@contextmanager
def _opened(file: StoredFile) -> Generator[Source]:
    """Open a file as a source; one on this machine by its path, which Parquet is read by in parts."""
    with file.open() as stream:
        yield source_of(file.name, stream, Path(file.url) if file.is_here else None)


def _buffered(file: object) -> io.BufferedReader:
    return io.BufferedReader(cast("io.RawIOBase", file))
