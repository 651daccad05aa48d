"""Rows of MLflow, which look like those of LangSmith and mean something else."""

from __future__ import annotations

import json

import pytest

import ragtriage
from ragtriage.importers.reading import read, read_objects, recognise

TEXT = "The desk opens at nine. It closes at five."


def saved(tmp_path, name, data):
    path = tmp_path / name
    text = "\n".join(map(json.dumps, data)) if name.endswith("jsonl") else json.dumps(data)
    path.write_text(data if isinstance(data, str) else text)
    return str(path)


def one(path):
    assert recognise(path).name == "mlflow"
    ((case, trace),) = read(path)
    return case, trace


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"expectations": {"expected_response": "x"}}, ("x",)),
        ({"expectations": {"expected_facts": ["x", "y"]}}, (("x", "y"),)),  # all of them, in one answer
        ({"expectations": {"expected_facts": ["x", "y"], "expected_response": "x and y"}}, ("x and y",)),
        ({"expectations": {"expected_answer": "x"}}, ("x",)),
        ({"expectations": {"ground_truth": ["x", "y"]}}, ("x", "y")),
        ({"expectations/expected_response/value": "x"}, ("x",)),
        ({"expectations/expected_response": "x"}, ("x",)),
        ({"expectations.expected_response": "x"}, ("x",)),
        ({"expected_response/value": "x"}, ("x",)),
        ({"expected_facts/value": ["x", "y"]}, (("x", "y"),)),
        ({"expected_response": "x"}, ("x",)),
        ({"ground_truth": "x"}, ("x",)),
        ({"targets": "x"}, ("x",)),
        ({"expectations": {"guidelines": ["be short"]}}, None),
        ({"expectations": {}}, None),
        ({"expectations": None}, None),
        ({"expectations": json.dumps({"expected_response": "x"})}, ("x",)),  # as a cell of a table
    ],
)
def test_what_is_expected_is_the_expected_answer_and_the_outputs_are_the_answer(
    tmp_path, row, expected
) -> None:
    given = {"inputs": {"question": "q"}, "outputs": {"response": "a"}}
    case, trace = one(saved(tmp_path, "rows.json", [given | row]))
    assert (case.question, case.expected_answers, trace.answer) == ("q", expected, "a")


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [
        ({"question": "q"}, "a"),
        ({"query": "q", "k": 3}, {"answer": "a", "cost": 1}),
        ("q", "a"),
        ({"anything": "q"}, {"output": "a"}),
        (
            {"messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "q"}]},
            {"choices": [{"message": {"role": "assistant", "content": "a"}}]},
        ),
        (
            [
                {"role": "user", "content": "p"},
                {"role": "assistant", "content": "b"},
                {"role": "user", "content": "q"},
            ],
            {"messages": [{"role": "assistant", "content": [{"type": "text", "text": "a"}]}]},
        ),
        (json.dumps({"question": "q"}), json.dumps({"response": "a"})),
    ],
)
def test_the_question_and_the_answer_are_found_in_whatever_stands_there(tmp_path, inputs, outputs) -> None:
    row = {"inputs": inputs, "outputs": outputs, "expectations": {"expected_response": "x"}}
    case, trace = one(saved(tmp_path, "rows.jsonl", [row]))
    assert (case.question, trace.answer) == ("q", "a")


def test_an_answer_that_looks_like_a_list_stays_a_text(tmp_path) -> None:
    row = {"inputs": "q", "outputs": "[1]", "ground_truth": "[1]"}
    case, trace = one(saved(tmp_path, "rows.json", [row]))
    assert (trace.answer, case.expected_answers) == ("[1]", ("[1]",))


def test_a_data_set_without_outputs_holds_cases(tmp_path) -> None:
    row = {
        "dataset_record_id": "r1",
        "inputs": {"question": "q"},
        "expectations": {"expected_facts": ["x"], "guidelines": ["be short"]},
        "tags": {"topic": "t"},
        "source_type": "HUMAN",
        "outputs": None,
    }
    case, trace = one(saved(tmp_path, "rows.json", [row]))
    assert (case.id, case.question, case.expected_answers, trace) == ("r1", "q", (("x",),), None)
    assert case.metadata == {
        "expectations": {"guidelines": ["be short"]},
        "tags": {"topic": "t"},
        "source_type": "HUMAN",
    }


