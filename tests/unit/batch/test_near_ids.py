"""Ids that look the same, and ids that nearly do."""

from __future__ import annotations

import json
import unicodedata

import pytest

import ragtriage
from ragtriage.batch.near_ids import NearIds, NearIndex, nearest
from ragtriage.errors import AlignmentError
from ragtriage.evaluation.inputs import Reading
from ragtriage.evaluation.rankings import evaluate_trec
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
