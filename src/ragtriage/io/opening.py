"""Files of this machine, opened for reading: regular ones and pipes, nothing that never begins or ends."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import BinaryIO, Final

from ragtriage.errors import ConfigError, DataError
from ragtriage.io.input_path import InputPath

__all__ = [
    "MOST_SMALL_BYTES",
    "open_file",
    "open_regular",
    "read_configuration",
    "read_small",
    "refuse_special",
]

MOST_SMALL_BYTES: Final = 4 * 1024 * 1024  # of what people write by hand: settings, patterns, prompts

_PATIENCE_SECONDS: Final = 10.0  # for somebody to open the other end of a pipe
_BUFFER_BYTES: Final = 131072
_OTHER: Final = (
    (stat.S_ISCHR, "is a device"),
    (stat.S_ISBLK, "is a device"),
    (stat.S_ISSOCK, "is a socket"),
)
_MADE_UP: Final = ("/proc/", "/sys/")
_WORDS: Final = {
    errno.ENOENT: "no such file",
    errno.ENOTDIR: "no such file",
    errno.EISDIR: "is a directory, and a file was expected",
    errno.ELOOP: "is a circle of links",
    errno.ENAMETOOLONG: "no such file: its name is longer than a name of a file may be",
}


def open_file(path: str | os.PathLike[str], name: str, *, buffer: int = _BUFFER_BYTES) -> BinaryIO:
    """Open a regular file or a pipe for reading.

    Of an `InputPath` that is held elsewhere, what is held is opened. A pipe is waited for, some seconds,
    until somebody opens its other end. A file that the system makes up while it is read need not end, and is
    not read.

    Args:
        path: The file.
        name: Its name in messages.
        buffer: Bytes that are read at once.

    Raises:
        DataError: It cannot be read, is of another kind or is empty.
    """
    path = _held(path)
    try:
        told = _told(path, name)
        _refuse(told, name)
        if stat.S_ISFIFO(told.st_mode):
            return os.fdopen(_open_pipe(path, name), "rb", buffer)
        # what stands there may have been exchanged since
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            _refuse(os.fstat(descriptor), name)
            os.set_blocking(descriptor, True)
            return os.fdopen(descriptor, "rb", buffer)
        except (DataError, OSError):
            os.close(descriptor)
            raise
    except OSError as error:
        found = _WORDS.get(error.errno or 0)
        raise DataError(f"{name}: {found or f'cannot be read: {error.strerror}'}") from None


def open_regular(path: str | os.PathLike[str], name: str) -> BinaryIO:
    """Open a regular file, empty or not, for reading; nothing is waited for.

    Args:
        path: The file.
        name: Its name in messages.

    Raises:
        DataError: It is of another kind, or made up by the system while it is read.
        OSError: It cannot be opened.
    """
    refuse_special(path, name)
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):  # exchanged since
        os.close(descriptor)
        raise DataError(f"{name}: is no regular file")
    return os.fdopen(descriptor, "rb", _BUFFER_BYTES)


def refuse_special(path: str | os.PathLike[str], name: str) -> None:
    """Refuse a file that is there and that only `open_file` may read, if anything: a device, a pipe.

    Args:
        path: The file. A folder passes, and so does what is not there.
        name: Its name in messages.

    Raises:
        DataError: It is one.
    """
    try:
        mode = _told(path, name).st_mode
    except OSError:
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        what = next((what for is_kind, what in _OTHER if is_kind(mode)), "is a pipe")
        raise DataError(f"{name}: {what}, and no regular file")


def read_small(path: str | os.PathLike[str], name: str, *, most: int = MOST_SMALL_BYTES) -> bytes:
    """Return all of a file that is held whole.

    Raises:
        DataError: It cannot be read, is empty, or is longer than it may be.
    """
    try:
        with open_file(path, name) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise DataError(f"{name}: cannot be read: {error.strerror}") from None
    if len(data) > most:
        raise DataError(f"{name}: is longer than {most:,} bytes; such a file is not read")
    return data


def read_configuration(path: str | os.PathLike[str], name: str) -> str:
    """Return the text of a file that people write by hand; an empty one is an empty text.

    Raises:
        ConfigError: It cannot be read, is not UTF-8, or is longer than `MOST_SMALL_BYTES`.
    """
    try:
        return _text(path, name)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{name}: is not UTF-8 text (byte {error.start + 1}); save it as UTF-8") from None
    except DataError as error:
        raise ConfigError(str(error)) from None


def _text(path: str | os.PathLike[str], name: str) -> str:
    try:
        told = _told(_held(path), name)
    except OSError:
        pass  # whoever opens it says what is wrong
    else:
        if stat.S_ISREG(told.st_mode) and not told.st_size:
            return ""
    return read_small(path, name).decode("utf-8-sig")


def _held(path: str | os.PathLike[str]) -> str | os.PathLike[str]:
    held = path.held if isinstance(path, InputPath) else None
    return path if held is None else held


def _told(path: str | os.PathLike[str], name: str) -> os.stat_result:
    """Return what the system tells of a file.

    Raises:
        DataError: The name is none, or the system makes the file up while it is read.
        OSError: Nothing is told.
    """
    try:
        told = os.stat(path)  # noqa: PTH116 - a path of any kind
        is_made_up = not told.st_size and os.path.realpath(path).startswith(_MADE_UP)
    except ValueError as error:  # a null character, or half of a surrogate pair
        raise DataError(f"{name!r}: is no name of a file: {error}") from None
    if is_made_up and stat.S_ISREG(told.st_mode):
        raise DataError(f"{name}: is made up by the system while it is read; name a file, a pipe or -")
    return told


def _refuse(told: os.stat_result, name: str) -> None:
    if stat.S_ISDIR(told.st_mode):
        raise DataError(f"{name}: {_WORDS[errno.EISDIR]}")
    for is_kind, what in _OTHER:
        if is_kind(told.st_mode):
            raise DataError(f"{name}: {what}; name a file, a pipe, or - for standard input")
    if stat.S_ISREG(told.st_mode) and not told.st_size:
        raise DataError(f"{name}: is empty")


def _open_pipe(path: str | os.PathLike[str], name: str) -> int:
    """Open a pipe as soon as somebody writes to it.

    Raises:
        DataError: Nobody does.
        OSError: It cannot be opened.
    """
    opened: SimpleQueue[int | OSError] = SimpleQueue()

    def wait() -> None:
        try:
            opened.put(os.open(path, os.O_RDONLY))
        except OSError as error:
            opened.put(error)

    Thread(target=wait, daemon=True).start()
    try:
        found = opened.get(timeout=_PATIENCE_SECONDS)
    except Empty:
        with suppress(OSError, Empty):
            os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))  # lets the thread end
            late = opened.get(timeout=1)
            if isinstance(late, int):
                os.close(late)
        raise DataError(
            f"{name}: is a pipe to which nothing wrote for {_PATIENCE_SECONDS:g} seconds; start what writes "
            "to it first"
        ) from None
    if isinstance(found, OSError):
        raise found
    return found
