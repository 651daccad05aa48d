"""Tables: CSV with lists as JSON in their cells, and Parquet with lists as list columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

import msgspec
from msgspec.structs import replace

from ragtriage.errors import DataError
from ragtriage.io.cells import guarded
from ragtriage.io.spellings import FIELDS
from ragtriage.model import UNSET, Trace
from ragtriage.reports.writers.losses import Pair
from ragtriage.reports.writers.native import NativeRow, kept_as_row, native_row

if TYPE_CHECKING:
    import polars as pl

__all__ = ["check_answers", "kept_as_cells", "write_csv", "write_parquet", "write_tsv"]

# A spreadsheet and our own reader take neither.
_NUL: Final = "\0"


def check_answers(pairs: Sequence[Pair], layout: str) -> None:
    """Make sure that an answer which was not recorded is not written as one that was empty.

    Raises:
        DataError: Some answers were recorded and others were not.
    """
    missing = sum(_has_no_answer(trace) for _, trace in pairs)
    if 0 < missing < len(pairs):
        raise DataError(
            f"{missing} of {len(pairs)} cases have no recorded answer, and {layout} cannot tell it from one "
            "that is empty, an abstention; write JSON lines, or leave these cases out"
        )


def _has_no_answer(trace: Trace | None) -> bool:
    return trace is None or trace.answer is UNSET


def kept_as_cells(pair: Pair) -> Pair:
    """Return what a row of CSV holds: an empty name is none."""
    case, trace = kept_as_row(pair)
    return replace(case, language=case.language or None, cluster=case.cluster or None), trace


def write_csv(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write comma-separated values, every cell guarded against being taken for a formula.

    Raises:
        DataError: Some answers were not recorded, or a text holds the character NUL.
    """
    _write_separated(pairs, file, ",")


def write_tsv(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write tab-separated values; else as `write_csv`."""
    _write_separated(pairs, file, "\t")


def _write_separated(pairs: Iterable[Pair], file: BinaryIO, delimiter: str) -> None:
    import csv  # noqa: PLC0415 - only CSV needs it

    held = list(pairs)
    check_answers(held, "CSV")
    rows = [native_row(pair) for pair in held]
    columns = _columns(rows)
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    # RFC 4180's line end; with another one Python leaves a lone carriage return in a cell without quotes
    table = csv.writer(text, delimiter=delimiter, lineterminator="\r\n")
    table.writerow(columns)
    for row in rows:
        table.writerow([_cell(row[name], row) if name in row else "" for name in columns])
    text.detach()


def _columns(rows: Sequence[NativeRow]) -> list[str]:
    found = {name for row in rows for name in row}
    return [name for name in FIELDS if name in found]


def _cell(value: object, row: NativeRow) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if _NUL in text:
        name = row.get("id", row.get("question"))
        raise DataError(f"case {name!r}: holds the character NUL, which CSV cannot; write JSON lines")
    return guarded(text)


def write_parquet(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write Parquet: lists as list columns; grades, metadata and what is of mixed form as JSON text.

    Raises:
        DataError: Some answers were not recorded.
    """
    import polars as pl  # noqa: PLC0415 - heavy, and only Parquet needs it

    held = list(pairs)
    check_answers(held, "Parquet")
    rows = [native_row(pair) for pair in held]
    columns = [_column(name, [row.get(name) for row in rows]) for name in _columns(rows)]
    pl.DataFrame(columns).write_parquet(file)


def _column(name: str, values: Sequence[object]) -> pl.Series:
    import polars as pl  # noqa: PLC0415 - as above

    held, kind = _typed(name, values)
    return pl.Series(name, held, dtype=kind)


def _typed(name: str, values: Sequence[object]) -> tuple[Sequence[object], Any]:
    """Return the values of a column in the form of its type, and the type."""
    import polars as pl  # noqa: PLC0415 - as above

    types: dict[str, Any] = {
        "answerable": pl.Boolean,
        "evidence": pl.List(pl.String),
        "tags": pl.List(pl.String),
        "context": pl.List(pl.String),
    }
    kind = types.get(name, pl.String)
    if name in {"gold_documents", "retrieved", "expected_answers"}:
        if _are_lists_of(values, str):
            kind = pl.List(pl.String)
        elif name == "expected_answers":
            values, kind = [_nested(value) for value in values], pl.List(pl.List(pl.String))
        elif name == "gold_documents" and _are_lists_of(values, tuple):
            kind = pl.List(pl.List(pl.String))
        elif name == "retrieved" and _are_lists_of(values, dict):
            values, kind = [_entries(value) for value in values], pl.List(pl.Struct(_entry_types()))
        else:
            values = [_json(value) for value in values]
    elif name == "metadata":
        values = [_json(value) for value in values]
    return values, kind


def _are_lists_of(values: Sequence[object], kind: type) -> bool:
    """Tell whether all values are lists, and all items of the same kind."""
    return all(
        value is None
        or (
            isinstance(value, tuple)
            and all(isinstance(item, kind) for item in cast("tuple[object, ...]", value))
        )
        for value in values
    )


def _nested(value: object) -> list[list[str]] | None:
    """Return expected answers as lists of items; one item is an answer."""
    if value is None:
        return None
    answers = cast("tuple[str | tuple[str, ...], ...]", value)
    return [[answer] if isinstance(answer, str) else list(answer) for answer in answers]


def _entry_types() -> dict[str, Any]:
    import polars as pl  # noqa: PLC0415 - as above

    strings: dict[str, Any] = dict.fromkeys(("document_id", "chunk_id", "text"), pl.String)
    return {**strings, "score": pl.Float64, "metadata": pl.String}


def _entries(value: object) -> list[NativeRow] | None:
    if value is None:
        return None
    items = cast("tuple[NativeRow, ...]", value)
    return [
        {name: _json(item.get(name)) if name == "metadata" else item.get(name) for name in _entry_types()}
        for item in items
    ]


def _json(value: object) -> str | None:
    return None if value is None else msgspec.json.encode(value).decode()
