"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ragtriage.errors import ConfigError
from ragtriage.io.targets import refuse_url

__all__ = ["whole_file", "write_whole"]


@contextmanager
def whole_file(path: Path) -> Generator[BinaryIO]:
    """Give a file to write into, beside its place, and put it there when all went well.

    Raises:
        ConfigError: It cannot be written, or is a URL.
    """
    refuse_url(path, "a file to write to")
    if path.is_dir():
        raise ConfigError(f"{path}: is a directory; name a file to write to")
    new = path.absolute().parent / f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new"
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        with new.open("wb") as file:
            yield file
        new.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place and put it there when it is whole.

    Raises:
        ConfigError: It cannot be written.
    """
    with whole_file(path) as file:
        file.write(data)
