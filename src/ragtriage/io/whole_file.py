"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import BinaryIO, Final

from ragtriage.errors import ConfigError
from ragtriage.io.leftovers import name_beside, sweep
from ragtriage.io.outputs import STANDARD_OUTPUT, Output, named_place, refuse_foreign
from ragtriage.io.targets import A_FILE, refuse_url

__all__ = ["try_place", "whole_file", "write_whole"]

_TRIED_BYTES: Final = 4096  # a block: an empty file finds room on a full disk


@contextmanager
def whole_file(path: Path, kind: Output, *, force: bool = False) -> Generator[BinaryIO]:
    """Give a file to write into, beside its place, and put it there when all went well.

    Args:
        path: Its place; a link is followed, and `-` is standard output. What processes that live no more have
            left beside it is removed.
        kind: What it is: another such file is replaced, anything else only by force.
        force: Replace whatever file stands there.

    Raises:
        ConfigError: It cannot be written, something else stands there, or it is a URL.
    """
    if path == STANDARD_OUTPUT:
        with TemporaryFile() as file:
            yield file
            _print(file)
        return
    refuse_url(path, A_FILE)
    problem = named_place(str(path))
    if problem is not None:
        raise ConfigError(f"{str(path)[:80]!r}: {problem}; name another file to write to")
    refuse_foreign(path, kind, force=force)
    place = Path(os.path.realpath(path))
    new = name_beside(place, "new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        sweep(place)
        with new.open("wb") as file:
            yield file
        refuse_foreign(path, kind, force=force)
        new.replace(place)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink()


def _print(file: BinaryIO) -> None:
    """Send a file to standard output.

    Raises:
        ConfigError: That is closed.
    """
    if sys.stdout is None:
        raise ConfigError("standard output is closed; name a file to write to")
    file.seek(0)
    sys.stdout.flush()
    copyfileobj(file, sys.stdout.buffer)
    sys.stdout.buffer.flush()


def try_place(path: Path) -> None:
    """Try whether a file or a folder can be written at a place, before anybody pays for what goes there.

    A file is made beside it, or where its folder would be made, and removed again. Who may write there, by
    the look of it, may still not: a file system can be read-only, full, or one of the system's own.

    Raises:
        ConfigError: It cannot be written; the message says where it was tried.
    """
    place = Path(os.path.realpath(path))
    around = next(each for each in place.parents if each.exists())
    new = name_beside(around / place.name, "new")
    try:
        with new.open("xb") as file:
            file.write(bytes(_TRIED_BYTES))
    except OSError as error:
        raise ConfigError(
            f"{path}: cannot be written: no file can be made in {around}: {error.strerror}; "
            "name another place"
        ) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink()


def write_whole(path: Path, data: bytes, kind: Output, *, force: bool = False) -> None:
    """Write a file beside its place and put it there when it is whole; see `whole_file`.

    Raises:
        ConfigError: It cannot be written, or something else stands there.
    """
    with whole_file(path, kind, force=force) as file:
        file.write(data)
