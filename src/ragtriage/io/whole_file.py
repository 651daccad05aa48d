"""Files written whole or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ragtriage.errors import ConfigError
from ragtriage.io.leftovers import name_beside, sweep
from ragtriage.io.outputs import Output, named_place, refuse_foreign
from ragtriage.io.targets import refuse_url

__all__ = ["whole_file", "write_whole"]


@contextmanager
def whole_file(path: Path, kind: Output, *, force: bool = False) -> Generator[BinaryIO]:
    """Give a file to write into, beside its place, and put it there when all went well.

    Args:
        path: Its place. What processes that live no more have left beside it is removed.
        kind: What it is: another such file is replaced, anything else only by force.
        force: Replace whatever file stands there.

    Raises:
        ConfigError: It cannot be written, something else stands there, or it is a URL.
    """
    refuse_url(path, "a file to write to")
    problem = named_place(str(path))
    if problem is not None:
        raise ConfigError(f"{str(path)[:80]!r}: {problem}; name another file to write to")
    refuse_foreign(path, kind, force=force)
    place = path.absolute()
    new = name_beside(place, "new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        sweep(place)
        with new.open("wb") as file:
            yield file
        refuse_foreign(path, kind, force=force)
        new.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
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
