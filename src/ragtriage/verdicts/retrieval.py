"""Retrieval: did the right documents come back within the cutoff?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from ragtriage.batch import Batch
from ragtriage.model import (
    Case,
    Cause,
    Condition,
    Outcome,
    RankedTrace,
    RetrievalDetail,
    Settings,
    Stage,
    Trace,
    Verdict,
    is_relevant,
)

__all__ = ["RetrievalJudge", "judge_retrieval"]

# How many ids a reason names before it counts the rest.
_NAMED: Final = 5


@dataclass(frozen=True, slots=True)
class RetrievalJudge:
    """Judges retrieval by the ranks at which gold ids came back."""

    @property
    def stage(self) -> Stage:
        """Retrieval."""
        return Stage.RETRIEVAL

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        return [
            judge_retrieval(case, ranks, batch.settings, came_without_ids=_has_texts(trace))
            if ranks is None
            else judge_retrieval(case, ranks, batch.settings)
            for case, ranks, trace in zip(batch.cases, batch.ranks, batch.traces, strict=True)
        ]


_NOT_APPLICABLE: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="gold ids",
    reason="the question cannot be answered from the corpus, and no gold ids are given",
    cause=Cause.NOT_APPLICABLE,
)
_NOT_LABELLED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="gold ids",
    reason="no gold ids are given",
    cause=Cause.NOT_LABELLED,
)
_NOT_RELEVANT: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="gold ids",
    reason="no gold id has a grade that counts as relevant",
    cause=Cause.NOT_LABELLED,
)
_NOT_RECORDED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="gold ids",
    reason="what was retrieved was not recorded",
    cause=Cause.NOT_RECORDED,
)


# What is missing are the ids alone.
_WITHOUT_IDS: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="gold ids",
    reason="what came back has no ids to hold against gold",
    cause=Cause.NOT_RECORDED,
)


def judge_retrieval(
    case: Case, ranks: Mapping[str, int] | None, settings: Settings, *, came_without_ids: bool = False
) -> Verdict:
    """Return whether the gold ids within the cutoff satisfy the condition.

    The score is recall at the cutoff, in items: a group of gold ids is one item. `all` needs a recall of
    1, `any` one item; groups need one id of each, unless `any` is asked for.

    Args:
        case: With or without gold ids.
        ranks: Gold ids that came back, with their 1-based rank; None where gold is not labelled or the
            retrieved list was not recorded.
        settings: Cutoff, condition and the lowest grade that counts as relevant.
        came_without_ids: What came back was recorded, as texts alone.
    """
    gold = case.gold_documents
    if gold is None or not gold.grades:
        return _NOT_LABELLED if case.answerable else _NOT_APPLICABLE
    if ranks is None:
        return _WITHOUT_IDS if came_without_ids else _NOT_RECORDED
    k = settings.k
    method = _method(settings.condition, k, has_groups=bool(gold.groups))
    if len(gold.grades) == len(ranks) == 1:
        # most cases have one gold id, and most of those came back
        ((item, rank),) = ranks.items()
        if (k is None or rank <= k) and gold.grades[item] >= settings.level:
            detail = RetrievalDetail(ranks={item: rank}, missing=())
            return Verdict(outcome=Outcome.PASS, score=1.0, method=method, detail=detail)
    if gold.groups:
        return _judge_groups(gold.groups, ranks, settings, method)
    items = [item for item, grade in gold.grades.items() if is_relevant(grade, settings.level)]
    return _judge_items(items, ranks, settings, method) if items else _NOT_RELEVANT


def _has_texts(trace: Trace | RankedTrace) -> bool:
    """Whether a retrieved list was recorded; whoever asks knows that it has no ids."""
    return isinstance(trace, Trace) and trace.retrieved is not None


def _judge_items(items: Sequence[str], ranks: Mapping[str, int], settings: Settings, method: str) -> Verdict:
    """Judge ids of which each counts by itself; they differ."""
    k = settings.k
    found = {item: ranks[item] for item in items if item in ranks}
    missing = () if len(found) == len(items) else tuple([item for item in items if item not in found])
    unmet = missing if k is None else [item for item in items if item not in found or found[item] > k]
    score = (len(items) - len(unmet)) / len(items)
    if not unmet or (settings.condition is Condition.ANY and score):
        detail = RetrievalDetail(ranks=found, missing=missing)
        return Verdict(outcome=Outcome.PASS, score=score, method=method, detail=detail)
    fault = "recall" if len(unmet) == len(missing) else "ranking"
    named = [_named(item, found.get(item)) for item in unmet[:_NAMED]]
    detail = RetrievalDetail(ranks=found, missing=missing, fault=fault)
    return Verdict(
        outcome=Outcome.FAIL, score=score, method=method, reason=_reason(named, len(unmet), k), detail=detail
    )


def _judge_groups(
    groups: Sequence[tuple[str, ...]], ranks: Mapping[str, int], settings: Settings, method: str
) -> Verdict:
    """Judge groups of ids: one id of each is needed."""
    k = settings.k
    places = [min([ranks[member] for member in group if member in ranks], default=None) for group in groups]
    unmet = [
        (group, rank)
        for group, rank in zip(groups, places, strict=True)
        if rank is None or (k is not None and rank > k)
    ]
    members = dict.fromkeys([member for group in groups for member in group])
    found = {member: ranks[member] for member in members if member in ranks}
    missing = tuple([member for member in members if member not in found])
    score = (len(groups) - len(unmet)) / len(groups)
    if not unmet or (settings.condition is Condition.ANY and score):
        detail = RetrievalDetail(ranks=found, missing=missing)
        return Verdict(outcome=Outcome.PASS, score=score, method=method, detail=detail)
    fault = "recall" if all(rank is None for _, rank in unmet) else "ranking"
    named = [
        _named(group[0] if len(group) == 1 else f"any of {', '.join(group)}", rank)
        for group, rank in unmet[:_NAMED]
    ]
    detail = RetrievalDetail(ranks=found, missing=missing, fault=fault)
    return Verdict(
        outcome=Outcome.FAIL, score=score, method=method, reason=_reason(named, len(unmet), k), detail=detail
    )


@cache
def _method(condition: Condition, k: int | None, *, has_groups: bool) -> str:
    at = "" if k is None else f"@{k}"
    if condition is Condition.ANY:
        return f"hit{at} >= 1"
    return f"groups{at} >= 1" if has_groups else f"recall{at} >= 1"


def _reason(named: Sequence[str], unmet: int, k: int | None) -> str:
    """Say which gold did not come back, and which came back too late."""
    more = f" and {unmet - len(named)} more" if unmet > len(named) else ""
    within = "" if k is None else f" within the first {k}"
    return f"not retrieved{within}: {', '.join(named)}{more}"


def _named(name: str, rank: int | None) -> str:
    return name if rank is None else f"{name} (came at rank {rank})"
