"""`evaluate --backend ray` on a real cluster of two workers on this machine."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from ragtriage.backends.ray import Cluster
from ragtriage.cli import main
from ragtriage.evaluation.distributed.cluster import _cluster
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.named_judges import NamedJudges

pytest.importorskip("ray")

pytestmark = pytest.mark.timeout(300)
N = 2_100  # more than are resampled


def row(i):
    return {
        "id": f"q{i}",
        "question": f"When are claims {i} due?",
        "expected": f"{i % 28 + 1} days",
        "gold_ids": [f"d{i % 50}"],
        "retrieved": [{"document_id": f"d{i % 7 * 10}", "text": "Claims are due."}, {"document_id": "d3"}],
        "answer": "" if i % 11 == 0 else f"Within {i % 28 + 1 + i % 2} days.",
        "tags": [["new", "old"][i % 2]],
        "metadata": {"padding": "x" * 1_500},
    }


def lines(rows):
    return "".join(json.dumps(each) + "\n" for each in rows)


SERVERS = Path(__file__).parent / "servers"


@pytest.fixture(scope="module")
def address(store):
    """Where the cluster is; it is started once for all tests, and its machines know the object store."""
    process = subprocess.Popen(
        [sys.executable, str(SERVERS / "cluster.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | store,
    )
    # Ray says some things of its own first
    said = next(line for line in process.stdout if line.count(":") == 1 and line.strip()[-1].isdigit())
    yield said.strip()
    process.stdin.close()
    process.wait(60)
    process.stdout.close()


@pytest.fixture(scope="module")
def driver(address, store):
    """A process that is connected to the cluster and runs commands: to connect takes seconds."""
    process = subprocess.Popen(
        [sys.executable, str(SERVERS / "driver.py"), address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | store,
    )
    yield process
    process.stdin.close()
    process.wait(60)
    process.stdout.close()


@pytest.fixture
def start(address, tmp_path):
    """Start `ragtriage` as a process of its own: Ray warns of things that tests hold for errors."""

    def begin(*arguments, **environment):
        return subprocess.Popen(
            [sys.executable, "-m", "ragtriage", *arguments, "--backend", "ray", "--address", address],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | environment,
        )

    return begin


@pytest.fixture
def send(driver, tmp_path):
    """Give the driver a command; return what waits for what comes of it."""

    def came():
        return json.loads(driver.stdout.readline())

    def begin(*arguments, **environment):
        arguments = ["evaluate", *arguments, "--no-color", "--backend", "ray"]
        command = {"arguments": arguments, "folder": str(tmp_path), "environment": environment}
        driver.stdin.write(json.dumps(command) + "\n")
        driver.stdin.flush()
        return came

    return begin


@pytest.fixture
def on_cluster(send):
    def run(*arguments, code=0, **environment):
        came = send(*arguments, **environment)()
        assert came["code"] == code, came
        return came["out"], came["error"]

    return run


@pytest.fixture
def here(tmp_path, monkeypatch, capsys):
    """Run `ragtriage` in this process."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments, code=0):
        monkeypatch.setattr(sys, "argv", ["ragtriage", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        printed = capsys.readouterr()
        assert stopped.value.code == code, printed
        return printed.out

    return run


def report(folder):
    return json.loads((folder / "report.json").read_bytes())


def assert_near(one, other):
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name, value in one.items():
            assert_near(value, other[name])
    elif isinstance(one, list):
        for value, beside in zip(one, other, strict=True):
            assert_near(value, beside)
    else:
        assert type(one) is type(other)
        assert one == (pytest.approx(other, rel=0, abs=1e-12) if isinstance(one, float) else other)


def assert_equal(one, other):
    """Hold two reports to the same numbers: whatever is resampled may differ in its last digit.

    That is a product of matrices, whose order of summing depends on where in memory they lie.
    """
    for part in ("summary", "slices", "mean_recall", "answer_accuracy"):
        assert_near(one[part], other[part])
    assert one["manifest"]["fingerprints"] == other["manifest"]["fingerprints"]
    assert one["manifest"]["fingerprints"]["answers"]


def test_one_large_file_gives_the_numbers_and_the_rows_of_one_process(tmp_path, start, here):
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(N))), "utf-8")
    here("evaluate", "cases.jsonl", "--k", "2", "--by", "tags", "--out", "one")
    process = start("evaluate", "cases.jsonl", "--k", "2", "--by", "tags", "--out", "many", "--no-color")
    out, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    assert f"{N:,}" in out or str(N) in out
    many = report(tmp_path / "many")
    assert_equal(many, report(tmp_path / "one"))
    names = [part["name"] for part in many["parts"]]
    assert len(names) > 2
    assert sum(part["cases"] for part in many["parts"]) == N
    written = sorted(path.relative_to(tmp_path / "many").as_posix() for path in tmp_path.glob("many/*/*"))
    assert written == names
    assert b"".join((tmp_path / "many" / name).read_bytes() for name in names) == (
        (tmp_path / "one" / "cases.jsonl").read_bytes()
    )
    # an evaluation of either kind takes the place of the other
    here("evaluate", "cases.jsonl", "--k", "2", "--out", "many", "--quiet")
    assert {path.name for path in (tmp_path / "many").iterdir()} == {"cases.jsonl", "report.json"}


