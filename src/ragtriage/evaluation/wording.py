"""What reports call things, and how they write numbers, so that every report says the same."""

from __future__ import annotations

from typing import Final

from ragtriage.model import Cause, Fix, Mean

__all__ = ["CAUSES", "FIXES", "cases", "mean_span", "percent", "span"]

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


def cases(n: int) -> str:
    """Return a number of cases in words.

    Example:
        >>> cases(1), cases(1200)
        ('1 case', '1,200 cases')
    """
    return "1 case" if n == 1 else f"{n:,} cases"


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


def mean_span(mean: Mean) -> str:
    """Return the interval of a mean; empty where there is none.

    Example:
        >>> mean_span(Mean(mean=0.5, n=9, low=0.25, high=0.75))
        '0.250–0.750'
    """
    return "" if mean.low is None or mean.high is None else f"{mean.low:.3f}–{mean.high:.3f}"
