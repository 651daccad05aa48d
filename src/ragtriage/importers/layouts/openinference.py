"""OpenInference: spans of Phoenix and of any OpenTelemetry exporter, one case a trace."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from typing import Final, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.shapes import Raw
from ragtriage.importers.spans import OTLP, Span, by_trace
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
_INPUT: Final = ("input", "value")
_OUTPUT: Final = ("output", "value")
_RETRIEVED: Final = ("retrieval", "documents")
_RERANKED: Final = ("reranker", "output_documents")
_MESSAGES: Final = ("llm", "output_messages")
_SCOPES: Final = frozenset({"scopeSpans", "instrumentationLibrarySpans"})
_NO_ANSWER: Final = frozenset({"RETRIEVER", "RERANKER", "EMBEDDING"})  # kinds of spans whose output is none


def _recognises(seen: Glimpse) -> str | None:
    around = seen.any_of(*OTLP[:2]) or (OTLP[2] if seen.item(OTLP[2]).keys() & _SCOPES else None)
    if around is not None:
        return f"has `{around}`, as OTLP writes spans"
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
    """Join the spans of a trace: what was asked first, what came back, and what was answered last.

    Where the first span was not exported, several have no parent; the answer is the output of the last of
    them that answers at all. What is not read of a span is kept.
    """
    known = {span.identifier for span in spans}
    roots = [span for span in spans if span.parent is None or span.parent not in known] or spans[:1]
    retrievers = _outermost(
        [span for span in spans if _kind(span) == "RETRIEVER" or _at(span, *_RETRIEVED) is not None], spans
    )
    rerankers = [span for span in spans if _at(span, *_RERANKED) is not None]
    steps = {id(span) for span in (*retrievers, *rerankers)}
    read: list[tuple[Span, tuple[str, str]]] = []
    row: dict[str, object] = {"id": roots[0].trace, "question": None}
    for span in (roots[0], *retrievers[:1]):
        if row["question"] is None and _at(span, *_INPUT) is not None:
            row["question"] = _worded(span, "input", _QUESTIONS)
            read.append((span, _INPUT))
    for span in reversed(roots):
        if id(span) in steps or _kind(span) in _NO_ANSWER or row.get("answer") is not None:
            continue
        row["answer"] = _message(span)
        if row["answer"] is None:
            row["answer"] = _worded(span, "output", _ANSWERS)
            read.append((span, _OUTPUT))
    if rerankers:
        row["retrieved"] = _documents(rerankers[-1:], *_RERANKED)
        read.append((rerankers[-1], _RERANKED))
    before = _documents(retrievers, *_RETRIEVED)
    read.extend((span, _RETRIEVED) for span in retrievers)
    if not rerankers and retrievers:
        row["retrieved"] = before
    names_read: dict[int, set[tuple[str, str]]] = {}
    for span, names in read:
        names_read.setdefault(id(span), set()).add(names)
    row["spans"] = [_rest(span, names_read.get(id(span), ())) for span in spans]
    return row | ({"before_reranking": before} if rerankers and before else {})


def _outermost(retrievers: list[Span], spans: list[Span]) -> list[Span]:
    """Return the retrievers that are within no other that came back with documents.

    What a retriever calls to find documents, another retriever or its own inner step, found some of those it
    gave back.
    """
    above = {span.identifier: span for span in spans}
    given = {id(span) for span in retrievers if _at(span, *_RETRIEVED) is not None}
    within: dict[str, bool] = {}  # by the parent: whether it is such a retriever, or within one

    def is_within(span: Span) -> bool:
        way: list[str] = []
        found = False
        while not found and span.parent is not None and span.parent in above:
            if span.parent in within:
                found = within[span.parent]
                break
            within[span.parent] = False  # where parents go round in a circle
            way.append(span.parent)
            span = above[span.parent]
            found = id(span) in given
        within.update(dict.fromkeys(way, found))
        return found

    return [span for span in retrievers if not is_within(span)]


def _message(span: Span) -> object:
    """Return what a model said, where its messages are apart from the whole of its output."""
    messages = _at(span, *_MESSAGES)
    first = cast("list[object]", messages)[:1] if isinstance(messages, list) else []
    for each in first:
        message = cast("Mapping[str, object]", each).get("message") if isinstance(each, Mapping) else None
        text = cast("Mapping[str, object]", message).get("content") if isinstance(message, Mapping) else None
        if isinstance(text, str):
            return text
    return None


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


def _rest(span: Span, read: Collection[tuple[str, str]]) -> dict[str, object]:
    """Return what is known of a span beside what was read from it."""
    attributes = dict(span.attributes)
    for outer, inner in read:
        below = attributes.get(outer)
        if isinstance(below, Mapping):
            left = {
                name: value for name, value in cast("Mapping[str, object]", below).items() if name != inner
            }
            attributes.pop(outer)
            if left:
                attributes[outer] = left
    known = {"span_id": span.identifier, "parent_id": span.parent, "name": span.name}
    return {**span.rest, **known, "attributes": attributes}


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
