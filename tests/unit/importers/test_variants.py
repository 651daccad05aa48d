"""What other tools write beside their best known form: other versions, wrappers, tables, and odd rows."""

from __future__ import annotations

import json
from decimal import Decimal

import polars as pl
import pytest

from ragtriage.errors import SchemaError
from ragtriage.importers.glance import has_our_names
from ragtriage.importers.reading import read, read_objects, recognise
from ragtriage.model import UNSET


def saved(tmp_path, name, rows):
    path = tmp_path / name
    if isinstance(rows, str):
        text = rows
    elif name.endswith(".jsonl"):
        text = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    else:
        text = json.dumps(rows, ensure_ascii=False)
    path.write_text(text, "utf-8")
    return str(path)


def rows_of(path, layout):
    assert recognise(path).name == layout
    return list(read(path))


# --- ragas


def test_contexts_of_a_generated_test_set_are_what_its_questions_were_made_of(tmp_path) -> None:
    row = {
        "question": "q",
        "contexts": ["t"],
        "ground_truth": "x",
        "evolution_type": "simple",
        "episode_done": True,
    }
    ((case, trace),) = rows_of(saved(tmp_path, "t.jsonl", [row]), "ragas")
    assert (case.evidence, trace) == (("t",), None)


def test_the_mark_of_a_hop_is_no_part_of_the_evidence(tmp_path) -> None:
    row = {"user_input": "q", "reference_contexts": ["<1-hop>\n\nfirst", "<2-hop>\n\na <1-hop> b", "c"]}
    ((case, _),) = rows_of(saved(tmp_path, "t.jsonl", [row]), "ragas")
    assert case.evidence == ("first", "a <1-hop> b", "c")


def test_a_row_of_ragas_is_none_of_ours_even_where_all_its_names_are_known() -> None:
    assert not has_our_names({"user_input": "q", "response": None, "reference": "x"})
    assert not has_our_names({"question": ["q", "r"], "answer": ["a", "b"]})
    assert not has_our_names({"query": "q", "response": "a", "context": "c", "ground_truth": "x"})
    assert not has_our_names({"query": "q", "answer": "a", "context": [{"page_content": "t"}]})
    assert has_our_names({"question": "q", "contexts": ["t"], "answer": None, "expected": "x"})


def test_a_question_may_be_what_another_was_told_apart_by(tmp_path) -> None:
    rows = [{"user_input": text, "response": "a"} for text in ("q", "q", "q (2)")]
    found = rows_of(saved(tmp_path, "t.jsonl", rows), "ragas")
    assert [case.id for case, _ in found] == ["q", "q (2)", "q (2) (3)"]


# --- Haystack and deepeval


def test_a_whole_run_of_haystack_is_its_inputs_with_the_score_of_each(tmp_path) -> None:
    run = {
        "run_name": "r",
        "inputs": {"questions": ["p", "q"], "predicted_answers": ["a", "b"]},
        "results": {"sas": {"score": 0.5, "individual_scores": [1, 0]}},
    }
    found = rows_of(saved(tmp_path, "run.json", run), "haystack")
    assert [(case.question, trace.answer) for case, trace in found] == [("p", "a"), ("q", "b")]
    assert [case.metadata for case, _ in found] == [{"sas": 1}, {"sas": 0}]


def test_what_a_test_run_of_deepeval_leaves_behind_is_read(tmp_path) -> None:
    test = {"name": "n", "input": "q", "actualOutput": "a", "retrievalContext": ["t"], "success": True}
    run = {"testRunData": {"testFile": "f.py", "testCases": [test]}, "testRunPath": None}
    told: list[str] = []
    path = saved(tmp_path, "run.json", run)
    assert recognise(path).name == "deepeval"
    ((case, trace),) = read(path, tell=told.append)
    assert (case.question, trace.answer, trace.retrieved[0].text) == ("q", "a", "t")
    assert any("`testRunData.testFile`" in line for line in told)


# --- AutoRAG


def test_lists_in_a_table_of_autorag_are_read_and_zipped(tmp_path) -> None:
    table = (
        "qid,query,retrieval_gt,retrieved_ids,retrieved_contents,retrieve_scores\n"
        "1,q,\"[['a'], ['b']]\",\"['a', 'z']\",\"['t', 'u']\",\"[0.5, 0.25]\"\n"
    )
    ((_, trace),) = rows_of(saved(tmp_path, "t.csv", table), "autorag")
    assert [(item.document_id, item.text, item.score) for item in trace.retrieved] == [
        ("a", "t", 0.5),
        ("z", "u", 0.25),
    ]


