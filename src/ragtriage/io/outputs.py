"""What commands write to files, and what is never written over: what is read, and what others wrote."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from ragtriage.errors import ConfigError

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
    "SHEET",
    "Output",
    "named_place",
    "refuse_foreign",
    "refuse_inputs",
]

_HEAD_BYTES: Final = 4096
_MOST_ENTRIES: Final = 100_000  # looked at in a folder that is read
_MOST_NAME_BYTES: Final = 255  # of one part of a path, on every file system that is in use
_MOST_PATH_BYTES: Final = 4095  # of all of it, on Linux


@dataclass(frozen=True, slots=True)
class Output:
    """A kind of file that is written.

    Args:
        what: Its name in messages.
        head: How such a file begins, so that one that was written before can be told from any other and be
            replaced; None where a person may have gone on writing in it, so that none is.
    """

    what: str
    head: re.Pattern[bytes] | None

    def wrote(self, path: Path) -> bool:
        """Tell whether a regular file is of this kind."""
        if self.head is None:
            return False
        with path.open("rb") as file:
            return self.head.match(file.read(_HEAD_BYTES)) is not None


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
PROBE: Final = Output("probe of ragtriage", _begins(rb'{\n  "schema_version": '))
REPORT: Final = Output("report of an evaluation", _begins(rb'{\s*"schema_version": ?\d+,\s*"k": '))
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
        ConfigError: Something else stands there.
    """
    try:
        told = path.stat()
        if stat.S_ISDIR(told.st_mode):
            raise ConfigError(f"{path}: is a directory; name a file to write to")
        if not stat.S_ISREG(told.st_mode):
            raise ConfigError(f"{path}: is no regular file, and is not replaced; name a file to write to")
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


def refuse_inputs(
    inputs: Iterable[str | os.PathLike[str] | int],
    files: Iterable[tuple[Path, Output]],
    folders: Iterable[Path] = (),
) -> None:
    """Refuse places at which something stands that is read, by whatever path, link or spelling.

    Args:
        inputs: Files and folders that are read; a number is an open file.
        files: To be written, each with what it will be.
        folders: To be replaced as a whole.

    Raises:
        ConfigError: One of them is read, or two are one.
    """
    read = [_Read.of(each) for each in inputs]
    written: list[Path] = []
    for path, kind in files:
        for each in read:
            if each is not None and each.holds(path, kind):
                raise ConfigError(f"{path}: {each.told}, and is not written over; name another place")
        for other in written:
            if _is_same(path, other):
                raise ConfigError(f"{path}: is named for two things that are written; name another place")
        written.append(path)
    for folder in folders:
        for each in read:
            if each is not None and each.is_inside(folder):
                raise ConfigError(
                    f"{folder}: would be replaced, and {each.name} in it is read; name another folder"
                )


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
    def of(cls, named: str | os.PathLike[str] | int) -> _Read | None:
        """Look at what is named; None where nothing is there."""
        try:
            told = os.stat(named)  # noqa: PTH116 - also of open files
        except (OSError, ValueError):
            return None
        if isinstance(named, int):
            return cls("standard input", None, (told.st_dev, told.st_ino), is_folder=False)
        is_folder = stat.S_ISDIR(told.st_mode)
        return cls(os.fspath(named), Path(named), (told.st_dev, told.st_ino), is_folder)

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


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_dev, told.st_ino


def _is_same(one: Path, other: Path) -> bool:
    found = _identity(one)
    return one.resolve() == other.resolve() or (found is not None and found == _identity(other))
