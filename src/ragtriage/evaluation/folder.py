"""The folder of an evaluation: `cases.jsonl`, `report.json`, and on request `cases.parquet`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from ragtriage.errors import DataError
from ragtriage.evaluation.frame import lazy_case_frame
from ragtriage.evaluation.rows import head_of
from ragtriage.evaluation.store import RowStore
from ragtriage.io.opening import open_regular
from ragtriage.io.outputs import PAGE, PROBE, REPORT, ROWS, TABLE, Output

__all__ = ["FILES", "MARK", "is_part", "known_files", "write_cases_parquet", "write_report"]

# What such a folder may hold, each of its kind; one with anything else in it is not replaced.
FILES: Final[Mapping[str, Output]] = {
    "cases.jsonl": ROWS,
    "report.json": REPORT,
    "cases.parquet": TABLE,
    "report.html": PAGE,
    "probe.json": PROBE,
}
# Without it a folder is no evaluation: a file of one's own may be called cases.jsonl.
MARK: Final = "report.json"

# The files of an evaluation whose cases are in parts.
_PART: Final = re.compile(r"cases/part-[0-9]{5,}\.(jsonl|parquet)")

_GROUP_ROWS: Final = 2**14  # of cases.parquet; so many are held until they are written

# report.json is read whole by whoever opens it; the rest of the cases are in cases.jsonl.
_MOST_CASES: Final = 10_000
_HELD_CASES: Final = 128  # while they are copied
# What comes before them, and all that is needed of a report that is to be replaced.
_TOP: Final = b',\n  "cases": ['
_TOP_BYTES: Final = 1 << 16
_MOST_TOP_BYTES: Final = 1 << 26


def known_files(folder: Path) -> dict[str, Output]:
    """Return the files that such a folder may hold, each with its kind.

    An evaluation whose cases are in parts names them itself.
    """
    try:
        named = msgspec.json.decode(_top(folder / MARK), type=_Parts).parts
    except (OSError, DataError, msgspec.DecodeError, RecursionError):
        return dict(FILES)
    parts = (part.name for part in named if is_part(part.name))
    return dict(FILES) | {name: TABLE if name.endswith(".parquet") else ROWS for name in parts}


def _top(path: Path) -> bytes:
    """Return what a report says before its cases, which may be many; all of it, if it holds no cases.

    Raises:
        DataError: It is no regular file.
        OSError: It cannot be read.
    """
    top = bytearray()
    with open_regular(path, str(path)) as file:
        while len(top) < _MOST_TOP_BYTES and (block := file.read(_TOP_BYTES)):
            top += block
            end = top.find(_TOP, max(0, len(top) - len(block) - len(_TOP)))
            if end >= 0:
                return bytes(top[:end]) + b"}"
    return bytes(top)


def is_part(name: str) -> bool:
    """Say whether a file of an evaluation whose cases are in parts may be called so.

    >>> is_part("cases/part-00007.jsonl"), is_part("../part-00007.jsonl")
    (True, False)
    """
    return _PART.fullmatch(name) is not None


class _PartName(msgspec.Struct):
    name: str


class _Parts(msgspec.Struct):
    parts: tuple[_PartName, ...] = ()


def write_report(folder: Path, report: msgspec.Struct, rows: RowStore, *, n: int) -> None:
    """Write report.json: what is known of all n cases, then the first of them without their texts."""
    top = msgspec.json.format(msgspec.json.encode(report), indent=2)
    total = 0
    with (folder / MARK).open("wb") as file:
        file.write(top[:-2] + _TOP)
        heads = map(head_of, islice(rows.lines(), _MOST_CASES))
        while some := list(islice(heads, _HELD_CASES)):
            file.write((b",\n    " if total else b"\n    ") + b",\n    ".join(some))
            total += len(some)
        file.write(b'%b],\n  "cases_left_out": %d\n}\n' % (b"\n  " if total else b"", n - total))


def write_cases_parquet(folder: Path, rows: RowStore) -> None:
    """Write cases.parquet: one row a case, in bounded memory."""
    table = lazy_case_frame(rows) if rows.table is None else rows.table.lazy()
    table.sink_parquet(folder / "cases.parquet", row_group_size=_GROUP_ROWS)
