"""The configuration of the system that was evaluated: one hash a part, so that a change has a name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from math import isfinite
from typing import Any, Final, cast

from ragtriage.errors import ConfigError
from ragtriage.fingerprint import canonical, sha256
from ragtriage.io.files import name_of
from ragtriage.registry import suggestion

__all__ = ["SYSTEM_PARTS", "system_configuration", "system_fingerprints"]

# What makes up a system, in the order in which a question passes through it; the corpus comes last
# because what it changes is not the system.
SYSTEM_PARTS: Final = ("chunking", "retriever", "generator", "corpus")


def system_configuration(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the tables of such a file as JSON has them; see `system_fingerprints`.

    Raises:
        ConfigError: The file cannot be read, is no TOML, or holds anything but these tables.
    """
    return {part: _plain(table, f"{os.fspath(path)}: {part}") for part, table in _tables(path).items()}


def system_fingerprints(path: str | os.PathLike[str]) -> dict[str, str]:
    """Hash the tables `[chunking]`, `[retriever]`, `[generator]` and `[corpus]` of a TOML file.

    Each is the SHA-256 of its RFC 8785 form, so that the order of its keys, comments and the way a number is
    written do not matter; dates are hashed as ISO 8601 strings. A table that is not there is not recorded.

    Raises:
        ConfigError: The file cannot be read, is no TOML, or holds anything but these tables.
    """
    return {part: sha256(canonical(table)) for part, table in system_configuration(path).items()}


def _tables(path: str | os.PathLike[str]) -> dict[str, Any]:
    from ragtriage.io.toml import read_toml  # noqa: PLC0415 - only this file format needs it

    name = name_of(path)
    data = read_toml(path, name)
    for part, table in data.items():
        if part not in SYSTEM_PARTS:
            raise ConfigError(f"{name}: unknown part {part!r}; {suggestion(part, SYSTEM_PARTS)}")
        if not isinstance(table, dict) or not table:
            raise ConfigError(f"{name}: {part} must be a table that holds something, [{part}]")
    if not data:
        raise ConfigError(f"{name}: holds none of the parts {', '.join(SYSTEM_PARTS)}")
    return data


def _plain(value: Any, where: str) -> Any:  # noqa: ANN401 - any TOML value, and any JSON value
    """Return a TOML value as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(value[key], f"{where}.{key}") for key in cast("Mapping[str, Any]", value)}
    if isinstance(value, list):
        return [_plain(item, where) for item in cast("Sequence[Any]", value)]
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, float) and not isfinite(value):
        raise ConfigError(f"{where}: a number must be finite, found {value}")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        # a number that was written in hexadecimal may have more digits than Python writes
        number = str(value) if abs(value) < 2**128 else "a number"
        raise ConfigError(f"{where}: {number} is beyond what JSON numbers hold; write it as a string")
    return value
