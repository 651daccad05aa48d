"""What changed between two retrieved lists: what came, what went, and what moved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import msgspec

from ragtriage.model import (
    Case,
    CaseResult,
    EvidenceDetail,
    RankedTrace,
    RetrievalDetail,
    Retrieved,
    Settings,
    Trace,
    Unit,
    is_relevant,
)
from ragtriage.reports.html.texts import Mark, Run, language_of, marked
from ragtriage.reports.inert import inert

__all__ = ["Entry", "Lists", "lists_of", "matched"]

_MOST_ENTRIES = 20  # of each list; what is deeper is counted
_MOST_TEXT = 280  # characters of an entry
_MOST_ID = 400


class Entry(msgspec.Struct, omit_defaults=True):
    """One entry of a ranked list, and where it stands on the other side."""

    rank: int
    ids: tuple[str, ...]
    other: int | None = None  # its rank on the other side; None: it is not there
    is_gold: bool = False
    is_past: bool = False  # past the cutoff
    is_other_text: bool = False  # the text of the same id is not the same
    text: list[Run] | None = None  # None: not recorded
    lang: str = ""


class Lists(msgspec.Struct):
    """Both lists, the first entries of each; None where one was not recorded."""

    baseline: list[Entry] | None
    candidate: list[Entry] | None
    left_out: tuple[int, int]  # entries that are not shown, on either side
    came: int
    went: int
    moved: int
    gold: list[tuple[str, int | None, int | None]]  # gold ids, and the rank of each on both sides


class _Item(NamedTuple):
    """One entry as both sides are matched by it."""

    rank: int
    document_id: str | None
    chunk_id: str | None
    text: str | None
    marks: tuple[Mark, ...] = ()


def lists_of(baseline: CaseResult, candidate: CaseResult, settings: Settings) -> Lists:
    """Return both lists of a case, entry by entry matched with the other."""
    one, other = _items(baseline, settings.unit), _items(candidate, settings.unit)
    there = matched(one or [], other or [], settings.unit)
    back = {place: i for i, place in there.items()}
    gold = _gold(baseline.case, settings.level)
    is_known = one is not None and other is not None
    moves = zip(one or [], _twins(one or [], other, there), strict=True)
    return Lists(
        baseline=None
        if one is None
        else _entries(one, _twins(one, other, there), gold=gold, settings=settings, case=baseline.case),
        candidate=None
        if other is None
        else _entries(other, _twins(other, one, back), gold=gold, settings=settings, case=candidate.case),
        left_out=(max(0, len(one or ()) - _MOST_ENTRIES), max(0, len(other or ()) - _MOST_ENTRIES)),
        came=len(other) - len(there) if is_known and other is not None else 0,
        went=len(one) - len(there) if is_known and one is not None else 0,
        moved=sum(twin is not None and item.rank != twin.rank for item, twin in moves),
        gold=[
            (inert(name)[:_MOST_ID], _rank(baseline, name), _rank(candidate, name)) for name in sorted(gold)
        ],
    )


def matched(one: Sequence[_Item], other: Sequence[_Item], unit: Unit) -> dict[int, int]:
    """Return which entry of one list is which of the other, by place; no entry is matched twice.

    First those with the same ids; then those of the same document (or chunk) in their order, as chunks of
    another size have other ids.
    """
    found: dict[int, int] = {}
    keys: tuple[Callable[[_Item], Hashable], ...] = (
        lambda item: (item.document_id, item.chunk_id) if item.chunk_id is not None else None,
        lambda item: item.document_id if unit is Unit.DOCUMENT else item.chunk_id,
    )
    for key in keys:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        taken = set(found.values())
        for place, item in enumerate(other):
            if place not in taken and key(item) is not None:
                waiting[key(item)].append(place)
        for place, item in enumerate(one):
            if place not in found and waiting.get(key(item)):
                found[place] = waiting[key(item)].pop(0)
    return found


def _items(result: CaseResult, unit: Unit) -> list[_Item] | None:
    trace = result.trace
    if isinstance(trace, RankedTrace):
        return [_Item(hit.rank, hit.document_id, None, None) for hit in trace.hits]
    if trace.retrieved is None:
        return None
    marks = _marks(result, trace)
    by_document = unit is Unit.DOCUMENT
    entries: tuple[str | Retrieved, ...] = trace.retrieved
    return [_item(rank, entry, marks, by_document=by_document) for rank, entry in enumerate(entries, 1)]


def _item(rank: int, entry: str | Retrieved, marks: dict[int, list[Mark]], *, by_document: bool) -> _Item:
    if isinstance(entry, str):
        return _Item(rank, entry if by_document else None, None if by_document else entry, None)
    return _Item(rank, entry.document_id, entry.chunk_id, entry.text, tuple(marks.get(rank - 1, ())))


def _marks(result: CaseResult, trace: Trace) -> dict[int, list[Mark]]:
    """Return where evidence stands in what was retrieved; where a context was recorded it stands in that."""
    marks: dict[int, list[Mark]] = defaultdict(list)
    detail = result.verdicts.evidence.detail
    if trace.context is None and isinstance(detail, EvidenceDetail):
        for places in detail.places:
            for place in places:
                marks[place.chunk].append(Mark(place.start, place.end, "e"))
    return marks


def _twins(
    items: Sequence[_Item], others: Sequence[_Item] | None, there: dict[int, int]
) -> list[_Item | None]:
    """Return for each entry what it is on the other side."""
    return [
        others[there[place]] if others is not None and place in there else None for place in range(len(items))
    ]


def _entries(
    items: Sequence[_Item],
    twins: Sequence[_Item | None],
    *,
    gold: frozenset[str],
    settings: Settings,
    case: Case,
) -> list[Entry]:
    return [
        Entry(
            rank=item.rank,
            ids=tuple(
                inert(name)[:_MOST_ID] for name in (item.document_id, item.chunk_id) if name is not None
            ),
            other=None if twin is None else twin.rank,
            is_gold=(item.document_id if settings.unit is Unit.DOCUMENT else item.chunk_id) in gold,
            is_past=settings.k is not None and item.rank > settings.k,
            is_other_text=twin is not None and None not in {item.text, twin.text} and twin.text != item.text,
            text=None if item.text is None else marked(item.text, item.marks, limit=_MOST_TEXT),
            lang="" if item.text is None else language_of(item.text, case.language),
        )
        for item, twin in zip(items[:_MOST_ENTRIES], twins, strict=False)
    ]


def _gold(case: Case, level: int) -> frozenset[str]:
    grades = {} if case.gold_documents is None else case.gold_documents.grades
    return frozenset(name for name, grade in grades.items() if is_relevant(grade, level))


def _rank(result: CaseResult, name: str) -> int | None:
    detail = result.verdicts.retrieval.detail
    return detail.ranks.get(name) if isinstance(detail, RetrievalDetail) else None
