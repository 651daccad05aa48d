from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import ragtriage
from ragtriage.batch import Batch
from ragtriage.errors import AlignmentError, ConfigError, DataError, SchemaError
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.rankings import evaluate_trec
from ragtriage.evaluation.store import RowStore
from ragtriage.fingerprint import canonical, sha256
from ragtriage.model import (
    Case,
    EvidenceDetail,
    Gold,
    Outcome,
    Place,
    Retrieved,
    Settings,
    Stage,
    Trace,
    Verdict,
)


def case(number: int, **more: object) -> dict[str, object]:
    return {
        "id": f"q{number}",
        "question": f"question {number}",
        "expected": "yes",
        "gold_ids": [f"d{number}"],
        "retrieved": [f"d{number}", "other"],
        "answer": "yes",
    } | more


CASES = [
    case(1),
    case(2, retrieved=["x"], tags=["hr"], language="ja"),
    case(3, answer="no", tags=["hr", "it"]),
]


def test_a_rate_with_an_unknown_has_bounds() -> None:
    cases = [case(i) for i in range(8)] + [
        case(8, retrieved=["x"]),
        {"id": "u", "expected": "yes", "answer": "yes"},
    ]
    rate = ragtriage.evaluate(cases).summary.verdicts["retrieval"]
    assert (rate.passed, rate.fail, rate.unknown) == (8, 1, 1)
    assert rate.rate == 8 / 9
    assert (rate.worst, rate.best) == (0.8, 0.9)


@pytest.mark.parametrize("kind", ["dicts", "records", "pairs", "pandas", "polars", "arrow"])
def test_rows_in_memory_are_evaluated_alike(kind) -> None:
    rows = [case(1, tags=["x"]), case(2, retrieved=["z", "d2"], answer=None, tags=["y"])]
    records = [
        Case(
            id=f"q{i}",
            question=f"question {i}",
            expected_answers=("yes",),
            gold_documents=Gold(grades={f"d{i}": 1}),
            tags=("x",) if i == 1 else ("y",),
        )
        for i in (1, 2)
    ]
    traces = [
        Trace(id="q1", retrieved=("d1", "other"), answer="yes"),
        Trace(id="q2", retrieved=("z", "d2"), answer=None),
    ]
    frame = pl.DataFrame(rows)
    expected = ragtriage.evaluate(rows, k=1)
    found = {
        "dicts": lambda: ragtriage.evaluate(iter(rows), k=1),
        "records": lambda: ragtriage.evaluate(records, traces, k=1),
        "pairs": lambda: ragtriage.evaluate(list(zip(records, traces, strict=True)), k=1),
        "pandas": lambda: ragtriage.evaluate(pd.DataFrame(rows), k=1),
        "polars": lambda: ragtriage.evaluate(frame, k=1),
        "arrow": lambda: ragtriage.evaluate(frame.to_arrow(), k=1),
    }[kind]()
    assert [result.diagnosed for result in found] == [result.diagnosed for result in expected]
    assert found.summary == expected.summary


@pytest.mark.parametrize("data", [5, "missing.jsonl", {"question": "q"}, [5], [("a", "b")]])
def test_data_of_no_known_kind_are_refused(data) -> None:
    with pytest.raises(DataError):
        ragtriage.evaluate(data)


def test_slices_sum_up_the_cases_of_each_tag_and_language() -> None:
    evaluation = ragtriage.evaluate(CASES, by=["tags", "language"])
    sizes = {(each.by, each.name): each.summary.n for each in evaluation.report.slices}
    assert sizes == {
        ("language", ""): 2,
        ("language", "ja"): 1,
        ("tags", ""): 1,
        ("tags", "hr"): 2,
        ("tags", "it"): 1,
    }


