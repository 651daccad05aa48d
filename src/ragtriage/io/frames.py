"""Rows that are in memory already: dictionaries, records, or tables of pandas, Polars and Arrow.

Tables are known by what they can do, so that none of those packages is imported here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import UnsetType

from ragtriage.errors import SchemaError
from ragtriage.io.composed_ids import composed, composed_case, composed_trace
from ragtriage.io.documents import document, is_response, response_fields, scored_document
from ragtriage.io.entries import Entry, shown
from ragtriage.io.lookahead import Lookahead
from ragtriage.io.map_advice import FIRST_ROWS
from ragtriage.io.mapping import FieldMap
from ragtriage.io.rows import read_table
from ragtriage.io.survey import OnBad, Survey
from ragtriage.model import UNSET, Case, Metadata, Record, Retrieved, Trace

__all__ = ["in_memory"]

R = TypeVar("R")

# The types of what stands in a table of pandas where a value is missing.
_NO_VALUE: Final = frozenset({"NAType", "NaTType"})

# Types of values that are no objects of other libraries.
_BUILT_IN: Final = frozenset({str, list, dict, int, float, bool, tuple, type(None)})

# What encoding raises: a type that JSON has not, half of a surrogate pair, nesting without end.
_UNWRITABLE: Final = (TypeError, ValueError, OverflowError, RecursionError)


def in_memory(
    data: object, survey: Survey, on_bad: OnBad, field_map: FieldMap | None = None
) -> Iterator[Entry]:
    """Yield the rows of data in memory, each read as a row of a file would be.

    Args:
        data: Dictionaries, `Case` and `Trace` records, pairs of the two, or a table.
        survey: Is told what was seen.
        on_bad: Is given the error of a row that cannot be read.
        field_map: Where the fields stand, when that is not under one of their names.

    Raises:
        SchemaError: The data are of no such kind.
    """
    coming = Lookahead(iter(_rows(data)))

    def ahead() -> Iterator[Mapping[str, object]]:
        for row in coming.next(FIRST_ROWS):
            if isinstance(row, Mapping):
                with contextlib.suppress(SchemaError):
                    yield _fields(cast("Mapping[object, object]", row), survey.name)

    for number, row in enumerate(coming, 1):
        where = f"{survey.name}, row {number}"
        if isinstance(row, Case | Trace | tuple):
            survey.rows += 1
            yield _record(row, where)
        elif isinstance(row, Mapping):
            try:
                plain = _fields(cast("Mapping[object, object]", row), where)
            except SchemaError as error:
                survey.rows += 1
                on_bad(error)
            else:
                yield from read_table(iter([(number, plain)]), "row", survey, on_bad, field_map, ahead=ahead)
        else:
            raise SchemaError(f"{where}: expected a dictionary or a record, found {shown(row)}")


def _record(row: Any, where: str) -> Entry:  # noqa: ANN401 - a record, or a tuple of whatever
    if isinstance(row, Case):
        return Entry(composed_case(_checked(row, Case, where)), None)
    if isinstance(row, Trace):
        return Entry(Case(id=composed(row.id)), _checked_trace(row, where))
    if len(row) == 2 and isinstance(row[0], Case) and (row[1] is None or isinstance(row[1], Trace)):
        case, trace = row
        if trace is None:
            return Entry(composed_case(_checked(case, Case, where)), None)
        if trace.id != case.id:
            raise SchemaError(f"{where}: the case {case.id!r} is paired with the trace of {trace.id!r}")
        return Entry(composed_case(_checked(case, Case, where)), _checked_trace(trace, where))
    raise SchemaError(f"{where}: expected a pair of a Case and a Trace, found {shown(row)}")


class _AnyTrace(Record, frozen=True, kw_only=True):
    """A trace whose list may hold ids and records side by side."""

    id: str
    retrieved: tuple[str | Retrieved, ...] | None = None
    context: tuple[str, ...] | None = None
    answer: str | UnsetType | None = UNSET
    metadata: Metadata | None = None


def _checked_trace(trace: Trace, where: str) -> Trace:
    read = _checked(trace, _AnyTrace, where)
    retrieved: tuple[str, ...] | tuple[Retrieved, ...] | None = None
    if read.retrieved is not None:
        ids = tuple(item for item in read.retrieved if isinstance(item, str))
        retrieved = ids
        if len(ids) < len(read.retrieved):
            retrieved = tuple(
                Retrieved(document_id=item) if isinstance(item, str) else item for item in read.retrieved
            )
    return composed_trace(
        Trace(
            id=read.id, retrieved=retrieved, context=read.context, answer=read.answer, metadata=read.metadata
        )
    )


def _checked(record: Case | Trace, kind: type[R], where: str) -> R:
    """Return a record whose fields have the types they should: Python checks none when one is made.

    Raises:
        SchemaError: One has not, or holds what no file can.
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(record), type=kind)
    except _UNWRITABLE as error:
        raise SchemaError(f"{where}, {type(record).__name__}: {error}") from None


def _fields(row: Mapping[object, object], where: str) -> dict[str, object]:
    """Return a row as plain values.

    Raises:
        SchemaError: A value is one that no file can hold.
    """
    fields: dict[str, object] = {}
    for name, value in row.items():
        if type(value) not in _BUILT_IN and is_response(value):
            parted: dict[object, object] = {key: held for key, held in row.items() if key != name}
            parted.update(response_fields(str(name), value))
            return _fields(parted, where)
        try:
            fields[str(name)] = _plain(value)
            msgspec.json.encode(fields[str(name)])
        except _UNWRITABLE as error:
            raise SchemaError(f"{where}, field `{name}`: cannot be written down: {error}") from None
    return fields


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
        hint = "; put a single case in a list: [case]" if isinstance(data, Mapping) else ""
        raise SchemaError(f"expected a path, dictionaries, records or a table, found {kind}{hint}")
    return cast("Iterable[object]", data)


def _plain(value: object) -> object:
    """Turn what a table holds into plain values: arrays into lists, NaN, NA and NaT (no value) into None."""
    if value is None or _is_missing(value):
        return None
    if isinstance(value, str | bytes | bool | int | float):
        return value
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return {str(name): _plain(item) for name, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, list | tuple):
        scored = scored_document(cast("tuple[object, ...]", value)) if isinstance(value, tuple) else None
        return [_plain(item) for item in cast("list[object]", value)] if scored is None else _plain(scored)
    return _converted(value)


def _converted(value: object) -> object:
    # dates and times of any package are written alike; arrays and their numbers become plain ones
    convert: Callable[[], object] | None = getattr(value, "isoformat", None) or getattr(value, "tolist", None)
    if convert is not None:
        return _plain(convert())
    entry = document(value)
    return value if entry is None else _plain(entry)


def _is_missing(value: object) -> bool:
    if isinstance(value, float):
        return value != value  # noqa: PLR0124 - NaN alone differs from itself
    return type(value).__name__ in _NO_VALUE
