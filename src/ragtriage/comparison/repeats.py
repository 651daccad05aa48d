"""Repeats of one configuration: which evaluations are some, and how steady they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

import numpy as np

from ragtriage.comparison.records import Unsteadiness
from ragtriage.comparison.sides import Side
from ragtriage.evaluation.system import SYSTEM_PARTS
from ragtriage.metrics.intervals import MOST_RESAMPLED, Interval, mean_interval, normal_interval
from ragtriage.metrics.rankings import Floats
from ragtriage.metrics.statistics.repeats import by_question, repeats
from ragtriage.metrics.statistics.sums import UNIT, Sums
from ragtriage.model import Manifest

__all__ = ["are_repeats", "unsteadiness"]


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


def unsteadiness(side: Side, names: Sequence[str], *, seed: int) -> Iterator[Unsteadiness]:
    """Yield for each number how its repeats scatter.

    Args:
        side: One configuration, evaluated more than once.
        names: Of the numbers.
        seed: Of the resampling.
    """
    for name in names:
        values = np.column_stack(side.repeated_values(name))
        scatter, interval = repeats(values), _interval(by_question(values).means, seed)
        yield Unsteadiness(
            side=side.name,
            name=name,
            repeats=side.repeats,
            questions=scatter.questions,
            mean=_number(scatter.mean),
            low=None if interval is None else interval.low,
            high=None if interval is None else interval.high,
            flip_rate=_number(scatter.flip_rate),
            within_variance=_number(scatter.within_variance),
            between_variance=_number(scatter.between_variance),
        )


def _interval(means: Floats, seed: int) -> Interval | None:
    if len(means) <= MOST_RESAMPLED:
        return mean_interval(means, np.random.default_rng(seed))
    sums = Sums.of(means)
    return normal_interval(sums.n, sums.total / UNIT, sums.squares / UNIT)


def _number(value: float) -> float | None:
    return None if isnan(value) else value
