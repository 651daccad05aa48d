from __future__ import annotations

import json

import pytest

from ragtriage import evaluate
from ragtriage.comparison.calibration import Validity, calibrate
from ragtriage.errors import AlignmentError, ConfigError, DataError, SchemaError


@pytest.fixture(scope="module")
def labelled(shared):
    """Published answers to NQ questions, and whether people accepted them; one id for each answer."""
    path = shared / "data" / "human_labels" / "openqa_nq301.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()][:600]
    cases = [
        {
            "id": str(number),
            "question": row["question"],
            "expected_answers": row["expected_answers"],
            "answer": row["answer"],
        }
        for number, row in enumerate(rows)
    ]
    return evaluate(cases, answer_rule="equals"), {
        str(i): row["human_acceptable"] == "Yes" for i, row in enumerate(rows)
    }


def test_agreement_with_people_is_that_of_scikit_learn(labelled):
    cohen_kappa_score = pytest.importorskip("sklearn.metrics").cohen_kappa_score
    evaluation, labels = labelled
    judged = {
        result.case.id: result.verdicts.answer.outcome == "pass"
        for result in evaluation
        if result.verdicts.answer.outcome != "unknown"
    }
    calibration = calibrate(evaluation, labels, stage="answer")
    people, judge = [labels[i] for i in judged], list(judged.values())
    assert calibration.n == len(judged)
    assert calibration.unjudged == 600 - len(judged)
    assert calibration.kappa == pytest.approx(cohen_kappa_score(people, judge))
    assert calibration.people_rate == pytest.approx(sum(people) / len(people))
    assert calibration.judge_rate == pytest.approx(sum(judge) / len(judge))
    assert calibration.observed == pytest.approx(sum(map(bool.__eq__, people, judge)) / len(judge))
    assert calibration.low < calibration.observed < calibration.high
    assert calibration.validity is Validity.VALIDATED


def test_a_corrected_rate_is_nearer_to_that_of_people_than_the_judges(labelled):
    evaluation, labels = labelled
    some = {identifier: label for identifier, label in labels.items() if int(identifier) % 2}
    calibration = calibrate(evaluation, some, stage="answer")
    everyone = calibrate(evaluation, labels, stage="answer")
    truth = everyone.people_rate
    for corrected in calibration.corrected:
        assert abs(corrected.rate - truth) < abs(everyone.judge_rate - truth)
        assert corrected.low < truth < corrected.high
        assert corrected.assumes


def passing(n: int, wrong: int):
    return evaluate(
        [
            {"id": str(i), "question": f"{i}?", "expected": "5 %", "answer": "6 %" if i < wrong else "5 %"}
            for i in range(n)
        ]
    )


def test_few_failures_among_the_labels_do_not_validate_a_judge_for_failures():
    evaluation = passing(40, wrong=19)
    calibration = calibrate(evaluation, {str(i): i >= 19 for i in range(40)}, stage="answer")
    assert (calibration.observed, calibration.both_fail) == (1.0, 19)
    assert calibration.validity is Validity.NOT_FOR_FAILURES
    calibration = calibrate(evaluation, {str(i): i >= 20 for i in range(40)}, stage="answer")
    assert calibration.validity is Validity.VALIDATED


def test_without_a_labelled_failure_what_cannot_be_known_is_none():
    evaluation = passing(10, wrong=0)
    calibration = calibrate(evaluation, {str(i): True for i in range(10)}, stage="answer")
    assert (calibration.kappa, calibration.on_fail, calibration.ac1) == (None, None, 1.0)
    assert [corrected.rate for corrected in calibration.corrected] == [None, None]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_labels_are_read_from_a_table(tmp_path, form):
    evaluation = passing(4, wrong=1)
    path = tmp_path / f"labels.{form}"
    rows = [("0", "fail"), ("1", "pass"), ("2", "false"), ("3", "")]
    if form == "csv":
        path.write_text("id,label\n" + "".join(f"{i},{label}\n" for i, label in rows))
    else:
        path.write_text("".join(json.dumps({"id": i, "label": label or None}) + "\n" for i, label in rows))
    calibration = calibrate(evaluation, path, stage="answer")
    cells = (calibration.both_pass, calibration.judge_pass, calibration.people_pass, calibration.both_fail)
    assert cells == (1, 1, 0, 1)


def test_a_folder_is_calibrated_as_the_evaluation_is(tmp_path):
    evaluation = passing(4, wrong=1)
    evaluation.save(tmp_path / "a")
    labels = {"0": False, "1": True}
    assert calibrate(tmp_path / "a", labels, stage="answer") == calibrate(evaluation, labels, stage="answer")


def test_bad_labels_are_errors_that_name_them(tmp_path):
    evaluation = passing(3, wrong=1)
    with pytest.raises(AlignmentError, match=r"2 labels are of cases that the evaluation does not have.*'x'"):
        calibrate(evaluation, {"x": True, "y": True, "0": True}, stage="answer")
    with pytest.raises(ConfigError, match="unknown stage 'answers'; known: retrieval"):
        calibrate(evaluation, {}, stage="answers")
    with pytest.raises(DataError, match="no labelled case has a support verdict"):
        calibrate(evaluation, {"0": True}, stage="support")
    path = tmp_path / "labels.csv"
    path.write_text("id,label\n0,0.5\n")
    with pytest.raises(DataError, match=r"a label is pass or fail, found 0\.5"):
        calibrate(evaluation, path, stage="answer")
    path.write_text("id,label\n0,good\n")
    with pytest.raises(SchemaError, match="row 1"):
        calibrate(evaluation, path, stage="answer")
