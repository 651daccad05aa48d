from __future__ import annotations

import csv
import json
from contextlib import closing

import pytest
from haystack import Document
from haystack.evaluation import EvaluationRunResult

from ragtriage.errors import ConfigError, DataError
from ragtriage.io.files import open_source
from ragtriage.io.trec import read_qrels, read_run
from ragtriage.model import UNSET, Case, Gold, Retrieved, Trace, Unit
from ragtriage.reports.writers.layouts import WRITERS, layout_of, write_cases
from ragtriage.reports.writers.losses import differences

CASE = Case(
    id="q1",
    question="期限は？\tいつ",
    expected_answers=("翌月5日", ("5日", "翌月")),
    gold_documents=Gold(grades={"a": 3, "b": 0}),
    evidence=("翌月の5日",),
    tags=("x",),
    metadata={"source": "s"},
)
TRACE = Trace(
    id="q1",
    retrieved=(
        Retrieved(document_id="a", chunk_id="a#1", text="one | two\nthree", score=2.0),
        Retrieved(document_id="a", chunk_id="a#2", text="four", score=1.5),
        Retrieved(document_id="b", chunk_id="b#1", text="five", score=1.0),
    ),
    context=("one | two\nthree", "four"),
    answer="=5日",
)


def lost(path, layout, *pairs, unit=Unit.DOCUMENT):
    return {loss.field: loss.cases for loss in write_cases(pairs, path, layout, unit=unit)}


def test_json_lines_hold_a_case_whole_and_without_what_was_not_recorded(tmp_path) -> None:
    assert lost(tmp_path / "a.jsonl", "jsonl", (CASE, TRACE), (Case(id="q2", question="?"), None)) == {}
    first, second = map(json.loads, (tmp_path / "a.jsonl").read_text("utf-8").splitlines())
    assert second == {"id": "q2", "question": "?"}
    assert first["gold_documents"] == {"a": 3, "b": 0}
    assert first["expected_answers"] == ["翌月5日", ["5日", "翌月"]]
    assert first["retrieved"][2] == {"document_id": "b", "chunk_id": "b#1", "text": "five", "score": 1.0}


def test_a_cell_that_would_be_a_formula_is_guarded(tmp_path) -> None:
    lost(tmp_path / "a.csv", "csv", (CASE, TRACE))
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["answer"] == "'=5日"
    assert json.loads(row["context"]) == list(TRACE.context)


@pytest.mark.parametrize("layout", ["csv", "parquet"])
def test_an_answer_that_was_not_recorded_is_never_written_as_an_empty_one(tmp_path, layout) -> None:
    unanswered = Trace(id="q2", retrieved=())
    with pytest.raises(DataError, match="1 of 2 cases have no recorded answer"):
        lost(tmp_path / "a", layout, (CASE, TRACE), (Case(id="q2"), unanswered))
    assert list(tmp_path.iterdir()) == []


def test_a_list_that_was_not_recorded_is_never_written_as_an_empty_one(tmp_path) -> None:
    with pytest.raises(DataError, match=r"1 of 2 cases have no recorded list, such as 'q2'"):
        lost(tmp_path / "a", "trec", (CASE, TRACE), (Case(id="q2"), Trace(id="q2", answer="x")))
    assert list(tmp_path.iterdir()) == []


def test_trec_files_hold_grades_and_each_document_once_in_the_order_of_the_list(tmp_path) -> None:
    names = lost(tmp_path / "t", "trec", (CASE, TRACE))
    assert (tmp_path / "t/qrels.txt").read_text() == "q1 0 a 3\nq1 0 b 0\n"
    assert (tmp_path / "t/run.txt").read_text() == "q1 Q0 a 1 2.0 ragtriage\nq1 Q0 b 2 1.0 ragtriage\n"
    assert (tmp_path / "t/topics.tsv").read_text("utf-8") == "q1\t期限は？ いつ\n"
    assert names == dict.fromkeys(
        ("question", "expected_answers", "evidence", "tags", "metadata", "retrieved", "context", "answer"), 1
    )


