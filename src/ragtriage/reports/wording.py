"""What the reports call things: one table for each kind, so that every report says the same."""

from __future__ import annotations

from typing import Final

from ragtriage.model import Cause, Fix

__all__ = ["CAUSES", "FIXES", "percent", "span"]

# What somebody who must fix a stage would open first.
FIXES: Final[dict[Fix, str]] = {
    Fix.NONE: "nothing to fix",
    Fix.RETRIEVAL: "retrieval",
    Fix.CHUNKING: "chunking",
    Fix.GENERATION: "generation",
    Fix.LABELS: "labels",
    Fix.UNKNOWN: "unknown",
}

CAUSES: Final[dict[Cause, str]] = {
    Cause.NOT_RECORDED: "not recorded",
    Cause.NOT_LABELLED: "not labelled",
    Cause.NOT_JUDGED: "not judged",
    Cause.JUDGE_FAILED: "the judge failed",
    Cause.NOT_APPLICABLE: "does not apply",
}


def percent(value: float | None) -> str:
    """Return a rate as a percentage; a dash where there is none.

    Example:
        >>> percent(0.235), percent(1.0), percent(None)
        ('23.5 %', '100.0 %', '–')
    """
    return "–" if value is None else f"{100 * value:.1f} %"


def span(low: float | None, high: float | None, *, digits: int = 1) -> str:
    """Return two rates as a range of percentages; empty where there is none.

    Example:
        >>> span(0.0956, 0.4726), span(0.0956, 0.4726, digits=0)
        ('9.6–47.3 %', '10–47 %')
    """
    return "" if low is None or high is None else f"{100 * low:.{digits}f}–{100 * high:.{digits}f} %"
