"""LlamaIndex: labelled data sets, the predictions for them, and data sets for embeddings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, as_mapping
from ragtriage.importers.shapes import Raw, document, items_under
from ragtriage.io.entries import BadFieldError

__all__ = ["LLAMAINDEX", "LLAMAINDEX_EMBEDDING", "LLAMAINDEX_PREDICTIONS"]

LLAMAINDEX: Final = Importer(
    what="LlamaIndex rag_dataset.json; its predictions are joined by position",
    recognises=lambda seen: (
        "has `examples`, each with a `query`" if "query" in seen.item("examples") else None
    ),
    fields={"query": "question", "reference_contexts": "evidence", "reference_answer": "expected_answers"},
    rows=lambda path: items_under(path, "examples"),
    numbers_rows=True,
)

LLAMAINDEX_PREDICTIONS: Final = Importer(
    what="LlamaIndex predictions for a rag_dataset.json, as traces",
    recognises=lambda seen: (
        "has `predictions`, each with a `response`" if "response" in seen.item("predictions") else None
    ),
    fields={"response": "answer", "contexts": "contexts"},
    rows=lambda path: items_under(path, "predictions"),
    numbers_rows=True,
)


def _recognises_embedding(seen: Glimpse) -> str | None:
    if {"queries", "corpus", "relevant_docs"} <= seen.top.keys():
        return "has `queries`, `corpus` and `relevant_docs`"
    return None


def _queries(path: str) -> Iterator[Raw]:
    """Yield the queries, each with the ids and the texts of its relevant documents."""
    top = document(path)
    try:
        whole = as_mapping(top, "the file")
        queries, corpus, relevant = (
            as_mapping(whole.get(name), name) for name in ("queries", "corpus", "relevant_docs")
        )
    except BadFieldError as error:
        raise SchemaError(f"{path}, {error}") from None
    for number, (identifier, question) in enumerate(queries.items(), 1):
        where = f"{path}, query {number}"
        ids = relevant.get(identifier)
        texts = [corpus.get(str(item)) for item in cast("list[object]", ids)] if isinstance(ids, list) else []
        row: dict[str, object] = {"id": identifier, "query": question, "relevant_docs": ids}
        if texts and None not in texts:
            row["corpus"] = texts
        yield Raw(where, row)
    strangers = relevant.keys() - queries.keys()
    if strangers:
        where = f"{path}, `relevant_docs`"
        yield Raw(
            where, SchemaError(f"{where}: {len(strangers)} queries are judged that are not in `queries`")
        )


LLAMAINDEX_EMBEDDING: Final = Importer(
    what="LlamaIndex EmbeddingQAFinetuneDataset: queries, corpus and relevant documents",
    recognises=_recognises_embedding,
    fields={"id": "id", "query": "question", "relevant_docs": "gold_documents", "corpus": "evidence"},
    rows=_queries,
    says=("texts of the corpus that no query needs are not read",),
)
