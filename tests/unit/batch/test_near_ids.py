"""Ids that look the same, and ids that nearly do."""

from __future__ import annotations

import json
import unicodedata

import pytest

import ragtriage
from ragtriage.batch.near_ids import NearIds, NearIndex, nearest
from ragtriage.errors import AlignmentError
from ragtriage.evaluation.inputs import Reading
from ragtriage.evaluation.rankings import evaluate_beir, evaluate_trec
from ragtriage.evaluation.store import RowStore
from ragtriage.model import Settings

CASE, WIDTH, ESCAPE = "upper and lower case", "the width of letters", "escapes with a percent sign"
SPACE, ZERO, SLASH, PATH = (
    "a space or an underscore",
    "`.0` at the end",
    "a slash at the end",
    "the folders of a path",
)
SEVERAL = "several such things"
ZEROS = "zeros before a number"
NEAR = [
    ("Network-JA", "network-ja", CASE),
    ("README.md", "Readme.MD", CASE),
    ("STRASSE", "straße", CASE),
    ("ガイド.pdf", "ｶﾞｲﾄﾞ.pdf", WIDTH),
    ("規程１", "規程1", WIDTH),
    ("ｄｏｃ－１", "doc-1", WIDTH),
    ("docs/a.pdf", "a.pdf", PATH),
    ("a.pdf", "s3://bucket/docs/a.pdf", PATH),
    ("/data/docs/a.pdf", "docs/a.pdf", PATH),
    (r"C:\docs\a.pdf", "a.pdf", PATH),
    ("12", "12.0", ZERO),
    ("3.0", "3", ZERO),
    ("https://example.com/a/", "https://example.com/a", SLASH),
    ("a", "a/", SLASH),
    ("A B.pdf", "A_B.pdf", SPACE),
    ("社内 規程.pdf", "社内_規程.pdf", SPACE),
    ("A%20B.pdf", "A B.pdf", ESCAPE),
    ("%E3%82%AC%E3%82%A4%E3%83%89", "ガイド", ESCAPE),
    ("문서%201", "문서 1", ESCAPE),
    (r"Docs\A B.PDF", "x/docs/a_b.pdf", SEVERAL),
    ("DOC%20A", "doc_a", SEVERAL),
    ("Ａ １.PDF", "a_1.pdf", SEVERAL),
    ("7", "007", ZEROS),
    ("doc-03", "doc-3", ZEROS),
    ("規程0012", "規程12", ZEROS),
    ("2026-04-01", "2026-4-1", ZEROS),
    ("docs/page_010.txt", "page_10.txt", SEVERAL),
    ("문서00", "문서0", ZEROS),
]
FAR = [
    ("doc-1", "doc-12"),
    ("doc-12", "doc-1"),
    ("a/index.html", "b/index.html"),
    ("1.10", "1.1"),
    ("guide", "guide.pdf"),
    ("A-B", "A_B"),
    ("規程", "規定"),
    ("v1.0.0", "v1"),
    ("a.pdf", "aa.pdf"),
    ("", "a"),
    ("/", "a"),
    ("100%", "100"),
    ("v1.05", "v1.5"),
    ("100", "1"),
    ("10", "010a"),
    ("doc-30", "doc-3"),
    ("0", "00a"),
]


@pytest.mark.parametrize(("gold", "retrieved", "difference"), NEAR)
def test_an_id_that_is_nearly_another_is_told_and_not_taken_for_it(gold, retrieved, difference):
    row = {"question": "?", "gold_ids": [gold], "retrieved": ["z", retrieved], "answer": "x"}
    evaluation = ragtriage.evaluate([row])
    (result,) = evaluation
    assert result.verdicts.retrieval.outcome == "fail"
    told = f"only in {difference}, and is not taken for it: {gold!r} and {retrieved!r}"
    assert [warning for warning in evaluation.warnings if warning.endswith(told)]
    assert NearIndex(["z", retrieved]).find(gold) == retrieved


@pytest.mark.parametrize(("gold", "retrieved"), FAR)
def test_another_id_is_not_told(gold, retrieved):
    assert list(nearest([gold], ["z", retrieved])) == []


