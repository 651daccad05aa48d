"""How fast is a Parquet file evaluated, and within what memory, at 200 million (question, document) rows?

The file holds lists of ids in row groups, as other tools write them; it is made here and removed again.
`ragtriage evaluate --parquet` reads it and writes a table of the cases, both by batches: peak memory must
not grow with the rows, and the rows must come in the order of the file.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from measure import Row, compare_commands, machine, most, report

DEPTH = 100
DOCUMENTS = 8_841_823  # a prime, so that any step visits all of them
GROUP = 20_000  # rows; as many as make a row group of about 20 MB
K = 10
MEBIBYTES = 400


def make(path: Path, n: int) -> float:
    """Write n questions with the ids that came back, and return their mean recall at 10."""
    found = 0.0
    writer: pq.ParquetWriter | None = None
    for first in range(0, n, GROUP):
        table, recalls = group(first, min(GROUP, n - first))
        writer = writer or pq.ParquetWriter(path, table.schema, compression="snappy")
        writer.write_table(table)
        found += recalls
    if writer is not None:
        writer.close()
    return found / n


def group(first: int, count: int) -> tuple[pa.Table, float]:
    """Return some rows, and the sum of their recalls: two gold documents, found anywhere or not at all."""
    rng = np.random.default_rng(first)
    start, step = rng.integers(0, DOCUMENTS, count), rng.integers(1, DOCUMENTS, count)
    documents = (start[:, None] + np.arange(DEPTH) * step[:, None]) % DOCUMENTS
    places = rng.integers(0, DEPTH, (count, 2))
    places[:, 1] = np.where(places[:, 1] == places[:, 0], DEPTH, places[:, 1])  # in no list
    gold = (start[:, None] + places * step[:, None]) % DOCUMENTS
    ids = [f"q{number}" for number in range(first, first + count)]
    columns = {
        "id": pa.array(ids),
        "question": pa.array([f"question {one}" for one in ids]),
        "gold_documents": lists(gold),
        "retrieved": lists(documents),
    }
    return pa.table(columns), float((places < K).sum()) / 2


def lists(numbers: np.ndarray) -> pa.Array:
    """Return a list of ids a row."""
    names = pl.select("doc-" + pl.lit(pl.Series(numbers.ravel())).cast(pl.String)).to_series().to_arrow()
    offsets = np.arange(len(numbers) + 1, dtype=np.int32) * numbers.shape[1]
    return pa.ListArray.from_arrays(pa.array(offsets), names.cast(pa.string()))


def command(path: Path, out: Path) -> list[str]:
    evaluate = ["evaluate", str(path), "--k", str(K), "--parquet", "--out", str(out), "--quiet"]
    return [sys.executable, "-m", "ragtriage", *evaluate]


def check(out: Path, n: int, recall: float) -> None:
    """Raise unless the mean is right and the rows of both files stand in the order of the input."""
    mean = json.loads((out / "report.json").read_text())["mean_recall"]
    if not math.isclose(mean, recall, abs_tol=1e-9):
        raise SystemExit(f"mean recall@{K} is {mean!r}, not {recall!r}")
    for name, found in {"cases.jsonl": lines(out / "cases.jsonl"), "cases.parquet": cells(out)}.items():
        count = 0
        for count, one in enumerate(found, 1):
            if one != f"q{count - 1}":
                raise SystemExit(f"{name}: row {count} is {one}, not q{count - 1}")
        if count != n:
            raise SystemExit(f"{name} has {count:,} rows, not {n:,}")


def lines(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        for line in file:
            yield json.loads(line)["id"]


def cells(out: Path) -> Iterator[str]:
    for batch in pq.ParquetFile(out / "cases.parquet").iter_batches(columns=["id"]):
        yield from batch.column("id").to_pylist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few rows, to see that the values agree")
    is_short = parser.parse_args().short
    print(machine(), flush=True)
    for n in [2_000] if is_short else [20_000, 2_000_000]:
        with tempfile.TemporaryDirectory() as name:
            path, out = Path(name) / "cases.parquet", Path(name) / "report"
            recall = make(path, n)
            size = path.stat().st_size / 2**20
            (measured,) = compare_commands("", {"evaluate": command(path, out)}, rounds=1).measured
            check(out, n, recall)
        report(
            Row(
                task=f"Parquet to a report and a table, {DEPTH} ids a question",
                name=f"{n:,} questions, {size:,.0f} MiB",
                n=n * DEPTH,
                median=measured.seconds,
                peak_mebibytes=measured.peak_mebibytes,
                asked=[most("peak_mebibytes", MEBIBYTES)],
            )
        )


if __name__ == "__main__":
    main()
