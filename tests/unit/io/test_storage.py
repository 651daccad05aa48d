"""Files wherever fsspec reads them: in memory, in archives and on disk."""

from __future__ import annotations

import http.server
import json
import threading
import zipfile

import pytest

from ragtriage.errors import DataError, MissingExtraError
from ragtriage.evaluation.distributed import stored_parts as module
from ragtriage.evaluation.distributed.parts import Read, Reader
from ragtriage.evaluation.distributed.stored_parts import stored_parts
from ragtriage.io.storage import shown_url, stored_files

fsspec = pytest.importorskip("fsspec")


def lines(first, n):
    rows = [{"id": f"q{i}", "question": "?", "answer": "a" * (i % 7)} for i in range(first, first + n)]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


@pytest.fixture
def memory():
    """A file system in memory, emptied again."""
    storage = fsspec.filesystem("memory")
    for name in ("a.jsonl", "b.jsonl", ".hidden.jsonl", "_SUCCESS"):
        storage.pipe(f"/logs/{name}", lines(0 if name == "a.jsonl" else 50, 50))
    yield storage
    storage.rm("/logs", recursive=True)


@pytest.mark.usefixtures("memory")
@pytest.mark.parametrize("url", ["memory://logs", "memory://logs/", "memory://logs/*.jsonl"])
def test_a_folder_and_a_pattern_name_the_files_that_are_not_hidden(url):
    files = stored_files(url)
    assert [file.url for file in files] == ["memory:///logs/a.jsonl", "memory:///logs/b.jsonl"]
    assert [file.size for file in files] == [len(lines(0, 50)), len(lines(50, 50))]
    with files[1].open() as file:
        assert file.read() == lines(50, 50)


@pytest.mark.usefixtures("memory")
def test_files_are_cut_at_line_breaks_and_read_part_by_part(monkeypatch):
    monkeypatch.setattr(module, "_LEAST_BYTES", 700)
    parts = list(stored_parts(stored_files("memory://logs"), processors=100))
    assert len(parts) > 4
    assert [part.number for part in parts] == list(range(len(parts)))
    assert parts[-1].share == 1.0
    read = [one.case.id for part in parts for one in part.pairs(Reader(), Read(), is_exact=True)]
    assert read == [f"q{i}" for i in range(100)]
    ends = [part.where.rpartition(" ")[2] for part in parts if "/b.jsonl" in part.name]
    assert parts[0].where.startswith("memory:///logs/a.jsonl, lines 1 to ")
    assert ends[-1] == "50"


def test_files_in_an_archive_are_named_with_it(tmp_path):
    path = tmp_path / "cases.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("day/0.jsonl", lines(0, 3))
        archive.writestr("day/notes.txt", "nothing")
    (file,) = stored_files(f"zip://day/*.jsonl::{path}")
    assert file.url == f"zip://day/0.jsonl::{path}"
    with file.open() as opened:
        assert opened.read() == lines(0, 3)


def test_a_relative_path_is_named_as_it_was_written_and_opened_from_anywhere(tmp_path, monkeypatch):
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.jsonl").write_bytes(lines(0, 3))
    monkeypatch.chdir(tmp_path)
    (whole,), (inside,) = stored_files("logs/a.jsonl"), stored_files("logs")
    assert whole == inside
    assert (whole.name, whole.url) == ("logs/a.jsonl", str(tmp_path / "logs" / "a.jsonl"))


@pytest.mark.parametrize("url", ["memory://nowhere/a.jsonl", "memory://nowhere/*.jsonl", "nowhere.jsonl"])
def test_what_is_not_there_is_named(url):
    with pytest.raises(DataError, match=r"nowhere.*: no (such )?file"):
        stored_files(url)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("ftp://me:p@ss@host/a.jsonl", "ftp://host/a.jsonl"),
        ("s3://KEY:SEC/RET@bucket/a.jsonl", "s3://bucket/a.jsonl"),
        ("sftp://me:se cret@host/a.jsonl", "sftp://host/a.jsonl"),
        ("https://host/a.jsonl?token=a:b c\nd", "https://host/a.jsonl?…"),
        ("HTTPS://host/a.jsonl?token", "HTTPS://host/a.jsonl?…"),
        ("https://host/a.jsonl#token", "https://host/a.jsonl#…"),
        ("az://logs/a.jsonl?sig=secret", "az://logs/a.jsonl?…"),
        ("zip://a.jsonl::https://me:secret@host/a.zip?token=x", "zip://a.jsonl::https://host/a.zip?…"),
        ("s3://logs/2026-1?/*.jsonl", "s3://logs/2026-1?/*.jsonl"),
        ("http://127.0.0.1:80/a@2x/b@c.jsonl", "http://127.0.0.1:80/a@2x/b@c.jsonl"),
    ],
)
def test_a_url_is_shown_without_what_lets_its_reader_in(url, shown):
    assert shown_url(url) == shown


@pytest.mark.parametrize("name", ["x::http", "x::memory", "a[1].jsonl", "~b.jsonl", "%41 é.jsonl"])
def test_a_file_of_this_machine_is_read_whatever_its_name_looks_like(tmp_path, name):
    (tmp_path / name).write_bytes(lines(0, 3))
    for found in (str(tmp_path), str(tmp_path / name)):
        (file,) = stored_files(found)
        assert file.is_here
        with file.open() as opened:
            assert opened.read() == lines(0, 3)


@pytest.mark.parametrize("name", ["a::http://127.0.0.1:9/b", "zip://a::http://127.0.0.1:9/b.zip", "a::b"])
def test_a_name_in_an_archive_leads_nowhere_else(tmp_path, name):
    path = tmp_path / "cases.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, lines(0, 3))
    with pytest.raises(DataError, match="whose name would lead elsewhere"):
        stored_files(f"zip://*::{path}")


def test_the_query_of_a_web_address_is_no_pattern():
    asked = set()

    class Busy(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.add(self.path)
            self.send_error(503)

        do_HEAD = do_GET  # noqa: N815 - as the class has it

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Busy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(DataError, match="503"):
            stored_files(f"http://127.0.0.1:{server.server_port}/day/a.jsonl?token=x")
        server.shutdown()
    assert asked == {"/day/a.jsonl?token=x"}


def test_without_fsspec_the_extra_is_named(monkeypatch):
    import sys  # noqa: PLC0415

    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ragtriage\[fsspec\]'"):
        stored_files("cases.jsonl")
