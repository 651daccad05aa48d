"""A side of a comparison: one configuration, evaluated once or more often, over the paired cases."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from ragtriage.comparison.columns import UNKNOWN, Columns
from ragtriage.comparison.names import OUTCOMES, stage_of
from ragtriage.comparison.unknowns import Bools
from ragtriage.metrics.rankings import Floats, Ints

__all__ = ["Digests", "Side"]

Digests = NDArray[np.uint64]


class Side:
    """The cases that are compared, n of them, of evaluations that repeat one configuration.

    A number is the mean over the repeats in which it is known. Columns are made when they are asked for.

    Args:
        evaluations: The repeats, at least one.
        cases: Of each its places (n,) of the cases, the same case at the same place of every side.
        ids: (n,), of the cases.
    """

    def __init__(self, evaluations: Sequence[Columns], cases: Sequence[Ints], ids: Sequence[str]) -> None:
        self.name = evaluations[0].name
        self.ids = ids
        self._repeats = list(zip(evaluations, cases, strict=True))

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    @property
    def repeats(self) -> int:
        """How often the configuration was evaluated."""
        return len(self._repeats)

    @property
    def diagnoses(self) -> NDArray[np.uint8]:
        """The places of the diagnoses in DIAGNOSES, (n,); of repeats those of the first."""
        first, cases = self._repeats[0]
        return first.diagnoses[cases]

    @property
    def clusters(self) -> Ints | None:
        """Equal numbers for cases that hang together, (n,), as the first evaluation has them."""
        first, cases = self._repeats[0]
        return None if first.clusters is None else first.clusters[cases]

    def repeated_values(self, name: str) -> list[Floats]:
        """Return an outcome, 1 or 0, or a metric in each repeat, (n,); NaN where it is not known."""
        return [evaluation.values(name, cases) for evaluation, cases in self._repeats]

    def values(self, name: str) -> Floats:
        """Return the mean of an outcome or a metric over the repeats, (n,); NaN where none knows it."""
        every = self.repeated_values(name)
        if len(every) == 1:
            return every[0]
        known = [~np.isnan(values) for values in every]
        total = reduce(np.add, [np.where(*each, 0.0) for each in zip(known, every, strict=True)])
        count = reduce(np.add, known, np.zeros(len(self), np.int64))
        means: Floats = np.where(count > 0, total / np.maximum(count, 1), np.nan)
        return means

    def is_unknown(self, name: str) -> Bools:
        """Return where the value of a column applies and is not known, (n,); a metric's is its stage's."""
        outcome = name if name in OUTCOMES else stage_of(name).value
        is_unknown: Bools = np.zeros(len(self), np.bool_)
        for evaluation, cases in self._repeats:
            is_unknown |= evaluation.outcomes[outcome][cases] == UNKNOWN
        is_unknown &= np.isnan(self.values(outcome))
        if outcome != name:
            is_unknown &= np.isnan(self.values(name))
        return is_unknown

    def digests(self, part: str) -> Digests:
        """Return the hashes of one part, (n,); 0 where it was not recorded.

        A hash on which all repeats agree is kept, whatever their number; else it is the sum of theirs, so
        that two sides still tell whether they saw the same; it is 0 where a repeat did not record the part.
        """
        every = [evaluation.digests[part][cases] for evaluation, cases in self._repeats]
        first = every[0]
        if len(every) == 1:
            return first
        stack = np.stack(every)
        total = np.where((stack == 0).any(axis=0), np.uint64(0), stack.sum(axis=0, dtype=np.uint64))
        return np.where((stack == first).all(axis=0), first, total)
