"""Rows of a file, whatever its format: JSON lines, a JSON list, CSV, a workbook or Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Final, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.entries import BadFieldError, Entry, WrittenFloat, entry, shown
from ragtriage.io.files import Source
from ragtriage.io.headings import map_advice
from ragtriage.io.json_faults import json_fault
from ragtriage.io.layouts import Layout, layout_of
from ragtriage.io.mapping import FieldMap
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.survey import OnBad, Survey
from ragtriage.io.tables import csv_rows, parquet_rows, plain_csv_rows

__all__ = ["Format", "detect", "objects", "read_rows", "read_table"]

# A row that does not fit the layout may show a new one; a file with more than these has none.
_MOST_LAYOUTS: Final = 8


class Format(StrEnum):
    """How rows are laid out in a file."""

    AUTO = "auto"
    JSONL = "jsonl"
    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"
    PARQUET = "parquet"
    TREC = "trec"
    BEIR = "beir"


_SUFFIXES: Final = {
    ".parquet": Format.PARQUET,
    ".csv": Format.CSV,
    ".tsv": Format.CSV,
    ".jsonl": Format.JSONL,
    ".ndjson": Format.JSONL,
    ".json": Format.JSON,
}


def detect(source: Source) -> Format:  # noqa: PLR0911 - one line a format
    """Tell a file's format from its name, and where that says nothing, from its first bytes."""
    if source.is_workbook:
        return Format.XLSX
    named = _named(source.name)
    head = source.peek().lstrip()
    if head.startswith(b"PAR1") or named is Format.PARQUET:
        return Format.PARQUET
    if named is Format.CSV:
        return Format.CSV
    if head.startswith(b"["):
        return Format.JSON
    if not head.startswith(b"{"):
        return Format.CSV if named is None else Format.JSONL
    if named is Format.JSONL:
        return Format.JSONL
    return Format.JSONL if _is_row(head.split(b"\n", 1)[0]) else Format.JSON


def _named(name: str) -> Format | None:
    """Return the format that a name ends with: `a.csv.jsonl` is of JSON lines, and `a.csv.gz` a table."""
    known = (_SUFFIXES.get(suffix.lower()) for suffix in reversed(PurePath(name).suffixes))
    return next((form for form in known if form is not None), None)


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
        Format.XLSX: _csv,
        Format.PARQUET: _parquet,
    }
    if form not in readers:
        raise DataError(f"{source.name}: format {form} holds no rows of cases")
    if form is Format.XLSX and not source.is_workbook:
        raise DataError(f"{source.name}: is no Excel workbook (.xlsx)")
    if field_map is None:
        yield from readers[form](source, survey, on_bad)
    else:
        yield from _mapped(source, form, survey, on_bad, field_map)
    if survey.rows == 0:
        raise DataError(f"{source.name}: holds no rows")


def read_table(
    rows: Iterator[tuple[int, Mapping[str, object]]],
    unit: str,
    survey: Survey,
    on_bad: OnBad,
    field_map: FieldMap | None = None,
) -> Iterator[Entry]:
    """Yield rows that are mappings already; `unit` and the number say where one stands."""
    for number, found in rows:
        survey.rows += 1
        where = f"{survey.name}, {unit} {number}"
        if field_map is not None:
            yield from _by_map(found, where, survey, on_bad, field_map)
            continue
        read = _headed(found, where, survey, on_bad)
        if read is not None:
            survey.note(read, found)
            yield read


def objects(source: Source, survey: Survey) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the rows of a file as they are, each with where it stands.

    Raises:
        DataError: The file cannot be read, or a row is no object.
    """
    form = detect(source)
    if form in {Format.CSV, Format.XLSX, Format.PARQUET}:
        is_csv = form is not Format.PARQUET
        rows, unit = (plain_csv_rows(source), source.unit) if is_csv else (parquet_rows(source), "row")
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
            raise SchemaError(f"{where}: {json_fault(line, error)}") from None


def _mapped(
    source: Source, form: Format, survey: Survey, on_bad: OnBad, field_map: FieldMap
) -> Iterator[Entry]:
    for where, found in _plain_rows(source, form, survey, on_bad, field_map.spellings):
        yield from _by_map(found, where, survey, on_bad, field_map)


def _by_map(
    found: Mapping[str, object], where: str, survey: Survey, on_bad: OnBad, field_map: FieldMap
) -> Iterator[Entry]:
    """Yield a row whose fields stand where a map says, unless it cannot be read."""
    try:
        names = field_map.apply(found)
    except BadFieldError as error:
        on_bad(SchemaError(f"{where}, {error}"))
        return
    read = _tolerant(names, where, on_bad)
    if read is not None:
        survey.note(read, names, field_map.unread(found))
        yield read


def _plain_rows(
    source: Source, form: Format, survey: Survey, on_bad: OnBad, spellings: Mapping[str, str]
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the rows as they are, each with where it stands; numbers remember how they were written."""
    if form in {Format.CSV, Format.XLSX, Format.PARQUET}:
        is_csv = form is not Format.PARQUET
        rows = csv_rows(source, survey, on_bad, spellings) if is_csv else parquet_rows(source, spellings)
        for number, row in rows:
            survey.rows += 1
            yield f"{survey.name}, {source.unit if is_csv else 'row'} {number}", row
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
        on_bad(SchemaError(f"{where}: {json_fault(line, error)}"))
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
        raise SchemaError(f"{source.name}: {json_fault(data, error)}") from None
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
                survey.note_decoded(read)
                yield read
                continue
        where = f"{survey.name}, {unit} {number}"
        names = _object(line, where, decode, on_bad)
        if names is None:
            continue
        read = _headed(names, where, survey, on_bad)
        if read is not None:
            survey.note(read, names)
            if layouts < _MOST_LAYOUTS and (made := layout_of(names)) is not None:
                layout, layouts = made, layouts + 1
            yield read


def _has_ids(read: Entry) -> bool:
    gold, trace = read.case.gold_documents, read.trace
    return bool((gold is not None and gold.grades) or (trace is not None and trace.retrieved))


def _headed(found: Mapping[str, object], where: str, survey: Survey, on_bad: OnBad) -> Entry | None:
    """Read a row; one that is no case for its headings is refused with the map for them."""
    read = _tolerant(found, where, on_bad)
    if read is None or read.case.question or survey.pairs is None:
        return read
    known = {SPELLINGS[name] for name in found if name in SPELLINGS}
    is_case = read.case.id and known != {"id"}
    advice = None if is_case else map_advice(found, is_file=survey.is_file)
    if advice is None:
        return read
    lack = "has no field of a known name but `id`" if read.case.id else "has neither `id` nor `question`"
    on_bad(SchemaError(f"{where}: {lack}; {advice}"))
    return None


def _tolerant(found: Mapping[str, object], where: str, on_bad: OnBad) -> Entry | None:
    try:
        return entry(found)
    except BadFieldError as error:
        on_bad(SchemaError(f"{where}, {error}"))
    except RecursionError as error:
        on_bad(SchemaError(f"{where}: {json_fault(b'', error)}"))
    return None


def _is_row(text: bytes) -> bool:
    """Tell whether a line is whole in itself, and no object that holds the list of cases."""
    try:
        found: object = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return not (isinstance(found, dict) and isinstance(cast("dict[str, object]", found).get("cases"), list))


def _csv(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return read_table(csv_rows(source, survey, on_bad), source.unit, survey, on_bad)


def _parquet(source: Source, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    return read_table(parquet_rows(source), "row", survey, on_bad)
