"""Files wherever they are: the door to fsspec, which reads object stores, web servers, archives and disks."""

from __future__ import annotations

import fnmatch
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePosixPath
from typing import Any, BinaryIO, Final, cast

from ragtriage.errors import ConfigError, DataError, MissingExtraError

__all__ = ["StoredFile", "stored_files"]

_MAGIC: Final = "*?["


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that fsspec opens.

    Args:
        url: As fsspec understands it; a path is one too.
        size: Its bytes; None where the storage does not say.
    """

    url: str
    size: int | None

    @contextmanager
    def open(self) -> Generator[BinaryIO]:
        """Open it for reading.

        Raises:
            DataError: It cannot be read.
        """
        with _told(self.url):
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
            return [StoredFile(url, storage.info(path)["size"])]
        names = sorted(name for name in names if _is_shown(name.removeprefix(path)))
        files = [StoredFile(_inside(url, storage, name), storage.info(name)["size"]) for name in names]
    if not files:
        raise DataError(f"{url}: no file is there")
    return files


def _is_shown(name: str) -> bool:
    return not any(part.startswith((".", "_")) for part in PurePosixPath(name).parts if part != "/")


def _inside(url: str, storage: Any, name: str) -> str:  # noqa: ANN401 - a file system of fsspec
    """Return the URL of a file in the storage of another URL, which may be an archive in a storage."""
    first, chain, rest = url.partition("::")
    if "://" not in first:
        return name
    full = name if "://" in name else str(storage.unstrip_protocol(name))
    return f"{full}{chain}{rest}"


@contextmanager
def _told(url: str) -> Generator[None]:
    """Say in a reader's words what went wrong between here and a file."""
    try:
        yield
    except FileNotFoundError:
        raise DataError(f"{url}: no such file") from None
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
