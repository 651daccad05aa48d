"""Rows of a file, whatever its format: JSON lines, a JSON list, CSV or Parquet."""

from __future__ import annotations

import contextlib
import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.cells import unguarded
from ragtriage.io.encodings import how_to_save
from ragtriage.io.entries import MOST_FIELDS, BadFieldError, Entry, WrittenFloat, entry, shown
from ragtriage.io.files import Source
from ragtriage.io.layouts import Layout, layout_of
from ragtriage.io.mapping import FieldMap
from ragtriage.io.spellings import FIELDS, REQUIRED_FIELDS, SPELLINGS, misspelled

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Format", "OnBad", "Survey", "detect", "objects", "read_rows", "read_table"]

OnBad = Callable[[SchemaError], None]

# A row that does not fit the layout may show a new one; a file with more than these has none.
_MOST_LAYOUTS: Final = 8
_MOST_CELL_BYTES: Final = 64 * 1024 * 1024
_MOST_UNKNOWN: Final = 1000
_NAMED: Final = 8


class Format(StrEnum):
    """How rows are laid out in a file."""

    AUTO = "auto"
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    PARQUET = "parquet"
    TREC = "trec"
    BEIR = "beir"


@dataclass(slots=True)
class Survey:
    """What has been seen of a file so far."""

    name: str
    rows: int = 0
    fields: set[str] = field(default_factory=set[str])
    unknown: dict[str, int] = field(default_factory=dict[str, int])  # name → rows that have it
    has_number_ids: bool = False
    has_text_ids: bool = False

    def note(self, found: Entry, names: Mapping[str, object]) -> None:
        """Remember which fields a row has."""
        self.fields.update(
            SPELLINGS[name] for name, value in names.items() if name in SPELLINGS and value is not None
        )
        for name in found.unknown:
            if name in self.unknown or len(self.unknown) < _MOST_UNKNOWN:
                self.unknown[name] = self.unknown.get(name, 0) + 1
        self.has_number_ids |= found.has_number_ids
        self.has_text_ids |= found.has_text_ids

    def check_spelling(self) -> None:
        """Refuse a file in which a field that every row lacks stands under a nearly right name.

        Raises:
            SchemaError: There is one; the message says which name was probably meant.
        """
        missing = [name for name in REQUIRED_FIELDS if name not in self.fields]
        if "retrieved_texts" in self.fields and "retrieved" in missing:
            missing.remove("retrieved")
        for found, meant in misspelled(self.unknown, missing).items():
            raise SchemaError(
                f"{self.name}: unknown field `{found}`; did you mean `{meant}`? No row has "
                f"`{SPELLINGS[meant]}` under any of its names ({', '.join(FIELDS[SPELLINGS[meant]])})"
            )

    def warning(self) -> str | None:
        """Say when some ids are numbers and others strings; they are compared as strings."""
        if not (self.has_number_ids and self.has_text_ids):
            return None
        return (
            f"{self.name}: some ids are written as numbers and others as strings; they are compared as "
            "strings, so that 1 and '1' are the same"
        )

    def unread(self) -> Iterator[str]:
        """Say which fields were not read, where one that matters is missing or nearly the name of another."""
        for found, meant in misspelled(self.unknown, REQUIRED_FIELDS).items():
            yield (
                f"{self.name}: unknown field `{found}` in {self.unknown[found]} rows was not read; "
                f"other rows have `{SPELLINGS[meant]}`: is it meant?"
            )
        absent = [name for name in REQUIRED_FIELDS if name not in self.fields]
        if "retrieved_texts" in self.fields and "retrieved" in absent:
            absent.remove("retrieved")
        if absent and self.unknown:
            named = ", ".join(f"`{name}`" for name in list(self.unknown)[:_NAMED])
            yield (
                f"{self.name}: no row has {', '.join(f'`{name}`' for name in absent)}; not read, and kept as "
                f"metadata: {named} (`ragtriage formats` lists the names of fields)"
            )


