"""`ragtriage.evaluate` takes what a caller has, whoever wrote it."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from dataclasses import dataclass, field

import pandas as pd
import polars as pl
import pytest
from haystack import Document

import ragtriage
from ragtriage import Case, Trace
from ragtriage.errors import AlignmentError, SchemaError
from ragtriage.evaluation import inputs
from ragtriage.importers.reading import read


@dataclass
class ChainDocument:
    page_content: str
    metadata: dict = field(default_factory=dict)
    id: str | None = None


@dataclass
class Node:
    node_id: str
    text: str
    ref_doc_id: str | None = None
    metadata: dict = field(default_factory=dict)

    def get_content(self) -> str:
        return self.text


@dataclass
class NodeWithScore:
    node: Node
    score: float | None


@dataclass
class Response:
    response: str | None
    source_nodes: list


ROW = {"question": "limit?", "expected": "5 days", "gold_ids": ["a"]}
TEXT = "The limit is 5 days."


def retrieved(evaluation):
    [result] = evaluation
    assert result.case.question == "limit?"
    return result.trace.answer, [(item.document_id, item.text, item.score) for item in result.trace.retrieved]


@pytest.mark.parametrize(
    ("document", "score"),
    [
        (ChainDocument(TEXT, {"source": "a.pdf"}, "a"), None),
        ((ChainDocument(TEXT, {}, "a"), 0.5), 0.5),
        (NodeWithScore(Node("n1", TEXT, "a"), 0.5), 0.5),
        (Node("n1", TEXT, "a"), None),
        (Document(id="a", content=TEXT, score=0.5), 0.5),
    ],
)
def test_documents_of_other_libraries_are_read_in_rows_of_our_own_names(document, score) -> None:
    row = {**ROW, "retrieved": [document], "answer": "5 days"}
    evaluation = ragtriage.evaluate([row])
    assert retrieved(evaluation) == ("5 days", [("a", TEXT, score)])
    assert evaluation.report.mean_recall == 1.0
    assert ragtriage.evaluate_case(row)["recall_at_k"] == 1.0


def test_a_response_is_the_answer_and_what_it_rests_on() -> None:
    response = Response("5 days", [NodeWithScore(Node("n1", TEXT, "a"), 0.5)])
    wanted = ("5 days", [("a", TEXT, 0.5)])
    assert retrieved(ragtriage.evaluate([{**ROW, "response": response}])) == wanted
    apart = ragtriage.evaluate([{**ROW, "id": "1"}], [{"id": "1", "answer": response}])
    assert retrieved(apart) == wanted


def test_what_a_chain_returns_is_recognised_by_its_names() -> None:
    row = {"input": "limit?", "context": [ChainDocument(TEXT, {}, "a")], "answer": "5 days"}
    assert retrieved(ragtriage.evaluate([row])) == ("5 days", [("a", TEXT, None)])


RAGAS = {
    "user_input": "limit?",
    "retrieved_contexts": [TEXT],
    "reference_contexts": ["5 days"],
    "response": "5 days",
    "reference": "5 days",
}


class Split(list):
    """As a data set of Hugging Face: an iterable of dictionaries and no table."""


class Splits(dict):
    num_rows = {"train": 1}  # noqa: RUF012 - as there


@dataclass
class Sample:
    user_input: str
    retrieved_contexts: list
    reference_contexts: list
    response: str
    reference: str
    rubrics: None = None


@pytest.mark.parametrize(
    "data",
    [
        [RAGAS],
        Split([RAGAS]),
        iter([RAGAS]),
        pl.DataFrame([RAGAS]),
        pl.DataFrame([RAGAS]).to_arrow(),
        pd.DataFrame([RAGAS]),
        [Sample(**RAGAS)],
    ],
    ids=["list", "data set", "iterator", "polars", "arrow", "pandas", "records"],
)
def test_rows_of_another_tool_are_recognised_in_memory_as_in_a_file(tmp_path, data) -> None:
    (tmp_path / "ragas.jsonl").write_text(json.dumps(RAGAS) + "\n", encoding="utf-8")
    [wanted] = ragtriage.evaluate(str(tmp_path / "ragas.jsonl"))
    [found] = ragtriage.evaluate(data)
    assert found.case.evidence == ("5 days",)
    assert (found.case, found.trace) == (wanted.case, wanted.trace)


def test_splits_are_refused_by_their_names() -> None:
    with pytest.raises(SchemaError, match="the rows of one split, found Splits with 'train'"):
        ragtriage.evaluate(Splits(train=[RAGAS]))


def test_files_and_folders_are_recognised_and_what_is_read_already_is_taken(shared, tmp_path) -> None:
    exports = shared / "data" / "exports"
    data, predictions = exports / "llamaindex_rag_dataset.json", exports / "llamaindex_rag_predictions.json"
    pair = ragtriage.evaluate(data, predictions)
    assert len(pair) == len(ragtriage.evaluate(str(data), traces=str(predictions))) == 20
    assert len(ragtriage.evaluate(read(str(exports / "ragas_dataset.csv")))) == 20
    (tmp_path / "rag_dataset.json").write_bytes(data.read_bytes())
    (tmp_path / "predictions.json").write_bytes(predictions.read_bytes())
    folder = ragtriage.evaluate(tmp_path)
    assert [result.trace for result in folder] == [result.trace for result in pair]


def test_rows_of_our_own_are_handed_on_as_they_are() -> None:
    case, trace = Case(id="1", question="q"), Trace(id="1", retrieved=(), answer="a")
    assert len(ragtriage.evaluate([(case, trace)])) == 1
    assert len(ragtriage.evaluate(iter([case]), [trace])) == 1
    with pytest.raises(SchemaError, match="did you mean `answer`"):
        ragtriage.evaluate([{"question": "q", "answr": "a", "retrieved": []}])
    with pytest.raises(SchemaError, match="found int"):
        ragtriage.evaluate(3)


def test_the_signature_is_that_of_the_pipeline() -> None:
    assert inspect.signature(ragtriage.evaluate) == inspect.signature(inputs.evaluate)


def test_no_library_is_imported_to_know_its_objects(tmp_path) -> None:
    code = (
        "import sys, ragtriage\n"
        "ragtriage.evaluate([{'question': 'q', 'retrieved': [], 'answer': 'a', 'note': 1}])\n"
        "found = {'langchain_core', 'llama_index', 'haystack', 'datasets', 'pandas', 'polars', 'pyarrow'}\n"
        "assert not found & set(sys.modules), found & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize("name", ["retrieved", "contexts"])
@pytest.mark.parametrize(
    "document", [ChainDocument(TEXT, {"source": "a.pdf"}), {"text": TEXT}, {"content": TEXT}]
)
def test_documents_without_an_id_are_texts_that_were_recorded(name, document) -> None:
    evaluation = ragtriage.evaluate([{**ROW, "evidence": ["5 days"], name: [document], "answer": "5 days"}])
    assert retrieved(evaluation) == ("5 days", [(None, TEXT, None)])
    [result] = evaluation
    assert (result.verdicts.retrieval.outcome, result.verdicts.evidence.outcome) == ("unknown", "pass")


def test_documents_that_went_into_the_prompt_are_their_texts() -> None:
    [result] = ragtriage.evaluate([{**ROW, "context": [ChainDocument(TEXT), {"text": "x"}], "answer": "a"}])
    assert result.trace.context == (TEXT, "x")
    with pytest.raises(SchemaError, match=r"`context\[0\]`: expected a string, found \{'body': 'x'\}"):
        ragtriage.evaluate([{**ROW, "context": [{"body": "x"}], "answer": "a"}])


FOREIGN = {"質問": "q", "正解": "5 days", "正解文書": "a、b", "検索結果ID": ["a"], "回答": "5 days"}


@pytest.mark.parametrize(
    "table", [list, pd.DataFrame, pl.DataFrame, lambda rows: pl.DataFrame(rows).to_arrow()]
)
def test_a_table_with_headings_of_its_own_is_refused_with_the_map_to_paste(table) -> None:
    with pytest.raises(SchemaError) as refused:
        ragtriage.evaluate(table([FOREIGN]))
    said = str(refused.value)
    assert said.startswith("cases, row 1: has neither `id` nor `question`; say which is which: map={")
    pairs, _, split = said.partition("map=")[2].partition(", split=")
    given = {"map": ast.literal_eval(pairs), "split": ast.literal_eval(split)}
    evaluation = ragtriage.evaluate(table([FOREIGN]), **given)
    assert evaluation.summary.metrics["recall"].mean == 0.5
    assert evaluation.report.unread == ()


def test_what_a_map_would_read_is_said_where_a_row_has_no_trace() -> None:
    with pytest.raises(AlignmentError, match=r"or read more of it: map=\{'answer': '回答'\} "):
        ragtriage.evaluate(pd.DataFrame([{"question": "q", "回答": "a"}]))


def test_a_map_reads_records_and_files_as_it_reads_dictionaries(tmp_path) -> None:
    @dataclass
    class Sample:
        prompt: str
        output: str

    given = {"question": "prompt", "answer": "output"}
    [record] = ragtriage.evaluate([Sample("q", "a")], map=given)
    path = tmp_path / "a.csv"
    path.write_bytes("prompt,output\n質問,答え\n".encode("cp932"))
    [row] = ragtriage.evaluate(path, map="question=prompt,answer=output", encoding="cp932")
    assert (record.trace.answer, row.case.question) == ("a", "質問")


def test_a_document_key_names_documents_in_memory_as_it_does_in_files() -> None:
    rows = [{**ROW, "retrieved": [ChainDocument(TEXT, {"source": "a"})], "answer": "5 days"}]
    [result] = ragtriage.evaluate(rows, document_key="metadata.source")
    assert result.metrics["recall"] == 1.0
    chain = [
        {"input": "q", "context": [ChainDocument(TEXT, {"source": "a"})], "answer": "a", "gold_ids": ["a"]}
    ]
    [result] = ragtriage.evaluate(chain, document_key=["metadata.source"])
    assert result.metrics["recall"] == 1.0


def test_a_map_that_leads_nowhere_is_an_error_with_the_names_there_are() -> None:
    with pytest.raises(
        SchemaError, match="no row has `nowhere`, which is to be `answer`; the names there are: "
    ):
        ragtriage.evaluate([{"question": "q", "retrieved": []}], map={"answer": "nowhere"})
