"""Garbage: looked for seldom while a model is asked, because judging makes many objects and few cycles."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

__all__ = ["seldom_collected"]

# New objects between two looks at the youngest: about a batch's. Python's own number looks a hundred times.
_MANY: Final = 20_000


@contextmanager
def seldom_collected() -> Generator[None, None, None]:
    """Let the garbage collector wait for more objects than it does by itself; who set more keeps that.

    Example:
        >>> before = gc.get_threshold()
        >>> with seldom_collected():
        ...     gc.get_threshold()[0] >= 20_000
        True
        >>> gc.get_threshold() == before
        True
    """
    before = gc.get_threshold()
    if not 0 < before[0] < _MANY:  # 0: it never looks
        yield
        return
    gc.set_threshold(_MANY, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
