"""Parts of Parquet files: some rows of a file of this machine, or row groups of one that stands elsewhere."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final, NamedTuple, Protocol

from ragtriage.batch import Pair
from ragtriage.errors import DataError
from ragtriage.evaluation.distributed.parts import Read, Reader, read_pairs, step_of
from ragtriage.io.files import Source
from ragtriage.io.rows import Format
from ragtriage.io.storage import StoredFile
from ragtriage.io.tables import parquet_length

__all__ = ["Elsewhere", "Here", "RowGroups", "Rows", "row_groups", "table_stretches"]

_COPY_BYTES: Final = 1 << 20


class _Table(Protocol):
    """A file of which some rows are read where a worker is."""

    def here(self) -> AbstractContextManager[Path]:
        """Give a file of this machine in which those rows stand where they do in the whole."""
        ...


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a Parquet file, each a case with its trace.

    Args:
        number: Its place among the parts.
        name: Of the file, for messages.
        table: Where the file is.
        rows: Which ones, counted from 0.
        size: About how many bytes they have.
        share: Which share of the input ends with them, if that is known.
    """

    number: int
    name: str
    table: _Table
    rows: range
    size: int
    share: float | None = None

    @property
    def closed_book(self) -> None:
        """Nothing: answers without any context come with cases that were read already."""

    @property
    def where(self) -> str:
        """The file and its rows."""
        return f"{self.name}, rows {self.rows.start + 1} to {self.rows.stop}"

    def pairs(self, reader: Reader, read: Read, *, is_exact: bool) -> Iterator[Pair]:  # noqa: ARG002 - always is
        """Yield the cases, and note what is seen of them.

        Raises:
            DataError: They cannot be read.
        """
        with (
            self.table.here() as path,
            closing(Source.of_rows(self.name, path, self.rows, self.size)) as source,
        ):
            yield from read_pairs(source, Format.PARQUET, reader, read, self.rows.start)


@dataclass(frozen=True, slots=True)
class Here:
    """A file of this machine."""

    path: Path

    @contextmanager
    def here(self) -> Generator[Path]:
        """Give the file."""
        yield self.path


class RowGroups(NamedTuple):
    """Row groups of a Parquet file that follow one another."""

    rows: range
    start: int  # their first byte
    stop: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A file that fsspec reads, of which row groups and what describes them are fetched.

    Args:
        file: The file.
        start: The first byte of the row groups.
        stop: Where they end.
        tail: Where what describes the file begins, behind the last row group.
    """

    file: StoredFile
    start: int
    stop: int
    tail: int

    @contextmanager
    def here(self) -> Generator[Path]:
        """Give a file with holes where nothing was fetched: the bytes that are there stand in their places.

        Raises:
            DataError: They cannot be fetched.
        """
        with NamedTemporaryFile(suffix=".parquet") as copy:
            with self.file.open() as stored:
                size = stored.seek(0, os.SEEK_END)
                for start, stop in ((0, 4), (self.start, self.stop), (self.tail, size)):
                    at = stored.seek(start)
                    copy.seek(start)
                    while at < stop and (block := stored.read(min(_COPY_BYTES, stop - at))):
                        copy.write(block)
                        at += len(block)
                    if at < stop:
                        raise DataError(f"{self.file.name}: cannot be read to its end")
            copy.flush()
            yield Path(copy.name)


def table_stretches(source: Source, path: Path, workers: int) -> Iterator[Rows]:
    """Cut a Parquet file of this machine into rows that follow one another.

    Args:
        source: The file, opened.
        path: Where it is.
        workers: How many will judge.

    Raises:
        DataError: It cannot be read.
    """
    size, n = path.stat().st_size, parquet_length(source)
    count = max(1, min(n, -(-size // step_of(size, workers))))
    table = Here(path.absolute())
    for number, (first, stop) in enumerate(pairwise(n * i // count for i in range(count + 1))):
        yield Rows(number, source.name, table, range(first, stop), size // count, stop / max(n, 1))


def row_groups(file: StoredFile, step: int) -> tuple[list[RowGroups], int]:
    """Return the row groups of a Parquet file, put together up to about so many bytes, and where they end.

    There are none where the file cannot be cut: whoever reads it as a whole says what is wrong with it.
    """
    arrow: Any = import_module("pyarrow")  # comes with ray, which imports it
    parquet: Any = import_module("pyarrow.parquet")
    try:
        with file.open() as stored:
            described: Any = parquet.read_metadata(stored)
    except (DataError, OSError, arrow.ArrowException):
        return [], 0
    groups: list[RowGroups] = []
    for group in _described(described):
        last = groups[-1] if groups else None
        if group.start < (last.stop if last else 0):
            return [], 0  # they do not follow one another
        if last is not None and group.stop - last.start <= step:
            groups[-1] = RowGroups(range(last.rows.start, group.rows.stop), last.start, group.stop)
        else:
            groups.append(group)
    return groups, groups[-1].stop if groups else 0


def _described(described: Any) -> Iterator[RowGroups]:  # noqa: ANN401 - the package has no types
    first = 0
    for i in range(described.num_row_groups):
        group: Any = described.row_group(i)
        columns: list[Any] = [group.column(j) for j in range(group.num_columns)]
        starts: list[int] = [each.dictionary_page_offset or each.data_page_offset for each in columns]
        stops: list[int] = [at + each.total_compressed_size for at, each in zip(starts, columns, strict=True)]
        rows = range(first, first + int(group.num_rows))
        first = rows.stop
        if rows and columns:
            yield RowGroups(rows, min(starts), max(stops))
