"""BEIR folders: `queries.jsonl`, `corpus.jsonl` and `qrels/*.tsv`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.composed_ids import composed
from ragtriage.io.entries import shown
from ragtriage.io.files import open_source
from ragtriage.io.rows import objects
from ragtriage.io.survey import Survey

__all__ = ["beir_qrels", "beir_queries", "beir_questions"]


def beir_questions(folder: Path) -> dict[str, str]:
    """Return the text of every query by id.

    Raises:
        DataError: The folder has no readable `queries.jsonl`, or a query has no id or no text.
    """
    return {query: str(row["text"]) for query, row in beir_queries(folder).items()}


def beir_queries(folder: Path) -> dict[str, Mapping[str, object]]:
    """Return every query by id, with whatever its line holds beside the text.

    Raises:
        DataError: The folder has no readable `queries.jsonl`, a query has no id or no text, or an id stands
            twice.
    """
    path = _one_of(folder, "queries.jsonl", "queries.jsonl.gz", "queries.jsonl.zst")
    queries: dict[str, Mapping[str, object]] = {}
    with closing(open_source(str(path))) as source:
        for where, row in objects(source, Survey(source.name)):
            identifier, text = row.get("_id"), row.get("text")
            if isinstance(identifier, bool) or not isinstance(identifier, str | int):
                raise SchemaError(f"{where}, field `_id`: expected an id, found {shown(identifier)}")
            if not isinstance(text, str):
                raise SchemaError(f"{where}, field `text`: expected a string, found {shown(text)}")
            name = composed(str(identifier))
            if name in queries:
                raise SchemaError(f"{where}, field `_id`: {shown(identifier)} stands there a second time")
            queries[name] = row
    return queries


def beir_qrels(folder: Path) -> Path:
    """Return the judgements to use: `qrels/test.tsv`, or the only ones there are.

    Raises:
        DataError: There are none, or several and none of them is `test.tsv`.
    """
    test = folder / "qrels" / "test.tsv"
    if test.is_file():
        return test
    found = sorted((folder / "qrels").glob("*.tsv"))
    if len(found) == 1:
        return found[0]
    if not found:
        raise DataError(f"{folder}: is no BEIR folder (no qrels/*.tsv); expected corpus, queries and qrels")
    names = ", ".join(path.name for path in found)
    raise DataError(f"{folder}: has several judgements ({names}); name one: --qrels {found[0]}")


def _one_of(folder: Path, *names: str) -> Path:
    if not folder.is_dir():
        raise DataError(f"{folder}: is no folder; beside --run, CASES names a BEIR folder")
    for name in names:
        if (folder / name).is_file():
            return folder / name
    raise DataError(f"{folder}: is no BEIR folder (no {names[0]})")
