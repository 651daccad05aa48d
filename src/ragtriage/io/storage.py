"""Files wherever they are: the door to fsspec, which reads object stores, web servers, archives and disks."""

from __future__ import annotations

import fnmatch
import io
import os
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from ipaddress import IPv6Address
from pathlib import Path, PurePosixPath
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast
from urllib.parse import urljoin

import regex

from ragtriage.errors import ConfigError, DataError, MissingExtraError
from ragtriage.io.opening import open_file, refuse_special
from ragtriage.io.origins import origin_of
from ragtriage.io.urls import is_url, local_file, local_paths

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["StoredFile", "open_url", "shown_url", "stored_files"]

_MAGIC: Final = "*?["

_NONE_THERE: Final = frozenset({404, 410})  # as a web server says it

# What packages behind fsspec raise that is no OSError, by module; one that is not loaded raised nothing.
_RAISED: Final = (
    ("botocore.exceptions", "BotoCoreError"),
    ("botocore.exceptions", "ClientError"),
    ("aiohttp", "ClientError"),
    ("google.auth.exceptions", "GoogleAuthError"),
    ("gcsfs.retry", "HttpError"),
    ("azure.core.exceptions", "AzureError"),
    ("requests", "RequestException"),
    ("zipfile", "BadZipFile"),
    ("tarfile", "TarError"),
)

# What a package raises that cannot do what it is asked.
_UNABLE: Final = (TypeError, AttributeError, LookupError, NotImplementedError)

# Between the links of a chain; two colons in an IPv6 address, [fe80::1], are none.
_CHAIN: Final = regex.compile(r"::(?![^\[\]/]*\])")
_IPV6: Final = regex.compile(r"(?<=//(?:[^/@]*@)?)\[([0-9a-fA-F:.]+)\]")

