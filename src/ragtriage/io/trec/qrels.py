"""Relevance judgements: TREC qrels, and the tab-separated ones of a BEIR folder."""

from __future__ import annotations

import logging
from typing import Final, TypeAlias

from ragtriage.errors import SchemaError
from ragtriage.io.files import Source

__all__ = ["Qrels", "checked", "read_qrels"]

Qrels: TypeAlias = dict[str, dict[str, int | float]]

# Columns of query, document and grade, by how many columns there are.
_LAYOUTS: Final = {4: (0, 2, 3), 3: (0, 1, 2)}
_SHAPES: Final = "query, iteration, document and grade (TREC), or query, document and grade (BEIR)"

_log = logging.getLogger(__name__)


def read_qrels(source: Source) -> Qrels:
    """Read the grades by query and document, in the order of the file; a BEIR heading is left out.

    Raises:
        SchemaError: A line has other columns than the first, a grade is no number, a document is judged
            twice for one query with different grades, or there is no judgement at all.
    """
    qrels: Qrels = {}
    columns = repeated = 0
    for number, text in source.lines():
        fields = [field.decode() for field in checked(source, number, text).split()]
        if not columns:
            columns = len(fields)
            if columns == 3 and _grade(fields[2]) is None:
                continue  # the heading
        if columns not in _LAYOUTS or len(fields) != columns:
            expected = f"{columns} columns as above" if columns in _LAYOUTS else _SHAPES
            raise SchemaError(
                f"{source.name}, line {number}: expected {expected}, found {len(fields)} columns"
            )
        query, document, graded = (fields[column] for column in _LAYOUTS[columns])
        grade = _grade(graded)
        if grade is None:
            raise SchemaError(f"{source.name}, line {number}: a grade must be a number, found {graded!r}")
        grades = qrels.setdefault(query, {})
        if grades.setdefault(document, grade) != grade:
            raise SchemaError(
                f"{source.name}, line {number}: document {document!r} is judged {graded} "
                f"for query {query!r}, and {grades[document]} further up; keep one of them"
            )
        repeated += 1
    if not qrels:
        raise SchemaError(f"{source.name}: holds no judgement; expected {_SHAPES}")
    repeated -= sum(map(len, qrels.values()))
    if repeated:
        _log.warning("%s: %d judgements stand there twice; each counts once", source.name, repeated)
    return qrels


def checked(source: Source, number: int, text: bytes) -> bytes:
    """Return a line that is UTF-8.

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
    return text


def _grade(text: str) -> int | float | None:
    """Return a grade; None where the text is no finite number."""
    if "_" in text:  # Python reads 1_000, nobody else does
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        grade = float(text)
    except ValueError:
        return None
    return grade if abs(grade) < float("inf") else None
