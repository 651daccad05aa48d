from __future__ import annotations

import pytest

from ragtriage.comparison.compare import compare
from ragtriage.comparison.gates import (
    Requirement,
    check_comparison,
    check_regression,
    check_summary,
)
from ragtriage.errors import ComparisonError, ConfigError

from .conftest import SYSTEM, case, missed

OTHER = {**SYSTEM, "generator": "x" * 64}


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("recall@5 >= 0.8", ("recall@5", False, ">=", 0.8)),
        ("passed>=0.9", ("passed", False, ">=", 0.9)),
        ("hallucination <= 0", ("hallucination", False, "<=", 0.0)),
        ("recall@5 drop <= 0.02", ("recall@5", True, "<=", 0.02)),
        ("  answer drop<2% ", ("answer", True, "<", 0.02)),
        ("MRR@10 > .5", ("rr@10", False, ">", 0.5)),
        ("map >= 50 %", ("ap", False, ">=", 0.5)),
        ("ndcg@10 drop <= -0.01", ("ndcg@10", True, "<=", -0.01)),
    ],
)
def test_a_requirement_is_read(text, parsed):
    assert Requirement.parse(text)[:4] == parsed


@pytest.mark.parametrize(
    "text",
    ["", "recall@5", "recall@5 = 0.8", ">= 0.8", "recall@5 >= high", "recall@5 >= 0.8 0.9", "a b >= 1"],
)
def test_what_is_no_requirement_is_an_error_with_an_example(text):
    with pytest.raises(ConfigError, match=r"not a requirement.*recall@5 >= 0.8"):
        Requirement.parse(text)


def test_a_wrong_name_is_an_error_that_says_which_was_meant():
    with pytest.raises(ConfigError, match="nothing is called 'halucination': did you mean 'hallucination'"):
        Requirement.parse("halucination <= 0")
    with pytest.raises(ConfigError, match="did you mean 'recall@5'"):
        Requirement.parse("recal@5 <= 0")
    with pytest.raises(ConfigError, match="cutoff must be a positive integer"):
        Requirement.parse("recall@0 <= 0")


def checked(evaluation, text):
    [result] = check_summary([Requirement.parse(text)], evaluation.summary)
    return result


@pytest.fixture
def one_unknown(judged):
    """8 answers right, 1 wrong, 1 not recorded; retrieval right in 9 of 10."""
    cases = [case(i, answer="wrong" if i == 8 else f"answer{i}") for i in range(10)]
    del cases[9]["answer"]
    cases[0]["retrieved"] = missed(0)
    return judged(cases)


@pytest.mark.parametrize(
    ("text", "value", "worst", "is_met"),
    [
        ("answer >= 0.8", 8 / 9, 0.8, True),
        ("answer >= 0.85", 8 / 9, 0.8, False),
        ("answer <= 0.9", 8 / 9, 0.9, True),
        ("answer < 0.9", 8 / 9, 0.9, False),
        ("retrieval >= 0.9", 0.9, 0.9, True),
        ("recall@2 >= 0.9", 0.9, 0.9, True),
        ("recall@2 > 0.9", 0.9, 0.9, False),
        ("token_f1 >= 0.8", 8 / 9, 0.8, True),
        ("token_f1 <= 0.85", 8 / 9, 0.9, False),
        # one of ten is undetermined: nine are known, and it may be of any other diagnosis
        ("passed >= 0.7", 7 / 9, 0.7, True),
        ("hallucination <= 0", 0.0, 0.2, False),
        ("hallucination <= 0.2", 0.0, 0.2, True),
        ("undetermined <= 0.1", 0.1, 0.1, True),
        ("undetermined <= 0", 0.1, 0.1, False),
    ],
)
def test_a_gate_takes_the_worse_bound(one_unknown, text, value, worst, is_met):
    assert one_unknown.summary.diagnoses["undetermined"] == 1
    result = checked(one_unknown, text)
    assert (result.value, result.worst) == (pytest.approx(value), pytest.approx(worst))
    assert result.is_met is is_met
    assert result.reason.startswith(f"{text}: {'met' if is_met else 'not met'}")


