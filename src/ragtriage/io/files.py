"""Files as they come: plain or compressed, from disk or standard input, read as bytes."""

from __future__ import annotations

import io
import os
import sys
import zlib
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.encodings import as_utf8
from ragtriage.io.input_path import InputPath
from ragtriage.io.opening import open_file
from ragtriage.io.spooling import STANDARD_INPUT, standard_input
from ragtriage.io.urls import is_url, local_file

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["MAX_LINE_BYTES", "MAX_WHOLE_BYTES", "Line", "Source", "name_of", "open_source", "source_of"]

# A longer line is no record of a case: more likely a list that was written without line breaks.
MAX_LINE_BYTES: Final = 64 * 1024 * 1024

# Of a file that must be held whole.
MAX_WHOLE_BYTES: Final = 1024 * 1024 * 1024
_HARMLESS_BYTES: Final = 64 * 1024 * 1024  # up to here, compression may be as good as it likes
_MOST_INFLATION: Final = 200  # what people write shrinks to a tenth; a bomb to a thousandth
_PART_BYTES: Final = 4 * 1024 * 1024

_BOM: Final = b"\xef\xbb\xbf"
_GZIP: Final = b"\x1f\x8b"
_ZSTD: Final = b"\x28\xb5\x2f\xfd"
_PARQUET: Final = b"PAR1"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_BLOCK_BYTES: Final = 131072

# By what the zip archive that a workbook is can be told from others; its parts stand in any order.
_ZIP: Final = b"PK\x03\x04"
_WORKBOOK: Final = (b"[Content_Types].xml", b"xl/")
_NO_WORKBOOK: Final = (b"word/", b"ppt/", b"mimetypeapplication/")
_WORKBOOK_SUFFIXES: Final = (".xlsx", ".xlsm")

# What people hand over instead of a table, by its first bytes, and what to do with it.
_NOT_READ: Final[dict[bytes, str]] = {
    _ZIP: "is a zip archive; unpack it and name the file in it",
    b"PK\x05\x06": "is an empty zip archive",
    b"\xd0\xcf\x11\xe0": "is a workbook of an old Excel (.xls) or has a password; save it as .xlsx without",
    b"ARROW1": "is an Arrow or Feather file; write it as Parquet",
    b"BZh": "is packed with bzip2; unpack it, or pack it with gzip or Zstandard",
    b"\xfd7zXZ": "is packed with xz; unpack it, or pack it with gzip or Zstandard",
    b"7z\xbc\xaf": "is a 7-Zip archive; unpack it and name the file in it",
    b"SQLite format 3": "is a SQLite database; write the table as CSV or JSON lines",
    b"\x80\x04": "is a pickle, which is never read; write it as JSON lines or Parquet",
    b"\x80\x05": "is a pickle, which is never read; write it as JSON lines or Parquet",
    b"\x93NUMPY": "is an array of numpy; write it as JSON lines or Parquet",
    b"%PDF": "is a PDF",
}


class Line(NamedTuple):
    """One line of a file, without its line break."""

    number: int  # 1-based
    text: bytes