def detect(source: Source) -> Format:
    """Tell a file's format from its name, and where that says nothing, from its first bytes."""
    suffixes = {suffix.lower() for suffix in PurePath(source.name).suffixes}
    head = source.peek().lstrip()
    if head.startswith(b"PAR1") or ".parquet" in suffixes:
        return Format.PARQUET
    if suffixes & {".csv", ".tsv"}:
        return Format.CSV
    if head.startswith(b"["):
        return Format.JSON
    if not head.startswith(b"{"):
        return Format.JSONL if suffixes & {".jsonl", ".ndjson", ".json"} else Format.CSV
    if suffixes & {".jsonl", ".ndjson"}:
        return Format.JSONL
    return Format.JSONL if _is_row(head.split(b"\n", 1)[0]) else Format.JSON


def read_rows(
    source: Source, form: Format, survey: Survey, on_bad: OnBad, field_map: FieldMap | None = None
) -> Iterator[Entry]:
    """Yield the rows of a file, each read tolerantly.

    Args:
        source: The open file.
        form: Its format; `AUTO` asks `detect`.
        survey: Is told what was seen.
        on_bad: Is given the error of a row that cannot be read; raises it, or sets the row aside.
        field_map: Where the fields stand, when that is not under one of their names.

    Raises:
        DataError: The file holds no rows, or is not of this format at all.
    """
    if form is Format.AUTO:
        form = detect(source)
    readers = {
        Format.JSONL: _json_lines,
        Format.JSON: _json_list,
        Format.CSV: _csv,
        Format.PARQUET: _parquet,
    }
    if form not in readers:
        raise DataError(f"{source.name}: format {form} holds no rows of cases")
    if field_map is None:
        yield from readers[form](source, survey, on_bad)
    else:
        yield from _mapped(source, form, survey, on_bad, field_map)
    if survey.rows == 0:
        raise DataError(f"{source.name}: holds no rows")


def read_table(
    rows: Iterator[tuple[int, Mapping[str, object]]], unit: str, survey: Survey, on_bad: OnBad
) -> Iterator[Entry]:
    """Yield rows that are mappings already; `unit` and the number say where one stands."""
    for number, found in rows:
        survey.rows += 1
        read = _tolerant(found, f"{survey.name}, {unit} {number}", on_bad)
        if read is not None:
            survey.note(read, found)
            yield read


def objects(source: Source, survey: Survey) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the rows of a file as they are, each with where it stands.

    Raises:
        DataError: The file cannot be read, or a row is no object.
    """
    form = detect(source)
    if form in {Format.CSV, Format.PARQUET}:
        is_csv = form is Format.CSV
        rows, unit = (
            (_csv_rows(source, survey, _refuse), "line") if is_csv else (_parquet_rows(source), "row")
        )
        for number, row in rows:
            survey.rows += 1
            yield f"{source.name}, {unit} {number}", dict(row)
        return
    lines, unit = (source.lines(), "line") if form is Format.JSONL else (_items(source), "item")
    decode = msgspec.json.Decoder(dict[str, Any]).decode
    for number, line in lines:
        survey.rows += 1
        where = f"{source.name}, {unit} {number}"
        try:
            yield where, decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise SchemaError(f"{where}: {_json_problem(line, error)}") from None


def _refuse(error: SchemaError) -> None:
    raise error


def _mapped(
    source: Source, form: Format, survey: Survey, on_bad: OnBad, field_map: FieldMap
) -> Iterator[Entry]:
    for where, found in _plain_rows(source, form, survey, on_bad, field_map.spellings):
        try:
            names = field_map.apply(found)
        except BadFieldError as error:
            on_bad(SchemaError(f"{where}, {error}"))
            continue
        read = _tolerant(names, where, on_bad)
        if read is not None:
            survey.note(read, names)
            yield read


def _plain_rows(
    source: Source, form: Format, survey: Survey, on_bad: OnBad, spellings: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the rows as they are, each with where it stands; numbers remember how they were written."""
    if form in {Format.CSV, Format.PARQUET}:
        is_csv = form is Format.CSV
        rows = _csv_rows(source, survey, on_bad, spellings) if is_csv else _parquet_rows(source, spellings)
        for number, row in rows:
            survey.rows += 1
            yield f"{survey.name}, {'line' if is_csv else 'row'} {number}", row
        return
    lines, unit = (source.lines(), "line") if form is Format.JSONL else (_items(source), "item")
    decode = msgspec.json.Decoder(float_hook=WrittenFloat).decode
    for number, line in lines:
        survey.rows += 1
        where = f"{survey.name}, {unit} {number}"
        found = _object(line, where, decode, on_bad)
        if found is not None:
            yield where, found


