"""Files that are not UTF-8: reading them as what they are, or saying which encoding that probably is."""

from __future__ import annotations

import codecs
import io
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.errors import SchemaError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

__all__ = ["Likely", "as_utf8", "how_to_save", "is_utf8", "likely_encoding"]

_BLOCK_BYTES: Final = 65536
_HEADER_CHARACTERS: Final = 2_000
_BETWEEN_NAMES: Final = re.compile(r"[,\t;|\"'{}:\[\]\r\n]+")

# Spreadsheets of East Asia still write these. The first is named in which a heading reads as one we know,
# or enough of what is not ASCII as the script that tells it: kana seldom appear by chance, Hangul and Han
# more often.
_LIKELY: Final = (
    ("cp932", "Shift_JIS", "ぁ", "ヿ", 0.2),
    ("cp949", "EUC-KR", "가", "힣", 0.8),
    ("gb18030", "GBK", "一", "鿿", 0.6),
    ("big5", "Big5", "一", "鿿", 0.6),
)


class Likely(NamedTuple):
    """An encoding, as Python and as people call it."""

    codec: str
    name: str


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
    found = likely_encoding(data)
    if found is None:
        return "name what it is in (--encoding NAME), or save it as UTF-8"
    codec, name = found
    return f"it reads as {name}: --encoding {codec}, or save it as UTF-8 (in Excel: 'CSV UTF-8')"


def likely_encoding(data: bytes) -> Likely | None:
    """Return the encoding in which bytes that are not UTF-8 probably are; None where none is likely.

    Example:
        >>> likely_encoding("질문과 답변".encode("euc-kr"))
        Likely(codec='cp949', name='EUC-KR')
    """
    texts = {codec: text for codec, *_ in _LIKELY if (text := _text(data, codec)) is not None}
    for codec, name, *_ in _LIKELY:
        if codec in texts and _has_headings(texts[codec]):
            return Likely(codec, name)
    if _is_japanese(texts.get("cp932", "")):
        return Likely("cp932", "Shift_JIS")
    for codec, name, first, last, enough in _LIKELY:
        letters = [letter for letter in texts.get(codec, "") if ord(letter) > 127]
        if letters and sum(first <= letter <= last for letter in letters) >= enough * len(letters):
            return Likely(codec, name)
    return None


def _is_japanese(text: str) -> bool:
    """Whether a text has kana and none of half width, as which bytes of other encodings are read."""
    return any("ぁ" <= letter <= "ヶ" for letter in text) and not any("｡" <= letter <= "ﾟ" for letter in text)


def _text(data: bytes, codec: str) -> str | None:
    try:
        # a character may be cut in two where the bytes end
        return data.decode(codec, errors="strict") if len(data) < 4 else _decoded(data, codec)
    except UnicodeDecodeError:
        return None


def _has_headings(text: str) -> bool:
    """Tell whether the beginning of a table, read in an encoding, has headings that people write."""
    from ragtriage.io.headings import meanings  # noqa: PLC0415 - only files that are not UTF-8 need it

    names = _BETWEEN_NAMES.split(text[:_HEADER_CHARACTERS])
    return any(name and not name.isascii() and meanings(name) for name in names)


def is_utf8(data: bytes) -> bool:
    """Tell whether the first bytes of a file are UTF-8; a character may be cut in two where they end."""
    try:
        _decoded(data, "utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, codec: str) -> str:
    for cut in range(4):
        try:
            return data[: len(data) - cut].decode(codec)
        except UnicodeDecodeError as error:
            if error.start < len(data) - cut - 4:
                raise
    return data.decode(codec)
