"""What stands beside the rows in the one object of a JSON file: means, versions, settings of another tool."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from typing import Final, TypeAlias

import msgspec

from ragtriage.importers.shapes import Shape, shape_of
from ragtriage.io.files import open_source
from ragtriage.io.input_path import names_folder

__all__ = ["Places", "beside"]

Places: TypeAlias = Collection[tuple[str, ...]]  # where rows stand: the names on the way to them

_EMPTY: Final = frozenset({b"[]", b"{}", b"null", b'""'})

_decode = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


def beside(path: str, places: Places) -> list[str]:
    """Return the names in the object of a file that hold something and are on the way to no row.

    Raises:
        DataError: There is no such file, or it cannot be read.
    """
    if names_folder(path):
        return []
    with closing(open_source(path)) as source:
        if shape_of(source) is not Shape.OBJECT:
            return []
        data = source.read()
    return list(_beside(data, places, ""))


def _beside(data: bytes, places: Places, before: str) -> Iterator[str]:
    try:
        held = _decode(data)
    except (msgspec.DecodeError, RecursionError):
        return  # a list of rows, or what somebody else finds fault with
    if not any(place[0] in held for place in places):
        return  # the object is a row itself
    for name, value in held.items():
        inner = [place[1:] for place in places if place[0] == name]
        if not inner and bytes(value).strip() not in _EMPTY:
            yield f"{before}{name}"
        elif inner and all(inner):
            yield from _beside(bytes(value), inner, f"{before}{name}.")
