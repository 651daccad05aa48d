"""Rows of tables under the names of their columns: CSV, TSV, workbooks and Parquet."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, Final, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.cells import unguarded
from ragtriage.io.delimited import MOST_CELL, Cells, column_names, delimited
from ragtriage.io.entries import shown
from ragtriage.io.files import Source
from ragtriage.io.map_advice import FIRST_ROWS, map_advice
from ragtriage.io.polars_faults import told_faults
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.survey import OnBad, Survey

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

__all__ = ["csv_rows", "parquet_length", "parquet_rows", "plain_csv_rows", "table_cells"]

_ROWS_HELD: Final = 512  # as Python values
_SLICE_BYTES: Final = 2**24  # of a file of Parquet; in memory it is some times as much


def csv_rows(
    source: Source, survey: Survey, on_bad: OnBad, spellings: Mapping[str, str] = SPELLINGS
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a CSV or TSV file, each with the line on which it ends, or those of a sheet.

    Raises:
        DataError: The file cannot be read, or has no header with a known name.
    """
    rows = table_cells(source)
    first = next(rows, None)
    if first is None:
        return
    place = f"{source.name}, {source.unit}"
    header = column_names(first.cells, f"{place} {first.line}")
    if not any(column in spellings for column in header):
        raise SchemaError(
            f"{place} {first.line}: no column has a known name: {shown(header)}; {_advice(header, rows)}"
            + (
                "; the first row that is not empty holds the names, and --sheet NAME names a sheet"
                if source.is_workbook
                else ""
            )
        )
    for line, cells in rows:
        where = f"{place} {line}"
        try:
            row = _cells(header, cells, where, spellings)
        except SchemaError as error:
            survey.rows += 1
            on_bad(error)
        else:
            yield line, row
    survey.notes.extend(source.notes)


def plain_csv_rows(source: Source) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a table that holds no cases, whatever its columns are called; cells are texts.

    Raises:
        DataError: The file cannot be read.
    """
    rows = table_cells(source)
    first = next(rows, None)
    place = f"{source.name}, {source.unit}"
    header = [] if first is None else column_names(first.cells, f"{place} {first.line}")
    for line, cells in rows:
        yield line, _cells(header, cells, f"{place} {line}", {})


def table_cells(source: Source) -> Iterator[Cells]:
    """Yield the rows of a table of text that are not blank, or those of a sheet; the header first.

    What a reader should know of a sheet is with the source once it was read.

    Raises:
        DataError: The file cannot be read.
        ConfigError: A workbook has no such sheet.
        MissingExtraError: What reads workbooks is not installed.
    """
    return _sheet_cells(source) if source.is_workbook else delimited(source)


def _sheet_cells(source: Source) -> Iterator[Cells]:
    from ragtriage.io.workbook import open_sheet  # noqa: PLC0415 - only workbooks need it

    is_there = source.path is not None and source.is_plain
    with (
        cast("Path", source.path).open("rb") if is_there else io.BytesIO(source.read()) as file,
        open_sheet(cast("BinaryIO", file), source.name, source.sheet) as sheet,
    ):
        width = 0
        for number, cells in sheet.rows:
            if not width:
                width = len(cells)
                # a heading may be broken into lines, which no option could be given
                yield Cells(number, [" ".join(cell.split()) for cell in cells])
            else:
                yield Cells(number, cells + [""] * (width - len(cells)))
        source.notes.extend(f"{source.name}: {note}" for note in sheet.notes())


def _advice(header: list[str], rows: Iterator[Cells]) -> str:
    """Say what to do about a header without a known name, by the rows below it."""
    if header[0][:1] in {"{", "["}:
        return "it looks like JSON lines: --format jsonl"
    first: list[dict[str, object]] = []
    with contextlib.suppress(DataError):  # of a row below; the header is to be mended first
        first.extend(
            {name: unguarded(str(cell)) for name, cell in zip(header, row.cells, strict=False)}
            for row in islice(rows, FIRST_ROWS)
        )
    advice = map_advice(header, first)
    if advice is not None:
        return advice
    return "see `ragtriage formats`, or say which is which: --map question=COLUMN,answer=COLUMN"


_CELL_LISTS: Final = frozenset(
    {
        "expected_answers",
        "gold_documents",
        "evidence",
        "tags",
        "retrieved",
        "retrieved_texts",
        "context",
        "metadata",
    }
)


def _cells(
    header: list[str], cells: list[str], where: str, spellings: Mapping[str, str]
) -> dict[str, object]:
    if len(cells) != len(header):
        raise SchemaError(f"{where}: {len(cells)} cells under {len(header)} columns")
    row: dict[str, object] = {}
    for name, written in zip(header, cells, strict=True):
        column = spellings.get(name)
        if not written and column != "answer":
            continue
        why: str | None = getattr(written, "why", None)  # of a cell of a sheet that has no value
        if why is not None and column is not None:
            raise SchemaError(f"{where}, field `{name}`: holds {why}")
        cell = unguarded(str(written))
        row[name] = _literal(cell, name, where) if column in _CELL_LISTS else cell
    return row


def _literal(cell: str, name: str, where: str) -> object:
    """Read a cell that holds a list or an object, as JSON or as a Python literal; other text stays text."""
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")) and not (
        text.startswith("{") and text.endswith("}")
    ):
        return cell
    try:
        return msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, RecursionError):
        pass
    import ast  # noqa: PLC0415 - only such cells need it

    try:
        value: object = ast.literal_eval(text)
        msgspec.json.encode(value)  # a Python literal may hold what no file of ours can
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        raise SchemaError(
            f"{where}, field `{name}`: begins like a list or an object but is neither JSON nor a Python "
            f"literal: {shown(text)}; write a text that begins so as a list: " + '["…"]'
        ) from None
    return value


def parquet_rows(
    source: Source, spellings: Mapping[str, str] = SPELLINGS
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a Parquet file, or those of its stretch, each with its number in the file.

    Raises:
        DataError: The file cannot be read, or a cell is too long.
    """
    import polars as pl  # noqa: PLC0415 - heavy, and only Parquet needs it

    # a file on disk is read a part at a time, unless it is compressed as a whole
    is_plain = source.path is not None and source.is_plain
    whole = None if is_plain else source.read()
    size = len(whole) if whole is not None else source.size or 0
    with told_faults(source.name):
        scanned = pl.scan_parquet(cast("Path", source.path) if whole is None else io.BytesIO(whole))
        rows = source.rows or range(scanned.select(pl.len()).collect().item())
    number = rows.start
    for some in _slices(scanned, rows, size, source.name):
        for row in some:
            number += 1
            yield number, _parsed(row, spellings)


