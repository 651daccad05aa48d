"""LlamaIndex: labelled data sets, the predictions for them, and data sets for embeddings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse, glimpse
from ragtriage.importers.importer import Importer, as_mapping
from ragtriage.importers.shapes import Raw, document, items_under
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["LLAMAINDEX", "LLAMAINDEX_EMBEDDING", "LLAMAINDEX_PREDICTIONS"]

_DATA_SET: Final = "rag_dataset.json"


def _recognises(seen: Glimpse) -> str | None:
    if seen.shape is None and _DATA_SET in seen.files:
        return f"is a folder with a {_DATA_SET}"
    return "has `examples`, each with a `query`" if "query" in seen.item("examples") else None


def _examples(path: str) -> Iterator[Raw]:
    """Yield the examples of a data set; of a folder, each with its prediction, where there are any."""
    folder = Path(path)
    if not folder.is_dir():
        yield from items_under(path, "examples")
        return
    examples = list(items_under(str(folder / _DATA_SET), "examples"))
    found = _predictions_in(folder)
    if found is None:
        yield from examples
        return
    predictions = list(items_under(str(found), "predictions"))
    if len(predictions) != len(examples):
        raise SchemaError(
            f"{path}: {_DATA_SET} has {len(examples)} examples and {found.name} {len(predictions)} "
            "predictions; they are joined by position, and must be as many"
        )
    for example, prediction in zip(examples, predictions, strict=True):
        yield _joined(example, prediction)


def _predictions_in(folder: Path) -> Path | None:
    """Return the one file of predictions in a folder.

    Raises:
        SchemaError: There are several.
    """
    files = [each for each in sorted(folder.glob("*.json")) if each.name != _DATA_SET]
    found = [each for each in files if "response" in glimpse(str(each)).item("predictions")]
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise SchemaError(
            f"{folder}: holds several files of predictions ({names}); name one: "
            f"{folder / _DATA_SET} {folder / found[0].name}"
        )
    return found[0] if found else None


def _joined(example: Raw, prediction: Raw) -> Raw:
    for each in (example, prediction):
        if isinstance(each.row, SchemaError):
            return each
    one, other = (cast("Mapping[str, object]", each.row) for each in (example, prediction))
    beside = {name if name not in one else f"prediction.{name}": value for name, value in other.items()}
    return Raw(example.where, {**one, **beside})


_TRACE: Final = {"response": "answer", "contexts": "contexts"}

LLAMAINDEX: Final = Importer(
    what="LlamaIndex rag_dataset.json, or a folder with it and its predictions, joined by position",
    recognises=_recognises,
    fields={
        "query": "question",
        "reference_contexts": "evidence",
        "reference_answer": "expected_answers",
        **_TRACE,
    },
    rows=_examples,
    numbers_rows=True,
    places=(("examples",),),
)

LLAMAINDEX_PREDICTIONS: Final = Importer(
    what="LlamaIndex predictions for a rag_dataset.json, as traces",
    recognises=lambda seen: (
        "has `predictions`, each with a `response`" if "response" in seen.item("predictions") else None
    ),
    fields=_TRACE,
    rows=lambda path: items_under(path, "predictions"),
    numbers_rows=True,
    holds_traces=True,
    places=(("predictions",),),
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
        row: dict[str, object] = {"id": identifier, "query": question, "relevant_docs": ids}
        names = [str(item) for item in cast("list[object]", ids)] if isinstance(ids, list) else []
        lost = next((name for name in names if corpus.get(name) is None), None)
        if lost is not None:
            found = SchemaError(f"{where}, field `relevant_docs`: names {shown(lost)}, not in `corpus`")
            yield Raw(where, found)
            continue
        if names:
            row["corpus"] = [corpus[name] for name in names]
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
    places=(("queries",), ("corpus",), ("relevant_docs",)),
)
