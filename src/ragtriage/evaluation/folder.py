"""The folder of an evaluation: `cases.jsonl`, `report.json`, and on request `cases.parquet`."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from ragtriage.evaluation.frame import lazy_case_frame
from ragtriage.evaluation.rows import head_of
from ragtriage.evaluation.store import RowStore

__all__ = ["FILES", "MARK", "write_cases_parquet", "write_report"]

# What such a folder may hold; one with anything else in it is not replaced.
FILES: Final = frozenset({"cases.jsonl", "report.json", "cases.parquet", "report.html", "probe.json"})
# Without it a folder is no evaluation: a file of one's own may be called cases.jsonl.
MARK: Final = "report.json"

# report.json is read whole by whoever opens it; the rest of the cases are in cases.jsonl.
_MOST_CASES: Final = 10_000


def write_report(folder: Path, report: msgspec.Struct, rows: RowStore) -> None:
    """Write report.json: what is known of all cases, then the first of them without their texts."""
    top = msgspec.json.format(msgspec.json.encode(report), indent=2)
    total = 0
    with (folder / MARK).open("wb") as file:
        file.write(top[:-2] + b',\n  "cases": [')
        lines = rows.lines()
        for line in islice(lines, _MOST_CASES):
            file.write((b",\n    " if total else b"\n    ") + head_of(line))
            total += 1
        left_out = sum(1 for _ in lines)
        file.write(b'%b],\n  "cases_left_out": %d\n}\n' % (b"\n  " if total else b"", left_out))


def write_cases_parquet(folder: Path, rows: RowStore) -> None:
    """Write cases.parquet: one row a case, in bounded memory."""
    lazy_case_frame(rows).sink_parquet(folder / "cases.parquet")
