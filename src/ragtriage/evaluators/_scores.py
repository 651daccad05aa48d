"""Scores as an evaluator returns them: one for each question, their mean, and on request its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from ragtriage.evaluators._component import Parameters
from ragtriage.metrics.intervals import mean_interval, wilson

__all__ = ["INTERVAL", "score_types", "scored"]

# Name and type of the output that an evaluator has when it is asked for an interval.
INTERVAL: Final[dict[str, Any]] = {"interval": dict[str, float] | None}

_SEED: Final = 0  # of the draws for an interval, so that the same scores give the same interval


def score_types(individual: object, *, interval: bool) -> Parameters:
    """Return names and types of the outputs of an evaluator."""
    types: Parameters = {"score": float, "individual_scores": individual}
    return {**types, **INTERVAL} if interval else types


def scored(scores: Sequence[float], *, interval: bool, is_rate: bool) -> Parameters:
    """Return `score`, `individual_scores` and, when asked for, `interval` (`low` and `high`, or None).

    The mean and its interval are of the scores that are not NaN; without any, the mean is NaN.

    Args:
        scores: One a question.
        interval: Whether to add the interval.
        is_rate: Whether every score is 0 or 1: then it is Wilson's, else that of a bootstrap over questions.
    """
    defined = [score for score in scores if not math.isnan(score)]
    mean = math.fsum(defined) / len(defined) if defined else math.nan
    outputs: Parameters = {"score": mean, "individual_scores": list(scores)}
    if interval:
        found = (
            wilson(round(math.fsum(defined)), len(defined))
            if is_rate
            else mean_interval(np.asarray(scores, dtype=np.float64), np.random.default_rng(_SEED))
        )
        outputs["interval"] = None if found is None else {"low": found.low, "high": found.high}
    return outputs
