from __future__ import annotations

import io
import re
from functools import partial

import pytest
from msgspec.structs import replace
from rich.console import Console

from ragtriage import evaluate
from ragtriage.comparison.calibration import calibrate
from ragtriage.comparison.compare import compare, compare_all
from ragtriage.evaluation.evaluation import Evaluation
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
    text = printed(better, partial(print_comparison, is_whole=True))
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


def test_what_was_known_of_one_side_alone_is_a_doubt_with_bounds_and_named_as_lost():
    silent = [{key: value for key, value in case.items() if key != "answer"} for case in cases(9)]
    compared = compare(evaluate(cases(9), k=1), evaluate(silent, k=1), are_independent=True)
    text = printed(compared, print_comparison)
    assert "answer is unknown for 0 cases of the baseline and 12 of the candidate" in " ".join(text.split())
    assert re.search(r"answer +0 and 12 +-1.000 +0.000", text)
    assert re.search(r"answer +lost 12 +q0, q1", text)
    assert "support is unknown" not in text  # of which neither side knows anything
    markdown = comparison_markdown(compared)
    assert "| answer | 0 and 12 | -1.000 | 0.000 |" in markdown
    assert "- answer lost (12): q0, q1" in markdown
    assert "Not known on both sides for any case: evidence, answer, support" in markdown


def test_markdown_names_the_test_and_says_what_the_conclusions_are(better):
    markdown = comparison_markdown(better)
    assert "| exact McNemar | not shown |" in markdown
    before, after = markdown.split("What a difference may be put down to:\n\n")
    assert "⚠️" in before
    assert after.startswith("- **retrieval, evidence**: ")


def test_repeats_are_told_by_the_side_that_they_repeat():
    def run(found, system):
        evaluation = evaluate(cases(found), k=1)
        manifest = replace(
            evaluation.manifest,
            inputs=(system,),
            fingerprints={
                **evaluation.manifest.fingerprints,
                **dict.fromkeys(("chunking", "retriever", "generator"), system),
            },
        )
        return Evaluation(replace(evaluation.report, manifest=manifest), evaluation.rows)

    runs = [run(3, "old"), run(4, "old"), run(9, "new"), run(8, "new")]
    [compared] = compare_all(runs, are_independent=True)
    text = printed(compared, print_comparison)
    first, second = text.index("old and its repeats"), text.index("new and its repeats")
    assert text.index("How steady") < first < second
    assert re.search(r"retrieval +2 +12 +0.292 +0.083", text[first:second])
    assert re.search(r"retrieval +2 +12 +0.708 +0.083", text[second:])
    markdown = comparison_markdown(compared)
    assert "| old | retrieval | 2 | 12 | 0.292 | 0.083 |" in markdown
    assert "| new | retrieval | 2 | 12 | 0.708 | 0.083 |" in markdown
    assert "support" not in text[:second].split("How steady")[1]  # of which nothing is known
