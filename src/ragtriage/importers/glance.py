"""Files and rows of our own, told at a glance: they need none of what knows the layouts of other tools."""

from __future__ import annotations

from contextlib import closing
from typing import Final, cast

import msgspec

from ragtriage.io.files import open_source
from ragtriage.io.input_path import names_folder
from ragtriage.io.spellings import SPELLINGS

# Names that are read in our own files too, and by which other tools' files are told.
_FOREIGN: Final = frozenset({"user_input", "ground_truths"})
_AZURE: Final = frozenset({"query", "response", "context", "ground_truth"})
_RAGAS: Final = frozenset({"question", "contexts", "ground_truth"})  # its first generation
_ASKED: Final = ("question", "query")  # a list there is a column, or a conversation

__all__ = ["are_ours", "has_our_names", "is_ours"]


def is_ours(path: str) -> bool:
    """Tell whether a file is one of JSON lines whose first row has our own names alone.

    Raises:
        DataError: There is no such file, or it cannot be read.
    """
    if names_folder(path):
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
    """Tell whether a row is a dictionary with our own names alone, and no row or column of another tool.

    Example:
        >>> has_our_names({"question": "?", "contexts": []}), has_our_names({"question": "?", "note": 1})
        (True, False)
        >>> has_our_names({"user_input": "?", "response": None}), has_our_names({"question": ["?", "?"]})
        (False, False)
    """
    if not isinstance(row, dict):
        return False
    found = cast("dict[object, object]", row)
    if not SPELLINGS.keys() >= found.keys() or _FOREIGN & found.keys():
        return False
    if found.keys() >= _AZURE or found.keys() >= _RAGAS:
        return False
    context = found.get("context")
    first = cast("list[object]", context)[:1] if isinstance(context, list) else []
    return not any(isinstance(each, dict | list) for each in (*first, *(found.get(name) for name in _ASKED)))