def _slices(scanned: pl.LazyFrame, rows: range, size: int, name: str) -> Iterator[list[dict[str, object]]]:
    """Yield rows, which have so many bytes, in slices of about as many.

    Polars' own batches are read ahead as far as its threads get: the memory they take grows with the file.
    """
    step = max(1, len(rows) * _SLICE_BYTES // max(size, 1))
    for first in range(rows.start, rows.stop, step):
        with told_faults(name):
            frame = _checked(scanned.slice(first, min(step, rows.stop - first)).collect(), name)
        for part in frame.iter_slices(_ROWS_HELD):
            with told_faults(name):
                some = part.rows(named=True)
            yield some


def parquet_length(source: Source) -> int:
    """Return how many rows a Parquet file of this machine has.

    Raises:
        DataError: It cannot be read.
    """
    import polars as pl  # noqa: PLC0415 - as above

    with told_faults(source.name):
        length: int = pl.scan_parquet(cast("Path", source.path)).select(pl.len()).collect().item()
    return length


def _checked(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return some rows of a Parquet file, if their texts are not longer than a cell may be.

    Raises:
        SchemaError: One is.
    """
    import polars as pl  # noqa: PLC0415 - as above

    longest = frame.select(pl.col(pl.String).str.len_bytes().max()).rows()
    if any(length is not None and length > MOST_CELL for row in longest for length in row):
        raise SchemaError(f"{name}: a cell is longer than {MOST_CELL:,} bytes; such a file is not read")
    return frame


# Fields for which a column of Parquet has no type when their keys differ from row to row: JSON text there.
_JSON_COLUMNS: Final = frozenset({"gold_documents", "retrieved", "metadata"})


def _parsed(row: dict[str, object], spellings: Mapping[str, str]) -> dict[str, object]:
    """Read what is JSON text in a row of Parquet; other text stays text."""
    for name, value in row.items():
        if spellings.get(name) in _JSON_COLUMNS:
            if isinstance(value, str):
                row[name] = _json_text(value)
            elif isinstance(value, list):
                for item in cast("list[object]", value):
                    if isinstance(item, dict):
                        _parsed(cast("dict[str, object]", item), spellings)
    return row


def _json_text(text: str) -> object:
    if text[:1] not in {"[", "{"}:
        return text
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text
