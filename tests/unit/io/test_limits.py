"""Files that no evaluation set is: bombs, ten thousand columns, cells without end."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import pickle
import re
import sqlite3
import zipfile
from contextlib import closing

import numpy as np
import polars as pl
import pytest

from ragtriage.errors import DataError, SchemaError
from ragtriage.io import delimited, files, tables
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey

NAMES = [f"c{i}" for i in range(10_000)]


def refuse(error):
    raise error


def read(path):
    source = open_source(path)
    try:
        return list(read_rows(source, Format.AUTO, Survey(str(path)), refuse))
    finally:
        source.close()


def test_ten_thousand_columns_are_refused(tmp_path) -> None:
    table, lines = tmp_path / "t.csv", tmp_path / "t.jsonl"
    table.write_text(",".join(["question", *NAMES]) + "\n" + ",".join(["q", *NAMES]) + "\n")
    lines.write_text(json.dumps({"question": "q", **dict.fromkeys(NAMES, 1)}))
    for path in (table, lines):
        with pytest.raises(SchemaError, match="10,001"):
            read(path)


def test_a_list_that_unpacks_to_far_more_than_it_is_is_refused(tmp_path) -> None:
    path = tmp_path / "bomb.json.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'[{"question": "')
        for _ in range(80):
            file.write(b" " * 2**20)
    with pytest.raises(SchemaError, match="unpack to more than"):
        read(path)


def test_a_file_that_must_be_held_whole_may_not_be_too_long(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(files, "MAX_WHOLE_BYTES", 1000)
    path = tmp_path / "long.json"
    path.write_text(json.dumps([{"question": "q" * 2000, "answer": "a"}]))
    with pytest.raises(SchemaError, match="longer than 1,000 bytes"):
        read(path)


def test_a_line_of_a_table_without_an_end_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(delimited, "MOST_CELL", 1000)
    path = tmp_path / "long.csv"
    path.write_text("question,answer\nq," + "a" * 2000)
    with pytest.raises(SchemaError, match=r"line 2: longer than 1,000 characters"):
        read(path)
    path.write_text("question,answer\nq," + "a" * 900 + "\n")
    assert len(read(path)) == 1


def test_a_cell_of_parquet_without_an_end_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(tables, "MOST_CELL", 1000)
    path = tmp_path / "long.parquet"
    pl.DataFrame({"question": ["q", "q" * 2000], "answer": ["a", "b"]}).write_parquet(path)
    with pytest.raises(SchemaError, match="longer than 1,000 bytes"):
        read(path)


def test_a_packed_table_that_is_cut_or_broken_is_an_error(tmp_path) -> None:
    path = tmp_path / "t.csv.gz"
    text = "question,answer\n" + "".join(f"q{i},{hash(i) * 7919}\n" for i in range(50_000))
    packed = gzip.compress(text.encode(), 1)
    broken = bytearray(packed)
    broken[len(broken) // 2 : len(broken) // 2 + 40] = b"\xff" * 40
    for data in (packed[: len(packed) // 2], bytes(broken)):
        path.write_bytes(data)
        with pytest.raises(DataError):
            read(path)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cases.zip", "is a zip archive; unpack it"),
        ("book.xlsx", "cannot be read as a workbook"),
        ("rows.pkl", "is a pickle, which is never read"),
        ("rows.jsonl.bz2", "is packed with bzip2"),
        ("rows.jsonl.xz", "is packed with xz"),
        ("rows.arrow", "is an Arrow or Feather file; write it as Parquet"),
        ("rows.db", "is a SQLite database"),
        ("rows.npy", "is an array of numpy"),
    ],
)
def test_what_is_not_read_is_called_what_it_is_with_what_to_do(tmp_path, name, said) -> None:
    path = tmp_path / name
    row = {"question": "q", "answer": "a"}
    data = json.dumps(row).encode()
    match name.rpartition(".")[2]:
        case "zip":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("cases.jsonl", data)
        case "xlsx":
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("[Content_Types].xml", "<Types/>")
                archive.writestr("xl/workbook.xml", "<workbook/>")
        case "pkl":
            path.write_bytes(pickle.dumps([row]))
        case "bz2":
            path.write_bytes(bz2.compress(data))
        case "xz":
            path.write_bytes(lzma.compress(data))
        case "arrow":
            pl.DataFrame([row]).write_ipc(path)
        case "db":
            with closing(sqlite3.connect(path)) as database:
                database.execute("create table rows (question text)")
                database.commit()
        case _:
            np.save(path, np.array(["q"]))
    with pytest.raises(DataError, match=re.escape(said)):
        read(path)


def test_lines_that_unpack_to_far_more_than_they_are_are_refused_as_they_are_read(tmp_path) -> None:
    path = tmp_path / "bomb.jsonl"
    path.write_bytes(gzip.compress((b'{"question":"' + b"a" * 2**20 + b'"}\n') * 66))
    with closing(open_source(str(path))) as source, pytest.raises(SchemaError, match="unpack to more than"):
        for _ in source.lines():
            pass
