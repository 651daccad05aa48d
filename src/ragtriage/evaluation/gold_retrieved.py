"""Seeing that what was retrieved is the gold in every case: a system that is evaluated against itself."""

from __future__ import annotations

from dataclasses import dataclass

from ragtriage.batch import gold_ranks, hits, retrieved_ids
from ragtriage.model import Case, Trace, Unit

__all__ = ["GoldRetrieved"]


@dataclass(slots=True)
class GoldRetrieved:
    """Watches cases go by.

    Args:
        unit: What gold ids name.

    Example:
        >>> from ragtriage.model import Gold
        >>> watch = GoldRetrieved()
        >>> for name in "ab":
        ...     case = Case(id=name, question="?", gold_documents=Gold(grades={name: 1}))
        ...     watch.see(case, Trace(id=name, retrieved=(name,)))
        >>> watch.warning()[:30]
        'in all 2 cases that have both,'
    """

    unit: Unit = Unit.DOCUMENT
    compared: int = 0  # cases with gold and a retrieved list
    is_same: bool = True

    def see(self, case: Case, trace: Trace | None) -> None:
        """Take in a case; once one of them differs, the others matter no more."""
        gold = case.gold_documents
        if not self.is_same or gold is None or not gold.grades or trace is None:
            return
        ids = retrieved_ids(trace, self.unit)
        if ids is None:
            return
        self.compared += 1
        found = hits(gold, gold_ranks(gold, ids), retrieved=len(ids))
        self.is_same = len(found.ranks) == len(found.ideal) == len(ids)

    def warning(self) -> str | None:
        """Say so where it holds in every case; one case alone says nothing."""
        if self.compared < 2 or not self.is_same:
            return None
        return (
            f"in all {self.compared:,} cases that have both, what was retrieved is the gold and nothing "
            "else: the system may be evaluated against itself"
        )
