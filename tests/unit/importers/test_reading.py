"""Reading foreign files: what is said, what is kept, what is refused."""

from __future__ import annotations

import csv
import gzip
import io
import json
from dataclasses import dataclass, field

import polars as pl
import pytest
from haystack import Document

from ragtriage import evaluate
from ragtriage.errors import ConfigError, DataError, SchemaError
from ragtriage.importers.glance import has_our_names
from ragtriage.importers.literals import literal
from ragtriage.importers.reading import read, read_objects, recognise
from ragtriage.io.entries import BadFieldError
from ragtriage.io.mapping import DocumentKey
from ragtriage.model import UNSET


def ragas(tmp_path, *rows, name="r.jsonl", **all_rows):
    path = tmp_path / name
    path.write_text(
        "\n".join(json.dumps({"user_input": f"q{i}", **all_rows, **row}) for i, row in enumerate(rows))
    )
    return str(path)


def table(tmp_path, *rows, name="t.csv"):
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    path = tmp_path / name
    path.write_text(text.getvalue(), newline="")
    return str(path)


def test_a_reader_says_what_it_took_for_what_and_what_is_unknown_for_that(tmp_path) -> None:
    said = []
    path = ragas(tmp_path, {"ground_truth": "x", "retrieved_contexts": ["t"], "response": "a"})
    list(read(path, tell=said.append))
    assert "`ground_truth` → expected answers" in said[0]
    assert "no gold ids in this file: retrieval is unknown" in said[-1]


def test_the_older_names_of_ragas_are_its_own_until_one_of_ours_stands_beside_them(tmp_path) -> None:
    old = {"question": "q", "contexts": ["c"], "answer": "a", "ground_truth": "g"}
    assert not has_our_names(old)
    path = tmp_path / "old.jsonl"
    path.write_text(json.dumps(old))
    said: list[str] = []
    list(read(str(path), tell=said.append))
    assert "`ground_truth` → expected answers" in said[0]
    assert "no gold ids in this file: retrieval is unknown" in said[1]
    beside = table(tmp_path, ["question", "contexts", "answer", "expected"], ["q", "['c']", "a", "e"])
    assert recognise(beside).is_native  # where `expected` would be metadata


def test_a_row_that_cannot_be_read_is_an_error_with_row_and_field(tmp_path) -> None:
    path = ragas(tmp_path, {"reference": "x"}, {"reference": {"a": 1}}, {"reference": "y"})
    with pytest.raises(SchemaError, match=r"r\.jsonl, line 2, field `reference`, read as `expected_answers`"):
        list(read(path))
    bad, said = [], []
    assert len(list(read(path, on_bad=bad.append, tell=said.append))) == 2
    assert len(bad) == 1
    assert any("2 of 3 rows were read" in each for each in said)


def test_lists_in_cells_are_read_as_json_as_python_and_as_numpy_prints_them(tmp_path) -> None:
    cells = ("['a, b', \"it's\"]", '["a, b", "it\'s"]', "['a, b'\n \"it's\"]")
    rows = [[f"q{i}", cell, "x"] for i, cell in enumerate(cells)]
    path = table(tmp_path, ["user_input", "retrieved_contexts", "reference"], *rows)
    found = [[item.text for item in trace.retrieved] for _, trace in read(path)]
    assert found == [["a, b", "it's"]] * 3


def test_a_cell_that_is_no_list_after_all_is_an_error_with_its_row(tmp_path) -> None:
    header = ["user_input", "retrieved_contexts", "reference"]
    path = table(
        tmp_path, header, ["q", "['a', 'b']", "x"], ["r", "[a, b", "y"], ["s", "[open('/etc/passwd')]", "z"]
    )
    bad = []
    rows = list(read(path, on_bad=bad.append))
    assert [trace.retrieved[0].text for _, trace in rows] == ["a", "[a, b"]  # no list: one text
    assert [str(each).split(": ")[0] for each in bad] == [f"{path}, line 4, field `retrieved_contexts`"]


