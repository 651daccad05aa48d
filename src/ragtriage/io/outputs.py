"""What commands write to files, and what is never written over: what is read, and what others wrote."""

from __future__ import annotations

import fnmatch
import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Final

from ragtriage.errors import ConfigError, DataError
from ragtriage.io.files import name_of
from ragtriage.io.opening import open_regular
from ragtriage.io.urls import local_paths

__all__ = [
    "BASELINE",
    "CALIBRATION",
    "CASES",
    "COMPARISON",
    "JUNIT",
    "LABELS",
    "MARKDOWN",
    "PAGE",
    "PROBE",
    "REPORT",
    "ROWS",
    "SHEET",
    "STANDARD_OUTPUT",
    "TABLE",
    "Output",
    "named_place",
    "refuse_foreign",
    "refuse_inputs",
    "refuse_overlaps",
]

# In the place of a file to write to.
STANDARD_OUTPUT: Final = Path("-")

_HEAD_BYTES: Final = 4096
_MOST_ROW_BYTES: Final = 1 << 24  # until the question of a row ends
_PARQUET: Final = b"PAR1"
_PARQUET_END: Final = 8  # bytes: how long the footer is, and what tells such a file
_MOST_ENTRIES: Final = 100_000  # looked at in a folder that is read
_MAGIC: Final = "*?["
_MOST_LINKS: Final = 40
_OPEN_FILES: Final = ("/proc/", "/sys/", "/dev/fd")
_MOST_NAME_BYTES: Final = 255  # of one part of a path, on every file system that is in use
_MOST_PATH_BYTES: Final = 4095  # of all of it, on Linux


def _head(file: BinaryIO) -> bytes:
    return file.read(_HEAD_BYTES)


def _first_line(file: BinaryIO) -> bytes:
    return file.readline(_MOST_ROW_BYTES)


def _footer(file: BinaryIO) -> bytes:
    """Return how the footer of a Parquet file begins, which names its columns; of other files nothing."""
    size = file.seek(0, os.SEEK_END)
    if size < 2 * _PARQUET_END:
        return b""
    file.seek(-_PARQUET_END, os.SEEK_END)
    end = file.read(_PARQUET_END)
    length = int.from_bytes(end[:4], "little") + _PARQUET_END
    if end[4:] != _PARQUET or length > size:
        return b""
    file.seek(-length, os.SEEK_END)
    return file.read(_HEAD_BYTES)


@dataclass(frozen=True, slots=True)
class Output:
    """A kind of file that is written.

    Args:
        what: Its name in messages.
        head: How what tells such a file begins, so that one that was written before can be told from any
            other and be replaced; None where a person may have gone on writing in it, so that none is.
        telling: Reads what tells it.
    """

    what: str
    head: re.Pattern[bytes] | None
    telling: Callable[[BinaryIO], bytes] = _head

    def wrote(self, path: Path) -> bool:
        """Tell whether what stands at a path is a file of this kind; what is no regular file is of none.

        Raises:
            OSError: It cannot be read.
        """
        if self.head is None:
            return False
        try:
            with open_regular(path, str(path)) as file:
                return self.head.match(self.telling(file)) is not None
        except DataError:
            return False


def _begins(expression: bytes) -> re.Pattern[bytes]:
    return re.compile(expression, re.DOTALL)


JUNIT: Final = Output("JUnit file of ragtriage", _begins(rb"<\?xml [^>]*>\n<!-- ragtriage -->"))
MARKDOWN: Final = Output("Markdown file of ragtriage", _begins(rb"<!-- ragtriage -->\n"))
PAGE: Final = Output(
    "page of ragtriage", _begins(rb"<!DOCTYPE html>.{,2000}<meta name=\"generator\" content=\"ragtriage\">")
)
LABELS: Final = Output("JSON file of `ragtriage check`", _begins(rb'{\n  "cases": \d+,\n  "findings": '))
COMPARISON: Final = Output(
    "JSON file of `ragtriage compare`",
    _begins(rb'{\n  ("comparisons": \[\n    {\n      )?"kind": "[a-z_]+",\n +"baseline": '),
)
CALIBRATION: Final = Output(
    "JSON file of `ragtriage calibrate`", _begins(rb'{\n  "stage": "[a-z]+",\n  "judge": ')
)
PROBE: Final = Output(
    "probe of ragtriage",
    _begins(rb'{\s*"schema_version": ?\d+,\s*"manifest": ?{\s*"version": ?"[^"]*",\s*"generator": ?"'),
)
REPORT: Final = Output("report of an evaluation", _begins(rb'{\s*"schema_version": ?\d+,\s*"k": '))
ROWS: Final = Output(
    "file of judged cases",
    _begins(rb'{"id":"(?:[^"\\]|\\.)*+","question":"(?:[^"\\]|\\.)*+","recall_at_k":'),
    _first_line,
)
TABLE: Final = Output(
    "table of judged cases",
    _begins(rb".{,64}\bid\b.{1,16}\bquestion\b.{1,16}\brecall_at_k\b.{1,16}\banswer_match\b"),
    _footer,
)
BASELINE: Final = Output("file of known failures", None)
CASES: Final = Output("file of cases", None)
SHEET: Final = Output("file of reviews", None)


