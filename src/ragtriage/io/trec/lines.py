"""Lines of a TREC run as columns, a block of bytes at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ragtriage.errors import SchemaError
from ragtriage.io.files import Source
from ragtriage.io.trec.qrels import checked
from ragtriage.io.trec.tokens import Bytes, Tokens, Words, floats, is_plain, tokens, words

__all__ = ["Block", "read_blocks"]

_BLOCK_BYTES: Final = 2**20
_LONGEST_ID: Final = 512  # bytes; every id of a block takes as much room as its longest
_COLUMNS: Final = 6
_SHAPE: Final = "six columns (query, Q0, document, rank, score, tag)"


@dataclass(frozen=True, slots=True)
class Block:
    """n lines of a run."""

    text: Bytes
    document: Tokens  # (n,)
    query: Words  # (n, w)
    score: npt.NDArray[np.float64]  # (n,) finite


def read_blocks(source: Source) -> Iterator[Block]:
    """Read a run; the rank column is ignored, and so is whatever follows the tag.

    Raises:
        SchemaError: A line has fewer columns, is not UTF-8 or holds a control character, a score is no
            finite number, an id is very long, or there is no line at all.
    """
    line = 1
    is_empty = True
    for text in source.blocks(_BLOCK_BYTES):
        block = np.frombuffer(text, dtype=np.uint8)
        columns = tokens(block, _COLUMNS) if text.isascii() and is_plain(block) else None
        if columns is None:
            text_in_form = b"".join(_in_form(source, line, text))
            block = np.frombuffer(text_in_form, dtype=np.uint8)
            columns = tokens(block, _COLUMNS)
        if columns is not None and len(columns[0].starts):
            is_empty = False
            yield _block(source, line, text, block, columns)
        line += text.count(b"\n")
    if is_empty:
        raise SchemaError(f"{source.name}: holds no line of a run; expected {_SHAPE}")


def _in_form(source: Source, first: int, text: bytes) -> Iterator[bytes]:
    """Yield each line that is not blank with single spaces, and without what follows the tag.

    Raises:
        SchemaError: A line has fewer than six columns, is not UTF-8 or holds a control character.
    """
    for number, line in enumerate(text.split(b"\n"), first):
        fields = checked(source, number, line).split()
        if not fields:
            continue
        if len(fields) < _COLUMNS:
            raise SchemaError(f"{source.name}, line {number}: expected {_SHAPE}, found {len(fields)}")
        joined = b" ".join(fields[:_COLUMNS])
        control = next((byte for byte in joined if byte < 0x20), None)
        if control is not None:
            raise SchemaError(f"{source.name}, line {number}: holds the control character 0x{control:02x}")
        yield joined + b"\n"


def _block(source: Source, first: int, text: bytes, block: Bytes, columns: list[Tokens]) -> Block:
    """Turn columns into what is needed of them; `text` is as read, for messages."""
    query, document, score = columns[0], columns[2], columns[4]
    for column, what in ((query, "query"), (document, "document")):
        longest = int(column.lengths.max())
        if longest > _LONGEST_ID:
            line = _line_of(first, text, int(column.lengths.argmax()))
            raise SchemaError(
                f"{source.name}, line {line}: a {what} id of {longest:,} bytes; "
                f"at most {_LONGEST_ID} are read"
            )
    values = floats(block, score)
    for odd in np.flatnonzero(np.isnan(values)).tolist():
        written = block[score.starts[odd] : score.ends[odd]].tobytes()
        value = _float(written)
        if value is None:
            raise SchemaError(
                f"{source.name}, line {_line_of(first, text, odd)}: a score must be a finite number, "
                f"found {written.decode()!r}"
            )
        values[odd] = value
    return Block(block, document, words(block, query), values)


def _float(text: bytes) -> float | None:
    """Return the value of a number in any notation; None where it is none, or not finite."""
    if b"_" in text:  # Python reads 1_000, nobody else does
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) < float("inf") else None


def _line_of(first: int, text: bytes, nth: int) -> int:
    """Return the number of the nth (0-based) line that is not blank."""
    filled = [number for number, line in enumerate(text.split(b"\n"), first) if line.strip()]
    return filled[nth]