@pytest.mark.parametrize("name", ["ガイド.pdf", "résumé/ü.docx", "규정집.hwp", "Å-1"])
@pytest.mark.parametrize("forms", [("NFD", "NFC"), ("NFC", "NFD"), ("NFD", "NFD")])
@pytest.mark.parametrize("as_records", [False, True])
def test_an_id_is_the_same_whether_its_letters_are_composed(name, forms, as_records, tmp_path):
    gold, retrieved = (unicodedata.normalize(form, name) for form in forms)
    entry = {"document_id": retrieved, "text": "Due on the 5th."} if as_records else retrieved
    rows = [
        {"id": gold, "question": "?", "gold_documents": [gold], "retrieved": [entry], "answer": "x"},
        {"id": "b", "question": "?", "gold_documents": [gold], "retrieved": [entry], "answer": "x"},
    ]
    path = tmp_path / "cases.jsonl"
    for is_ascii in (True, False):
        path.write_text("".join(json.dumps(row, ensure_ascii=is_ascii) + "\n" for row in rows), "utf-8")
        for source in (rows, str(path)):
            evaluation = ragtriage.evaluate(source)
            assert [result.verdicts.retrieval.outcome for result in evaluation] == ["pass", "pass"]
            assert evaluation.find(gold).case.id == unicodedata.normalize("NFC", gold)
            assert not [warning for warning in evaluation.warnings if "differ" in warning]


def test_gold_that_is_given_in_two_forms_counts_once():
    gold = [unicodedata.normalize(form, "ガイド") for form in ("NFC", "NFD")]
    (result,) = ragtriage.evaluate(
        [{"question": "?", "gold_ids": gold, "retrieved": [gold[1]], "answer": "x"}]
    )
    assert result.metrics["ndcg"] == result.metrics["recall"] == 1
    assert result.notes == ("gold id 'ガイド' is given 2 times; it counts once",)


def test_cases_and_traces_are_paired_by_ids_in_either_form(tmp_path):
    question = "ガイドの締切は？"
    cases, traces = tmp_path / "cases.jsonl", tmp_path / "traces.jsonl"
    cases.write_text(json.dumps({"question": question, "expected": "5日"}, ensure_ascii=False), "utf-8")
    asked = unicodedata.normalize("NFD", question)
    traces.write_text(json.dumps({"question": asked, "answer": "5日"}, ensure_ascii=False), "utf-8")
    (result,) = ragtriage.evaluate(str(cases), str(traces))
    assert result.verdicts.answer.outcome == "pass"


def test_a_trec_run_meets_judgements_in_the_other_form(tmp_path):
    qrels, run = tmp_path / "qrels.txt", tmp_path / "run.txt"
    qrels.write_text("問い 0 ガイド 1\n", "utf-8")
    run.write_text(unicodedata.normalize("NFD", "問い Q0 ガイド 1 2.5 t\n"), "utf-8")
    evaluation = evaluate_trec(str(qrels), str(run), Settings(), Reading(), store=RowStore())
    (result,) = evaluation
    assert result.verdicts.retrieval.outcome == "pass"


def test_a_warning_counts_and_names_a_few():
    near = NearIds()
    for number in range(4):
        near.watch([f"Doc-{number}"], [f"doc-{number}"])
    later = NearIds()
    later.watch(["Doc-0", "x y"], ["doc-0", "x_y"])
    near.absorb(later)
    first, second = near.warnings()
    assert first == (
        "5 gold ids differ from retrieved ones only in upper and lower case, and are not taken for them: "
        "'Doc-0' and 'doc-0'; 'Doc-1' and 'doc-1'; 'Doc-2' and 'doc-2'"
    )
    assert second.startswith("1 gold id differs from a retrieved one only in a space or an underscore")


def test_ids_that_never_meet_are_an_error_that_names_a_near_one():
    rows = [
        {"id": str(n), "question": "?", "gold_ids": [f"D-{n}"], "retrieved": [f"d-{n}"], "answer": "x"}
        for n in range(20)
    ]
    with pytest.raises(AlignmentError, match="'D-0' and 'd-0' differ only in upper and lower case"):
        ragtriage.evaluate(rows)


def _run(tmp_path, qrels, run, **reading):
    judged, ranked = tmp_path / "qrels.txt", tmp_path / "run.txt"
    judged.write_text("".join(f"{query} 0 {document} 1\n" for query, document in qrels), "utf-8")
    lines = (f"{query} Q0 {document} 1 {9 - n % 7} t\n" for n, (query, document) in enumerate(run))
    ranked.write_text("".join(lines), "utf-8")
    return evaluate_trec(str(judged), str(ranked), Settings(), Reading(**reading), store=RowStore())