def test_what_is_not_known_for_any_case_is_never_met(judged):
    silent = judged([{k: v for k, v in case(i).items() if k != "answer"} for i in range(3)])
    for text in ("answer >= 0", "answer <= 1"):
        result = checked(silent, text)
        assert result.value is None
        assert result.is_met is (result.worst is not None)  # 0 or 1 whatever the unknowns are
    unlabelled = judged([{"id": "a", "question": "?", "answerable": False, "answer": ""}])
    result = checked(unlabelled, "retrieval >= 0")
    assert (result.value, result.worst, result.is_met) == (None, None, False)
    assert "not known for any case" in result.reason


def test_cases_to_which_a_stage_does_not_apply_are_in_no_gate(judged):
    evaluation = judged([case(0), {"id": "none", "question": "?", "answerable": False, "answer": ""}])
    assert checked(evaluation, "recall@2 >= 1").is_met
    assert checked(evaluation, "retrieval >= 1").is_met


def test_a_metric_that_was_not_measured_is_an_error_that_says_how_to_get_it(one_unknown):
    with pytest.raises(ConfigError, match=r"recall@20 was not measured.*--metrics recall@20 measures it"):
        checked(one_unknown, "recall@20 >= 0.5")


def test_a_metric_is_called_as_its_mean_is_shown(one_unknown):
    with pytest.raises(ConfigError, match=r"mrr was not measured; did you mean 'mrr@2'"):
        checked(one_unknown, "mrr >= 0.5")


@pytest.mark.parametrize(
    "text", ["hallucination <= 2", "passed >= 90", "recall@5 >= -0.1", "answer drop <= 5", "mrr > 101%"]
)
def test_what_no_share_is_cannot_be_required(text):
    with pytest.raises(ConfigError, match=r"lies between -?[01] and 1; write a share such as 0\.9"):
        Requirement.parse(text)
    assert Requirement.parse(
        text, ["hallucination", "passed", "recall@5", "answer", "mrr"]
    )  # one's own scale


def test_a_drop_needs_a_comparison(one_unknown):
    with pytest.raises(ConfigError, match="a drop needs two evaluations"):
        checked(one_unknown, "answer drop <= 0")


@pytest.fixture
def worse_answers(judged):
    """Of 40 answers 3 become wrong, 1 becomes right and 2 are not recorded any more."""
    baseline = judged([case(i, answer="wrong" if i == 10 else f"answer{i}") for i in range(40)])
    cases = [case(i, answer="wrong" if i < 3 else f"answer{i}") for i in range(40)]
    for silent in (20, 21):
        del cases[silent]["answer"]
    return compare(baseline, judged(cases, system=OTHER))


@pytest.mark.parametrize(
    ("text", "value", "worst", "is_met"),
    [
        ("answer drop <= 0.06", 2 / 38, (3 + 2 - 1) / 40, False),
        ("answer drop <= 0.1", 2 / 38, 4 / 40, True),
        ("answer drop < 0.1", 2 / 38, 4 / 40, False),
        ("answer >= 0.85", 35 / 38, 35 / 40, True),
        ("answer >= 0.9", 35 / 38, 35 / 40, False),
        ("retrieval drop <= 0", 0.0, 0.0, True),
        ("recall@2 >= 1", 1.0, 1.0, True),
    ],
)
def test_a_gate_on_a_comparison_takes_the_worse_bound(worse_answers, text, value, worst, is_met):
    [result] = check_comparison([Requirement.parse(text)], worse_answers)
    assert (result.value, result.worst) == (pytest.approx(value), pytest.approx(worst))
    assert result.is_met is is_met


def test_a_gate_on_what_was_not_compared_is_refused_with_the_reason(judged, worse_answers):
    other_corpus = judged([case(i) for i in range(3)], system={**SYSTEM, "corpus": "x" * 64})
    withheld = compare(judged([case(i) for i in range(3)]), other_corpus)
    with pytest.raises(ComparisonError, match="retrieval was not compared: corpus differs"):
        check_comparison([Requirement.parse("retrieval drop <= 0")], withheld)
    with pytest.raises(ConfigError, match="the comparison has no recall@9"):
        check_comparison([Requirement.parse("recall@9 drop <= 0")], worse_answers)


