"""What the README shows is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def blocks(language, page="README.md"):
    return re.findall(
        rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder in which the first command of the tour has run."""
    made = tmp_path_factory.mktemp("tour")
    (made / "cases.jsonl").write_text(blocks("json")[0], encoding="utf-8")
    (made / "examples").symlink_to(ROOT / "examples")
    return made


def run(folder, *command):
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [line.rstrip() for line in done.stdout.splitlines()]


def test_the_commands_of_the_tour_print_what_is_shown(folder):
    shown = blocks("console")
    assert len(shown) == 2
    for block in shown:
        command, *lines = block.splitlines()
        printed = run(folder, "-m", *command.removeprefix("$ ").split())
        assert [line for line in lines if line != "…" and line not in printed] == []


def test_the_python_of_the_tour_runs(folder):
    from_python, from_haystack = blocks("python")
    assert run(folder, "-c", from_python) == ["4"]
    assert run(folder, "-c", from_haystack) == ["0.5"]


def test_the_python_of_its_own_page_runs(folder):
    [block] = blocks("python", "docs/python.md")
    printed = run(folder, "-c", block)
    assert printed[0] == "4"
    assert printed[1].startswith("deadline-ja retrieval evidence: 1 of 1 not found")


def test_the_spreadsheet_of_the_page_on_files_is_read(folder):
    [block] = blocks("csv", "docs/files.md")
    (folder / "table.csv").write_bytes(block.encode("cp932"))
    printed = run(folder, "-m", "ragtriage", "evaluate", "table.csv", "--encoding", "cp932", "--out", "table")
    assert printed[0] == "table.csv: 1 case"
