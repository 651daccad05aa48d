"""The example of the README, from the command line to the files."""

from __future__ import annotations

import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# What a person who knows the rules of this company would say of each case, and what to fix.
DIAGNOSES = {
    "deadline-ja": ("ungrounded_correct", "retrieval"),
    "deadline-en": ("passed", "none"),
    "hotel-limit": ("passed", "none"),
    "mileage": ("retrieval_miss", "retrieval"),
    "lost-card": ("retrieval_miss", "retrieval"),
    "conference": ("retrieval_miss", "retrieval"),
    "entertainment-approval": ("evidence_gap", "chunking"),
    "receipt-content": ("evidence_gap", "chunking"),
    "per-diem": ("ungrounded_correct", "chunking"),
    "large-claims": ("not_extracted", "generation"),
    "receipt-years": ("hallucination", "generation"),
    "taxi": ("over_abstention", "generation"),
    "home-office-power": ("abstention_failure", "generation"),
    "gym": ("passed", "none"),
    "travel-notice": ("label_conflict", "labels"),
    "exchange-rate": ("undetermined", "unknown"),
    "late-claims": ("passed", "none"),
    "vaccination": ("passed", "none"),
}


def run(*arguments, cwd=ROOT, **environment):
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *arguments],
        cwd=cwd,
        env={**os.environ, "COLUMNS": "80", **environment},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    """Return the folder of the example's evaluation, and what was printed."""
    folder = tmp_path_factory.mktemp("example") / "report"
    return folder, run("evaluate", "examples/expenses.jsonl", "--out", str(folder))


def test_every_case_is_diagnosed_as_a_person_would(example):
    report = json.loads((example[0] / "report.json").read_text("utf-8"))
    assert {case["id"]: (case["diagnosis"], case["stage"]) for case in report["cases"]} == DIAGNOSES


def test_every_diagnosis_occurs(example):
    report = json.loads((example[0] / "report.json").read_text("utf-8"))
    assert all(count > 0 for count in report["summary"]["diagnoses"].values())
    assert len(report["summary"]["diagnoses"]) == 10


def test_what_is_printed_says_the_same_and_has_no_colours_in_a_pipe(example):
    printed = example[1]
    assert "\x1b" not in printed
    assert "18 cases" in printed
    assert "2 right answers lack what they should rest on" in printed


def test_the_picture_in_the_documents_shows_what_is_printed(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    printed = run("evaluate", "examples/expenses.jsonl", "--out", "ragtriage-report", cwd=tmp_path)
    picture = (ROOT / "docs" / "terminal.svg").read_text("utf-8")
    drawn = "".join(map(html.unescape, re.findall(r"<text[^>]*>([^<]*)</text>", picture)))
    assert "".join(printed.split()) == "".join(drawn.split()).removeprefix(
        "$ragtriageevaluateexamples/expenses.jsonl"
    )


def test_no_color_keeps_colours_off_a_terminal(tmp_path):
    forced = run(
        "evaluate", "examples/expenses.jsonl", "--out", str(tmp_path / "a"), FORCE_COLOR="1", NO_COLOR=""
    )
    without = run(
        "evaluate", "examples/expenses.jsonl", "--out", str(tmp_path / "b"), FORCE_COLOR="1", NO_COLOR="1"
    )
    assert "\x1b[35m" in forced
    assert "\x1b[35m" not in without


@pytest.mark.parametrize("case_id", ["deadline-ja", "conference", "vaccination"])
def test_a_case_can_be_explained(example, case_id):
    printed = run("explain", str(example[0]), case_id)
    assert printed.split("\n")[0].startswith(f"{case_id}: ")
    assert printed.split("\n")[0].endswith(f" · {DIAGNOSES[case_id][0]}")
    assert "Diagnosis  row " in printed


def test_an_output_that_cannot_show_a_character_ends_no_run(tmp_path):
    printed = run("evaluate", "examples/expenses.jsonl", "--out", str(tmp_path), PYTHONIOENCODING="ascii")
    assert "\\u7d4c\\u8cbb" in printed