def test_a_folder_of_all_sorts_is_written_as_parquet_and_read_by_every_command(tmp_path, on_cluster, here):
    rows = list(map(row, range(240)))
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_text(lines(rows[:60]), "utf-8")
    with gzip.open(folder / "b.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(lines(rows[60:120]))
    (folder / "c.json").write_text(json.dumps(rows[120:180]), "utf-8")
    with (folder / "d.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(rows[0])
        for each in rows[180:]:
            table.writerow([v if isinstance(v, str) or v is None else json.dumps(v) for v in each.values()])
    (folder / "_SUCCESS").touch()
    (tmp_path / "all.jsonl").write_text(lines(rows), "utf-8")
    here("evaluate", "all.jsonl", "--out", "one")
    on_cluster("in", "--out", "many", "--parquet")
    many = report(tmp_path / "many")
    assert_equal(many, report(tmp_path / "one"))
    assert [part["name"] for part in many["parts"]] == [f"cases/part-{i:05d}.parquet" for i in range(4)]
    loaded, plain = Evaluation.load(tmp_path / "many"), Evaluation.load(tmp_path / "one")
    assert list(loaded) == list(plain)
    assert loaded.to_frame().equals(plain.to_frame())
    import polars as pl  # noqa: PLC0415

    table = pl.scan_parquet(tmp_path / "many" / "cases").select("id", "diagnosis", "recall@5").collect()
    assert table.equals(plain.to_frame().select("id", "diagnosis", "recall@5"))
    assert "q200" in here("explain", "many", "q200")
    assert "nothing that was recorded" in here("compare", "one", "many")
    assert "retrieval" in here("report", "many")
    here("rescore", "many", "--k", "1", "--out", "again")
    here("rescore", "one", "--k", "1", "--out", "again-one")
    assert (tmp_path / "again" / "cases.jsonl").read_bytes() == (
        (tmp_path / "again-one" / "cases.jsonl").read_bytes()
    )
    loaded.save(tmp_path / "saved")
    assert (tmp_path / "saved" / "cases.jsonl").read_bytes() == (
        tmp_path / "one" / "cases.jsonl"
    ).read_bytes()


def test_files_in_an_archive_and_a_pattern_are_read(tmp_path, on_cluster, here):
    rows = list(map(row, range(90)))
    with zipfile.ZipFile(tmp_path / "cases.zip", "w") as archive:
        for i in range(3):
            archive.writestr(f"day/{i}.jsonl", lines(rows[i * 30 : i * 30 + 30]))
        archive.writestr("notes.txt", "not a case")
    (tmp_path / "all.jsonl").write_text(lines(rows), "utf-8")
    here("evaluate", "all.jsonl", "--out", "one")
    on_cluster(f"zip://day/*.jsonl::{tmp_path / 'cases.zip'}", "--out", "many")
    assert_equal(report(tmp_path / "many"), report(tmp_path / "one"))


def test_objects_of_a_store_are_read_where_they_are_judged(tmp_path, on_cluster, upload, here):
    import polars as pl  # noqa: PLC0415

    random = Random(5)  # noqa: S311 - what cannot be packed
    rows = [row(i) | {"metadata": {"padding": random.randbytes(800).hex()}} for i in range(2_400)]
    (tmp_path / "a.jsonl").write_text(lines(rows[:1_200]), "utf-8")
    with gzip.open(tmp_path / "b.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write(lines(rows[1_200:1_300]))
    pl.DataFrame(rows[1_300:]).write_parquet(tmp_path / "c.parquet", row_group_size=100)
    names = ("a.jsonl", "b.jsonl.gz", "c.parquet")
    upload({f"logs/november/{name}": tmp_path / name for name in names})
    (tmp_path / "all.jsonl").write_text(lines(rows), "utf-8")
    here("evaluate", "all.jsonl", "--out", "one", "--quiet")
    on_cluster("s3://logs/november/", "--out", "many", "--quiet")
    many = report(tmp_path / "many")
    assert_equal(many, report(tmp_path / "one"))
    assert many["manifest"]["inputs"] == ["s3://logs/november/"]
    # lines are cut, row groups are handed out, and what is packed is one part
    assert len(many["parts"]) >= 5
    assert 100 in [part["cases"] for part in many["parts"]]
    assert b"".join((tmp_path / "many" / part["name"]).read_bytes() for part in many["parts"]) == (
        (tmp_path / "one" / "cases.jsonl").read_bytes()
    )


def test_files_of_another_tool_in_another_encoding_are_read_and_a_page_is_written(tmp_path, on_cluster, here):
    rows = [
        {
            "user_input": f"{i}日目の上限は？",
            "retrieved_contexts": [f"{i}日目の上限は{i}千円です。", "ほかの規程。"],
            "response": f"{i % 9 + 1}千円です。",
            "reference": f"{i}千円",
        }
        for i in range(1, 61)
    ]
    folder = tmp_path / "in"
    folder.mkdir()
    for name, some in (("a.jsonl", rows[:30]), ("b.jsonl", rows[30:])):
        (folder / name).write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in some), "cp932")
    (tmp_path / "all.jsonl").write_text(lines(rows), "utf-8")
    here("evaluate", "all.jsonl", "--format", "ragas", "--out", "one", "--quiet")
    for form in ("auto", "ragas"):
        how = ("--format", form, "--encoding", "cp932", "--html", "--lang", "ja")
        _, error = on_cluster("in", *how, "--out", "many", "--quiet")
        assert ("in/a.jsonl: read as ragas, and so are the files beside it" in error) == (form == "auto")
        assert_equal(report(tmp_path / "many"), report(tmp_path / "one"))
        assert 'lang="ja"' in (tmp_path / "many" / "report.html").read_text("utf-8")[:300]
    _, error = on_cluster(
        "in", "--encoding", "cp932", "--map", "question=user_input", "--out", "m", "--quiet"
    )
    assert report(tmp_path / "m")["summary"]["n"] == 60
    broken = {"user_input": "?", "retrieved_contexts": [[1]], "response": "", "reference": ""}
    (folder / "b.jsonl").write_text(lines([*rows[30:], broken]), "utf-8")
    _, error = on_cluster("in", "--format", "ragas", "--encoding", "cp932", code=2)
    assert error.startswith("Error: in/b.jsonl, line 31, field `retrieved_contexts`, read as")
    _, error = on_cluster("in", "--encoding", "latin-9000", "--format", "csv", code=2)
    assert error.startswith("Error: unknown encoding 'latin-9000'")


def judging_process(folder):
    """Return a process that is writing the rows of a part, and the part."""
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            with suppress(OSError):
                for link in (process / "fd").iterdir():
                    target = link.readlink()
                    if folder in str(target) and target.name.startswith(".part-"):
                        return int(process.name), target
    return None


@pytest.fixture
def eight_files(tmp_path):
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("looks in /proc for who writes")
    for each in range(8):
        rows = map(row, range(each * 400, each * 400 + 400))
        (tmp_path / f"cases-{each}.jsonl").write_text(lines(rows), "utf-8")


@pytest.fixture
def at_work(tmp_path, start, eight_files):  # noqa: ARG001 - there they are
    """Start an evaluation of eight files; return it once a worker is at one of them."""
    process = start("evaluate", "cases-*.jsonl", "--out", "many", "--quiet")
    deadline = time.monotonic() + 120
    while judging_process(str(tmp_path)) is None:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
    return process


@pytest.mark.usefixtures("eight_files")
def test_a_worker_that_is_killed_loses_nothing(tmp_path, send, here):
    came = send("cases-*.jsonl", "--out", "many", "--quiet")
    was_killed_at_work = False
    deadline = time.monotonic() + 120
    while not was_killed_at_work:
        assert not (tmp_path / "many").exists(), "all was judged before anyone was killed"
        assert time.monotonic() < deadline
        if (found := judging_process(str(tmp_path))) is not None:
            pid, writing = found
            os.kill(pid, signal.SIGKILL)
            was_killed_at_work = writing.exists()  # what it had begun is left behind
    assert came()["code"] == 0
    with (tmp_path / "all.jsonl").open("wb") as file:
        file.writelines((tmp_path / f"cases-{each}.jsonl").read_bytes() for each in range(8))
    here("evaluate", "all.jsonl", "--out", "one", "--quiet")
    assert_equal(report(tmp_path / "many"), report(tmp_path / "one"))
    assert not list(tmp_path.glob("many/cases/.*"))


def test_after_the_command_itself_is_killed_the_next_one_starts_clean(tmp_path, at_work, on_cluster):
    at_work.kill()
    at_work.communicate(timeout=60)
    assert [path.suffix for path in tmp_path.glob(".many.*")] == [".new"]
    on_cluster("cases-*.jsonl", "--out", "many", "--quiet")
    assert report(tmp_path / "many")["summary"]["n"] == 3_200
    assert not list(tmp_path.glob(".many.*"))


def test_an_interrupt_leaves_nothing(tmp_path, at_work):
    at_work.send_signal(signal.SIGINT)
    _, error = at_work.communicate(timeout=120)
    assert at_work.returncode == 130
    assert "interrupted; nothing was written" in error
    assert "Traceback" not in error
    assert {path.suffix for path in tmp_path.iterdir()} == {".jsonl"}


def test_a_poisoned_part_is_named_or_set_aside(tmp_path, on_cluster):
    text = lines(map(row, range(N))).splitlines(keepends=True)
    text[1_900] = '{"id": "q1900", "question": 7}\n'
    (tmp_path / "cases.jsonl").write_text("".join(text), "utf-8")
    _, error = on_cluster("cases.jsonl", "--out", "many", code=2)
    assert "Error: cases.jsonl, line 1901, field `question`: expected a string, found 7\n" in error
    assert not (tmp_path / "many").exists()
    broken = gzip.compress(lines(map(row, range(5_000, 5_050))).encode())[:-200]
    folder = tmp_path / "in"
    folder.mkdir()
    (tmp_path / "cases.jsonl").rename(folder / "cases.jsonl")
    (folder / "more.jsonl.gz").write_bytes(broken)
    on_cluster("in", "--out", "many", "--on-error", "skip")
    found = report(tmp_path / "many")
    assert found["cases"] is not None
    assert found["summary"]["n"] == N - 1
    assert [said.partition(": ")[0] for said in found["set_aside"]] == [
        "in/cases.jsonl, line 1901, field `question`",
        "in/more.jsonl.gz",
    ]
    assert "set aside as a whole" in found["set_aside"][1]
    assert "cannot be read to its end" in found["set_aside"][1]


DEADLY = """
import os

from ragtriage.model import Outcome, Stage, Verdict


class Deadly:
    stage = Stage.SUPPORT
    identity = "deadly"

    async def __call__(self, batch):
        if any(case.id == "q700" for case in batch.cases):
            os._exit(9)
        return [Verdict(outcome=Outcome.PASS, method="deadly") for _ in batch.cases]
"""


def test_a_part_that_ends_every_worker_is_set_aside_by_name(tmp_path, on_cluster):
    (tmp_path / "deadly.py").write_text(DEADLY, "utf-8")
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(N))), "utf-8")
    on_cluster("cases.jsonl", "--judge", "support=deadly:Deadly", "--out", "many", "--on-error", "skip")
    found = report(tmp_path / "many")
    (aside,) = found["set_aside"]
    where, _, what = aside.partition(": ")
    assert what == "set aside as a whole: 4 workers were lost while they judged it"
    first, last = (int(number) for number in where.removeprefix("cases.jsonl, lines ").split(" to "))
    assert first <= 701 <= last
    assert found["summary"]["n"] == N - (last - first + 1)


