"""Rows that stand in several files, JSON lines or Parquet, read one file after the other."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, cast

from ragtriage.errors import DataError
from ragtriage.evaluation.frame import lazy_case_frame
from ragtriage.evaluation.store import RowStore, lines_of
from ragtriage.io.polars_faults import told_faults

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["PartedRows", "pack_parquet"]

_ROW: Final = "row"  # the column that holds a row as cases.jsonl would
_GROUP_ROWS: Final = 2**12  # that are written together, and read at a time


class PartedRows(RowStore):
    """The rows of an evaluation whose parts were judged apart; no more than one file is read at a time.

    Args:
        paths: In the order of the input; `.jsonl`, or `.parquet` as `pack_parquet` writes it.
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        super().__init__()
        self._paths = list(paths)

    def moved(self, path: Path) -> None:
        """Take note that the files stand in another folder now."""
        self._paths = [path / each.name for each in self._paths]

    def open(self) -> BinaryIO:
        """Open the lines for reading from the first."""
        return cast("BinaryIO", io.BufferedReader(_Joined(self.lines())))

    def lines(self) -> Iterator[bytes]:
        """Yield the lines from the first on.

        Raises:
            DataError: A file is missing or cannot be read.
        """
        for path in self._paths:
            try:
                yield from _packed_lines(path) if path.suffix == ".parquet" else _plain_lines(path)
            except OSError as error:
                raise DataError(f"{path}: cannot be read: {error.strerror}") from None


def _plain_lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from lines_of(file, str(path))


def _packed_lines(path: Path) -> Iterator[bytes]:
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

    with told_faults(str(path)):
        scanned = pl.scan_parquet(path).select(_ROW)
        length: int = scanned.select(pl.len()).collect().item()
    # Polars' own batches are read ahead as far as its threads get, which is the whole file.
    for first in range(0, length, _GROUP_ROWS):
        with told_faults(str(path)):
            rows: list[str] = scanned.slice(first, _GROUP_ROWS).collect()[_ROW].to_list()
        for row in rows:
            yield row.encode() + b"\n"


def pack_parquet(rows: RowStore, path: Path) -> None:
    """Write rows as Parquet: the columns of `Evaluation.to_frame`, and each row whole as JSON in `row`."""
    import polars as pl  # noqa: PLC0415 - as above

    lines = pl.Series(_ROW, [line.rstrip(b"\n").decode() for line in rows.lines()], dtype=pl.String)
    table = lazy_case_frame(rows).collect().with_columns(lines)
    table.write_parquet(path, row_group_size=_GROUP_ROWS)


class _Joined(io.RawIOBase):
    """Lines as one file."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        super().__init__()
        self._lines = lines
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)
        if not self._rest:
            self._rest = next(self._lines, b"")
        n = min(len(view), len(self._rest))
        view[:n] = self._rest[:n]
        self._rest = self._rest[n:]
        return n
