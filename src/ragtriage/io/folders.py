"""Folders written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path

from ragtriage.errors import ConfigError

__all__ = ["check_replaceable", "whole_folder"]


@contextmanager
def whole_folder(target: Path, known: Collection[str]) -> Generator[Path]:
    """Give a new folder to write into, and put it in the target's place when all went well.

    Args:
        target: Where it goes. A folder that stands there is replaced if it holds nothing but `known` files.
        known: The names of the files that such a folder may hold.

    Raises:
        ConfigError: Something else stands there, or it cannot be written.
    """
    check_replaceable(target, known)
    parent = target.absolute().parent
    try:
        parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".new", dir=parent))
    except OSError as error:
        raise ConfigError(f"{target}: cannot be written: {error.strerror}") from None
    try:
        new.chmod(0o777 & ~_umask())
        yield new
        check_replaceable(target, known)
        _exchange(new, target)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def check_replaceable(target: Path, known: Collection[str]) -> None:
    """Refuse a target that may not be replaced.

    Raises:
        ConfigError: It is no folder, or a folder with something else in it.
    """
    if not target.exists():
        return
    if not target.is_dir():
        raise ConfigError(f"{target}: is a file; name a folder to write to")
    others = sorted(entry.name for entry in target.iterdir() if entry.name not in known)
    if others:
        raise ConfigError(
            f"{target}: holds {others[0]!r}, which is no part of an evaluation; it is not replaced, "
            "name another folder"
        )


def _exchange(new: Path, target: Path) -> None:
    if not target.exists():
        new.rename(target)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{target.name}.", suffix=".old", dir=new.parent))
    target.rename(old / target.name)
    try:
        new.rename(target)
    except OSError:
        with contextlib.suppress(OSError):
            (old / target.name).rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
