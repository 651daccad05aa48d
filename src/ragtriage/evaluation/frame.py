"""Cases as a table: one row a case, outcomes, diagnosis and metrics, without the texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ragtriage.evaluation.store import RowStore
from ragtriage.model import Stage

if TYPE_CHECKING:
    import polars as pl

__all__ = ["case_frame", "lazy_case_frame"]

_ROWS: Final = 2048  # decoded at a time


def case_frame(rows: RowStore) -> pl.DataFrame:
    """Return the table.

    Columns: `id`, `question`, `recall_at_k`, `answer_match`, `status`, `diagnosis`, `stage`,
    `second_stage`, `certain`, `possible`, `abstained`; then for each stage its outcome under its name;
    then each metric under its name.
    """
    return lazy_case_frame(rows).collect()


def lazy_case_frame(rows: RowStore) -> pl.LazyFrame:
    """Return the table, to be made as it is written, some rows at a time."""
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it
    from polars.io.plugins import register_io_source  # noqa: PLC0415 - as above

    metrics = _metric_names(rows)
    schema: dict[str, Any] = {
        "id": pl.String,
        "question": pl.String,
        "recall_at_k": pl.Float64,
        "answer_match": pl.Boolean,
        "status": pl.String,
        "diagnosis": pl.String,
        "stage": pl.String,
        "second_stage": pl.String,
        "certain": pl.Boolean,
        "possible": pl.List(pl.String),
        "abstained": pl.Boolean,
    }
    cells = tuple(schema)
    schema |= dict.fromkeys((stage.value for stage in Stage), pl.String) | dict.fromkeys(metrics, pl.Float64)

    def frames(
        columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, _batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        for some in _decoded(rows):
            frame = pl.DataFrame(_columns(some, cells, metrics), schema=schema)
            if predicate is not None:
                frame = frame.filter(predicate)
            if n_rows is not None:
                frame = frame.head(n_rows)
                n_rows -= len(frame)
            yield frame if columns is None else frame.select(columns)

    return register_io_source(frames, schema=schema)


class _Verdict(msgspec.Struct):
    outcome: str | None = None


class _Row(msgspec.Struct):
    """What the table holds of a row; the rest is passed over as it is decoded."""

    id: str
    question: str | None = None
    recall_at_k: float | None = None
    answer_match: bool | None = None
    status: str | None = None
    diagnosis: str | None = None
    stage: str | None = None
    second_stage: str | None = None
    certain: bool | None = None
    possible: list[str] | None = None
    abstained: bool | None = None
    verdicts: dict[str, _Verdict] = {}
    metrics: dict[str, float | None] = {}


def _decoded(rows: RowStore) -> Iterator[list[_Row]]:
    decode = msgspec.json.Decoder(_Row).decode
    lines = rows.lines()
    while some := [decode(line) for line in islice(lines, _ROWS)]:
        yield some


def _columns(rows: Sequence[_Row], cells: Sequence[str], metrics: Sequence[str]) -> dict[str, list[object]]:
    columns: dict[str, list[object]] = {name: [getattr(row, name) for row in rows] for name in cells}
    nothing = _Verdict()
    for stage in Stage:
        columns[stage.value] = [row.verdicts.get(stage.value, nothing).outcome for row in rows]
    for name in metrics:
        columns[name] = [row.metrics.get(name) for row in rows]
    return columns


class _Metrics(msgspec.Struct):
    metrics: dict[str, float | None] = {}


def _metric_names(rows: RowStore) -> list[str]:
    first = next(rows.lines(), None)
    return [] if first is None else list(msgspec.json.decode(first, type=_Metrics).metrics)