def test_saved_and_loaded_an_evaluation_is_the_same(tmp_path) -> None:
    cases = [
        case(
            1,
            evidence=["yes"],
            retrieved=[{"document_id": "d1", "chunk_id": "c", "text": "yes it is", "score": 0.5}],
        ),
        case(2, gold_ids=[["a", "b"], ["c"]], expected=[["one", "two"], "three"], metadata={"x": [1, None]}),
        case(3, gold_ids={"a": 2.5, "b": 0}, context=["text"], answer=None),
        {"id": "q4", "question": "?", "answerable": False, "retrieved": []},
    ]
    evaluation = ragtriage.evaluate(cases, k=3, by=["tags"])
    evaluation.save(tmp_path / "a", parquet=True)
    loaded = ragtriage.Evaluation.load(tmp_path / "a")
    assert loaded.report == evaluation.report
    assert list(loaded) == list(evaluation)
    loaded.save(tmp_path / "b", parquet=True)
    for name in ("cases.jsonl", "report.json"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    assert pl.read_parquet(tmp_path / "a" / "cases.parquet").equals(evaluation.to_frame())


def test_the_frame_has_a_row_a_case_and_a_column_a_metric() -> None:
    frame = ragtriage.evaluate(CASES, metrics=["rr", "recall@1"]).to_frame()
    assert frame["id"].to_list() == ["q1", "q2", "q3"]
    assert frame["diagnosis"].to_list() == ["passed", "ungrounded_correct", "not_extracted"]
    assert frame["retrieval"].to_list() == ["pass", "fail", "pass"]
    assert frame["rr"].to_list() == [1.0, 0.0, 1.0]
    assert frame.columns[-2:] == ["rr", "recall@1"]


def test_the_report_holds_the_keys_that_are_promised(tmp_path) -> None:
    ragtriage.evaluate(CASES, k=2).save(tmp_path / "a")
    report = json.loads((tmp_path / "a" / "report.json").read_text(encoding="utf-8"))
    assert {
        "schema_version",
        "k",
        "cases",
        "mean_recall",
        "answer_accuracy",
        "manifest",
        "summary",
    } <= report.keys()
    assert {"n", "diagnoses", "stages", "status", "metrics", "verdicts", "set_aside"} <= report[
        "summary"
    ].keys()
    assert {"mean", "n", "low", "high"} <= report["summary"]["metrics"]["recall@2"].keys()
    assert {"pass", "fail", "unknown", "rate", "low", "high", "worst", "best"} <= report["summary"][
        "verdicts"
    ]["answer"].keys()
    (first, *_) = report["cases"]
    assert {
        "id",
        "question",
        "recall_at_k",
        "answer_match",
        "status",
        "diagnosis",
        "stage",
        "second_stage",
        "certain",
        "possible",
        "abstained",
        "verdicts",
        "metrics",
        "notes",
    } <= first.keys()
    assert set(first["verdicts"]["support"]) == {"outcome", "certain", "score", "method", "reason", "cause"}


def test_without_texts_no_text_is_left_in_the_folder(tmp_path) -> None:
    from ragtriage.evaluation.inputs import Reading, evaluate_files  # noqa: PLC0415
    from ragtriage.evaluation.judging import Judges  # noqa: PLC0415
    from ragtriage.evaluation.store import RowStore  # noqa: PLC0415
    from ragtriage.model import Settings  # noqa: PLC0415

    secret = {
        "id": "q1",
        "question": "SECRET question",
        "expected": "SECRET answer",
        "gold_ids": ["d1"],
        "evidence": "SECRET evidence",
        "retrieved": [{"document_id": "d1", "text": "SECRET text", "metadata": {"a": "SECRET"}}],
        "context": ["SECRET context"],
        "answer": "SECRET other answer",
        "owner": "SECRET owner",
    }
    evaluation = evaluate_files(
        [secret], None, Settings(), Reading(with_texts=False), judges=Judges.of(), store=RowStore()
    )
    evaluation.save(tmp_path / "a", parquet=True)
    for path in (tmp_path / "a").iterdir():
        assert b"SECRET" not in path.read_bytes(), path.name
    full = ragtriage.evaluate([secret], answer_rule="equals")
    assert evaluation.manifest.fingerprints["questions"] == full.manifest.fingerprints["questions"]


def test_a_folder_with_something_else_in_it_is_not_replaced(tmp_path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "thesis.tex").write_text("years of work")
    with pytest.raises(ConfigError, match=r"holds 'thesis\.tex', which is no part of an evaluation"):
        ragtriage.evaluate(CASES).save(tmp_path / "a")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_an_evaluation_in_the_folder_is_replaced_and_nothing_is_left_beside_it(tmp_path) -> None:
    ragtriage.evaluate(CASES).save(tmp_path / "a", parquet=True)
    ragtriage.evaluate(CASES[:1]).save(tmp_path / "a")
    assert len(ragtriage.Evaluation.load(tmp_path / "a")) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a"]
    assert sorted(path.name for path in (tmp_path / "a").iterdir()) == ["cases.jsonl", "report.json"]


@pytest.mark.parametrize("damage", ["missing", "no report", "other json", "no cases"])
def test_a_folder_that_holds_no_evaluation_is_refused(tmp_path, damage) -> None:
    folder = tmp_path / "a"
    if damage != "missing":
        ragtriage.evaluate(CASES).save(folder)
    if damage == "no report":
        (folder / "report.json").unlink()
    if damage == "other json":
        (folder / "report.json").write_text("{}")
    if damage == "no cases":
        (folder / "cases.jsonl").unlink()
    with pytest.raises(DataError):
        ragtriage.Evaluation.load(folder)


def test_two_cases_of_one_id_are_refused_wherever_they_stand() -> None:
    rows = [case(i) for i in range(5000)] + [case(17)]
    with pytest.raises(AlignmentError, match="cases 18 and 5001 have the same id 'q17'"):
        ragtriage.evaluate(rows)


def test_fingerprints_do_not_depend_on_order_and_add_up_over_partitions() -> None:
    whole = ragtriage.evaluate(CASES).manifest.fingerprints
    assert ragtriage.evaluate(CASES[::-1]).manifest.fingerprints == whole
    parts = [ragtriage.evaluate([each]).manifest.fingerprints for each in CASES]
    for name in ("questions", "gold", "retrieval_results", "answers"):
        total = sum(int(part[name] or "0", 16) for part in parts) % 2**256
        assert whole[name] == f"{total:064x}"
    assert whole["context"] is whole["generator"] is whole["corpus"] is None


def test_the_fingerprint_of_a_question_is_that_of_its_canonical_json() -> None:
    (result,) = ragtriage.evaluate([{"id": "q1", "question": "経費精算の期限は？", "answer": "x"}])
    assert (
        result.fingerprints["questions"] == "78fea0094448d7d75abd078f121eae6616eef3fe36955b2474b45101efe95b24"
    )
    assert result.fingerprints["answers"] == sha256(canonical({"answer": "x", "id": "q1"}))


def test_an_edited_gold_id_changes_the_fingerprint_of_gold_alone() -> None:
    before = ragtriage.evaluate(CASES)
    after = ragtriage.evaluate([CASES[0] | {"gold_ids": ["edited"]}, *CASES[1:]])
    changed = {
        name
        for name, value in before.manifest.fingerprints.items()
        if after.manifest.fingerprints[name] != value
    }
    assert changed == {"gold"}
    differing = [
        a.case.id
        for a, b in zip(before, after, strict=True)
        if a.fingerprints["gold"] != b.fingerprints["gold"]
    ]
    assert differing == ["q1"]


def test_gold_in_another_order_is_the_same_gold() -> None:
    first = ragtriage.evaluate([case(1, gold_ids=["a", "b"])])
    second = ragtriage.evaluate([case(1, gold_ids={"b": 1, "a": 1})])
    assert first.manifest.fingerprints["gold"] == second.manifest.fingerprints["gold"]


def test_ids_that_never_meet_are_an_error_from_20_cases_on_and_a_warning_below() -> None:
    rows = [case(i, retrieved=[f"chunk-{i}"]) for i in range(20)]
    with pytest.raises(AlignmentError, match=r"the ids do not meet: .*'d0'.*'chunk-0'.*--allow-disjoint-ids"):
        ragtriage.evaluate(rows)
    assert any("do not meet" in warning for warning in ragtriage.evaluate(rows[:19]).warnings)
    assert ragtriage.evaluate(rows, allow_disjoint_ids=True).report.mean_recall == 0.0


def test_ids_that_meet_across_cases_are_a_recall_of_zero_and_no_error() -> None:
    rows = [case(i, retrieved=[f"d{i + 1}"]) for i in range(25)]
    assert ragtriage.evaluate(rows).report.mean_recall == 0.0


def test_gold_ids_of_the_other_unit_are_an_error_that_names_the_option() -> None:
    rows = [
        case(i, gold_ids=[f"c{i}"], retrieved=[{"document_id": "d", "chunk_id": f"c{i}"}]) for i in range(20)
    ]
    with pytest.raises(AlignmentError, match="use --unit chunk"):
        ragtriage.evaluate(rows)
    assert ragtriage.evaluate(rows, unit="chunk").report.mean_recall == 1.0


def test_bad_rows_are_set_aside_only_when_asked_and_are_listed() -> None:
    rows = [case(1), {"id": "q2", "question": 5, "answer": ""}, case(3)]
    with pytest.raises(SchemaError, match="row 2, field `question`"):
        ragtriage.evaluate(rows)
    evaluation = ragtriage.evaluate(rows, skip_bad_rows=True)
    assert len(evaluation) == 2
    assert evaluation.summary.set_aside == 1
    assert evaluation.report.set_aside == ("cases, row 2, field `question`: expected a string, found 5",)


def test_k_below_the_recorded_context_is_a_warning() -> None:
    evaluation = ragtriage.evaluate([case(1, context=["a", "b", "c"])], k=2)
    assert any("than k" in warning for warning in evaluation.warnings)


def test_numbers_and_strings_as_ids_in_one_file_are_a_warning() -> None:
    rows = [case(1, gold_ids=[1], retrieved=[1]), case(2, gold_ids=["1"], retrieved=["1"])]
    assert any("compared as strings" in warning for warning in ragtriage.evaluate(rows).warnings)


def test_empty_labels_are_unknown_counted_and_warned_of_once() -> None:
    rows = [case(1, gold_ids=[], expected=[]), case(2, gold_ids=[])]
    evaluation = ragtriage.evaluate(rows)
    (warning,) = [warning for warning in evaluation.warnings if "not labelled" in warning]
    assert warning.startswith("2 of 2 cases with empty gold or empty expected answers: taken as not labelled")
    assert evaluation.summary.verdicts["retrieval"].unknown == 2
    unanswerable = ragtriage.evaluate(rows, empty_gold="unanswerable")
    assert unanswerable.summary.verdicts["retrieval"].not_applicable == 1


def test_a_corpus_gives_texts_to_ids_and_names_gold_that_is_in_no_document(tmp_path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"_id": "d1", "title": "Policy", "text": "Yes, within 5 days."}\n', encoding="utf-8")
    rows = [case(1, evidence="within 5 days"), case(2, gold_ids=["gone"], retrieved=["d1"], evidence="other")]
    evaluation = ragtriage.evaluate(rows, corpus=corpus)
    assert [result.verdicts.evidence.outcome.value for result in evaluation] == ["pass", "fail"]
    assert any("'gone'" in warning for warning in evaluation.warnings)
    assert evaluation.manifest.fingerprints["corpus"] is not None


@dataclass(frozen=True)
class Strict:
    """A judge of one's own: supported only when the answer is a chunk, word for word."""

    stage: Stage = Stage.SUPPORT

    async def __call__(self, batch: Batch) -> list[Verdict]:
        return [Verdict(outcome=Outcome.FAIL, method="strict", reason="always") for _ in batch.cases]


def test_a_judge_of_ones_own_takes_the_place_of_the_one_for_its_stage() -> None:
    evaluation = ragtriage.evaluate(CASES, judges=[Strict()])
    assert {result.verdicts.support.method for result in evaluation} == {"strict"}
    assert evaluation.manifest.judges["support"] == "Strict"
    other = ragtriage.evaluate(CASES).manifest.fingerprints["evaluator"]
    assert evaluation.manifest.fingerprints["evaluator"] != other


def test_two_judges_of_one_stage_or_too_few_verdicts_are_refused() -> None:
    @dataclass(frozen=True)
    class Short(Strict):
        async def __call__(self, batch: Batch) -> list[Verdict]:
            return (await super().__call__(batch))[1:]

    with pytest.raises(ConfigError, match="two judges of support"):
        ragtriage.evaluate(CASES, judges=[Strict(), Strict()])
    with pytest.raises(ConfigError, match="gave 2 verdicts for 3 cases"):
        ragtriage.evaluate(CASES, judges=[Short()])


@pytest.mark.parametrize(
    "options",
    [
        {"unit": "page"},
        {"match": "fuzzy"},
        {"condition": "most"},
        {"answer_rule": "vague"},
        {"by": ["owner"]},
        {"metrics": ["recal@5"]},
        {"metrics": ["ndcg@0"]},
    ],
)
def test_an_unknown_option_value_is_refused(options) -> None:
    with pytest.raises(ConfigError):
        ragtriage.evaluate(CASES, **options)


def test_the_found_case_is_the_one_of_that_id() -> None:
    evaluation = ragtriage.evaluate([case(i) for i in range(12)])
    assert evaluation.find("q1").case.id == "q1"
    with pytest.raises(DataError, match="no case has the id 'q'"):
        evaluation.find("q")


def test_places_of_evidence_survive_saving(tmp_path) -> None:
    rows = [case(1, evidence="five days", retrieved=[{"document_id": "d1", "text": "It is five days."}])]
    evaluation = ragtriage.evaluate(rows)
    evaluation.save(tmp_path / "a")
    (result,) = ragtriage.Evaluation.load(tmp_path / "a")
    assert result.verdicts.evidence.detail == EvidenceDetail(places=((Place(chunk=0, start=6, end=15),),))
    assert result.trace == Trace(
        id="q1", retrieved=(Retrieved(document_id="d1", text="It is five days."),), answer="yes"
    )


@pytest.mark.parametrize("rows", [[], iter([]), pd.DataFrame(columns=["id", "answer"])])
def test_no_rows_are_no_evaluation_in_which_everything_passed(rows: object) -> None:
    with pytest.raises(DataError, match="cases: holds no rows that can be judged"):
        ragtriage.evaluate(rows)


def test_a_file_of_which_every_row_is_set_aside_is_refused_with_the_first(tmp_path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text("{bad\n{worse\n")
    with pytest.raises(
        DataError, match=r"holds no rows .*set aside: 2, the first: .*line 1: is not valid JSON"
    ):
        ragtriage.evaluate(path, skip_bad_rows=True)


def test_rows_set_aside_are_warned_of() -> None:
    (warning,) = ragtriage.evaluate([case(1), {"id": 1.5}], skip_bad_rows=True).warnings
    assert warning.startswith("rows set aside, because they could not be read: 1; the first: cases, row 2")


def test_fields_that_stand_on_the_side_where_they_are_not_read_are_warned_of() -> None:
    cases = [{"id": "1", "expected": "x", "gold_ids": ["d"], "answer": "old", "retrieved": ["d", "e"]}]
    traces = [{"id": "1", "question": "q", "expected": "y", "answer": "x", "retrieved": ["e", "d"]}]
    assert ragtriage.evaluate(cases, traces).warnings == (
        "cases: retrieved, answer not read from there, but from traces alone",
        "traces: expected_answers not read from there, but from cases alone",
    )
    assert ragtriage.evaluate([{"id": "1", "expected": "x"}], [{"id": "1", "answer": "x"}]).warnings == ()


def test_k_may_be_any_whole_number_and_metrics_a_single_name() -> None:
    k: Any = np.int64(2)
    evaluation = ragtriage.evaluate([case(1)], k=k, metrics="recall@5")
    assert evaluation.report.k == 2
    assert list(evaluation.summary.metrics) == ["recall@5"]


@pytest.mark.parametrize("options", [{"k": "2"}, {"k": 2.0}, {"k": True}, {"k": -1}, {"metrics": [5]}])
def test_a_cutoff_or_a_metric_of_another_type_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"k must be a positive integer|named by a string"):
        ragtriage.evaluate([case(1)], **options)


def test_two_cases_of_one_id_are_refused_with_the_name_of_their_file(tmp_path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text('{"id": "a", "answer": "x"}\n' * 2)
    with pytest.raises(AlignmentError, match=r"cases\.jsonl: cases 1 and 2 have the same id 'a'"):
        ragtriage.evaluate(path)


@pytest.mark.parametrize("times", [0, 2])
def test_rows_that_are_not_as_many_as_the_report_says_are_refused(tmp_path, times: int) -> None:
    ragtriage.evaluate([case(1)]).save(tmp_path / "out")
    path = tmp_path / "out" / "cases.jsonl"
    path.write_bytes(path.read_bytes() * times)
    with pytest.raises(DataError, match=rf"cases\.jsonl: holds {times} rows, .* about 1 cases"):
        list(ragtriage.Evaluation.load(tmp_path / "out"))


def test_questions_that_stay_as_ids_when_texts_are_left_out_are_warned_of() -> None:
    reading = Reading(with_texts=False)
    rows = [{"question": "secret?", "expected": "x", "answer": "x"}]
    (warning,) = evaluate_files(
        rows, None, Settings(), reading, judges=Judges.of(), store=RowStore()
    ).warnings
    assert warning.startswith("the texts are left out, but 1 questions are still there as ids")


def test_options_without_effect_on_a_run_of_rankings_are_warned_of(tmp_path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n")
    (tmp_path / "run").write_text("1 Q0 a 1 2.0 t\n")
    reading = Reading(corpus="corpus.jsonl", skip_bad_rows=True)
    evaluation = evaluate_trec(
        str(tmp_path / "qrels"), str(tmp_path / "run"), Settings(), reading, store=RowStore()
    )
    assert [warning.partition(" has no effect")[0] for warning in evaluation.warnings] == [
        "--corpus",
        "--on-error skip",
    ]


def test_texts_without_ids_leave_retrieval_unknown_and_are_no_ids_that_do_not_meet() -> None:
    rows = [
        {"id": f"{i}", "expected": "x", "gold_ids": ["d"], "contexts": ["x is here"], "answer": "x"}
        for i in range(25)
    ]
    evaluation = ragtriage.evaluate(rows)
    rate = evaluation.summary.verdicts["retrieval"]
    assert (rate.fail, rate.unknown) == (0, 25)
    assert evaluation.report.mean_recall is None
    assert evaluation.warnings == ()


def test_a_file_may_have_a_name_that_is_no_utf_8(tmp_path) -> None:
    path = tmp_path / "caf\udce9.jsonl"
    try:
        path.write_text('{"id": "a", "answer": "x"}\n')
    except (OSError, UnicodeEncodeError):
        pytest.skip("this file system has no such names")
    evaluation = ragtriage.evaluate(path)
    evaluation.save(tmp_path / "out")
    assert ragtriage.Evaluation.load(tmp_path / "out").manifest.inputs[0].endswith("caf\ufffd.jsonl")


def test_no_case_has_an_id_that_is_no_utf_8() -> None:
    with pytest.raises(DataError, match="no case has the id"):
        ragtriage.evaluate([case(1)]).find("q\udcff")


@pytest.mark.parametrize("name", ["a\0b.jsonl", "a\ud800.jsonl"])
def test_what_is_no_name_of_a_file_is_refused(name: str) -> None:
    with pytest.raises(DataError, match="is no name of a file"):
        ragtriage.evaluate(name)


def test_gold_that_is_in_no_document_is_no_gold_given_twice(tmp_path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id": "d1", "text": "yes"}\n')
    evaluation = ragtriage.evaluate([case(1, gold_ids=["d1", "gone"])], corpus=corpus)
    assert [warning.partition(" of ")[0] for warning in evaluation.warnings] == [
        "gold ids that are in no document"
    ]
    assert next(iter(evaluation)).notes == ("gold id 'gone' is in no document of the corpus",)
