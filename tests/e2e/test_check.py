"""`ragtriage check` as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROWS = [
    {"id": "1", "question": "期限は？", "expected": ["5日", "５日"], "gold_ids": ["zz"]},
    {"id": "2", "question": "期限は?", "expected": "5日", "gold_ids": ["a"], "evidence": "6日"},
]


def ragtriage(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.fixture
def folder(tmp_path) -> Path:
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "cases.jsonl").write_text(lines, "utf-8")
    (tmp_path / "corpus.jsonl").write_text('{"id": "a", "text": "due on the 5日"}\n', "utf-8")
    return tmp_path


def test_faults_are_counted_explained_and_shown(folder) -> None:
    done = ragtriage("check", "cases.jsonl", "--corpus", "corpus.jsonl", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "cases.jsonl: 2 cases, 4 to look at"
    for name in ("gold_not_in_corpus", "evidence_not_in_gold", "repeated_answer", "duplicate_question"):
        assert sum(line.startswith(f"{name}: 1 (") for line in lines) == 1, name
    assert "not looked for" not in done.stdout


def test_strict_exits_with_1_and_only_when_there_is_something(folder) -> None:
    assert ragtriage("check", "cases.jsonl", "--strict", cwd=folder).returncode == 1
    (folder / "good.jsonl").write_text('{"id": "1", "question": "?!x", "expected": "y"}\n', "utf-8")
    done = ragtriage("check", "good.jsonl", "--strict", cwd=folder)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "good.jsonl: 1 case, nothing to look at")


def test_findings_are_written_as_json(folder) -> None:
    done = ragtriage("check", "cases.jsonl", "--json", "found.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    found = json.loads((folder / "found.json").read_text("utf-8"))
    assert found["cases"] == 2
    assert [finding["fault"] for finding in found["findings"]] == ["repeated_answer", "duplicate_question"]
    assert set(found["unchecked"]) == {"gold_not_in_corpus", "evidence_not_in_gold"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.jsonl"], "none.jsonl: no such file"),
        (["cases.jsonl", "--corpus", "none.jsonl"], "none.jsonl: no such file"),
        (["cases.jsonl", "--match", "exact"], "'--match'"),
        (["cases.jsonl", "--map", "nope=x"], "unknown field 'nope'"),
    ],
)
def test_a_mistake_is_one_message_and_exit_code_2(folder, arguments, message) -> None:
    done = ragtriage("check", *arguments, cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_name_that_stands_twice_in_a_row_is_told_by_check_and_convert(tmp_path) -> None:
    rows = '{"question": "q", "expected": "a", "expected": "b"}\n{"question": "r", "expected": "c"}\n'
    (tmp_path / "cases.jsonl").write_text(rows, encoding="utf-8")
    for command in (["check", "cases.jsonl"], ["convert", "cases.jsonl", "out.jsonl"]):
        done = ragtriage(*command, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert "in 1 row a name stands twice in one object, such as `expected` (line 1)" in done.stderr