def test_scores_that_do_not_give_the_order_of_the_list_are_not_written(tmp_path) -> None:
    # trec_eval ranks ties by id, last first: 'b' would come before 'a'
    items = tuple(Retrieved(document_id=one, score=1.0) for one in ("a", "b"))
    names = lost(
        tmp_path / "t",
        "trec",
        (Case(id="1", gold_documents=Gold(grades={"a": 1})), Trace(id="1", retrieved=items)),
    )
    assert names == {"retrieved.score": 1}
    with (
        closing(open_source(tmp_path / "t/qrels.txt")) as qrels,
        closing(open_source(tmp_path / "t/run.txt")) as run,
    ):
        (query,) = read_run(run, read_qrels(qrels))
    assert query.hits.ranks == (1,)


def test_chunk_ids_are_written_where_gold_names_chunks(tmp_path) -> None:
    lost(tmp_path / "t", "trec", (CASE, TRACE), unit=Unit.CHUNK)
    assert [line.split()[2] for line in (tmp_path / "t/run.txt").read_text().splitlines()] == [
        "a#1",
        "a#2",
        "b#1",
    ]


@pytest.mark.parametrize("layout", ["trec", "beir"])
@pytest.mark.parametrize(
    ("case", "ids"),
    [
        (Case(id="", question="no id here", gold_documents=Gold(grades={"a": 1})), ("a",)),
        (Case(id="1", gold_documents=Gold(grades={"a b": 1})), ("a",)),
        (Case(id="1", gold_documents=Gold(grades={"a": 1})), ("a\tb",)),
    ],
)
def test_an_id_with_white_space_is_refused(tmp_path, layout, case, ids) -> None:
    with pytest.raises(DataError, match="has white space in it"):
        lost(tmp_path / "t", layout, (case, Trace(id=case.id, retrieved=ids)))
    assert list(tmp_path.iterdir()) == []


def test_two_cases_of_one_id_are_refused_where_ids_join_files(tmp_path) -> None:
    with pytest.raises(DataError, match="two cases have the id 'q1'"):
        lost(tmp_path / "t", "trec", (CASE, TRACE), (CASE, TRACE))


def test_a_beir_folder_without_judgements_is_refused(tmp_path) -> None:
    with pytest.raises(DataError, match="no case has a gold id"):
        lost(tmp_path / "t", "beir", (Case(id="1", question="?"), TRACE))


def test_what_ragas_wrote_itself_is_written_as_it_was(tmp_path, shared) -> None:
    from ragtriage.importers.reading import read  # noqa: PLC0415

    source = shared / "data/exports/ragas_dataset.jsonl"
    names = lost(tmp_path / "r.jsonl", "ragas", *read(str(source), "ragas"))
    assert names == {}
    written = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    assert [{name: value for name, value in row.items() if name != "id"} for row in written] == [
        json.loads(line) for line in source.read_text("utf-8").splitlines()
    ]


def test_haystack_takes_the_columns_as_inputs_and_the_documents_as_its_own(tmp_path) -> None:
    names = lost(tmp_path / "h.json", "haystack", (CASE, TRACE), (Case(id="q2", question="?"), None))
    columns = json.loads((tmp_path / "h.json").read_text("utf-8"))
    result = EvaluationRunResult(run_name="x", inputs=columns, results={})
    assert result.inputs["questions"] == [CASE.question, "?"]
    documents = [Document.from_dict(item) for item in columns["retrieved_documents"][0]]
    assert [(one.id, one.content, one.score) for one in documents] == [
        (item.document_id, item.text, item.score) for item in TRACE.retrieved
    ]
    assert columns["ground_truth_documents"] == [[{"id": "a"}], None]
    assert set(names) == {
        "id", "expected_answers", "gold_documents", "evidence", "tags", "metadata", "retrieved.chunk_id",
    }  # fmt: skip


def test_entries_of_which_some_lack_ids_and_some_texts_stay_unknown_in_ragas(tmp_path) -> None:
    trace = Trace(id="1", retrieved=(Retrieved(document_id="a"), Retrieved(text="x")), answer=UNSET)
    assert lost(tmp_path / "r.jsonl", "ragas", (Case(id="1", question="?"), trace)) == {"retrieved": 1}
    assert json.loads((tmp_path / "r.jsonl").read_text()) == {"id": "1", "user_input": "?"}