def asked(numbers):
    """Return cases whose support no string decides."""
    return [
        {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "expected": "30 euros",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros."],
        }
        for i in numbers
    ]


def test_judges_in_several_actors_keep_one_pace(tmp_path, on_cluster, serve, scripted, judging):
    pytest.importorskip("aiohttp")
    refused = []

    def script(received, number):
        if number == 12:
            refused.append(received.at_seconds)
            return scripted.error(429, "slow down", retry_after="2")
        text = json.dumps(judging.reply(received))
        return scripted.Answer(body=scripted.completion(text).body, delay_seconds=0.05)

    server = serve(script)
    for i in range(8):
        (tmp_path / f"cases-{i}.jsonl").write_text(lines(asked(range(i * 30, i * 30 + 30))), "utf-8")
    how = ("--judge", "support=openai:m", "--base-url", server.base_url, "--concurrency", "2")
    on_cluster("cases-*.jsonl", *how, "--no-cache", "--out", "many", OPENAI_API_KEY="sk-secret")
    found = report(tmp_path / "many")
    assert found["judging"]["support"]["to_judge"] == 240
    assert found["judging"]["support"]["calls"] == 240
    assert found["judging"]["support"]["failed"] == 0
    assert found["summary"]["verdicts"]["support"]["pass"] == 240
    assert server.most_at_once == 4  # two actors with two requests each
    (at,) = refused
    during = [each for each in server.received if at + 0.3 < each.at_seconds < at + 1.9]
    after = [each for each in server.received if each.at_seconds >= at + 1.9]
    assert not during
    assert len(after) > 100
    assert b"sk-secret" not in b"".join(path.read_bytes() for path in tmp_path.rglob("many/**/*.json*"))


