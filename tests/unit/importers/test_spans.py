"""Spans of traced systems, flat and nested, joined by trace."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from ragtriage.errors import SchemaError
from ragtriage.importers.reading import read, recognise
from ragtriage.importers.spans import nested
from ragtriage.io.entries import BadFieldError
from ragtriage.model import UNSET

FLAT = {
    "openinference.span.kind": "RETRIEVER",
    "input.value": "q",
    "retrieval.documents.0.document.id": "a",
    "retrieval.documents.0.document.content": "t",
    "retrieval.documents.0.document.score": 0.5,
    "retrieval.documents.1.document.id": "b",
    "retrieval.documents.1.document.metadata": '{"page": 3}',
}


def span(name, trace, parent=None, start=0, **attributes):
    return {
        "name": name,
        "context": {"trace_id": trace, "span_id": f"{trace}{name}"},
        "parent_id": parent,
        "start_time": f"2025-01-01T00:00:{start:02}Z",
        "attributes": attributes.get("attributes", {}),
    }


def written(tmp_path, spans):
    path = tmp_path / "spans.jsonl"
    path.write_text("\n".join(map(json.dumps, spans)))
    return str(path)


def trace_of(path):
    assert recognise(path).name == "openinference"
    ((case, trace),) = read(path)
    return case, trace


def test_spans_are_joined_by_trace_in_whatever_order_they_come(tmp_path) -> None:
    root = {"input.value": '{"query": "q", "k": 2}', "output.value": "a"}
    path = written(
        tmp_path,
        [
            span("retrieve", "t1", "t1query", 1, attributes=FLAT),
            span("query", "t2", attributes={"input.value": "r", "output.value": "b"}),
            span("query", "t1", attributes=root),
        ],
    )
    (case, trace), (other, other_trace) = read(path)
    assert (case.id, case.question, trace.answer) == ("t1", "q", "a")
    assert [(item.document_id, item.text, item.score) for item in trace.retrieved] == [
        ("a", "t", 0.5),
        ("b", None, None),
    ]
    assert trace.retrieved[1].metadata == {"page": 3}
    assert (other.question, other_trace.retrieved) == ("r", None)  # no retriever: not recorded


def test_a_retriever_that_returned_nothing_is_a_row_with_an_empty_list(tmp_path) -> None:
    attributes = {"openinference.span.kind": "RETRIEVER", "input.value": "q"}
    case, trace = trace_of(written(tmp_path, [span("retrieve", "t", attributes=attributes)]))
    assert (case.question, trace.retrieved, trace.answer) == ("q", (), UNSET)


def test_nested_attributes_are_read_as_flat_ones_are(tmp_path) -> None:
    flat = written(tmp_path, [span("retrieve", "t", attributes=FLAT)])
    a = trace_of(flat)
    b = trace_of(written(tmp_path, [span("retrieve", "t", attributes=nested(FLAT))]))
    assert a == b


def test_a_reranker_gives_the_list_that_reached_the_prompt(tmp_path) -> None:
    reranked = {"reranker.output_documents.0.document.id": "b", "reranker.query": "q"}
    spans = [
        span("query", "t", attributes={"input.value": "q", "output.value": "a"}),
        span("retrieve", "t", "tquery", 1, attributes=FLAT),
        span("rerank", "t", "tquery", 2, attributes=reranked),
    ]
    case, trace = trace_of(written(tmp_path, spans))
    assert [item.document_id for item in trace.retrieved] == ["b"]
    assert [item["document_id"] for item in case.metadata["before_reranking"]] == ["a", "b"]


def test_spans_whose_parent_was_not_exported_still_give_the_question_and_the_answer(tmp_path) -> None:
    spans = [
        span("retrieve", "t", "gone", 0, attributes=FLAT),
        span(
            "llm",
            "t",
            "gone",
            1,
            attributes={"openinference.span.kind": "LLM", "input.value": "prompt", "output.value": "said"},
        ),
        span(
            "embed", "t", "gone", 2, attributes={"openinference.span.kind": "EMBEDDING", "output.value": "0"}
        ),
    ]
    case, trace = trace_of(written(tmp_path, spans))
    assert (case.question, trace.answer) == (FLAT["input.value"], "said")
    assert [item.document_id for item in trace.retrieved] == ["a", "b"]


def test_what_a_model_said_comes_before_the_whole_of_its_output(tmp_path) -> None:
    attributes = {
        "openinference.span.kind": "LLM",
        "input.value": "q",
        "output.value": '{"choices": []}',
        "llm.output_messages.0.message.content": "said",
    }
    _, trace = trace_of(written(tmp_path, [span("llm", "t", attributes=attributes)]))
    assert trace.answer == "said"


def test_what_is_not_read_of_a_span_is_kept_with_it(tmp_path) -> None:
    spans = [
        {
            **span("query", "t", attributes={"input.value": "q", "output.value": "a", "user.id": "u"}),
            "status_code": "OK",
            "events": [{"name": "exception"}],
        },
        span("llm", "t", "tquery", 1, attributes={"input.value": "the prompt", "output.value": "a draft"}),
    ]
    case, trace = trace_of(written(tmp_path, spans))
    assert (case.question, trace.answer) == ("q", "a")
    query, model = case.metadata["spans"]
    assert (query["status_code"], query["events"]) == ("OK", [{"name": "exception"}])
    assert query["attributes"] == {"user": {"id": "u"}}
    assert model["attributes"] == {"input": {"value": "the prompt"}, "output": {"value": "a draft"}}
    assert query["start_time"] < model["start_time"]


def test_otlp_is_read_as_the_same_spans(tmp_path) -> None:
    def value(item):
        return {"doubleValue": item} if isinstance(item, float) else {"stringValue": item}

    otlp = {
        "traceId": "t",
        "spanId": "tretrieve",
        "name": "retrieve",
        "startTimeUnixNano": "1735689600000000000",
        "attributes": [{"key": key, "value": value(item)} for key, item in FLAT.items()],
    }
    path = tmp_path / "otlp.json"
    path.write_text(json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [otlp]}]}]}))
    case, trace = trace_of(str(path))
    wanted_case, wanted = trace_of(written(tmp_path, [span("retrieve", "t", attributes=FLAT)]))
    assert trace == wanted
    assert (case.id, case.question) == (wanted_case.id, wanted_case.question)


def test_a_table_of_spans_as_phoenix_exports_it_is_read(tmp_path) -> None:
    documents = [{"document.id": "a", "document.content": "t", "document.score": 0.5}]
    path = tmp_path / "spans.parquet"
    pd.DataFrame(
        {
            "name": ["query", "retrieve"],
            "context.trace_id": ["t", "t"],
            "context.span_id": ["1", "2"],
            "parent_id": [None, "1"],
            "start_time": pd.to_datetime(["2025-01-01T00:00:00Z", "2025-01-01T00:00:01Z"]),
            "attributes.openinference.span.kind": ["CHAIN", "RETRIEVER"],
            "attributes.input.value": ["q", "q"],
            "attributes.output.value": ["a", None],
            "attributes.retrieval.documents": [None, documents],
        }
    ).to_parquet(path)
    case, trace = trace_of(str(path))
    assert (case.question, trace.answer) == ("q", "a")
    assert [(item.document_id, item.text, item.score) for item in trace.retrieved] == [("a", "t", 0.5)]


def test_a_span_without_a_trace_is_an_error_with_its_row(tmp_path) -> None:
    broken = span("retrieve", "t", attributes=FLAT) | {"context": {}}
    path = written(tmp_path, [broken, span("retrieve", "u", attributes=FLAT)])
    with pytest.raises(SchemaError, match="line 1, field `trace_id`: is missing"):
        list(read(path, "openinference"))
    bad = []
    assert len(list(read(path, "openinference", on_bad=bad.append))) == 1
    assert len(bad) == 1


def test_what_is_known_of_a_span_beside_its_documents_is_kept(tmp_path) -> None:
    attributes = FLAT | {"session.id": "s", "input.mime_type": "text/plain"}
    case, _ = trace_of(written(tmp_path, [span("retrieve", "t", attributes=attributes)]))
    (kept,) = case.metadata["spans"]
    assert kept["attributes"] == {
        "openinference": {"span": {"kind": "RETRIEVER"}},
        "input": {"mime_type": "text/plain"},
        "session": {"id": "s"},
    }


def test_an_attribute_that_is_a_value_and_holds_values_is_refused() -> None:
    with pytest.raises(BadFieldError):
        nested({"input": "q", "input.value": "q"})
    with pytest.raises(BadFieldError):
        nested({"input.value": "q", "input": "q"})


def test_a_large_number_in_a_name_makes_no_long_list() -> None:
    assert nested({"a.999999999.b": 1}) == {"a": {"999999999": {"b": 1}}}


def test_records_of_trulens_are_joined(tmp_path) -> None:
    prefix = "ai.observability."

    def record_span(**attributes):
        named = {prefix + name: value for name, value in attributes.items()}
        return {"record_attributes": {prefix + "record_id": "r", **named}}

    path = tmp_path / "spans.json"
    path.write_text(
        json.dumps(
            [
                record_span(**{"retrieval.query_text": "rewritten", "retrieval.retrieved_contexts": []}),
                record_span(**{"record_root.input": "q", "record_root.output": "a"}),
            ]
        )
    )
    assert recognise(str(path)).name == "trulens"
    ((case, trace),) = read(str(path))
    assert (case.id, case.question, trace.answer, trace.retrieved) == ("r", "q", "a", ())
    assert len(case.metadata["spans"]) == 2
