"""Names: finding the one that was asked for, or saying which were probably meant."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from ragtriage.errors import ConfigError

__all__ = ["find", "find_own", "suggestion"]

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


def find_own(module: str, attribute: str) -> object:
    """Import something of one's own by its name; the working directory is looked into last.

    Raises:
        ConfigError: There is none of that name.

    Example:
        >>> find_own("math", "pi")
        3.141592653589793
    """
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found: object = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    # no name of a module is a ValueError, and one that begins with a dot a TypeError
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        where = "; looked for among what is installed, and in the working directory"
        looked = where if isinstance(error, ModuleNotFoundError) else ""
        raise ConfigError(f"{module}:{attribute} cannot be imported: {error}{looked}") from None
    return found


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
