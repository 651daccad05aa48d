"""The command line as a process: what it prints, writes and exits with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"
ROW = {
    "id": "q1",
    "question": "期限は？",
    "expected": "5日",
    "gold_ids": ["a"],
    "retrieved": ["b"],
    "answer": "5日",
}


def ragtriage(
    *arguments: object, cwd: Path, stdin: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
        env={**os.environ, "COLUMNS": "80", **environment},
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    )


def write(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_example_is_judged_printed_and_written(tmp_path) -> None:
    done = ragtriage("evaluate", EXAMPLE, "--k", 3, "--parquet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    folder = tmp_path / "ragtriage-report"
    assert sorted(path.name for path in folder.iterdir()) == ["cases.jsonl", "cases.parquet", "report.json"]
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    n = len(EXAMPLE.read_text(encoding="utf-8").splitlines())
    assert report["summary"]["n"] == len(report["cases"]) == n
    assert "What to fix" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_a_case_is_explained(tmp_path) -> None:
    ragtriage("evaluate", write(tmp_path / "a.jsonl", ROW), cwd=tmp_path)
    done = ragtriage("explain", "ragtriage-report", "q1", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for word in ("ungrounded_correct", "期限は？", "row 14", "recall >= 1"):
        assert word in done.stdout
    missing = ragtriage("explain", "ragtriage-report", "q2", cwd=tmp_path)
    assert missing.returncode == 2
    assert missing.stderr == "Error: no case has the id 'q2'; ids are such as 'q1'\n"


def test_two_runs_over_the_same_file_write_the_same_bytes(tmp_path) -> None:
    for name in ("one", "two"):
        ragtriage("evaluate", EXAMPLE, "--out", name, "--by", "tags", cwd=tmp_path)
    for name in ("cases.jsonl", "report.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_standard_input_and_two_files_are_read(tmp_path) -> None:
    one = ragtriage("evaluate", "-", "--out", "one", cwd=tmp_path, stdin=json.dumps(ROW).encode())
    assert one.returncode == 0, one.stderr
    cases = write(
        tmp_path / "cases.jsonl", {name: ROW[name] for name in ("id", "question", "expected", "gold_ids")}
    )
    traces = write(tmp_path / "traces.jsonl", {name: ROW[name] for name in ("id", "retrieved", "answer")})
    two = ragtriage("evaluate", cases, traces, "--out", "two", cwd=tmp_path)
    assert two.returncode == 0, two.stderr
    assert (tmp_path / "one" / "cases.jsonl").read_bytes() == (tmp_path / "two" / "cases.jsonl").read_bytes()


def test_the_locale_does_not_matter(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", ROW)
    done = ragtriage(
        "evaluate", path, cwd=tmp_path, LC_ALL="C", LANG="C", PYTHONUTF8="0", PYTHONIOENCODING="utf-8"
    )
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert report["cases"][0]["question"] == "期限は？"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evaluate"], "name a file of cases, or --qrels and --run"),
        (["evaluate", "missing.jsonl"], "missing.jsonl: no such file"),
        (
            ["evaluate", "."],
            ".: is a directory of no known layout; name a file of cases, or for a BEIR folder its",
        ),
        (["evaluate", "a.jsonl", "--k", "0"], "'--k'"),
        (["evaluate", "a.jsonl", "--unit", "page"], "'--unit'"),
        (["evaluate", "a.jsonl", "--by", "owner"], "neither `tags` nor `language`"),
        (["evaluate", "a.jsonl", "--metrics", "recal@5"], "did you mean 'recall@5'"),
        (["evaluate", "a.jsonl", "--metrics", "ndcg@0"], "cutoff must be a positive integer: 'ndcg@0'"),
        (["evaluate", "a.jsonl", "--corpus", "none.jsonl"], "none.jsonl: no such file"),
        (["evaluate", "a.jsonl", "."], ".: is a directory of no known layout"),
        (["evaluate", ".", "--run", "a.jsonl"], ".: is no BEIR folder"),
        (["evaluate", "a.jsonl", "b.jsonl"], "b.jsonl: no such file"),
        (["evaluate", "a.jsonl", "--out", "a.jsonl"], "a.jsonl: is a file"),
        (["evaluate", "--qrels", "a.jsonl"], "name the run too"),
        (["evaluate", "--run", "a.jsonl"], "name the judgements"),
        (["explain", "nowhere", "q1"], "nowhere: holds no evaluation"),
        (["evalute"], "evalute"),
    ],
)
def test_a_users_mistake_is_one_message_and_exit_code_2(tmp_path, arguments, message) -> None:
    write(tmp_path / "a.jsonl", ROW)
    done = ragtriage(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"question": "q", "answer": }', "line 1: is not valid JSON"),
        (b'{"question": "q", "expected": "", "answer": "a"}', "line 1, field `expected_answers`: is blank"),
        (b'{"id": "1", "answer": "a"}\n{"id": "1", "answer": "b"}', "cases 1 and 2 have the same id '1'"),
        (b'{"question": "q", "answr": "a", "retrieved": []}', "did you mean `answer`"),
        (b'{"question": "q"}', "case 'q' has no trace"),
        (b"\x00\x01\x02", "is a binary file"),
        (b"", "is empty"),
    ],
)
def test_bad_data_leave_nothing_behind(tmp_path, data, message) -> None:
    (tmp_path / "a.jsonl").write_bytes(data)
    done = ragtriage("evaluate", "a.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_bad_rows_are_set_aside_when_asked_counted_and_listed(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(ROW) + '\n{"question": 5}\nnot json\n', encoding="utf-8")
    done = ragtriage("evaluate", path.name, "--on-error", "skip", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert report["summary"]["set_aside"] == 2
    assert [line.split(", ")[1].split(":")[0] for line in report["set_aside"]] == ["line 2", "line 3"]
    assert "2 set aside" in done.stdout


def test_an_interrupted_run_leaves_no_half_report(tmp_path) -> None:
    read_end, write_end = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-m", "ragtriage", "evaluate", "-"],
        cwd=tmp_path,
        stdin=read_end,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(read_end)
        os.write(write_end, (json.dumps(ROW) + "\n").encode())
        deadline = time.monotonic() + 30
        while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert list(tmp_path.iterdir())
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        os.close(write_end)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert list(tmp_path.iterdir()) == []


def test_quiet_prints_warnings_alone_and_on_standard_error(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", ROW | {"gold_ids": ["b"]}, ROW | {"id": "q2", "gold_ids": ["b"]})
    done = ragtriage("evaluate", path, "--quiet", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == ""
    assert done.stderr.startswith("Warning: what was retrieved is the gold and nothing else")


def test_formats_lists_every_layout_and_spelling(tmp_path) -> None:
    done = ragtriage("formats", cwd=tmp_path)
    assert done.returncode == 0
    for word in ("jsonl", "parquet", "trec", "beir", "ground_truths", "retrieved_contexts", "page_content"):
        assert word in done.stdout


@pytest.mark.parametrize("command", [[], ["evaluate"], ["explain"], ["formats"]])
def test_help_explains_every_command_and_loads_nothing_heavy(tmp_path, command) -> None:
    code = (
        "import sys\nfrom ragtriage.cli.main import cli\n"
        f"try:\n    cli({[*command, '--help']!r})\nexcept SystemExit as stop:\n    assert not stop.code\n"
        "heavy = {'numpy', 'polars', 'scipy', 'haystack', 'torch', 'aiohttp', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert b"Usage:" in done.stdout


def test_evaluating_json_lines_loads_neither_polars_nor_scipy(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", ROW)
    code = (
        "import sys\nfrom ragtriage.cli.main import cli\n"
        f"cli(['evaluate', {str(path)!r}], standalone_mode=False)\n"
        "heavy = {'polars', 'scipy', 'haystack', 'torch', 'aiohttp', 'asyncio'} & set(sys.modules)\n"
        "heavy |= {'pandas'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


def test_text_of_a_case_does_nothing_on_the_terminal(tmp_path) -> None:
    nasty = "\x1b[31mred\x1b[0m [bold]x[/bold] \u202eevil \x07"
    path = write(tmp_path / "a.jsonl", ROW | {"id": nasty, "question": nasty})
    done = ragtriage("evaluate", path, cwd=tmp_path)
    assert done.returncode == 0
    explained = ragtriage("explain", "ragtriage-report", nasty, cwd=tmp_path)
    assert explained.returncode == 0, explained.stderr
    for text in (done.stdout, explained.stdout):
        assert not {"\x1b", "\u202e", "\x07"} & set(text)
        assert "[bold]x[/bold]" in text


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="only some systems have a disk that is always full"
)
def test_output_to_a_full_disk_is_one_message_and_exit_code_2(tmp_path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "ragtriage", "formats"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.decode() == "Error: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes a stream")
def test_a_run_whose_output_was_closed_still_writes_its_report(tmp_path) -> None:
    write(tmp_path / "cases.jsonl", ROW)
    command = f'exec "{sys.executable}" -m ragtriage evaluate cases.jsonl --out out >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=tmp_path, stderr=subprocess.PIPE, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "report.json").is_file()


def test_a_judgement_that_stands_twice_is_a_warning_of_the_report(tmp_path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 a 1\n", encoding="utf-8")
    (tmp_path / "run").write_text("1 Q0 a 1 2.0 x\n", encoding="utf-8")
    done = ragtriage("evaluate", "--qrels", "qrels", "--run", "run", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "Warning: qrels: 1 judgement stands there twice; each counts once\n"


@pytest.mark.parametrize("given", [("evaluate", "-", "-"), ("convert", "-", "a.csv", "--traces", "-")])
def test_standard_input_is_refused_for_both_files(tmp_path, given) -> None:
    done = ragtriage(*given, cwd=tmp_path, stdin=json.dumps(ROW).encode())
    assert done.returncode == 2
    assert "standard input can be read once" in done.stderr
