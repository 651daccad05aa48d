"""Rows that are in memory already: dictionaries, records, or tables of pandas, Polars and Arrow.

Tables are known by what they can do, so that none of those packages is imported here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.io.entries import Entry, shown
from ragtriage.io.rows import OnBad, Survey, read_table
from ragtriage.model import Case, Trace

__all__ = ["in_memory"]


def in_memory(data: object, survey: Survey, on_bad: OnBad) -> Iterator[Entry]:
    """Yield the rows of data in memory, each read as a row of a file would be.

    Args:
        data: Dictionaries, `Case` and `Trace` records, pairs of the two, or a table.
        survey: Is told what was seen.
        on_bad: Is given the error of a row that cannot be read.

    Raises:
        SchemaError: The data are of no such kind.
    """
    for number, row in enumerate(_rows(data), 1):
        where = f"{survey.name}, row {number}"
        if isinstance(row, Case | Trace | tuple):
            survey.rows += 1
            yield _record(row, where)
        elif isinstance(row, Mapping):
            plain = {str(name): _plain(value) for name, value in cast("Mapping[object, object]", row).items()}
            yield from read_table(iter([(number, plain)]), "row", survey, on_bad)
        else:
            raise SchemaError(f"{where}: expected a dictionary or a record, found {shown(row)}")


def _record(row: Any, where: str) -> Entry:  # noqa: ANN401 - a record, or a tuple of whatever
    if isinstance(row, Case):
        return Entry(row, None)
    if isinstance(row, Trace):
        return Entry(Case(id=row.id), row)
    if len(row) == 2 and isinstance(row[0], Case) and (row[1] is None or isinstance(row[1], Trace)):
        return Entry(row[0], row[1])
    raise SchemaError(f"{where}: expected a pair of a Case and a Trace, found {shown(row)}")


def _rows(data: object) -> Iterable[object]:
    table = cast("Any", data)
    if hasattr(data, "iter_rows"):  # Polars
        return cast("Iterable[object]", table.iter_rows(named=True))
    if hasattr(data, "to_pylist"):  # Arrow
        return cast("Iterable[object]", table.to_pylist())
    if hasattr(data, "to_dict") and hasattr(data, "iloc"):  # pandas
        return cast("Iterable[object]", table.to_dict("records"))
    if isinstance(data, Mapping | str | bytes) or not isinstance(data, Iterable):
        kind = type(table).__name__
        raise SchemaError(f"expected a path, dictionaries, records or a table, found {kind}")
    return cast("Iterable[object]", data)


def _plain(value: object) -> object:
    """Turn what a table holds into plain values: arrays into lists, NaN (no value) into None."""
    if isinstance(value, float) and value != value:  # noqa: PLR0124 - NaN alone differs from itself
        return None
    if isinstance(value, str | bytes | bool | int | float) or value is None:
        return value
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("list[object]", value)]
    to_list: Callable[[], object] | None = getattr(value, "tolist", None)
    return value if to_list is None else _plain(to_list())
