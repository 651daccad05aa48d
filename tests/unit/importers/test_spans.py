"""Spans of traced systems, flat and nested, joined by trace."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import ragtriage
from ragtriage.errors import SchemaError
from ragtriage.importers.reading import read, recognise
from ragtriage.importers.spans import nested
from ragtriage.io.entries import BadFieldError
from ragtriage.model import UNSET, Retrieved

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


RETRIEVER = {"openinference.span.kind": "RETRIEVER", "input.value": "q"}


def retrieved(tmp_path, **attributes):
    """Return the trace of one retriever with these attributes beside its kind, dots written as `__`."""
    given = {name.replace("__", "."): value for name, value in attributes.items()}
    return trace_of(written(tmp_path, [span("retrieve", "t", attributes=RETRIEVER | given)]))[1]


@pytest.mark.parametrize(
    "attributes",
    [
        {"output__value": "[]"},
        {"output__value": '{"documents": []}'},
        {"output__value": '{"retriever": {"documents": []}}'},
        {"retrieval__documents": []},
        {"retrieval__documents": "[]"},
    ],
)
def test_a_retriever_that_came_back_with_an_empty_list_is_recorded(tmp_path, attributes) -> None:
    trace = retrieved(tmp_path, **attributes)
    assert (trace.retrieved, trace.answer) == ((), UNSET)


@pytest.mark.parametrize(
    "attributes",
    [
        {},
        {"output__value": "__REDACTED__"},
        {"output__value": "3 documents"},
        {"output__value": '{"count": 3}'},
        {"output__value": '["Paris", "Rome"]'},  # ids or texts
        {"output__value": '[{"rank": 1}]'},
        {"output__value": '[{"content": "t"}, 3]'},
        {"output__value": "[Document(page_content='t')]"},
        {"output__value": '{"documents": "see the log"}'},
        {"output__value": '[{"content": "t"}'},
    ],
)
def test_a_retriever_whose_documents_are_nowhere_recorded_leaves_retrieval_unknown(
    tmp_path, attributes
) -> None:
    assert retrieved(tmp_path, **attributes).retrieved is None


TEXT = "The desk opens at nine. It closes at five."
ONE = [("a", TEXT, 0.5)]
NODE = {"id_": "a", "text": TEXT, "metadata": {"page": 3}, "class_name": "TextNode"}
OF_FILE = {"1": {"node_id": "file", "node_type": "4"}}


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([{"id": "a", "content": TEXT, "score": 0.5}], ONE),
        ({"documents": [{"id": "a", "content": TEXT, "score": 0.5, "meta": {}}]}, ONE),
        ([{"page_content": TEXT, "metadata": {"source": "a.pdf"}, "type": "Document"}], [(None, TEXT, None)]),
        ({"documents": [{"page_content": TEXT, "id": "a", "metadata": {}}]}, [("a", TEXT, None)]),
        ([[{"page_content": TEXT, "id": "a", "metadata": {}}, 0.5]], ONE),
        (
            [{"lc": 1, "type": "constructor", "id": ["x"], "kwargs": {"page_content": TEXT, "id": "a"}}],
            [("a", TEXT, None)],
        ),
        ([{"node": NODE, "score": 0.5, "class_name": "NodeWithScore"}], ONE),
        ({"source_nodes": [{"node": NODE, "score": 0.5}], "response": None}, ONE),
        ({"nodes": [NODE]}, [("a", TEXT, None)]),
        ([{"node": {**NODE, "relationships": OF_FILE}, "score": 0.5}], [("file", TEXT, 0.5)]),
        ([{"node": json.dumps(NODE), "score": 0.5}], ONE),
        ([json.dumps({"id": "a", "text": TEXT, "score": 0.5})], ONE),
        ([{"document": {"id": "a", "content": TEXT}, "score": 0.5}], ONE),
        ({"retriever": {"documents": [{"id": "a", "content": TEXT, "score": 0.5}]}}, ONE),
        ({"matches": [{"id": "a", "score": 0.5, "metadata": {"text": TEXT}}]}, [("a", None, 0.5)]),
        ({"hits": {"total": 1, "hits": [{"_id": "a", "_score": 0.5, "text": TEXT}]}}, ONE),
        ([{"doc_uri": "a", "content": TEXT}], [("a", TEXT, None)]),
        ({"ids": [["a"]], "documents": [[TEXT]], "distances": [[0.5]]}, [("a", TEXT, None)]),
        ([TEXT], [(None, TEXT, None)]),
        (
            ["窓口は午前九時に開きます。", "午後五時に閉じます。"],
            [(None, "窓口は午前九時に開きます。", None), (None, "午後五時に閉じます。", None)],
        ),
        (["doc-1", "doc-2"], [("doc-1", None, None), ("doc-2", None, None)]),
        ([{"id": 7, "content": TEXT, "score": None}], [("7", TEXT, None)]),
    ],
)
@pytest.mark.parametrize("name", ["output__value", "retrieval__documents"])
def test_documents_are_read_in_whatever_form_they_were_written_down(tmp_path, name, held, expected) -> None:
    trace = retrieved(tmp_path, **{name: json.dumps(held, ensure_ascii=False)})
    assert [(item.document_id, item.text, item.score) for item in map(as_entry, trace.retrieved)] == expected


def as_entry(item):
    return Retrieved(document_id=item) if isinstance(item, str) else item


def test_documents_in_the_text_of_an_output_are_not_kept_a_second_time(tmp_path) -> None:
    output = json.dumps([{"id": "a", "content": TEXT}])
    spans = [span("retrieve", "t", attributes=RETRIEVER | {"output.value": output})]
    case, _ = trace_of(written(tmp_path, spans))
    (kept,) = case.metadata["spans"]
    assert "output" not in kept["attributes"]


def test_what_one_of_two_retrievers_found_is_no_list_of_what_came_back(tmp_path) -> None:
    spans = [
        span("query", "t", attributes={"input.value": "q", "output.value": "a"}),
        span("first", "t", "tquery", 1, attributes=FLAT),
        span("second", "t", "tquery", 2, attributes=RETRIEVER),
    ]
    case, trace = trace_of(written(tmp_path, spans))
    assert (trace.retrieved, trace.answer) == (None, "a")
    assert [item["document_id"] for item in case.metadata["retrieved_in_part"]] == ["a", "b"]


@pytest.mark.parametrize("status", [{"status_code": "ERROR"}, {"status": {"code": "STATUS_CODE_ERROR"}}])
def test_a_retriever_that_ended_in_an_error_adds_nothing_to_the_others(tmp_path, status) -> None:
    spans = [
        span("query", "t", attributes={"input.value": "q", "output.value": "a"}),
        span("first", "t", "tquery", 1, attributes=RETRIEVER) | status,
        span("again", "t", "tquery", 2, attributes=FLAT),
    ]
    _, trace = trace_of(written(tmp_path, spans))
    assert [item.document_id for item in trace.retrieved] == ["a", "b"]
    _, alone = trace_of(written(tmp_path, spans[:2]))
    assert alone.retrieved is None


def test_a_retriever_around_one_that_was_recorded_need_not_be(tmp_path) -> None:
    spans = [
        span("outer", "t", attributes=RETRIEVER),
        span("inner", "t", "touter", 1, attributes=FLAT),
    ]
    _, trace = trace_of(written(tmp_path, spans))
    assert [item.document_id for item in trace.retrieved] == ["a", "b"]


def test_a_reranker_may_have_its_documents_in_its_output(tmp_path) -> None:
    output = json.dumps([{"id": "b", "content": TEXT}])
    spans = [
        span("retrieve", "t", attributes=FLAT),
        span(
            "rerank",
            "t",
            "tretrieve",
            1,
            attributes={"openinference.span.kind": "RERANKER", "output.value": output},
        ),
    ]
    case, trace = trace_of(written(tmp_path, spans))
    assert [item.document_id for item in trace.retrieved] == ["b"]
    assert [item["document_id"] for item in case.metadata["before_reranking"]] == ["a", "b"]


def test_a_retriever_that_was_not_recorded_is_judged_unknown_and_no_error(tmp_path) -> None:
    spans = [
        span("retrieve", "t", attributes=RETRIEVER),
        span("retrieve", "u", attributes=FLAT),
    ]
    first, second = ragtriage.evaluate(written(tmp_path, spans))
    assert first.verdicts.retrieval.outcome == first.verdicts.evidence.outcome == "unknown"
    assert first.trace.retrieved is None
    assert second.trace.retrieved is not None


@pytest.mark.parametrize("name", ["source_documents", "source_nodes", "context", "documents"])
def test_documents_that_a_chain_gave_back_beside_its_answer_are_what_came_back(tmp_path, name) -> None:
    output = json.dumps({"result": "a", name: [{"page_content": TEXT, "id": "b", "metadata": {}}]})
    spans = [
        span("chain", "t", attributes={"input.value": "q", "output.value": output}),
        span("retrieve", "t", "tchain", 1, attributes=RETRIEVER),
    ]
    _, trace = trace_of(written(tmp_path, spans))
    assert trace.answer == "a"
    assert [(item.document_id, item.text) for item in trace.retrieved] == [("b", TEXT)]
    recorded = span("retrieve", "t", "tchain", 1, attributes=FLAT)
    _, trace = trace_of(written(tmp_path, [spans[0], recorded]))
    assert [item.document_id for item in trace.retrieved] == ["a", "b"]  # the retriever knows best


def test_what_a_chain_says_is_no_list_of_documents(tmp_path) -> None:
    output = json.dumps({"result": "a", "context": "an evening in Paris"})
    _, trace = trace_of(written(tmp_path, [span("chain", "t", attributes={"output.value": output})]))
    assert (trace.answer, trace.retrieved) == ("a", None)


def test_a_list_of_documents_that_is_none_is_an_error_with_its_field(tmp_path) -> None:
    broken = span("retrieve", "t", attributes=RETRIEVER | {"retrieval.documents": "none of them"})
    with pytest.raises(SchemaError, match=r"field `retrieval\.documents`: expected a list of documents"):
        list(read(written(tmp_path, [broken])))


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
