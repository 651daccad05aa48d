"""An importer: how one layout is recognised, and what its fields mean in ours."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.literals import literal
from ragtriage.importers.shapes import Cells, Rows, table
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["Adopt", "Importer", "Native", "as_list", "as_mapping", "changed", "numbered", "renamed"]

Native: TypeAlias = dict[str, Any]  # a row under the names of our own fields
Adopt: TypeAlias = Callable[[Mapping[str, object]], Native]

# Fields that hold lists or objects: as text in a table's cell they are literals.
_LISTS: Final = frozenset({"gold_documents", "evidence", "tags", "retrieved", "contexts"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """One layout.

    Args:
        what: In a line, what it is.
        recognises: Says why a file is of this layout, or None.
        fields: What each of its fields becomes; other fields go to the metadata.
        adopt: Turns a row into one of ours; without it the fields are renamed.
        rows: Yields the rows of a file.
        says: What a reader should know of the layout, such as what it cannot hold.
        places: Where rows stand in a file that is one object; what stands beside them is told.
        numbers_rows: Rows without an id are numbered, because another file is joined by position.
        kept: Fields that are read in part and kept as a whole.
        holds_traces: Its rows are traces alone; their cases stand in another file.
        is_traced: Every row is of a system that was run, be nothing of it recorded.
        ties: Where what was retrieved is put in order by its scores: the order of equal ones.
    """

    what: str
    recognises: Callable[[Glimpse], str | None]
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    adopt: Adopt | None = None
    rows: Rows = table
    says: tuple[str, ...] = ()
    places: tuple[tuple[str, ...], ...] = ()
    numbers_rows: bool = False
    kept: frozenset[str] = frozenset()
    holds_traces: bool = False
    is_traced: bool = False
    ties: str = ""

    def native(self, row: Mapping[str, object]) -> Native:
        """Return a row under our own names.

        Raises:
            BadFieldError: A field has a form that this layout does not have.
        """
        return renamed(row, self.fields) if self.adopt is None else self.adopt(row)


def renamed(row: Mapping[str, object], fields: Mapping[str, str]) -> Native:
    """Return a row under our own names; what has none of them goes to the metadata.

    A field that is null was not recorded. Where two fields mean the same, they must say the same.

    Raises:
        BadFieldError: They do not, or a cell begins like a list and is none.

    Example:
        >>> renamed({"user_input": "q", "reference": "a", "score": "0.5"}, {"user_input": "question"})
        {'question': 'q', 'metadata': {'reference': 'a', 'score': 0.5}}
    """
    native: Native = {}
    other: Native = {}
    for name, value in row.items():
        meaning = fields.get(name)
        if meaning is None:
            other[name] = numbered(str(value) if isinstance(value, str) else value)
        elif value is not None:
            why: str | None = getattr(value, "why", None)  # of a cell of a sheet that has no value
            if why is not None:
                raise BadFieldError(name, f"holds {why}")
            is_cell = isinstance(row, Cells)
            read = _read(value, name, meaning, is_cell=is_cell) if isinstance(value, str) else value
            if meaning in native and as_list(native[meaning]) != as_list(read):
                raise BadFieldError(name, f"says something else than another field for `{meaning}`")
            native[meaning] = read
    if other:
        native["metadata"] = other
    return native


def _read(cell: str, name: str, meaning: str, *, is_cell: bool) -> object:
    if meaning == "expected_answers" and is_cell:  # "[5" and "{5}" may be answers, which are no lists
        with contextlib.suppress(BadFieldError):
            found = literal(cell, name)
            return cast("list[object]", found) if isinstance(found, list) else cell
    return literal(cell, name) if meaning in _LISTS else cell


def changed(row: Mapping[str, object], values: Mapping[str, object]) -> Mapping[str, object]:
    """Return what became of a row; of a row of cells, cells."""
    return Cells(values) if isinstance(row, Cells) else values


def numbered(value: object) -> object:
    """Return a cell as the number it is, when the number is written just so; anything else as it is.

    Example:
        >>> numbered("0.5"), numbered("007"), numbered("1.50"), numbered("nan"), numbered("True")
        (0.5, '007', '1.50', 'nan', True)
    """
    if not isinstance(value, str) or len(value) > 30:
        return value
    if value in {"True", "False"}:
        return value == "True"
    for kind in (int, float):
        try:
            number = kind(value)
        except ValueError:
            continue
        if str(number) == value and number - number == 0:
            return number
    return value


def as_list(value: object) -> list[object]:
    """Return a list as it is and one value as a list of one."""
    return cast("list[object]", value) if isinstance(value, list) else [value]


def as_mapping(value: object, path: str) -> Mapping[str, object]:
    """Return an object.

    Raises:
        BadFieldError: It is none.
    """
    if not isinstance(value, Mapping):
        raise BadFieldError(path, f"expected an object, found {shown(value)}")
    return cast("Mapping[str, object]", value)
