"""Regression: which cases passed and no longer do, each case by what is known of it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ragtriage.comparison.columns.tested import Asked, Tested
from ragtriage.comparison.flips import named_cases
from ragtriage.comparison.joining.pairing import Paired
from ragtriage.comparison.readings import Bools, Readings
from ragtriage.comparison.records import Regression
from ragtriage.comparison.rules import is_withheld
from ragtriage.metrics.rankings import Ints
from ragtriage.model import Stage

__all__ = ["Regressing"]


class Regressing:
    """Which cases passed and now fail or are unknown.

    A case passed when it was diagnosed as passed, or, where it was not diagnosed, when its retrieval passed;
    the candidate is asked the same of it.

    Args:
        withheld: Stages that are not compared.
        clusters: How many clusters at most the cases come in; None: all of them are independent.
    """

    def __init__(self, withheld: Collection[str], clusters: int | None) -> None:
        self._names = [
            None if is_withheld(name, withheld) else name for name in ("passed", Stage.RETRIEVAL.value)
        ]
        self._is_known = False  # of any case
        self._passed, self._fixed, self._broken, self._lost = (named_cases() for _ in range(4))
        self._tested = Tested(1, clusters)

    def add(self, paired: Paired, clusters: Ints | None) -> None:
        """Take in some cases."""
        diagnosis, retrieval = (None if name is None else _Outcome(paired, name) for name in self._names)
        nothing: Bools = np.zeros(len(paired.baseline), np.bool_)
        by_diagnosis = nothing if diagnosis is None else ~np.isnan(diagnosis.baseline)
        by_retrieval = nothing if retrieval is None else ~np.isnan(retrieval.baseline) & ~by_diagnosis
        self._is_known = self._is_known or bool((by_diagnosis | by_retrieval).any())
        passed, fixed, broken, lost = (nothing.copy() for _ in range(4))
        for outcome, asked in ((diagnosis, by_diagnosis), (retrieval, by_retrieval)):
            if outcome is not None:
                passed |= asked & (outcome.baseline == 1)
                fixed |= asked & (outcome.baseline == 0) & (outcome.candidate == 1)
                broken |= asked & (outcome.baseline == 1) & (outcome.candidate == 0)
                lost |= asked & (outcome.baseline == 1) & outcome.is_lost
        if diagnosis is not None and retrieval is not None:
            # Where the candidate has no diagnosis, as in a run without answers, retrieval tells of it.
            mended = (retrieval.baseline == 0) & (retrieval.candidate == 1)
            fixed |= (diagnosis.baseline == 0) & diagnosis.is_lost & mended
        ids, places = paired.baseline.ids, paired.baseline.places
        for cases, where in (
            (self._passed, passed),
            (self._fixed, fixed),
            (self._broken, broken),
            (self._lost, lost),
        ):
            cases.add(ids, places, where)
        self._tested.add([Readings(fixed.astype(np.float64) - (broken | lost), None, None)], clusters)

    def found(self, *, seed: int) -> Regression | None:
        """Return what was found; None where nothing was known of any case.

        Args:
            seed: Of flips, where cases hang together.
        """
        [tested] = self._tested.found([Asked(of_outcomes=True, is_worst_against=None)], seed=seed)
        if not self._is_known or tested.test is None:
            return None
        return Regression(
            passed_count=self._passed.count,
            fixed_count=self._fixed.count,
            broken_count=self._broken.count,
            broken=self._broken.ids,
            lost_count=self._lost.count,
            lost=self._lost.ids,
            p=tested.test.p,
        )


class _Outcome:
    """One outcome on both sides, (n,) each: 1, 0, or NaN where it is not known."""

    def __init__(self, paired: Paired, name: str) -> None:
        self.baseline = paired.baseline.column(name)
        self.candidate = paired.candidate.column(name)
        self.is_lost = paired.candidate.unknown_of(name)
