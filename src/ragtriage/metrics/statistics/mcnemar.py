"""Tests of paired pass/fail outcomes: only the pairs that changed say anything."""

from __future__ import annotations

__all__ = ["mcnemar_exact", "mcnemar_mid_p", "smallest_p"]


def mcnemar_exact(wins: int, losses: int) -> float:
    """Probability of a split at least this uneven, if each changed pair fell either way with equal chance.

    Definition: min(1, 2 P(X <= min(wins, losses))), X binomial over wins + losses trials at 1/2.
    Range: (0, 1]; 1 when no pair changed. Convention: two-sided, conditional on the changed pairs.
    Source: McNemar, Psychometrika 12 (1947), in its exact binomial form.

    >>> mcnemar_exact(5, 0)
    0.0625
    """
    from scipy.special import bdtr  # noqa: PLC0415 - scipy costs start-up time

    return min(1.0, 2 * float(bdtr(min(wins, losses), wins + losses, 0.5)))


def mcnemar_mid_p(wins: int, losses: int) -> float:
    """Exact McNemar p with half the probability of the observed split taken off: less strict, a little bold.

    Definition: 2 P(X <= m) - P(X = m) with m = min(wins, losses); 1 when the split is even. Range: (0, 1].
    Source: Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13:91 (2013).

    >>> mcnemar_mid_p(5, 0)
    0.03125
    """
    from scipy.special import bdtr  # noqa: PLC0415 - scipy costs start-up time

    if wins == losses:
        return 1.0
    fewer, n = min(wins, losses), wins + losses
    below = float(bdtr(fewer - 1, n, 0.5)) if fewer else 0.0
    return float(bdtr(fewer, n, 0.5)) + below


def smallest_p(differing: int) -> float:
    """Smallest two-sided p that this many differing pairs can give, when all fall to one side.

    Definition: 2 / 2**differing; 1 when no pair differs. It holds for exact McNemar and for all sign flips.

    >>> smallest_p(5), smallest_p(6)
    (0.0625, 0.03125)
    """
    return min(1.0, 2.0 ** (1 - differing)) if differing else 1.0
