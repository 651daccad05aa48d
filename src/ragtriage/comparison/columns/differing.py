"""What a test needs of a column of differences that comes block by block."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ragtriage.comparison.columns.sums import UNIT, Sums
from ragtriage.metrics.rankings import Floats
from ragtriage.metrics.statistics.mcnemar import mcnemar_exact, smallest_p
from ragtriage.metrics.statistics.sign_flip import DRAWN_FLIPS_UP_TO, SignFlip, SignFlips

__all__ = ["Differing"]


@dataclass(slots=True)
class Differing:
    """The sums of differences, and those other than 0 as long as flips would be drawn for them."""

    sums: Sums = field(default_factory=Sums)
    _others: list[Floats] | None = field(default_factory=list[Floats])  # None where there were too many

    def add(self, differences: Floats) -> None:
        """Take in differences (n,); NaN is left out."""
        known = differences[~np.isnan(differences)]
        self.sums.add(known)
        if self._others is not None:
            self._others.append(known[known != 0])
            if self.sums.above + self.sums.below > DRAWN_FLIPS_UP_TO:
                self._others = None

    def copy(self) -> Differing:
        """Return the same, to which other differences may be added."""
        sums = self.sums
        return Differing(
            Sums(sums.n, sums.above, sums.below, sums.total, sums.squares),
            None if self._others is None else list(self._others),
        )

    def flipped(self, flips: SignFlips) -> int:
        """Add these differences to a sign-flip test; return their place among its results."""
        if self._others is not None:
            # in order, so that their sum does not tell in which blocks they came
            return flips.add(np.sort(np.concatenate([np.empty(0), *self._others])))
        sums = self.sums
        return flips.add_sums(sums.above + sums.below, sums.total / UNIT, sums.squares / UNIT)

    def mcnemar(self) -> SignFlip:
        """Test differences of outcomes: only the pairs that changed count, and none more than another."""
        wins, losses = self.sums.above, self.sums.below
        return SignFlip(
            mcnemar_exact(wins, losses), smallest_p(wins + losses), wins + losses, "exact McNemar"
        )
