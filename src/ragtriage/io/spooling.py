"""Standard input and pipes, which can be read once: refused where they need not end, else held in a file.

A pipe that never ends would fill the disk, and other programs need that too: no more is held once less than
1 GiB is left there, or than 5 % of a disk of less than 20 GiB. Whoever asks for so little room does not meet
that by chance: the first 64 MiB are held wherever there is room for them, however full the disk is.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import disk_usage
from typing import BinaryIO, Final

from ragtriage.errors import DataError
from ragtriage.io.leftovers import name_beside, sweep

__all__ = ["STANDARD_INPUT", "spooled", "standard_input", "sweep_spooled"]

STANDARD_INPUT: Final = "standard input"
_HELD: Final = "ragtriage-input"

_MIB: Final = 1 << 20
_BLOCK_BYTES: Final = 1 << 16
_FREELY_HELD: Final = 64 << 20  # bytes, whatever is left
_MOST_LEFT: Final = 1 << 30  # bytes that are left to others
_SHARE_LEFT: Final = 0.05  # of the disk, where that is less


def standard_input() -> BinaryIO:
    """Return the bytes of standard input.

    Raises:
        DataError: It is closed, or a device, which need not end; a terminal does, and so does what is empty.
    """
    if sys.stdin is None:
        raise DataError(f"{STANDARD_INPUT}: is closed; name a file")
    try:
        descriptor = sys.stdin.fileno()
        told = os.fstat(descriptor)
    except (OSError, ValueError):  # something in its place, which is no file
        return sys.stdin.buffer
    is_device = stat.S_ISCHR(told.st_mode) or stat.S_ISBLK(told.st_mode)
    if is_device and not os.isatty(descriptor) and not os.path.samestat(told, os.stat(os.devnull)):  # noqa: PTH116 - no Path has it
        raise DataError(f"{STANDARD_INPUT}: is a device; hand over a file or a pipe")
    return sys.stdin.buffer


@contextmanager
def spooled(stream: BinaryIO, name: str) -> Generator[Path]:
    """Hold in a file what can be read once; it is for its owner alone, and gone at the end.

    What a process that was killed has left is removed by the next one.

    Args:
        stream: What is read.
        name: Its name in messages.

    Raises:
        DataError: It cannot be read to its end, or there is no room for it, or none would be left for others.
    """
    folder = tempfile.gettempdir()
    held = name_beside(Path(folder, _HELD), "new")
    try:
        try:
            descriptor = os.open(
                held, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
            )
            with os.fdopen(descriptor, "wb") as file:
                _copy(stream, file, folder, name)
        except OSError as error:
            raise DataError(
                f"{name}: cannot be held in {folder}, to be read twice: {error.strerror or error}; name a "
                "file, or set TMPDIR to a folder with more room"
            ) from None
        yield held
    finally:
        with suppress(OSError):
            held.unlink()


def _copy(stream: BinaryIO, file: BinaryIO, folder: str, name: str) -> None:
    """Hold what can be read once.

    Raises:
        DataError: It would fill the disk.
    """
    held = 0
    while block := stream.read(_BLOCK_BYTES):
        held += len(block)
        if held > _FREELY_HELD:
            disk = disk_usage(folder)
            left = disk.free - len(block)
            if left < min(_MOST_LEFT, _SHARE_LEFT * disk.total):
                raise DataError(
                    f"{name}: {held / _MIB:,.0f} MiB came and no end, and {folder}, where they are "
                    f"held to be read twice, would have {max(0, left) / _MIB:,.0f} MiB left; name a file, or "
                    "set TMPDIR to a folder with more room"
                )
        file.write(block)


def sweep_spooled() -> None:
    """Remove what processes that live no more have held."""
    sweep(Path(tempfile.gettempdir(), _HELD))
