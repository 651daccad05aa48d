"""Folders written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
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
    try:
        target.absolute().parent.mkdir(parents=True, exist_ok=True)
        new = _beside(target, "new")
    except OSError as error:
        raise ConfigError(f"{target}: cannot be written: {error.strerror}") from None
    try:
        yield new
        check_replaceable(target, known)
        _exchange(new, target)
    finally:
        _remove(new)


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
    old = _beside(target, "old")
    target.rename(old / target.name)
    try:
        new.rename(target)
    except OSError:
        with contextlib.suppress(OSError):
            (old / target.name).rename(target)
        raise
    _remove(old / target.name)
    _remove(old)


def _beside(target: Path, kind: str) -> Path:
    """Make a new folder beside the target, on the same file system, so that a rename puts it in place."""
    folder = target.absolute().parent / f".{target.name}.{os.getpid()}-{secrets.token_hex(4)}.{kind}"
    folder.mkdir()
    return folder


def _remove(folder: Path) -> None:
    """Remove a folder of files, if it is still there."""
    with contextlib.suppress(OSError):
        for entry in folder.iterdir():
            entry.unlink()
        folder.rmdir()
