"""Folders of a web server: what their pages list lies where they do, and no redirect leads out."""

from __future__ import annotations

import http.server
import threading
from contextlib import contextmanager

import pytest

from ragtriage.errors import DataError
from ragtriage.io.origins import origin_of
from ragtriage.io.storage import open_url, stored_files

pytest.importorskip("fsspec")
pytest.importorskip("aiohttp")

DATA = b'{"question": "?"}\n'


@contextmanager
def serving(answer):
    """Serve what `answer` makes of a path, a body or the target of a redirect; yield where, and what came."""
    asked = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            said = answer(self.path)
            body = b"" if isinstance(said, str) else said
            self.send_response(302 if isinstance(said, str) else 200)
            if isinstance(said, str):
                self.send_header("Location", said)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815 - as the class has it

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()


def test_a_listed_file_that_leads_elsewhere_is_not_read_there():
    with serving(lambda _: DATA) as (other, asked):
        page = b'<a href="a.jsonl">a</a>'
        with (
            serving(lambda path: page if path == "/day/" else f"{other}/b.jsonl") as (here, _),
            pytest.raises(DataError, match=f"leads to {other}/b.jsonl, which lies elsewhere"),
        ):
            stored_files(f"{here}/day/")
        assert asked == []


def test_a_listed_file_that_leads_elsewhere_later_is_not_read_there_either():
    with serving(lambda _: DATA) as (other, asked):
        page, targets = b'<a href="a.jsonl">a</a>', {"/day/a.jsonl": DATA}
        with serving(lambda path: page if path == "/day/" else targets[path]) as (here, _):
            (file,) = stored_files(f"{here}/day/")
            targets["/day/a.jsonl"] = f"{other}/a.jsonl?signature=secret"
            with (
                pytest.raises((DataError, OSError), match="which lies elsewhere") as raised,
                file.open() as opened,
            ):
                opened.read()
            assert "secret" not in str(raised.value)
        assert asked == []


def test_a_page_cannot_name_another_scheme():
    with serving(lambda _: f'<a href="{here.replace("http", "https")}/day/a.jsonl">a</a>'.encode()) as (
        here,
        asked,
    ):
        with pytest.raises(DataError, match=r"https://.*, which lies elsewhere; name that yourself"):
            stored_files(f"{here}/day/")
        assert set(asked) == {"/day/"}


def test_a_listed_file_may_lead_to_another_path():
    page, targets = b'<a href="a.jsonl">a</a>', {"/day/a.jsonl": "/kept/a.jsonl", "/kept/a.jsonl": DATA}
    with serving(lambda path: page if path == "/day/" else targets[path]) as (here, _):
        (file,) = stored_files(f"{here}/day/")
        with file.open() as opened:
            assert opened.read() == DATA


def test_a_file_that_was_named_may_lie_elsewhere_and_nothing_secret_goes_there():
    with serving(lambda _: DATA) as (other, asked):
        with serving(lambda _: f"{other}/b.jsonl") as (here, _):
            named = here.replace("//", "//me:secret@") + "/a.jsonl?signature=secret"
            opened, _ = open_url(named)
            with opened:
                assert opened.read() == DATA
        assert set(asked) == {"/b.jsonl"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://there/a", "https://there/a"),
        ("http://there/a", "http://there:8080/a"),
        ("http://there/a", "http://there.org/a"),
        ("http://there/a", "http://me@there/a"),
        ("http://there/a", "http://127.0.0.1/a"),
        ("http://there/a", "file:///a"),
        ("http://there/a", "http://[::1/a"),
        ("http://there/a", "http://there:99999/a"),
        ("http://there/a", "http:///a"),
        ("http://there/a", "there/a"),
        ("http://there/a", "http://there./a"),
    ],
)
def test_origins_differ_by_scheme_host_and_port(one, other):
    assert origin_of(one) != origin_of(other)


@pytest.mark.parametrize("same", ["http://THERE/b?c#d", "HTTP://there:80", "http://there/../..//elsewhere/a"])
def test_they_do_not_differ_by_anything_else(same):
    assert origin_of(same) == origin_of("http://there/a")
