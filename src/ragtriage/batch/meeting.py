"""Do the gold ids and the retrieved ids meet at all? Ids of two different kinds give no recall of 0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ragtriage.batch.near_ids import nearest
from ragtriage.errors import AlignmentError
from ragtriage.model import Gold, Unit

__all__ = ["Meeting"]

# From this many cases on, ids that never meet are an error; below, a warning.
_ENOUGH: Final = 20
# After this many cases the question is settled, so that the ids that are held stay few.
_SETTLED: Final = 20_000


class Meeting:
    """Watches the ids of the cases that have both gold and a retrieved list.

    Args:
        unit: What gold ids name.
        is_allowed: That they never meet is a warning and no error.
        is_part: It watches a part of the cases, which settles nothing; see `absorb`.
    """

    def __init__(self, unit: Unit, *, is_allowed: bool, is_part: bool = False) -> None:
        self._unit = unit
        self._is_allowed = is_allowed
        self._is_part = is_part
        self._is_met = False
        self._cases = 0
        self._gold: dict[str, None] = {}
        self._retrieved: dict[str, None] = {}
        self._others: set[str] = set()

    @property
    def is_settled(self) -> bool:
        """Whether a gold id was found among the retrieved ones, so that nothing need be watched."""
        return self._is_met

    def watch(
        self, gold: Gold, ids: Sequence[str | None], others: Sequence[str | None], *, has_hit: bool
    ) -> None:
        """Take note of one case; `others` are the ids of the other unit, where the trace has them."""
        if self._is_met:
            return
        self._cases += 1
        if has_hit:
            self._is_met = True
        else:
            self._gold.update(dict.fromkeys(gold.grades))
            self._retrieved.update(dict.fromkeys(item for item in ids if item is not None))
            self._others.update(item for item in others if item is not None)
        self._settle()

    def absorb(self, later: Meeting) -> None:
        """Take in what was watched of the cases that follow.

        Raises:
            AlignmentError: They do not meet in enough cases to be sure that it is no coincidence.
        """
        if self._is_met:
            return
        self._is_met = later._is_met
        self._cases += later._cases
        self._gold.update(later._gold)
        self._retrieved.update(later._retrieved)
        self._others.update(later._others)
        self._settle()

    def _settle(self) -> None:
        """Forget the ids where they need not be watched any longer."""
        if not self._is_met and self._cases >= _SETTLED and not self._is_part:
            self.check()
            self._is_met = True
        if self._is_met:
            self._gold, self._retrieved, self._others = {}, {}, set()

    def check(self) -> str | None:
        """Return a warning when the ids do not meet, None when they do or nothing was watched.

        Raises:
            AlignmentError: They do not meet in enough cases to be sure that it is no coincidence.
        """
        if self._is_met or not self._cases or not self._gold or self._gold.keys() & self._retrieved.keys():
            return None
        problem = self._problem()
        if self._cases >= _ENOUGH and not self._is_allowed:
            raise AlignmentError(f"{problem} (--allow-disjoint-ids insists)")
        return problem

    def _problem(self) -> str:
        gold, retrieved = next(iter(self._gold)), next(iter(self._retrieved), None)
        if self._others and self._gold.keys() & self._others:
            other = Unit.CHUNK if self._unit is Unit.DOCUMENT else Unit.DOCUMENT
            shared = min(self._gold.keys() & self._others)
            return (
                f"the ids do not meet: gold ids such as {shared!r} are {other} ids, and {self._unit} ids "
                f"such as {retrieved!r} were compared; use --unit {other}"
            )
        found = "nothing was retrieved" if retrieved is None else f"retrieved ids are like {retrieved!r}"
        near = next(nearest(self._gold, list(self._retrieved)), None)
        if near is not None:
            found += f"; {near.gold!r} and {near.retrieved!r} differ only in {near.difference}"
        return (
            f"the ids do not meet: in {self._cases} cases no gold id is among the retrieved ids; gold ids "
            f"are like {gold!r}, {found}; are they ids of the same kind?"
        )
