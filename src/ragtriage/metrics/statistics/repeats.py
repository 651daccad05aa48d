"""Repeats of one configuration: how much of a difference is the system's own unsteadiness."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from ragtriage.metrics.rankings import Floats

__all__ = ["Repeats", "repeats"]


class Repeats(NamedTuple):
    """What repeats of the same questions say; NaN where there is too little to say it."""

    questions: int  # with at least one value
    mean: float  # of the questions' means
    standard_error: float  # from the questions' means; repeats are no new questions
    within_variance: float  # of one question's repeats, on average
    between_variance: float  # of the questions' true means; 0 where the estimate falls below
    flip_rate: float  # share of the questions repeated at least twice whose repeats are not all equal


def repeats(values: Floats) -> Repeats:
    """Average each question over its repeats first, then over questions.

    Definition: `standard_error` sd of question means / sqrt(q); `within_variance` the mean of the questions'
    variances (n - 1); `between_variance` variance of question means less within_variance / repeats a
    question (their harmonic mean where they differ). Shape of `values`: (q, r), NaN where unknown.
    Convention: one-way random effects by moments; negative estimates are 0.
    Source: Searle, Casella and McCulloch, Variance Components (1992), section 3.5.

    >>> repeats(np.array([[1, 1], [0, 1], [0, 0]])).flip_rate
    0.3333333333333333
    """
    counts = (~np.isnan(values)).sum(axis=1)
    values, counts = values[counts > 0], counts[counts > 0]
    q = len(values)
    if q == 0:
        return Repeats(0, *[float("nan")] * 5)
    means = np.nansum(values, axis=1) / counts
    repeated = values[counts > 1]
    within = float(np.nanvar(repeated, axis=1, ddof=1).mean()) if len(repeated) else float("nan")
    spread = float(means.var(ddof=1)) if q > 1 else float("nan")
    between = spread - within * float((1 / counts).mean())
    flips = (
        np.nanmax(repeated, axis=1) != np.nanmin(repeated, axis=1) if len(repeated) else np.array([np.nan])
    )
    return Repeats(
        questions=q,
        mean=float(means.mean()),
        standard_error=sqrt(spread / q) if q > 1 else float("nan"),
        within_variance=within,
        between_variance=float(np.maximum(between, 0)),
        flip_rate=float(flips.mean()),
    )
