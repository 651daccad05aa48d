"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from ragtriage.errors import ConfigError

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place and put it there when it is whole.

    Raises:
        ConfigError: It cannot be written.
    """
    if path.is_dir():
        raise ConfigError(f"{path}: is a directory; name a file to write to")
    new = path.absolute().parent / f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new"
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink()
