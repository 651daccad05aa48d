"""The shapes that rows of any tool come in: lines, lists, columns, tables and folders of Arrow files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from enum import StrEnum
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple, TypeAlias, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.delimited import column_names
from ragtriage.io.entries import MOST_FIELDS, WrittenFloat, shown
from ragtriage.io.files import Source, open_source
from ragtriage.io.input_path import names_folder
from ragtriage.io.json_faults import json_fault
from ragtriage.io.polars_faults import told_faults
from ragtriage.io.rows import Format, detect, objects
from ragtriage.io.survey import Survey
from ragtriage.io.tables import table_cells

__all__ = [
    "Cells",
    "Raw",
    "Rows",
    "Shape",
    "column_rows",
    "columns_of",
    "document",
    "is_object",
    "items_under",
    "rows_or_items",
    "shape_of",
    "sheet_notes",
    "table",
]


class Raw(NamedTuple):
    """A row as it stands in a file, or what is wrong with it."""

    where: str  # for messages: the file, and which row of it
    row: Mapping[str, object] | SchemaError


class Cells(dict[str, object]):
    """A row of a table of text, in whose cells a list can only stand as text."""


Rows: TypeAlias = Callable[[str], Iterator[Raw]]  # a path → its rows


class Shape(StrEnum):
    """How rows lie in a file, whatever they mean."""

    LINES = "JSON lines"
    LIST = "a JSON list"
    OBJECT = "one JSON object"
    TABLE = "a table with a header"  # CSV or TSV
    WORKBOOK = "a workbook"
    PARQUET = "Parquet"
    ARROW = "a folder of Arrow files"


_decode = msgspec.json.Decoder(float_hook=WrittenFloat).decode
_LINE_SUFFIXES: Final = frozenset({".jsonl", ".ndjson"})


def shape_of(source: Source) -> Shape:
    """Tell the shape of an open file from its name and its first bytes, reading none of it."""
    form = detect(source)
    if form is Format.PARQUET:
        return Shape.PARQUET
    if form is Format.XLSX:
        return Shape.WORKBOOK
    if form is Format.CSV:
        return Shape.TABLE
    head = source.peek().lstrip()
    if head.startswith(b"["):
        return Shape.LIST
    if not head.startswith(b"{") or _LINE_SUFFIXES & {
        each.lower() for each in PurePath(source.name).suffixes
    }:
        return Shape.LINES
    first, _, rest = head.partition(b"\n")
    return Shape.LINES if rest.lstrip()[:1] == b"{" and _is_json(first) else Shape.OBJECT


def table(path: str) -> Iterator[Raw]:
    """Yield the rows of a file or folder of any shape; one JSON object is a row, or columns by name.

    Raises:
        DataError: It cannot be read, is of no such shape, or is too large.
    """
    if path != "-" and names_folder(path):
        yield from _arrow(Path(path))
        return
    with closing(open_source(path)) as source:
        shape = shape_of(source)
        if shape is Shape.LINES:
            yield from _encoded(source.lines(), source.name, "line")
        elif shape in {Shape.TABLE, Shape.WORKBOOK}:
            yield from _delimited(source)
        elif shape is Shape.PARQUET:
            yield from _parquet(source)
        else:
            yield from _held(source.read(), source.name)


def sheet_notes(path: str) -> list[str]:
    """Return what a reader should know of a workbook whose rows were read; nothing of any other file."""
    if path == "-" or names_folder(path):
        return []
    with closing(open_source(path)) as source:
        if source.is_workbook:
            for _ in table_cells(source):
                pass
        return source.notes


def items_under(path: str, *names: str) -> Iterator[Raw]:
    """Yield the items of the list that stands under these names in a JSON object, or of a JSON list.

    Raises:
        DataError: There is no such list, or the file is no JSON.
    """
    top = document(path)
    for name in names:
        if isinstance(top, Mapping):
            top = cast("Mapping[str, object]", top).get(name)
    if not isinstance(top, list):
        raise SchemaError(f"{path}: expected a list under `{'.'.join(names)}`, found {shown(top)}")
    yield from _items(cast("list[object]", top), path)


def rows_or_items(path: str, *names: str, inside: str | None = None) -> Iterator[Raw]:
    """Yield the items of the first list under one of the names in a JSON object; else rows of any shape.

    Args:
        path: The file.
        names: Where the list may stand.
        inside: The name of an object that may stand around it.

    Raises:
        DataError: The file cannot be read, or is of no such shape.
    """
    if is_object(path):
        top = cast("dict[str, object]", document(path))
        around = None if inside is None else top.get(inside)
        if isinstance(around, dict):
            top = cast("dict[str, object]", around)
        name = next((each for each in names if isinstance(top.get(each), list)), None)
        if name is not None:
            yield from _items(cast("list[object]", top[name]), path)
            return
    yield from table(path)


def is_object(path: str) -> bool:
    """Tell whether a file is one JSON object."""
    if path != "-" and names_folder(path):
        return False
    with closing(open_source(path)) as source:
        return shape_of(source) is Shape.OBJECT


def document(path: str) -> object:
    """Return the whole of a JSON file.

    Raises:
        DataError: It is not valid JSON, or too large.
    """
    with closing(open_source(path)) as source:
        data = source.read()
    try:
        return cast("object", _decode(data))
    except (msgspec.DecodeError, RecursionError) as error:
        raise SchemaError(f"{path}: {json_fault(data, error)}") from None


def columns_of(top: Mapping[str, object]) -> int | None:
    """Return how many rows columns by name hold; None when an object is no such table.

    Raises:
        SchemaError: The columns differ in length.
    """
    lists = {name: len(value) for name, value in top.items() if isinstance(value, list)}  # pyright: ignore[reportUnknownArgumentType] - any list has a length
    if len(lists) < 2 or len(lists) < len(top):
        return None
    if len(set(lists.values())) > 1:
        found = ", ".join(f"`{name}` {length}" for name, length in lists.items())
        raise SchemaError(f"columns of different lengths: {found}")
    return next(iter(lists.values()))


def _is_json(text: bytes) -> bool:
    try:
        _decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _held(data: bytes, name: str) -> Iterator[Raw]:
    try:
        top = cast("object", _decode(data))
    except (msgspec.DecodeError, RecursionError) as error:
        raise SchemaError(f"{name}: {json_fault(data, error)}") from None
    if isinstance(top, list):
        yield from _items(cast("list[object]", top), name)
        return
    yield from column_rows(cast("dict[str, object]", top), name)


def column_rows(row: Mapping[str, object], name: str) -> Iterator[Raw]:
    """Yield the rows of columns by name; an object that is no such table is a row itself.

    Raises:
        SchemaError: The columns differ in length.
    """
    try:
        length = columns_of(row)
    except SchemaError as error:
        raise SchemaError(f"{name}: {error}") from None
    if length is None:
        yield _checked(f"{name}, item 1", row)
        return
    for i in range(length):
        yield Raw(f"{name}, row {i + 1}", {key: cast("list[object]", row[key])[i] for key in row})


def _items(items: Iterable[object], name: str) -> Iterator[Raw]:
    for i, item in enumerate(items, 1):
        yield _checked(f"{name}, item {i}", item)


def _encoded(lines: Iterable[tuple[int, bytes]], name: str, unit: str) -> Iterator[Raw]:
    for number, line in lines:
        where = f"{name}, {unit} {number}"
        try:
            found = cast("object", _decode(line))
        except (msgspec.DecodeError, RecursionError) as error:
            yield Raw(where, SchemaError(f"{where}: {json_fault(line, error)}"))
        else:
            yield _checked(where, found)


def _checked(where: str, found: object) -> Raw:
    if not isinstance(found, Mapping):
        return Raw(where, SchemaError(f"{where}: expected an object, found {shown(found)}"))
    row = cast("Mapping[str, object]", found)
    if len(row) > MOST_FIELDS:
        return Raw(
            where, SchemaError(f"{where}: has {len(row):,} fields; more than {MOST_FIELDS:,} are not read")
        )
    return Raw(where, row)


def _delimited(source: Source) -> Iterator[Raw]:
    """Yield the rows of a CSV or TSV file, or of a sheet; an empty cell is no field."""
    rows = table_cells(source)
    first = next(rows, None)
    if first is None:
        return
    place = f"{source.name}, {source.unit}"
    header = column_names(first.cells, f"{place} {first.line}")
    for line, cells in rows:
        yield _row(header, cells, f"{place} {line}")


def _row(header: list[str], cells: list[str], where: str) -> Raw:
    if len(cells) != len(header):
        return Raw(where, SchemaError(f"{where}: {len(cells)} cells under {len(header)} columns"))
    return Raw(where, Cells({name: cell for name, cell in zip(header, cells, strict=True) if cell}))


def _parquet(source: Source) -> Iterator[Raw]:
    for where, row in objects(source, Survey(source.name)):
        yield _checked(where, row)


def _arrow(folder: Path) -> Iterator[Raw]:
    """Yield the rows of a folder that Hugging Face's `datasets` saved: one split, file by file."""
    if (folder / "dataset_dict.json").is_file():
        folder = _only_split(folder)
    files = sorted(folder.glob("*.arrow"))
    if not files:
        raise DataError(f"{folder}: is a folder of no known layout; see `ragtriage formats`")
    import polars as pl  # noqa: PLC0415 - heavy, and only such folders need it

    number = 0
    for file in files:
        with told_faults(str(file), "an Arrow stream"):
            frame: Any = pl.read_ipc_stream(file)
            rows = cast("list[dict[str, object]]", frame.rows(named=True))
        for row in rows:
            number += 1
            yield _checked(f"{folder}, row {number}", row)


def _only_split(folder: Path) -> Path:
    splits = sorted(each.parent for each in folder.glob("*/state.json"))
    if len(splits) != 1:
        names = ", ".join(each.name for each in splits)
        raise DataError(f"{folder}: holds the splits {names or '(none)'}; name one: {folder / 'test'}")
    return splits[0]
