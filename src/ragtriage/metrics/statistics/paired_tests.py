"""Tests of paired differences: each gets the one that suits it, and flips are drawn once for all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import cluster_totals
from ragtriage.metrics.statistics.effects import balance
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact, smallest_p
from ragtriage.metrics.statistics.sign_flip import SignFlip, SignFlips

__all__ = ["PairedTests", "are_outcomes"]


def are_outcomes(*values: Floats) -> bool:
    """Say whether all values are 1 or 0, NaN left out: not grades that happen to differ by 1.

    >>> are_outcomes(np.array([1, 0, np.nan])), are_outcomes(np.array([5.0, 4.0]))
    (True, False)
    """
    return all(bool(((each == 0) | (each == 1) | np.isnan(each)).all()) for each in values)


class PairedTests:
    """Collects columns of differences over the same n cases, and tests them.

    Args:
        clusters: (n,), equal numbers for cases that are flipped together; None: each alone.
        seed: Of the flips.
    """

    def __init__(self, clusters: Ints | None, *, seed: int = 0) -> None:
        self._clusters = clusters
        self._flips = SignFlips(seed=seed)
        self._tests: list[SignFlip | int] = []  # a number: the place among the flips

    def add(self, differences: Floats, *, of_outcomes: bool) -> int:
        """Take in differences (n,), NaN where a pair is not known; return the place among the results."""
        known = ~np.isnan(differences)
        groups = self.groups(known)
        if groups is not None:
            self._tests.append(self._flips.add(cluster_totals(differences[known], groups)))
        elif of_outcomes:
            counts = balance(differences)
            changed = counts.wins + counts.losses
            p = mcnemar_exact(counts.wins, counts.losses)
            self._tests.append(SignFlip(p, smallest_p(changed), changed, "exact McNemar"))
        else:
            self._tests.append(self._flips.add(differences))
        return len(self._tests) - 1

    def groups(self, known: NDArray[np.bool_]) -> Ints | None:
        """Return the clusters of the known pairs; None where every one stands alone."""
        if self._clusters is None:
            return None
        groups = self._clusters[known]
        return groups if len(groups) and np.bincount(groups).max() > 1 else None

    def results(self) -> list[SignFlip]:
        """Return the result of every column, in the order they were added."""
        flipped = self._flips.results()
        return [flipped[test] if isinstance(test, int) else test for test in self._tests]
