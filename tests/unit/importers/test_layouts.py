"""Layouts as their makers document them, one small file each."""

from __future__ import annotations

import json

import polars as pl
import pytest

import ragtriage
from ragtriage.errors import SchemaError
from ragtriage.importers.reading import read, recognise
from ragtriage.importers.table import IMPORTERS
from ragtriage.model import UNSET


def write(tmp_path, name, rows):
    path = tmp_path / name
    if name.endswith(".jsonl"):
        path.write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8")
    elif name.endswith(".json"):
        path.write_text(json.dumps(rows, ensure_ascii=False), "utf-8")
    else:
        path.write_text(rows, "utf-8")
    return str(path)


def one(path, layout):
    assert recognise(path).name == layout
    ((case, trace),) = read(path)
    return case, trace


def test_every_layout_says_in_a_line_what_it_is() -> None:
    for name, importer in IMPORTERS.items():
        assert 10 < len(importer.what) < 100, name
        assert "\n" not in importer.what


def test_ragas_first_names_and_ids_beside_texts_are_read(tmp_path) -> None:
    old = {
        "question": "q",
        "contexts": ["t"],
        "answer": "a",
        "ground_truths": ["x", "y"],
        "faithfulness": 0.5,
    }
    case, trace = one(write(tmp_path, "old.jsonl", [old]), "ragas")
    assert case.expected_answers == ("x", "y")
    assert case.metadata == {"faithfulness": 0.5}
    new = {
        "user_input": "q",
        "retrieved_contexts": ["t", "u"],
        "retrieved_context_ids": ["a", 2],
        "reference_context_ids": [2],
        "reference_contexts": ["u"],
        "response": None,
        "reference": "x",
    }
    case, trace = one(write(tmp_path, "new.jsonl", [new]), "ragas")
    assert [(item.document_id, item.text) for item in trace.retrieved] == [("a", "t"), ("2", "u")]
    assert case.gold_documents.grades == {"2": 1}
    assert case.evidence == ("u",)
    assert trace.answer is UNSET  # ragas has null where nothing was generated


def test_a_conversation_of_ragas_is_an_error_that_says_so(tmp_path) -> None:
    path = write(
        tmp_path, "c.jsonl", [{"user_input": [{"content": "hi", "type": "human"}], "reference": "x"}]
    )
    with pytest.raises(SchemaError, match="line 1, field `user_input`: is a conversation"):
        list(read(path))


def test_a_data_set_folder_of_hugging_face_is_read(tmp_path) -> None:
    folder = tmp_path / "saved" / "eval"
    folder.mkdir(parents=True)
    frame = pl.DataFrame(
        {"user_input": ["q", "r"], "retrieved_contexts": [["a"], []], "reference": ["x", "y"]}
    )
    frame.write_ipc_stream(folder / "data-00000-of-00001.arrow")
    (folder / "state.json").write_text("{}")
    (folder / "dataset_info.json").write_text("{}")
    assert recognise(str(folder)).name == "ragas"
    assert [len(trace.retrieved) for _, trace in read(str(folder))] == [1, 0]
    (tmp_path / "saved" / "dataset_dict.json").write_text('{"splits": ["eval"]}')
    assert len(list(read(str(tmp_path / "saved")))) == 2


def test_deepeval_camel_case_and_sources_are_read(tmp_path) -> None:
    rows = {"testCases": [{
        "input": "q", "actualOutput": "a", "expectedOutput": "x",
        "retrievalContext": [{"context": "t", "source": "s.pdf"}], "context": ["ideal"],
    }]}  # fmt: skip
    case, trace = one(write(tmp_path, "cases.json", rows), "deepeval")
    assert (case.question, case.expected_answers, case.evidence) == ("q", ("x",), ("ideal",))
    assert (trace.answer, trace.retrieved[0].document_id, trace.retrieved[0].text) == ("a", "s.pdf", "t")


def test_a_golden_without_an_output_has_no_trace(tmp_path) -> None:
    golden = {"input": "q", "actual_output": None, "expected_output": "x", "retrieval_context": None}
    assert one(write(tmp_path, "g.json", [golden]), "deepeval")[1] is None


