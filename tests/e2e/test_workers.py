"""`evaluate --workers`: the same bytes as one process, whatever the input and whatever befalls a worker."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ragtriage.cli import main
from ragtriage.errors import ConfigError
from ragtriage.evaluation.distributed import parts

ROWS = 2_100  # more than are resampled


def row(i):
    found = ["a", "b", f"d{i % 50}"] if i % 3 else [f"d{i % 50}", "c"]
    return {
        "id": f"q{i}",
        "question": f"When are claims {i} due?",
        "expected": f"{i % 28 + 1} days",
        "gold_ids": [f"d{i % 50}"],
        "evidence": [f"Claims {i} are due."] if i % 9 == 0 else [],
        "retrieved": [{"document_id": name, "text": f"Claims {i} are due."} for name in found],
        "answer": None if i % 11 == 0 else f"Within {i % 28 + 1 + i % 2} days.",
        "tags": [["new", "old"][i % 2]],
        "language": "en",
    }


def lines(rows):
    return "".join(json.dumps(each) + "\n" for each in rows)


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    """Run `ragtriage evaluate` here, cutting small files too; return its exit code and what it said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parts, "_LEAST_BYTES", 20_000)
    monkeypatch.setattr(parts, "_GROUP", 300)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["ragtriage", "evaluate", *arguments, "--no-color"])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        return stopped.value.code, printed.out.replace("two", "one"), printed.err

    return run


def files(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def assert_same(command, *arguments, code=0, workers="2"):
    one = command(*arguments, "--out", "one")
    two = command(*arguments, "--out", "two", "--workers", workers)
    assert one[0] == code, one
    assert two == one
    if code == 0:
        assert files("two") == files("one")
        assert not [path for path in Path().iterdir() if path.name.startswith(".")]
    return one


@pytest.mark.parametrize("workers", ["2", "3"])
def test_json_lines_give_the_same_bytes(tmp_path, command, workers):
    text = lines(map(row, range(ROWS)))
    (tmp_path / "cases.jsonl").write_text("\ufeff\n" + text.replace("\n", "\n\n", 5).rstrip("\n"), "utf-8")
    _, out, _ = assert_same(command, "cases.jsonl", "--k", "2", "--by", "tags", workers=workers)
    assert f"{ROWS:,}" in out or str(ROWS) in out


def test_few_cases_are_resampled_all_the_same(tmp_path, command):
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(400))), "utf-8")
    assert_same(command, "cases.jsonl", "--interval", "exact", "--both-failed")
    report = json.loads((tmp_path / "one" / "report.json").read_bytes())
    assert report["summary"]["metrics"]["rr"]["low"] is not None


