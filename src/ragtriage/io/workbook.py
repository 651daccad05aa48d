"""Sheets of Excel workbooks: the one door to openpyxl, which reads them row by row.

A sheet is read as what it would be if it were saved as CSV, so that both give the same evaluation: a number
that is whole has no `.0`, a date is written as in ISO 8601, and of a formula the value is read that the
spreadsheet stored. Nothing in a workbook is run or followed.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time
from decimal import Decimal
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO, Final, NamedTuple, Self
from xml.etree.ElementTree import ParseError

from ragtriage.errors import ConfigError, DataError, MissingExtraError, SchemaError

__all__ = ["CellFault", "Sheet", "SheetRow", "open_sheet"]

_EXTRA: Final = "xlsx"
_PACKAGE: Final = "openpyxl"

# What a workbook unpacks to is held against its size, as for any other file that is packed.
_HARMLESS_BYTES: Final = 64 * 1024 * 1024
_MOST_INFLATION: Final = 200
_MOST_BYTES: Final = 1024 * 1024 * 1024
# Parts that are held as a tree; rows and texts are read one by one.
_MOST_TREE_BYTES: Final = 8 * 1024 * 1024
_STREAMED: Final = re.compile(r"xl/(?:worksheets/[^/]+|sharedStrings)\.xml", re.IGNORECASE)
_CHUNK_BYTES: Final = 1 << 20
_BATCH_ROWS: Final = 256

# What a package raises for a workbook that is none, or a broken one.
_BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, OSError, ParseError, NotImplementedError, RuntimeError),
    *(KeyError, ValueError, TypeError, AttributeError, IndexError, OverflowError),
)

# How a sign is written that XML has not, such as a return; openpyxl leaves it so.
_ESCAPED: Final = re.compile(r"_x(00[01][0-9A-Fa-f])_")
_PERCENT: Final = re.compile(r"0(?:\.0+)?%")
_ZEROS: Final = re.compile(r"0{2,20}")

_MANY_DIGITS: Final = 1e15  # past which a spreadsheet has no whole numbers

_UNCOMPUTED: Final = "a formula without a stored value; open the workbook in a spreadsheet and save it"
_SHOWN: Final = 12


class CellFault(str):
    """The text of a cell that has no value, and why it has none."""

    __slots__ = ("why",)

    why: str

    def __new__(cls, text: str, why: str) -> Self:
        """Keep the text."""
        made = super().__new__(cls, text)
        made.why = why
        return made


class SheetRow(NamedTuple):
    """One row that is not empty."""

    number: int  # as the spreadsheet numbers it
    cells: list[str]


@dataclass(slots=True)
class Sheet:
    """A sheet of a workbook that is open.

    Args:
        name: Of the sheet.
        others: Of the other sheets that can be seen.
        rows: Those that are not empty; the first holds the names of the columns.
        empty: The numbers of empty rows between them, so far.
    """

    name: str
    others: tuple[str, ...]
    rows: Iterator[SheetRow]
    empty: list[int] = field(default_factory=list[int])

    def notes(self) -> Iterator[str]:
        """Yield what a reader should know once the rows were read."""
        if self.others:
            named = ", ".join(map(repr, self.others[:_SHOWN]))
            yield f"the sheet {self.name!r} was read, and not {named} (--sheet NAME reads another)"
        if self.empty:
            shown = ", ".join(map(str, self.empty[:_SHOWN]))
            more = ", …" if len(self.empty) > _SHOWN else ""
            count = len(self.empty)
            rows = "1 empty row was" if count == 1 else f"{count:,} empty rows were"
            yield f"{rows} passed over: row{'' if count == 1 else 's'} {shown}{more}"


@contextmanager
def open_sheet(file: BinaryIO, name: str, wanted: str | None = None) -> Generator[Sheet]:
    """Open a sheet.

    Args:
        file: A workbook, from its first byte; it can be sought.
        name: Of the file, for messages.
        wanted: Which sheet; None for the first that can be seen.

    Raises:
        DataError: It is no workbook, a broken one, or unpacks to far more than it has.
        ConfigError: It has no such sheet.
        MissingExtraError: openpyxl is not installed.
    """
    try:
        package: Any = import_module(_PACKAGE)
    except ImportError as error:
        raise MissingExtraError(_PACKAGE, extra=_EXTRA) from error

    def opened(*, values: bool) -> Any:  # noqa: ANN401 - the package has no types
        file.seek(0)
        with _quiet():
            return package.load_workbook(file, read_only=True, data_only=values, keep_links=False)

    with _readable(name):
        has_formulas = _check(file, name)
        books = [opened(values=True), *([opened(values=False)] if has_formulas else [])]
    try:
        with _readable(name):
            titles = _titles(books[0])
        title = _chosen(titles, name, wanted)
        sheet = Sheet(title, tuple(each for each in titles if each != title), iter(()))
        sheet.rows = _rows([book[title] for book in books], name, sheet.empty)
        yield sheet
    finally:
        for book in books:
            book.close()


def _check(file: BinaryIO, name: str) -> bool:
    """Hold what a workbook unpacks to against its size; tell whether it has formulas.

    A part is never read further than the archive says, so that what it says is what counts.
    """
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    has_formulas = False
    with zipfile.ZipFile(file) as archive:
        parts = archive.infolist()
        names = {part.filename.lower() for part in parts}
        if "xl/workbook.bin" in names:
            raise DataError(f"{name}: is a binary workbook (.xlsb); save it as .xlsx")
        if "xl/workbook.xml" not in names:
            raise DataError(
                f"{name}: is a zip archive and no workbook (.xlsx); unpack it and name the file in it"
            )
        most = min(_MOST_BYTES, max(_HARMLESS_BYTES, _MOST_INFLATION * size))
        total = sum(part.file_size for part in parts)
        if total > most:
            raise SchemaError(f"{name}: {size:,} bytes unpack to more than {most:,}; such a file is not read")
        for part in parts:
            if not _STREAMED.fullmatch(part.filename):
                if part.filename.endswith((".xml", ".rels")) and part.file_size > _MOST_TREE_BYTES:
                    raise SchemaError(
                        f"{name}: its part {part.filename} is longer than {_MOST_TREE_BYTES:,} bytes; such a "
                        "file is not read"
                    )
            elif not has_formulas and "worksheets" in part.filename.lower():
                has_formulas = _holds_formulas(archive, part)
    return has_formulas


def _holds_formulas(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    before = b""
    with archive.open(part) as stream:
        while chunk := stream.read(_CHUNK_BYTES):
            seen = before + chunk
            if b"<f>" in seen or b"<f " in seen or b":f>" in seen:
                return True
            before = chunk[-2:]
    return False


def _titles(book: Any) -> list[str]:  # noqa: ANN401 - as above
    """Return the sheets of rows that can be seen; all of them, where none can."""
    sheets: list[Any] = list(book.worksheets)
    seen = [str(sheet.title) for sheet in sheets if sheet.sheet_state == "visible"]
    return seen or [str(sheet.title) for sheet in sheets]


def _chosen(titles: list[str], name: str, wanted: str | None) -> str:
    named = ", ".join(map(repr, titles[:_SHOWN]))
    if not titles:
        raise DataError(f"{name}: holds no sheet of rows")
    if wanted is None:
        return titles[0]
    if wanted not in titles:
        raise ConfigError(f"{name}: has no sheet {wanted!r}; it has {named}")
    return wanted


def _rows(sheets: list[Any], name: str, empty: list[int]) -> Iterator[SheetRow]:
    """Yield the rows of a sheet; of a sheet with formulas both what they give and what they are."""
    blank: list[int] = []
    is_begun = False
    for number, (cells, *written) in enumerate(_side_by_side(sheets, name), 1):
        texts = [_text(cell) for cell in cells]
        for formulas in written:
            for at, cell in enumerate(formulas):
                if cell.data_type == "f" and not texts[at]:
                    texts[at] = CellFault(str(cell.value), _UNCOMPUTED)
        while texts and not texts[-1]:
            texts.pop()
        if any(text.strip() for text in texts):
            if is_begun:
                empty.extend(blank)
            blank.clear()
            is_begun = True
            yield SheetRow(number, texts)
        else:
            blank.append(number)  # those behind the last row are no rows that somebody left out


def _side_by_side(sheets: list[Any], name: str) -> Iterator[tuple[Any, ...]]:
    for sheet in sheets:
        sheet.reset_dimensions()  # what a workbook says of its size need not be so
    rows = zip(*(sheet.iter_rows() for sheet in sheets), strict=True)
    while True:
        with _readable(name), _quiet():
            batch = list(islice(rows, _BATCH_ROWS))
        if not batch:
            return
        yield from batch


def _text(cell: Any) -> str:  # noqa: ANN401 - as above
    """Return what stands in a cell as text."""
    value: object = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return CellFault(value, f"the error {value}") if cell.data_type == "e" else _unescaped(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format))
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    return str(value)  # of a date or a time, as ISO 8601 writes it


def _number(value: float, shape: str) -> str:
    if _PERCENT.fullmatch(shape):
        return f"{(Decimal(repr(value)) * 100).normalize():f}%"
    text = str(int(value)) if value == int(value) and abs(value) < _MANY_DIGITS else repr(value)
    return text.zfill(len(shape)) if _ZEROS.fullmatch(shape) and text.isdecimal() else text


def _unescaped(text: str) -> str:
    if "_x" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n")


@contextmanager
def _quiet() -> Generator[None]:
    """Keep a package from warning of what it passes over in a workbook, such as its print layout."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _readable(name: str) -> Generator[None]:
    """Say in the reader's words that a workbook cannot be read."""
    try:
        yield
    except (DataError, ConfigError):
        raise
    except _BROKEN as error:
        raise DataError(f"{name}: cannot be read as a workbook: {error}") from None
