"""Repeats of one configuration: how much of a difference is the system's own unsteadiness."""

from __future__ import annotations

from math import nan, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ragtriage.metrics.rankings import Floats
from ragtriage.metrics.statistics.sums import Sums, exact_mean

__all__ = ["ByQuestion", "Repeats", "by_question", "repeats"]


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
    found = by_question(values)
    means, q = Sums.of(found.means), len(found.means)
    repeated = found.counts > 1
    within = exact_mean(found.variances[repeated])
    between = means.variance - within * exact_mean(1 / found.counts)
    return Repeats(
        questions=q,
        mean=means.mean,
        standard_error=sqrt(means.variance / q) if q > 1 else nan,
        within_variance=within,
        between_variance=float(np.maximum(between, 0)),
        flip_rate=float(found.flips[repeated].mean()) if repeated.any() else nan,
    )


class ByQuestion(NamedTuple):
    """What the repeats of each question say, of the q questions that have a value."""

    where: NDArray[np.bool_]  # which of all questions those are
    counts: NDArray[np.int64]  # (q,), values
    means: Floats  # (q,)
    variances: Floats  # (q,), n - 1 in the denominator; NaN of a single value
    flips: NDArray[np.bool_]  # (q,), whether the values are not all equal


def by_question(values: Floats) -> ByQuestion:
    """Work out what can be told of each question by itself. Shape of `values`: (q, r), NaN where unknown.

    >>> by_question(np.array([[0, 1], [1, np.nan]])).means.tolist()
    [0.5, 1.0]
    """
    is_known = ~np.isnan(values)
    counts = is_known.sum(axis=1)
    where = counts > 0
    values, counts, is_known = values[where], counts[where], is_known[where]
    means = np.nansum(values, axis=1) / counts
    residuals = np.where(is_known, values - means[:, np.newaxis], 0.0)
    is_repeated = counts > 1
    variances = np.where(is_repeated, np.square(residuals).sum(axis=1) / np.maximum(counts - 1, 1), nan)
    flips = np.where(is_known, values, -np.inf).max(axis=1, initial=-np.inf) != np.where(
        is_known, values, np.inf
    ).min(axis=1, initial=np.inf)
    return ByQuestion(where, counts, means, variances, flips)
