"""Files and rows of our own, told at a glance: they need none of what knows the layouts of other tools."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec

from ragtriage.io.files import open_source
from ragtriage.io.spellings import SPELLINGS

__all__ = ["are_ours", "has_our_names", "is_ours"]


def is_ours(path: str) -> bool:
    """Tell whether a file is one of JSON lines whose first row has our own names alone.

    Raises:
        DataError: There is no such file, or it cannot be read.
    """
    if Path(path).is_dir():
        return False
    with closing(open_source(path)) as source:
        return are_ours(source.peek())


def are_ours(beginning: bytes) -> bool:
    """Tell by its first bytes whether a file is one of JSON lines with our own names alone."""
    try:
        return has_our_names(cast("object", msgspec.json.decode(beginning.split(b"\n", 1)[0])))
    except (msgspec.DecodeError, RecursionError):
        return False


def has_our_names(row: object) -> bool:
    """Tell whether a row is a dictionary with our own names alone.

    Example:
        >>> has_our_names({"question": "?", "contexts": []}), has_our_names({"question": "?", "note": 1})
        (True, False)
    """
    return isinstance(row, dict) and SPELLINGS.keys() >= cast("dict[object, object]", row).keys()
