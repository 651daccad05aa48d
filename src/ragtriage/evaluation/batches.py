"""Batches: pairs of cases and traces with their hits, a few thousand at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from ragtriage.batch import (
    Batch,
    Meeting,
    NearIds,
    Pair,
    gold_ranks,
    has_own,
    hits,
    repeated,
    retrieved_ids,
    with_meaning,
    without_own,
)
from ragtriage.evaluation.oddities import OWN_LEFT_OUT, Oddities
from ragtriage.model import Case, Hits, Settings, Trace, Unit
from ragtriage.text.abstention import Abstention, OwnPattern, abstains

__all__ = ["BATCH_SIZE", "Noted", "Watch", "batches"]

# Large enough that a formula over arrays costs little a case, small enough to be forgotten soon.
BATCH_SIZE: Final = 1024


@dataclass(frozen=True, slots=True)
class Noted:
    """A batch, and what was noticed of each of its cases."""

    batch: Batch
    notes: Sequence[tuple[str, ...]]  # (n,)


@dataclass(slots=True)
class Watch:
    """What is watched over all batches, for the warnings at the end."""

    meeting: Meeting
    missing: int = 0  # cases without a trace
    repeated: int = 0  # cases in which something was retrieved more than once
    repeated_gold: int = 0  # cases in which a gold id is given more than once
    # cases with empty gold or empty expected answers that are not said to be unanswerable
    unlabelled: int = 0
    shallow: int = 0  # cases whose recorded context is longer than k
    compared: int = 0  # cases with gold and a retrieved list
    alike: int = 0  # of these, those in which what was retrieved is the gold and nothing else
    oddities: Oddities = field(default_factory=Oddities)
    near: NearIds = field(default_factory=NearIds)

    def absorb(self, later: Watch) -> None:
        """Take in what was watched over the batches that follow.

        Raises:
            AlignmentError: The ids do not meet in enough cases to be sure that it is no coincidence.
        """
        self.meeting.absorb(later.meeting)
        self.missing += later.missing
        self.repeated += later.repeated
        self.repeated_gold += later.repeated_gold
        self.unlabelled += later.unlabelled
        self.shallow += later.shallow
        self.compared += later.compared
        self.alike += later.alike
        self.oddities.absorb(later.oddities)
        self.near.absorb(later.near)


def batches(
    pairs: Iterable[Pair], settings: Settings, watch: Watch, patterns: Sequence[OwnPattern] = ()
) -> Iterator[Noted]:
    """Yield the pairs in batches, in their order."""
    each = iter(pairs)
    while (noted := _batch(islice(each, BATCH_SIZE), settings, watch, patterns)).notes:
        yield noted


# Each pair is looked at as soon as it is read: its ids are still in the processor's cache.
def _batch(pairs: Iterable[Pair], settings: Settings, watch: Watch, patterns: Sequence[OwnPattern]) -> Noted:
    cases: list[Case] = []
    traces: list[Trace] = []
    ranks: list[dict[str, int] | None] = []
    found: list[Hits | None] = []
    notes: list[tuple[str, ...]] = []
    unit, k, level = settings.unit, settings.k, settings.level
    for case, trace, noted, is_missing, more in pairs:
        watch.missing += is_missing
        watch.repeated_gold += bool(noted)  # a reader notes nothing else
        if more:
            noted = noted + more  # noqa: PLW2901 - all of them
        case = with_meaning(case, settings)  # noqa: PLW2901 - the case as it is meant
        case_ranks = case_hits = None
        ids = retrieved_ids(trace, unit)
        unique = () if ids is None else set(ids)
        if ids is not None and len(unique) < len(ids):
            twice = repeated(trace)
            if twice:
                watch.repeated += 1
                noted = noted + twice  # noqa: PLW2901
        if ids is not None and has_own(trace, unique, unit, case.id):
            watch.oddities.see_own(case, level)
            if settings.ignore_identical_ids:
                ids = without_own(trace, ids, case.id)
                unique = set(ids)
                noted = (*noted, OWN_LEFT_OUT)  # noqa: PLW2901
        gold = case.gold_documents
        if gold is not None and ids is not None and gold.grades:
            case_ranks = gold_ranks(gold, ids, unique)
            case_hits = hits(gold, case_ranks, retrieved=len(ids))
            watch.oddities.see_grades(case, case_hits.ideal, level)
            watch.near.watch([item for item in gold.grades if item not in case_ranks], ids)
            watch.compared += 1
            watch.alike += len(case_hits.ranks) == len(case_hits.ideal) == len(ids)
            if not watch.meeting.is_settled:
                others = retrieved_ids(trace, Unit.CHUNK if unit is Unit.DOCUMENT else Unit.DOCUMENT)
                watch.meeting.watch(gold, ids, others or (), has_hit=bool(case_ranks))
        if k is not None and trace.context is not None and len(trace.context) > k:
            watch.shallow += 1
        watch.unlabelled += _is_unlabelled(case)
        cases.append(case)
        traces.append(trace)
        ranks.append(case_ranks)
        found.append(case_hits)
        notes.append(noted)
    batch = Batch(
        cases=cases,
        traces=traces,
        ranks=ranks,
        hits=found,
        abstained=[_declines(case, trace, patterns) for case, trace in zip(cases, traces, strict=True)],
        settings=settings,
    )
    return Noted(batch, notes)


def _declines(case: Case, trace: Trace, patterns: Sequence[OwnPattern]) -> bool:
    answer = trace.answer
    if answer is not None and not isinstance(answer, str):
        return False
    return abstains(answer, patterns, question=case.question) is Abstention.YES


def _is_unlabelled(case: Case) -> bool:
    """Tell whether labels are given and empty, without a word that the question is unanswerable."""
    return case.answerable and (
        case.expected_answers == () or (case.gold_documents is not None and not case.gold_documents.grades)
    )
