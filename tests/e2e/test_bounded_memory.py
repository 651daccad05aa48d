"""Memory does not grow with the rows of a file: twice as many take hardly more of it."""

from __future__ import annotations

import json
import subprocess
import sys

import polars as pl
import pytest

FEW, MANY = 18_000, 36_000  # the report holds the first 10,000 cases, the table is written 16,384 at a time
DEPTH = 20
MOST_GROWTH = 25  # MiB; the files grow by 34, and what is read or written all at once by more than that

# What is read at a time is made small, so that a file need not be large to take many times that.
COMMAND = """
from pathlib import Path
from ragtriage.cli.main import main
from ragtriage.io import tables

tables._SLICE_BYTES = 2**18
try:
    main()
finally:
    # not what getrusage says: that begins with the peak of the process that started this one
    lines = Path("/proc/self/status").read_text().splitlines()
    print(next(line for line in lines if line.startswith("VmHWM")).split()[1])
"""


def table(n: int) -> pl.DataFrame:
    documents = [[f"{'document-' * 9}{row * DEPTH + place}" for place in range(DEPTH)] for row in range(n)]
    return pl.DataFrame(
        {
            "id": [f"q{row}" for row in range(n)],
            "question": [f"question {row}" for row in range(n)],
            "gold_documents": [some[row % DEPTH : row % DEPTH + 1] for row, some in enumerate(documents)],
            "retrieved": documents,
        }
    )


def write_parquet(path, rows):
    rows.write_parquet(path, row_group_size=500, compression="uncompressed")


def write_csv(path, rows):
    lists = [
        pl.Series(name, [json.dumps(some) for some in rows[name].to_list()]) for name in rows.columns[2:]
    ]
    rows.with_columns(lists).write_csv(path)


def peak(path, out):
    command = [sys.executable, "-c", COMMAND, "evaluate", str(path), "--k", "10", "--parquet", "--quiet"]
    done = subprocess.run([*command, "--out", str(out)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[-1]) // 1024


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is read from /proc")
@pytest.mark.parametrize("write", [write_parquet, write_csv], ids=["parquet", "csv"])
def test_memory_does_not_grow_with_the_rows_which_keep_their_order(tmp_path, write):
    peaks = []
    for n in (FEW, MANY):
        path = tmp_path / f"{n}.{write.__name__.removeprefix('write_')}"
        write(path, table(n))
        peaks.append(peak(path, tmp_path / str(n)))
        with (tmp_path / str(n) / "cases.jsonl").open() as lines:
            assert [json.loads(line)["id"] for line in lines] == [f"q{row}" for row in range(n)]
        cases = pl.read_parquet(tmp_path / str(n) / "cases.parquet")
        assert cases["id"].to_list() == [f"q{row}" for row in range(n)]
        assert cases["recall_at_k"].sum() == n * 10 / DEPTH
    assert peaks[1] - peaks[0] <= MOST_GROWTH, peaks
