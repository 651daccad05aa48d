"""One side of a comparison: an evaluation as columns, read a row at a time and without its texts."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from ragtriage.comparison.readings import Bools
from ragtriage.errors import DataError
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.scores import ANSWER_SCORES, PLAIN_NAMES
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.metrics.names import parse
from ragtriage.metrics.rankings import Floats, Ints
from ragtriage.metrics.statistics.clusters import connected
from ragtriage.model import Cause, Diagnosis, Manifest, Outcome, Stage

__all__ = ["DIAGNOSES", "OUTCOMES", "Side", "canonical_name", "read_side", "stage_of"]

# The columns that hold outcomes; `passed` is the diagnosis.
OUTCOMES: Final = (*(stage.value for stage in Stage), "passed")
DIAGNOSES: Final = tuple(Diagnosis)
_NAN: Final = float("nan")


@dataclass(frozen=True, slots=True)
class Side:
    """One evaluation: n cases in the order of its input, c columns."""

    name: str
    manifest: Manifest
    ids: list[str]  # (n,)
    names: tuple[str, ...]  # (c,) the outcomes, then the metrics
    values: Floats  # (n, c): outcomes are 1 or 0; NaN where it is not known or does not apply
    unknown: Bools  # (n, 5): outcomes that apply and are not known
    diagnoses: NDArray[np.uint8]  # (n,) places in DIAGNOSES
    digests: NDArray[np.uint64]  # (n, 5) of each part that goes by question; 0: not recorded
    clusters: Ints  # (n,) equal numbers for cases that share a gold document or a cluster

    def __len__(self) -> int:
        """Return n."""
        return len(self.ids)

    def column(self, name: str) -> Floats:
        """Return the values of an outcome or a metric, (n,)."""
        return self.values[:, self.names.index(name)]

    def unknown_of(self, name: str) -> Bools:
        """Return where the value of a column applies and is not known, (n,); a metric's is its stage's."""
        if name in OUTCOMES:
            return self.unknown[:, OUTCOMES.index(name)]
        return self.unknown[:, OUTCOMES.index(stage_of(name))] & np.isnan(self.column(name))

    def digest(self, part: str) -> NDArray[np.uint64]:
        """Return the hashes of one part, (n,); 0 where it was not recorded."""
        return self.digests[:, QUESTION_PARTS.index(part)]

    def take(self, places: Ints) -> Side:
        """Return the cases at these places, in their order."""
        return Side(
            name=self.name,
            manifest=self.manifest,
            ids=[self.ids[place] for place in places.tolist()],
            names=self.names,
            values=self.values[places],
            unknown=self.unknown[places],
            diagnoses=self.diagnoses[places],
            digests=self.digests[places],
            clusters=self.clusters[places],
        )


def stage_of(metric: str) -> Stage:
    """Return the stage that a metric tells of: scores compare answers, all others ranked lists."""
    return Stage.ANSWER if metric in ANSWER_SCORES else Stage.RETRIEVAL


def canonical_name(name: str) -> str:
    """Return the name under which a column is held: `mrr` is `rr`.

    Raises:
        ConfigError: No outcome, score or metric is called so.

    >>> canonical_name("mrr@5"), canonical_name("answer")
    ('rr@5', 'answer')
    """
    return name if name in OUTCOMES or name in PLAIN_NAMES else str(parse(name))


class _Verdict(msgspec.Struct, gc=False):
    outcome: Outcome
    cause: Cause | None = None


class _Verdicts(msgspec.Struct, gc=False):
    retrieval: _Verdict
    evidence: _Verdict
    answer: _Verdict
    support: _Verdict


class _Case(msgspec.Struct, gc=False):
    gold_documents: dict[str, float] | tuple[str | tuple[str, ...], ...] | None = None
    cluster: str | None = None


class _Row(msgspec.Struct):
    """What a comparison needs of a row."""

    id: str
    diagnosis: Diagnosis
    verdicts: _Verdicts
    metrics: dict[str, float | None]
    case: _Case
    fingerprints: dict[str, str]


def read_side(evaluation: Evaluation, name: str) -> Side:
    """Read an evaluation into columns.

    Raises:
        DataError: A row is broken, the rows do not all have the same metrics, or are not as many as the
            report says.
    """
    decode = msgspec.json.Decoder(_Row).decode
    ids: list[str] = []
    metrics: tuple[str, ...] | None = None
    values = array("d")
    unknown, diagnoses = bytearray(), bytearray()
    digests = array("Q")
    labelled, labels = array("q"), array("q")
    for number, line in enumerate(evaluation.rows.lines(), 1):
        try:
            row = decode(line)
        except msgspec.DecodeError as error:
            raise DataError(f"{name}, case {number}: is no row of an evaluation: {error}") from None
        if metrics is None:
            metrics = tuple(row.metrics)
        elif tuple(row.metrics) != metrics:
            raise DataError(f"{name}, case {number}: has other metrics than the cases before it")
        for label in _labels(row.case):
            labelled.append(len(ids))
            labels.append(label)
        ids.append(row.id)
        verdicts = row.verdicts
        for verdict in (verdicts.retrieval, verdicts.evidence, verdicts.answer, verdicts.support):
            values.append(_VALUES[verdict.outcome])
            unknown.append(verdict.outcome is _UNKNOWN and verdict.cause is not _NOT_APPLICABLE)
        values.append(_PASSED.get(row.diagnosis, 0.0))
        unknown.append(row.diagnosis is Diagnosis.UNDETERMINED)
        values.extend([_NAN if value is None else value for value in row.metrics.values()])
        diagnoses.append(_PLACES[row.diagnosis])
        hashes = row.fingerprints
        digests.extend([int(hashes[part][:16], 16) if part in hashes else 0 for part in QUESTION_PARTS])
    n = len(ids)
    if n != len(evaluation):
        raise DataError(f"{name}: holds {n} rows, but its report is about {len(evaluation)} cases")
    names = (*OUTCOMES, *(metrics or ()))
    return Side(
        name=name,
        manifest=evaluation.manifest,
        ids=ids,
        names=names,
        values=np.frombuffer(values, np.float64).reshape(n, len(names)),
        unknown=np.frombuffer(unknown, np.bool_).reshape(n, len(OUTCOMES)),
        diagnoses=np.frombuffer(diagnoses, np.uint8),
        digests=np.frombuffer(digests, np.uint64).reshape(n, len(QUESTION_PARTS)),
        clusters=connected(n, np.frombuffer(labelled, np.int64), np.frombuffer(labels, np.int64)),
    )


_UNKNOWN: Final = Outcome.UNKNOWN
_NOT_APPLICABLE: Final = Cause.NOT_APPLICABLE
_VALUES: Final = {Outcome.PASS: 1.0, Outcome.FAIL: 0.0, Outcome.UNKNOWN: _NAN}
_PASSED: Final = {Diagnosis.PASSED: 1.0, Diagnosis.UNDETERMINED: _NAN}  # every other is 0
_PLACES: Final = {diagnosis: place for place, diagnosis in enumerate(DIAGNOSES)}


def _labels(case: _Case) -> Iterator[int]:
    """Yield a hash for each thing by which a case may hang together with others."""
    if case.cluster is not None:
        yield hash(("cluster", case.cluster))
    gold = case.gold_documents
    if gold is None:
        return
    if isinstance(gold, dict):
        for document, grade in gold.items():
            if grade > 0:
                yield hash(document)
        return
    for item in gold:
        if isinstance(item, str):
            yield hash(item)
        else:
            yield from map(hash, item)
