"""BEIR: a folder of questions, a corpus and judgements."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer
from ragtriage.importers.shapes import Raw
from ragtriage.io.beir import beir_qrels, beir_queries
from ragtriage.io.files import open_source
from ragtriage.io.trec import read_qrels

__all__ = ["BEIR"]


def _recognises(seen: Glimpse) -> str | None:
    return (
        "has `qrels` and `queries.jsonl`"
        if "qrels" in seen.files and any(name.startswith("queries.jsonl") for name in seen.files)
        else None
    )


def _rows(path: str) -> Iterator[Raw]:
    """Yield the judged questions, in the order of the judgements."""
    folder = Path(path)
    queries = beir_queries(folder)
    with closing(open_source(beir_qrels(folder))) as source:
        qrels = read_qrels(source)
    for query, grades in qrels.items():
        where = f"{path}, query {query!r}"
        if query not in queries:
            yield Raw(where, SchemaError(f"{where}: is judged, and is not in queries.jsonl"))
        else:
            yield Raw(where, {**queries[query], "_id": query, "qrels": grades})


BEIR: Final = Importer(
    what="a BEIR folder: the judged questions (evaluate takes its run with --run)",
    recognises=_recognises,
    fields={"_id": "id", "text": "question", "qrels": "gold_documents"},
    rows=_rows,
    says=("`corpus.jsonl` holds the texts: --corpus FILE", "queries that are not judged are left out"),
)
