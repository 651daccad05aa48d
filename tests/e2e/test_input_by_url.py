"""`evaluate` of a URL: from a real server that speaks S3, from a web server, out of an archive."""

from __future__ import annotations

import gzip
import http.server
import json
import os
import subprocess
import sys
import threading
import zipfile
from functools import partial

import pytest

pytest.importorskip("s3fs")

pytestmark = pytest.mark.timeout(120)
ROWS = [
    {
        "id": f"q{i}",
        "question": f"When is {i} due?",
        "expected": f"{i % 28 + 1} days",
        "gold_ids": ["d1"],
        "retrieved": [f"d{i % 3}"],
        "answer": f"{i % 27 + 1} days",
    }
    for i in range(60)
]
SECRET = "no-secret-of-anyone"  # noqa: S105 - of nobody


@pytest.fixture
def cases(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), "utf-8")
    return path


@pytest.fixture
def evaluate(tmp_path):
    def run(*arguments, code=0, **environment):
        done = subprocess.run(
            [sys.executable, "-m", "ragtriage", "evaluate", *arguments, "--quiet"],
            cwd=tmp_path,
            env=os.environ | environment,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert SECRET not in done.stdout + done.stderr
        return done.stderr

    return run


def judged(folder):
    return (folder / "cases.jsonl").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_object_is_judged_as_the_file_that_it_was(tmp_path, cases, *, store, upload, evaluate, workers):
    packed = tmp_path / "cases.jsonl.gz"
    packed.write_bytes(gzip.compress(cases.read_bytes()))
    upload({"logs/day/cases.jsonl.gz": packed})
    evaluate(str(cases), "--out", "here")
    evaluate("s3://logs/day/cases.jsonl.gz", "--workers", workers, "--out", "there", **store)
    assert judged(tmp_path / "there") == judged(tmp_path / "here")
    report = json.loads((tmp_path / "there" / "report.json").read_bytes())
    assert report["manifest"]["inputs"] == ["s3://logs/day/cases.jsonl.gz"]


@pytest.mark.parametrize(
    ("url", "changed", "said"),
    [
        ("s3://logs/none.jsonl", {}, "s3://logs/none.jsonl: no such file"),
        ("s3://nowhere/none.jsonl", {}, "s3://nowhere/none.jsonl: no such file"),
        ("s3://logs/*.jsonl", {}, "s3://logs/*.jsonl: names a folder or a pattern; --backend ray reads"),
        (
            "s3://logs/none.jsonl",
            {"AWS_SECRET_ACCESS_KEY": SECRET},
            "s3://logs/none.jsonl: whoever asks is not let in: Forbidden",
        ),
        (
            "s3://logs/none.jsonl",
            {"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_MAX_ATTEMPTS": "1"},
            "s3://logs/none.jsonl: cannot be read: Could not connect to the endpoint URL",
        ),
        ("nothing://logs/a.jsonl", {}, "nothing://logs/a.jsonl: Protocol not known: nothing"),
    ],
)
def test_what_is_not_there_or_not_allowed_is_told_in_a_line_that_names_the_url(
    tmp_path, store, evaluate, *, url, changed, said
):
    error = evaluate(url, code=2, **(store | changed))
    assert error.startswith(f"Error: {said}")
    assert error.count("\n") == 1
    assert store["AWS_SECRET_ACCESS_KEY"] not in error
    assert not list(tmp_path.iterdir())


def test_without_credentials_that_is_said(tmp_path, store, evaluate):
    without = {name: value for name, value in store.items() if "KEY" not in name}
    error = evaluate(
        "s3://logs/none.jsonl",
        code=2,
        **without,
        AWS_SHARED_CREDENTIALS_FILE=str(tmp_path / "none"),
        AWS_CONFIG_FILE=str(tmp_path / "none"),
    )
    assert error == "Error: s3://logs/none.jsonl: cannot be read: Unable to locate credentials\n"


def test_a_signed_address_of_a_web_server_is_read_and_its_signature_kept_nowhere(tmp_path, cases, evaluate):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/cases.jsonl"
        evaluate(str(cases), "--out", "here")
        evaluate(f"{address}?signature={SECRET}", "--out", "there")
        server.shutdown()
    assert judged(tmp_path / "there") == judged(tmp_path / "here")
    report = (tmp_path / "there" / "report.json").read_text("utf-8")
    assert SECRET not in report
    assert json.loads(report)["manifest"]["inputs"] == [f"{address}?…"]


@pytest.mark.parametrize("command", ["check", "convert", "explain", "compare", "check x"])
def test_no_command_says_a_password_or_a_signature(tmp_path, command):
    url = f"http://me:{SECRET}@127.0.0.1:9/cases.jsonl?signature={SECRET}"
    done = subprocess.run(
        [sys.executable, "-m", "ragtriage", *command.split(), url, url],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 2
    assert "127.0.0.1:9/cases.jsonl" in done.stderr
    assert SECRET not in done.stdout + done.stderr


def test_a_long_file_of_a_web_server_that_knows_no_ranges_is_read_to_its_end(tmp_path, cases, evaluate):
    with cases.open("ab") as file:
        file.write(b" " * 9_000_000 + b"\n")
        file.write(json.dumps(ROWS[0] | {"id": "last"}).encode() + b"\n")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        evaluate(f"http://127.0.0.1:{server.server_port}/cases.jsonl", "--out", "there")
        server.shutdown()
    assert len(judged(tmp_path / "there").splitlines()) == 61


def test_what_a_web_server_says_is_told_and_not_that_there_is_no_file(evaluate):
    class Busy(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_error(503 if "busy" in self.path else 404)

        do_HEAD = do_GET  # noqa: N815 - as the class has it

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        said = evaluate(f"{address}/busy?token={SECRET}:{SECRET}", code=2)
        assert said.startswith(f"Error: {address}/busy?…: cannot be read: 503, message='Service Unavailable'")
        assert (
            evaluate(f"{address}/none?token={SECRET}", code=2) == f"Error: {address}/none?…: no such file\n"
        )
        server.shutdown()


def test_a_file_in_an_archive_is_read(tmp_path, cases, evaluate):
    with zipfile.ZipFile(tmp_path / "cases.zip", "w") as archive:
        archive.write(cases, "day/cases.jsonl")
    evaluate(str(cases), "--out", "here")
    evaluate("zip://day/cases.jsonl::cases.zip", "--out", "there")
    assert judged(tmp_path / "there") == judged(tmp_path / "here")