def test_one_limit_holds_for_all_who_ask(tmp_path, on_cluster, serve, scripted, judging):
    pytest.importorskip("aiohttp")

    def script(received, _number):
        text = json.dumps(judging.reply(received))
        return scripted.Answer(body=scripted.completion(text).body)

    server = serve(script)
    for i in range(6):
        (tmp_path / f"cases-{i}.jsonl").write_text(lines(asked(range(i * 30, i * 30 + 30))), "utf-8")
    how = ("--judge", "support=openai:m", "--base-url", server.base_url, "--no-cache", "--out", "many")
    price = ("--price", "100000,100000")  # of a million tokens: with ten tokens a call costs 1
    most = ("--max-calls", "50")
    _, error = on_cluster("cases-*.jsonl", *how, *price, *most, code=3, OPENAI_API_KEY="sk-secret")
    found = report(tmp_path / "many")["judging"]["support"]
    assert len(server.received) == found["calls"] == 50
    assert (found["to_judge"], found["not_asked"]) == (180, 130)
    assert found["cost"] == pytest.approx(50)
    assert "a limit is reached: 130 judgements were not asked for; run again with a higher one" in error


DEAD_STREAK = "nothing more was asked after 10 failures in a row"
# with two actors of two requests each: what may be under way when the tenth fails
MOST_ON_TOP = 3