def _object(
    line: bytes, where: str, decode: Callable[[bytes], object], on_bad: OnBad
) -> dict[str, object] | None:
    """Decode a line that holds an object; None where it does not and the row was set aside."""
    try:
        found = decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        on_bad(SchemaError(f"{where}: {_json_problem(line, error)}"))
        return None
    if isinstance(found, dict):
        return cast("dict[str, object]", found)
    on_bad(SchemaError(f"{where}: expected an object with the fields of a case, found {shown(found)}"))
    return None


def _json_lines(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return _encoded(source.lines(), "line", survey, on_bad)


def _json_list(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return _encoded(_items(source), "item", survey, on_bad)


def _items(source: Source) -> Iterator[tuple[int, bytes]]:
    """Yield the items of a JSON list, or of the list `cases` of an object, or the one object itself."""
    data = source.read()
    try:
        if data.lstrip().startswith(b"["):
            items = msgspec.json.decode(data, type=list[msgspec.Raw])
        else:
            top = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
            one = [msgspec.Raw(data)]
            items = msgspec.json.decode(top["cases"], type=list[msgspec.Raw]) if "cases" in top else one
    except (msgspec.DecodeError, RecursionError) as error:
        raise SchemaError(f"{source.name}: {_json_problem(data, error)}") from None
    return ((i, bytes(item)) for i, item in enumerate(items, 1))


def _encoded(lines: Iterator[tuple[int, bytes]], unit: str, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    """Read JSON objects: by the layout of the rows before, or the tolerant way."""
    decode = msgspec.json.Decoder(float_hook=WrittenFloat).decode
    layout: Layout | None = None
    layouts = 0
    for number, line in lines:
        survey.rows += 1
        if layout is not None:
            try:
                read = layout(line)
            except (msgspec.DecodeError, RecursionError):
                read = None
            if read is not None:
                survey.has_text_ids = survey.has_text_ids or _has_ids(read)  # a layout reads no numbers
                yield read
                continue
        where = f"{survey.name}, {unit} {number}"
        names = _object(line, where, decode, on_bad)
        if names is None:
            continue
        read = _tolerant(names, where, on_bad)
        if read is not None:
            survey.note(read, names)
            if layouts < _MOST_LAYOUTS and (made := layout_of(names)) is not None:
                layout, layouts = made, layouts + 1
            yield read


def _has_ids(read: Entry) -> bool:
    gold, trace = read.case.gold_documents, read.trace
    return bool((gold is not None and gold.grades) or (trace is not None and trace.retrieved))


def _tolerant(found: Mapping[str, object], where: str, on_bad: OnBad) -> Entry | None:
    try:
        return entry(found)
    except BadFieldError as error:
        on_bad(SchemaError(f"{where}, {error}"))
    except RecursionError as error:
        on_bad(SchemaError(f"{where}: {_json_problem(b'', error)}"))
    return None


def _is_row(text: bytes) -> bool:
    """Tell whether a line is whole in itself, and no object that holds the list of cases."""
    try:
        found: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return not (isinstance(found, dict) and isinstance(cast("dict[str, object]", found).get("cases"), list))


def _json_problem(text: bytes, error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "is nested too deeply to be a case"
    try:
        text.decode("utf-8")
    except UnicodeDecodeError as broken:
        return f"is not valid UTF-8 (byte {broken.start + 1}); {how_to_save(text)}"
    if b"\\ud" in text.lower() and ("truncated" in str(error) or "surrogate" in str(error)):
        return r"holds half of a surrogate pair (\ud800 to \udfff alone), which is no character"
    problem = str(error).removeprefix("JSON is malformed: ").removesuffix(" - at `$[...]`")
    return f"is not valid JSON: {problem}: {shown(text[:60].decode(errors='replace'))}"


def _csv(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return read_table(_csv_rows(source, survey, on_bad), "line", survey, on_bad)


def _csv_rows(
    source: Source, survey: Survey, on_bad: OnBad, spellings: Mapping[str, str] = SPELLINGS
) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a CSV or TSV file, each with the line on which it ends."""
    import csv  # noqa: PLC0415 - only CSV needs it

    head = source.peek().split(b"\n", 1)[0]
    delimiter = "\t" if head.count(b"\t") > head.count(b",") else ","
    text = io.TextIOWrapper(source.stream, encoding="utf-8-sig", newline="")
    limit = csv.field_size_limit(_MOST_CELL_BYTES)
    rows = csv.reader(_bounded(text, source.name), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(rows)]
        _check_header(header, source.name, spellings)
        for cells in rows:
            if not cells:
                continue
            where = f"{source.name}, line {rows.line_num}"
            try:
                row = _cells(header, cells, where, spellings)
            except SchemaError as error:
                survey.rows += 1
                on_bad(error)
            else:
                yield rows.line_num, row
    except csv.Error as error:
        raise SchemaError(f"{source.name}, line {rows.line_num}: is not valid CSV: {error}") from None
    except UnicodeDecodeError as error:
        raise SchemaError(
            f"{source.name}, line {rows.line_num + 1} or after: is not valid UTF-8; "
            f"{how_to_save(error.object)}"
        ) from None
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(f"{source.name}: cannot be read to its end: {error}") from None
    finally:
        csv.field_size_limit(limit)
        with contextlib.suppress(ValueError):  # the source may be closed before the rows are forgotten
            text.detach()


def _bounded(text: io.TextIOWrapper, name: str) -> Iterator[str]:
    """Yield the lines of a table, none of them longer than a cell may be."""
    number = 0
    while line := text.readline(_MOST_CELL_BYTES):
        number += 1
        if len(line) == _MOST_CELL_BYTES:
            raise SchemaError(f"{name}, line {number}: longer than {_MOST_CELL_BYTES:,} characters")
        yield line


def _check_header(header: list[str], name: str, spellings: Mapping[str, str]) -> None:
    if len(header) > MOST_FIELDS:
        raise SchemaError(
            f"{name}, line 1: has {len(header):,} columns; more than {MOST_FIELDS:,} are not read"
        )
    twice = sorted({column for column in header if column and header.count(column) > 1})
    if twice:
        raise SchemaError(f"{name}, line 1: column `{twice[0]}` is there more than once")
    if not any(column in spellings for column in header):
        raise SchemaError(
            f"{name}, line 1: no column has a known name: {shown(header)}; see `ragtriage formats`"
        )


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
        if not name or (not written and column != "answer"):
            continue
        cell = unguarded(written)
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


def _parquet(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return read_table(_parquet_rows(source), "row", survey, on_bad)


def _parquet_rows(
    source: Source, spellings: Mapping[str, str] = SPELLINGS
) -> Iterator[tuple[int, Mapping[str, object]]]:
    import polars as pl  # noqa: PLC0415 - heavy, and only Parquet needs it

    # a file on disk is read a part at a time, unless it is compressed as a whole
    is_plain = source.path is not None and source.is_plain
    scanned: Any = source.path if is_plain else io.BytesIO(source.read())
    try:
        frames = pl.scan_parquet(scanned).collect_batches(chunk_size=4096, maintain_order=True)
        yield from enumerate(
            (
                _parsed(row, spellings)
                for frame in frames
                for row in _checked(frame, source.name).iter_rows(named=True)
            ),
            1,
        )
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
        raise DataError(f"{source.name}: cannot be read as Parquet: {error}") from None


def _checked(frame: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return some rows of a Parquet file, if their texts are not longer than a cell may be.

    Raises:
        SchemaError: One is.
    """
    import polars as pl  # noqa: PLC0415 - as above

    longest = frame.select(pl.col(pl.String).str.len_bytes().max()).rows()
    if any(length is not None and length > _MOST_CELL_BYTES for row in longest for length in row):
        raise SchemaError(
            f"{name}: a cell is longer than {_MOST_CELL_BYTES:,} bytes; such a file is not read"
        )
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
