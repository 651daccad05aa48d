"""Telling by its values whether a column holds ids or texts, and whether a cell holds several ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum, auto
from typing import Final, cast

import msgspec

from ragtriage.io.splitting import parts_of

__all__ = [
    "Look",
    "column_look",
    "has_id_shape",
    "held_texts",
    "holds_several",
    "is_list_of_ids",
    "looks_short",
]

# Letters and digits joined by what joins the parts of an id, and no white space; a word alone is none.
_ID: Final = re.compile(r"(?=.*[\d_/#:\-])[A-Za-z0-9](?:[A-Za-z0-9_\-./#:]{0,126}[A-Za-z0-9])?")
_SENTENCE: Final = re.compile(r"[。！？!?]|\.\s|\.$")
_MOST_ID: Final = 120

# A comma stands in many an id, and in every other sentence; the other signs seldom do.
_PARTED: Final = re.compile(r"[\n;|、；]")


class Look(Enum):
    """What a column holds, as far as its values tell."""

    IDS = auto()
    TEXTS = auto()
    EITHER = auto()


def has_id_shape(text: str) -> bool:
    """Tell whether a text can hardly be anything but an id.

    Example:
        >>> has_id_shape("keihi-01"), has_id_shape("a/b.pdf#3"), has_id_shape("Paris"), has_id_shape("5日")
        (True, True, False, False)
    """
    return _ID.fullmatch(text) is not None


def looks_short(text: str) -> bool:
    """Tell whether every entry of a text is as short as an id, and no sentence.

    Example:
        >>> looks_short("経費規程、出張規程"), looks_short("期限は翌月5日です。")
        (True, False)
    """
    return all(len(part) <= _MOST_ID and not _SENTENCE.search(part) for part in parts_of(text, "retrieved"))


def held_texts(value: object) -> Iterator[str]:
    """Yield the texts of a value as a file has it, those of a list one by one, a list in a cell too.

    Example:
        >>> list(held_texts("['a', 'b']")), list(held_texts(["a", 1])), list(held_texts({"id": "a"}))
        (['a', 'b'], ['a', '1'], [])
    """
    if isinstance(value, str):
        listed = _listed(value)
        if listed is not None:
            yield from held_texts(listed)
        elif value.strip():
            yield value.strip()
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, list | tuple):
        for item in cast("Sequence[object]", value):
            if not _is_empty(item):
                yield from held_texts(item)


def _is_empty(item: object) -> bool:
    return isinstance(item, list | tuple) and not cast("Sequence[object]", item)


def _listed(cell: str) -> list[object] | None:
    """Return the list that a cell holds as text, in JSON or as Python writes it."""
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        return msgspec.json.decode(text, type=list[object])
    except (msgspec.DecodeError, RecursionError):
        pass
    import ast  # noqa: PLC0415 - only such cells need it

    try:
        found: object = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return cast("list[object]", found) if isinstance(found, list) else None


def column_look(values: Iterable[object], gold: Collection[str]) -> Look:
    """Tell what a column of what came back holds.

    Args:
        values: What stands in it, row by row.
        gold: Ids of gold documents, of any rows.

    Example:
        >>> column_look(["経費規程、出張規程", "人事規程"], {"出張規程"})
        <Look.IDS: 1>
        >>> column_look(["経費は翌月5日までです。"], {"出張規程"})
        <Look.TEXTS: 2>
        >>> column_look(["経費規程"], ())
        <Look.EITHER: 3>
    """
    texts = [text for value in values for text in held_texts(value)]
    if not texts:
        return Look.EITHER
    if not all(map(looks_short, texts)):
        return Look.TEXTS
    parts = {part for text in texts for part in (text, *parts_of(text, "retrieved"))}
    if not parts.isdisjoint(gold):
        return Look.IDS
    alone = {part for text in texts for part in parts_of(text, "retrieved")}
    return Look.IDS if all(map(has_id_shape, alone)) else Look.EITHER


def holds_several(text: str, others: Collection[str], cells: Iterable[str] = ()) -> bool:
    """Tell whether one text names several ids, as in the cell of a table.

    A comma may belong to an id, so that a part must be an id of the other side, or an id by its shape that
    the other side names among several; a line break belongs to none.

    Args:
        text: It.
        others: The ids of the other side as they are written.
        cells: Those of the other side that may name several themselves.

    Example:
        >>> holds_several("a-1、b-2", {"b-2"}), holds_several("a-1、b-2", {"b-2、c-3"}, ["b-2、c-3"])
        (True, True)
        >>> holds_several("Smith, John", {"Smith, Ann"}, ["Smith, Ann"]), holds_several("a、b", {"a、b"})
        (False, False)
    """
    parts = parts_of(text, "retrieved")
    if len(parts) < 2 or text.strip() in others:
        return False
    if "\n" in text.strip() or not set(others).isdisjoint(parts):
        return True
    if not (_PARTED.search(text) or all(map(has_id_shape, parts))):
        return False
    named = {part for cell in cells for part in parts_of(cell, "retrieved")}
    return not named.isdisjoint(parts)


def is_list_of_ids(text: str) -> bool:
    """Tell whether a text holds nothing but ids by their shape, with signs between them that ids seldom hold.

    Example:
        >>> is_list_of_ids("a-1、b-2"), is_list_of_ids("a-1, b-2"), is_list_of_ids("経費、出張")
        (True, False, False)
    """
    return _PARTED.search(text) is not None and all(map(has_id_shape, parts_of(text, "retrieved")))