def written_in_files(folder, n):
    for i in range(n):
        (folder / f"cases-{i}.jsonl").write_text(lines(asked(range(i * 30, i * 30 + 30))), "utf-8")


def test_ten_failures_in_a_row_are_counted_over_all_parts_and_all_who_ask(
    tmp_path, on_cluster, serve, scripted
):
    pytest.importorskip("aiohttp")
    server = serve(lambda *_: scripted.error(400, "gone"))
    written_in_files(tmp_path, 8)
    how = ("--judge", "support=openai:m", "--base-url", server.base_url, "--concurrency", "2", "--no-cache")
    _, error = on_cluster("cases-*.jsonl", *how, "--out", "many", code=3, OPENAI_API_KEY="sk-secret")
    found = report(tmp_path / "many")["judging"]["support"]
    assert 10 <= len(server.received) <= 10 + MOST_ON_TOP
    assert found["failed"] == len(server.received)
    assert found["failed"] + found["not_asked"] == found["to_judge"] == 240
    assert found["stopped"] == DEAD_STREAK
    assert f"{DEAD_STREAK}: {found['not_asked']} judgements were not asked for; run again" in error
    server.received.clear()
    on_cluster("cases-*.jsonl", *how, "--keep-going", "--out", "many", code=3, OPENAI_API_KEY="sk-secret")
    assert len(server.received) == 240
    assert report(tmp_path / "many")["judging"]["support"]["stopped"] is None


