"""Files and folders whose names would steer a terminal: every command says them as text."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from ragtriage.cli import main

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

FILE = "evil\x1b[31m\u202e<img src=x>\x07.jsonl"
FOLDER = "out\x1b]0;title\x07\u202e"
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def run(tmp_path, monkeypatch, capfd):
    """Run a command in a folder where everything has such a name; return its code and all that it printed."""
    shutil.copy(EXAMPLE, tmp_path / FILE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def done(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["ragtriage", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capfd.readouterr()
        return int(stopped.value.code or 0), printed.out + printed.err

    return done


def test_no_command_hands_a_name_to_the_terminal(run, tmp_path):
    commands = [
        (0, ["evaluate", FILE, "--out", FOLDER, "--html", "--junit", "j.xml", "--markdown", "m.md"]),
        (0, ["evaluate", FILE, "--out", FOLDER, "--markdown", "-"]),
        (0, ["report", FOLDER]),
        (0, ["report", FOLDER, "--html"]),
        (0, ["explain", FOLDER, "deadline-ja"]),
        (2, ["explain", FOLDER, f"no {FILE}"]),
        (0, ["compare", FOLDER, FOLDER, "--html", f"{FOLDER}.html"]),
        (2, ["compare", FOLDER, f"no {FOLDER}"]),
        (0, ["convert", FILE, f"{FOLDER}.csv"]),
        (2, ["convert", FILE, f"{FOLDER}.csv"]),  # it stands there already
        (0, ["check", FILE]),
        (0, ["formats", "--detect", FILE]),
        (0, ["fingerprint", FILE]),
        (0, ["fingerprint", FOLDER]),
        (0, ["rescore", FOLDER, "--k", "2", "--out", f"again {FOLDER}"]),
        (0, ["review", FOLDER, "--out", f"{FOLDER}-review.csv"]),
        (0, ["rescore", FOLDER, "--reviews", f"{FOLDER}-review.csv", "--out", f"reviewed {FOLDER}"]),
        (2, ["rescore", FOLDER, "--reviews", FILE, "--out", f"reviewed {FOLDER}"]),
        (2, ["evaluate", f"no {FILE}"]),
        (2, ["evaluate", FILE, "--out", FILE]),
        (2, ["calibrate", FOLDER, FILE, "--stage", "support"]),
        (1, ["evaluate", FILE, "--out", FOLDER, "--quiet", "--require", "recall >= 0.99"]),
    ]
    for code, arguments in commands:
        found, printed = run(*arguments)
        assert found == code, (arguments, printed)
        assert not STEERING.search(printed), (arguments, printed)
    for name in ("m.md", "j.xml"):
        assert not STEERING.search((tmp_path / name).read_text("utf-8"))


def test_a_name_is_said_so_that_it_can_be_found(run):
    _, printed = run("convert", FILE, f"{FOLDER}.csv")
    assert "out<U+001B>]0;title<U+0007><U+202E>.csv" in printed


def test_a_name_is_no_command_to_a_ci_runner(run, tmp_path):
    name = "::error file=x::y.jsonl"
    shutil.copy(EXAMPLE, tmp_path / name)
    for arguments in (
        ["evaluate", name],
        ["check", name],
        ["report", "ragtriage-report"],
        ["formats", "--detect", name],
    ):
        _, printed = run(*arguments)
        assert "::y.jsonl" in printed or arguments[0] == "report"
        assert not re.search(r"^\s*::", printed, re.MULTILINE), (arguments, printed)


def test_a_case_whose_id_begins_with_a_dash_is_explained_by_the_command_that_is_shown(run, tmp_path):
    case = {"id": "--help", "question": "q", "expected": "x", "gold_ids": ["d"], "retrieved": ["e"]}
    (tmp_path / "dash.jsonl").write_text(json.dumps(case), "utf-8")
    _, printed = run("evaluate", "dash.jsonl", "--allow-disjoint-ids")
    [command] = re.findall("ragtriage (explain .*)", printed)
    code, printed = run(*shlex.split(command))
    assert code == 0
    assert "--help: to fix" in printed


def test_a_report_that_somebody_changed_steers_nothing(run, tmp_path):
    steering = "\x1b[31m\u202e"
    run("evaluate", FILE, "--out", "out")
    report = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    manifest = report["manifest"]
    for name in ("version", "python", "unicode"):
        manifest[name] = steering
    manifest["settings"]["tolerance"] = steering
    manifest["fingerprints"] = dict.fromkeys(manifest["fingerprints"], steering)
    report["next_steps"] = [{"key": steering, "cases": 1}, {"key": "of.tomorrow", "cases": 1}]
    (tmp_path / "out" / "report.json").write_text(json.dumps(report), "utf-8")
    for arguments in (
        ["report", "out"],
        ["report", "out", "--html"],
        ["compare", "out", "out", "--html", "c.html"],
    ):
        code, printed = run(*arguments)
        assert code == 0, printed
        assert not STEERING.search(printed), (arguments, printed)
    for page in ("out/report.html", "c.html"):
        assert not STEERING.search((tmp_path / page).read_text("utf-8"))


def test_slices_by_what_nobody_slices_by_are_refused(run, tmp_path):
    run("evaluate", FILE, "--out", "out", "--by", "tags")
    path = tmp_path / "out" / "report.json"
    path.write_text(path.read_text("utf-8").replace('"by": "tags"', '"by": "\\u001b[31m"'), "utf-8")
    code, printed = run("report", "out", "--html")
    assert code == 2
    assert not STEERING.search(printed)