def refuse_foreign(path: Path, kind: Output, *, force: bool = False) -> None:
    """Refuse to write over what is not known to have been written before; an empty file loses nothing.

    Args:
        path: Where a file is to go.
        kind: What it will be.
        force: Whoever asks wants it replaced.

    Raises:
        ConfigError: Something else stands there, or it leads to an open file.
    """
    try:
        told = path.stat()
        if stat.S_ISDIR(told.st_mode):
            raise ConfigError(f"{path}: is a directory; name a file to write to")
        if not stat.S_ISREG(told.st_mode) or _leads_to_open(path):
            raise ConfigError(
                f"{path}: is no regular file, and is not replaced; name a file to write to, or - for "
                "standard output"
            )
        if (told.st_dev, told.st_ino) in _printed_to():
            raise ConfigError(f"{path}: is where this command prints to; name another place")
        if force or (kind.head is not None and not told.st_size) or kind.wrote(path):
            return
    except FileNotFoundError:
        if force or kind.head is not None or not path.is_symlink():
            return
    except OSError as error:
        raise ConfigError(f"{path}: cannot be written: {error.strerror}") from None
    if kind.head is None:
        raise ConfigError(f"{path}: is there already; name another place, or replace it: --force")
    raise ConfigError(
        f"{path}: is there already, and is no {kind.what}; name another place, or replace it: --force"
    )


def _leads_to_open(path: Path) -> bool:
    """Tell whether a path is one of the system's names of open files, such as /dev/stdout, or a link to one.

    Where such a file stands is not where it is to be written: it would be replaced under whoever has it open.
    """
    for _ in range(_MOST_LINKS):
        if os.path.realpath(path.parent).startswith(_OPEN_FILES):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False


def _printed_to() -> set[tuple[int, int]]:
    """Return the files that standard output and standard error are."""
    found: set[tuple[int, int]] = set()
    for stream in (1, 2):
        with suppress(OSError):  # it may be closed
            told = os.fstat(stream)
            found.add((told.st_dev, told.st_ino))
    return found


def refuse_inputs(
    inputs: Iterable[str | os.PathLike[str] | int],
    files: Iterable[tuple[Path, Output]],
    folders: Iterable[Path] = (),
) -> None:
    """Refuse places at which something stands that is read, by whatever path, link, URL or spelling.

    Args:
        inputs: Files and folders that are read; a number is an open file.
        files: To be written, each with what it will be.
        folders: To be replaced as a whole.

    Raises:
        ConfigError: One of them is read.
    """
    read = [found for each in inputs for found in _Read.all_of(each)]
    for path, kind in files:
        for each in read:
            if each.holds(path, kind):
                raise ConfigError(f"{path}: {each.told}, and is not written over; name another place")
    for folder in folders:
        for each in read:
            if each.is_inside(folder):
                raise ConfigError(
                    f"{folder}: would be replaced, and {each.name} in it is read; name another folder"
                )


def refuse_overlaps(files: Iterable[Path], folders: Iterable[Path], kept: Iterable[Path] = ()) -> None:
    """Refuse places of which one stands in another's way: a folder that is replaced may hold nothing else.

    Args:
        files: To be written.
        folders: To be replaced as a whole.
        kept: Folders that are written into.

    Raises:
        ConfigError: Two are one, or one is in the other.
    """
    whole = [*((file, "a file") for file in files), *((folder, "replaced as a whole") for folder in folders)]
    written = [path for path, _ in whole]
    for place, path in enumerate([*written, *kept]):
        if any(_is_same(path, other) for other in written[:place]):
            raise ConfigError(f"{path}: is named for two things that are written; name another place")
        around = Path(os.path.realpath(path)).parents
        for other, how in whole:
            if Path(os.path.realpath(other)) in around:
                raise ConfigError(f"{path}: would be in {other}, which is {how}; name another place")