def test_where_nobody_listens_the_whole_cluster_stops(tmp_path, on_cluster):
    pytest.importorskip("aiohttp")
    written_in_files(tmp_path, 4)
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))  # and nobody listens
        url = f"http://127.0.0.1:{line.getsockname()[1]}/v1"
        how = ("--judge", "support=openai:m", "--base-url", url, "--concurrency", "2", "--no-cache")
        on_cluster("cases-*.jsonl", *how, "--out", "many", code=3, OPENAI_API_KEY="sk-secret")
    found = report(tmp_path / "many")["judging"]["support"]
    assert 10 <= found["failed"] <= 10 + MOST_ON_TOP
    assert found["failed"] + found["not_asked"] == 120


def test_an_answer_to_anybody_breaks_the_row_of_all(tmp_path, on_cluster, serve, scripted, judging):
    pytest.importorskip("aiohttp")

    def script(received, number):
        if number % 3:  # seldom, and two actors may hear of more than ten failures before of an answer
            return scripted.error(400, "no")
        return scripted.completion(json.dumps(judging.reply(received)))

    server = serve(script)
    written_in_files(tmp_path, 4)
    how = ("--judge", "support=openai:m", "--base-url", server.base_url, "--concurrency", "1", "--no-cache")
    on_cluster("cases-*.jsonl", *how, "--out", "many", code=3, OPENAI_API_KEY="sk-secret")
    assert len(server.received) == 120
    assert report(tmp_path / "many")["judging"]["support"]["stopped"] is None


