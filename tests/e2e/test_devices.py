"""Whatever path a command reads: a device, a file that the system makes up and a silent pipe end at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ragtriage.cli.main import _COMMANDS, _command, cli
from ragtriage.cli.paths import InPath
from ragtriage.errors import RagtriageError
from ragtriage.evaluation import store
from ragtriage.io import opening

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"
CASES = ["evaluate", "cases.jsonl", "--out", "new"]
PROBE = ["probe", "a", "--no-cache", "--dry-run", "--generator"]

# Of each option that reads: a call of its command, `{}` where its path goes.
READING = {
    "evaluate cases": ["evaluate", "{}", "--out", "new"],
    "evaluate traces": ["evaluate", "cases.jsonl", "{}", "--out", "new"],
    "evaluate corpus": [*CASES, "--corpus", "{}"],
    "evaluate abstention_patterns": [*CASES, "--abstention-patterns", "{}"],
    "evaluate qrels": ["evaluate", "--qrels", "{}", "--run", "run.txt", "--out", "new"],
    "evaluate run_file": ["evaluate", "--qrels", "qrels.txt", "--run", "{}", "--out", "new"],
    "evaluate closed_book": [*CASES, "--closed-book", "{}"],
    "evaluate system": [*CASES, "--system", "{}"],
    "evaluate prompt_dir": [*CASES, "--judge", "answer=openai:m", "--dry-run", "--prompt-dir", "{}"],
    "evaluate reviews": [*CASES, "--reviews", "{}"],
    "calibrate directory": ["calibrate", "{}", "labels.csv"],
    "calibrate labels": ["calibrate", "a", "{}"],
    "check source": ["check", "{}"],
    "check corpus": ["check", "cases.jsonl", "--corpus", "{}"],
    "compare evaluations": ["compare", "{}", "scores.csv", "--id", "id"],
    "convert source": ["convert", "{}", "new.jsonl"],
    "convert traces": ["convert", "cases.jsonl", "new.jsonl", "--traces", "{}"],
    "explain directory": ["explain", "{}", "q"],
    "fingerprint path": ["fingerprint", "{}"],
    "formats detect": ["formats", "--detect", "{}"],
    "report directory": ["report", "{}"],
    "probe source": ["probe", "{}", "--no-cache", "--dry-run", "--generator", "openai:m"],
    "probe prompt": [*PROBE, "openai:m", "--prompt", "{}"],
    "probe body": [*PROBE, "http://localhost:1/", "--answer-path", "a", "--body", "{}"],
    "probe corpus": [*PROBE, "openai:m", "--corpus", "{}"],
    "probe abstention_patterns": [*PROBE, "openai:m", "--abstention-patterns", "{}"],
    "prompts prompt_dir": ["prompts", "--prompt-dir", "{}"],
    "rescore directories": ["rescore", "{}"],
    "rescore abstention_patterns": ["rescore", "a", "--out", "new", "--abstention-patterns", "{}"],
    "rescore reviews": ["rescore", "a", "--out", "new", "--reviews", "{}"],
    "review directory": ["review", "{}"],
    "review accept_wordings": [
        "review",
        "a",
        "--accept-wordings",
        "{}",
        "--cases",
        "cases.jsonl",
        "--out",
        "n",
    ],
    "review cases": ["review", "a", "--accept-wordings", "review.csv", "--cases", "{}", "--out", "n.jsonl"],
}


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("here")
    (folder / "cases.jsonl").write_bytes(EXAMPLE.read_bytes())
    (folder / "qrels.txt").write_text("q1 0 d1 1\n")
    (folder / "run.txt").write_text("q1 Q0 d1 1 0.5 r\n")
    (folder / "labels.csv").write_text("id,label\ndeadline-ja,pass\n")
    (folder / "scores.csv").write_text("id,score\na,1\nb,0\n")
    os.mkfifo(folder / "pipe")
    before = Path.cwd()
    os.chdir(folder)
    try:
        run("evaluate", "cases.jsonl", "--out", "a", "--quiet")
        run("review", "a")
        yield folder
    finally:
        os.chdir(before)


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def test_every_option_that_reads_is_here():
    found = set()
    for name in _COMMANDS:
        command = _command(name)
        leaves = command.commands.values() if isinstance(command, click.Group) else [command]
        found |= {
            f"{name} {each.name}" for leaf in leaves for each in leaf.params if isinstance(each.type, InPath)
        }
    assert found == set(READING)


@pytest.mark.parametrize("key", READING)
@pytest.mark.parametrize(
    "path",
    [
        "/dev/zero",
        "/proc/kmsg",
        "pipe",
        "none",
        "n" * 300,
        "n/" * 3000,
        "a\0b",
        "cases.jsonl/x",
        "file:///dev/zero",
        "local:///proc/kmsg",
        "file://pipe",
        "simplecache::file:///proc/kmsg",
        "zip://a::file:///dev/zero",
        "zip://a::./pipe",
        "file:///dev/zero::zip",
    ],
)
def test_what_is_no_file_ends_at_once_in_a_message(here, monkeypatch, key, path):  # noqa: ARG001 - the folder
    monkeypatch.setattr(opening, "_PATIENCE_SECONDS", 0.2)
    began = time.monotonic()
    with pytest.raises((RagtriageError, click.UsageError)) as caught:
        run(*(each.replace("{}", path) for each in READING[key]))
    assert time.monotonic() - began < 10
    assert "Errno" not in str(caught.value)
    assert not Path("new").exists()


@pytest.mark.parametrize(
    ("key", "file"),
    [
        ("evaluate cases", "cases.jsonl"),
        ("evaluate qrels", "qrels.txt"),
        ("evaluate run_file", "run.txt"),
        ("evaluate closed_book", "cases.jsonl"),
        ("evaluate reviews", "review.csv"),
        ("calibrate labels", "labels.csv"),
        ("check source", "cases.jsonl"),
        ("compare evaluations", "scores.csv"),
        ("convert source", "cases.jsonl"),
        ("fingerprint path", "cases.jsonl"),
        ("formats detect", "cases.jsonl"),
        ("review cases", "cases.jsonl"),
    ],
)
def test_a_pipe_is_read_like_a_file(here, key, file):
    def write():
        (here / "pipe").write_bytes((here / file).read_bytes())

    writing = threading.Thread(target=write)
    writing.start()
    more = ["--stage", "answer"] if key.startswith("calibrate") else []
    run(*(each.replace("{}", "pipe") for each in READING[key]), *more)
    writing.join()


def test_a_pipe_that_a_shell_makes_is_read_twice(here):
    inputs = "<(cat cases.jsonl) --system <(printf '[corpus]\\na=1')"
    command = f"{sys.executable} -m ragtriage evaluate {inputs} --out piped"
    done = subprocess.run(["bash", "-c", command], cwd=here, capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("url", ["file://pipe", "local://{here}/pipe", "filecache::file://pipe"])
def test_a_pipe_is_read_by_a_url_too(here, url):
    writing = threading.Thread(target=lambda: (here / "pipe").write_bytes(EXAMPLE.read_bytes()))
    writing.start()
    run("check", url.format(here=here))
    writing.join()


def special(path: Path, kind: str) -> None:
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "sparse":
        path.touch()
        os.truncate(path, 2**40)
    else:
        path.symlink_to(kind)


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/proc/kmsg", "sparse", "circle"])
@pytest.mark.parametrize("name", ["report.json", "cases.jsonl", "probe.json", "cases.parquet", "report.html"])
def test_no_folder_is_replaced_that_holds_what_is_no_file(here, name, kind):
    folder = here / "special"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(here / "a", folder)
    special(folder / name, name if kind == "circle" else kind)
    began = time.monotonic()
    with pytest.raises(RagtriageError, match=f"holds '{name}', which is no part of an evaluation"):
        run("evaluate", "cases.jsonl", "--out", "special")
    assert time.monotonic() - began < 10
    assert os.path.lexists(folder / name)


ROWS_READ = {
    "explain": ["explain", "special", "q"],
    "compare": ["compare", "a", "special"],
    "calibrate": ["calibrate", "special", "labels.csv"],
    "rescore": ["rescore", "special", "--out", "new"],
    "report": ["report", "special"],
    "report --html": ["report", "special", "--html"],
    "review": ["review", "special", "--out", "new.csv"],
    "probe": ["probe", "special", "--no-cache", "--dry-run", "--generator", "openai:m"],
}


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero", "/proc/kmsg", "/proc/self/mem"])
@pytest.mark.parametrize("key", ROWS_READ)
def test_rows_that_are_no_file_are_not_read(here, key, kind):
    folder = here / "special"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(here / "a", folder)
    special(folder / "cases.jsonl", kind)
    with pytest.raises(RagtriageError, match=r"cases\.jsonl"):
        run(*ROWS_READ[key])


def test_a_huge_report_is_looked_at_no_further_than_what_tells_it(here):
    folder = here / "special"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(here / "a", folder)
    os.truncate(folder / "report.json", 2**40)
    began = time.monotonic()
    run("evaluate", "cases.jsonl", "--out", "special", "--quiet")
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("key", ["explain", "rescore", "report --html"])
def test_rows_without_an_end_are_not_held(here, monkeypatch, key):
    monkeypatch.setattr(store, "_MOST_ROW_BYTES", 2**20)
    folder = here / "special"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(here / "a", folder)
    os.truncate(folder / "cases.jsonl", 2**40)
    shutil.rmtree("new", ignore_errors=True)  # what another test has left
    Path("new").unlink(missing_ok=True)
    with pytest.raises(RagtriageError, match=r"cases\.jsonl: a line is longer than 1,048,576 bytes"):
        run(*ROWS_READ[key])
    assert not Path("new").exists()


def test_a_summary_that_is_a_pipe_is_not_waited_for(here, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(here / "pipe"))
    said = run("evaluate", "cases.jsonl", "--out", "summed", "--quiet", "--github")
    assert "pipe: cannot be written" in said
    assert Path("summed", "report.json").is_file()