def test_texts_that_autorag_retrieved_are_kept_where_their_ids_are_not(tmp_path) -> None:
    row = {"qid": "1", "query": "q", "retrieval_gt": [["a"]], "retrieved_contents": ["t", "u"]}
    ((_, trace),) = rows_of(saved(tmp_path, "t.jsonl", [row]), "autorag")
    assert [(item.document_id, item.text) for item in trace.retrieved] == [(None, "t"), (None, "u")]


# --- promptfoo, LangSmith, Azure


def result(question, output):
    return {"vars": {"question": question}, "provider": {"id": "p"}, "response": {"output": output}}


def test_a_repeated_result_of_promptfoo_has_its_turn_in_its_id(tmp_path) -> None:
    results = {"results": {"results": [result("q", "a"), result("q", "b"), result("r", "c")]}}
    found = rows_of(saved(tmp_path, "out.json", results), "promptfoo")
    assert [(case.id, case.cluster, trace.answer) for case, trace in found] == [
        ("1@p", "1", "a"),
        ("1@p (2)", "1", "b"),
        ("2@p", "2", "c"),
    ]


def test_results_of_promptfoo_may_be_json_lines(tmp_path) -> None:
    found = rows_of(saved(tmp_path, "out.jsonl", [result("q", "a"), result("r", "b")]), "promptfoo")
    assert [(case.question, trace.answer) for case, trace in found] == [("q", "a"), ("r", "b")]


def test_outputs_beside_those_of_the_example_are_what_the_system_gave(tmp_path) -> None:
    row = {
        "id": "1",
        "inputs": {"question": "q"},
        "outputs": {"answer": "given", "contexts": ["t"], "cost": 1},
        "reference_outputs": {"answer": "wanted"},
    }
    ((case, trace),) = rows_of(saved(tmp_path, "t.json", [row]), "langsmith")
    assert (case.expected_answers, trace.answer) == (("wanted",), "given")
    assert trace.retrieved[0].text == "t"
    assert case.metadata == {"outputs": {"cost": 1}}


def test_a_table_of_results_of_langsmith_is_read_as_the_objects_it_was_made_of(tmp_path) -> None:
    table = (
        "inputs.question,outputs.output,error,reference.answer,feedback.right,example_id,id\n"
        "q,given,,wanted,True,e,r\n"
    )
    ((case, trace),) = rows_of(saved(tmp_path, "t.csv", table), "langsmith")
    assert (case.id, case.question, case.expected_answers, trace.answer) == ("r", "q", ("wanted",), "given")
    assert case.metadata == {"feedback.right": True, "example_id": "e"}


def test_two_expected_answers_of_langsmith_that_differ_are_an_error(tmp_path) -> None:
    row = {"id": "1", "inputs": {"question": "q", "reference": "x"}, "outputs": {"answer": "y"}}
    with pytest.raises(SchemaError, match=r"item 1, field `outputs`: says something else than `inputs`"):
        list(read(saved(tmp_path, "t.json", [row])))


def test_results_of_an_evaluation_of_azure_are_under_rows(tmp_path) -> None:
    row = {"inputs.query": "q", "inputs.ground_truth": "x", "outputs.response": "a", "outputs.f1.f1": 0.5}
    ((case, trace),) = rows_of(saved(tmp_path, "r.json", {"rows": [row], "metrics": {"f1.f1": 0.5}}), "azure")
    assert (case.question, case.expected_answers, trace.answer) == ("q", ("x",), "a")
    assert case.metadata == {"outputs.f1.f1": 0.5}


def test_an_input_of_azure_that_stands_there_twice_is_kept(tmp_path) -> None:
    ((case, _),) = rows_of(
        saved(tmp_path, "t.jsonl", [{"inputs.query": "p", "query": "q", "inputs.response": "a"}]), "azure"
    )
    assert (case.question, case.metadata) == ("q", {"inputs.query": "p"})


# --- TruLens, RAGChecker, LlamaIndex, SQuAD


def test_every_retrieval_of_a_record_of_trulens_is_read_and_a_seen_one_once(tmp_path) -> None:
    def span(**attributes):
        named = {f"ai.observability.{name.replace('__', '.')}": value for name, value in attributes.items()}
        return {"record_attributes": {"ai.observability.record_id": "r"} | named}

    spans = [
        span(record_root__input="q"),
        span(retrieval__retrieved_contexts=["a", "b"]),
        span(retrieval__retrieved_contexts=["a", "b"]),
        span(retrieval__retrieved_contexts=["c"]),
    ]
    ((_, trace),) = rows_of(saved(tmp_path, "t.jsonl", spans), "trulens")
    assert [item.text for item in trace.retrieved] == ["a", "b", "c"]


