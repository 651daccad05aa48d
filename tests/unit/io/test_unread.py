from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import ragtriage
from ragtriage.evaluation.evaluation import Report
from ragtriage.io.mapping import FieldMap
from ragtriage.model import Gold, UnreadField

ROW = {
    "id": "1",
    "question": "経費精算の期限は？",
    "retrieved": ["expense-policy", "travel"],
    "answer": "翌月5日",
}


def unread_of(rows: list[Any], tmp_path: Path, **options: Any) -> list[UnreadField]:
    path = tmp_path / "cases.jsonl"
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return list(ragtriage.evaluate(path, **options).report.unread)


@pytest.mark.parametrize(
    ("name", "value", "suggestion"),
    [
        ("gold", ["expense-policy"], "gold_documents"),
        ("gold", ["翌月5日"], "expected_answers"),
        ("relevant_docs", ["expense-policy"], "gold_documents"),
        ("sources", ["expense-policy"], "gold_documents"),
        ("doc_ids", ["expense-policy"], "gold_documents"),
        ("正解文書", "expense-policy", "gold_documents"),
        ("근거문서", "expense-policy", "gold_documents"),
        ("相关文档", "expense-policy", "gold_documents"),
        ("gold_answer", "翌月5日", "expected_answers"),
        ("expected_output", "翌月5日", "expected_answers"),
        ("correct_answer", "翌月5日", "expected_answers"),
        ("target", "翌月5日", "expected_answers"),
        ("ideal", "翌月5日", "expected_answers"),
        ("正解", "翌月5日", "expected_answers"),
        ("정답", "翌月5日", "expected_answers"),
        ("标准答案", "翌月5日", "expected_answers"),
        ("context_text", "期限は翌月5日です。", "context"),
        ("reference_contexts", ["期限は翌月5日です。"], "evidence"),
        ("根拠", "期限は翌月5日です。", "evidence"),
        ("langage", "ja", "language"),
        ("grading_notes", "be strict", None),
        ("latency_ms", 12, None),
        ("備考", "-", None),
    ],
)
def test_an_unread_field_is_named_with_its_rows_and_what_it_probably_is(
    tmp_path, name, value, suggestion
) -> None:
    [unread] = unread_of([{**ROW, name: value}, {**ROW, "id": "2", name: None}], tmp_path)
    assert (unread.name, unread.rows, unread.suggestion) == (name, 1, suggestion)
    assert (unread.fix is None) is (suggestion is None)
    if unread.fix is not None:
        [option, pair] = shlex.split(unread.fix)
        assert option == "--map"
        mapped = FieldMap.parse([pair]).apply({**ROW, name: value})
        assert mapped[str(suggestion)] == value


def test_a_path_and_a_split_are_part_of_the_fix_where_the_values_ask_for_them(tmp_path) -> None:
    inside = {**ROW, "gold": [{"doc_id": "expense-policy", "note": "p. 3"}], "target": [{"text": "翌月5日"}]}
    assert [one.fix for one in unread_of([inside], tmp_path)] == [
        "--map 'gold_documents=gold[*].doc_id'",
        "--map 'expected_answers=target[*].text'",
    ]
    parted = {**ROW, "sources": "expense-policy、expense-faq"}
    [unread] = unread_of([parted], tmp_path)
    assert unread.fix == "--map gold_documents=sources --split gold_documents"
    evaluation = ragtriage.evaluate([parted], map="gold_documents=sources", split="gold_documents")
    assert evaluation.summary.metrics["recall"].mean == 0.5
    whole = {**ROW, "retrieved": ["a, b"], "sources": "a, b"}
    assert unread_of([whole], tmp_path)[0].fix == "--map gold_documents=sources"


def test_what_the_rows_have_already_is_not_proposed_a_second_time(tmp_path) -> None:
    row = {**ROW, "gold_ids": ["travel"], "expected": "5", "gold": ["travel"], "target": "5", "Answer": "x"}
    assert [one.suggestion for one in unread_of([row], tmp_path)] == [None, None, None]
    two = {**ROW, "gold": ["travel"], "relevant_docs": ["travel"]}
    assert [one.suggestion for one in unread_of([two], tmp_path)] == ["gold_documents", None]


def test_a_near_miss_in_some_rows_is_named_without_a_map_that_would_lose_the_others(tmp_path) -> None:
    rows = [
        {**ROW, "id": str(i), "expected": "e", name: ["travel"]}
        for i, name in enumerate(["gold_ids", "gold_id", "gold_id"])
    ]
    [unread] = unread_of(rows, tmp_path)
    assert unread == UnreadField(
        input=str(tmp_path / "cases.jsonl"), name="gold_id", rows=2, suggestion="gold_documents"
    )


