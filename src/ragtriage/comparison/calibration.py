"""Calibration: how far a judge may be trusted, by the labels that people gave to the same cases."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from math import isnan
from typing import Final, NamedTuple

import numpy as np

from ragtriage.comparison.score_tables import ScoreTable
from ragtriage.errors import AlignmentError, ConfigError, DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.reviews import Reviewed, load_reviews, stale
from ragtriage.io.reviews import are_reviews
from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.statistics.agreement import Crossing, agreement
from ragtriage.metrics.statistics.corrected_rates import (
    CorrectedRate,
    JudgedShare,
    lang_reiczigel,
    prediction_powered,
    rogan_gladen,
)
from ragtriage.model import PERSON, Cause, Decision, Outcome, Record, Stage

__all__ = ["Calibration", "Corrected", "Validity", "calibrate"]

_LEAST_FAILURES: Final = 20  # that people found, before a judge's eye for failures is known at all
_LEAST_LABELS: Final = 2  # for prediction-powered inference, which rests on a variance
_ID_COLUMN: Final = "id"
_LABEL_COLUMN: Final = "label"


class Validity(StrEnum):
    """What the labels allow the judge to be used for."""

    VALIDATED = "validated"
    NOT_FOR_FAILURES = "not validated for failures"


class Corrected(Record, frozen=True, kw_only=True):
    """The pass rate of all judged cases, had people judged them."""

    method: str
    rate: float | None  # None where it cannot be worked out
    low: float | None
    high: float | None
    assumes: str


class Calibration(Record, frozen=True, kw_only=True):
    """A judge against people, over the cases that both judged.

    Args:
        stage: Which verdict.
        judge: What gave it.
        n: Labelled cases on which the judge gave pass or fail.
        unjudged: Labelled cases whose verdict is unknown.
        failed_judgements: Of those, the ones where the judge failed.
        judge_rate: Share that the judge passed, of n.
        people_rate: Share that people passed, of n.
        both_pass: Cases that both passed.
        judge_pass: That the judge passed and people failed.
        people_pass: That people passed and the judge failed.
        both_fail: That both failed.
        observed: Share of the cases with the same outcome.
        low: Lower end of its 95 % interval, Wilson's.
        high: Upper end.
        kappa: Cohen's; None where undefined.
        ac1: Gwet's.
        pabak: Twice the observed agreement less one.
        on_pass: Agreement on pass.
        on_fail: Agreement on fail.
        validity: Whether people found enough failures to know the judge's eye for them.
        corrected: The pass rate of all judged cases, corrected, each way with what it assumes.
        remarks: What was left out of the labels, and why.
    """

    stage: Stage
    judge: str
    n: int
    unjudged: int
    failed_judgements: int
    judge_rate: float
    people_rate: float
    both_pass: int
    judge_pass: int
    people_pass: int
    both_fail: int
    observed: float
    low: float | None
    high: float | None
    kappa: float | None
    ac1: float | None
    pabak: float | None
    on_pass: float | None
    on_fail: float | None
    validity: Validity
    corrected: tuple[Corrected, ...]
    remarks: tuple[str, ...] = ()


class _Judged(NamedTuple):
    """Outcomes of a judge, 1 or 0."""

    labelled: list[float]
    people: list[float]
    alone: list[float]  # of cases without a label
    unjudged: int
    failed: int
    people_alone: int  # verdicts that are a person's


def calibrate(
    evaluation: Evaluation | str | os.PathLike[str],
    labels: str | os.PathLike[str] | Mapping[str, bool],
    *,
    stage: Stage | str = Stage.SUPPORT,
    id: str = _ID_COLUMN,  # noqa: A002 - as the column is called
    label: str = _LABEL_COLUMN,
) -> Calibration:
    """Hold the verdicts of one stage against the labels of people.

    Args:
        evaluation: An evaluation or its folder.
        labels: A table (CSV, JSON lines, JSON or Parquet) of ids and labels (pass or fail, true or false,
            1 or 0), a file of reviews, or a dictionary of labels.
        stage: Which verdict.
        id: The column of the ids.
        label: The column of the labels.

    Raises:
        AlignmentError: A labelled case is not in the evaluation.
        ConfigError: There is no such stage or column.
        DataError: A label is neither pass nor fail, or no labelled case was judged.

    Example:
        >>> import ragtriage
        >>> answers = {"a": "5", "b": "5", "c": "5", "d": "6"}
        >>> evaluation = ragtriage.evaluate(
        ...     [{"id": i, "question": "?", "expected": "5", "answer": a} for i, a in answers.items()]
        ... )
        >>> labels = {"a": True, "b": True, "c": False, "d": False}
        >>> calibration = calibrate(evaluation, labels, stage="answer")
        >>> calibration.observed, calibration.validity.value
        (0.75, 'not validated for failures')
    """
    if stage not in list(Stage):
        raise ConfigError(f"unknown stage {stage!r}; known: {', '.join(Stage)}")
    stage = Stage(stage)
    read = evaluation if isinstance(evaluation, Evaluation) else Evaluation.load(evaluation)
    remarks: list[str] = []
    if isinstance(labels, Mapping):
        known = labels
    elif are_reviews(labels):
        known = _of_reviews(read, labels, stage, remarks)
    else:
        known = _read(labels, id, label)
    judged = _judged(read, known, stage)
    if judged.people_alone:
        remarks.append(
            f"{judged.people_alone} verdicts are a person's own and say nothing of the judge: they are left "
            "out; hold the labels against an evaluation without --reviews"
        )
    if not judged.people:
        raise DataError(f"no labelled case has a {stage} verdict: nothing to hold the labels against")
    crossing = _crossing(judged)
    agreed = agreement(crossing)
    n = len(judged.people)
    interval = wilson(crossing.both_pass + crossing.both_fail, n)
    people_failed = crossing.judge_pass + crossing.both_fail
    return Calibration(
        stage=stage,
        judge=read.manifest.judges.get(stage, "unknown"),
        n=n,
        unjudged=judged.unjudged,
        failed_judgements=judged.failed,
        judge_rate=(crossing.both_pass + crossing.judge_pass) / n,
        people_rate=(crossing.both_pass + crossing.people_pass) / n,
        both_pass=crossing.both_pass,
        judge_pass=crossing.judge_pass,
        people_pass=crossing.people_pass,
        both_fail=crossing.both_fail,
        observed=agreed.observed,
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        kappa=_number(agreed.kappa),
        ac1=_number(agreed.ac1),
        pabak=_number(agreed.pabak),
        on_pass=_number(agreed.on_pass),
        on_fail=_number(agreed.on_fail),
        validity=Validity.VALIDATED if people_failed >= _LEAST_FAILURES else Validity.NOT_FOR_FAILURES,
        corrected=(_by_error_rates(judged, crossing), _by_prediction(judged)),
        remarks=tuple(remarks),
    )


def _read(path: str | os.PathLike[str], key: str, column: str) -> dict[str, bool]:
    table = ScoreTable.read(path, key, [column])
    values = table.scores(column)
    labels: dict[str, bool] = {}
    for identifier, value in zip(table.ids, values.tolist(), strict=True):
        if isnan(value):
            continue  # not labelled
        if value not in {0.0, 1.0}:
            raise DataError(f"{table.name}, id {identifier!r}: a label is pass or fail, found {value:g}")
        labels[identifier] = value == 1.0
    return labels


def _of_reviews(
    evaluation: Evaluation, path: str | os.PathLike[str], stage: Stage, remarks: list[str]
) -> dict[str, bool]:
    """Return the reviews of a stage as labels; what is of other texts is left out, and said."""
    reviews = load_reviews(path)
    labels: dict[str, bool] = {}
    reviewed = Reviewed()
    for result in evaluation:
        for written in reviews.by_id.get(result.case.id, ()):
            review = written.review
            reviewed.seen.add(written.line)
            if review.stage is stage and review.verdict is not Decision.SKIP:
                remark = stale(written, result.case, result.trace, evaluation.manifest.settings)
                if remark is None:
                    labels[review.id] = review.outcome is Outcome.PASS
                else:
                    reviewed.remarks.append(remark)
    remarks += reviews.warnings(reviewed)
    return labels


def _judged(evaluation: Evaluation, labels: Mapping[str, bool], stage: Stage) -> _Judged:
    """Pair verdicts with labels.

    Raises:
        AlignmentError: A label is of no case.
    """
    labelled: list[float] = []
    people: list[float] = []
    alone: list[float] = []
    seen: set[str] = set()
    unjudged = failed = people_alone = 0
    for result in evaluation:
        verdict = getattr(result.verdicts, stage)
        identifier = result.case.id
        has_label = identifier in labels
        if has_label:
            seen.add(identifier)
        if verdict.method == PERSON:
            people_alone += 1
        elif verdict.outcome is Outcome.UNKNOWN:
            unjudged += has_label
            failed += has_label and verdict.cause is Cause.JUDGE_FAILED
        elif has_label:
            labelled.append(float(verdict.outcome is Outcome.PASS))
            people.append(float(labels[identifier]))
        else:
            alone.append(float(verdict.outcome is Outcome.PASS))
    if lost := [identifier for identifier in labels if identifier not in seen]:
        raise AlignmentError(
            f"{len(lost)} labels are of cases that the evaluation does not have, such as {lost[0]!r}"
        )
    return _Judged(labelled, people, alone, unjudged, failed, people_alone)


def _crossing(judged: _Judged) -> Crossing:
    pairs = list(zip(judged.labelled, judged.people, strict=True))
    return Crossing(*(pairs.count(pair) for pair in ((1.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0))))


def _by_error_rates(judged: _Judged, crossing: Crossing) -> Corrected:
    everything = [*judged.labelled, *judged.alone]
    passed = JudgedShare(int(sum(everything)), len(everything))
    sensitivity = JudgedShare(crossing.both_pass, crossing.both_pass + crossing.people_pass)
    specificity = JudgedShare(crossing.both_fail, crossing.both_fail + crossing.judge_pass)
    rate = rogan_gladen(passed, sensitivity, specificity).rate
    interval = lang_reiczigel(passed, sensitivity, specificity)
    is_known = not isnan(rate)
    return Corrected(
        method="Rogan-Gladen, interval of Lang and Reiczigel",
        rate=min(1.0, max(0.0, rate)) if is_known else None,
        low=interval.low if is_known else None,
        high=interval.high if is_known else None,
        assumes="the judge errs as often on the other cases as on the labelled ones, pass and fail apart",
    )


def _by_prediction(judged: _Judged) -> Corrected:
    corrected: CorrectedRate | None = None
    if len(judged.people) >= _LEAST_LABELS and judged.alone:
        arrays = (np.array(values) for values in (judged.people, judged.labelled, judged.alone))
        corrected = prediction_powered(*arrays)
    return Corrected(
        method="prediction-powered inference",
        rate=None if corrected is None else min(1.0, max(0.0, corrected.rate)),
        low=None if corrected is None else max(0.0, corrected.low),
        high=None if corrected is None else min(1.0, corrected.high),
        assumes="the labelled cases were drawn at random from all",
    )


def _number(value: float) -> float | None:
    return None if isnan(value) else value
