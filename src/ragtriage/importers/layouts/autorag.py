"""AutoRAG: `qa.parquet`, and the results of its nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_list, changed, renamed
from ragtriage.importers.literals import literal
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
    native = renamed(
        changed(row, {name: value for name, value in row.items() if name not in _BESIDE}), _FIELDS
    )
    if "gold_documents" in native:
        gold = _groups(native["gold_documents"])
        native["gold_documents"] = gold
    beside = {name: _values(row[name], name) for name in _BESIDE if row.get(name) is not None}
    if "retrieved" in native or beside:
        native["retrieved"] = _entries(native.get("retrieved"), beside)
    return native


def _values(value: object, name: str) -> list[object]:
    return as_list(literal(value, name) if isinstance(value, str) else value)


def _groups(value: object) -> list[object]:
    """Return groups: all of the outer list are needed, any of each inner one; ids alone are one group."""
    items = as_list(value)
    if items and not any(isinstance(item, list) for item in items):
        items = [items]
    groups = [[member for member in as_list(item) if member not in {None, ""}] for item in items]
    return cast("list[object]", [group for group in groups if group])


def _entries(ids: object, beside: Mapping[str, list[object]]) -> list[object]:
    """Return what was retrieved: the ids with what stands beside them, or texts and scores alone."""
    known = {} if ids is None else {"retrieved_ids": as_list(ids)}
    columns = {**known, **beside}
    first, length = next((name, len(values)) for name, values in columns.items())
    entries: list[dict[str, object]] = [{} for _ in range(length)]
    for name, values in columns.items():
        if len(values) != length:
            raise BadFieldError(name, f"has {len(values)} entries beside {length} in `{first}`")
        for entry, value in zip(entries, values, strict=True):
            entry[_BESIDE.get(name, "document_id")] = value
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
