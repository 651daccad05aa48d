"""Comparing two tables of scores: paired by id, and nothing is said about stages."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np

from ragtriage.comparison.cautions import few_cases, left_out
from ragtriage.comparison.differences import adjusted, differences
from ragtriage.comparison.flips import flips
from ragtriage.comparison.pairing import ids_at, listed, places_of, unpaired
from ragtriage.comparison.records import Comparison, Kind
from ragtriage.comparison.score_tables import ScoreTable
from ragtriage.comparison.unknowns import Column
from ragtriage.errors import ComparisonError, ConfigError
from ragtriage.metrics.rankings import Ints
from ragtriage.metrics.statistics.paired_tests import are_outcomes

__all__ = ["compare_scores"]


def compare_scores(
    baseline: str | os.PathLike[str],
    candidate: str | os.PathLike[str],
    *,
    id: str,  # noqa: A002 - as the column is called on the command line
    scores: Sequence[str] = (),
    common_only: bool = False,
    seed: int = 0,
) -> Comparison:
    """Compare two tables of scores, paired by id: CSV, TSV, JSON lines, JSON or Parquet.

    A score is a number, or true, false, pass, fail, yes or no; what is empty, null or NaN is unknown.
    Scores of 0 and 1 alone are outcomes, and tested as such.

    Args:
        baseline: One file.
        candidate: The other.
        id: The column by which rows are paired.
        scores: The columns to compare; every one that holds scores in both files when empty.
        common_only: Compare the ids that both files have, instead of refusing.
        seed: Of the flips and of the resampling.

    Raises:
        ComparisonError: The files do not have the same ids.
        ConfigError: A column is not there.
        DataError: A file cannot be read, an id is missing or twice there, or a score is no score.
    """
    one, other = (ScoreTable.read(path, id, scores) for path in (baseline, candidate))
    places = places_of(other.ids, one.ids)
    kept = np.flatnonzero(places >= 0)
    other_kept = places[kept]
    lost = len(one.ids) + len(other.ids) - 2 * len(kept)
    if (lost and not common_only) or not len(kept):
        raise ComparisonError(_unlike(one, other, places))
    names = list(dict.fromkeys(scores)) or _in_both(one, other, id)
    columns = [_column(one, other, name, (kept, other_kept)) for name in names]
    ids = ids_at(one.ids, kept)
    return Comparison(
        kind=Kind.SCORES,
        baseline=one.name,
        candidate=other.name,
        n=len(kept),
        left_out=lost,
        differs=(),
        unverified=(),
        changed={},
        withheld=(),
        warnings=(*left_out(lost), *few_cases(len(kept))),
        conclusions=(),
        rows=tuple(adjusted(differences(columns, seed=seed))),
        flips={
            column.name: flips(ids, column.baseline, column.candidate, column.unknown_candidate)
            for column in columns
            if are_outcomes(column.baseline, column.candidate)
        },
        diagnoses={},
        moved=(),
        regression=None,
        repeats=(),
    )


def _column(one: ScoreTable, other: ScoreTable, name: str, places: tuple[Ints, Ints]) -> Column:
    """Return one score on both sides, of the rows at these places."""
    baseline, candidate = one.scores(name)[places[0]], other.scores(name)[places[1]]
    unknown, other_unknown = np.isnan(baseline), np.isnan(candidate)
    known = np.concatenate([baseline[~unknown], candidate[~other_unknown]])
    ends = (0.0, 1.0) if bool(((known >= 0) & (known <= 1)).all()) else None
    return Column(name, baseline, candidate, unknown, other_unknown, ends)


def _unlike(one: ScoreTable, other: ScoreTable, places: Ints) -> str:
    faults = [
        f"{len(alone)} only in {table.name} ({listed(ids_at(table.ids, alone), len(alone))})"
        for table, alone in ((one, np.flatnonzero(places < 0)), (other, unpaired(len(other.ids), places)))
        if len(alone)
    ]
    return (
        f"the tables do not have the same ids: {'; '.join(faults)}. --common-only compares those they share"
    )


def _in_both(one: ScoreTable, other: ScoreTable, key: str) -> list[str]:
    """Return the columns that hold scores in both tables.

    Raises:
        ConfigError: There is none.
    """
    common = [name for name in one.columns if name in other.columns and name != key]
    names = [name for name in common if one.holds_scores(name) and other.holds_scores(name)]
    if not names:
        raise ConfigError(
            f"no column of {one.name} and {other.name} but {key!r} holds scores in both; name them: --scores"
        )
    return names
