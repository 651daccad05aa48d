"""How much of a foreign file is read before it is refused: nobody's evaluation set is larger."""

from __future__ import annotations

import zlib
from typing import Final

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.files import Source

__all__ = ["MOST_CELL_BYTES", "MOST_FIELDS", "MOST_LITERAL", "read_whole"]

MOST_FIELDS: Final = 2_000  # columns of a table, fields of a row
MOST_CELL_BYTES: Final = 64 * 1024 * 1024
MOST_LITERAL: Final = 8 * 1024 * 1024  # characters of a Python literal; parsing takes many times that

_MOST_BYTES: Final = 1024 * 1024 * 1024  # of a file that must be held whole
_HARMLESS_BYTES: Final = 64 * 1024 * 1024  # up to here, compression may be as good as it likes
_MOST_INFLATION: Final = 200  # what people write shrinks to a tenth; a bomb to a thousandth
_BLOCK_BYTES: Final = 4 * 1024 * 1024
_BOM: Final = b"\xef\xbb\xbf"


def read_whole(source: Source) -> bytes:
    """Return all bytes of a file, the byte order mark left out.

    Raises:
        DataError: They are too many, far more than were stored, or cannot be read to their end.
    """
    parts: list[bytes] = []
    total = 0
    try:
        while part := source.stream.read(_BLOCK_BYTES):
            parts.append(part)
            total += len(part)
            _check(source, total)
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(f"{source.name}: cannot be read to its end: {error}") from None
    return b"".join(parts).removeprefix(_BOM)


def _check(source: Source, total: int) -> None:
    if total > _MOST_BYTES:
        raise SchemaError(
            f"{source.name}: is longer than {_MOST_BYTES:,} bytes; write JSON lines, which need not be held"
        )
    if total > _HARMLESS_BYTES and source.size is not None and total > _MOST_INFLATION * source.size:
        raise SchemaError(
            f"{source.name}: {source.size:,} bytes unpack to more than {total:,}; such a file is not read"
        )
