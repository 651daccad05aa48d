"""Names: finding the one that was asked for, or saying which were probably meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from ragtriage.errors import ConfigError

__all__ = ["find", "suggestion"]

T = TypeVar("T")


def find(table: Mapping[str, T], name: str, kind: str) -> T:
    """Return the entry of a table.

    Raises:
        ConfigError: There is none of that name; the message says which were probably meant.

    Example:
        >>> find({"json": 1}, "jsn", "format")
        Traceback (most recent call last):
        ...
        ragtriage.errors.ConfigError: unknown format 'jsn'; did you mean 'json'?
    """
    if name not in table:
        raise ConfigError(f"unknown {kind} {name!r}; {suggestion(name, table)}")
    return table[name]


def suggestion(name: str, names: Iterable[str]) -> str:
    """Say which name was probably meant, or list all of them.

    Example:
        >>> suggestion("recal", ["recall", "ndcg"])
        "did you mean 'recall'?"
        >>> suggestion("x", ["recall", "ndcg"])
        'known: ndcg, recall'
    """
    import difflib  # noqa: PLC0415 - only a wrong name needs it

    known = sorted(names)
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known: {', '.join(known)}"