def test_inputs_of_a_haystack_evaluation_are_columns_with_documents(tmp_path) -> None:
    columns = {
        "questions": ["q"],
        "ground_truth_documents": [[{"id": "d1", "content": "t", "meta": {"file": "f"}}]],
        "retrieved_documents": [[{"id": "d2", "content": "u", "file": "g", "score": 0.5, "blob": None}]],
        "predicted_answers": ["a"],
        "ground_truth_answers": ["x"],
    }
    case, trace = one(write(tmp_path, "inputs.json", columns), "haystack")
    assert case.gold_documents.grades == {"d1": 1}
    (item,) = trace.retrieved
    assert (item.document_id, item.text, item.score, item.metadata) == ("d2", "u", 0.5, {"file": "g"})


def test_columns_of_different_lengths_are_an_error_that_names_them(tmp_path) -> None:
    path = write(tmp_path, "inputs.json", {"questions": ["q"], "predicted_answers": ["a", "b"]})
    with pytest.raises(SchemaError, match="different lengths: `questions` 1, `predicted_answers` 2"):
        list(read(path, "haystack"))


def test_a_printed_document_may_hold_quotes_and_brackets(tmp_path) -> None:
    printed = (
        "[Document(id=a1, content: 'it's (a) \"b\"], meta: x', meta: {'name': \"o'k\", 'n': [1]}, "
        "score: 0.5), "
        "Document(id=b2, content: '" + "y" * 100 + "...')]"
    )
    table = 'questions,true_answers,retrieved_docs\nq,x,"' + printed.replace('"', '""') + '"\n'
    _, trace = one(write(tmp_path, "d.csv", table), "haystack")
    first, second = trace.retrieved
    assert (first.document_id, first.text, first.score) == ("a1", 'it\'s (a) "b"], meta: x', 0.5)
    assert first.metadata == {"name": "o'k", "n": [1]}
    assert (second.document_id, second.text) == ("b2", None)
    assert second.metadata == {"beginning": "y" * 100 + "..."}


def test_no_printed_document_takes_time_without_end(tmp_path) -> None:
    part = "', meta: {x}, blob: , dataframe: , score: ', content: '"
    printed = "[Document(id=a, content: '" + part * 3000 + "]"
    _, rows = write(tmp_path, "d.csv", f'questions,true_answers,retrieved_docs\nq,x,"{printed}"\n'), []
    assert list(read(str(tmp_path / "d.csv"), on_bad=rows.append)) == []
    assert len(rows) == 1


def test_autorag_results_zip_ids_texts_and_scores(tmp_path) -> None:
    path = tmp_path / "best.parquet"
    pl.DataFrame(
        {
            "qid": ["1"],
            "query": ["q"],
            "retrieval_gt": [[["a", "b"], ["c"]]],
            "generation_gt": [["x"]],
            "retrieved_ids": [["a", "z"]],
            "retrieved_contents": [["t", "u"]],
            "retrieve_scores": [[0.5, 0.25]],
            "generated_texts": ["out"],
            "retrieval_f1": [0.4],
        }
    ).write_parquet(path)
    case, trace = one(str(path), "autorag")
    assert case.gold_documents.groups == (("a", "b"), ("c",))
    assert [(item.document_id, item.text, item.score) for item in trace.retrieved] == [
        ("a", "t", 0.5),
        ("z", "u", 0.25),
    ]
    assert (trace.answer, case.metadata) == ("out", {"retrieval_f1": 0.4})


def test_one_list_of_ids_in_autorag_is_any_of_them(tmp_path) -> None:
    row = {"qid": 1, "query": "q", "retrieval_gt": ["a", "b"], "generation_gt": "x"}
    case, _ = one(write(tmp_path, "qa.jsonl", [row]), "autorag")
    assert case.gold_documents.groups == (("a", "b"),)
    assert case.id == "1"


