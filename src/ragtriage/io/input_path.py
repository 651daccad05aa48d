"""The path of an input, with what must be known beside it to open the file."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Self

from ragtriage.errors import ConfigError

__all__ = ["InputPath", "names_folder"]


class InputPath(str):
    """A path that also says in which encoding its text is, which sheet is meant, and where it is held.

    It is the string that the user wrote, so that whatever reads a file passes it on as it is.

    Example:
        >>> path = InputPath("cases.csv", encoding="Shift_JIS")
        >>> path, path.encoding
        ('cases.csv', 'shift_jis')
        >>> InputPath("cases.csv", encoding="cp-932")
        Traceback (most recent call last):
        ...
        ragtriage.errors.ConfigError: unknown encoding 'cp-932'; such as cp932, euc-kr, gb18030, big5, utf-16
    """

    __slots__ = ("encoding", "held", "sheet")

    encoding: str | None  # None: UTF-8
    sheet: str | None  # of a workbook; None: the first
    held: Path | None  # where standard input was written, so that it can be opened more than once

    def __new__(
        cls, path: str, *, encoding: str | None = None, sheet: str | None = None, held: Path | None = None
    ) -> Self:
        """Name a file, its encoding, its sheet, and where its bytes are when they are not there.

        Raises:
            ConfigError: There is no such encoding of text.
        """
        made = super().__new__(cls, path)
        made.encoding = None if encoding is None else _known(encoding)
        made.sheet = sheet
        made.held = held
        return made


def names_folder(path: str | os.PathLike[str]) -> bool:
    """Tell whether a path is a folder of this machine; a URL is none, however long it is."""
    return os.path.isdir(path)  # noqa: PTH112 - a Path raises an error for what is no name of a file


def _known(encoding: str) -> str:
    try:
        # what turns bytes into bytes is no encoding of text, and an incremental decoder is needed
        "".encode(encoding)
        codecs.getincrementaldecoder(encoding)
    except (LookupError, UnicodeError, ValueError):
        raise ConfigError(
            f"unknown encoding {encoding!r}; such as cp932, euc-kr, gb18030, big5, utf-16"
        ) from None
    return codecs.lookup(encoding).name