@dataclass(slots=True)
class Source:
    """An open file, decompressed, that knows its name and how far it has been read."""

    name: str  # as the user wrote it, or `standard input`
    stream: io.BufferedReader[io.RawIOBase]  # decompressed bytes
    path: Path | None  # None for standard input
    raw: BinaryIO  # the bytes on disk
    size: int | None  # bytes on disk; None where that is not known
    is_plain: bool = True  # the bytes on disk are those that are read: neither compressed nor encoded
    is_owned: bool = False  # closing it closes the file; standard input stays open
    lines_before: int = 0  # where it begins in the midst of a file
    rows: range | None = None  # of a Parquet file; None: all of them
    is_workbook: bool = False
    sheet: str | None = None  # of a workbook; None: the first
    notes: list[str] = field(default_factory=list[str])  # what a reader should know of it, once it was read

    @classmethod
    def of_lines(cls, name: str, data: bytes, lines_before: int = 0) -> Source:
        """Return whole lines of a file as a source of their own, whose lines are counted as in the file."""
        raw = io.BytesIO(data)
        stream = io.BufferedReader(cast("io.RawIOBase", raw), _BLOCK_BYTES)
        return cls(name=name, stream=stream, path=None, raw=raw, size=None, lines_before=lines_before)

    @classmethod
    def of_rows(cls, name: str, path: Path, rows: range, size: int) -> Source:
        """Return some rows of a Parquet file of this machine, which have so many bytes, as a source."""
        raw = path.open("rb")
        stream = io.BufferedReader(cast("io.RawIOBase", raw), _BLOCK_BYTES)
        return cls(name=name, stream=stream, path=path, raw=raw, size=size, is_owned=True, rows=rows)

    @property
    def unit(self) -> str:
        """What the rows of a table are counted by."""
        return "row" if self.is_workbook else "line"

    @property
    def fraction(self) -> float | None:
        """How much of the file has been read, from 0 to 1; None where its size is not known."""
        return self.raw.tell() / self.size if self.size else None

    def peek(self) -> bytes:
        """Return the first bytes without reading past them, the byte order mark left out."""
        return self.stream.peek(_BLOCK_BYTES).removeprefix(_BOM)

    def read(self) -> bytes:
        """Return all of it, the byte order mark left out.

        Raises:
            SchemaError: It is longer than `MAX_WHOLE_BYTES`, or far longer than what is on disk.
        """
        parts: list[bytes] = []
        total = 0
        with _whole(self.name):
            while part := self.stream.read(_PART_BYTES):
                parts.append(part)
                total += len(part)
                self._check(total)
        return b"".join(parts).removeprefix(_BOM)

    def _check(self, total: int) -> None:
        if total > MAX_WHOLE_BYTES:
            raise SchemaError(
                f"{self.name}: is longer than {MAX_WHOLE_BYTES:,} bytes; JSON lines need not be held whole"
            )

    def lines(self) -> Iterator[Line]:
        r"""Yield the lines that are not blank, split on `\n` alone.

        Raises:
            SchemaError: A line is longer than `MAX_LINE_BYTES`.
        """
        readline = self.stream.readline
        number = self.lines_before
        with _whole(self.name):
            while text := readline(MAX_LINE_BYTES):
                number += 1
                if len(text) == MAX_LINE_BYTES:
                    raise SchemaError(
                        f"{self.name}, line {number}: longer than {MAX_LINE_BYTES:,} bytes; "
                        "JSON lines hold one case a line"
                    )
                if number == 1:
                    text = text.removeprefix(_BOM)
                if text and not text.isspace():
                    yield Line(number, text)

    def blocks(self, size: int) -> Iterator[bytes]:
        r"""Yield the file in blocks of about `size` bytes, each of whole lines; the last line is ended too.

        Raises:
            SchemaError: A line is longer than `MAX_LINE_BYTES`.
        """
        rest = b""
        is_first = True
        with _whole(self.name):
            while block := self.stream.read(size):
                if is_first:
                    block, is_first = block.removeprefix(_BOM), False
                cut = block.rfind(b"\n") + 1
                if cut:
                    yield rest + block[:cut]
                    rest = block[cut:]
                else:
                    rest += block
                if len(rest) > MAX_LINE_BYTES:
                    raise SchemaError(f"{self.name}: a line is longer than {MAX_LINE_BYTES:,} bytes")
        if rest:
            yield rest + b"\n"

    def close(self) -> None:
        """Close the file, unless who opened it closes it."""
        if self.is_owned:
            self.stream.close()
            self.raw.close()


def name_of(path: str | os.PathLike[str]) -> str:
    r"""Return the name of a file as it can be printed and written; a name need not be UTF-8.

    Of a URL it is what it names, without what lets its reader in.

    >>> name_of("caf\udce9.jsonl") == "caf\N{REPLACEMENT CHARACTER}.jsonl"
    True
    """
    name = os.fspath(path)
    if _may_be_url(name):
        from ragtriage.io.storage import shown_url  # noqa: PLC0415 - most files are here

        name = shown_url(name)
    try:
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:  # made in Python, and no name of any file
        return ascii(name)


def _may_be_url(name: str) -> bool:
    return "://" in name or "::" in name


def open_source(path: str | os.PathLike[str]) -> Source:
    """Open a file for reading; `-` is standard input; gzip and Zstandard are seen by their first bytes.

    Of an `InputPath` the text is read in its encoding, and standard input from where it is held. A URL of a
    file of this machine is that file; any other is opened by fsspec.

    Raises:
        DataError: There is no such file, it cannot be read, it is a directory, it is empty, or it is
            a binary file of no known kind.
        ConfigError: What reads such a URL is not installed.
    """
    name = name_of(path)
    known = path if isinstance(path, InputPath) else InputPath("")
    encoding, target = known.encoding, known.held or Path(path)
    if name == "-":
        name = STANDARD_INPUT
        if known.held is None:
            return _decompressed(
                name, standard_input(), path=None, size=None, encoding=encoding, sheet=known.sheet
            )
    if _may_be_url(name) and known.held is None:
        here = local_file(os.fspath(path))
        if here is not None:
            target = Path(here)
        elif is_url(os.fspath(path)):
            from ragtriage.io.storage import open_url  # noqa: PLC0415 - most files are here

            file, size = open_url(os.fspath(path))
            return _decompressed(name, file, size=size, encoding=encoding, sheet=known.sheet, is_owned=True)
    raw = open_file(target, name)
    size = os.fstat(raw.fileno()).st_size or None
    return _decompressed(
        name, raw, path=target, size=size, encoding=encoding, sheet=known.sheet, is_owned=True
    )


def source_of(
    name: str,
    raw: BinaryIO,
    path: Path | None = None,
    *,
    size: int | None = None,
    encoding: str | None = None,
    sheet: str | None = None,
) -> Source:
    """Read what is open already, whatever it is; who opened it closes it.

    Args:
        name: For messages.
        raw: Its bytes.
        path: Where it is on this machine, if it is there.
        size: How many bytes it has, if that is known.
        encoding: Of its text, where that is not UTF-8.
        sheet: Of a workbook; None for its first.

    Raises:
        DataError: It is empty, or a binary file of no known kind.
    """
    return _decompressed(name, raw, path=path, size=size, encoding=encoding, sheet=sheet)


