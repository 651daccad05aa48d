"""Options kept in a file, from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROW = {
    "id": "q",
    "question": "q",
    "expected": "5 days",
    "gold_ids": ["a"],
    "retrieved": ["b", "a"],
    "answer": "five days",
}


def ragtriage(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def settings_of(folder: Path) -> dict:
    return json.loads((folder / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))["manifest"][
        "settings"
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("ragtriage.toml", 'k = 1\nmatch = "values"\nmetrics = ["rr"]\nno-texts = true\n'),
        ("pyproject.toml", '[tool.ragtriage]\nk = 1\nmatch = "values"\nmetrics = "rr"\nno_texts = true\n'),
        ("ragtriage.toml", '[evaluate]\nk = 1\nmatch = "values"\nmetrics = ["rr"]\nno-texts = true\n'),
    ],
)
def test_options_are_read_from_a_file_and_flags_win(folder, name, text) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    below = folder / "below"
    below.mkdir()
    assert ragtriage(below, "evaluate", "../cases.jsonl").returncode == 0
    settings = settings_of(below)
    assert (settings["k"], settings["match"], settings["metrics"]) == (1, "values", ["rr"])
    assert ragtriage(folder, "evaluate", "cases.jsonl", "--k", "2").returncode == 0
    assert settings_of(folder)["k"] == 2


def test_requirements_in_a_file_are_held(folder) -> None:
    (folder / "ragtriage.toml").write_text('require = ["recall@1 >= 1"]\n', encoding="utf-8")
    assert ragtriage(folder, "evaluate", "cases.jsonl").returncode == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kk = 1\n", "ragtriage.toml: unknown option `kk` of evaluate"),
        ("unot = 'chunk'\n", "did you mean 'unit'"),
        ('base-url = "http://example.org"\n', "`base-url` may not stand in a file"),
        ('judge = ["support=evil:run"]\n', "`judge` may not stand in a file"),
        ("[evalute]\nk = 1\n", "unknown table [evalute]; did you mean 'evaluate'"),
        ("k = \n", "is no TOML"),
        ('unit = "page"\n', "'page'"),
        ("k = 0\n", "ragtriage.toml: `k` = 0: 0 is not in the range"),
        ("k = 1.5\n", "`k` = 1.5: expected a whole number"),
        ("k = true\n", "`k` = True: expected a whole number"),
        ('k = "5"\n', "expected a whole number"),
        ("k = [1, 2]\n", "expected a whole number"),
        ("no-texts = 'yes'\n", "`no-texts` = 'yes': expected true or false"),
        ("require = 5\n", "`require` = 5: expected a string"),
        ("require = ['recall@1 >= 1', 5]\n", "expected a string"),
        ("corpus = 5\n", "expected a string"),
    ],
)
def test_a_file_that_sets_what_it_may_not_is_refused(folder, text, message) -> None:
    (folder / "ragtriage.toml").write_text(text, encoding="utf-8")
    done = ragtriage(folder, "evaluate", "cases.jsonl")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_config_prints_what_is_in_force_and_from_where(folder) -> None:
    (folder / "ragtriage.toml").write_text("k = 3\n[compare]\nno-regression = true\n", encoding="utf-8")
    done = ragtriage(folder, "config")
    assert done.returncode == 0, done.stderr
    assert "k = 3  # ragtriage.toml\n" in done.stdout
    assert 'match = "standard"  # default\n' in done.stdout
    assert "corpus = not set  # default\n" in done.stdout
    assert "require = not set  # default\n" in done.stdout
    assert "no-regression = true  # ragtriage.toml\n" in ragtriage(folder, "config", "compare").stdout
    assert ragtriage(folder, "config", "nothing").returncode == 2


@pytest.mark.parametrize(
    "text", ["tool = 3\n", "[tool]\nother = 1\n", "[tool.ragtriage]\n", "[project]\nname = 'x'\n"]
)
def test_a_project_that_sets_nothing_changes_nothing(folder, text) -> None:
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")
    done = ragtriage(folder, "evaluate", "cases.jsonl", "--quiet")
    assert done.returncode == 0, done.stderr
    assert ragtriage(folder, "config").returncode == 0


def test_config_refuses_what_the_command_would_refuse(folder) -> None:
    (folder / "ragtriage.toml").write_text('match = "fuzzy"\n', encoding="utf-8")
    done = ragtriage(folder, "config")
    assert (done.returncode, done.stdout) == (2, "")
    assert "ragtriage.toml: `match` = 'fuzzy'" in done.stderr
