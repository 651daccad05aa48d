"""Leftovers: folders that a process was writing beside their place when it was killed."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import stat
from hashlib import sha256
from pathlib import Path
from typing import Final

__all__ = ["machine", "remove", "sweep"]

# What tells a machine since its start, and a container, from any other: there alone a process id counts.
_RUN: Final = Path("/proc/sys/kernel/random/boot_id")
_PROCESSES: Final = Path("/proc/self/ns/pid")
_UNKNOWN: Final = "0" * 8


def machine() -> str:
    """Return what tells where a process id counts, in eight letters; zeros where that is not known."""
    try:
        told = f"{platform.node()} {_RUN.read_text('ascii')} {_PROCESSES.readlink()}"
    except OSError:
        return _UNKNOWN
    return sha256(told.encode()).hexdigest()[:8]


def sweep(place: Path) -> None:
    """Remove what processes of this machine have left beside a place, and that live no more.

    A folder that one of them had taken away to put another in its place is put back first. What belongs to a
    process that lives, to another machine that shares the disk, or to somebody else stays.

    Args:
        place: Where the folders were to go.
    """
    here = machine()
    if here == _UNKNOWN:
        return
    left = re.compile(rf"\.{re.escape(place.name)}\.([1-9]\d*)-{here}-[0-9a-f]{{8}}\.(new|old)")
    with contextlib.suppress(OSError):
        for folder in list(place.parent.iterdir()):
            found = left.fullmatch(folder.name)
            if found is None or _lives(int(found[1])) or not _is_mine(folder):
                continue
            aside = folder / place.name
            if found[2] == "old" and _is_mine(aside) and not os.path.lexists(place):
                aside.rename(place)
            remove(folder)


def _is_mine(path: Path) -> bool:
    """Tell whether it is a folder, no link to one, of whoever runs this: others may write beside it too."""
    try:
        told = path.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(told.st_mode) and (os.name == "nt" or told.st_uid == os.geteuid())


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