def test_attributes_of_trulens_may_be_text_in_a_cell(tmp_path) -> None:
    held = '{"ai.observability.record_id": "r", "ai.observability.record_root.input": "q"}'
    table = 'event_id,record_attributes\ne,"' + held.replace('"', '""') + '"\n'
    ((case, _),) = rows_of(saved(tmp_path, "t.csv", table), "trulens")
    assert (case.id, case.question) == ("r", "q")


def test_strings_that_ragchecker_retrieved_are_texts(tmp_path) -> None:
    row = {"query_id": "1", "query": "q", "gt_answer": "x", "retrieved_context": ["t"]}
    ((_, trace),) = rows_of(saved(tmp_path, "t.jsonl", [row]), "ragchecker")
    assert (trace.retrieved[0].document_id, trace.retrieved[0].text) == (None, "t")


def test_a_relevant_document_that_the_corpus_lacks_is_an_error_that_names_it(tmp_path) -> None:
    pairs = {"queries": {"q": "what"}, "corpus": {"n": "t"}, "relevant_docs": {"q": ["n", "gone"]}}
    with pytest.raises(SchemaError, match=r"query 1, field `relevant_docs`: names 'gone', not in `corpus`"):
        list(read(saved(tmp_path, "pairs.json", pairs)))


def test_a_row_of_squad_without_an_answer_has_none_in_its_context(tmp_path) -> None:
    row = {"id": "1", "context": "c", "question": "q", "answers": {"text": [], "answer_start": []}}
    with_answer = {**row, "id": "2", "answers": {"text": ["c"], "answer_start": [0]}}
    found = rows_of(saved(tmp_path, "t.jsonl", [with_answer, row]), "squad")
    assert [(case.answerable, case.evidence) for case, _ in found] == [(True, ("c",)), (False, None)]
    asked = {"id": "1", "question": "q", "answers": [], "is_impossible": "true"}
    nested = {"data": [{"paragraphs": [{"context": "c", "qas": [asked]}]}]}
    with pytest.raises(SchemaError, match="field `is_impossible`: expected true or false, found 'true'"):
        list(read(saved(tmp_path, "s.json", nested)))


# --- spans


def span(identifier, parent, start, kind, **documents):
    attributes = {"openinference.span.kind": kind, "input.value": "q"}
    for i, name in enumerate(documents.get("ids", "")):
        attributes[f"retrieval.documents.{i}.document.id"] = name
    context = {"trace_id": "t", "span_id": identifier}
    return {"context": context, "parent_id": parent, "start_time": start, "attributes": attributes}


def retrieved(tmp_path, spans):
    ((_, trace),) = rows_of(saved(tmp_path, "spans.jsonl", spans), "openinference")
    return [item.document_id for item in trace.retrieved]


def test_what_a_retriever_called_to_retrieve_is_not_counted_twice(tmp_path) -> None:
    spans = [
        span("1", None, "2025-01-01T00:00:00Z", "CHAIN"),
        span("2", "1", "2025-01-01T00:00:01Z", "RETRIEVER", ids="ab"),
        span("3", "2", "2025-01-01T00:00:02Z", "CHAIN"),
        span("4", "3", "2025-01-01T00:00:03Z", "RETRIEVER", ids="abc"),
        span("5", "1", "2025-01-01T00:00:04Z", "RETRIEVER", ids="d"),
    ]
    assert retrieved(tmp_path, spans) == ["a", "b", "d"]


def test_a_retriever_around_others_that_kept_no_documents_hides_none(tmp_path) -> None:
    spans = [
        span("2", None, "2025-01-01T00:00:01Z", "RETRIEVER"),
        span("3", "2", "2025-01-01T00:00:02Z", "RETRIEVER", ids="a"),
    ]
    assert retrieved(tmp_path, spans) == ["a"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2025-01-01T00:00:01Z", "2025-01-01T00:00:01.5Z"),
        ("2025-01-01T09:00:01+09:00", "2025-01-01T00:00:02+00:00"),
        ("2025-01-01T00:00:01.000000001Z", "2025-01-01T00:00:01.000000002Z"),
        ("2025-01-01T00:00:01.25", "2025-01-01 00:00:01.3"),
        (999, 1000),
    ],
)
def test_spans_stand_in_time_however_it_is_written(tmp_path, first, second) -> None:
    spans = [
        span("3", "1", second, "RETRIEVER", ids="b"),
        span("2", "1", first, "RETRIEVER", ids="a"),
    ]
    assert retrieved(tmp_path, spans) == ["a", "b"]


