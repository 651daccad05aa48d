"""Readings: what several answers under one condition come to, and whether they hold still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ragtriage.model import Outcome
from ragtriage.model.probing import Reading, Sample

__all__ = ["STILL_FROM", "baseline_reading", "is_steady", "reading"]

# Between these shares of right answers, both included, the baseline is said to change: nothing is concluded.
_FLAKY: Final = (0.4, 0.6)

# The share of answers that may differ from the others where they are said to hold still.
_DISSENT: Final = 0.1

# From so many samples on a coin hardly ever falls the same way in all conditions that decide; below, nothing
# is confirmed unless nearly all recorded answers are reproduced.
STILL_FROM: Final = 5


def reading(samples: Sequence[Sample]) -> Reading:
    """Return what more than half of the answers are; unknown where the unknown ones might decide.

    >>> right, wrong = Sample(outcome=Outcome.PASS), Sample(outcome=Outcome.FAIL)
    >>> [reading(each).value for each in ([right, right, wrong], [right, wrong], [])]
    ['right', 'mixed', 'unknown']
    >>> reading([right, wrong, Sample(outcome=Outcome.UNKNOWN)]).value
    'unknown'
    """
    right, wrong, n = _counts(samples)
    if 2 * right > n:
        return Reading.RIGHT
    if 2 * wrong > n:
        return Reading.WRONG
    return Reading.MIXED if n and right + wrong == n else Reading.UNKNOWN


def baseline_reading(samples: Sequence[Sample]) -> Reading:
    """Return what the answers as retrieved come to: mixed where from 40 to 60 % of them are right.

    The recorded answer is one of them: with one sample, an answer that is not reproduced is mixed.

    >>> right, wrong = Sample(outcome=Outcome.PASS), Sample(outcome=Outcome.FAIL)
    >>> [baseline_reading(each).value for each in ([right, wrong], [wrong] * 4 + [right] * 2, [wrong] * 2)]
    ['mixed', 'wrong', 'wrong']
    """
    right, wrong, n = _counts(samples)
    judged = right + wrong
    if judged and _FLAKY[0] <= right / judged <= _FLAKY[1]:
        return Reading.MIXED if judged == n else Reading.UNKNOWN
    return reading(samples)


def is_steady(samples: Sequence[Sample]) -> bool:
    """Tell whether no answer is unknown or uncertain, and at most one in ten differs from the others.

    >>> right, wrong = Sample(outcome=Outcome.PASS), Sample(outcome=Outcome.FAIL)
    >>> is_steady([right] * 5), is_steady([right] * 4 + [wrong]), is_steady([right] * 9 + [wrong])
    (True, False, True)
    """
    right, wrong, n = _counts(samples)
    return (
        n > 0
        and right + wrong == n
        and all(sample.certain for sample in samples)
        and min(right, wrong) <= _DISSENT * n
    )


def _counts(samples: Sequence[Sample]) -> tuple[int, int, int]:
    """Count the answers that are right, those that are wrong, and all."""
    right = sum(sample.outcome is Outcome.PASS for sample in samples)
    wrong = sum(sample.outcome is Outcome.FAIL for sample in samples)
    return right, wrong, len(samples)
