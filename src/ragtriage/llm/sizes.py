"""Sizes as people write them: `1MiB`, `512 KiB`, `4MB`, or a plain number of bytes."""

from __future__ import annotations

import re
from typing import Final

from ragtriage.errors import ConfigError

__all__ = ["read_size", "shown_size"]

_BINARY: Final = {"GiB": 2**30, "MiB": 2**20, "KiB": 2**10}
_UNITS: Final = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9} | {
    unit.casefold(): size for unit, size in _BINARY.items()
}
_SIZE: Final = re.compile(r"\s*(\d{1,12}(?:\.\d{1,9})?)\s*([a-z]*)\s*", re.IGNORECASE | re.ASCII)


def read_size(text: str) -> int:
    """Return how many bytes a size has.

    Raises:
        ConfigError: It is no size, or less than a byte.

    Example:
        >>> read_size("1MiB"), read_size("1.5 kb"), read_size("4096")
        (1048576, 1500, 4096)
    """
    found = _SIZE.fullmatch(text)
    unit = None if found is None else _UNITS.get(found[2].casefold())
    size = 0 if found is None or unit is None else int(float(found[1]) * unit)
    if size < 1:
        raise ConfigError(f"a size is a number of bytes, with a unit such as KiB or MiB: not {text!r}")
    return size


def shown_size(size: int) -> str:
    """Return a size in the largest unit in which it is a whole number.

    Example:
        >>> shown_size(2**20), shown_size(1500)
        ('1 MiB', '1,500 bytes')
    """
    for unit, of in _BINARY.items():
        if size % of == 0:
            return f"{size // of} {unit}"
    return f"{size:,} bytes"