def _decompressed(
    name: str,
    raw: BinaryIO,
    *,
    path: Path | None = None,
    size: int | None = None,
    encoding: str | None,
    sheet: str | None = None,
    is_owned: bool = False,
) -> Source:
    plain = io.BufferedReader(cast("io.RawIOBase", raw), _BLOCK_BYTES)
    with ExitStack() as on_error:
        if is_owned:
            on_error.callback(raw.close)
        with _whole(name):
            head = plain.peek(4)[:4]
            if not head:
                raise DataError(f"{name}: is empty")
            is_plain = head != _ZSTD and not head.startswith(_GZIP)
            decoder = _decoder(plain, head)
            if not is_plain and size is not None:
                decoder = _Bounded(decoder, name, size)
            stream = io.BufferedReader(decoder, _BLOCK_BYTES)
            if encoding is not None and not stream.peek(4).startswith((_PARQUET, _ZIP)):
                stream = io.BufferedReader(as_utf8(stream, name, encoding), _BLOCK_BYTES)
                is_plain = False
            source = Source(
                name=name,
                stream=stream,
                path=path,
                raw=raw,
                size=size,
                is_plain=is_plain,
                is_owned=is_owned,
                sheet=sheet,
            )
            first = source.peek()
        source.is_workbook = _is_workbook(name, first)
        if source.is_workbook:
            on_error.pop_all()
            return source
        _refuse_unreadable(name, first)
        on_error.pop_all()
    return source


def _refuse_unreadable(name: str, first: bytes) -> None:
    """Say what a file is that is not read, and what to do with it.

    Raises:
        DataError: It is one.
    """
    if first.startswith(_UTF16):
        raise DataError(f"{name}: is UTF-16 text: --encoding utf-16, or save it as UTF-8")
    if first.startswith(_ZIP) and b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet" in first:
        raise DataError(f"{name}: is a workbook of OpenDocument; save it as .xlsx")
    for beginning, problem in _NOT_READ.items():
        if first.startswith(beginning):
            raise DataError(f"{name}: {problem}")
    if b"\0" in first[:4096] and not first.startswith(_PARQUET):
        raise DataError(
            f"{name}: is a binary file (it holds null bytes); expected JSON lines, JSON, CSV, Parquet, "
            "an Excel workbook (.xlsx) or TREC text"
        )


def _is_workbook(name: str, first: bytes) -> bool:
    if not first.startswith(_ZIP) or any(each in first for each in _NO_WORKBOOK):
        return False
    return name.lower().endswith(_WORKBOOK_SUFFIXES) or any(each in first for each in _WORKBOOK)


def _decoder(plain: io.BufferedReader[io.RawIOBase], head: bytes) -> io.RawIOBase:
    if head.startswith(_GZIP):
        import gzip  # noqa: PLC0415 - only compressed files need it

        return cast("io.RawIOBase", gzip.GzipFile(fileobj=plain))
    if head == _ZSTD:
        return _zstandard_reader(plain)
    return cast("io.RawIOBase", plain)


def _zstandard_reader(plain: io.BufferedReader[io.RawIOBase]) -> io.RawIOBase:
    if sys.version_info >= (3, 14):
        from compression import zstd  # noqa: PLC0415 - only compressed files need it
    else:
        from backports import zstd  # noqa: PLC0415 - as above

    return _Decompressed(zstd.ZstdFile(plain), zstd.ZstdError)


class _Bounded(io.RawIOBase):
    """What unpacks, as long as it is no bomb: read row by row it would fill no memory, but take hours."""

    def __init__(self, unpacked: io.RawIOBase, name: str, size: int) -> None:
        super().__init__()
        self._unpacked = unpacked
        self._name = name
        self._size = size
        self._most = max(_HARMLESS_BYTES, _MOST_INFLATION * size)
        self._total = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        count = self._unpacked.readinto(buffer)
        self._total += count or 0
        if self._total > self._most:
            raise SchemaError(
                f"{self._name}: {self._size:,} bytes unpack to more than {self._most:,}; such a file is not "
                "read"
            )
        return count

    def close(self) -> None:
        self._unpacked.close()
        super().close()


class _Decompressed(io.RawIOBase):
    """A Zstandard file with the errors of a file: `ZstdError` is not an OSError."""

    def __init__(self, file: BinaryIO | io.BufferedIOBase, broken: type[Exception]) -> None:
        super().__init__()
        self._file = file
        self._broken = broken

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer)
        try:
            data = self._file.read(len(view))
        except self._broken as error:
            raise OSError(str(error)) from None
        view[: len(data)] = data
        return len(data)


@contextmanager
def _whole(name: str) -> Generator[None]:
    """Say in the reader's words that a file cannot be read to its end."""
    try:
        yield
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(f"{name}: cannot be read to its end: {error}") from None
