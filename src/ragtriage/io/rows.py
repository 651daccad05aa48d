"""Rows of a file, whatever its format: JSON lines, a JSON list, CSV, a workbook or Parquet."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import PurePath
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, cast

import msgspec

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.entries import (
    BadFieldError,
    Entry,
    SeveralIdsError,
    WrittenFloat,
    entry,
    several_ids_told,
    shown,
)
from ragtriage.io.files import Source
from ragtriage.io.json_faults import json_fault
from ragtriage.io.layouts import Layout, layout_of
from ragtriage.io.lookahead import Lookahead
from ragtriage.io.map_advice import FIRST_ROWS, fields_to_split, map_advice
from ragtriage.io.mapping import FieldMap
from ragtriage.io.spellings import SPELLINGS
from ragtriage.io.survey import OnBad, Survey
from ragtriage.io.tables import csv_rows, parquet_rows, plain_csv_rows
from ragtriage.model.nameless import no_case

__all__ = ["Ahead", "Format", "detect", "objects", "read_rows", "read_table"]

# The rows that follow, as far as one looks.
Ahead: TypeAlias = Callable[[], Iterable[Mapping[str, object]]]

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


class _Told(NamedTuple):
    """Who is told what of the rows, and what follows them."""

    survey: Survey
    on_bad: OnBad
    ahead: Ahead


def read_table(
    rows: Iterator[tuple[int, Mapping[str, object]]],
    unit: str,
    survey: Survey,
    on_bad: OnBad,
    field_map: FieldMap | None = None,
    *,
    ahead: Ahead | None = None,
) -> Iterator[Entry]:
    """Yield rows that are mappings already.

    Args:
        rows: Each with its number.
        unit: What it numbers, to say where a row stands.
        survey: Is told what was seen.
        on_bad: Is given the error of a row that cannot be read.
        field_map: Where the fields stand, when that is not under one of their names.
        ahead: Returns the rows that follow, where they do not follow in `rows`.
    """
    coming = Lookahead(rows)
    told = _Told(survey, on_bad, ahead or (lambda: [found for _, found in coming.next(FIRST_ROWS)]))
    for number, found in coming:
        survey.rows += 1
        where = f"{survey.name}, {unit} {number}"
        if field_map is not None:
            yield from _by_map(found, where, told, field_map)
            continue
        read = _headed(found, where, told)
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
    coming = Lookahead(_plain_rows(source, form, survey, on_bad, field_map.spellings))
    told = _Told(survey, on_bad, lambda: [found for _, found in coming.next(FIRST_ROWS)])
    for where, found in coming:
        yield from _by_map(found, where, told, field_map)


def _by_map(found: Mapping[str, object], where: str, told: _Told, field_map: FieldMap) -> Iterator[Entry]:
    """Yield a row whose fields stand where a map says, unless it cannot be read."""

    def mapped() -> Iterator[Mapping[str, object]]:
        apart = field_map.anew()  # what is looked at counts when it is read
        for row in told.ahead():
            with contextlib.suppress(BadFieldError):
                yield apart.apply(row)

    try:
        names = field_map.apply(found)
    except BadFieldError as error:
        told.on_bad(SchemaError(f"{where}, {error}"))
        return
    read = _tolerant(names, where, told._replace(ahead=mapped), field_map.columns)
    read = None if read is None else _case_alone(read, where, told)
    if read is not None:
        told.survey.note(read, names, field_map.unread(found), field_map.columns)
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
    coming = Lookahead(lines)
    told = _Told(survey, on_bad, lambda: _decoded(line for _, line in coming.next(FIRST_ROWS)))
    for number, line in coming:
        survey.rows += 1
        if layout is not None:
            try:
                read = layout(line)
            except (msgspec.DecodeError, RecursionError):
                read = None
            if read is not None and (read.case.id or read.case.question):
                survey.has_text_ids = survey.has_text_ids or _has_ids(read)  # a layout reads no numbers
                survey.note_decoded(read)
                yield read
                continue
        where = f"{survey.name}, {unit} {number}"
        names = _object(line, where, decode, on_bad)
        if names is None:
            continue
        read = _headed(names, where, told)
        if read is not None:
            survey.note(read, names)
            if layouts < _MOST_LAYOUTS and (made := layout_of(names)) is not None:
                layout, layouts = made, layouts + 1
            yield read


def _decoded(lines: Iterable[bytes]) -> Iterator[dict[str, object]]:
    """Yield the objects among lines."""
    for line in lines:
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            found: object = msgspec.json.decode(line)
            if isinstance(found, dict):
                yield cast("dict[str, object]", found)


def _has_ids(read: Entry) -> bool:
    gold, trace = read.case.gold_documents, read.trace
    return bool((gold is not None and gold.grades) or (trace is not None and trace.retrieved))


def _headed(found: Mapping[str, object], where: str, told: _Told) -> Entry | None:
    """Read a row; one that is no case for its headings is refused with the map for them."""
    read = _tolerant(found, where, told)
    if read is None or read.case.question:
        return read
    if told.survey.pairs is None:
        return _case_alone(read, where, told)
    known = {SPELLINGS[name] for name in found if name in SPELLINGS}
    is_case = read.case.id and known != {"id"}
    advice = None if is_case else map_advice(found, [found, *told.ahead()], is_file=told.survey.is_file)
    if advice is None:
        return _case_alone(read, where, told)
    lack = "has no field of a known name but `id`" if read.case.id else "has neither `id` nor `question`"
    told.on_bad(SchemaError(f"{where}: {lack}; {advice}"))
    return None


def _case_alone(read: Entry, where: str, told: _Told) -> Entry | None:
    """Return what was read, unless nothing names it, which is told where the row is known still."""
    if read.case.id or read.case.question:
        return read
    told.on_bad(SchemaError(f"{where}: {no_case(read.case)}"))
    return None


def _tolerant(
    found: Mapping[str, object], where: str, told: _Told, columns: Mapping[str, str] = MappingProxyType({})
) -> Entry | None:
    """Read a row; one that cannot be read goes to `on_bad`.

    Args:
        found: The row, under our names.
        where: It stands.
        told: Is told of it; the rows that follow are under our names too.
        columns: How our fields are called in the input, where a map says so.
    """
    try:
        return entry(found)
    except SeveralIdsError as error:
        rows = [_by_field(row) for row in (found, *told.ahead())]
        splits = dict.fromkeys([*error.cells, *fields_to_split(rows)])
        own = {SPELLINGS[name]: name for name in found if name in SPELLINGS}
        problem = several_ids_told(error.cells, {**own, **columns}, splits, is_file=told.survey.is_file)
        told.on_bad(SchemaError(f"{where}, {problem}"))
    except BadFieldError as error:
        told.on_bad(SchemaError(f"{where}, {error}"))
    except RecursionError as error:
        told.on_bad(SchemaError(f"{where}: {json_fault(b'', error)}"))
    return None


def _by_field(row: Mapping[str, object]) -> dict[str, object]:
    return {SPELLINGS[name]: value for name, value in row.items() if name in SPELLINGS}


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
