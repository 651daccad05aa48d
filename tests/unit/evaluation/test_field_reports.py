"""Faults that users of other tools met, and what comes of the same input here."""

from __future__ import annotations

import copy
import math

import pytest

import ragtriage
from ragtriage.errors import DataError

ID = {"question": "q", "expected": "x", "answer": "x"}


def metrics(
    gold: object, retrieved: object, *names: str, k: int | None = None, **more: object
) -> dict[str, float | None]:
    case = ID | {"gold_ids": gold, "retrieved": retrieved} | more
    (result,) = ragtriage.evaluate([case], k=k, metrics=names)
    return result.metrics


ALL = ("recall", "precision", "f1", "hit", "rr", "ap", "ndcg", "ndcg_exp", "r_precision", "judged")


def test_r1_a_document_retrieved_twice_counts_once_and_is_reported() -> None:
    evaluation = ragtriage.evaluate([ID | {"gold_ids": ["A"], "retrieved": ["A", "A"]}], metrics=ALL)
    (result,) = evaluation
    assert all(value is not None and value <= 1 for value in result.metrics.values())
    assert result.metrics["ndcg"] == 1.0
    assert result.notes == ("'A' was retrieved 2 times; it counts once, at its first place",)
    assert any("retrieved more than once" in warning for warning in evaluation.warnings)


def test_r2_a_repeated_hit_is_no_second_hit() -> None:
    assert metrics(["A", "B"], ["A", "A"], "recall@2", k=2) == {"recall@2": 0.5}


def test_r3_r7_a_gold_id_given_twice_counts_once_with_a_warning() -> None:
    assert metrics(["x", "x"], ["x"], "recall", "rr", "ap", "ndcg") == {
        "recall": 1.0,
        "rr": 1.0,
        "ap": 1.0,
        "ndcg": 1.0,
    }
    evaluation = ragtriage.evaluate([ID | {"gold_ids": ["a", "a", "b"], "retrieved": ["a", "b"]}])
    assert evaluation.report.mean_recall == 1.0
    assert any("gold id is given more than once" in warning for warning in evaluation.warnings)


def test_r4_nothing_relevant_is_zero_everywhere() -> None:
    found = metrics(["a", "b"], ["c", "c", "c"], "recall", "precision", "rr", "ap", "ndcg", "hit")
    assert set(found.values()) == {0.0}


def test_r5_the_ideal_is_not_cut_to_what_came_back() -> None:
    found = metrics(list("abcde"), ["a", "x", "y", "z", "w"], "ndcg@5", k=5)["ndcg@5"]
    assert found == pytest.approx(0.339160, abs=5e-7)


def test_r6_reciprocal_rank_and_average_precision() -> None:
    found = metrics(list("12347"), [str(i) for i in range(1, 11)], "rr", "ap")
    assert found["rr"] == 1.0
    assert found["ap"] == pytest.approx(0.942857, abs=5e-7)


def test_r9_nothing_retrieved_fails_with_recall_zero() -> None:
    (result,) = ragtriage.evaluate([ID | {"gold_ids": ["a"], "retrieved": []}])
    assert result.verdicts.retrieval.outcome.value == "fail"
    assert result.verdicts.retrieval.score == 0.0


def test_r10_the_ideal_holds_all_gold_and_is_cut_at_k() -> None:
    found = metrics(["a", "b", "c"], ["x", "a"], "ndcg@2", "ndcg")
    assert found["ndcg@2"] == pytest.approx(0.386853, abs=5e-7)
    assert found["ndcg"] == pytest.approx(0.296082, abs=5e-7)


def test_r12_grades_are_gains() -> None:
    found = metrics({"a": 3, "b": 1}, ["a", "c", "b"], "ndcg")["ndcg"]
    assert found == pytest.approx(0.963940, abs=5e-7)


def test_r13_average_precision_and_precision_have_their_own_names() -> None:
    assert metrics(["a"], ["a", "b", "c", "d"], "ap", "precision@4") == {"ap": 1.0, "precision@4": 0.25}


def test_r14_retrieved_equal_to_gold_on_every_row_is_a_warning() -> None:
    cases = [ID | {"question": f"q{i}", "gold_ids": [f"d{i}"], "retrieved": [f"d{i}"]} for i in range(3)]
    assert any("against itself" in warning for warning in ragtriage.evaluate(cases).warnings)
    cases[1]["retrieved"] = ["d1", "other"]
    assert not any("against itself" in warning for warning in ragtriage.evaluate(cases).warnings)


def test_r16_one_of_a_group_meets_the_condition() -> None:
    (result,) = ragtriage.evaluate(
        [ID | {"gold_ids": [["a", "b"]], "retrieved": ["a", "c"]}], metrics=["ndcg"]
    )
    assert result.verdicts.retrieval.outcome.value == "pass"
    assert result.verdicts.retrieval.method == "groups >= 1"
    assert result.metrics["ndcg"] == 1.0


def test_r18_a_question_without_any_result_stays_in_the_mean_as_zero() -> None:
    evaluation = ragtriage.evaluate(
        [
            ID | {"question": "1", "gold_ids": ["a"], "retrieved": ["a"]},
            ID | {"question": "2", "gold_ids": ["b"], "retrieved": []},
        ],
        metrics=["rr"],
    )
    assert evaluation.summary.metrics["rr"].mean == 0.5
    assert evaluation.summary.metrics["rr"].n == 2