def test_what_stands_there_is_kept_unless_it_may_be_replaced(tmp_path) -> None:
    target = tmp_path / "a.jsonl"
    target.write_text("mine", "utf-8")
    with pytest.raises(ConfigError, match=r"is there already; name another place, or replace it: --force"):
        write_cases([(CASE, TRACE)], target, "jsonl")
    assert target.read_text("utf-8") == "mine"
    write_cases([(CASE, TRACE)], target, "jsonl", force=True)
    assert target.read_text("utf-8") != "mine"


@pytest.mark.parametrize("layout", ["trec", "beir"])
def test_a_folder_is_replaced_only_if_nothing_else_is_in_it(tmp_path, layout) -> None:
    target = tmp_path / "t"
    for _ in range(2):
        write_cases([(CASE, TRACE)], target, layout, force=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["t"]
    files = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    assert files == sorted(WRITERS[layout].files)
    (target / "thesis.tex").write_text("x", "utf-8")
    with pytest.raises(ConfigError, match=rf"holds 'thesis\.tex', which is no part of a folder of {layout}"):
        write_cases([(CASE, TRACE)], target, layout, force=True)
    assert (target / "thesis.tex").is_file()


def test_a_name_that_tells_no_layout_is_refused_with_those_there_are(tmp_path) -> None:
    assert layout_of(tmp_path / "A.JSONL") == "jsonl"
    with pytest.raises(ConfigError, match=r"its name tells no layout \(\.jsonl, .*--to jsonl\|csv"):
        layout_of(tmp_path / "cases.json")


def test_metadata_that_json_has_no_form_for_are_an_error(tmp_path) -> None:
    with pytest.raises(DataError, match="case '1': its metadata cannot be written"):
        lost(tmp_path / "a.jsonl", "jsonl", (Case(id="1", metadata={"x": object()}), None))
    assert list(tmp_path.iterdir()) == []


def test_nul_cannot_be_in_csv(tmp_path) -> None:
    with pytest.raises(DataError, match="case '1': holds the character NUL"):
        lost(tmp_path / "a.csv", "csv", (Case(id="1", question="a\0b"), None))


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        ((CASE, TRACE), (CASE, TRACE), ()),
        ((CASE, TRACE), (CASE, None), ("retrieved", "context", "answer")),
        ((CASE, Trace(id="q1", answer=None)), (CASE, Trace(id="q1", answer="")), ()),
        ((CASE, Trace(id="q1", answer=None)), (CASE, Trace(id="q1")), ("answer",)),
        ((CASE, Trace(id="q1", retrieved=())), (CASE, Trace(id="q1")), ("retrieved",)),
        (
            (CASE, Trace(id="q1", retrieved=("a",))),
            (CASE, Trace(id="q1", retrieved=("b",))),
            ("retrieved.document_id",),
        ),
        (
            (CASE, Trace(id="q1", retrieved=("a",))),
            (CASE, Trace(id="q1", retrieved=(Retrieved(document_id="a"),))),
            (),
        ),
        ((Case(id="1", evidence=()), None), (Case(id="1"), None), ("evidence",)),
        (
            (Case(id="1"), Trace(id="1", metadata={"a": 1})),
            (Case(id="1", metadata={"a": 1}), Trace(id="1")),
            (),
        ),
    ],
)
def test_differences_are_named_by_field(before, after, names) -> None:
    assert differences(before, after) == names


def test_a_name_that_case_and_trace_both_have_in_their_metadata_keeps_both_values(tmp_path) -> None:
    pair = (
        Case(id="1", question="?", metadata={"a": 1, "b": 2}),
        Trace(id="1", answer="x", metadata={"a": 3, "b": 2}),
    )
    assert lost(tmp_path / "a.jsonl", "jsonl", pair) == {}
    assert json.loads((tmp_path / "a.jsonl").read_text())["metadata"] == {"a": 1, "b": 2, "trace.a": 3}
