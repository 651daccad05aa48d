"""Parts of files that stand anywhere fsspec reads: lines, row groups, and other files as a whole."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from ragtriage.batch import Pair
from ragtriage.errors import DataError
from ragtriage.evaluation.distributed.parts import (
    Counted,
    Lines,
    Part,
    Read,
    Reader,
    edges,
    paired,
    read_pairs,
)
from ragtriage.evaluation.distributed.table_parts import Elsewhere, Here, Rows, row_groups
from ragtriage.io.files import Source, source_of
from ragtriage.io.rows import Format, detect
from ragtriage.io.storage import StoredFile

if TYPE_CHECKING:
    from ragtriage.evaluation.inputs import RowReader

__all__ = ["FileReading", "stored_parts"]

# Of a part: seconds of work, beside which what it costs to hand it out is little.
_MOST_BYTES: Final = 1 << 26
_LEAST_BYTES: Final = 1 << 20
_A_PROCESSOR: Final = 4  # parts at least, so that all end at about the same time


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """How files are read.

    Args:
        form: Their format; `AUTO` looks into each.
        encoding: Of their text, where that is not UTF-8.
        sheet: Of workbooks; None for their first.
        reader: Makes of a path or URL what reads a file of another tool; None: files have our own fields.
    """

    form: Format = Format.AUTO
    encoding: str | None = None
    sheet: str | None = None
    reader: Callable[[str], RowReader] | None = None


_AS_OURS: Final = FileReading()


def stored_parts(
    files: Sequence[StoredFile], how: FileReading = _AS_OURS, *, processors: float
) -> Iterator[Part]:
    """Cut files into parts.

    Plain JSON lines are cut at line breaks and Parquet files between row groups; any other file is a part
    by itself, and so are those of other tools.

    Args:
        files: In their order.
        how: They are read.
        processors: How many will judge.

    Raises:
        DataError: A file cannot be cut.
    """
    sizes = [file.size or 0 for file in files]
    step = min(_MOST_BYTES, max(_LEAST_BYTES, int(sum(sizes) / max(1.0, processors * _A_PROCESSOR))))
    whole, read, number = max(1, sum(sizes)), 0, 0
    for file, size in zip(files, sizes, strict=True):
        for part in _parts_of(file, size, how, step):
            yield replace(part, number=number, share=(read + (part.share or 0.0) * size) / whole)
            number += 1
        read += size


def _parts_of(file: StoredFile, size: int, how: FileReading, step: int) -> Iterator[_AnyPart]:
    """Cut one file; the share of each part is its share of the file."""
    form = _form(file, how) if size > step else None
    if form is Format.JSONL:
        with file.open() as stream:
            for start, stop in edges(_buffered(stream), size, step):
                yield Lines(0, file.name, _StoredStretch(file, start, stop), stop / size)
        return
    groups, tail = row_groups(file, step) if form is Format.PARQUET else ([], 0)
    for group in groups:
        table = Here(Path(file.url)) if file.is_here else Elsewhere(file, group.start, group.stop, tail)
        yield Rows(0, file.name, table, group.rows, group.stop - group.start, group.stop / tail)
    if not groups:
        yield _WholeFile(0, file, how, 1.0)


def _form(file: StoredFile, how: FileReading) -> Format | None:
    """Look whether a file can be cut: it is plain, and its rows are ours; else None.

    Of one that cannot be opened, its reader says so.
    """
    if how.encoding is not None or how.reader is not None:
        return None
    try:
        with _opened(file) as source:
            return (detect(source) if how.form is Format.AUTO else how.form) if source.is_plain else None
    except DataError:
        return None


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
    """A file that is read from its beginning to its end: compressed, a list, another tool's, or small."""

    number: int
    file: StoredFile
    how: FileReading
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
        if self.how.reader is not None:
            other = self.how.reader(self.file.url)
            read.survey = other.survey
            yield from paired(other.rows(reader.on_bad(read)), self.name, reader, read)
            return
        with _opened(self.file, self.how.encoding, self.how.sheet) as source:
            yield from read_pairs(source, self.how.form, reader, read)


_AnyPart: TypeAlias = Lines | Rows | _WholeFile


@contextmanager
def _opened(file: StoredFile, encoding: str | None = None, sheet: str | None = None) -> Generator[Source]:
    """Open a file as a source; one on this machine by its path, which Parquet is read by in slices."""
    path = Path(file.url) if file.is_here else None
    with file.open() as stream:
        yield source_of(file.name, stream, path, size=file.size, encoding=encoding, sheet=sheet)


def _buffered(file: object) -> io.BufferedReader:
    return io.BufferedReader(cast("io.RawIOBase", file))
