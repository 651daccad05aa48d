"""The thresholds are what the script makes of even rows, and odd rows bear the rules out."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Outcome
from ragtriage.text.entailment.thresholds import bounds

BENCHMARKS = Path(__file__).parents[4] / "benchmarks"


@pytest.fixture
def script(shared, monkeypatch):
    monkeypatch.setenv("RAGTRIAGE_SHARED", str(shared))
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield import_module
    for name in ("accuracy_support", "make_entailment"):
        sys.modules.pop(name, None)


def test_the_file_is_what_the_script_makes(script):
    make = script("make_entailment")
    assert {language: make.made(language) for language in make.RULES} == bounds()


@pytest.mark.parametrize(
    ("language", "outcome"), [("en", Outcome.PASS), ("ja", Outcome.PASS), ("ja", Outcome.FAIL)]
)
def test_each_rule_is_right_nine_times_in_ten_on_rows_it_was_not_made_from(script, language, outcome):
    accuracy = script("accuracy_support")
    rows = [
        row
        for labelled in accuracy.SETS
        if labelled.language == language
        for row in list(accuracy.judge(labelled))[::2]
    ]
    is_right = [row.is_backed is (outcome is Outcome.PASS) for row in rows]
    said = [not row.certain and row.outcome is outcome for row in rows]
    right = sum(r and s for r, s in zip(is_right, said, strict=True))
    assert right >= 0.9 * sum(said)
    assert wilson(right, sum(said)).low >= 0.85
    precision, low, _ = accuracy.balanced(right, sum(is_right), sum(said) - right, len(rows) - sum(is_right))
    assert precision >= 0.9
    assert low >= 0.85


@pytest.mark.parametrize("name", ["KLUE-NLI", "OCNLI"])
def test_a_language_without_a_rule_has_no_likely_verdict(script, name):
    accuracy = script("accuracy_support")
    (labelled,) = [labelled for labelled in accuracy.SETS if labelled.name == name]
    assert all(row.certain for row in accuracy.judge(labelled))


def test_the_interval_at_even_odds_is_that_of_donner_and_zou(script):
    # 5 of 20 over 10 of 20: 0.5, from 0.211 to 1.130 by their formula over the intervals of Wilson
    first, low, high = script("accuracy_support").balanced(10, 20, 5, 20)
    assert first == pytest.approx(2 / 3)
    assert 1 / low - 1 == pytest.approx(1.130, abs=0.001)
    assert 1 / high - 1 == pytest.approx(0.211, abs=0.001)
