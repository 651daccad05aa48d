"""Files wherever fsspec reads them: in memory, in archives and on disk."""

from __future__ import annotations

import json
import zipfile

import pytest

from ragtriage.errors import DataError, MissingExtraError
from ragtriage.evaluation.distributed import stored_parts as module
from ragtriage.evaluation.distributed.parts import Read, Reader
from ragtriage.evaluation.distributed.stored_parts import stored_parts
from ragtriage.io.storage import stored_files

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


def test_without_fsspec_the_extra_is_named(monkeypatch):
    import sys  # noqa: PLC0415

    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ragtriage\[fsspec\]'"):
        stored_files("cases.jsonl")
