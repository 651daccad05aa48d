"""Which one column would tell most where nothing is labelled: each is tried with every outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from ragtriage.evaluation.findings import is_labelled
from ragtriage.model import (
    AnswerDetail,
    CaseResult,
    Cause,
    Diagnosed,
    Outcome,
    RankedTrace,
    Retrieved,
    Stage,
    State,
    Trace,
    Verdict,
    Verdicts,
)
from ragtriage.model.words import Word
from ragtriage.verdicts.diagnosis import Doubt, diagnose_verdicts

__all__ = ["Column", "ColumnGain", "Unlabelled"]


class Column(Word):
    """What somebody could label; what is written down soonest comes first.

    Evidence tells nothing that expected answers do not: where there are texts, those are looked for in them.
    """

    EXPECTED_ANSWERS = "expected_answers"
    GOLD_DOCUMENTS = "gold_documents"


# What can be judged once a column is there.
_JUDGED: Final = {
    Column.EXPECTED_ANSWERS: (Stage.ANSWER, Stage.EVIDENCE),
    Column.GOLD_DOCUMENTS: (Stage.RETRIEVAL,),
}


class ColumnGain(NamedTuple):
    """What one column could tell.

    Args:
        column: Its name.
        judged: The verdicts that it lets be reached in any case.
        settles: Cases whose stage it names, however these verdicts turn out.
        may_settle: Cases whose stage it names if they turn out one way.
        narrows: Cases of which it leaves fewer stages possible, if they turn out one way.
    """

    column: Column
    judged: frozenset[Stage]
    settles: int
    may_settle: int
    narrows: int


class _Judged(NamedTuple):
    outcome: Outcome
    certain: bool
    cause: Cause | None


class _Kind(NamedTuple):
    """What counts of a case; cases are many, and kinds few."""

    retrieval: _Judged
    evidence: _Judged
    answer: _Judged
    support: _Judged
    abstained: bool
    may_decline: bool
    has_ids: bool


class Unlabelled:
    """Takes cases in as long as none of them has a label."""

    def __init__(self) -> None:
        self._kinds: Counter[_Kind] | None = Counter()  # None once something is labelled

    def add(self, results: Sequence[CaseResult]) -> None:
        """Take in a batch."""
        if self._kinds is None:
            return
        if any(is_labelled(result.case) for result in results):
            self._kinds = None
            return
        self._kinds.update(map(_kind, results))

    def absorb(self, later: Unlabelled) -> None:
        """Take in the cases that follow."""
        if self._kinds is None or later._kinds is None:
            self._kinds = None
        else:
            self._kinds.update(later._kinds)

    def best(self) -> ColumnGain | None:
        """Return the column that would tell most; None where something is labelled, or no column tells more.

        Cases that it settles however they turn out count before those that it may settle, and these before
        those in which it leaves less open.
        """
        gains = [_gain(column, self._kinds or {}) for column in Column]
        best = max(gains, key=lambda gain: (gain.settles, gain.may_settle, gain.narrows))
        return best if best.may_settle or best.narrows else None


def _kind(result: CaseResult) -> _Kind:
    verdicts, trace = result.verdicts, result.trace
    detail = verdicts.answer.detail
    return _Kind(
        _judged(verdicts.retrieval),
        _judged(verdicts.evidence),
        _judged(verdicts.answer),
        _judged(verdicts.support),
        result.abstained,
        isinstance(detail, AnswerDetail) and detail.is_possibly_abstained,
        _has_ids(trace),
    )


def _judged(verdict: Verdict) -> _Judged:
    return _Judged(verdict.outcome, verdict.certain, verdict.cause)


def _has_ids(trace: Trace | RankedTrace) -> bool:
    """Whether gold ids could be held against what was retrieved."""
    if isinstance(trace, RankedTrace):
        return True
    items = trace.retrieved
    return items is not None and (
        not items
        or any(not isinstance(item, Retrieved) or (item.document_id or item.chunk_id) for item in items)
    )


def _gain(column: Column, kinds: Counter[_Kind] | dict[_Kind, int]) -> ColumnGain:
    settles = may_settle = narrows = 0
    judged: set[Stage] = set()
    for kind, n in kinds.items():
        before = _diagnosed(kind, {})
        stages = [stage for stage in _JUDGED[column] if _would_be_judged(kind, stage)]
        if before.state is not State.OPEN or not stages:
            continue
        judged.update(stages)
        after = [_diagnosed(kind, outcomes) for outcomes in _outcomes(kind, stages)]
        is_settled = [diagnosed.state is not State.OPEN for diagnosed in after]
        fewest = min(len(diagnosed.possible_stages) for diagnosed in after)
        settles += n * all(is_settled)
        may_settle += n * any(is_settled)
        narrows += n * (any(is_settled) or fewest < len(before.possible_stages))
    return ColumnGain(column, frozenset(judged), settles, may_settle, narrows)


def _would_be_judged(kind: _Kind, stage: Stage) -> bool:
    judged = dict(zip(Stage, kind[:4], strict=True))[stage]
    return judged.cause is Cause.NOT_LABELLED and (stage is not Stage.RETRIEVAL or kind.has_ids)


def _outcomes(kind: _Kind, stages: Sequence[Stage]) -> Iterator[dict[Stage, Outcome]]:
    """Yield every way in which the verdicts may turn out; whoever declined did not answer rightly."""
    possible = [
        (Outcome.FAIL,) if stage is Stage.ANSWER and kind.abstained else (Outcome.PASS, Outcome.FAIL)
        for stage in stages
    ]
    for outcomes in product(*possible):
        yield dict(zip(stages, outcomes, strict=True))


def _diagnosed(kind: _Kind, outcomes: dict[Stage, Outcome]) -> Diagnosed:
    verdicts = {
        stage.value: Verdict(outcome=outcomes[stage], method="")
        if stage in outcomes
        else Verdict(outcome=judged.outcome, certain=judged.certain, cause=judged.cause, method="")
        for stage, judged in zip(Stage, kind[:4], strict=True)
    }
    is_right = outcomes.get(Stage.ANSWER) is Outcome.PASS
    doubt = Doubt.POSSIBLY_DECLINED if kind.may_decline and not is_right else Doubt.NONE
    return diagnose_verdicts(Verdicts(**verdicts), answerable=True, abstained=kind.abstained, doubt=doubt)
