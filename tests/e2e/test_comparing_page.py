"""What `docs/comparing.md` shows is run as it stands there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ragtriage import evaluate

PAGE = (Path(__file__).parents[2] / "docs" / "comparing.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
# Of a workflow: its last steps; the first ones set up a machine.
STEPS = [line.removeprefix("- run: ") for line in re.findall(r"- run: ragtriage .*", PAGE)]
SHOWN = [line for kind, text in BLOCKS if kind == "" for line in text.splitlines()]
COMMANDS = [line.split("   #")[0] for line in (*SHOWN, *STEPS)]


def block(kind: str, holding: str) -> str:
    [found] = [text for name, text in BLOCKS if name == kind and holding in text]
    return found


def case(number: int, *, hit: bool, right: bool) -> dict[str, object]:
    document = f"d{number}" if hit else "other"
    return {
        "id": f"q{number}",
        "question": f"What is number {number}?",
        "expected": f"answer{number}",
        "gold_ids": [f"d{number}"],
        "retrieved": [{"document_id": document, "text": f"It is answer{number}." if hit else "Nothing."}],
        "answer": f"answer{number}" if right else "red",
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that the page names: the candidate mends ten cases and breaks none."""
    folder = tmp_path_factory.mktemp("page")

    def write(name: str, rows: list[dict[str, object]]) -> None:
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    before = [case(i, hit=i >= 10, right=i >= 5) for i in range(60)]
    after = [case(i, hit=True, right=True) for i in range(60)]
    for name, rows in (("before", before), ("baseline", before), ("after", after), ("candidate", after)):
        write(f"{name}.jsonl", rows)
    write("cases.jsonl", after)
    write("closed.jsonl", [{"id": f"q{i}", "answer": f"answer{i}"} for i in range(3)])
    for name, score in (("a", 0.5), ("b", 0.75)):
        rows = "".join(f"q{i},{score},{i % 2}\n" for i in range(10))
        (folder / f"{name}.csv").write_text(f"question,recall,correct\n{rows}", encoding="utf-8")
    labels = "".join(f"q{i},{'fail' if i < 4 else 'pass'}\n" for i in range(30))
    (folder / "labels.csv").write_text(f"id,label\n{labels}", encoding="utf-8")
    (folder / "system.toml").write_text(block("toml", "[chunking]"), encoding="utf-8")
    for name in ("A1", "A2", "A3", "B1", "B2", "B3"):
        done = run(
            folder, f"ragtriage evaluate {'before' if name < 'B' else 'after'}.jsonl --k 5 --out {name}"
        )
        assert done.returncode == 0, done.stderr
    return folder


def run(folder: Path, command: str) -> subprocess.CompletedProcess[str]:
    module, *arguments = shlex.split(command)
    is_installed = any(point.value == "ragtriage.pytest_plugin" for point in entry_points(group="pytest11"))
    if module == "pytest":
        arguments += ["-p", "no:cacheprovider", *(() if is_installed else ("-p", "ragtriage.pytest_plugin"))]
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "GITHUB_STEP_SUMMARY": str(folder / "summary.md")},
    )


def test_every_command_of_the_page_runs_and_its_gates_are_met(folder) -> None:
    refused = {}
    for command in COMMANDS:
        if "calibrate" in command:
            command = command.replace("support", "answer")  # noqa: PLW2901 - no judge of support is at hand
        done = run(folder, command)
        if done.returncode:
            refused[command] = done.stdout[-2000:] + done.stderr
    assert refused == {}
    assert len(COMMANDS) > 15
    assert (folder / "summary.md").read_text("utf-8").count("## ") >= 2


def test_the_python_of_the_page_runs(folder) -> None:
    code = block("python", "compare_all")
    for name in ("before", "after"):
        evaluate(folder / f"{name}.jsonl", k=5).save(folder / "reports" / name)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_test_of_the_page_passes(folder) -> None:
    (folder / "test_page.py").write_text(block("python", "def test_"), encoding="utf-8")
    done = run(folder, "pytest -q test_page.py")
    assert done.returncode == 0, done.stdout


def test_the_options_of_the_page_are_options(folder) -> None:
    below = folder / "configured"
    below.mkdir()
    text = block("toml", "[compare]")
    (below / "ragtriage.toml").write_text(text, encoding="utf-8")
    for command, table in (("evaluate", tomllib.loads(text)), ("compare", tomllib.loads(text)["compare"])):
        done = run(below, f"ragtriage config {command}")
        assert done.returncode == 0, done.stderr
        own = [key for key, value in table.items() if not isinstance(value, dict)]
        assert all(f"{key} = " in done.stdout for key in own)
        assert done.stdout.count("# ragtriage.toml") == len(own)