@pytest.mark.parametrize(("around", "scope"), [("batches", "scopeSpans"), ("resource_spans", "scope_spans")])
def test_otlp_under_other_names_is_read(tmp_path, around, scope) -> None:
    step = {
        "traceId": "t",
        "spanId": "1",
        "attributes": [{"key": "input.value", "value": {"stringValue": "q"}}],
    }
    path = saved(tmp_path, "t.json", {around: [{scope: [{"spans": [step]}]}]})
    ((case, trace),) = rows_of(path, "openinference")
    assert (case.id, case.question) == ("t", "q")
    assert trace is None or trace.answer is UNSET


# --- TREC and BEIR


def test_parts_of_the_first_topics_are_told_apart(tmp_path) -> None:
    topic = (
        "<top>\n<head> Tipster Topic Description\n<num> Number: 051\n<dom> Domain: Economics\n"
        "<title> Topic: Airbus < Boeing &amp; others\n<desc> Description:\nWhat?\n"
        "<con> Concept(s):\n1. a\n</top>\n"
    )
    ((case, _),) = rows_of(saved(tmp_path, "topics.txt", topic), "trec-topics")
    assert (case.id, case.question) == ("051", "Airbus < Boeing & others")
    assert case.metadata == {
        "head": "Tipster Topic Description",
        "dom": "Economics",
        "desc": "What?",
        "con": "1. a",
    }


def test_topics_of_later_years_have_their_number_in_the_tag(tmp_path) -> None:
    topics = (
        '<topics task="x">\n<topic number="1"><query>origin</query><question>what is it</question>'
        '</topic>\n<topic number="2"><query>b</query></topic>\n</topics>\n'
    )
    found = rows_of(saved(tmp_path, "topics.xml", topics), "trec-topics")
    assert [(case.id, case.question) for case, _ in found] == [("1", "origin"), ("2", "b")]
    cut = saved(tmp_path, "cut.xml", topics.replace("</topic>\n</topics>", ""))
    with pytest.raises(SchemaError, match="1 of the topics have no end"):
        list(read(cut))


def test_what_beir_says_of_a_query_is_kept_and_none_stands_twice(tmp_path) -> None:
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td\t2\n", "utf-8")
    queries = [{"_id": "1", "text": "q", "metadata": {"url": "u"}, "more": 5}]
    saved(tmp_path, "queries.jsonl", queries)
    ((case, _),) = rows_of(str(tmp_path), "beir")
    assert case.metadata == {"metadata": {"url": "u"}, "more": 5}
    saved(tmp_path, "queries.jsonl", [*queries, {"_id": 1, "text": "other"}])
    with pytest.raises(
        SchemaError, match=r"queries\.jsonl, line 2, field `_id`: 1 stands there a second time"
    ):
        list(read(str(tmp_path)))


# --- text that looks like a list


@pytest.mark.parametrize("answer", ["[1, 2]", "['x']", '{"a": 1}', "{}", "[]"])
def test_an_expected_answer_in_json_is_its_text_and_in_a_cell_it_may_be_a_list(tmp_path, answer) -> None:
    row = {"user_input": "q", "response": answer, "reference": answer}
    ((case, trace),) = rows_of(saved(tmp_path, "t.jsonl", [row]), "ragas")
    assert (case.expected_answers, trace.answer) == ((answer,), answer)
    cell = answer.replace('"', '""')
    ((case, trace),) = rows_of(saved(tmp_path, "t.csv", f'user_input,reference\nq,"{cell}"\n'), "ragas")
    assert case.expected_answers == {"[1, 2]": ("1", "2"), "['x']": ("x",), "[]": ()}.get(answer, (answer,))
    table = f'input,expected_output,actual_output\nq,"{cell}",a\n'
    ((case, _),) = rows_of(saved(tmp_path, "d.csv", table), "deepeval")
    assert case.expected_answers == {"[1, 2]": ("1", "2"), "['x']": ("x",), "[]": ()}.get(answer, (answer,))


def test_a_decimal_of_a_table_is_an_answer_as_it_is_written(tmp_path) -> None:
    path = tmp_path / "t.parquet"
    frame = pl.DataFrame({"user_input": ["q"], "response": [Decimal("1.50")], "reference": [Decimal("2.00")]})
    frame.write_parquet(path)
    ((case, trace),) = rows_of(str(path), "ragas")
    assert (case.expected_answers, trace.answer) == (("2.00",), "1.50")


def test_a_plan_of_a_table_and_a_column_are_refused() -> None:
    with pytest.raises(SchemaError, match=r"found LazyFrame; give what its collect\(\) returns"):
        list(read_objects(pl.LazyFrame({"user_input": ["q"]})))
    pandas = pytest.importorskip("pandas")
    with pytest.raises(SchemaError, match="row 1: expected a dictionary, found 'q'"):
        list(read_objects(pandas.Series(["q"])))
