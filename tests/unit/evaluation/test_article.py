"""The article's three cases: right, right for the wrong reason, and wrong with the document in hand."""

from __future__ import annotations

import pytest

import ragtriage
from ragtriage.errors import ConfigError, DataError

CASES = [
    {
        "id": "deadline",
        "question": "経費精算の期限は？",
        "expected": "翌月5日",
        "gold_ids": ["expense-policy"],
        "retrieved": ["general-guide"],
        "actual": "翌月5日",
    },
    {
        "id": "approver",
        "question": "承認者は誰ですか？",
        "expected": "部門責任者",
        "gold_ids": ["expense-policy", "approval-flow"],
        "retrieved": ["approval-flow", "expense-policy", "general-guide"],
        "actual": "部門責任者",
    },
    {
        "id": "receipt",
        "question": "領収書は必要ですか？",
        "expected": "必要",
        "gold_ids": ["receipt-rules", "expense-policy"],
        "retrieved": ["receipt-rules", "general-guide", "expense-policy"],
        "actual": "不要",
    },
]


def test_the_three_cases_at_k_2_give_the_reports_numbers() -> None:
    evaluation = ragtriage.evaluate(CASES, k=2, answer_rule="equals", match="whitespace")
    report = evaluation.report
    assert report.k == 2
    assert report.mean_recall == (0.0 + 1.0 + 0.5) / 3
    assert report.answer_accuracy == 2 / 3
    assert [
        (result.verdicts.retrieval.score, result.verdicts.answer.outcome.value, result.status.value)
        for result in evaluation
    ] == [
        (0.0, "pass", "retrieval_failure"),
        (1.0, "pass", "passed"),
        (0.5, "fail", "retrieval_failure"),
    ]


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_single_case_says_what_the_evaluation_says_of_it(index: int) -> None:
    case = CASES[index]
    found = ragtriage.evaluate_case(case, k=2)
    evaluated = list(ragtriage.evaluate(CASES, k=2, answer_rule="equals", match="whitespace"))[index]
    assert found["id"] == case["id"]
    assert found["recall_at_k"] == evaluated.verdicts.retrieval.score
    assert found["answer_match"] == (evaluated.verdicts.answer.outcome.value == "pass")
    assert found["status"] == evaluated.status.value
    assert found["diagnosis"] == evaluated.diagnosed.diagnosis.value


def test_both_failed_is_told_apart_only_when_asked() -> None:
    plain = ragtriage.evaluate(CASES, k=2, answer_rule="equals", match="whitespace")
    told = ragtriage.evaluate(CASES, k=2, answer_rule="equals", match="whitespace", both_failed=True)
    assert "both_failed" not in plain.summary.status
    assert told.summary.status["both_failed"] == 1
    assert [result.status.value for result in told][2] == "both_failed"


def test_recall_at_k_counts_each_gold_id_once_within_k() -> None:
    assert ragtriage.recall_at_k(["a", "b"], ["a", "x", "b"], 2) == 0.5
    assert ragtriage.recall_at_k(["a", "a"], ["a", "a"], 2) == 1.0
    assert ragtriage.recall_at_k([1], ["1"], 1) == 1.0  # type: ignore[list-item] # ids are compared as strings


def test_recall_at_k_without_gold_is_an_error_and_no_zero() -> None:
    with pytest.raises(ValueError, match="undefined without gold ids"):
        ragtriage.recall_at_k([], ["a"], 2)


def test_normalize_collapses_white_space_and_nothing_else() -> None:
    assert ragtriage.normalize("  翌月\u3000 5日\n") == "翌月 5日"
    assert ragtriage.normalize("Ｆｕｌｌ　Width") == "Ｆｕｌｌ Width"


def test_a_case_for_a_unit_test_names_its_misspelt_field() -> None:
    with pytest.raises(DataError, match="unknown field `retreived`; did you mean `retrieved`"):
        ragtriage.evaluate_case(
            {"question": "q", "expected": "a", "gold_ids": ["a"], "retreived": ["a"], "answer": "a"}
        )


@pytest.mark.parametrize("k", [0, -1, True])
def test_a_cutoff_that_is_no_positive_integer_is_refused(k) -> None:
    with pytest.raises(ConfigError, match="k must be a positive integer"):
        ragtriage.evaluate_case(CASES[0], k=k)


def test_recall_at_k_takes_one_id_or_several_and_the_whole_list_without_k() -> None:
    assert ragtriage.recall_at_k("doc", ["doc"], 1) == 1.0
    assert ragtriage.recall_at_k(["a", "b"], ["x", "a", "y", "b"]) == 1.0
