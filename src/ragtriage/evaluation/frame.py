"""Cases as a table: one row a case, outcomes, diagnosis and metrics, without the texts."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import msgspec

from ragtriage.evaluation.store import RowStore
from ragtriage.model import Stage

if TYPE_CHECKING:
    import polars as pl

__all__ = ["case_frame", "lazy_case_frame"]


def case_frame(rows: RowStore) -> pl.DataFrame:
    """Return the table.

    Columns: `id`, `question`, `recall_at_k`, `answer_match`, `status`, `diagnosis`, `stage`,
    `second_stage`, `certain`, `possible`, `abstained`; then for each stage its outcome under its name;
    then each metric under its name.
    """
    return lazy_case_frame(rows).collect()


def lazy_case_frame(rows: RowStore) -> pl.LazyFrame:
    """Return the table, to be made as it is written."""
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

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
    nested = {
        "verdicts": pl.Struct({stage: pl.Struct({"outcome": pl.String}) for stage in Stage}),
        "metrics": pl.Struct(dict.fromkeys(metrics, pl.Float64)),
    }
    source = rows.path if rows.path is not None else io.BytesIO(b"".join(rows.lines()))
    frame = pl.scan_ndjson(source, schema=schema | nested)
    outcomes = [
        pl.col("verdicts").struct.field(stage).struct.field("outcome").alias(stage) for stage in Stage
    ]
    values = [pl.col("metrics").struct.field(name) for name in metrics]
    return frame.select(*schema, *outcomes, *values)


class _Metrics(msgspec.Struct):
    metrics: dict[str, float | None] = {}


def _metric_names(rows: RowStore) -> list[str]:
    first = next(rows.lines(), None)
    return [] if first is None else list(msgspec.json.decode(first, type=_Metrics).metrics)