@pytest.mark.parametrize(
    "cell",
    [
        "[__import__('os').system('true')]",
        "[1, {2}]",
        "[b'x']",
        "[['a' 'b'] ['c']]",
        "['a' 'b', 1]",
        "[(lambda: 1)()]",
        "[...]",
    ],
)
def test_no_cell_is_executed(cell) -> None:
    with pytest.raises(BadFieldError):
        literal(cell, "cell")


def test_a_python_literal_past_the_limit_is_refused() -> None:
    with pytest.raises(BadFieldError, match="must be JSON"):
        literal("['" + "x" * (8 * 1024 * 1024) + "']", "cell")


def test_deeply_nested_cells_are_refused() -> None:
    for cell in (
        "[" * 100_000 + "]" * 100_000,
        "[" + "-" * 100_000 + "1]",
        "{'a':" * 5000 + "1" + "}" * 5000,
    ):
        with pytest.raises(BadFieldError):
            literal(cell, "cell")


def test_a_newline_and_a_bar_inside_a_cell_are_kept(tmp_path) -> None:
    path = table(tmp_path, ["user_input", "reference", "note"], ["a\nb | c", "x", "1 | 2"])
    ((case, _),) = read(path)
    assert (case.question, case.metadata) == ("a\nb | c", {"note": "1 | 2"})


def test_a_byte_order_mark_is_no_part_of_the_first_name(tmp_path) -> None:
    for name, text in (
        ("b.jsonl", '{"user_input": "q", "reference": "x"}\n'),
        ("b.csv", "user_input,reference\nq,x\n"),
        ("b.json", '[{"user_input": "q", "reference": "x"}]'),
    ):
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert [case.question for case, _ in read(str(path))] == ["q"]


def test_an_empty_cell_was_not_recorded(tmp_path) -> None:
    path = table(
        tmp_path, ["user_input", "response", "reference", ""], ["q", "", "x", "kept"], ["r", "a", "", ""]
    )
    (first, trace), (second, second_trace) = read(path)
    assert trace is None
    assert first.metadata == {"column 4": "kept"}
    assert (second.expected_answers, second_trace.answer, second.metadata) == (None, "a", None)


def test_numbers_and_truth_values_as_answers_become_text_as_written(tmp_path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"user_input": "q", "reference": 1.50, "response": true}\n')
    ((case, trace),) = read(str(path))
    assert (case.expected_answers, trace.answer) == (("1.50",), "true")


def test_arrays_of_arrays_from_parquet_are_groups(tmp_path) -> None:
    path = tmp_path / "qa.parquet"
    rows = {"qid": ["1"], "query": ["q"], "retrieval_gt": [[["a", "b"], ["c"]]], "generation_gt": [["x"]]}
    pl.DataFrame(rows).write_parquet(path)
    ((from_table, _),) = read(str(path))
    lists = tmp_path / "qa.jsonl"
    lists.write_text(json.dumps({name: column[0] for name, column in rows.items()}))
    ((from_lists, _),) = read(str(lists))
    assert from_table == from_lists
    assert from_table.gold_documents.groups == (("a", "b"), ("c",))


def test_ids_that_are_numbers_on_one_side_are_joined_with_strings_on_the_other(tmp_path) -> None:
    cases, traces = tmp_path / "qa.jsonl", tmp_path / "results.jsonl"
    cases.write_text('{"qid": 7, "query": "q", "retrieval_gt": [[1]], "generation_gt": ["x"]}')
    traces.write_text('{"qid": "7", "retrieved_ids": ["1"], "retrieved_contents": ["t"]}')
    evaluation = evaluate(list(read(str(cases))), list(read(str(traces))), k=1)
    assert evaluation.summary.metrics["recall@1"].mean == 1