def test_an_embedding_data_set_of_llamaindex_has_gold_and_its_texts(tmp_path) -> None:
    whole = {"queries": {"q": "what"}, "corpus": {"n": "text", "m": "other"}, "relevant_docs": {"q": ["n"]}}
    case, trace = one(write(tmp_path, "pairs.json", whole | {"mode": "text"}), "llamaindex-embedding")
    assert (case.id, case.question, case.evidence) == ("q", "what", ("text",))
    assert case.gold_documents.grades == {"n": 1}
    assert trace is None


def test_rows_of_squad_in_a_table_are_read_as_the_nested_file_is(tmp_path) -> None:
    flat = {"id": "1", "title": "T", "context": "T [SEP] a b", "question": "q",
            "answers": {"text": ["a", "a"], "answer_start": [0, 0]}}  # fmt: skip
    nested = {"data": [{"title": "T", "paragraphs": [{"context": "T [SEP] a b", "qas": [{
        "id": "1", "question": "q", "answers": [{"text": "a", "answer_start": 0}] * 2}]}]}]}  # fmt: skip
    a = one(write(tmp_path, "flat.jsonl", [flat]), "squad")
    b = one(write(tmp_path, "nested.json", nested), "squad")
    assert a == b
    assert (a[0].expected_answers, a[0].evidence) == (("a",), ("a b",))


def test_an_answer_of_promptfoo_is_a_text_and_its_variables_are_labels(tmp_path) -> None:
    result = {
        "vars": {"question": "q", "ground_truth": "x", "lang": "en"},
        "provider": {"id": "openai:m", "label": "small"},
        "promptIdx": 1,
        "response": {"output": "a"},
        "success": True,
    }
    other = {**result, "provider": "b", "response": {"output": {"answer": "a", "retrieved_ids": ["d"]}}}
    path = write(tmp_path, "out.json", {"evalId": "e", "results": {"version": 3, "results": [result, other]}})
    (case, trace), (second, second_trace) = read(path)
    assert (case.id, case.tags, case.cluster) == ("1@small#1", ("small",), "1")
    assert (case.question, case.expected_answers, trace.answer) == ("q", ("x",), "a")
    assert case.metadata["vars"] == {"lang": "en"}
    assert second.id == "1@b#1"
    assert (second_trace.answer, second_trace.retrieved) == ("a", ("d",))


def test_the_outputs_of_a_langsmith_example_are_the_expected_answer(tmp_path) -> None:
    row = {"id": "u", "inputs": {"text": "q"}, "outputs": {"answer": "x", "kind": 1}, "metadata": {"s": 1}}
    case, trace = one(write(tmp_path, "e.jsonl", [row]), "langsmith")
    assert (case.id, case.question, case.expected_answers, trace) == ("u", "q", ("x",), None)
    assert case.metadata == {"metadata": {"s": 1}, "inputs": {"text": "q"}, "outputs": {"kind": 1}}


def test_results_of_azure_stand_beside_the_columns_of_their_inputs(tmp_path) -> None:
    row = {"inputs.query": "q", "inputs.response": "a", "inputs.context": "t", "inputs.ground_truth": "x",
           "outputs.groundedness.groundedness": 5.0}  # fmt: skip
    case, trace = one(write(tmp_path, "r.jsonl", [row]), "azure")
    assert (case.question, case.expected_answers, trace.answer, trace.context) == ("q", ("x",), "a", ("t",))
    assert case.metadata == {"outputs.groundedness.groundedness": 5.0}


def test_ranx_judgements_and_runs_are_told_apart_and_joined_by_query(tmp_path) -> None:
    qrels = write(tmp_path, "a.json", {"q1": {"d": 2, "e": 1}, "q2": {"f": 1}})
    run = write(tmp_path, "b.json", {"q1": {"x": 0.1, "d": 0.9}, "q2": {"f": 0.5}})
    assert recognise(qrels).name == "ranx-qrels"
    assert recognise(run).name == "ranx-run"
    gold = {case.id: case.gold_documents.grades for case, _ in read(qrels)}
    assert gold == {"q1": {"d": 2, "e": 1}, "q2": {"f": 1}}
    assert [item.document_id for item in next(read(run))[1].retrieved] == ["d", "x"]


