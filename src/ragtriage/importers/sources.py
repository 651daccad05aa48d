"""Evaluating whatever a caller has: files and rows of any tool, recognised as the command line does it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from itertools import chain, islice
from typing import Any, ParamSpec, TypedDict, TypeVar, cast

from ragtriage.evaluation import inputs
from ragtriage.importers.glance import has_our_names, is_ours
from ragtriage.io.mapping import DocumentKey, FieldMap, field_map_of
from ragtriage.io.splitting import NO_SPLITS, Splits
from ragtriage.io.survey import Survey
from ragtriage.model import Case, Trace

__all__ = ["evaluate", "recognised"]

P = ParamSpec("P")
T = TypeVar("T")


def recognised(
    data: object, name: str, field_map: FieldMap | None = None, *, is_second: bool | None = None
) -> object:
    """Return what is to be evaluated, or what reads it where another tool has written it.

    Args:
        data: A path; a table, dictionaries, or records of our own or of another tool; or what reads itself.
        name: Of rows in memory, for messages.
        field_map: Where the fields stand, as the user said it; then they are those of no other tool.
        is_second: Whether it holds the traces of the cases in another file; None where there is one file.

    Raises:
        DataError: There is no such file, or the data are no rows.
    """
    if isinstance(data, str | os.PathLike):
        return _file(cast("str | os.PathLike[str]", data), field_map, is_second=is_second)
    if isinstance(data, inputs.RowReader):
        return data
    from ragtriage.importers.objects import object_items  # noqa: PLC0415 - files do without

    if isinstance(data, Iterator):
        items = cast("Iterator[object]", data)
        begun = list(islice(items, 1))
        return _rows(begun[0] if begun else None, chain(begun, items), name, field_map)
    return _rows(next(iter(object_items(_beginning(data))), None), data, name, field_map)


def _file(path: str | os.PathLike[str], field_map: FieldMap | None, *, is_second: bool | None) -> object:
    named = path if isinstance(path, str) else os.fspath(path)
    if named == "-" or (field_map is not None and field_map.paths) or is_ours(named):
        return path
    from ragtriage.importers.layouts.ranx import layout_of_place  # noqa: PLC0415 - few files need it
    from ragtriage.importers.reading import ForeignFile, recognise  # noqa: PLC0415 - as above

    found = recognise(named)
    if found.is_native:
        return path
    layout = layout_of_place(found.name, named, is_run=is_second)
    return ForeignFile(path=named, layout=layout, **_how(field_map))


class _How(TypedDict):
    document_key: DocumentKey | None
    splits: Splits


def _how(field_map: FieldMap | None) -> _How:
    """Return what of a map counts for the rows of another tool, whose fields are known."""
    if field_map is None:
        return _How(document_key=None, splits=NO_SPLITS)
    return _How(document_key=field_map.document_key, splits=field_map.splits)


def _beginning(data: object) -> object:
    """Return the first rows of a table, where it can tell them without the others."""
    table: Any = data
    if hasattr(table, "head"):  # pandas, Polars
        return table.head(1)
    return table.slice(0, 1) if hasattr(table, "to_pylist") else data  # Arrow


def _rows(first: object, data: object, name: str, field_map: FieldMap | None) -> object:
    if first is None or isinstance(first, Case | Trace | tuple) or has_our_names(first):
        return data
    from ragtriage.importers.objects import object_rows  # noqa: PLC0415 - as above
    from ragtriage.importers.reading import OWN_NAMES, ForeignRows, importer_of  # noqa: PLC0415 - as above

    is_mapped = field_map is not None and bool(field_map.paths)
    if is_mapped and not isinstance(first, Mapping):
        return (raw.row for raw in object_rows(data, name))
    beginning: list[object] = [first]
    importer = None if is_mapped else importer_of(object_rows(beginning, name))
    if importer is None and isinstance(first, Mapping):
        return data
    held = object_rows(data, name)
    is_ours = importer is None
    survey = Survey(name, is_ours=is_ours, is_file=False, pairs=() if is_ours else None)
    own = importer or OWN_NAMES
    return ForeignRows(held=held, importer=own, name=name, survey=survey, **_how(field_map))


def _of_any_tool(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function of cases and traces take them as any tool has left them."""

    @wraps(function)
    def resolved(*args: P.args, **kwargs: P.kwargs) -> T:
        given: list[object] = list(args)
        named: dict[str, Any] = dict(kwargs)
        mapped = field_map_of(named.get("map"), named.get("document_key", ()), named.get("split", ()))
        told = {"encoding": named.get("encoding"), "sheet": named.get("sheet")}
        sides = (*args[:2], named.get("cases"), named.get("traces"))
        is_pair = sum(side is not None for side in sides) == 2
        for place, name in enumerate(("cases", "traces")):
            is_given = place < len(given)
            data = given[place] if is_given else cast("object", named.get(name))
            if data is None:
                continue
            is_second = place == 1 if is_pair else None
            found = recognised(inputs.as_input(data, **told), name, mapped, is_second=is_second)
            if is_given:
                given[place] = found
            else:
                named[name] = found
        call = cast("Callable[..., T]", function)
        return call(*given, **named)

    return resolved


evaluate = _of_any_tool(inputs.evaluate)
