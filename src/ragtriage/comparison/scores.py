"""Comparing two tables of scores: paired by id, and nothing is said about stages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import numpy as np

from ragtriage.comparison.cautions import few_cases, left_out
from ragtriage.comparison.differences import adjusted, differences
from ragtriage.comparison.flips import flips
from ragtriage.comparison.pairing import listed, places_of
from ragtriage.comparison.records import Comparison, Flips, Kind
from ragtriage.comparison.score_tables import ScoreTable
from ragtriage.comparison.unknowns import Column
from ragtriage.errors import ComparisonError, ConfigError
from ragtriage.metrics.rankings import Ints

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
        raise ComparisonError(_unlike(one, other, kept, other_kept))
    names = list(dict.fromkeys(scores)) or _in_both(one, other, id)
    flipped: dict[str, Flips] = {}
    columns = _columns(one, other, names, (kept, other_kept), flipped)
    rows = adjusted(differences(columns, seed=seed))
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
        rows=tuple(rows),
        flips=flipped,
        diagnoses={},
        moved=(),
        regression=None,
        repeats=(),
    )


def _columns(
    one: ScoreTable,
    other: ScoreTable,
    names: Sequence[str],
    places: tuple[Ints, Ints],
    flipped: dict[str, Flips],
) -> Iterator[Column]:
    """Yield each column on both sides; of outcomes, put down which ids flipped."""
    own: list[int] = places[0].tolist()
    ids = [one.ids[place] for place in own]
    for name in names:
        a = one.scores(name)[places[0]]
        b = other.scores(name)[places[1]]
        known = np.concatenate([a[~np.isnan(a)], b[~np.isnan(b)]])
        within = bool(((known >= 0) & (known <= 1)).all())
        if bool(((known == 0) | (known == 1)).all()):
            flipped[name] = flips(ids, a, b, np.isnan(b))
        yield Column(name, a, b, np.isnan(a), np.isnan(b), (0.0, 1.0) if within else None)


def _unlike(one: ScoreTable, other: ScoreTable, kept: Ints, other_kept: Ints) -> str:
    faults: list[str] = []
    for table, common in ((one, kept), (other, other_kept)):
        here = set(common.tolist())
        alone = [identifier for place, identifier in enumerate(table.ids) if place not in here]
        if alone:
            faults.append(f"{len(alone)} only in {table.name} ({listed(alone, len(alone))})")
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
