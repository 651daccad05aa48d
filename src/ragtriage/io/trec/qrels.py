"""Relevance judgements: TREC qrels, and the tab-separated ones of a BEIR folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import isfinite
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from ragtriage.errors import SchemaError
from ragtriage.io.composed_ids import composed_lines
from ragtriage.io.files import Source
from ragtriage.io.trec.tokens import single_spaced, tokens

__all__ = ["Qrels", "check_encoding", "read_qrels", "refuse_json"]

Qrels: TypeAlias = dict[str, dict[str, int | float]]

_Judgement: TypeAlias = tuple[int, str, str, int | float]  # line, query, document, grade

_BLOCK_BYTES: Final = 2**20
_JSON: Final = re.compile(rb'\s*\{\s*"')


class _Layout(NamedTuple):
    columns: int
    query: int
    document: int
    grade: int


_TREC: Final = _Layout(4, 0, 2, 3)
_BEIR: Final = _Layout(3, 0, 1, 2)
_SHAPES: Final = "query, iteration, document and grade (TREC), or query, document and grade (BEIR)"


def read_qrels(source: Source, notes: list[str] | None = None) -> Qrels:
    """Read the grades by query and document, in the order of the file; a BEIR heading is left out.

    Args:
        source: The file.
        notes: Is told what a reader of the results should know.

    Raises:
        SchemaError: A line has other columns than the first, a grade is no number, a document is judged
            twice for one query with different grades, or there is no judgement at all.
    """
    refuse_json(source)
    qrels: Qrels = {}
    read = 0
    for judged in _judgements(source):
        for number, query, document, grade in judged:
            grades = qrels.get(query)
            if grades is None:
                grades = qrels[query] = {}
            if grades.setdefault(document, grade) != grade:
                raise SchemaError(
                    f"{source.name}, line {number}: document {document!r} is judged {grade} "
                    f"for query {query!r}, and {grades[document]} further up; keep one of them"
                )
            read += 1
    if not qrels:
        raise SchemaError(f"{source.name}: holds no judgement; expected {_SHAPES}")
    repeated = read - sum(map(len, qrels.values()))
    if repeated and notes is not None:
        stand = "1 judgement stands" if repeated == 1 else f"{repeated} judgements stand"
        notes.append(f"{source.name}: {stand} there twice; each counts once")
    return qrels


def _judgements(source: Source) -> Iterator[Iterable[_Judgement]]:
    """Yield the judgements, some at a time.

    Raises:
        SchemaError: A line has other columns than the first, is not UTF-8, or its grade is no number.
    """
    layout: _Layout | None = None
    number = 1
    for block in map(composed_lines, source.blocks(_BLOCK_BYTES)):
        text = block
        while layout is None and text:
            line, _, text = text.partition(b"\n")
            if fields := line.split():
                layout = _layout(source, number, fields)
                if layout is _TREC or _grade(fields[layout.grade]) is not None:  # no heading
                    yield [_judgement(source, layout, number, line)]
            number += 1
        if layout is not None and text:
            yield _at_once(layout, number, text) or _one_by_one(source, layout, number, text)
            number += text.count(b"\n")


def _at_once(layout: _Layout, first: int, text: bytes) -> Iterable[_Judgement] | None:
    """Read lines that are nothing but their columns; return None when one is not, or holds no grade."""
    spaced = single_spaced(text)
    if tokens(np.frombuffer(spaced, dtype=np.uint8), layout.columns, ()) is None:
        return None
    try:
        fields = spaced.decode().replace("\n", " ").split(" ")
    except UnicodeDecodeError:
        return None
    fields.pop()  # behind the last line break stands nothing
    queries, documents, written = (fields[column :: layout.columns] for column in layout[1:])
    grades = {one: grade for one in set(written) if (grade := _grade(one.encode())) is not None}
    if len(grades) < len(set(written)):
        return None
    return zip(count(first), queries, documents, map(grades.__getitem__, written), strict=False)


def _one_by_one(source: Source, layout: _Layout, first: int, text: bytes) -> Iterator[_Judgement]:
    """Yield the judgements of lines that are not blank.

    Raises:
        SchemaError: See `_judgements`.
    """
    for number, line in enumerate(text.split(b"\n"), first):
        if line and not line.isspace():
            yield _judgement(source, layout, number, line)


def _judgement(source: Source, layout: _Layout, number: int, line: bytes) -> _Judgement:
    """Read one line.

    Raises:
        SchemaError: See `_judgements`.
    """
    fields = line.split()
    if len(fields) != layout.columns:
        raise SchemaError(
            f"{source.name}, line {number}: expected {layout.columns} columns as above, "
            f"found {len(fields)} columns"
        )
    check_encoding(source, number, line)
    query, document = fields[layout.query].decode(), fields[layout.document].decode()
    grade = _grade(fields[layout.grade])
    if grade is None:
        found = fields[layout.grade].decode(errors="replace")
        raise SchemaError(f"{source.name}, line {number}: a grade must be a number, found {found!r}")
    return number, query, document, grade


def _layout(source: Source, number: int, fields: Sequence[bytes]) -> _Layout:
    """Tell from the first line what the columns are.

    Raises:
        SchemaError: It is no line of judgements.
    """
    for layout in (_TREC, _BEIR):
        if len(fields) == layout.columns:
            return layout
    raise SchemaError(f"{source.name}, line {number}: expected {_SHAPES}, found {len(fields)} columns")


def refuse_json(source: Source) -> None:
    """Make sure that a file is not JSON, whose words may look like columns.

    Raises:
        SchemaError: It is.
    """
    if _JSON.match(source.peek()) is not None:
        raise SchemaError(
            f"{source.name}: is JSON, which is read without --qrels and --run: ragtriage evaluate QRELS RUN"
        )


def check_encoding(source: Source, number: int, text: bytes) -> None:
    """Make sure that a line is UTF-8.

    Raises:
        SchemaError: It is not.
    """
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise SchemaError(
            f"{source.name}, line {number}: is not UTF-8 "
            f"(byte {error.start + 1} is 0x{text[error.start]:02x}); save the file as UTF-8"
        ) from None


@lru_cache(maxsize=256)  # there are few
def _grade(text: bytes) -> int | float | None:
    """Return a grade; None where the text is no finite number."""
    if b"_" in text:  # Python reads 1_000, nobody else does
        return None
    try:
        grade = float(text)
    except ValueError:
        return None
    if not isfinite(grade):  # a whole number of some hundred digits neither
        return None
    try:
        return int(text)
    except ValueError:
        return grade