def named_place(name: str) -> str | None:
    r"""Return what keeps a text from being the name of a file, if anything does.

    >>> named_place("a\0b"), named_place("cases.jsonl")
    ('holds a null character, which no name of a file can', None)
    """
    if "\0" in name:
        return "holds a null character, which no name of a file can"
    try:
        parts = os.fsencode(name).split(os.fsencode(os.sep))
    except UnicodeEncodeError:
        return "holds half of a surrogate pair, which no name of a file can"
    if "://" not in name and "::" not in name and max(map(len, parts)) > _MOST_NAME_BYTES:
        return f"is longer than the {_MOST_NAME_BYTES} bytes that a name of a file may have"
    if "://" not in name and len(os.fsencode(name)) > _MOST_PATH_BYTES:
        return f"is longer than the {_MOST_PATH_BYTES:,} bytes that a path may have"
    return None


@dataclass(frozen=True, slots=True)
class _Read:
    """A file or a folder that is read."""

    name: str
    path: Path | None  # None: an open file
    identity: tuple[int, int]  # of its file system and in it: links and spellings lead to the same
    is_folder: bool

    @classmethod
    def all_of(cls, named: str | os.PathLike[str] | int) -> Iterator[_Read]:
        """Yield what is there of what is named: one file or folder, or what a pattern or a URL leads to."""
        if isinstance(named, int):
            with suppress(OSError):
                told = os.fstat(named)
                yield cls("standard input", None, (told.st_dev, told.st_ino), is_folder=False)
            return
        name = os.fspath(named)
        for path in local_paths(name):
            for found in _matching(path):
                with suppress(OSError, ValueError):
                    told = os.stat(found)  # noqa: PTH116 - of a name that need be none of a file
                    shown = name_of(name if found == path else found)
                    is_folder = stat.S_ISDIR(told.st_mode)
                    yield cls(shown, Path(found), (told.st_dev, told.st_ino), is_folder)

    @property
    def told(self) -> str:
        """What a place that it holds is, for messages."""
        return f"is in {self.name}, which is read" if self.is_folder else f"is read as {self.name}"

    def holds(self, path: Path, kind: Output) -> bool:
        """Tell whether what stands at a path is this file, or in this folder and was not made from it."""
        found = _identity(path)
        if found is None or path.is_dir():
            return False
        if not self.is_folder:
            return found == self.identity
        return found in self._identities() and not kind.wrote(path)

    def _identities(self) -> Iterator[tuple[int, int] | None]:
        if self.path is None:
            return
        walked = (Path(folder, name) for folder, _, names in os.walk(self.path) for name in names)
        yield from map(_identity, islice(walked, _MOST_ENTRIES))

    def is_inside(self, folder: Path) -> bool:
        """Tell whether it is a folder, or stands in it."""
        place = _identity(folder)
        if place is None or self.path is None:
            return False
        resolved = self.path.resolve()
        around = (resolved, *resolved.parents) if self.is_folder else resolved.parents
        return any(_identity(each) == place for each in around)


def _matching(path: str) -> Iterator[str]:
    """Yield a path, or the files that fit it where it is a pattern."""
    first = min((path.index(sign) for sign in _MAGIC if sign in path), default=None)
    if first is None or os.path.lexists(path):
        yield path
        return
    folder = path[:first].rpartition(os.sep)[0] or (os.sep if path.startswith(os.sep) else os.curdir)
    walked = (os.path.join(around, name) for around, _, names in os.walk(folder) for name in names)  # noqa: PTH118 - a Path would drop what the pattern spells
    pattern = os.path.abspath(path)  # noqa: PTH100 - links stay as they are
    for found in islice(walked, _MOST_ENTRIES):
        if fnmatch.fnmatch(os.path.abspath(found), pattern):  # noqa: PTH100 - as above
            yield found


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_dev, told.st_ino


def _is_same(one: Path, other: Path) -> bool:
    found = _identity(one)
    is_named_so = os.path.realpath(one) == os.path.realpath(other)
    return is_named_so or (found is not None and found == _identity(other))
