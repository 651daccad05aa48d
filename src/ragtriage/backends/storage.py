"""Files wherever they are: the door to fsspec, which reads object stores, web servers, archives and disks."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from ragtriage.errors import ConfigError, DataError, MissingExtraError

__all__ = ["StoredFile", "stored_files"]

_MAGIC: Final = "*?["


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that fsspec opens.

    Args:
        name: As whoever named it wrote it.
        url: As fsspec understands it anywhere; of a file of this machine its whole path.
        size: Its bytes; None where the storage does not say.
    """

    name: str
    url: str
    size: int | None

    @property
    def is_here(self) -> bool:
        """Whether it is named by a path of the file system."""
        return not _is_url(self.url)

    @contextmanager
    def open(self) -> Generator[BinaryIO]:
        """Open it for reading.

        Raises:
            DataError: It cannot be read.
        """
        with _told(self.name):
            opened: Any = _fsspec().open(self.url, "rb")
            with opened as file:
                yield cast("BinaryIO", file)


def stored_files(url: str) -> list[StoredFile]:
    """Return the files that a URL names: one, those of a folder, or those that fit a pattern; by name.

    What is hidden (a name that begins with `.` or `_`) is left out of folders and patterns.

    Raises:
        DataError: There is none, or the storage cannot be reached.
        ConfigError: What reads such a URL is not installed.
        MissingExtraError: fsspec is not installed.
    """
    with _told(url):
        found: tuple[Any, str] = _fsspec().core.url_to_fs(url)
        storage, path = found
        if any(sign in path for sign in _MAGIC) and not storage.exists(path):
            folder = path[: min(path.index(sign) for sign in _MAGIC if sign in path)].rpartition("/")[0]
            names = [name for name in storage.find(folder) if fnmatch.fnmatch(name, path)]
        elif storage.isdir(path):
            names = list(storage.find(path))
        else:
            whole = url if _is_url(url) else os.path.abspath(url)  # noqa: PTH100 - links stay as they are
            return [StoredFile(url, whole, storage.info(path)["size"])]
        names = sorted(name for name in names if _is_shown(name.removeprefix(path)))
        files = [_inside(url, storage, name) for name in names]
    if not files:
        raise DataError(f"{url}: no file is there")
    return files


def _is_shown(name: str) -> bool:
    return not any(part.startswith((".", "_")) for part in PurePosixPath(name).parts if part != "/")


def _inside(url: str, storage: Any, name: str) -> StoredFile:  # noqa: ANN401 - a file system of fsspec
    """Return a file in the storage of a URL, which may be an archive in another storage."""
    size: int | None = storage.info(name)["size"]
    if not _is_url(url):
        return StoredFile(name if Path(url).is_absolute() else os.path.relpath(name), name, size)
    _, chain, rest = url.partition("::")
    full = f"{name if '://' in name else storage.unstrip_protocol(name)}{chain}{rest}"
    return StoredFile(full, full, size)


def _is_url(path: str) -> bool:
    return "://" in path or "::" in path


@contextmanager
def _told(url: str) -> Generator[None]:
    """Say in a reader's words what went wrong between here and a file."""
    try:
        yield
    except FileNotFoundError:
        raise DataError(f"{url}: no such file") from None
    except MissingExtraError:
        raise
    except ImportError as error:
        raise ConfigError(f"{url}: cannot be read yet: {error}") from None
    except ValueError as error:
        if isinstance(error, DataError | ConfigError):
            raise
        raise ConfigError(f"{url}: {error}") from None
    except OSError as error:
        raise DataError(f"{url}: cannot be read: {error}") from None


def _fsspec() -> Any:  # noqa: ANN401 - the package has no types
    try:
        return import_module("fsspec")
    except ImportError:
        raise MissingExtraError("fsspec", extra="ray") from None
