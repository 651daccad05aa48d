"""Tables of scores from anywhere: one row a question, its id in one column and scores in others."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any, Final

import numpy as np

from ragtriage.errors import ConfigError, DataError, SchemaError
from ragtriage.io.files import Source, open_source
from ragtriage.io.polars_faults import told_faults
from ragtriage.io.rows import Format, detect, objects
from ragtriage.io.survey import Survey
from ragtriage.metrics.rankings import Floats
from ragtriage.registry import suggestion

__all__ = ["ScoreTable"]

_LARGEST: Final = 1e100  # beyond, squares and sums of scores are no numbers any more

_WORDS: Final = {
    "true": 1.0,
    "pass": 1.0,
    "yes": 1.0,
    "false": 0.0,
    "fail": 0.0,
    "no": 0.0,
    "": nan,
    "null": nan,
    "none": nan,
    "unknown": nan,
}


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """One file of scores."""

    name: str
    ids: list[str]  # (n,)
    columns: Mapping[str, Sequence[object]]  # each (n,), as it was read

    @classmethod
    def read(cls, path: str | os.PathLike[str], key: str, scores: Sequence[str]) -> ScoreTable:
        """Read the id column `key` and some columns of scores, or all when none is named.

        Raises:
            ConfigError: A column is not there.
            DataError: The file cannot be read, or an id is missing or twice there.
        """
        source = open_source(path)
        try:
            columns = _cells(source, (key, *scores) if scores else ())
        finally:
            source.close()
        for name in (key, *scores):
            if name not in columns:
                raise ConfigError(f"{source.name}: has no column {name!r}; {suggestion(name, columns)}")
        ids = _ids(columns[key], key, source.name)
        if not ids:
            raise DataError(f"{source.name}: holds no rows")
        return cls(source.name, ids, columns)

    def holds_scores(self, name: str) -> bool:
        """Say whether every cell of a column is a score, and not all of them unknown."""
        try:
            return not np.isnan(self.scores(name)).all()
        except SchemaError:
            return False

    def scores(self, name: str) -> Floats:
        """Return a column as numbers, NaN where unknown.

        Raises:
            SchemaError: A cell is no score.
        """
        values = np.empty(len(self.ids))
        for place, cell in enumerate(self.columns[name]):
            try:
                values[place] = _score(cell)
            except (ValueError, TypeError, OverflowError):
                raise SchemaError(
                    f"{self.name}, row {place + 1} (id {self.ids[place]!r}), column {name!r}: expected a "
                    f"number up to 1e100, true or false, pass or fail, found {str(cell)[:60]!r}"
                ) from None
        return values


def _score(cell: Any) -> float:  # noqa: ANN401 - whatever a file held
    """Return a score, NaN for an unknown one.

    Raises:
        TypeError: It is no score.
        ValueError: Likewise.
    """
    if cell is None:
        return nan
    if isinstance(cell, str):
        word = cell.strip().lower()
        if word in _WORDS:
            return _WORDS[word]
    score = float(cell)
    if abs(score) > _LARGEST:
        raise ValueError
    return score


def _ids(cells: Sequence[object], key: str, name: str) -> list[str]:
    seen: dict[str, int] = {}
    for number, value in enumerate(cells, 1):
        if value is None or value == "":
            raise SchemaError(f"{name}, row {number}: has no {key!r}")
        identifier = str(value)
        if identifier in seen:
            raise SchemaError(f"{name}: rows {seen[identifier]} and {number} have the same id {identifier!r}")
        seen[identifier] = number
    return list(seen)


def _cells(source: Source, wanted: Sequence[str]) -> dict[str, Sequence[object]]:
    """Return the wanted columns, or all, and the others without cells; a cell that a row lacks is None."""
    form = detect(source)
    if form in {Format.JSON, Format.JSONL}:
        return _json_cells(source, wanted)
    import polars as pl  # noqa: PLC0415 - heavy, and only tables need it

    data: Any = source.read()
    with told_faults(source.name, form):
        if form is Format.PARQUET:
            frame = pl.read_parquet(data)
        else:
            separator = "\t" if data[:4096].split(b"\n", 1)[0].count(b"\t") else ","
            frame = pl.read_csv(data, separator=separator, infer_schema=False)
        return {name: frame[name].to_list() if not wanted or name in wanted else () for name in frame.columns}


def _json_cells(source: Source, wanted: Sequence[str]) -> dict[str, Sequence[object]]:
    kept: dict[str, list[object]] = {}
    others: dict[str, Sequence[object]] = {}
    for count, (_, row) in enumerate(objects(source, Survey(source.name))):
        for name in row:
            if name not in kept and (not wanted or name in wanted):
                kept[name] = [None] * count
            elif name not in kept:
                others[name] = ()
        for name, cells in kept.items():
            cells.append(row.get(name))
    return {**others, **kept}