def test_several_fields_of_the_metadata_name_a_document_together(tmp_path) -> None:
    columns = {
        "questions": ["q"],
        "ground_truth_documents": [[{"id": "x", "content": "", "meta": {"file": "a.pdf", "page": 3}}]],
        "retrieved_documents": [[{"id": "y", "content": "t", "meta": {"file": "a.pdf", "page": 3}}]],
    }
    path = tmp_path / "inputs.json"
    path.write_text(json.dumps(columns))
    key = DocumentKey.parse(["metadata.file", "metadata.page"])
    ((case, trace),) = read(str(path), document_key=key)
    assert list(case.gold_documents.grades) == [item.document_id for item in trace.retrieved] == ["a.pdf#3"]
    assert evaluate([(case, trace)], k=1).summary.metrics["recall@1"].mean == 1
    ((case, trace),) = read(str(path))
    assert evaluate([(case, trace)], k=1).summary.metrics["recall@1"].mean == 0


def test_what_was_retrieved_being_the_gold_on_every_row_is_a_warning(tmp_path) -> None:
    rows = [
        {"retrieved_context_ids": [f"d{i}"], "reference_context_ids": [f"d{i}"], "reference": "x"}
        for i in range(20)
    ]
    evaluation = evaluate(list(read(ragas(tmp_path, *rows))), k=1)
    assert any("against itself" in warning for warning in evaluation.warnings)


def test_a_question_that_stands_there_again_has_its_place_in_its_id(tmp_path) -> None:
    said = []
    path = ragas(tmp_path, {"user_input": "q", "reference": "x"}, {"user_input": "q", "reference": "y"})
    assert [case.id for case, _ in read(path, tell=said.append)] == ["q", "q (2)"]
    assert any("1 questions stand there again" in each for each in said)


def test_two_names_for_one_field_must_say_the_same(tmp_path) -> None:
    both = ragas(tmp_path, {"ground_truth": "x", "ground_truths": ["x"]})
    assert [case.expected_answers for case, _ in read(both)] == [("x",)]
    with pytest.raises(SchemaError, match="says something else"):
        list(read(ragas(tmp_path, {"ground_truth": "x", "ground_truths": ["y"]})))


def test_our_own_layout_is_taken_where_no_other_is_recognised(tmp_path) -> None:
    for name, text, form in (
        ("a.jsonl", '{"question": "q", "expected": "x"}', "jsonl"),
        ("a.csv", "question,expected\nq,x\n", "csv"),
        ("a.json", '[{"question": "q", "expected": "x"}]', "json"),
        ("b.json", '{"cases": [{"question": "q", "expected": "x"}]}', "json"),
    ):
        path = tmp_path / name
        path.write_text(text)
        found = recognise(str(path))
        assert (found.name, found.is_native) == (form, True)
    assert "`expected`, `question`" in recognise(str(tmp_path / "a.jsonl")).why
    assert recognise("-").is_native


