"""The tolerance: how far an amount of an answer may be from the expected one, where that is asked for."""

from __future__ import annotations

import pytest

import ragtriage
from ragtriage.errors import ConfigError
from ragtriage.model import Case, Outcome, Settings, Trace, checked_tolerance
from ragtriage.verdicts.answer import judge_answer


def judged(expected: str, answer: str, tolerance: str = "1%", question: str = ""):
    case = Case(id="1", question=question, expected_answers=(expected,))
    return judge_answer(case, Trace(id="1", answer=answer), Settings(tolerance=tolerance))


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("1234.5", "It is 1,230."),
        ("5.02 km", "about 5 km"),
        ("$1.5 million", "$1.49 million"),
        ("33.3%", "33.1 %"),
        ("12億円", "12.05億円です"),
        ("1,240명", "1,245명입니다"),
        ("100公里", "100.5公里"),
    ],
)
def test_an_amount_within_the_tolerance_is_right(expected, answer):
    assert judged(expected, answer).outcome is Outcome.PASS
    assert judged(expected, answer, "").outcome is not Outcome.PASS


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        ("1234.5", "It is 1,300."),
        ("5 km", "5.5 km"),
        ("1987", "It was founded in 1988."),
        ("2024-05-01", "May 2, 2024"),
        ("17:00", "17:01"),
        ("7.1.3", "7.1.4"),
        ("5日", "6日です"),
        ("100 km", "100.5 miles"),
        ("5 mg", "5.01 mg/kg"),
    ],
)
def test_what_is_further_off_or_no_amount_is_not(expected, answer):
    assert judged(expected, answer).outcome is not Outcome.PASS


def test_versions_have_no_tolerance():
    assert judged("5.10", "5.11", question="Which version is it?").outcome is not Outcome.PASS


def test_the_method_and_the_manifest_name_it():
    assert judged("5 km", "5 km").method == "stated(standard, tolerance 1%)"
    assert judged("5 km", "5 km", "").method == "stated(standard)"
    row = {"question": "?", "expected": "100 km", "gold_ids": ["a"], "retrieved": ["a"], "answer": "100.4 km"}
    evaluation = ragtriage.evaluate([row], tolerance="0.5%")
    assert evaluation.manifest.settings.tolerance == "0.5%"
    assert evaluation.find("?").verdicts.answer.outcome is Outcome.PASS
    before = ragtriage.evaluate([row])
    assert before.manifest.settings.tolerance == ""
    assert before.manifest.fingerprints["evaluator"] != evaluation.manifest.fingerprints["evaluator"]


@pytest.mark.parametrize(("given", "kept"), [("1%", "1%"), (" 0.25 % ", "0.25%"), ("", ""), ("0%", "")])
def test_a_percentage_below_100_is_kept(given, kept):
    assert checked_tolerance(given) == kept


@pytest.mark.parametrize("given", ["1", "0.01", "-1%", "100%", "one percent", "1%%"])
def test_anything_else_is_refused(given):
    with pytest.raises(ConfigError, match="a percentage below 100"):
        checked_tolerance(given)