def test_any_case_that_passed_and_now_fails_is_a_regression(worse_answers):
    result = check_regression(worse_answers)
    assert not result.is_met
    assert (result.value, result.worst) == (3.0, 5.0)
    assert "3 of 39 cases that passed now fail ('q0', 'q1', 'q2')" in result.reason
    assert "2 are now unknown ('q20', 'q21')" in result.reason


def test_a_regression_within_chance_is_let_through_when_asked(worse_answers, judged):
    result = check_regression(worse_answers, significant=True)
    assert result.is_met
    assert "1 failed and now pass, p = 0.2188" in result.reason  # one of six by chance: 2 (1 + 6) / 64
    baseline = judged([case(i) for i in range(40)])
    candidate = judged([case(i, answer="wrong" if i < 8 else f"answer{i}") for i in range(40)], system=OTHER)
    assert not check_regression(compare(baseline, candidate), significant=True).is_met
    assert check_regression(compare(candidate, baseline), significant=True).is_met
    assert check_regression(compare(candidate, baseline)).is_met


def test_the_same_system_again_has_no_regression(judged):
    baseline = judged([case(i) for i in range(5)])
    assert check_regression(compare(baseline, baseline)).is_met
    assert check_comparison([Requirement.parse("answer drop <= 0")], compare(baseline, baseline))[0].is_met


def test_where_no_diagnosis_could_be_made_retrieval_is_held_instead(judged):
    def only_retrieval(lost):
        return [
            {"id": f"q{i}", "question": f"{i}?", "gold_ids": ["d"], "retrieved": ["x" if i in lost else "d"]}
            for i in range(6)
        ]

    baseline = judged(only_retrieval(set()))
    candidate = judged(only_retrieval({4}), system={**SYSTEM, "retriever": "x" * 64})
    result = check_regression(compare(baseline, candidate))
    assert not result.is_met
    assert "('q4')" in result.reason


@pytest.mark.parametrize("significant", [False, True])
def test_cases_that_passed_and_are_all_unknown_now_are_a_regression(judged, significant):
    baseline = judged([case(i) for i in range(20)])
    silent = [{key: value for key, value in case(i).items() if key != "answer"} for i in range(20)]
    result = check_regression(compare(baseline, judged(silent, system=OTHER)), significant=significant)
    assert not result.is_met
    assert (result.value, result.worst) == (0.0, 20.0)


@pytest.mark.parametrize("significant", [False, True])
def test_one_diagnosed_case_does_not_hide_that_retrieval_was_lost_in_the_others(judged, significant):
    def retrieved(lost):
        return [
            {
                "id": f"q{i}",
                "question": f"{i}?",
                "gold_ids": [f"d{i}"],
                "retrieved": ["x" if i in lost else f"d{i}"],
            }
            for i in range(12)
        ]

    # A miss is diagnosed without an answer (row 15 of the table); a hit is not.
    baseline, candidate = judged(retrieved({0})), judged(retrieved(set(range(10))), system=OTHER)
    compared = compare(baseline, candidate)
    assert compared.diagnoses["retrieval_miss"] == {"retrieval_miss": 1}
    result = check_regression(compared, significant=significant)
    assert not result.is_met
    assert (result.value, result.worst) == (9.0, 9.0)
    mended = check_regression(compare(candidate, baseline), significant=significant)
    assert mended.is_met
    assert compare(candidate, baseline).regression.fixed_count == 9


def test_the_rows_that_were_named_do_not_decide_what_a_regression_is(judged):
    baseline = judged([case(i, answer="wrong" if i == 10 else f"answer{i}") for i in range(40)])
    candidate = judged([case(i, answer="wrong" if i < 3 else f"answer{i}") for i in range(40)], system=OTHER)
    named = compare(baseline, candidate, metrics=["recall@2"])
    assert [row.name for row in named.rows] == ["recall@2"]
    assert check_regression(named).value == 3.0
