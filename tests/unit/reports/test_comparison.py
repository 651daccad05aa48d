from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from ragtriage import evaluate
from ragtriage.comparison.calibration import calibrate
from ragtriage.comparison.comparison import compare
from ragtriage.reports.calibration import print_calibration
from ragtriage.reports.comparison import print_comparison
from ragtriage.reports.comparison_markdown import comparison_markdown


def cases(found: int, ids: str = "q{}"):
    return [
        {
            "id": ids.format(i),
            "question": f"{i}?",
            "expected": "5",
            "gold_ids": ["a"],
            "cluster": str(i),
            "retrieved": ["a" if i < found else "b"],
            "answer": "5",
        }
        for i in range(12)
    ]


def printed(thing, show, width=80):
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    show(console, thing)
    return console.file.getvalue()


@pytest.fixture
def better():
    return compare(evaluate(cases(3), k=1), evaluate(cases(9), k=1), are_independent=True)


@pytest.mark.parametrize("width", [80, 200])  # tables keep 80 columns where there are fewer
def test_nothing_is_wider_than_the_terminal(better, width):
    assert all(len(line) <= width for line in printed(better, print_comparison, width).splitlines())


def test_what_is_shown_on_80_columns_is_not_cut(better):
    text = printed(better, print_comparison)
    assert not re.search("…(?![-+0])", text)
    assert "retrieval   0.250 0.750 +0.500 +0.136…+0.746      6:0 0.031" in text
    assert "6:0" in text


def test_an_id_can_neither_steer_the_terminal_nor_become_markdown():
    hostile = "\x1b[2J<script>|`x`[{}](javascript:1)\u202e"
    compared = compare(evaluate(cases(3, hostile), k=1), evaluate(cases(9, hostile), k=1))
    text = printed(compared, print_comparison)
    assert "\x1b" not in text
    assert "\u202e" not in text
    markdown = comparison_markdown(compared)
    assert "\x1b" not in markdown
    assert "<script>" not in markdown
    assert "](javascript" not in markdown
    assert "\\<script\\>\\|" in markdown


def test_every_row_of_a_markdown_table_has_as_many_cells_as_its_head(better):
    lines = comparison_markdown(better).splitlines()
    head = next(line for line in lines if line.startswith("| | n |"))
    rows = [line for line in lines if line.startswith("| retrieval |")]
    assert len(rows) == 1
    assert head.count("|") == rows[0].count("|") == lines[lines.index(head) + 1].count("|")


def test_a_calibration_says_what_it_cannot_say():
    evaluation = evaluate(cases(9), k=1)
    calibration = calibrate(evaluation, {f"q{i}": True for i in range(12)}, stage="answer")
    text = printed(calibration, print_calibration)
    assert "Not validated for failures: people found 0, fewer than 20." in text
    assert "cannot be worked out from these labels" in text
    assert "kappa" in text
    assert "nan" not in text
