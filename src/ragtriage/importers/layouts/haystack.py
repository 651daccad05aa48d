"""Haystack: the inputs and the detailed reports of an `EvaluationRunResult`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping, changed, renamed
from ragtriage.importers.literals import literal
from ragtriage.importers.shapes import Raw, column_rows, document, is_object, table
from ragtriage.io.entries import BadFieldError, shown
from ragtriage.io.input_path import names_folder

__all__ = ["HAYSTACK", "HAYSTACK_SCORES"]

_FIELDS: Final = {
    "question": "question",
    "questions": "question",
    "query": "question",
    "contexts": "contexts",
    "answer": "answer",
    "predicted_answer": "answer",
    "predicted_answers": "answer",
    "true_answer": "expected_answers",
    "true_answers": "expected_answers",
    "ground_truth_answer": "expected_answers",
    "ground_truth_answers": "expected_answers",
    "ground_truth_documents": "gold_documents",
    "retrieved_documents": "retrieved",
    "retrieved_docs": "retrieved",
}
_OWN: Final = (
    "true_answer",
    "true_answers",
    "predicted_answer",
    "predicted_answers",
    "ground_truth_answers",
    "ground_truth_documents",
    "retrieved_documents",
    "retrieved_docs",
)
_QUESTIONS: Final = ("question", "questions", "query")
_DOCUMENTS: Final = ("retrieved_documents", "retrieved_docs", "ground_truth_documents")

# `Document(id=…, content: '…', meta: {…}, score: …)`, as Haystack prints it: the content is cut to 100
# characters and nothing in it is escaped, so that only what follows shows where it ends;
# the groups are atomic, so that no text makes the search try every way to part it.
_END: Final = r"(?=, (?:dataframe|blob|meta|score|embedding|sparse_embedding): |\)(?:, Document\(id=|\]$))"
_PRINTED: Final = re.compile(
    r"Document\(id=(?P<id>[^,)]*)"
    rf"(?>(?:, content: '(?P<content>.*?)'{_END})?)"
    rf"(?>(?:, dataframe: .*?{_END})?)(?>(?:, blob: .*?{_END})?)"
    rf"(?>(?:, meta: (?P<meta>\{{.*?\}}){_END})?)"
    r"(?:, score: (?P<score>[^,)]+))?"
    r"(?:, (?:sparse_)?embedding: [^)]*)?\)",
    re.DOTALL,
)


def _recognises(seen: Glimpse) -> str | None:
    inputs = _columns(seen.top.get("inputs"))
    if any(name in inputs for name in _OWN) and any(name in inputs for name in _QUESTIONS):
        return "has `inputs`, the columns of an evaluation"
    own = seen.any_of(*_OWN)
    asked = seen.any_of(*_QUESTIONS)
    return f"has the fields `{asked}` and `{own}`" if own is not None and asked is not None else None


def _columns(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _rows(path: str) -> Iterator[Raw]:
    """Yield the rows of a table, or of the inputs of a run with the score that each metric gave to each."""
    is_file = path != "-" and not names_folder(path)
    top = _columns(document(path) if is_file and is_object(path) else None)
    columns = dict(_columns(top.get("inputs")))
    if not columns:
        yield from table(path)
        return
    for name, result in _columns(top.get("results")).items():
        scores = _columns(result).get("individual_scores")
        if isinstance(scores, list):
            columns.setdefault(name, cast("list[object]", scores))
    yield from column_rows(columns, path)


def _adopt(row: Mapping[str, object]) -> Native:
    documents = dict(row)
    for name in _DOCUMENTS:
        value = row.get(name)
        if isinstance(value, str) and value.startswith("[Document(id="):
            documents[name] = _printed(value, name)
        elif isinstance(value, list):
            documents[name] = [_document(item) for item in cast("list[object]", value)]
    native = renamed(changed(row, documents), _FIELDS)
    if (
        "contexts" in native
        and "retrieved" in native
        and any(isinstance(item, Mapping) and "text" in item for item in native["retrieved"])
    ):
        native["context"] = native.pop("contexts")
    return native


def _document(item: object) -> object:
    """Return a document as `Document.to_dict` writes it, its meta flat beside its own fields or apart."""
    if not isinstance(item, Mapping):
        return item
    found = dict(cast("Mapping[str, object]", item))
    entry: dict[str, object] = {}
    for name, ours in (("id", "document_id"), ("content", "text"), ("score", "score"), ("meta", "metadata")):
        value = found.pop(name, None)
        if value is not None:
            entry[ours] = value
    rest = {name: value for name, value in found.items() if value is not None}
    if rest:
        meta = entry.get("metadata")
        entry["metadata"] = {
            **(cast("Mapping[str, object]", meta) if isinstance(meta, Mapping) else {}),
            **rest,
        }
    return entry


def _printed(text: str, path: str) -> list[object]:
    """Read documents that were printed; what is left of a content goes to the metadata, for it is cut."""
    entries: list[object] = []
    place = 1
    while place < len(text) - 1:
        found = _PRINTED.match(text, place)
        if found is None:
            raise BadFieldError(path, f"is no list of documents as Haystack prints it: {shown(text[place:])}")
        entries.append(_entry(found, path))
        place = found.end() + len(", ")
    return entries


def _entry(found: re.Match[str], path: str) -> dict[str, object]:
    entry: dict[str, object] = {"document_id": found["id"]}
    metadata: dict[str, object] = {}
    if found["meta"] is not None:
        metadata.update(as_mapping(literal(found["meta"], path), path))
    if found["score"] is not None:
        try:
            entry["score"] = float(found["score"])
        except ValueError:
            raise BadFieldError(path, f"has a document that cannot be read: {shown(found[0])}") from None
    content = found["content"]
    if content is not None and content.endswith("..."):
        metadata["beginning"] = content
    elif content is not None:
        entry["text"] = content
    return entry | ({"metadata": metadata} if metadata else {})


HAYSTACK: Final = Importer(
    what="Haystack evaluation inputs and detailed reports: JSON (columns) or CSV",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=_rows,
    places=(("inputs",), ("results",)),
)


def _recognises_scores(seen: Glimpse) -> str | None:
    if set(seen.fields) == {"metrics", "score"}:
        return "has the fields `metrics` and `score` and no others"
    return None


def _scores(path: str) -> Iterator[Raw]:
    """Refuse a report of means, saying what they are."""
    means: list[str] = []
    for raw in table(path):
        if isinstance(raw.row, SchemaError):
            raise raw.row
        means.append(f"{raw.row.get('metrics')} {raw.row.get('score')}")
    raise SchemaError(
        f"{path}: is Haystack's report of means ({', '.join(means)}) and holds no questions; "
        "give the detailed report of the same run"
    )


HAYSTACK_SCORES: Final = Importer(
    what="Haystack reports of means: recognised, to say that they hold no questions",
    recognises=_recognises_scores,
    rows=_scores,
)