def test_r19_grade_zero_and_below_is_judged_and_not_relevant() -> None:
    found = metrics({"a": 0, "b": -1, "c": 1}, ["a", "b", "c"], "rr", "judged@2", "recall@2")
    assert found["rr"] == pytest.approx(1 / 3)
    assert found["judged@2"] == 1.0
    assert found["recall@2"] == 0.0


def test_r20_one_metric_at_two_cutoffs_is_two_columns() -> None:
    assert metrics(["a"], ["x", "x2", "x3", "a"], "precision@3", "precision@5") == {
        "precision@3": 0.0,
        "precision@5": 0.2,
    }


def test_r21_mrr_at_1_is_hit_at_1() -> None:
    for retrieved in (["a", "b"], ["b", "a"], []):
        found = metrics(["a"], retrieved, "mrr@1", "hit@1")
        assert found["rr@1"] == found["hit@1"]


def test_r22_evaluating_the_same_objects_twice_changes_nothing() -> None:
    cases = [ID | {"gold_ids": {"a": 2, "b": 1}, "retrieved": [{"document_id": "b", "text": "t", "rank": 1}]}]
    before = copy.deepcopy(cases)
    first, second = ragtriage.evaluate(cases), ragtriage.evaluate(cases)
    assert cases == before
    assert first.report == second.report
    assert list(first) == list(second)


def test_a1_identical_chinese_terms_match() -> None:
    (result,) = ragtriage.evaluate([{"question": "q", "expected": "北京大学", "answer": "北京大学"}])
    assert result.verdicts.answer.outcome.value == "pass"


def test_a3_a_blank_expected_answer_is_a_load_error() -> None:
    with pytest.raises(DataError, match=r"row 1, field `expected_answers`: is blank"):
        ragtriage.evaluate([{"question": "q", "expected": "", "answer": ""}])


def test_a7_any_of_the_expected_answers_matches() -> None:
    (result,) = ragtriage.evaluate(
        [{"question": "q", "expected": ["A", "B"], "answer": "B"}], answer_rule="equals"
    )
    assert result.verdicts.answer.outcome.value == "pass"


def test_a9_white_space_alone_does_not_matter_from_whitespace_on() -> None:
    case = [{"question": "q", "expected": "hello world", "answer": "hello  world"}]
    found = {
        mode: next(
            iter(ragtriage.evaluate(case, match=mode, answer_rule="equals"))
        ).verdicts.answer.outcome.value
        for mode in ("strict", "whitespace", "standard")
    }
    assert found == {"strict": "fail", "whitespace": "pass", "standard": "pass"}


@pytest.mark.parametrize("texts", [[""], ["  "], ["\u3000\n"]])
def test_e1_blank_texts_are_recorded_and_empty(texts) -> None:
    case = {"question": "q", "evidence": "e", "contexts": texts, "answer": "Paris"}
    (result,) = ragtriage.evaluate([case])
    assert result.verdicts.evidence.outcome.value == "fail"
    assert result.verdicts.support.outcome.value != "pass"


def test_e7_evidence_that_is_not_in_the_text_fails() -> None:
    case = {
        "question": "q",
        "evidence": "Paris is the capital of France",
        "contexts": ["The Eiffel Tower stands in Paris and was finished in 1889."],
        "answer": "Paris",
    }
    (result,) = ragtriage.evaluate([case])
    assert result.verdicts.evidence.outcome.value == "fail"


def test_e8_the_mean_of_a_half_and_nothing_is_a_quarter() -> None:
    cases = [
        ID | {"question": "1", "gold_ids": ["a", "b"], "retrieved": ["a"]},
        ID | {"question": "2", "gold_ids": ["a", "b"], "retrieved": ["x"]},
    ]
    assert ragtriage.evaluate(cases).report.mean_recall == 0.25


def test_e10_a_row_whose_retriever_returned_nothing_stays_and_fails() -> None:
    evaluation = ragtriage.evaluate([{"question": "q", "gold_ids": ["a"], "retrieved": [], "answer": None}])
    assert len(evaluation) == 1
    assert evaluation.summary.verdicts["retrieval"].fail == 1


def test_i3_an_unanswerable_row_is_not_applicable_and_kept() -> None:
    case = {"question": "q", "gold_ids": [], "answerable": False, "retrieved": ["a"], "answer": None}
    (result,) = ragtriage.evaluate([case])
    assert result.verdicts.retrieval.cause is not None
    assert result.verdicts.retrieval.cause.value == "not_applicable"
    assert result.diagnosed.diagnosis.value == "passed"


def test_a_metric_that_is_undefined_is_none_and_left_out_of_its_mean() -> None:
    evaluation = ragtriage.evaluate(
        [
            ID | {"question": "1", "gold_ids": ["a"], "retrieved": ["a"]},
            ID | {"question": "2", "gold_ids": [], "retrieved": ["a"]},
            ID | {"question": "3", "gold_ids": {"a": 0}, "retrieved": ["a"]},
            ID | {"question": "4", "gold_ids": ["a"]},
        ],
        metrics=["rr"],
    )
    assert [result.metrics["rr"] for result in evaluation] == [1.0, None, None, None]
    assert evaluation.summary.metrics["rr"].n == 1
    assert not math.isnan(evaluation.summary.metrics["rr"].mean or 0.0)


def test_a_grade_without_an_exponential_gain_is_refused() -> None:
    with pytest.raises(DataError, match="the gain of grade 2000"):
        metrics({"d": 2000}, ["d"], "ndcg_exp")
    assert metrics({"d": 2000}, ["d"], "ndcg") == {"ndcg": 1.0}
