"""Regression: which cases passed and no longer do, each case by what is known of it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ragtriage.comparison.flips import kept_ids
from ragtriage.comparison.paired_numbers import is_withheld
from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.readings import Bools
from ragtriage.comparison.records import Regression
from ragtriage.metrics.statistics.paired_tests import PairedTests
from ragtriage.model import Stage

__all__ = ["regression"]


def regression(
    paired: Paired, *, withheld: Collection[str], are_independent: bool, seed: int
) -> Regression | None:
    """Say which cases passed and now fail or are unknown; None where nothing was known of any case.

    A case passed when it was diagnosed as passed, or, where it was not diagnosed, when its retrieval passed;
    the candidate is asked the same of it.
    """
    diagnosis, retrieval = (
        None if is_withheld(name, withheld) else _Outcome(paired, name)
        for name in ("passed", Stage.RETRIEVAL)
    )
    nothing: Bools = np.zeros(len(paired.baseline), np.bool_)
    by_diagnosis = nothing if diagnosis is None else ~np.isnan(diagnosis.baseline)
    by_retrieval = nothing if retrieval is None else ~np.isnan(retrieval.baseline) & ~by_diagnosis
    if not (by_diagnosis | by_retrieval).any():
        return None
    passed, fixed, broken, lost = (nothing.copy() for _ in range(4))
    for outcome, asked in ((diagnosis, by_diagnosis), (retrieval, by_retrieval)):
        if outcome is not None:
            passed |= asked & (outcome.baseline == 1)
            fixed |= asked & (outcome.baseline == 0) & (outcome.candidate == 1)
            broken |= asked & (outcome.baseline == 1) & (outcome.candidate == 0)
            lost |= asked & (outcome.baseline == 1) & outcome.is_lost
    if diagnosis is not None and retrieval is not None:
        # Where the candidate has no diagnosis, as in a run without answers, retrieval tells what was mended.
        mended = (retrieval.baseline == 0) & (retrieval.candidate == 1)
        fixed |= (diagnosis.baseline == 0) & diagnosis.is_lost & mended
    tests = PairedTests(None if are_independent else paired.baseline.clusters, seed=seed)
    tests.add(fixed.astype(np.float64) - (broken | lost), of_outcomes=True)
    ids = paired.baseline.ids
    return Regression(
        passed_count=int(passed.sum()),
        fixed_count=int(fixed.sum()),
        broken_count=int(broken.sum()),
        broken=kept_ids(ids, broken),
        lost_count=int(lost.sum()),
        lost=kept_ids(ids, lost),
        p=tests.results()[0].p,
    )


class _Outcome:
    """One outcome on both sides, (n,) each: 1, 0, or NaN where it is not known."""

    def __init__(self, paired: Paired, name: str) -> None:
        self.baseline = paired.baseline.column(name)
        self.candidate = paired.candidate.column(name)
        self.is_lost = paired.candidate.unknown_of(name)