def test_an_unknown_layout_is_an_error_with_the_nearest_name(tmp_path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'ragas'"):
        list(read(ragas(tmp_path, {}), "raggas"))


def test_files_that_are_not_there_or_hold_nothing_are_errors(tmp_path) -> None:
    with pytest.raises(DataError, match="no such file"):
        recognise(str(tmp_path / "none"))
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    with pytest.raises(DataError, match="is empty"):
        recognise(str(empty))
    header = tmp_path / "h.csv"
    header.write_text("user_input,reference\n")
    with pytest.raises(SchemaError, match="holds no rows"):
        list(read(str(header), "ragas"))


def test_ten_thousand_columns_are_refused(tmp_path) -> None:
    names = [f"c{i}" for i in range(10_000)]
    wide = table(tmp_path, ["user_input", *names], ["q", *names])
    with pytest.raises(SchemaError, match="10,001 columns"):
        list(read(wide, "ragas"))
    with pytest.raises(SchemaError, match="10,001 fields"):
        list(read(ragas(tmp_path, dict.fromkeys(names, 1)), "ragas"))


def test_a_file_that_unpacks_to_far_more_than_it_is_is_refused(tmp_path) -> None:
    for name in ("bomb.json.gz", "bomb.csv.gz"):
        path = tmp_path / name
        with gzip.open(path, "wb", compresslevel=1) as file:
            file.write(b'[{"user_input": "' if "json" in name else b'user_input,reference\nq,"')
            for _ in range(80):
                file.write(b" " * 2**20)
        with pytest.raises(DataError, match=r"unpack to more than|longer than|field larger"):
            list(read(str(path), "ragas"))


@dataclass
class LangChainDocument:
    page_content: str
    metadata: dict = field(default_factory=dict)
    id: str | None = None


class Node:
    def __init__(self, identifier, text, document=None):
        self.node_id, self.ref_doc_id, self.metadata = identifier, document, {"page": 1}
        self._text = text

    def get_content(self):
        return self._text


@dataclass
class NodeWithScore:
    node: Node
    score: float | None


@dataclass
class Response:
    response: str | None
    source_nodes: list


def test_documents_of_langchain_are_read_where_they_are() -> None:
    documents = [LangChainDocument("t", {"source": "a.pdf"}, "d1"), (LangChainDocument("u"), 0.5)]
    ((_, trace),) = read_objects([{"question": "q", "gold_ids": ["d1"], "retrieved": documents}])
    first, second = trace.retrieved
    assert (first.document_id, first.text, first.metadata) == ("d1", "t", {"source": "a.pdf"})
    assert (second.document_id, second.text, second.score) == (None, "u", 0.5)
    key = DocumentKey.parse(["metadata.source"])
    rows = [{"question": "q", "retrieved": documents[:1]}]
    ((_, trace),) = read_objects(rows, document_key=key)
    assert trace.retrieved[0].document_id == "a.pdf"


def test_a_response_of_llamaindex_is_the_answer_and_what_was_retrieved() -> None:
    nodes = [NodeWithScore(Node("n1", "t", "d1"), 0.5), NodeWithScore(Node("n2", "u"), None)]
    row = {"question": "q", "expected": "x", "response": Response("a", nodes)}
    ((_, trace),) = read_objects([row])
    assert trace.answer == "a"
    assert [(item.document_id, item.chunk_id, item.text, item.score) for item in trace.retrieved] == [
        ("d1", "n1", "t", 0.5),
        ("n2", "n2", "u", None),
    ]
    ((_, trace),) = read_objects([{"question": "q", "response": Response(None, [])}])
    assert (trace.answer, trace.retrieved) == (None, ())


def test_documents_of_haystack_are_read_where_they_are() -> None:
    documents = [Document(id="d", content="t", meta={"page": 3}, score=0.5)]
    ((_, trace),) = read_objects([{"question": "q", "retrieved": documents}])
    (item,) = trace.retrieved
    assert (item.document_id, item.text, item.score, item.metadata) == ("d", "t", 0.5, {"page": 3})


def test_tables_in_memory_are_read_as_the_same_rows() -> None:
    rows = [
        {"user_input": "q", "retrieved_contexts": ["t"], "reference": "x", "faithfulness": 0.5},
        {"user_input": "r", "retrieved_contexts": [], "reference": "y", "faithfulness": None},
    ]
    polars = pl.DataFrame(rows)
    wanted = list(read_objects(rows))
    assert wanted[1][1].retrieved == ()
    assert list(read_objects(polars)) == wanted
    assert list(read_objects(polars.to_arrow())) == wanted
    assert list(read_objects(polars.to_pandas())) == wanted
    assert list(read_objects(iter(rows), "ragas")) == wanted


def test_data_of_no_known_kind_are_refused() -> None:
    with pytest.raises(SchemaError, match="found int"):
        list(read_objects(3))
    with pytest.raises(SchemaError, match="row 1: expected a dictionary"):
        list(read_objects([3]))
    bottomless: list = []
    bottomless.append(bottomless)
    with pytest.raises(SchemaError, match="nested too deeply"):
        list(read_objects([{"question": "q", "retrieved": bottomless}]))


def test_an_answer_that_is_null_in_our_own_layout_is_an_abstention() -> None:
    ((_, trace), (_, other)) = read_objects(
        [{"question": "q", "answer": None}, {"question": "r", "k": 1, "contexts": []}]
    )
    assert trace.answer is None
    assert other.answer is UNSET
