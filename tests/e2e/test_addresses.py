"""Addresses of any length and form: read as what they name, and repeated in messages as they were written."""

from __future__ import annotations

import http.server
import json
import socket
import subprocess
import sys
import threading

import pytest

from ragtriage.cli.main import main
from ragtriage.io.storage import shown_url, stored_files

pytest.importorskip("fsspec")

ROW = {"id": "a", "question": "q", "expected": "x", "gold_ids": ["d"], "retrieved": ["d"], "actual": "x"}
LONG = "a" * 4_600


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW) + "\n")
    return tmp_path


@pytest.fixture
def ran(monkeypatch, capfd):
    """Run the command as its entry point does; return its code and what it said."""

    def run(*arguments: str) -> tuple[object, str]:
        monkeypatch.setattr(sys, "argv", ["ragtriage", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        said = capfd.readouterr()
        return end.value.code, said.out + said.err

    return run


class _Rows(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = (json.dumps(ROW) + "\n").encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_HEAD(self):
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


class _Six(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6


@pytest.fixture(params=["127.0.0.1", "::1"])
def served(request):
    kind = _Six if ":" in request.param else http.server.ThreadingHTTPServer
    try:
        server = kind((request.param, 0), _Rows)
    except OSError:
        pytest.skip("no such address here")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"[{request.param}]" if ":" in request.param else request.param
    yield f"http://{host}:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("rest", ["cases.jsonl", f"{LONG}.jsonl", f"cases.jsonl?signature={LONG}"])
@pytest.mark.parametrize("command", [["check"], ["fingerprint"], ["evaluate", "--out", "o"]])
def test_an_address_of_any_length_and_host_is_read(served, ran, command, rest):
    code, said = ran(*command, f"{served}/{rest}")
    assert code == 0, said


@pytest.mark.parametrize("host", ["127.0.0.1:9", "[::1]:9", "u:p@[::1]:9"])
@pytest.mark.parametrize("rest", ["x.jsonl", f"{LONG}.jsonl", "x.jsonl?signature=secret"])
def test_where_nobody_listens_that_is_said(ran, host, rest):
    code, said = ran("check", f"http://{host}/{rest}")
    assert code == 2
    assert "cannot be read" in said or "[…]" in said
    assert "no such file" not in said
    assert "secret" not in said
    assert "u:p" not in said
    assert "output" not in said


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "s3://"), "Error: s3://: names a folder"),
        (("check", "zip://"), "Error: zip://: names a folder"),
        (("check", "memory://a/"), "Error: memory://a/: names a folder"),
        (
            ("evaluate", "in.jsonl", "--judge", "answer=openai:m", "--base-url", "http://"),
            "such as http://localhost:8000/v1",
        ),
        (("check", f"file:///{LONG}"), "Error: file:///aaa"),
        (("check", LONG), "longer than the 255 bytes"),
        (("evaluate", "in.jsonl", "--k", "9223372036854775808"), "'--k': 9223372036854775808 is larger than"),
    ],
)
def test_a_message_repeats_what_was_written_and_names_its_option(ran, arguments, told):
    code, said = ran(*arguments)
    assert code == 2
    assert told in said
    assert "////" not in said


@pytest.mark.parametrize("chain", ["blockcache", "cached", "filecache", "simplecache"])
def test_a_chain_that_keeps_a_copy_is_read_and_closed(here, chain):
    # in a process of its own: the package leaves files open until they are collected
    command = [sys.executable, "-m", "ragtriage", "fingerprint", f"{chain}::file://{here}/in.jsonl"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://[::1]:9/x?signature=secret", "http://[::1]:9/x?…"),
        ("https://u:p@[fe80::1]/x", "https://[fe80::1]/x"),
        ("zip://a::https://u:p@[fe80::1]/x?y=z", "zip://a::https://[fe80::1]/x?…"),
        ("simplecache::http://u:p@host/x", "simplecache::http://host/x"),
        ("http://[::1", "http://[::1"),
    ],
)
def test_no_secret_of_an_address_is_shown(url, shown):
    assert shown_url(url) == shown


def test_an_address_of_a_host_in_brackets_is_one_file(served):
    (file,) = stored_files(f"{served}/cases.jsonl")
    with file.open() as opened:
        assert json.loads(opened.read()) == ROW
