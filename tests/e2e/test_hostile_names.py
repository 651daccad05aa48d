"""Files and folders whose names would steer a terminal: every command says them as text."""

from __future__ import annotations

import re
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
