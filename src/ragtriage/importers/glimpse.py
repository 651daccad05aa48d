"""A glimpse of a file: what its layout is told by, without reading its rows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, cast

from ragtriage.errors import DataError, SchemaError
from ragtriage.importers.shapes import Raw, Shape, columns_of, document, shape_of, table
from ragtriage.io.files import open_source
from ragtriage.io.input_path import names_folder

__all__ = ["Glimpse", "first_rows", "glimpse"]

_ROWS: Final = 5  # that are looked at; fields that are null are often left out of some


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """What can be seen of a file or a folder at a glance."""

    name: str  # as the user wrote it
    shape: Shape | None = None  # None: a folder, or text of no known shape
    fields: frozenset[str] = frozenset()  # of the first rows
    row: Mapping[str, object] = field(default_factory=dict[str, object])  # the first row
    top: Mapping[str, object] = field(default_factory=dict[str, object])  # the one object of a JSON file
    lines: tuple[bytes, ...] = ()  # the first lines of a file that is no JSON and no Parquet
    files: frozenset[str] = frozenset()  # in a folder

    def has(self, *names: str) -> bool:
        """Tell whether the rows have all of these fields."""
        return self.fields.issuperset(names)

    def any_of(self, *names: str) -> str | None:
        """Return the first of these fields that the rows have."""
        return next((name for name in names if name in self.fields), None)

    def item(self, *names: str) -> Mapping[str, object]:
        """Return what the first items of a list in the one object hold; nothing where there is none."""
        found: Mapping[str, object] = self.top
        for name in names[:-1]:
            below = found.get(name)
            found = cast("Mapping[str, object]", below) if isinstance(below, Mapping) else {}
        top = found.get(names[-1])
        items = cast("list[object]", top)[:_ROWS] if isinstance(top, list) else []
        held: dict[str, object] = {}
        for item in reversed(items):
            held |= cast("Mapping[str, object]", item) if isinstance(item, Mapping) else {}
        return held


def glimpse(path: str) -> Glimpse:
    """Look at a file or a folder.

    Raises:
        DataError: There is none, or it cannot be read.
    """
    if names_folder(path):
        return _folder(Path(path))
    with closing(open_source(path)) as source:
        shape = shape_of(source)
        lines = tuple(source.peek().split(b"\n", 3)[:3]) if shape in {Shape.TABLE, Shape.LINES} else ()
    top: Mapping[str, object] = {}
    if shape is Shape.OBJECT:
        found = document(path)
        top = cast("Mapping[str, object]", found) if isinstance(found, Mapping) else {}
        if not _are_columns(top):
            return Glimpse(name=path, shape=shape, top=top, fields=frozenset(top), row=top)
    return _with_rows(path, shape, lines, top)


def _are_columns(top: Mapping[str, object]) -> bool:
    try:
        return columns_of(top) is not None
    except SchemaError:
        return True  # of different lengths


def _with_rows(path: str, shape: Shape, lines: tuple[bytes, ...], top: Mapping[str, object]) -> Glimpse:
    rows = first_rows(path, _ROWS)
    return Glimpse(
        name=path,
        shape=shape,
        top=top,
        lines=lines,
        fields=frozenset(name for row in rows for name in row),
        row=rows[0] if rows else {},
    )


def first_rows(path: str, most: int) -> list[Mapping[str, object]]:
    """Return the first rows of a table; none where it cannot be read."""
    try:
        return [raw.row for raw in islice(table(path), most) if not isinstance(raw.row, SchemaError)]
    except DataError:
        return []  # whoever reads the rows says what is wrong with them


def _folder(folder: Path) -> Glimpse:
    files = frozenset(each.name for each in folder.iterdir())
    if not files & {"dataset_dict.json", "dataset_info.json", "state.json"}:
        return Glimpse(name=str(folder), files=files)
    rows: list[Raw] = list(islice(table(str(folder)), _ROWS))
    mappings = [raw.row for raw in rows if not isinstance(raw.row, SchemaError)]
    return Glimpse(
        name=str(folder),
        shape=Shape.ARROW,
        files=files,
        fields=frozenset(name for row in mappings for name in row),
        row=mappings[0] if mappings else {},
    )