def test_compressed_lines_give_the_same_bytes(tmp_path, command):
    with gzip.open(tmp_path / "cases.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(lines(map(row, range(ROWS))))
    assert_same(command, "cases.jsonl.gz", "--no-texts")


def test_what_is_found_without_labels_is_the_same_however_the_cases_are_cut(tmp_path, command):
    rows = [
        {
            "id": f"q{i}",
            "question": f"When are claims {i} due?",
            "retrieved": [{"text": f"Claims {i} are due."}, {"text": "Imprint."}, {"text": f"Note {i % 7}."}],
            "answer": [f"You find that in chapter {i % 40} of the guide.", "I don't know.", f"In {i} days."][
                i % 3
            ],
        }
        for i in range(700)
    ]
    (tmp_path / "cases.jsonl").write_text(lines(rows), "utf-8")
    assert_same(command, "cases.jsonl", workers="3")
    report = json.loads((tmp_path / "one" / "report.json").read_bytes())
    found = {each["kind"]: (each["cases"], each["of"], each["what"]) for each in report["findings"]}
    assert found["declined"] == (233, 700, None)
    assert found["same_chunk"] == (700, 700, "Imprint.")
    assert found["same_answer"] == (234, 234, None)
    assert report["next_steps"][0]["key"] == "column.expected_answers"


@pytest.mark.parametrize("form", ["auto", "jsonl"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_pipe_is_read_once(tmp_path, command, form, workers):
    text = lines(map(row, range(100)))
    (tmp_path / "cases.jsonl").write_text(text, "utf-8")
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=(text, "utf-8"), daemon=True)
    writer.start()
    assert command("pipe", "--format", form, "--workers", workers, "--out", "piped")[0] == 0
    assert command("cases.jsonl", "--out", "plain")[0] == 0
    assert files(tmp_path / "piped")["cases.jsonl"] == files(tmp_path / "plain")["cases.jsonl"]


def test_a_parquet_file_is_read_by_the_workers_and_gives_the_same_bytes(tmp_path, command):
    import polars as pl  # noqa: PLC0415 - heavy

    rows = list(map(row, range(ROWS)))
    pl.DataFrame(rows).write_parquet(tmp_path / "cases.parquet", row_group_size=500)
    assert_same(command, "cases.parquet", "--k", "2")
    rows[1_500]["id"] = "q7"
    pl.DataFrame(rows).write_parquet(tmp_path / "cases.parquet")
    assert "cases 8 and 1501 have the same id 'q7'" in assert_same(command, "cases.parquet", code=2)[2]


def test_two_files_answers_without_context_and_a_corpus_give_the_same_bytes(tmp_path, command):
    rows = list(map(row, range(800)))
    of_traces = ("id", "retrieved", "answer")
    cases = [{name: value for name, value in each.items() if name not in of_traces[1:]} for each in rows]
    traces = [{name: value for name, value in each.items() if name in of_traces} for each in rows]
    for trace in traces:
        trace["retrieved"] = [item["document_id"] for item in trace["retrieved"]]
    random.Random(7).shuffle(traces)  # noqa: S311 - an order, no secret
    (tmp_path / "cases.jsonl").write_text(lines(cases), "utf-8")
    (tmp_path / "traces.jsonl").write_text(lines(traces), "utf-8")
    known = [{"id": each["id"], "answer": each["answer"]} for each in rows[::2]]
    (tmp_path / "known.jsonl").write_text(lines(known), "utf-8")
    corpus = [{"id": f"d{i}", "text": f"Text {i}, due within {i} days."} for i in range(50)]
    (tmp_path / "corpus.jsonl").write_text(lines(corpus), "utf-8")
    more = ("--closed-book", "known.jsonl", "--corpus", "corpus.jsonl")
    assert_same(command, "cases.jsonl", "traces.jsonl", *more)


def test_tables_and_other_names_give_the_same_bytes(tmp_path, command):
    rows = [{"prompt": f"When, {i}?", "reply": "now", "right": "now"} for i in range(700)]
    (tmp_path / "cases.jsonl").write_text(lines(rows), "utf-8")
    mapped = ("--map", "question=prompt,answer=reply,expected_answers=right")
    assert_same(command, "cases.jsonl", *mapped)
    table = "".join(f"{each['prompt'].replace(',', '')},now,now\n" for each in rows)
    (tmp_path / "cases.csv").write_text("question,answer,expected\n" + table, "utf-8")
    assert_same(command, "cases.csv")
    wrong = ("--map", "question=prompt,answer=reply,expected_answers=rihgt")
    code, _, error = assert_same(command, "cases.jsonl", *wrong, code=2)
    assert code == 2
    assert "rihgt" in error


def test_rows_that_are_set_aside_keep_their_numbers(tmp_path, command):
    text = lines(map(row, range(600))).splitlines(keepends=True)
    for place in (3, 300, 590):
        text[place] = '{"id": 1, "question": \n'
    (tmp_path / "cases.jsonl").write_text("".join(text), "utf-8")
    _, out, _ = assert_same(command, "cases.jsonl", "--on-error", "skip")
    report = json.loads((tmp_path / "two" / "report.json").read_bytes())
    assert [aside.split(": ")[0] for aside in report["set_aside"]] == [
        f"cases.jsonl, line {place + 1}" for place in (3, 300, 590)
    ]
    assert "set aside" in out


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ({450: "{broken"}, "cases.jsonl, line 451: is not valid JSON"),
        ({450: '{"id": "q3", "question": "?", "answer": ""}'}, "cases 4 and 451 have the same id 'q3'"),
        ({450: '{"question": "?", "answer": ""}'}, "row 451: has no id, unlike the rows before it"),
        ({599: '{"id": "x", "question": "?"}'}, "case 'x' has no trace"),
        ({100: "{broken", 590: "[]"}, "cases.jsonl, line 101: is not valid JSON"),
    ],
)
def test_what_is_wrong_is_said_as_one_process_says_it(tmp_path, command, damage, said):
    text = lines(map(row, range(600))).splitlines()
    for place, bad in damage.items():
        text[place] = bad
    (tmp_path / "cases.jsonl").write_text("\n".join(text), "utf-8")
    _, _, error = assert_same(command, "cases.jsonl", code=2)
    assert said in error
    assert not (tmp_path / "two").exists()


def test_rows_without_ids_after_rows_with_them_are_refused_wherever_the_file_is_cut(tmp_path, command):
    rows = list(map(row, range(600)))
    for each in rows[300:]:
        del each["id"]
    (tmp_path / "cases.jsonl").write_text(lines(rows), "utf-8")
    _, _, error = assert_same(command, "cases.jsonl", code=2)
    assert "row 301: has no id, unlike the rows before it" in error


