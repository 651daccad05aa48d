"""Cells between delimiters: CSV, TSV, and what spreadsheets of other countries write in their place."""

from __future__ import annotations

import contextlib
import io
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.encodings import how_to_save
from ragtriage.io.entries import MOST_FIELDS
from ragtriage.io.files import Source

__all__ = ["MOST_CELL", "Cells", "column_names", "delimited"]

MOST_CELL: Final = 64 * 1024 * 1024  # characters

# Where a comma is the decimal point, spreadsheets write semicolons; on equal counts the first is taken.
_DELIMITERS: Final = ",\t;|"
_DECLARED: Final = re.compile(rb"sep=(.)\r?")  # the line in which Excel names its delimiter


class Cells(NamedTuple):
    """One row of a table."""

    line: int  # on which it ends, 1-based
    cells: list[str]


def delimited(source: Source) -> Iterator[Cells]:
    """Yield the rows of a CSV or TSV file that are not blank, the header first.

    Raises:
        DataError: The file cannot be read, is not valid CSV or UTF-8, or holds a cell past `MOST_CELL`.
    """
    import csv  # noqa: PLC0415 - only such files need it

    head = source.peek().split(b"\n", 1)[0]
    declared = _DECLARED.fullmatch(head)
    counted = max(_DELIMITERS, key=lambda each: head.count(each.encode()))
    text = io.TextIOWrapper(source.stream, encoding="utf-8-sig", newline="")
    limit = csv.field_size_limit(MOST_CELL)
    lines = _bounded(text, source.name)
    rows = csv.reader(lines, delimiter=declared[1].decode() if declared else counted, strict=True)
    try:
        if declared:
            next(rows)
        for cells in rows:
            if any(cell and not cell.isspace() for cell in cells):  # spreadsheets pad with empty cells
                yield Cells(rows.line_num, cells)
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
    while line := text.readline(MOST_CELL):
        number += 1
        if len(line) == MOST_CELL:
            raise SchemaError(f"{name}, line {number}: longer than {MOST_CELL:,} characters")
        yield line


def column_names(header: list[str], where: str) -> list[str]:
    """Return the names of columns; one that has none is numbered, so that its cells can be kept.

    Raises:
        SchemaError: There are more than `MOST_FIELDS`, or a name stands twice.

    Example:
        >>> column_names(["", "question ", "answer"], "a.csv, line 1")
        ['column 1', 'question', 'answer']
    """
    if len(header) > MOST_FIELDS:
        raise SchemaError(f"{where}: has {len(header):,} columns; more than {MOST_FIELDS:,} are not read")
    names = [name.strip() or f"column {i}" for i, name in enumerate(header, 1)]
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise SchemaError(f"{where}: column `{twice[0]}` is there more than once")
    return names
