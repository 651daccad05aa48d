"""Files that are not UTF-8: reading them as what they are, or saying which encoding that probably is."""

from __future__ import annotations

import codecs
import io
from typing import TYPE_CHECKING, Final

from ragtriage.errors import SchemaError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["as_utf8", "how_to_save", "likely_encoding"]

_BLOCK_BYTES: Final = 65536

# Spreadsheets of East Asia still write these. The first is named in which enough of what is not ASCII reads
# as the script that tells it: kana seldom appear by chance, Hangul and Han more often.
_LIKELY: Final = (
    ("cp932", "Shift_JIS", "ぁ", "ヿ", 0.2),
    ("cp949", "EUC-KR", "가", "힣", 0.8),
    ("gb18030", "GBK", "一", "鿿", 0.6),
    ("big5", "Big5", "一", "鿿", 0.6),
)


class _AsUtf8(io.RawIOBase):
    """A file of text in another encoding, as UTF-8."""

    def __init__(self, file: io.BufferedIOBase, name: str, encoding: str) -> None:
        super().__init__()
        self._file = file
        self._name = name
        self._encoding = encoding
        self._decode = codecs.getincrementaldecoder(encoding)().decode
        self._read = 0  # bytes before the block that is decoded
        self._rest = b""
        self._is_over = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        view = memoryview(buffer).cast("B")
        while not self._rest and not self._is_over:
            self._rest = self._block()
        data, self._rest = self._rest[: len(view)], self._rest[len(view) :]
        view[: len(data)] = data
        return len(data)

    def _block(self) -> bytes:
        data = self._file.read(_BLOCK_BYTES)
        self._is_over = not data
        try:
            text = self._decode(data, self._is_over).encode()
        except UnicodeError as error:
            start = error.start if isinstance(error, UnicodeDecodeError) else 0
            raise SchemaError(
                f"{self._name}: is not valid {self._encoding} (near byte {self._read + start + 1}); "
                "name another --encoding"
            ) from None
        self._read += len(data)
        return text


def as_utf8(file: io.BufferedIOBase, name: str, encoding: str) -> io.RawIOBase:
    """Return a file of text in another encoding as one in UTF-8, decoded as it is read."""
    return _AsUtf8(file, name, encoding)


def how_to_save(data: bytes) -> str:
    """Say which encoding bytes that are not UTF-8 are probably in, and how to turn them into UTF-8.

    Example:
        >>> how_to_save("質問はなに".encode("cp932"))
        "it reads as Shift_JIS: --encoding cp932, or save it as UTF-8 (in Excel: 'CSV UTF-8')"
    """
    found = _likely(data)
    if found is not None:
        return f"it reads as {found[1]}: --encoding {found[0]}, or save it as UTF-8 (in Excel: 'CSV UTF-8')"
    return "name what it is in (--encoding NAME), or save it as UTF-8"


def likely_encoding(data: bytes) -> str | None:
    """Return the encoding that bytes which are not UTF-8 are probably in; None where none is likely.

    Example:
        >>> likely_encoding("質問はなに".encode("cp932"))
        'cp932'
    """
    found = _likely(data)
    return None if found is None else found[0]


def _likely(data: bytes) -> tuple[str, str] | None:
    """Return an encoding and what people call it."""
    for codec, name, first, last, enough in _LIKELY:
        try:
            # a character may be cut in two where the bytes end
            text = data.decode(codec, errors="strict") if len(data) < 4 else _decoded(data, codec)
        except UnicodeDecodeError:
            continue
        letters = [letter for letter in text if ord(letter) > 127]
        if letters and sum(first <= letter <= last for letter in letters) >= enough * len(letters):
            return codec, name
    return None


def _decoded(data: bytes, codec: str) -> str:
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode(codec)
        except UnicodeDecodeError as error:
            if error.start < len(data) - cut - 4:
                raise
    return data.decode(codec)