def test_topics_of_trec_are_read_from_sgml_and_from_lines(tmp_path) -> None:
    sgml = (
        "<top>\n\n<num> Number: 301\n<title> International Crime\n\n<desc> Description:\nName them.\n"
        "<narr> Narrative:\nA document\nis relevant.\n\n</top>\n"
    )
    case, trace = one(write(tmp_path, "topics.txt", sgml), "trec-topics")
    assert (case.id, case.question, trace) == ("301", "International Crime", None)
    assert case.metadata == {"desc": "Name them.", "narr": "A document is relevant."}
    lines = write(tmp_path, "queries.tsv", "1048585\twhat is paula deen's brother\n")
    assert one(lines, "trec-topics")[0].question == "what is paula deen's brother"


def test_a_run_of_trec_is_in_the_order_of_trec_eval(tmp_path) -> None:
    path = write(tmp_path, "run.txt", "1 Q0 a 1 0.5 t\n1 Q0 b 2 0.5 t\n1 Q0 c 3 0.9 t\n")
    _, trace = one(path, "trec-run")
    assert [item.document_id for item in trace.retrieved] == ["c", "b", "a"]


def test_the_original_file_of_hotpotqa_is_read_as_the_rearranged_one_is(tmp_path) -> None:
    pairs = {"_id": "1", "question": "q", "answer": "a", "supporting_facts": [["T", 1], ["U", 0]],
             "context": [["T", ["s0", " s1"]], ["U", ["u0"]]]}  # fmt: skip
    columns = {"id": "1", "question": "q", "answer": "a",
               "supporting_facts": {"title": ["T", "U"], "sent_id": [1, 0]},
               "context": {"title": ["T", "U"], "sentences": [["s0", " s1"], ["u0"]]}}  # fmt: skip
    for name, row in (("a.jsonl", pairs), ("b.jsonl", columns)):
        case, _ = one(write(tmp_path, name, [row]), "hotpotqa")
        assert list(case.gold_documents.grades) == ["T", "U"]
        assert case.evidence == ("s1", "u0")


DOCUMENT = {"id": None, "metadata": {"source": "a.pdf", "page": 3}, "page_content": "t", "type": "Document"}


@pytest.mark.parametrize(
    "row",
    [
        {"input": "q", "context": [DOCUMENT], "answer": "a", "ground_truth": "x"},
        {"query": "q", "result": "a", "source_documents": [DOCUMENT], "expected": "x"},
        {
            "question": "q",
            "documents": [{"lc": 1, "type": "constructor", "id": ["Document"], "kwargs": DOCUMENT}],
            "answer": "a",
            "reference": "x",
        },
    ],
)
def test_what_a_chain_of_langchain_returns_is_read_with_its_documents(tmp_path, row) -> None:
    case, trace = one(write(tmp_path, "chain.jsonl", [row]), "langchain")
    assert (case.question, case.expected_answers, trace.answer) == ("q", ("x",), "a")
    [item] = trace.retrieved
    assert (item.document_id, item.text, item.metadata) == (None, "t", {"source": "a.pdf", "page": 3})


