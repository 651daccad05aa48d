"""Repeats of one configuration: held together, averaged question by question, and how steady they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

import numpy as np

from ragtriage.comparison.pairing import Paired, pair_sides
from ragtriage.comparison.records import Unsteadiness
from ragtriage.comparison.rules import SYSTEM_PARTS
from ragtriage.comparison.sides import OUTCOMES, Side
from ragtriage.metrics.intervals import mean_interval
from ragtriage.metrics.rankings import Floats
from ragtriage.metrics.statistics.repeats import repeats

__all__ = ["are_repeats", "averaged", "unsteadiness"]

_OUTPUTS = ("retrieval_results", "context", "answers")


def are_repeats(paired: Paired) -> bool:
    """Say whether nothing that was meant to be varied differs.

    Either the whole system was recorded on both sides and is the same, or no part of it is known to differ
    and every case came out the same.
    """
    one, other = (side.manifest.fingerprints for side in (paired.baseline, paired.candidate))
    parts = [(one.get(part), other.get(part)) for part in SYSTEM_PARTS]
    if any(a is not None and b is not None and a != b for a, b in parts):
        return False
    recorded = all(a is not None and b is not None for a, b in parts[:-1])  # a corpus often is not
    return recorded or not any(_unlike(paired, part) for part in _OUTPUTS)


def _unlike(paired: Paired, part: str) -> bool:
    return bool((paired.baseline.digest(part) != paired.candidate.digest(part)).any())


def averaged(sides: Sequence[Side]) -> Side:
    """Return repeats as one side: each question's mean over the repeats in which it is known.

    A hash on which all repeats agree is kept, whatever their number; else it is the sum of theirs, so that
    two averaged sides still tell whether they saw the same; it is 0 where a repeat did not record the part.
    The diagnoses are those of the first.
    """
    first = sides[0]
    aligned = _aligned(sides)
    stack = np.stack([side.values for side in aligned])
    known = ~np.isnan(stack)
    counts = known.sum(axis=0)
    totals = np.where(known, stack, 0).sum(axis=0)
    values = np.where(counts > 0, totals / np.maximum(counts, 1), np.nan)
    digests = np.stack([side.digests for side in aligned])
    unknown = np.stack([side.unknown for side in aligned]).any(axis=0)
    return Side(
        name=first.name,
        manifest=first.manifest,
        ids=first.ids,
        names=first.names,
        values=values,
        unknown=unknown & np.isnan(values[:, : len(OUTCOMES)]),
        diagnoses=first.diagnoses,
        digests=np.where(
            (digests == digests[0]).all(axis=0),
            digests[0],
            np.where((digests == 0).any(axis=0), np.uint64(0), digests.sum(axis=0, dtype=np.uint64)),
        ),
        clusters=first.clusters,
    )


def unsteadiness(sides: Sequence[Side], names: Sequence[str], *, seed: int = 0) -> Iterator[Unsteadiness]:
    """Yield for each number how repeats of one configuration scatter."""
    aligned = _aligned(sides)
    for name in names:
        values = np.column_stack([side.column(name) for side in aligned])
        found = repeats(values)
        interval = mean_interval(_means(values), np.random.default_rng(seed))
        yield Unsteadiness(
            side=sides[0].name,
            name=name,
            repeats=len(sides),
            questions=found.questions,
            mean=_number(found.mean),
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            flip_rate=_number(found.flip_rate),
            within_variance=_number(found.within_variance),
            between_variance=_number(found.between_variance),
        )


def _aligned(sides: Sequence[Side]) -> list[Side]:
    return [sides[0], *(pair_sides(sides[0], side).candidate for side in sides[1:])]


def _means(values: Floats) -> Floats:
    known = ~np.isnan(values)
    counts = known.sum(axis=1)
    totals = np.where(known, values, 0).sum(axis=1)
    means: Floats = totals[counts > 0] / counts[counts > 0]
    return means


def _number(value: float) -> float | None:
    return None if isnan(value) else value
