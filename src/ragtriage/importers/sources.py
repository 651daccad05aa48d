"""Evaluating whatever a caller has: files and rows of any tool, recognised as the command line does it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from itertools import chain, islice
from typing import Any, ParamSpec, TypeVar, cast

from ragtriage.evaluation import inputs
from ragtriage.importers.glance import has_our_names, is_ours
from ragtriage.model import Case, Trace

__all__ = ["evaluate", "recognised"]

P = ParamSpec("P")
T = TypeVar("T")


def recognised(data: object, name: str) -> object:
    """Return what is to be evaluated, or what reads it where another tool has written it.

    Args:
        data: A path; a table, dictionaries, or records of our own or of another tool; or what reads itself.
        name: Of rows in memory, for messages.

    Raises:
        DataError: There is no such file, or the data are no rows.
    """
    if isinstance(data, str | os.PathLike):
        return _file(cast("str | os.PathLike[str]", data))
    if isinstance(data, inputs.RowReader):
        return data
    from ragtriage.importers.objects import object_items  # noqa: PLC0415 - files do without

    if isinstance(data, Iterator):
        items = cast("Iterator[object]", data)
        begun = list(islice(items, 1))
        return _rows(begun[0] if begun else None, chain(begun, items), name)
    return _rows(next(iter(object_items(_beginning(data))), None), data, name)


def _file(path: str | os.PathLike[str]) -> object:
    named = path if isinstance(path, str) else os.fspath(path)
    if named == "-" or is_ours(named):
        return path
    from ragtriage.importers.reading import ForeignFile, recognise  # noqa: PLC0415 - few files need it

    found = recognise(named)
    return path if found.is_native else ForeignFile(path=named, layout=found.name)


def _beginning(data: object) -> object:
    """Return the first rows of a table, where it can tell them without the others."""
    table: Any = data
    if hasattr(table, "head"):  # pandas, Polars
        return table.head(1)
    return table.slice(0, 1) if hasattr(table, "to_pylist") else data  # Arrow


def _rows(first: object, data: object, name: str) -> object:
    if first is None or isinstance(first, Case | Trace | tuple) or has_our_names(first):
        return data
    from ragtriage.importers.objects import object_rows  # noqa: PLC0415 - as above
    from ragtriage.importers.reading import OWN_NAMES, ForeignRows, importer_of  # noqa: PLC0415 - as above

    beginning: list[object] = [first]
    importer = importer_of(object_rows(beginning, name))
    if importer is None and isinstance(first, Mapping):
        return data
    return ForeignRows(held=object_rows(data, name), importer=importer or OWN_NAMES, name=name)


def _of_any_tool(function: Callable[P, T]) -> Callable[P, T]:
    """Let a function of cases and traces take them as any tool has left them."""

    @wraps(function)
    def resolved(*args: P.args, **kwargs: P.kwargs) -> T:
        given: list[object] = list(args)
        named: dict[str, object] = dict(kwargs)
        for place, name in enumerate(("cases", "traces")):
            if place < len(given) and given[place] is not None:
                given[place] = recognised(given[place], name)
            elif named.get(name) is not None:
                named[name] = recognised(named[name], name)
        call = cast("Callable[..., T]", function)
        return call(*given, **named)

    return resolved


evaluate = _of_any_tool(inputs.evaluate)
