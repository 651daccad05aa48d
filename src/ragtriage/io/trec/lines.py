"""Lines of a TREC run as columns, a block of bytes at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ragtriage.errors import SchemaError
from ragtriage.io.composed_ids import composed_lines
from ragtriage.io.files import Source
from ragtriage.io.trec.numbers import floats
from ragtriage.io.trec.qrels import check_encoding, refuse_json
from ragtriage.io.trec.tokens import Bytes, Tokens, Words, are_equal, single_spaced, tokens, words

__all__ = ["Block", "read_blocks"]

_BLOCK_BYTES: Final = 2**20
_LONGEST_ID: Final = 512  # bytes; every id of a block takes as much room as its longest
_COLUMNS: Final = 6
_LINE_BREAK: Final = 0x0A
_SHAPE: Final = "six columns (query, Q0, document, rank, score, tag)"


@dataclass(frozen=True, slots=True)
class Block:
    """n lines of a run."""

    text: Bytes
    document: Tokens  # (n,)
    query: Words  # (n, w)
    score: npt.NDArray[np.float64]  # (n,) finite
    is_own: npt.NDArray[np.bool_]  # (n,) whether query and document have the same id


def read_blocks(source: Source) -> Iterator[Block]:
    """Read a run; the rank column is ignored, and so is whatever follows the tag.

    Raises:
        SchemaError: A line has fewer columns, is not UTF-8 or holds a control character, a score is no
            finite number, an id is very long, or there is no line at all.
    """
    refuse_json(source)
    first = 1
    is_empty = True
    for text in map(composed_lines, source.blocks(_BLOCK_BYTES)):
        passage = _Passage(source, first, text)
        cut = _cut(text) or _cut(single_spaced(text)) or _cut(b"".join(passage.in_form()))
        if cut is not None:
            is_empty = False
            yield _block(passage, cut)
        first += int(np.count_nonzero(np.frombuffer(text, dtype=np.uint8) == _LINE_BREAK))
    if is_empty:
        raise SchemaError(f"{source.name}: holds no line of a run; expected {_SHAPE}")


class _Cut(NamedTuple):
    """Lines, and where their columns stand."""

    text: Bytes
    query: Tokens  # (n,)
    document: Tokens  # (n,)
    score: Tokens  # (n,)


def _cut(text: bytes) -> _Cut | None:
    """Cut lines into columns, or return None when they are not UTF-8, or anything but their columns."""
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return None
    block = np.frombuffer(text, dtype=np.uint8)
    columns = tokens(block, _COLUMNS, (0, 2, 4))
    return None if columns is None else _Cut(block, *columns)


class _Passage(NamedTuple):
    """Some lines as they were read."""

    source: Source
    first: int  # number of the first line
    text: bytes

    def numbered(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines that are not blank, with their numbers."""
        for number, line in enumerate(self.text.split(b"\n"), self.first):
            if line.strip():
                yield number, line

    def number_of(self, nth: int) -> int:
        """Return the number of the nth (0-based) line that is not blank."""
        number, _ = next(islice(self.numbered(), nth, None))
        return number

    def in_form(self) -> Iterator[bytes]:
        """Yield each line that is not blank with single spaces, and without what follows the tag.

        Raises:
            SchemaError: A line has fewer than six columns, is not UTF-8 or holds a control character.
        """
        name = self.source.name
        for number, line in self.numbered():
            check_encoding(self.source, number, line)
            fields = line.split()
            if len(fields) < _COLUMNS:
                raise SchemaError(f"{name}, line {number}: expected {_SHAPE}, found {len(fields)}")
            joined = b" ".join(fields[:_COLUMNS])
            control = next((byte for byte in joined if byte < 0x20), None)
            if control is not None:
                raise SchemaError(f"{name}, line {number}: holds the control character 0x{control:02x}")
            yield joined + b"\n"


def _block(passage: _Passage, cut: _Cut) -> Block:
    """Turn columns into what is needed of them.

    Raises:
        SchemaError: An id is too long, or a score is no finite number.
    """
    block, query, document, score = cut
    for column, what in ((query, "query"), (document, "document")):
        longest = int(column.lengths.max())
        if longest > _LONGEST_ID:
            line = passage.number_of(int(column.lengths.argmax()))
            raise SchemaError(
                f"{passage.source.name}, line {line}: a {what} id of {longest:,} bytes; "
                f"at most {_LONGEST_ID} are read"
            )
    values = floats(block, score)
    odd = np.flatnonzero(np.isnan(values))
    if len(odd):
        values[odd] = _odd_floats(passage, block, score[odd], odd.tolist())
    return Block(block, document, words(block, query), values, _are_own(block, query, document))


def _are_own(block: Bytes, query: Tokens, document: Tokens) -> npt.NDArray[np.bool_]:
    """Tell, line by line, whether the document has the id of the query."""
    own = np.zeros(len(query.ends), dtype=np.bool_)
    # nearly all ids differ in length or in their last byte
    some = np.flatnonzero(query.lengths == document.lengths)
    some = some[block[query.ends[some] - 1] == block[document.ends[some] - 1]]
    if len(some):
        own[some] = are_equal(words(block, query[some]), words(block, document[some]))
    return own


def _odd_floats(passage: _Passage, block: Bytes, some: Tokens, lines: Sequence[int]) -> list[float]:
    """Return the value of scores in any notation.

    Raises:
        SchemaError: One is no number, or not finite.
    """
    raw = block.tobytes()
    written = [raw[start:end] for start, end in zip(some.starts.tolist(), some.ends.tolist(), strict=True)]
    try:
        values = list(map(float, written))
    except ValueError:
        values = []
    if values and np.isfinite(values).all() and not any(b"_" in one for one in written):
        return values
    nth, wrong = next((nth, one) for nth, one in zip(lines, written, strict=True) if not _is_finite(one))
    raise SchemaError(
        f"{passage.source.name}, line {passage.number_of(nth)}: a score must be a finite number, "
        f"found {wrong.decode()!r}"
    )


def _is_finite(text: bytes) -> bool:
    """Tell whether it is a number; Python reads 1_000 too, nobody else does."""
    try:
        return b"_" not in text and isfinite(float(text))
    except ValueError:
        return False
