"""AutoRAG: `qa.parquet`, and the results of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_list, renamed
from ragtriage.importers.shapes import Raw
from ragtriage.io.entries import BadFieldError

__all__ = ["AUTORAG", "AUTORAG_CORPUS", "AUTORAG_NODE"]

_FIELDS: Final = {
    "qid": "id",
    "query": "question",
    "retrieval_gt": "gold_documents",
    "generation_gt": "expected_answers",
    "retrieved_ids": "retrieved",
    "generated_texts": "answer",
}
_BESIDE: Final = {"retrieved_contents": "text", "retrieve_scores": "score"}  # beside `retrieved_ids`


def _recognises(seen: Glimpse) -> str | None:
    if not seen.has("qid"):
        return None
    own = seen.any_of(
        "retrieval_gt", "generation_gt", "retrieved_contents", "generated_texts", "retrieved_ids"
    )
    return f"has the fields `qid` and `{own}`" if own is not None else None


def _adopt(row: Mapping[str, object]) -> Native:
    native = renamed({name: value for name, value in row.items() if name not in _BESIDE}, _FIELDS)
    if "gold_documents" in native:
        gold = _groups(native["gold_documents"])
        native["gold_documents"] = gold
    if "retrieved" in native:
        native["retrieved"] = _entries(row)
    return native


def _groups(value: object) -> list[object]:
    """Return groups: all of the outer list are needed, any of each inner one; ids alone are one group."""
    items = as_list(value)
    if items and not any(isinstance(item, list) for item in items):
        items = [items]
    groups = [[member for member in as_list(item) if member not in {None, ""}] for item in items]
    return cast("list[object]", [group for group in groups if group])


def _entries(row: Mapping[str, object]) -> list[object]:
    ids = as_list(row["retrieved_ids"])
    entries: list[dict[str, object]] = [{"document_id": item} for item in ids]
    for name, ours in _BESIDE.items():
        beside = row.get(name)
        if beside is None:
            continue
        values = as_list(beside)
        if len(values) != len(ids):
            raise BadFieldError(name, f"has {len(values)} entries beside {len(ids)} retrieved ids")
        for entry, value in zip(entries, values, strict=True):
            entry[ours] = value
    return cast("list[object]", entries)


AUTORAG: Final = Importer(
    what="AutoRAG qa.parquet, and results of its nodes that have a `qid`",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    says=("`corpus.parquet` holds the texts: --corpus FILE",),
)


def _recognises_corpus(seen: Glimpse) -> str | None:
    if seen.has("doc_id", "contents") and not seen.has("qid"):
        return "has the fields `doc_id` and `contents`"
    return None


def _no_rows(path: str) -> Iterator[Raw]:
    raise SchemaError(
        f"{path}: is a corpus and holds no questions; give it beside the cases: --corpus {path}"
    )


AUTORAG_CORPUS: Final = Importer(
    what="AutoRAG corpus.parquet: recognised, to say that it belongs under --corpus",
    recognises=_recognises_corpus,
    rows=_no_rows,
)


def _recognises_node(seen: Glimpse) -> str | None:
    own = seen.any_of("retrieved_contents", "generated_texts")
    return f"has the field `{own}` and no `qid`" if own is not None and not seen.has("qid") else None


def _no_questions(path: str) -> Iterator[Raw]:
    raise SchemaError(
        f"{path}: is what one module of a node gave, and does not say for which question; give the "
        "`best_*.parquet` of that node, which has the `qid` of each"
    )


AUTORAG_NODE: Final = Importer(
    what="AutoRAG results without a `qid`: recognised, to say which file of the node has it",
    recognises=_recognises_node,
    rows=_no_questions,
)
