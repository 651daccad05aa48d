"""OpenInference: spans of Phoenix and of any OpenTelemetry exporter, one case a trace."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple, cast

import msgspec

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native
from ragtriage.importers.recorded import Entry, decoded, document_entry, documents_in
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
_RETURNED: Final = ("source_documents", "source_nodes", "retrieved_documents", "documents", "context")
_INPUT: Final = ("input", "value")
_OUTPUT: Final = ("output", "value")
_RETRIEVED: Final = ("retrieval", "documents")
_RERANKED: Final = ("reranker", "output_documents")
_MESSAGES: Final = ("llm", "output_messages")
_SCOPES: Final = frozenset({"scopeSpans", "instrumentationLibrarySpans"})
_ERRORS: Final = frozenset({"ERROR", "STATUS_CODE_ERROR", "Error", 2})
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
    retrievals = _retrievals(spans)
    reranked = [
        step for span in spans if (step := _step(span, "RERANKER", _RERANKED)) and step.documents is not None
    ]
    steps = {id(step.span) for step in (*retrievals, *reranked)}
    read: list[tuple[Span, tuple[str, str]]] = []
    row: dict[str, object] = {"id": roots[0].trace, "question": None}
    for span in (roots[0], *(step.span for step in retrievals[:1])):
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
    before = _joined_documents(retrievals)
    if reranked:
        row["retrieved"] = reranked[-1].documents
        read.append((reranked[-1].span, reranked[-1].place))
    else:
        row["retrieved"] = before if before is not None else _returned(roots)
    read.extend((step.span, step.place) for step in retrievals if step.documents is not None)
    names_read: dict[int, set[tuple[str, str]]] = {}
    for span, names in read:
        names_read.setdefault(id(span), set()).add(names)
    row["spans"] = [_rest(span, names_read.get(id(span), ())) for span in spans]
    if reranked and before:
        row["before_reranking"] = before
    in_part = [entry for step in retrievals for entry in step.documents or ()]
    if row["retrieved"] is None and in_part:
        row["retrieved_in_part"] = in_part
    return row


class _Step(NamedTuple):
    """A span that came back with documents, or should have."""

    span: Span
    documents: list[Entry] | None  # None: it is nowhere recorded which
    place: tuple[str, str]  # of its attributes, where they stand


def _step(span: Span, kind: str, place: tuple[str, str]) -> _Step | None:
    """Return a span of a kind with its documents: those of its own attribute, or of its whole output."""
    found = _at(span, *place)
    if found is not None:
        return _Step(span, _documents(found, ".".join(place)), place)
    if _kind(span) != kind:
        return None
    return _Step(span, documents_in(_at(span, *_OUTPUT)), _OUTPUT)


def _retrievals(spans: list[Span]) -> list[_Step]:
    """Return the retrievers that are within no other that came back with documents, nor around one.

    What a retriever calls to find documents, another retriever or its own inner step, found some of those it
    gave back.
    """
    steps = [step for span in spans if (step := _step(span, "RETRIEVER", _RETRIEVED)) is not None]
    by_name = {span.identifier: span for span in spans}
    within = _within([step.span for step in steps if step.documents is not None], spans, by_name)
    around = _around([step.span for step in steps], by_name)
    return [
        step
        for step in steps
        if id(step.span) not in within and not (step.documents is None and id(step.span) in around)
    ]


def _parent(span: Span, by_name: Mapping[str, Span]) -> Span | None:
    return None if span.parent is None else by_name.get(span.parent)


def _around(inner: list[Span], by_name: Mapping[str, Span]) -> set[int]:
    """Return the spans that some spans are within, each looked at once."""
    found: set[int] = set()
    for span in inner:
        outer = _parent(span, by_name)
        while outer is not None and id(outer) not in found:
            found.add(id(outer))
            outer = _parent(outer, by_name)
    return found


def _within(outer: list[Span], spans: list[Span], by_name: Mapping[str, Span]) -> set[int]:
    """Return the spans that are within some others, each looked at once."""
    given = set(map(id, outer))
    known: dict[int, bool] = {}
    for span in spans:
        way: list[Span] = []
        each: Span | None = span
        while each is not None and id(each) not in known:
            known[id(each)] = False  # where parents go round in a circle
            way.append(each)
            each = _parent(each, by_name)
        for inner in reversed(way):
            above = _parent(inner, by_name)
            known[id(inner)] = above is not None and (id(above) in given or known[id(above)])
    return {name for name, is_within in known.items() if is_within}


def _joined_documents(retrievals: list[_Step]) -> list[Entry] | None:
    """Return what all retrievers came back with, one after another; None where that is not recorded of each.

    One that ended in an error came back with nothing beside the others.
    """
    known = [step.documents for step in retrievals if step.documents is not None]
    is_partial = any(step.documents is None and not _has_failed(step.span) for step in retrievals)
    return None if is_partial or not known else [entry for documents in known for entry in documents]


def _returned(roots: list[Span]) -> list[Entry] | None:
    """Return the documents that a first span gave back beside its answer; None where none did."""
    for span in reversed(roots):
        output = decoded(_at(span, *_OUTPUT))
        fields: Mapping[str, object] = {}
        if isinstance(output, Mapping):
            fields = cast("Mapping[str, object]", output)
        found = documents_in(next(filter(None, map(fields.get, _RETURNED)), None))
        if found is not None:
            return found
    return None


def _has_failed(span: Span) -> bool:
    status = span.rest.get("status")
    held: Mapping[str, object] = cast("Mapping[str, object]", status) if isinstance(status, Mapping) else {}
    codes = {span.rest.get("status_code"), held.get("code"), held.get("status_code")}
    return not codes.isdisjoint(_ERRORS)


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


def _documents(found: object, path: str) -> list[Entry]:
    """Return the documents of an attribute, a list or its JSON text.

    Raises:
        BadFieldError: It is neither, or one of them is no object.
    """
    known = documents_in(found)
    if known is not None:
        return known
    items = decoded(found)
    if not isinstance(items, list):
        raise BadFieldError(path, f"expected a list of documents, found {shown(found)}")
    entries: list[Entry] = []
    for item in cast("list[object]", items):
        entry = document_entry(item)
        if entry is None:
            raise BadFieldError(path, f"expected an object, found {shown(item)}")
        entries.append(entry)
    return entries


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
    kept = {"spans", "before_reranking", "retrieved_in_part"}
    native: Native = {name: value for name, value in row.items() if name not in kept and value is not None}
    return native | {"metadata": {name: row[name] for name in kept if name in row}}


OPENINFERENCE: Final = Importer(
    what="OpenInference spans (Phoenix exports, OTLP JSON), one case a trace",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=_rows,
    is_traced=True,
    says=("a trace is a case; where a retriever's documents are nowhere recorded, retrieval is unknown",),
)