def test_those_that_tell_most_come_first_and_the_warning_names_eight(tmp_path) -> None:
    row = {**ROW, **{f"note_{i}": i for i in range(9)}, "target": "5", "gold": ["travel"]}
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    evaluation = ragtriage.evaluate(path)
    [warning] = evaluation.warnings
    assert warning.startswith(
        f"{path}: unread columns: `gold` (1 row; did you mean `gold_documents`? --map gold_documents=gold), "
        "`target` (1 row; did you mean `expected_answers`? --map expected_answers=target), `note_0` (1 row), "
    )
    assert warning.endswith("`note_5` (1 row), and 3 more")
    assert len(evaluation.report.unread) == 11


def test_what_was_not_read_is_in_the_report_and_comes_back(tmp_path) -> None:
    evaluation = ragtriage.evaluate([{**ROW, "gold": ["travel"]}])
    evaluation.save(tmp_path / "out")
    told = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))["unread"]
    assert told == [
        {
            "input": "cases",
            "name": "gold",
            "rows": 1,
            "suggestion": "gold_documents",
            "fix": "map={'gold_documents': 'gold'}",
        }
    ]
    loaded: Report = type(evaluation).load(tmp_path / "out").report
    assert loaded.unread == evaluation.report.unread


@pytest.mark.parametrize("table", [list, pd.DataFrame, pl.DataFrame])
def test_rows_in_memory_name_what_was_not_read_with_the_argument_to_give(table) -> None:
    rows = table([{**ROW, "正解": "翌月5日"}])
    [unread] = ragtriage.evaluate(rows).report.unread
    assert unread.fix == "map={'expected_answers': '正解'}"
    evaluation = ragtriage.evaluate(rows, map={"expected_answers": "正解"})
    assert evaluation.report.unread == ()
    assert evaluation.summary.verdicts["answer"].passed == 1


def test_of_cases_and_traces_apart_each_names_what_would_be_read_from_it() -> None:
    cases = [{"id": "1", "question": "q", "gold": ["a"], "output": "x"}]
    traces = [{"id": "1", "retrieved": ["a"], "output": "x", "target": "y"}]
    unread = ragtriage.evaluate(cases, traces).report.unread
    assert [(one.input, one.name, one.suggestion) for one in unread] == [
        ("cases", "gold", "gold_documents"),
        ("cases", "output", None),
        ("traces", "output", "answer"),
        ("traces", "target", None),
    ]


def test_a_file_of_another_tool_names_its_unread_columns_and_the_map_that_reads_all_of_it(tmp_path) -> None:
    path = tmp_path / "ragas.csv"
    path.write_text(
        "user_input,retrieved_contexts,response,reference,reference_contexts,relevant_docs,faithfulness\n"
        "q,\"['t']\",a,b,\"['t']\",d,0.5\n",
        encoding="utf-8",
    )
    unread = ragtriage.evaluate(path).report.unread
    assert [(one.name, one.suggestion) for one in unread] == [
        ("relevant_docs", "gold_documents"),
        ("faithfulness", None),
    ]
    assert unread[0].fix == "--map evidence=reference_contexts,gold_documents=relevant_docs"
    [pairs] = shlex.split(unread[0].fix)[1:]
    [plain], [mapped] = ragtriage.evaluate(path), ragtriage.evaluate(path, map=pairs)
    assert (mapped.trace, mapped.case.evidence) == (plain.trace, plain.case.evidence)
    assert mapped.case.gold_documents == Gold(grades={"d": 1})


def test_what_a_map_puts_aside_is_named_too_but_not_what_it_reads(tmp_path) -> None:
    row = {**ROW, "out": {"text": "翌月5日", "model": "m"}, "note": 1}
    unread = unread_of([row], tmp_path, map={"answer": "out.text"})
    assert [(one.name, one.suggestion) for one in unread] == [("answer", None), ("note", None)]


def test_what_was_not_read_is_the_same_whoever_reads_it(tmp_path) -> None:
    rows = [
        {**ROW, "id": str(i), "gold" if i % 3 else "sources": ["travel"], f"n{i % 5}": i, "filler": "x" * 900}
        for i in range(3000)
    ]
    alone = unread_of(rows, tmp_path)
    assert unread_of(rows, tmp_path, workers=2) == alone
    assert {one.name: one.rows for one in alone}["filler"] == 3000


def test_a_field_that_only_later_rows_have_is_no_field_that_no_row_has(tmp_path) -> None:
    rows: list[dict[str, object]] = [
        {**ROW},
        {**ROW, "gold_documents": ["travel"]},
        {**ROW, "gold_document": ["travel"]},
    ]
    for i, row in enumerate(rows):
        row["id"] = str(i)
    [unread] = unread_of(rows, tmp_path)
    assert (unread.name, unread.suggestion, unread.fix) == ("gold_document", "gold_documents", None)
