"""Cases as a table: one row a case, outcomes, diagnosis and metrics, without the texts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec import Raw

from ragtriage.evaluation.rows import head_of
from ragtriage.evaluation.store import RowStore
from ragtriage.model import Stage

if TYPE_CHECKING:
    import polars as pl

__all__ = ["case_frame", "columns_of", "lazy_case_frame", "lazy_frames", "told_apart"]

T = TypeVar("T", bound=Hashable)

_ROWS: Final = 2048  # decoded at a time

# Where a column stands in a row, when that is not under its own name.
_PLACES: Final = {stage.value: f"verdicts.{stage.value}.outcome" for stage in Stage}


def case_frame(rows: RowStore) -> pl.DataFrame:
    """Return the table.

    Columns: `id`, `question`, `recall_at_k`, `answer_match`, `status`, `diagnosis`, `stage`,
    `second_stage`, `certain`, `stage_certain`, `state`, `possible`, `abstained`; then for each stage its
    outcome under its name; then each metric under its name.
    """
    return lazy_case_frame(rows).collect()


def lazy_case_frame(rows: RowStore) -> pl.LazyFrame:
    """Return the table, to be made as it is written, some rows at a time."""
    names = _metric_names(rows)
    cells = tuple(columns_of([]).items())

    def frames() -> Iterator[pl.DataFrame]:
        import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

        for some in _decoded(rows):
            frame = pl.DataFrame([_column(name, kind, some) for name, kind in cells])
            yield frame.hstack(_metrics(some, names))

    return lazy_frames(frames, columns_of(names))


def columns_of(metrics: Sequence[str]) -> dict[str, Any]:
    """Return the columns of the table, each with its type."""
    import polars as pl  # noqa: PLC0415 - as above

    columns: dict[str, Any] = {
        "id": pl.String,
        "question": pl.String,
        "recall_at_k": pl.Float64,
        "answer_match": pl.Boolean,
        "status": pl.String,
        "diagnosis": pl.String,
        "stage": pl.String,
        "second_stage": pl.String,
        "certain": pl.Boolean,
        "stage_certain": pl.Boolean,
        "state": pl.String,
        "possible": pl.List(pl.String),
        "abstained": pl.Boolean,
    }
    columns |= dict.fromkeys((stage.value for stage in Stage), pl.String)
    return columns | dict.fromkeys(metrics, pl.Float64)


def lazy_frames(frames: Callable[[], Iterable[pl.DataFrame]], columns: Mapping[str, Any]) -> pl.LazyFrame:
    """Return one table of frames that follow each other, no more than one of them held at a time."""
    from polars.io.plugins import register_io_source  # noqa: PLC0415 - as above

    def source(
        chosen: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, _batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        for frame in frames():
            some = frame if predicate is None else frame.filter(predicate)
            if n_rows is not None:
                some = some.head(n_rows)
                n_rows -= len(some)
            yield some if chosen is None else some.select(chosen)

    return register_io_source(source, schema=dict(columns))


class _Verdict(msgspec.Struct, frozen=True, gc=False):
    outcome: str | None = None


class _Verdicts(msgspec.Struct, frozen=True, gc=False):
    retrieval: _Verdict = _Verdict()
    evidence: _Verdict = _Verdict()
    answer: _Verdict = _Verdict()
    support: _Verdict = _Verdict()


class _Row(msgspec.Struct, gc=False):
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
    stage_certain: bool | None = None
    state: str | None = None
    possible: Raw = Raw(b"null")  # of this and the metrics few differ, and those alone are decoded
    abstained: bool | None = None
    verdicts: _Verdicts = _Verdicts()
    metrics: Raw = Raw(b"{}")


def _decoded(rows: RowStore) -> Iterator[list[_Row]]:
    decode = msgspec.json.Decoder(_Row).decode
    heads = map(head_of, rows.lines())  # the texts are not even passed over
    while some := list(map(decode, islice(heads, _ROWS))):
        yield some


def _column(name: str, kind: Any, rows: Sequence[_Row]) -> pl.Series:  # noqa: ANN401 - a data type
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

    if name == "possible":
        # a list of strings costs a hundred times what a string does
        found, places = told_apart(bytes(row.possible) for row in rows)
        lists = [msgspec.json.decode(each, type=list[str] | None) for each in found]
        return pl.Series(name, lists, dtype=kind).gather(places)
    of = attrgetter(_PLACES.get(name, name))
    return pl.Series(name, list(map(of, rows)), dtype=kind)


def _metrics(rows: Sequence[_Row], names: Sequence[str]) -> pl.DataFrame:
    """Return a column of each metric."""
    import numpy as np  # noqa: PLC0415 - as above
    import polars as pl  # noqa: PLC0415 - as above

    decode = msgspec.json.Decoder(dict[str, float | None]).decode
    found, places = told_apart(bytes(row.metrics) for row in rows)
    values = np.array([[each.get(name) for name in names] for each in map(decode, found)], dtype=np.float64)
    # no row holds NaN, so that it can stand for what is not there
    columns = np.ascontiguousarray(values.reshape(len(found), len(names))[places].T)
    frame = pl.DataFrame([pl.Series(name, column) for name, column in zip(names, columns, strict=True)])
    return frame.fill_nan(None)


def told_apart(values: Iterable[T]) -> tuple[list[T], list[int]]:
    """Return what differs among n values, and for each of them its place there."""
    known: dict[T, int] = {}
    places = [known.setdefault(value, len(known)) for value in values]
    return list(known), places


class _Metrics(msgspec.Struct):
    metrics: dict[str, float | None] = {}


def _metric_names(rows: RowStore) -> list[str]:
    first = next(rows.lines(), None)
    return [] if first is None else list(msgspec.json.decode(first, type=_Metrics).metrics)
