"""Columns of an evaluation: its cases without their texts, read once."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import nan
from typing import Final, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from ragtriage.comparison.names import OUTCOMES
from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import connected
from ragtriage.model import Cause, Diagnosis, Manifest, Outcome

__all__ = ["DIAGNOSES", "UNKNOWN", "Columns", "check_size", "read_columns"]

DIAGNOSES: Final = tuple(Diagnosis)
UNKNOWN: Final = 2  # an outcome that applies and is not known
_NOT_APPLICABLE: Final = 3
_VALUES: Final = np.array([0.0, 1.0, nan, nan])  # of failed, passed, unknown and not applicable
_CODES: Final = {Outcome.FAIL: 0, Outcome.PASS: 1, Outcome.UNKNOWN: UNKNOWN}
_AT_ONCE: Final = 1 << 12  # rows
_MOST_BYTES: Final = 2_000_000_000  # of a comparison
_CASE_BYTES: Final = 250  # its id, outcomes, hashes and place on a side, as measured
_NUMBER_BYTES: Final = 8
_NOT_RECORDED: Final = "0" * 16
_Gold: TypeAlias = dict[str, float] | tuple[str | tuple[str, ...], ...] | None


@dataclass(frozen=True, slots=True)
class Columns:
    """One evaluation: n cases in the order of its input."""

    name: str  # what messages call it
    manifest: Manifest
    ids: list[str]  # (n,)
    names: tuple[str, ...]  # of all numbers that its rows have: the outcomes, then the metrics
    outcomes: Mapping[str, NDArray[np.uint8]]  # (n,) each: 0 failed, 1 passed, 2 unknown, 3 not applicable
    metrics: Mapping[str, Floats]  # (n,) each of those that are compared; NaN where undefined
    diagnoses: NDArray[np.uint8]  # (n,) places in DIAGNOSES
    digests: Mapping[str, NDArray[np.uint64]]  # (n,) of each part that goes by question; 0: not recorded
    clusters: Ints | None  # (n,) equal numbers for cases that share gold or a cluster; None: not asked for

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    def values(self, name: str, cases: Ints) -> Floats:
        """Return an outcome, 1 or 0, or a metric of some cases; NaN where it is not known, (m,).

        Args:
            name: Of the outcome or metric.
            cases: (m,), their places.
        """
        outcome = self.outcomes.get(name)
        return self.metrics[name][cases] if outcome is None else _VALUES[outcome[cases]]


def check_size(evaluations: Sequence[Evaluation], metrics: Collection[str]) -> None:
    """Refuse what would not fit into memory.

    Args:
        evaluations: All sides of a comparison.
        metrics: Those that are compared; all when empty.

    Raises:
        ConfigError: All sides together take more than 2 GB.
    """
    cases = sum(map(len, evaluations))
    numbers = sum(
        len(each) * sum(not metrics or name in metrics for name in each.summary.metrics)
        for each in evaluations
    )
    needed = cases * _CASE_BYTES + numbers * _NUMBER_BYTES
    if needed > _MOST_BYTES:
        raise ConfigError(
            f"{len(evaluations)} evaluations of {cases:,} cases in all, with {numbers / cases:.0f} metrics, "
            f"take {needed / 1e9:.1f} GB of memory to compare, more than {_MOST_BYTES / 1e9:.0f} GB. "
            "Name fewer metrics (--metrics), or compare fewer cases"
        )


class _Verdict(msgspec.Struct, gc=False):
    outcome: Outcome
    cause: Cause | None = None


class _Verdicts(msgspec.Struct, gc=False):
    retrieval: _Verdict
    evidence: _Verdict
    answer: _Verdict
    support: _Verdict


class _Case(msgspec.Struct, gc=False):
    gold_documents: _Gold = None
    cluster: str | None = None


class _Fingerprints(msgspec.Struct, gc=False):
    """The hashes of a row, in the order of QUESTION_PARTS."""

    questions: str = _NOT_RECORDED
    gold: str = _NOT_RECORDED
    retrieval_results: str = _NOT_RECORDED
    context: str = _NOT_RECORDED
    answers: str = _NOT_RECORDED


class _Row(msgspec.Struct, gc=False):
    """What a comparison needs of a row."""

    id: str
    diagnosis: Diagnosis
    verdicts: _Verdicts
    metrics: dict[str, float | None]
    case: _Case
    fingerprints: _Fingerprints


def read_columns(
    evaluation: Evaluation, name: str, *, metrics: Collection[str] = (), with_clusters: bool = True
) -> Columns:
    """Read an evaluation.

    Args:
        evaluation: What is read.
        name: What messages call it.
        metrics: Those to hold; all when empty.
        with_clusters: Find out which cases share a gold document or a cluster.

    Raises:
        DataError: A row is broken, the rows do not all have the same metrics, or are not as many as the
            report says.
    """
    n = len(evaluation)  # so much is taken; rows that are more or fewer are refused in the end
    rows = _rows(evaluation, name)
    block = list(islice(rows, _AT_ONCE))
    names = tuple(block[0].metrics) if block else ()
    columns = Columns(
        name=name,
        manifest=evaluation.manifest,
        ids=[],
        names=(*OUTCOMES, *names),
        outcomes={outcome: np.empty(n, np.uint8) for outcome in OUTCOMES},
        metrics={metric: np.empty(n) for metric in names if not metrics or metric in metrics},
        diagnoses=np.empty(n, np.uint8),
        digests={part: np.empty(n, np.uint64) for part in QUESTION_PARTS},
        clusters=None,
    )
    cases, labels = array("q"), array("q")  # each label by which a case hangs together with others
    while block:
        place = len(columns)
        columns.ids.extend([row.id for row in block])
        if len(columns) <= n:
            _fill(columns, slice(place, len(columns)), block)
            for case, row in enumerate(block if with_clusters else (), place):
                shared = _labels(row.case)
                labels.extend(shared)
                cases.extend([case] * len(shared))
        block = list(islice(rows, _AT_ONCE))
    if len(columns) != n:
        raise DataError(f"{name}: holds {len(columns)} rows, but its report is about {n} cases")
    if not with_clusters:
        return columns
    clusters = connected(n, np.frombuffer(cases, np.int64), np.frombuffer(labels, np.int64))
    return replace(columns, clusters=clusters)


def _rows(evaluation: Evaluation, name: str) -> Iterator[_Row]:
    decode = msgspec.json.Decoder(_Row).decode
    names: tuple[str, ...] | None = None
    for number, line in enumerate(evaluation.rows.lines(), 1):
        try:
            row = decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise DataError(f"{name}, case {number}: is no row of an evaluation: {error}") from None
        if names is None:
            names = tuple(row.metrics)
        elif tuple(row.metrics) != names:
            raise DataError(f"{name}, case {number}: has other metrics than the cases before it")
        yield row


def _fill(columns: Columns, where: slice, rows: Sequence[_Row]) -> None:
    """Write rows into their places."""
    verdicts = [row.verdicts for row in rows]
    outcomes = columns.outcomes
    outcomes["retrieval"][where] = [_code(each.retrieval) for each in verdicts]
    outcomes["evidence"][where] = [_code(each.evidence) for each in verdicts]
    outcomes["answer"][where] = [_code(each.answer) for each in verdicts]
    outcomes["support"][where] = [_code(each.support) for each in verdicts]
    outcomes["passed"][where] = [_PASSED.get(row.diagnosis, 0) for row in rows]
    columns.diagnoses[where] = [_PLACES[row.diagnosis] for row in rows]
    metrics = np.array([[*row.metrics.values()] for row in rows], np.float64)  # None becomes NaN
    for name, values in zip(rows[0].metrics, metrics.T, strict=True):
        if name in columns.metrics:
            columns.metrics[name][where] = values
    for part, digests in zip(columns.digests.values(), _digests(rows, columns.name).T, strict=True):
        part[where] = digests


_PASSED: Final = {Diagnosis.PASSED: 1, Diagnosis.UNDETERMINED: UNKNOWN}  # every other is 0
_PLACES: Final = {diagnosis: place for place, diagnosis in enumerate(DIAGNOSES)}


def _code(verdict: _Verdict) -> int:
    if verdict.outcome is Outcome.UNKNOWN and verdict.cause is Cause.NOT_APPLICABLE:
        return _NOT_APPLICABLE
    return _CODES[verdict.outcome]


def _digests(rows: Sequence[_Row], name: str) -> NDArray[np.uint64]:
    """Return the first 64 bits of each hash, (n, 5)."""
    prints = [row.fingerprints for row in rows]
    digits = "".join(
        [
            f"{each.questions:.16}{each.gold:.16}{each.retrieval_results:.16}{each.context:.16}{each.answers:.16}"
            for each in prints
        ]
    )
    try:
        return np.frombuffer(bytes.fromhex(digits), ">u8").astype(np.uint64).reshape(len(rows), -1)
    except ValueError:
        raise DataError(f"{name}: a fingerprint is no SHA-256 in hexadecimal") from None


def _labels(case: _Case) -> list[int]:
    """Return a hash for each thing by which a case may hang together with others."""
    gold = case.gold_documents
    if gold is None:
        labels: list[int] = []
    elif isinstance(gold, dict):
        labels = [hash(document) for document, grade in gold.items() if grade > 0]
    else:
        labels = [hash(each) for item in gold for each in ((item,) if isinstance(item, str) else item)]
    if case.cluster is not None:
        labels.append(hash(("cluster", case.cluster)))
    return labels
