"""Parts of Parquet files: together they are the file, wherever it stands, and rows keep their numbers."""

from __future__ import annotations

import json
import pickle

import polars as pl
import pytest

from ragtriage.errors import DataError
from ragtriage.evaluation.distributed import parts as cutting
from ragtriage.evaluation.distributed import stored_parts as module
from ragtriage.evaluation.distributed.parts import Read, Reader
from ragtriage.evaluation.distributed.stored_parts import stored_parts
from ragtriage.evaluation.distributed.table_parts import Rows, row_groups, table_stretches
from ragtriage.io.files import open_source
from ragtriage.io.storage import stored_files

fsspec = pytest.importorskip("fsspec")
N = 1_000


def rows():
    return [
        {
            "id": f"q{i}",
            "question": f"When is {i} due?",
            "expected": [f"{i} days", f"within {i} days"],
            "gold_ids": ["a", "b"],
            "retrieved": json.dumps([{"document_id": f"d{i}", "text": "é" * (i % 50)}]),
            "answer": None if i % 7 == 0 else f"{i} days",
        }
        for i in range(N)
    ]


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "cases.parquet"
    pl.DataFrame(rows()).write_parquet(path, row_group_size=130)
    return path


def read(parts):
    """Read parts as other processes do, which are sent them."""
    sent = [pickle.loads(pickle.dumps(part)) for part in parts]  # noqa: S301 - of our own
    return [one for part in sent for one in part.pairs(Reader(), Read(), is_exact=False)]


@pytest.fixture
def stored(path):
    storage = fsspec.filesystem("memory")
    storage.pipe("/tables/cases.parquet", path.read_bytes())
    yield "memory://tables/cases.parquet"
    storage.rm("/tables", recursive=True)


@pytest.fixture(params=["here", "elsewhere"])
def url(request, path, stored):
    return str(path) if request.param == "here" else stored


@pytest.mark.parametrize("least", [1, 6_000, 10_000_000])
def test_row_groups_are_read_as_the_whole_file_is(monkeypatch, path, url, least):
    monkeypatch.setattr(module, "_LEAST_BYTES", least)
    parts = list(stored_parts(stored_files(url), processors=1_000))
    assert [part.number for part in parts] == list(range(len(parts)))
    assert parts[-1].share == 1.0
    if least == 1:
        assert [part.where.rpartition(", ")[2] for part in parts[:2]] == ["rows 1 to 130", "rows 131 to 260"]
        assert len(parts) == 8
    elif least == 6_000:
        assert 1 < len(parts) < 8
    else:
        assert len(parts) == 1
    whole = list(stored_parts(stored_files(str(path)), processors=0.001))
    assert read(parts) == read(whole)
    assert [one.case.id for one in read(parts)] == [f"q{i}" for i in range(N)]


@pytest.mark.parametrize("step", [1, 3_000, 10_000_000])
def test_stretches_of_rows_are_read_as_the_whole_file_is(monkeypatch, path, step):
    monkeypatch.setattr(cutting, "_LEAST_BYTES", step)
    monkeypatch.setattr(cutting, "_MOST_BYTES", step)
    source = open_source(path)
    parts = list(table_stretches(source, path, workers=3))
    source.close()
    assert len(parts) == {1: N, 3_000: -(-path.stat().st_size // 3_000), 10_000_000: 1}[step]
    if step > 1:
        assert [one.case.id for one in read(parts)] == [f"q{i}" for i in range(N)]
    assert parts[-1].share == 1.0


@pytest.mark.usefixtures("path")
def test_a_row_that_cannot_be_read_is_named_by_its_number_in_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_LEAST_BYTES", 1)
    some = rows()
    some[777]["retrieved"] = '[{"score": "high"}]'
    pl.DataFrame(some).write_parquet(tmp_path / "bad.parquet", row_group_size=100)
    parts = list(stored_parts(stored_files(str(tmp_path / "bad.parquet")), processors=1_000))
    with pytest.raises(DataError, match=r"bad\.parquet, row 778, field `retrieved"):
        list(parts[7].pairs(Reader(), Read(), is_exact=False))
    noted = Read()
    assert len(list(parts[7].pairs(Reader(skips_bad_rows=True), noted, is_exact=False))) == 99
    assert [said.partition(", field")[0].rpartition("/")[2] for said in noted.aside] == [
        "bad.parquet, row 778"
    ]


def test_a_file_that_is_cut_off_is_no_row_groups_and_told_by_its_reader(tmp_path, monkeypatch, path):
    monkeypatch.setattr(module, "_LEAST_BYTES", 1)
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(path.read_bytes()[:-100])
    (file,) = stored_files(str(broken))
    assert row_groups(file, 1) == ([], 0)
    (part,) = stored_parts([file], processors=1_000)
    assert not isinstance(part, Rows)
    with pytest.raises(DataError, match=r"broken\.parquet: cannot be read as Parquet"):
        list(part.pairs(Reader(), Read(), is_exact=False))
