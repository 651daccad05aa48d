"""OpenInference: spans of Phoenix and of any OpenTelemetry exporter, one case a trace."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Final, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.shapes import Raw
from ragtriage.importers.spans import Span, by_trace
from ragtriage.io.entries import BadFieldError, shown

__all__ = ["OPENINFERENCE"]

_FIELDS: Final = {
    "trace_id": "id",
    "input.value": "question",
    "output.value": "answer",
    "retrieval.documents": "retrieved",
    "reranker.output_documents": "retrieved, where there is one",
}
# Where the input or the output of the first span is an object, what in it is the question and the answer.
_QUESTIONS: Final = ("question", "query", "input", "user_input", "query_str", "str_or_query_bundle")
_ANSWERS: Final = ("answer", "output", "response", "result", "text", "content")
_READ: Final = (
    ("input", "value"),
    ("output", "value"),
    ("retrieval", "documents"),
    ("reranker", "output_documents"),
)


def _recognises(seen: Glimpse) -> str | None:
    if "resourceSpans" in seen.fields:
        return "has `resourceSpans`, as OTLP writes spans"
    has_trace = seen.any_of("trace_id", "traceId", "context.trace_id") is not None or isinstance(
        seen.row.get("context"), Mapping
    )
    if has_trace and any(name == "attributes" or name.startswith("attributes.") for name in seen.fields):
        return "has a trace id and `attributes`, as spans have"
    return None


def _rows(path: str) -> Iterator[Raw]:
    """Yield a row a trace."""
    for spans in by_trace(path):
        if isinstance(spans, Raw):
            yield spans
            continue
        where = spans[0].where
        try:
            yield Raw(where, _joined(spans))
        except BadFieldError as error:
            yield Raw(where, SchemaError(f"{where}, {error}"))


def _joined(spans: list[Span]) -> Mapping[str, object]:
    known = {span.identifier for span in spans}
    root = next((span for span in spans if span.parent is None or span.parent not in known), spans[0])
    retrievers = [
        span
        for span in spans
        if _kind(span) == "RETRIEVER" or _at(span, "retrieval", "documents") is not None
    ]
    rerankers = [span for span in spans if _at(span, "reranker", "output_documents") is not None]
    asked = _worded(root, "input", _QUESTIONS)
    if asked is None and retrievers:
        asked = _worded(retrievers[0], "input", _QUESTIONS)
    row: dict[str, object] = {"id": root.trace, "question": asked}
    if root not in retrievers and root not in rerankers:
        row["answer"] = _worded(root, "output", _ANSWERS)
    if rerankers:
        row["retrieved"] = _documents(rerankers[-1:], "reranker", "output_documents")
    elif retrievers:
        row["retrieved"] = _documents(retrievers, "retrieval", "documents")
    before = _documents(retrievers, "retrieval", "documents") if rerankers else []
    row["spans"] = [_rest(span) for span in spans]
    return row | ({"before_reranking": before} if before else {})


def _kind(span: Span) -> str:
    return str(_at(span, "openinference", "span", "kind") or "").upper()


def _at(span: Span, *names: str) -> object:
    found: Mapping[str, object] = span.attributes
    for name in names[:-1]:
        below = found.get(name)
        found = cast("Mapping[str, object]", below) if isinstance(below, Mapping) else {}
    return found.get(names[-1])


def _worded(span: Span, side: str, names: tuple[str, ...]) -> object:
    """Return the input or the output of a span; of an object, the one field that is meant."""
    value = _at(span, side, "value")
    if not isinstance(value, str):
        return value
    try:
        found = cast("object", msgspec.json.decode(value)) if value.lstrip().startswith("{") else None
    except (msgspec.DecodeError, RecursionError):
        return value
    if not isinstance(found, Mapping):
        return value
    fields = cast("Mapping[str, object]", found)
    return next((fields[name] for name in names if isinstance(fields.get(name), str)), value)


def _documents(spans: list[Span], *names: str) -> list[object]:
    """Return the documents of spans, one after another; a retriever without any has come back empty."""
    entries: list[object] = []
    for span in spans:
        found = _at(span, *names)
        if found is None:
            continue
        if not isinstance(found, list):
            raise BadFieldError(".".join(names), f"expected a list of documents, found {shown(found)}")
        entries.extend(_entry(item) for item in cast("list[object]", found))
    return entries


def _entry(item: object) -> dict[str, object]:
    if not isinstance(item, Mapping):
        raise BadFieldError("retrieval.documents", f"expected an object, found {shown(item)}")
    outer = cast("Mapping[str, object]", item)
    inner = outer.get("document", outer)
    document = cast("Mapping[str, object]", inner) if isinstance(inner, Mapping) else outer
    entry: dict[str, object] = {
        ours: document[name]
        for name, ours in (("id", "document_id"), ("content", "text"), ("score", "score"))
        if document.get(name) is not None
    }
    metadata = {name: value for name, value in document.items() if name not in {"id", "content", "score"}}
    held = metadata.get("metadata")
    if isinstance(held, str) and held.lstrip().startswith("{"):
        with contextlib.suppress(msgspec.DecodeError, RecursionError):
            metadata["metadata"] = msgspec.json.decode(held)
    held = metadata.get("metadata")
    if isinstance(held, Mapping):
        metadata = {
            **cast("Mapping[str, object]", held),
            **{k: v for k, v in metadata.items() if k != "metadata"},
        }
    return entry | ({"metadata": metadata} if metadata else {})


def _rest(span: Span) -> dict[str, object]:
    """Return what is known of a span beside what was read from it."""
    attributes = dict(span.attributes)
    for outer, inner in _READ:
        below = attributes.get(outer)
        if isinstance(below, Mapping):
            left = {
                name: value for name, value in cast("Mapping[str, object]", below).items() if name != inner
            }
            attributes.pop(outer)
            if left:
                attributes[outer] = left
    return {"span_id": span.identifier, "parent_id": span.parent, "name": span.name, "attributes": attributes}


def _adopt(row: Mapping[str, object]) -> Native:
    kept = {"spans", "before_reranking"}
    native: Native = {name: value for name, value in row.items() if name not in kept and value is not None}
    return native | {"metadata": {name: row[name] for name in kept if name in row}}


OPENINFERENCE: Final = Importer(
    what="OpenInference spans (Phoenix exports, OTLP JSON), one case a trace",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=_rows,
    says=("a trace is a case; a retriever without documents came back empty",),
)
