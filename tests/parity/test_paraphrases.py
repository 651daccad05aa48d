"""The rule for answers in other words is what the script makes, and reaches the bar on other rows."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Outcome
from ragtriage.text.paraphrase.features import Length

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
    assert (made["pass"], made["fail"]) == pytest.approx((shipped["pass"], shipped["fail"]), abs=1e-3)
    assert learn.FILE.stat().st_size < 50_000


def test_the_rule_reaches_the_bar_on_odd_rows_at_every_length(scripts):
    learn, accuracy = scripts
    odd = learn.undecided([row for row in learn.rated() if row.row % 2])
    right: Counter[tuple[Outcome, str]] = Counter()
    judged: Counter[tuple[Outcome, str]] = Counter()
    for found in accuracy.judge(odd):
        if found.outcome is not None:
            for length in ("all", found.row.weighed.length):
                judged[found.outcome, length] += 1
                right[found.outcome, length] += found.row.rated.is_accepted is (found.outcome is Outcome.PASS)

    for outcome in (Outcome.PASS, Outcome.FAIL):
        n = judged[outcome, "all"]
        assert right[outcome, "all"] / n >= 0.9
        assert wilson(right[outcome, "all"], n).low >= 0.85
        for length in Length:
            assert right[outcome, length] / judged[outcome, length] >= 0.88
