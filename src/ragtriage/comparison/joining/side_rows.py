"""Rows of an evaluation as columns: decoded one after the other, a few thousand at a time."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import nan
from typing import Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from ragtriage.comparison.readings import Bools
from ragtriage.comparison.sides import DIAGNOSES, OUTCOMES, Side
from ragtriage.errors import DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.model import Cause, Diagnosis, Outcome

__all__ = ["Labels", "SideRows"]

_AT_ONCE: Final = 1 << 12  # rows
_NOT_RECORDED: Final = "0" * 16
_Gold: TypeAlias = dict[str, float] | tuple[str | tuple[str, ...], ...] | None


class Labels(NamedTuple):
    """By what cases may hang together with others: their gold documents and clusters, as hashes."""

    cases: Ints  # (m,), the places of the cases
    labels: Ints  # (m,)


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


class SideRows:
    """The rows of one evaluation, to be read once.

    Args:
        evaluation: Whose they are.
        name: What messages call it.
        with_labels: Yield too what cases may share.
    """

    def __init__(self, evaluation: Evaluation, name: str, *, with_labels: bool) -> None:
        self._evaluation = evaluation
        self._name = name
        self._with_labels = with_labels
        self._metrics: tuple[str, ...] | None = None
        self._kinds = _Kinds()

    @property
    def names(self) -> tuple[str, ...]:
        """The columns; the metrics are known once a row was read."""
        return (*OUTCOMES, *(self._metrics or ()))

    def read(self) -> Iterator[tuple[Side, Labels | None]]:
        """Yield the cases, some thousand at a time.

        Raises:
            DataError: A row is broken, the rows do not all have the same metrics, or are not as many as the
                report says.
        """
        rows = self._rows()
        n = 0
        while some := list(islice(rows, _AT_ONCE)):
            yield self._side(some, n), _labels(some, n) if self._with_labels else None
            n += len(some)
        if n != len(self._evaluation):
            raise DataError(
                f"{self._name}: holds {n} rows, but its report is about {len(self._evaluation)} cases"
            )

    def _rows(self) -> Iterator[_Row]:
        decode = msgspec.json.Decoder(_Row).decode
        for number, line in enumerate(self._evaluation.rows.lines(), 1):
            try:
                row = decode(line)
            except (msgspec.DecodeError, RecursionError) as error:
                raise DataError(f"{self._name}, case {number}: is no row of an evaluation: {error}") from None
            if self._metrics is None:
                self._metrics = tuple(row.metrics)
            elif tuple(row.metrics) != self._metrics:
                raise DataError(f"{self._name}, case {number}: has other metrics than the cases before it")
            yield row

    def _side(self, rows: Sequence[_Row], start: int) -> Side:
        kinds = np.array([self._kinds.number(row) for row in rows])
        metrics = np.array([[*row.metrics.values()] for row in rows], np.float64)  # None becomes NaN
        known = self._kinds.known()
        return Side(
            ids=[row.id for row in rows],
            places=np.arange(start, start + len(rows)),
            names=self.names,
            values=np.concatenate([known.values[kinds], metrics.reshape(len(rows), -1)], axis=1),
            unknown=known.unknown[kinds],
            diagnoses=known.diagnoses[kinds],
            digests=self._digests(rows),
        )

    def _digests(self, rows: Sequence[_Row]) -> NDArray[np.uint64]:
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
            raise DataError(f"{self._name}: a fingerprint is no SHA-256 in hexadecimal") from None


class _Known(NamedTuple):
    """What each kind of row is to a comparison; k kinds."""

    values: Floats  # (k, 5)
    unknown: Bools  # (k, 5)
    diagnoses: NDArray[np.uint8]  # (k,)


class _Kinds:
    """Rows by their outcomes, causes and diagnosis; rows are many, and kinds few."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[Outcome | Cause | Diagnosis | None, ...], int] = {}
        self._values: list[list[float]] = []
        self._unknown: list[list[bool]] = []
        self._diagnoses: list[int] = []

    def number(self, row: _Row) -> int:
        """Return the number of a row's kind."""
        verdicts = row.verdicts
        one, two, three, four = verdicts.retrieval, verdicts.evidence, verdicts.answer, verdicts.support
        kind = (
            *(one.outcome, one.cause, two.outcome, two.cause),
            *(three.outcome, three.cause, four.outcome, four.cause, row.diagnosis),
        )
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = len(self._values)
            every = (one, two, three, four)
            self._values.append([*(_VALUES[each.outcome] for each in every), _PASSED.get(row.diagnosis, 0.0)])
            self._unknown.append([*map(_is_unknown, every), row.diagnosis is Diagnosis.UNDETERMINED])
            self._diagnoses.append(DIAGNOSES.index(row.diagnosis))
        return number

    def known(self) -> _Known:
        """Return what the kinds so far are."""
        return _Known(np.array(self._values), np.array(self._unknown), np.array(self._diagnoses, np.uint8))


_VALUES: Final = {Outcome.PASS: 1.0, Outcome.FAIL: 0.0, Outcome.UNKNOWN: nan}
_PASSED: Final = {Diagnosis.PASSED: 1.0, Diagnosis.UNDETERMINED: nan}  # every other is 0


def _is_unknown(verdict: _Verdict) -> bool:
    return verdict.outcome is Outcome.UNKNOWN and verdict.cause is not Cause.NOT_APPLICABLE


def _labels(rows: Sequence[_Row], start: int) -> Labels:
    """Return a hash for each thing by which the cases may hang together with others."""
    cases, labels = array("q"), array("q")
    for place, row in enumerate(rows, start):
        found = [*map(hash, _gold_ids(row.case.gold_documents))]
        if row.case.cluster is not None:
            found.append(hash(("cluster", row.case.cluster)))
        labels.extend(found)
        cases.extend([place] * len(found))
    return Labels(np.array(cases, np.int64), np.array(labels, np.int64))


def _gold_ids(gold: _Gold) -> Iterable[str]:
    if gold is None:
        return ()
    if isinstance(gold, dict):
        return [document for document, grade in gold.items() if grade > 0]
    return [each for item in gold for each in ((item,) if isinstance(item, str) else item)]