def test_a_similarity_is_in_as_many_actors_as_there_are_gpus_and_other_judges_in_one_a_processor():
    similar, asking = (
        NamedJudges(names=("answer=similarity:m@0.8",)),
        NamedJudges(names=("support=openai:m",)),
    )
    with_gpus, without = {"CPU": 16.0, "GPU": 2.0}, {"CPU": 3.0}
    assert _cluster(similar, with_gpus, None) == Cluster(actors=2, gpus=1)
    assert _cluster(similar, with_gpus, 8) == Cluster(actors=2, gpus=1)
    assert _cluster(similar, with_gpus, 1) == Cluster(actors=1, gpus=1)
    assert _cluster(similar, without, None) == Cluster(actors=3)
    assert _cluster(asking, with_gpus, None) == Cluster(actors=16)
    assert _cluster(asking, with_gpus, 5) == Cluster(actors=5)
    assert _cluster(NamedJudges(), with_gpus, 5) == Cluster()


PROGRAM = """
from functools import partial
from ragtriage.backends.ray import Cluster, connected
from ragtriage.evaluation.distributed.parts import Pairs

def gpus(part):
    import os, ray
    return part.number, ray.get_gpu_ids(), os.environ["CUDA_VISIBLE_DEVICES"]

with connected() as has:
    parts = [Pairs(number, "x", [], 1) for number in range(3)]
    print(int(has["GPU"]), sorted(Cluster(actors=1, gpus=1).run(partial(partial, gpus), parts)))
"""


def test_an_actor_is_given_the_gpu_that_there_is(driver):
    driver.stdin.write(json.dumps(PROGRAM) + "\n")
    driver.stdin.flush()
    made = [(0, [0], "0"), (1, [0], "0"), (2, [0], "0")]
    assert json.loads(driver.stdout.readline())["out"] == f"1 {made}\n"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["traces.jsonl"], "put each trace on the line of its case"),
        (["--corpus", "c.jsonl"], "--corpus is held whole"),
        (["--closed-book", "c.jsonl"], "--closed-book is held whole"),
        (["--dry-run"], "asks nothing, and needs no cluster"),
        (["--format", "trec"], "--run is read whole"),
        (["--format", "own:reader"], "`ragtriage convert` writes JSON lines of what it reads"),
        (["--max-calls", "3"], "--max-calls needs a --judge that asks"),
    ],
)
def test_what_one_process_holds_or_does_better_is_refused(tmp_path, monkeypatch, capsys, options, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["ragtriage", "evaluate", "cases.jsonl", *options, "--backend", "ray"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err.replace("\n", " ")


def test_without_ray_one_line_says_what_to_install(tmp_path, monkeypatch, capsys):
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(3))), "utf-8")
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["ragtriage", "evaluate", "cases.jsonl", "--backend", "ray"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert capsys.readouterr().err == (
        "Error: ray is not installed; install it with: pip install 'ragtriage[ray]'\n"
    )


def test_a_cluster_that_is_not_there_is_named_at_once(tmp_path):
    (tmp_path / "cases.jsonl").write_text(lines(map(row, range(3))), "utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "ragtriage",
            "evaluate",
            "cases.jsonl",
            "--backend=ray",
            "--address=127.0.0.1:1",
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("Error: no Ray cluster at 127.0.0.1:1: ")
    assert [path.name for path in tmp_path.iterdir()] == ["cases.jsonl"]


def test_a_file_that_is_not_there_and_a_storage_that_cannot_be_read_are_named(on_cluster, store):
    for url, said in (
        ("nowhere/*.jsonl", "nowhere/*.jsonl: no file is there"),
        ("s3://logs/nowhere.jsonl", "s3://logs/nowhere.jsonl: no such file"),
        ("s3://nobodys/a.jsonl", "s3://nobodys/a.jsonl: no such file"),
        ("gs://bucket/cases.jsonl", "gs://bucket/cases.jsonl: cannot be read yet: Please install gcsfs"),
    ):
        _, error = on_cluster(url, code=2)
        assert error.startswith(f"Error: {said}")
        assert error.count("\n") == 1
        assert store["AWS_SECRET_ACCESS_KEY"] not in error
