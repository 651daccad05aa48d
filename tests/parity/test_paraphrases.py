"""The rules for answers in other words are what the script makes, and reach the bar on other rows."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Outcome

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def scripts(shared):
    assert (shared / "data" / "human_labels").is_dir()
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("learn_paraphrases"), importlib.import_module("accuracy_paraphrases")
    finally:
        sys.path.remove(str(BENCHMARKS))


def test_the_coefficients_are_those_that_the_script_makes(scripts):
    learn, _ = scripts
    made, shipped = learn.learned()["en"], json.loads(learn.FILE.read_text("utf-8"))["en"]

    assert made["coefficients"] == pytest.approx(shipped["coefficients"], abs=1e-4)
    for length, rule in shipped["rules"].items():
        assert made["rules"][length] == pytest.approx(rule, abs=1e-3)
    assert learn.FILE.stat().st_size < 50_000


def test_every_rule_reaches_the_bar_on_odd_rows(scripts):
    learn, accuracy = scripts
    odd = learn.undecided([row for row in learn.rated() if row.row % 2])
    right: Counter[tuple[str, Outcome]] = Counter()
    judged: Counter[tuple[str, Outcome]] = Counter()
    for found in accuracy.judge(odd):
        if found.outcome is not None:
            judged[found.rule, found.outcome] += 1
            right[found.rule, found.outcome] += found.row.rated.is_accepted is (found.outcome is Outcome.PASS)

    assert set(judged) == {
        ("wording(en, short)", Outcome.FAIL),
        ("wording(en, long)", Outcome.FAIL),
        ("wording(en, long)", Outcome.PASS),
    }
    for rule, n in judged.items():
        assert right[rule] / n >= 0.9
        assert wilson(right[rule], n).low >= 0.85
