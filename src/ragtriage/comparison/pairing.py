"""Pairing two sides: which cases are the same on both, and what differs where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ragtriage.comparison.readings import Bools
from ragtriage.comparison.sides import Side
from ragtriage.errors import ComparisonError
from ragtriage.fingerprint import QUESTION_PARTS
from ragtriage.metrics.rankings import Ints

__all__ = ["Paired", "common_places", "listed", "pair_sides"]

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Paired:
    """Two sides whose i-th cases are the same: the same id, question and gold."""

    baseline: Side
    candidate: Side

    def differs(self, part: str) -> Bools:
        """Return where both sides recorded a part of a case, and not the same, (n,)."""
        one, other = self.baseline.digest(part), self.candidate.digest(part)
        unlike: Bools = (one != other) & (one != 0) & (other != 0)
        return unlike

    def is_recorded(self, part: str) -> bool:
        """Say whether a part was recorded on both sides for any case."""
        return bool(((self.baseline.digest(part) != 0) & (self.candidate.digest(part) != 0)).any())

    def changes(self, part: str) -> bool | None:
        """Say whether a part differs in any case; None when it was not recorded for all."""
        if self.differs(part).any():
            return True
        sides = (self.baseline, self.candidate)
        return False if all((side.digest(part) != 0).all() for side in sides) else None

    def changes_what_was_seen(self) -> bool | None:
        """Say whether the generator saw anything else: the context, or the list where none was recorded."""
        one, other = self.baseline, self.candidate
        has_context = (one.digest("context") != 0) | (other.digest("context") != 0)
        seen, against = (
            np.where(has_context, side.digest("context"), side.digest("retrieval_results"))
            for side in (one, other)
        )
        recorded = (seen != 0) & (against != 0)
        if ((seen != against) & recorded).any():
            return True
        return False if recorded.all() else None


@dataclass(frozen=True, slots=True)
class _Common:
    """Places of the ids that both sides have."""

    baseline: Ints  # (m,)
    candidate: Ints  # (m,)


def pair_sides(baseline: Side, candidate: Side, *, common_only: bool = False) -> Paired:
    """Pair the cases of two sides by id, in the baseline's order.

    Args:
        baseline: One side.
        candidate: The other.
        common_only: Compare only the cases whose question and gold are equal, instead of refusing.

    Raises:
        ComparisonError: Questions or gold differ (the message names the ids), or nothing is common.
    """
    common = common_places(baseline.ids, candidate.ids)
    one, other = baseline, candidate
    if len(common.baseline) < max(len(baseline), len(candidate)) or not _is_in_place(common):
        one, other = baseline.take(common.baseline), candidate.take(common.candidate)
    paired = Paired(one, other)
    same = ~(_unlike(paired, "questions") | _unlike(paired, "gold"))
    if common_only:
        kept = paired if same.all() else _kept(paired, np.flatnonzero(same))
        if len(kept.baseline) == 0:
            raise ComparisonError(
                f"{baseline.name} and {candidate.name} have no case in common with the same question and gold"
            )
        return kept
    faults = [
        *_alone(baseline, common.baseline, "the baseline"),
        *_alone(candidate, common.candidate, "the candidate"),
        *_edited(paired, "questions", "another question"),
        *_edited(paired, "gold", "other gold documents, expected answers or evidence"),
    ]
    if faults:
        raise ComparisonError(
            f"{baseline.name} and {candidate.name} are not over the same data: {'; '.join(faults)}. "
            "--common-only compares the cases whose question and gold are equal"
        )
    return paired


def common_places(baseline: Sequence[str], candidate: Sequence[str]) -> _Common:
    """Find the ids that both sides have, in the baseline's order."""
    if baseline == candidate:
        places = np.arange(len(baseline))
        return _Common(places, places)
    place_of = {identifier: place for place, identifier in enumerate(candidate)}
    found = [
        (i, place) for i, identifier in enumerate(baseline) if (place := place_of.get(identifier)) is not None
    ]
    return _Common(*np.array(found, np.int64).reshape(-1, 2).T)


def listed(ids: Iterable[str], count: int) -> str:
    """Name the first ids, and say how many more there are.

    >>> listed(["q1", "q2"], 2)
    "'q1', 'q2'"
    """
    shown = [repr(identifier) for _, identifier in zip(range(_SHOWN), ids, strict=False)]
    more = count - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _is_in_place(common: _Common) -> bool:
    return bool((common.baseline == common.candidate).all())


def _kept(paired: Paired, places: Ints) -> Paired:
    return Paired(paired.baseline.take(places), paired.candidate.take(places))


def _unlike(paired: Paired, part: str) -> Bools:
    """Return where a part is not the same, (n,); recorded on one side alone is not the same either."""
    place = QUESTION_PARTS.index(part)
    unlike: Bools = paired.baseline.digests[:, place] != paired.candidate.digests[:, place]
    return unlike


def _alone(side: Side, common: Ints, which: str) -> list[str]:
    count = len(side) - len(common)
    if count == 0:
        return []
    alone = np.ones(len(side), np.bool_)
    alone[common] = False
    ids = (side.ids[place] for place in np.flatnonzero(alone).tolist())
    return [f"{count} only in {which} ({listed(ids, count)})"]


def _edited(paired: Paired, part: str, what: str) -> list[str]:
    places = np.flatnonzero(_unlike(paired, part)).tolist()
    if not places:
        return []
    ids = (paired.baseline.ids[place] for place in places)
    return [f"{len(places)} with {what} ({listed(ids, len(places))})"]
