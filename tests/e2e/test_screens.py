"""What commands print, of the example and of the Japanese run: at every width, piped, and without colour."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"
ESCAPE = re.compile(r"\x1b")

# A table of numbers keeps its width where the terminal has less; see `layout.show`.
DESIGNED = 80


def environment(columns: int, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR"}}
    return {**kept, "COLUMNS": str(columns), "TERM": "xterm-256color", "PYTHONUTF8": "1", **more}


def piped(arguments: list[str], cwd: Path, columns: int, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", *arguments],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
        env=environment(columns, **more),
    )
    return done.stdout


def on_a_terminal(arguments: list[str], cwd: Path, **more: str) -> str:
    """Run a command whose output is a terminal, and return all that it was sent."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "ragtriage", *arguments],
        cwd=cwd,
        stdout=its,
        stderr=subprocess.DEVNULL,
        env=environment(80, **more),
    )
    os.close(its)
    sent = b""
    while True:
        try:
            part = os.read(ours, 65_536)
        except OSError:  # on Linux, that everything was read
            break
        if not part:
            break
        sent += part
    os.close(ours)
    assert process.wait() == 0
    return sent.decode("utf-8")


def cells(line: str) -> int:
    """Count the cells of a line; wide letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, shared):
    """Evaluations of the example and of both Japanese runs."""
    folder = tmp_path_factory.mktemp("screens")
    runs = shared / "data" / "rag_runs"
    for name, source, options in (
        ("example", EXAMPLE, ["--by", "tags,language"]),
        ("a", runs / "jsquad_ja_runA.jsonl", ["--k", "3"]),
        ("b", runs / "jsquad_ja_runB.jsonl", ["--k", "3"]),
    ):
        text = piped(["evaluate", str(source), "--out", name, *options], folder, 80)
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


COMMANDS = {
    "summary": ["report", "example"],
    "summary of the run": ["report", "a"],
    "explanation": ["explain", "example", "deadline-ja"],
    "explanation with evidence": ["explain", "a", "a10336p0q0"],
    "comparison": ["compare", "a", "b"],
    "whole comparison": ["compare", "a", "b", "--all"],
}


@pytest.mark.parametrize("columns", [60, 200])
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_piped_fits_and_has_no_escape_and_no_blank_at_the_end(folder, command, columns):
    lines = piped(COMMANDS[command], folder, columns).splitlines()
    assert lines
    for line in lines:
        assert not ESCAPE.search(line)
        assert line == line.rstrip()
        is_command = line.startswith("  ragtriage ")
        assert cells(line) <= max(columns, DESIGNED) or is_command


def test_only_tables_of_numbers_are_wider_than_a_narrow_terminal(folder):
    text = piped(COMMANDS["explanation with evidence"], folder, 60)
    wide = [line for line in text.splitlines() if cells(line) > 60]
    assert all(re.match(r"  (?:this case|the row|  ) ", line) for line in wide)


def test_no_text_of_the_case_is_cut_in_its_explanation(folder, shared):
    shown = piped(COMMANDS["explanation with evidence"], folder, 80)
    told = re.sub(r"\s+|[⟦⟧]", "", shown)
    lines = (shared / "data" / "rag_runs" / "jsquad_ja_runA.jsonl").read_text("utf-8").splitlines()
    case = next(row for row in map(json.loads, lines) if row["question_id"] == "a10336p0q0")
    for text in (case["question"], *case["evidence"], *(entry["text"] for entry in case["retrieved"])):
        assert re.sub(r"\s+", "", text) in told
    assert "…" not in told.replace("…isevidence", "")


def test_no_line_begins_with_what_may_not_begin_one(folder):
    shown = piped(COMMANDS["explanation with evidence"], folder, 80)
    assert [line for line in shown.splitlines() if line.strip()[:1] in set("、。」』）？！ー々")] == []


def test_columns_stand_under_one_another_where_letters_are_wide(folder):
    lines = (folder / "a.txt").read_text("utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("First cases"))
    named = [re.search("over_abstention|retrieval_miss|undetermined", line) for line in lines[start + 1 :]]
    found = [match for match in named if match]
    assert len(found) > 5
    assert len({cells(match.string[: match.start()]) for match in found}) == 1


@pytest.mark.parametrize(
    ("command", "options", "more", "is_plain"),
    [
        ("explanation", [], {}, False),
        ("explanation", ["--no-color"], {}, True),
        ("explanation", [], {"NO_COLOR": "1"}, True),
        ("explanation", [], {"TERM": "dumb"}, True),
        ("comparison", [], {}, False),
        ("comparison", ["--no-color"], {}, True),
        ("summary", [], {"NO_COLOR": "1"}, True),
    ],
)
def test_a_terminal_gets_escapes_unless_somebody_said_no(folder, command, options, more, is_plain):
    sent = on_a_terminal([*COMMANDS[command], *options], folder, **more)
    assert bool(ESCAPE.search(sent)) is not is_plain
    bare = re.sub(r"\x1b\[[0-9;]*m", "", sent).replace("\r\n", "\n")
    assert bare == piped(COMMANDS[command], folder, 80)