def test_what_came_back_and_what_should_have_is_read(tmp_path) -> None:
    row = {
        "request_id": "r1",
        "request": "q",
        "response": "a",
        "expected_response": "x",
        "retrieved_context": [{"doc_uri": "a.md", "content": TEXT}, {"doc_uri": "b.md", "content": "t"}],
        "expected_retrieved_context": [{"doc_uri": "a.md"}],
    }
    case, trace = one(saved(tmp_path, "rows.json", [row]))
    assert (case.id, case.question, case.expected_answers, trace.answer) == ("r1", "q", ("x",), "a")
    assert [(item.document_id, item.text) for item in trace.retrieved] == [("a.md", TEXT), ("b.md", "t")]
    assert case.gold_documents.grades == {"a.md": 1}
    assert case.metadata is None


def test_what_should_come_back_without_an_id_is_evidence(tmp_path) -> None:
    row = {
        "inputs": {"question": "q"},
        "outputs": {"response": "a", "retrieved_context": [{"content": TEXT}]},
        "expectations": {"expected_retrieved_context": [{"content": "It closes at five."}]},
    }
    case, trace = one(saved(tmp_path, "rows.json", [row]))
    assert (case.gold_documents, case.evidence) == (None, ("It closes at five.",))
    assert [item.text for item in trace.retrieved] == [TEXT]
    (result,) = ragtriage.evaluate(saved(tmp_path, "rows.json", [row]))
    assert result.verdicts.evidence.outcome == "pass"


def test_a_table_of_results_in_columns_and_data_is_read(tmp_path) -> None:
    table = {
        "columns": ["inputs", "ground_truth", "outputs", "token_count", "toxicity/v1/score"],
        "data": [["q", "x", "a", 7, 0.1], ["r", "y", "b", 8, 0.2]],
    }
    path = saved(tmp_path, "eval_results_table.json", table)
    assert recognise(path).name == "mlflow"
    pairs = list(read(path))
    assert [(case.question, case.expected_answers, trace.answer) for case, trace in pairs] == [
        ("q", ("x",), "a"),
        ("r", ("y",), "b"),
    ]
    assert pairs[0][0].metadata == {"token_count": 7, "toxicity/v1/score": 0.1}


def test_a_csv_of_results_is_read(tmp_path) -> None:
    table = (
        "trace_id,request,response,expected_response/value,correctness/value,correctness/rationale\n"
        '1,"{""question"": ""q""}",a,x,yes,"It is."\n'
    )
    case, trace = one(saved(tmp_path, "rows.csv", table))
    assert (case.id, case.question, case.expected_answers, trace.answer) == ("1", "q", ("x",), "a")
    assert case.metadata == {"correctness/value": "yes", "correctness/rationale": "It is."}


def test_rows_in_memory_are_read_likewise() -> None:
    rows = [
        {
            "inputs": {"question": "q"},
            "outputs": {"response": "x"},
            "expectations": {"expected_response": "x"},
        }
    ]
    ((case, trace),) = read_objects(rows)
    assert (case.expected_answers, trace.answer) == (("x",), "x")
    (result,) = ragtriage.evaluate(rows)
    assert result.verdicts.answer.outcome == "pass"


@pytest.mark.parametrize(
    "row",
    [
        {"inputs": {"question": "q"}, "outputs": {"answer": "x"}},
        {"inputs": {"question": "q"}, "outputs": {"answer": "a"}, "reference_outputs": {"answer": "x"}},
        {"id": "1", "inputs": {"question": "q"}, "outputs": {"answer": "x"}, "metadata": {"split": "test"}},
    ],
)
def test_examples_of_langsmith_stay_what_they_are(tmp_path, row) -> None:
    path = saved(tmp_path, "rows.json", [row])
    assert recognise(path).name == "langsmith"
    ((case, _),) = read(path)
    assert case.expected_answers == ("x",)


@pytest.mark.parametrize(
    ("row", "name"),
    [
        ({"query": "q", "response": "a", "context": "t", "ground_truth": "x"}, "azure"),
        ({"user_input": "q", "response": "a", "reference": "x"}, "ragas"),
        ({"question": "q", "answer": "a", "ground_truth": "x"}, "json"),
        ({"input": "q", "actual_output": "a", "expected_output": "x"}, "deepeval"),
        ({"inputs.query": "q", "outputs.response": "a", "inputs.ground_truth": "x"}, "azure"),
    ],
)
def test_rows_of_others_stay_theirs(tmp_path, row, name) -> None:
    assert recognise(saved(tmp_path, "rows.json", [row])).name == name