# In a URL: who reads, whose password may hold a slash or another @; and a signature or a token behind it.
_USER: Final = regex.compile(r"(?s)(?<=//)(?:[^/:]*:(?!\d*/).*|[^/]*)@")
_QUERY: Final = regex.compile(r"(?is)(?<=\bhttps?://[^?#]*[?#]|\w://[^?#]*[?#](?=[\w.%-]+=)).+")
# In what is said about one, which goes on behind it.
_USER_SAID: Final = regex.compile(r"(?<=//)(?:[^/\s:]*:(?!\d*/)\S*|[^/\s]*)@")
_NUMBER_SAID: Final = regex.compile(r"\[Errno -?\d+\] ")
_QUERY_SAID: Final = regex.compile(r"(?<=\w://[^?#\s]*[?#])\S+?(?=[]:,.;)}>'\"]*(?:\s|$))")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file that fsspec opens.

    Args:
        name: As whoever named it wrote it, without a user, a password or a signature.
        url: As fsspec understands it anywhere; of a file of this machine its whole path.
        size: Its bytes; None where the storage does not say.
        is_listed: Whether a folder named it, and not whoever asked: then it must lie where that is.
    """

    name: str
    url: str
    size: int | None
    is_listed: bool = False

    @property
    def is_here(self) -> bool:
        """Whether it is named by a path of the file system, whatever its name looks like."""
        return os.path.isabs(self.url)  # noqa: PTH117 - a Path would drop a slash

    @contextmanager
    def open(self) -> Generator[BinaryIO]:
        """Open it for reading.

        Raises:
            DataError: It cannot be read.
        """
        file = _opened(self.url, is_listed=self.is_listed)
        try:
            yield file
        finally:
            file.close()


def shown_url(url: str) -> str:
    """Return a URL as it may stand in a message or a report: without what lets its reader in.

    >>> shown_url("ftp://me:secret@host/a.jsonl"), shown_url("https://host/a.jsonl?signature=secret")
    ('ftp://host/a.jsonl', 'https://host/a.jsonl?…')
    """
    if not is_url(url):
        return url
    return "::".join(_QUERY.sub("…", _USER.sub("", link)) for link in _CHAIN.split(url))


def open_url(url: str) -> tuple[BinaryIO, int | None]:
    """Open the file that a URL names, and say how many bytes it has, where that is known.

    Raises:
        DataError: It cannot be read, or names several.
        ConfigError: What reads such a URL is not installed.
        MissingExtraError: fsspec is not installed.
    """
    if url.endswith("/") or "*" in url:
        raise DataError(
            f"{shown_url(url)}: names a folder or a pattern; --backend ray reads all of its files"
        )
    file = _opened(url)
    size: object = getattr(file.raw, "size", None)
    return cast("BinaryIO", file), size if isinstance(size, int) else None


def stored_files(url: str) -> list[StoredFile]:
    """Return the files that a URL names: one, those of a folder, or those that fit a pattern; by name.

    What is hidden (a name that begins with `.` or `_`) is left out of folders and patterns.

    Raises:
        DataError: There is none, or the storage cannot be reached.
        ConfigError: What reads such a URL is not installed.
        MissingExtraError: fsspec is not installed.
    """
    with _told(url):
        storage, path = _storage(url)
        # behind a web address a ? begins a query
        signs = [
            sign for sign in _MAGIC if sign in path.partition("?" if "http" in storage.protocol else "\0")[0]
        ]
        if signs and not storage.exists(path):
            storage, path = _storage(url, is_listed=True)
            folder = path[: min(map(path.index, signs))].rpartition("/")[0]
            names = [name for name in storage.find(folder) if fnmatch.fnmatch(name, path)]
        elif storage.isdir(path):
            storage, path = _storage(url, is_listed=True)
            names = list(storage.find(path))
        else:
            whole = url if is_url(url) else os.path.abspath(url)  # noqa: PTH100 - links stay as they are
            return [StoredFile(shown_url(url), whole, storage.info(path)["size"])]
        names = sorted(name for name in names if _is_shown(name.removeprefix(path)))
        files = [_inside(url, storage, name) for name in names]
    if not files:
        raise DataError(f"{shown_url(url)}: no file is there")
    return files


def _storage(url: str, *, is_listed: bool = False) -> tuple[Any, str]:
    """Return the file system of a URL or of this machine, and the path in it."""
    if is_url(url):
        _refuse_special(url)
        found: tuple[Any, str] = _fsspec().core.url_to_fs(
            _spelt_out(url), **(_staying(url) if is_listed else {})
        )
        return found
    return _fsspec().filesystem("file"), os.path.abspath(url)  # noqa: PTH100 - links stay as they are


def _is_shown(name: str) -> bool:
    return not any(part.startswith((".", "_")) for part in PurePosixPath(name).parts if part != "/")


def _inside(url: str, storage: Any, name: str) -> StoredFile:  # noqa: ANN401 - a file system of fsspec
    """Return a file in the storage of a URL, which may be an archive in another storage."""
    is_here = not is_url(url)
    url = url if is_here else _spelt_out(url)
    if not is_here and "::" in name:
        raise DataError(f"{shown_url(url)}: holds {name!r}, whose name would lead elsewhere; rename it")
    if _is_web(url) and origin_of(_USER.sub("", name)) != origin_of(_USER.sub("", url)):
        raise DataError(
            f"{shown_url(url)}: names {shown_url(name)}, which lies elsewhere; name that yourself"
        )
    size: int | None = storage.info(name)["size"]
    if is_here:
        return StoredFile(name if Path(url).is_absolute() else os.path.relpath(name), name, size)
    _, chain, rest = url.partition("::")
    full = f"{name if '://' in name else storage.unstrip_protocol(name)}{chain}{rest}"
    return StoredFile(shown_url(full), full, size, is_listed=True)


def _is_web(url: str) -> bool:
    return url.startswith(("http://", "https://")) and _CHAIN.search(url) is None


def _spelt_out(url: str) -> str:
    """Return a URL with IPv6 addresses in full: fsspec takes two colons for the link of a chain."""

    def full(match: regex.Match[str]) -> str:
        try:
            return f"[{IPv6Address(match[1]).exploded}]"
        except ValueError:
            return match[0]

    return _IPV6.sub(full, url)


def _staying(url: str) -> dict[str, Any]:
    """Return what fsspec needs to be told so that a redirect does not lead from one web server to another.

    Whoever names an address may be led on, as by a service that hands files out elsewhere: nothing but the
    wish to read it goes there. What a page lists nobody has named.
    """
    if not _is_web(url):
        return {}
    import aiohttp  # noqa: PLC0415 - what fsspec reads the web with

    async def led(_session: object, _context: object, redirect: Any) -> None:  # noqa: ANN401 - of aiohttp's
        answer = redirect.response
        target = urljoin(str(redirect.url), answer.headers.get("Location") or answer.headers.get("URI") or "")
        if origin_of(target) != origin_of(str(redirect.url.with_user(None))):
            raise aiohttp.ClientError(f"leads to {target}, which lies elsewhere; name that yourself")

    config = aiohttp.TraceConfig()
    config.on_request_redirect.append(led)
    return {"client_kwargs": {"trace_configs": [config]}}


class _Told(io.RawIOBase):
    """A file of fsspec, whose errors are those of a file, whoever raised them."""

    def __init__(self, file: Any, opener: Any = None) -> None:  # noqa: ANN401 - the package has no types
        super().__init__()
        self._file = file
        self._opener = opener  # an archive is closed when nobody holds what opened a file in it
        self.size: object = getattr(self._file, "size", None)

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)
        try:
            data: bytes = self._read(len(view))
        except _failures() as error:
            raise OSError(_brief(error)) from None
        view[: len(data)] = data
        return len(data)

    def _read(self, n: int) -> bytes:
        at: int = self._file.tell()
        try:
            return bytes(self._file.read(n))
        except ValueError as error:
            if "http" not in getattr(getattr(self._opener, "fs", None), "protocol", ()):
                raise OSError(_brief(error)) from None
        # a web server that sends a file as a whole or not at all, which is known when a part is asked for
        whole = TemporaryFile()  # noqa: SIM115 - closed with this file
        with closing(self._file), self._opener.fs.open(self._opener.path, block_size=0) as stream:
            self._file = whole
            copyfileobj(stream, whole)
        whole.seek(at)
        return whole.read(n)

    def close(self) -> None:
        if not self.closed:
            with suppress(*_failures()):  # of what was read nothing is lost
                self._file.close()
        super().close()


def _opened(url: str, *, is_listed: bool = False) -> io.BufferedReader[_Told]:
    with _told(url):
        here = url if os.path.isabs(url) else local_file(url)  # noqa: PTH117 - as above
        if here is not None:
            return io.BufferedReader(_Told(open_file(here, shown_url(url))))
        _refuse_special(url)
        opener = _fsspec().open(_spelt_out(url), "rb", **(_staying(url) if is_listed else {}))
        return io.BufferedReader(_Told(opener.open(), opener))


def _refuse_special(url: str) -> None:
    """Refuse a URL that rests on what need not end: an archive on a device, say.

    Raises:
        DataError: It does.
    """
    for path in local_paths(url):
        refuse_special(path, shown_url(url))


@contextmanager
def _told(url: str) -> Generator[None]:
    """Say in a reader's words what went wrong between here and a file."""
    name = shown_url(url)
    try:
        yield
    except FileNotFoundError as error:
        if (refusal := _refusal(error)) is not None:
            raise DataError(f"{name}: cannot be read: {_brief(refusal)}") from None
        raise DataError(f"{name}: no such file") from None
    except PermissionError as error:
        raise DataError(f"{name}: whoever asks is not let in: {_brief(error)}") from None
    except (MissingExtraError, DataError, ConfigError):
        raise
    except ImportError as error:
        raise ConfigError(f"{name}: cannot be read yet: {_brief(error)}") from None
    except ValueError as error:
        raise ConfigError(f"{name}: {_brief(error)}") from None
    except _UNABLE as error:
        # what it needs cannot stand in an address, and it says so in the words of Python
        raise ConfigError(
            f"{name}: this kind of storage needs more than an address; copy the file here and name it"
        ) from error
    except _raised() as error:
        raise DataError(f"{name}: cannot be read: {_brief(error)}") from None


