"""Repeats of one configuration: held together, averaged question by question, and how steady they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan, nan

import numpy as np

from ragtriage.comparison.columns.few_values import FewValues
from ragtriage.comparison.columns.sums import UNIT, Sums, exact_totals
from ragtriage.comparison.records import Unsteadiness
from ragtriage.comparison.rules import SYSTEM_PARTS
from ragtriage.comparison.sides import OUTCOMES, Side
from ragtriage.metrics.intervals import Interval, mean_interval, normal_interval
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.repeats import Repeats, by_question, pooled
from ragtriage.model import Manifest

__all__ = ["Steadiness", "are_repeats", "averaged"]


def are_repeats(one: Manifest, other: Manifest, *, outputs_differ: bool) -> bool:
    """Say whether nothing that was meant to be varied differs.

    Either the whole system was recorded on both sides and is the same, or no part of it is known to differ
    and every case came out the same.
    """
    parts = [(one.fingerprints.get(part), other.fingerprints.get(part)) for part in SYSTEM_PARTS]
    if any(a is not None and b is not None and a != b for a, b in parts):
        return False
    is_recorded = all(a is not None and b is not None for a, b in parts[:-1])  # a corpus often is not
    return is_recorded or not outputs_differ


def averaged(sides: Sequence[Side]) -> Side:
    """Return the same cases of several repeats as one: the mean over the repeats in which it is known.

    A hash on which all repeats agree is kept, whatever their number; else it is the sum of theirs, so that
    two averaged sides still tell whether they saw the same; it is 0 where a repeat did not record the part.
    The diagnoses are those of the first.
    """
    first = sides[0]
    if len(sides) == 1:
        return first
    stack = np.stack([side.values for side in sides])
    known = ~np.isnan(stack)
    counts = known.sum(axis=0)
    totals = np.where(known, stack, 0).sum(axis=0)
    values = np.where(counts > 0, totals / np.maximum(counts, 1), np.nan)
    digests = np.stack([side.digests for side in sides])
    unknown = np.stack([side.unknown for side in sides]).any(axis=0)
    return Side(
        ids=first.ids,
        places=first.places,
        names=first.names,
        values=values,
        unknown=unknown & np.isnan(values[:, : len(OUTCOMES)]),
        diagnoses=first.diagnoses,
        digests=np.where(
            (digests == digests[0]).all(axis=0),
            digests[0],
            np.where((digests == 0).any(axis=0), np.uint64(0), digests.sum(axis=0, dtype=np.uint64)),
        ),
    )


@dataclass(slots=True)
class _Scatter:
    """How the repeats of one number scatter."""

    means: Sums = field(default_factory=Sums)
    variances: int = 0  # the sum over the questions that were repeated, in units
    shares: int = 0  # of 1 / values a question, likewise
    repeated: int = 0  # questions
    flips: int = 0
    few: FewValues = field(default_factory=FewValues)

    def add(self, values: Floats, places: Ints) -> None:
        """Take in (n, r) values of n questions."""
        found = by_question(values)
        self.means.add(found.means)
        is_repeated = found.counts > 1
        self.repeated += int(is_repeated.sum())
        self.flips += int(found.flips[is_repeated].sum())
        self.variances += sum(exact_totals(found.variances[is_repeated]))
        self.shares += sum(exact_totals(1 / found.counts))
        self.few.add(found.means, places[found.where])

    def repeats(self) -> Repeats:
        """Return what the repeats say."""
        q, repeated = self.means.n, self.repeated
        return pooled(
            questions=q,
            mean=self.means.mean,
            spread=self.means.variance,
            within=self.variances / (repeated * UNIT) if repeated else nan,
            share=self.shares / (q * UNIT) if q else nan,
            flip_rate=self.flips / repeated if repeated else nan,
        )

    def interval(self, *, seed: int) -> Interval | None:
        """Return the interval of the questions' mean."""
        few = self.few.in_order()
        if few is None:
            return normal_interval(self.means.n, self.means.total / UNIT, self.means.squares / UNIT)
        return mean_interval(few, np.random.default_rng(seed))


class Steadiness:
    """How steady repeats of one configuration are.

    Args:
        side: The name of the first.
        repeats: How many they are.
        names: Of the numbers that are looked at.
    """

    def __init__(self, side: str, repeats: int, names: Sequence[str]) -> None:
        self._side = side
        self._repeats = repeats
        self._scatters = {name: _Scatter() for name in names}

    def add(self, sides: Sequence[Side], places: Ints) -> None:
        """Take in n cases, the same of every repeat, and their places (n,), which order them."""
        for name, scatter in self._scatters.items():
            scatter.add(np.column_stack([side.column(name) for side in sides]), places)

    def unsteadiness(self, *, seed: int) -> list[Unsteadiness]:
        """Return for each number how its repeats scatter.

        Args:
            seed: Of the resampling.
        """
        told: list[Unsteadiness] = []
        for name, scatter in self._scatters.items():
            found, interval = scatter.repeats(), scatter.interval(seed=seed)
            told.append(
                Unsteadiness(
                    side=self._side,
                    name=name,
                    repeats=self._repeats,
                    questions=found.questions,
                    mean=_number(found.mean),
                    low=None if interval is None else interval.low,
                    high=None if interval is None else interval.high,
                    flip_rate=_number(found.flip_rate),
                    within_variance=_number(found.within_variance),
                    between_variance=_number(found.between_variance),
                )
            )
        return told


def _number(value: float) -> float | None:
    return None if isnan(value) else value
