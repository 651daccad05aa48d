"""Regression: which cases passed and no longer do, each case by what is known of it."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ragtriage.comparison.flips import first_ids
from ragtriage.comparison.names import is_withheld
from ragtriage.comparison.pairing import Paired
from ragtriage.comparison.records import Regression
from ragtriage.comparison.unknowns import Bools
from ragtriage.metrics.statistics.paired_tests import PairedTests
from ragtriage.model import Stage

__all__ = ["regression"]


def regression(paired: Paired, withheld: Collection[str], *, seed: int) -> Regression | None:
    """Return which cases passed and now fail or are unknown; None where nothing was known of any case.

    A case passed when it was diagnosed as passed, or, where it was not diagnosed, when its retrieval passed;
    the candidate is asked the same of it.

    Args:
        paired: Both sides.
        withheld: Stages that are not compared.
        seed: Of flips, where cases hang together.
    """
    diagnosis, retrieval = (
        None if is_withheld(name, withheld) else _Outcome(paired, name)
        for name in ("passed", Stage.RETRIEVAL.value)
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
        # Where the candidate has no diagnosis, as in a run without answers, retrieval tells of it.
        mended = (retrieval.baseline == 0) & (retrieval.candidate == 1)
        fixed |= (diagnosis.baseline == 0) & diagnosis.is_lost & mended
    tests = PairedTests(paired.baseline.clusters, seed=seed)
    tests.add(fixed.astype(np.float64) - (broken | lost), of_outcomes=True)
    ids = paired.baseline.ids
    return Regression(
        passed_count=int(passed.sum()),
        fixed_count=int(fixed.sum()),
        broken_count=int(broken.sum()),
        broken=first_ids(ids, broken),
        lost_count=int(lost.sum()),
        lost=first_ids(ids, lost),
        p=tests.results()[0].p,
    )


class _Outcome:
    """One outcome on both sides, (n,) each: 1, 0, or NaN where it is not known."""

    def __init__(self, paired: Paired, name: str) -> None:
        self.baseline = paired.baseline.values(name)
        self.candidate = paired.candidate.values(name)
        self.is_lost = paired.candidate.is_unknown(name)
