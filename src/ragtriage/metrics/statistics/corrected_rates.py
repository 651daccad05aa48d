"""What a judge's pass rate would be, had people judged: two corrections, each with its assumption."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from ragtriage.metrics.intervals import Interval
from ragtriage.metrics.rankings import Floats

__all__ = [
    "CorrectedRate",
    "JudgedShare",
    "lang_reiczigel",
    "prediction_powered",
    "rogan_gladen",
    "tuned_weight",
]


class JudgedShare(NamedTuple):
    """A number of cases, out of how many."""

    cases: int
    n: int

    @property
    def share(self) -> float:
        """Cases over n; NaN of none."""
        return self.cases / self.n if self.n else float("nan")


class CorrectedRate(NamedTuple):
    """A corrected pass rate with its interval."""

    rate: float
    low: float
    high: float


def rogan_gladen(
    passed: JudgedShare, sensitivity: JudgedShare, specificity: JudgedShare, *, confidence: float = 0.95
) -> CorrectedRate:
    """Pass rate corrected for the judge's two error rates, with the interval of the delta method.

    Definition: (p + sp - 1) / (se + sp - 1); its variance [p (1 - p) / n + r^2 se (1 - se) / n_se +
    (1 - r)^2 sp (1 - sp) / n_sp] / (se + sp - 1)^2. Range: unbounded, not cut to [0, 1]; NaN when
    se + sp <= 1: such a judge tells nothing. Convention: `sensitivity` is the judge's passes among what
    people passed, `specificity` its fails among what people failed. Assumes that the judge errs as often on
    the cases at hand as on the labelled ones.
    Source: Rogan and Gladen, American Journal of Epidemiology 107 (1978).

    >>> round(rogan_gladen(JudgedShare(160, 200), JudgedShare(45, 50), JudgedShare(42, 50)).rate, 6)
    0.864865
    """
    p, se, sp = passed.share, sensitivity.share, specificity.share
    youden = se + sp - 1
    if not youden > 0:  # NaN too: one of the two is not known at all
        return CorrectedRate(*[float("nan")] * 3)
    rate = (p + sp - 1) / youden
    variance = (
        p * (1 - p) / passed.n
        + rate**2 * se * (1 - se) / sensitivity.n
        + (1 - rate) ** 2 * sp * (1 - sp) / specificity.n
    )
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * sqrt(variance) / youden
    return CorrectedRate(rate, rate - reach, rate + reach)


def lang_reiczigel(
    passed: JudgedShare, sensitivity: JudgedShare, specificity: JudgedShare, *, confidence: float = 0.95
) -> Interval:
    """Interval for the Rogan-Gladen rate that holds in small samples too.

    Definition: the delta method about shares drawn towards the middle (z^2 / 2 of z^2 cases added to the
    rate, one of two to sensitivity and specificity), its centre moved by
    2 z^2 [r se (1 - se) / (n_se + 2) - (1 - r) sp (1 - sp) / (n_sp + 2)]. Range: cut to [0, 1]; NaN when
    se + sp <= 1. Source: Lang and Reiczigel, Preventive Veterinary Medicine 113 (2014).

    >>> interval = lang_reiczigel(JudgedShare(160, 200), JudgedShare(45, 50), JudgedShare(42, 50))
    >>> round(interval.low, 6), interval.high
    (0.750312, 1.0)
    """
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    n = passed.n + z * z
    p = (passed.cases + z * z / 2) / n
    se = (sensitivity.cases + 1) / (sensitivity.n + 2)
    sp = (specificity.cases + 1) / (specificity.n + 2)
    youden = se + sp - 1
    if youden <= 0:
        return Interval(float("nan"), float("nan"))
    rate = (p + sp - 1) / youden
    from_sensitivity = se * (1 - se) / (sensitivity.n + 2)
    from_specificity = sp * (1 - sp) / (specificity.n + 2)
    shift = 2 * z * z * (rate * from_sensitivity - (1 - rate) * from_specificity)
    variance = p * (1 - p) / n + rate**2 * from_sensitivity + (1 - rate) ** 2 * from_specificity
    reach = z * sqrt(variance) / youden
    return Interval(*(min(1.0, max(0.0, rate + shift + side * reach)) for side in (-1, 1)))


def tuned_weight(people: Floats, judged: Floats, judged_alone: Floats) -> float:
    """Weight of the judge that makes the prediction-powered interval narrowest.

    Definition: cov(people, judged) / ((1 + n / N) var of the judge over all n + N cases), cut to [0, 1];
    0 when the judge says the same of all. Convention: covariance and variance divide by the count.
    Source: Angelopoulos, Duchi and Zrnic, PPI++: Efficient Prediction-Powered Inference (2023), section 6.
    """
    variance = float(np.concatenate([judged, judged_alone]).var())
    if variance == 0:
        return 0.0
    covariance = float((people * judged).mean() - people.mean() * judged.mean())
    return min(1.0, max(0.0, covariance / ((1 + len(judged) / len(judged_alone)) * variance)))


def prediction_powered(
    people: Floats,
    judged: Floats,
    judged_alone: Floats,
    *,
    weight: float | None = None,
    confidence: float = 0.95,
) -> CorrectedRate:
    """Pass rate from few labels and many judgements: the judge's rate plus its mean error on the labels.

    Definition: w mean(judged_alone) + mean(people - w judged); variance w^2 var(judged_alone) / N +
    var(people - w judged) / n, w the weight of the judge (none given: `tuned_weight`; 0: the labels alone).
    Range: unbounded. Shapes: `people` and `judged` (n,) over the labelled cases, `judged_alone` (N,) over
    the others; 1 pass, 0 fail. Assumes that the labelled cases were drawn at random from all.
    Source: Angelopoulos et al., Prediction-powered inference, Science 382 (2023).
    """
    w = tuned_weight(people, judged, judged_alone) if weight is None else weight
    left = people - w * judged
    rate = w * float(judged_alone.mean()) + float(left.mean())
    variance = w * w * float(judged_alone.var()) / len(judged_alone) + float(left.var()) / len(left)
    reach = NormalDist().inv_cdf(0.5 + confidence / 2) * sqrt(variance)
    return CorrectedRate(rate, rate - reach, rate + reach)