def _refusal(error: FileNotFoundError) -> Exception | None:
    """Return what a web server, or the way to it, said other than that there is no such file."""
    cause, web = error.__cause__, sys.modules.get("aiohttp")
    while isinstance(cause, FileNotFoundError):
        cause = cause.__cause__
    if web is None or not isinstance(cause, Exception) or getattr(cause, "status", None) in _NONE_THERE:
        return None
    return cause if isinstance(cause, (web.ClientError, TimeoutError)) else None


def _raised() -> tuple[type[Exception], ...]:
    """Return what the packages that are loaded raise when a file cannot be read."""
    found = ((sys.modules.get(module), name) for module, name in _RAISED)
    return (OSError, *(getattr(module, name) for module, name in found if hasattr(module, name)))


def _failures() -> tuple[type[Exception], ...]:
    """Return what is raised where a file is open already, when it cannot be read after all."""
    return (*_raised(), *_UNABLE)


def _brief(error: Exception) -> str:
    """Return what an error says, in a line, without what lets a reader in."""
    said = _NUMBER_SAID.sub("", " ".join(str(error).split())) or type(error).__name__
    return _QUERY_SAID.sub("…", _USER_SAID.sub("", said))


def _fsspec() -> Any:  # noqa: ANN401 - the package has no types
    try:
        return import_module("fsspec")
    except ImportError:
        raise MissingExtraError("fsspec", extra="fsspec") from None
