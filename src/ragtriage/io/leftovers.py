"""Leftovers: files and folders that a process was writing beside their place when it was killed."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import secrets
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["machine", "name_beside", "remove", "sweep"]

# What tells a machine since its start, and a container, from any other: there alone a process id counts.
_RUN: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc/self/ns/pid")
_UNKNOWN: Final = "0" * 8

_MOST_STEM_BYTES: Final = 200  # of a name of 255, so that a process, a machine and dots have room beside it


def machine() -> str:
    """Return what tells where a process id counts, in eight letters; zeros where that is not known."""
    try:
        told = f"{platform.node()} {_RUN.read_text('ascii')} {_PROCESSES.readlink()}"
    except OSError:
        return _UNKNOWN
    return sha256(told.encode()).hexdigest()[:8]


def name_beside(place: Path, kind: str) -> Path:
    """Return a new name beside a place, on the same file system, that tells who writes there.

    Args:
        place: Where a file or a folder is to go.
        kind: `new` for what is to go there, `old` for what stood there.
    """
    owner = f"{os.getpid()}-{machine()}-{secrets.token_hex(4)}"
    return place.absolute().parent / f".{_stem(place.name)}.{owner}.{kind}"


def _stem(name: str) -> str:
    """Return a name, cut where there is no room for more beside it."""
    encoded = os.fsencode(name)
    if len(encoded) <= _MOST_STEM_BYTES:
        return name
    return f"{encoded[: _MOST_STEM_BYTES - 9].decode('utf-8', 'ignore')}-{sha256(encoded).hexdigest()[:8]}"


def sweep(place: Path) -> None:
    """Remove what processes of this machine have left beside a place, and that live no more.

    A folder that one of them had taken away to put another in its place is put back first. What belongs to a
    process that lives, to another machine that shares the disk, or to somebody else stays.

    Args:
        place: Where the files or folders were to go.
    """
    here = machine()
    if here == _UNKNOWN:
        return
    left = re.compile(rf"\.{re.escape(_stem(place.name))}\.([1-9]\d*)-{here}-[0-9a-f]{{8}}\.(new|old)")
    with contextlib.suppress(OSError):
        for entry in list(place.parent.iterdir()):
            found = left.fullmatch(entry.name)
            if found is None or _lives(int(found[1])):
                continue
            if found[2] == "new" and _is_mine(entry, stat.S_ISREG):
                entry.unlink()
            elif _is_mine(entry, stat.S_ISDIR):
                aside = entry / place.name
                if found[2] == "old" and _is_mine(aside, stat.S_ISDIR) and not os.path.lexists(place):
                    aside.rename(place)
                remove(entry)


def _is_mine(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Tell whether it is of a kind, no link, and of whoever runs this: others may write beside it too."""
    try:
        told = path.lstat()
    except FileNotFoundError:
        return False
    return is_kind(told.st_mode) and (os.name == "nt" or told.st_uid == os.geteuid())


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # somebody else's, or no process id at all
        return True
    return True


def remove(folder: Path) -> None:
    """Remove a folder with its files and folders, if it is still there."""
    with contextlib.suppress(OSError):
        for entry in folder.iterdir():
            if entry.is_dir() and not entry.is_symlink():
                remove(entry)
            else:
                entry.unlink()
        folder.rmdir()