def test_a_folder_of_llamaindex_joins_its_predictions_by_position(shared, tmp_path) -> None:
    exports = shared / "data" / "exports"
    data, predictions = exports / "llamaindex_rag_dataset.json", exports / "llamaindex_rag_predictions.json"
    (tmp_path / "rag_dataset.json").write_bytes(data.read_bytes())
    (tmp_path / "source_files.json").write_text("[]")
    assert recognise(str(tmp_path)).name == "llamaindex"
    assert [trace for _, trace in read(str(tmp_path))] == [None] * 20
    (tmp_path / "predicted.json").write_bytes(predictions.read_bytes())
    said: list[str] = []
    pairs = list(read(str(tmp_path), tell=said.append))
    wanted = json.loads(predictions.read_text("utf-8"))["predictions"]
    asked = json.loads(data.read_text("utf-8"))["examples"]
    assert [case.question for case, _ in pairs] == [each["query"] for each in asked]
    assert [trace.answer for _, trace in pairs] == [each["response"] for each in wanted]
    assert [[item.text for item in trace.retrieved] for _, trace in pairs] == [
        each["contexts"] for each in wanted
    ]
    assert f"{tmp_path}: 20 rows, joined by position with what belongs to them" in said
    cut = {"predictions": wanted[:18]}
    (tmp_path / "predicted.json").write_text(json.dumps(cut))
    with pytest.raises(SchemaError, match=r"has 20 examples and predicted\.json 18 predictions"):
        list(read(str(tmp_path)))
    (tmp_path / "second.json").write_bytes(predictions.read_bytes())
    with pytest.raises(SchemaError, match=r"several files of predictions \(predicted\.json, second\.json\)"):
        list(read(str(tmp_path)))


def test_a_file_of_traces_is_not_said_to_lack_what_stands_with_the_cases(shared) -> None:
    said: list[str] = []
    list(read(str(shared / "data" / "exports" / "llamaindex_rag_predictions.json"), tell=said.append))
    assert not [each for each in said if "no gold ids" in each or "no expected answers" in each]


def test_squad_is_told_by_what_it_holds_and_not_by_its_ending(shared, tmp_path) -> None:
    original = shared / "data" / "qa" / "squad2_dev_cut.json"
    copy = tmp_path / "squad.data"
    copy.write_bytes(original.read_bytes())
    assert len(list(read(str(copy)))) == 696


@pytest.mark.parametrize(
    ("name", "rows", "told"),
    [
        (
            "goldens.json",
            {"goldens": [{"input": "q", "expected_output": "a"}], "conversational_goldens": [{"turns": []}]},
            "`conversational_goldens`",
        ),
        (
            "goldens.json",
            {"goldens": [{"input": "q", "expected_output": "a"}], "conversational_goldens": []},
            None,
        ),
        (
            "promptfoo.json",
            {"results": {"results": [{"vars": {"query": "q"}, "provider": "p"}], "stats": {"successes": 1}}},
            "`results.stats`",
        ),
        ("checked.json", {"results": [{"gt_answer": "a", "query": "q"}], "metrics": {"f1": 1}}, "`metrics`"),
        ("ragas.json", {"user_input": "q", "reference": "a", "metrics": {"f1": 1}}, None),
    ],
)
def test_what_stands_beside_the_rows_of_a_file_is_named_and_not_passed_over(
    tmp_path, name, rows, told
) -> None:
    said: list[str] = []
    path = write(tmp_path, name, rows)
    [(case, _)] = read(path, tell=said.append)
    assert case.question == "q"
    left = [each for each in said if "of the file and of no row" in each]
    assert left == ([] if told is None else [f"{path}: {told}: of the file and of no row, not read"])


def test_results_of_an_autorag_node_are_joined_by_qid_and_refused_without(shared, tmp_path) -> None:
    questions = pl.read_parquet(shared / "data" / "exports" / "autorag_qa.parquet")
    gold = [groups[0][0] for groups in questions["retrieval_gt"].to_list()]
    found = pl.Series("retrieved_ids", [[each, "other"] for each in gold])
    questions.select("qid").with_columns(found).write_parquet(tmp_path / "best_0.parquet")
    evaluation = ragtriage.evaluate(
        shared / "data" / "exports" / "autorag_qa.parquet", tmp_path / "best_0.parquet"
    )
    assert [result.case.id for result in evaluation] == questions["qid"].to_list()
    assert evaluation.report.mean_recall == 1.0
    pl.DataFrame([found, pl.Series("retrieved_contents", [["t", "u"]] * 10)]).write_parquet(
        tmp_path / "0.parquet"
    )
    with pytest.raises(SchemaError, match=r"give the `best_\*\.parquet` of that node"):
        ragtriage.evaluate(tmp_path / "0.parquet")