def test_ids_that_never_meet_are_refused_over_all_parts(tmp_path, command):
    rows = [{"id": f"q{i}", "question": "?", "gold_ids": [f"g{i}"], "retrieved": ["x"]} for i in range(300)]
    (tmp_path / "cases.jsonl").write_text(lines(rows), "utf-8")
    _, _, error = assert_same(command, "cases.jsonl", code=2)
    assert "the ids do not meet: in 300 cases" in error
    rows[150]["retrieved"] = ["g150"]
    (tmp_path / "cases.jsonl").write_text(lines(rows), "utf-8")
    assert_same(command, "cases.jsonl")


def test_blank_lines_alone_hold_no_rows(tmp_path, command):
    (tmp_path / "cases.jsonl").write_text("\n" * 50_000, "utf-8")
    _, _, error = assert_same(command, "cases.jsonl", code=2)
    assert "holds no rows" in error


def test_a_judge_that_asks_a_model_is_refused(tmp_path, command, monkeypatch):
    pytest.importorskip("aiohttp")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(3))), "utf-8")
    judged = ("--judge", "support=openai:m", "--no-cache", "--workers", "2")
    code, _, error = command("cases.jsonl", *judged)
    assert code == 2
    assert "the judge of support waits for its endpoint: --concurrency" in error


def test_a_run_of_rankings_is_refused(command):
    code, _, error = command("--qrels", "q", "--run", "r", "--workers", "2")
    assert code == 2
    assert "sooner than --workers could begin" in error


def workers_of(process):
    """Return the processes that a process started."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    found = {
        int(pid) for task in path.parents[1].iterdir() for pid in (task / "children").read_text().split()
    }
    return sorted(found)


@pytest.fixture
def started(tmp_path):
    """Start `ragtriage evaluate` on cases that keep two workers busy for a while; wait until they are."""
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(6_000))), "utf-8")
    command = [sys.executable, "-m", "ragtriage", "evaluate", "cases.jsonl", "--quiet"]
    process = subprocess.Popen(
        [*command, "--workers", "2", "--out", "two"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    deadline = time.monotonic() + 60
    while len(pids := workers_of(process)) < 2 or not list(tmp_path.glob(".two.*/.parts-*/.part-*")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)
    yield process, pids
    process.kill()
    process.communicate()


proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks the workers up in /proc")


@proc
def test_a_worker_that_is_killed_loses_nothing(started, command):
    process, pids = started
    os.kill(pids[0], signal.SIGKILL)
    _, error = process.communicate(timeout=120)
    assert (process.returncode, error) == (0, "")
    assert command("cases.jsonl", "--out", "one", "--quiet")[0] == 0
    assert files("two") == files("one")


@proc
def test_an_interrupt_ends_the_workers_and_leaves_nothing(tmp_path, started):
    process, pids = started
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert error.strip() == "interrupted; nothing was written"
    assert [path.name for path in tmp_path.iterdir()] == ["cases.jsonl"]
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_rows_in_memory_are_shared_out_too():
    import ragtriage  # noqa: PLC0415

    rows = list(map(row, range(100)))
    one, two = ragtriage.evaluate(rows, k=2), ragtriage.evaluate(rows, k=2, workers=2)
    assert list(two) == list(one)
    assert two.report == one.report
    with pytest.raises(ConfigError, match="workers must be from 1 to 1,024 on one machine: 0"):
        ragtriage.evaluate(rows, workers=0)


def test_the_share_that_is_done_grows_to_the_whole(tmp_path, monkeypatch):
    from ragtriage.evaluation.inputs import Reading, evaluate_files  # noqa: PLC0415
    from ragtriage.evaluation.judging import Judges  # noqa: PLC0415
    from ragtriage.evaluation.store import RowStore  # noqa: PLC0415
    from ragtriage.model import Settings  # noqa: PLC0415

    monkeypatch.setattr(parts, "_LEAST_BYTES", 20_000)
    path = tmp_path / "cases.jsonl"
    path.write_text(lines(map(row, range(300))), "utf-8")
    told = []
    reading = Reading(workers=2, progress=lambda done, share: told.append((done, share)))
    evaluation = evaluate_files(str(path), None, Settings(), reading, judges=Judges.of(), store=RowStore())
    assert told == sorted(told)
    assert len(told) > 3
    assert told[-1] == (300, 1.0)
    assert sum(1 for _ in evaluation) == 300