def _near(evaluation):
    return [warning for warning in evaluation.warnings if "differ" in warning]


@pytest.mark.parametrize(
    ("gold", "retrieved", "difference"), [row for row in NEAR if " " not in "".join(row[:2])]
)
def test_documents_of_a_run_that_are_nearly_gold_are_told(gold, retrieved, difference, tmp_path):
    run = [("q", "z"), ("q", "a-b"), ("q", retrieved), ("q2", "met")]
    evaluation = _run(tmp_path, [("q", gold), ("q", "far"), ("q2", "met")], run)
    (warning,) = _near(evaluation)
    assert warning == (
        f"1 gold id differs from a retrieved one only in {difference}, and is not taken for it: "
        f"{gold!r} and {retrieved!r}"
    )


@pytest.mark.parametrize(
    ("judged", "answered", "difference"),
    [
        *(("Q1", "q1", CASE), ("問１", "問1", WIDTH), ("007", "7", ZEROS), ("1", "1.0", ZERO)),
        *(("topic/9", "9", PATH), ("질문%201", "질문_1", SEVERAL)),
    ],
)
def test_queries_of_a_run_that_are_nearly_judged_are_told(judged, answered, difference, tmp_path):
    evaluation = _run(
        tmp_path,
        [(judged, "a"), ("met", "a"), ("empty", "a")],
        [(answered, "a"), ("met", "a"), ("other", "a")],
    )
    (warning,) = _near(evaluation)
    assert warning == (
        "1 judged query without results differs from one of the run that is not judged only in "
        f"{difference}, and is not taken for it: {judged!r} and {answered!r}"
    )


def test_a_run_whose_ids_meet_is_told_nothing(tmp_path):
    qrels = [(f"q{n}", f"d{m}") for n in range(30) for m in range(0, 20, 3)]
    run = [(f"q{n}", f"d{m}") for n in range(1, 31) for m in range(40) if m % 5]
    assert _near(_run(tmp_path, qrels, run)) == []


def test_of_a_large_run_some_queries_are_looked_at_and_those_without_a_hit_first(tmp_path):
    qrels = [(f"q{n}", document) for n in range(400) for document in ("D5" if n % 9 == 0 else "d5", "gone")]
    run = [(f"q{n}", f"d{m}") for n in range(400) for m in range(100)]
    (warning,) = _near(_run(tmp_path, qrels, run))
    assert warning == (
        "116 of 400 queries were looked at: 45 gold ids differ from retrieved ones only in upper and lower "
        "case, and are not taken for them: 'D5' and 'd5'"
    )


def test_a_run_without_any_judged_query_or_document_names_near_ones(tmp_path):
    with pytest.raises(
        AlignmentError, match="judged queries are like 'Q1'; 'Q1' and 'q1' differ only in upper"
    ):
        _run(tmp_path, [("Q1", "a")], [("q1", "a")])
    qrels, run = ([(f"q{n}", f"{letter}{n}") for n in range(20)] for letter in "Dd")
    with pytest.raises(AlignmentError, match="'D0' and 'd0' differ only in upper and lower case"):
        _run(tmp_path, qrels, run)
    evaluation = _run(tmp_path, qrels, run, allow_disjoint_ids=True)
    assert any(warning.startswith("20 gold ids differ") for warning in evaluation.warnings)


def test_a_beir_folder_and_its_run_are_told_of_near_ids(tmp_path):
    (tmp_path / "qrels").mkdir()
    (tmp_path / "queries.jsonl").write_text('{"_id": "1", "text": "?"}\n{"_id": "2", "text": "?"}\n')
    (tmp_path / "corpus.jsonl").write_text('{"_id": "a", "text": "x"}\n')
    (tmp_path / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n1\tA\t1\n2\tb\t1\n")
    run = tmp_path / "run.txt"
    run.write_text("1 Q0 a 1 2 t\n02 Q0 b 1 2 t\n")
    evaluation = evaluate_beir(
        tmp_path, str(run), Settings(), Reading(allow_disjoint_ids=True), qrels=None, store=RowStore()
    )
    near = {warning.rpartition(": ")[2] for warning in _near(evaluation)}
    assert near == {"'A' and 'a'", "'2' and '02'"}
