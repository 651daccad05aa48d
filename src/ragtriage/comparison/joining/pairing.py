"""Pairing sides part by part: which cases are the same on all of them, and what keeps them apart."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from ragtriage.comparison.columns.first_cases import FirstCases
from ragtriage.comparison.joining.stored_sides import StoredSide
from ragtriage.comparison.readings import Bools
from ragtriage.comparison.sides import Side
from ragtriage.errors import ComparisonError, DataError
from ragtriage.metrics.rankings import Ints

__all__ = ["OUTPUTS", "Joined", "Paired", "common_places", "listed"]

OUTPUTS: Final = ("retrieval_results", "context", "answers")  # what of a case the system made
_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Paired:
    """Some cases on two sides: the i-th have the same id, question and gold."""

    baseline: Side
    candidate: Side

    def differs(self, part: str) -> Bools:
        """Return where both sides recorded a part of a case, and not the same, (n,)."""
        one, other = self.baseline.digest(part), self.candidate.digest(part)
        unlike: Bools = (one != other) & (one != 0) & (other != 0)
        return unlike


class Joined:
    """The cases that are the same on all sides, some at a time and as often as wanted.

    Args:
        sides: The first is the baseline, in whose order the cases are.
        common_only: Leave out the cases whose question and gold are not equal everywhere, instead of
            refusing.

    Raises:
        DataError: Two cases of a side have the same id.
        ComparisonError: With `common_only`: two sides have no case in common.
    """

    def __init__(self, sides: Sequence[StoredSide], *, common_only: bool = False) -> None:
        self.sides = tuple(sides)
        self._common_only = common_only
        self.n = 0
        self.left_out = 0  # ids that are not the same everywhere
        self._unlike = np.zeros((len(sides), len(sides)), np.bool_)  # whether an output differs for any case
        faults = [_Faults() for _ in sides[1:]]
        kept = [0] * len(faults)  # cases that are the same on all sides so far
        for number in range(len(sides[0])):
            every = [side.part(number) for side in sides]
            self.left_out += _distinct(every, sides)
            for fault, candidate in zip(faults, every[1:], strict=True):
                fault.add(every[0], candidate)
            for place, first in enumerate(self._narrowed(every)):
                kept[place] += len(first)
            aligned = self._aligned(every)
            self.n += len(aligned[0])
            for (i, one), (j, other) in combinations(enumerate(aligned), 2):
                self._unlike[i, j] |= any((one.digest(part) != other.digest(part)).any() for part in OUTPUTS)
        self.left_out -= self.n
        self._faults = [] if common_only else [fault.told() for fault in faults]
        for side, count in zip(sides[1:], kept, strict=True):
            if common_only and count == 0:
                raise ComparisonError(
                    f"{sides[0].name} and {side.name} have no case in common with the same question and gold"
                )

    def check(self, side: int) -> None:
        """Refuse a side that is not over the baseline's questions and gold.

        Raises:
            ComparisonError: It is not; the message names the ids.
        """
        if side and self._faults and (faults := self._faults[side - 1]):
            raise ComparisonError(
                f"{self.sides[0].name} and {self.sides[side].name} are not over the same data: "
                f"{'; '.join(faults)}. --common-only compares the cases whose question and gold are equal"
            )

    def outputs_differ(self, one: int, other: int) -> bool:
        """Say whether two sides made anything else of any case, or recorded it on one side alone."""
        return bool(self._unlike[min(one, other), max(one, other)])

    def blocks(self) -> Iterator[list[Side]]:
        """Yield the cases, every side's in the same order, which is the baseline's within a block."""
        for number in range(len(self.sides[0])):
            yield self._aligned([side.part(number) for side in self.sides])

    def _narrowed(self, every: Sequence[Side]) -> Iterator[Side]:
        """Yield the baseline's cases that the sides up to the first, the second, … have too."""
        first = every[0]
        for candidate in every[1:]:
            paired = _paired(first, candidate)
            first = paired.baseline
            if (
                self._common_only
                and not (same := ~(_unlike(paired, "questions") | _unlike(paired, "gold"))).all()
            ):
                first = first.take(np.flatnonzero(same))
            yield first

    def _aligned(self, every: Sequence[Side]) -> list[Side]:
        """Return the cases that all sides have, in the baseline's order."""
        first = deque(self._narrowed(every), maxlen=1)[0]
        return [first, *(_paired(first, candidate).candidate for candidate in every[1:])]


class _Faults:
    """Why a side is not over the same data as the baseline."""

    def __init__(self) -> None:
        self._alone = {which: FirstCases(_SHOWN) for which in ("the baseline", "the candidate")}
        self._edited = {part: FirstCases(_SHOWN) for part in _EDITS}

    def add(self, baseline: Side, candidate: Side) -> None:
        """Take in one part of both sides."""
        common = common_places(baseline.ids, candidate.ids)
        for found, side, places in zip(
            self._alone.values(), (baseline, candidate), (common.baseline, common.candidate), strict=True
        ):
            is_alone = np.ones(len(side), np.bool_)
            is_alone[places] = False
            found.add(side.ids, side.places, is_alone)
        paired = _paired(baseline, candidate)
        for part, found in self._edited.items():
            found.add(paired.baseline.ids, paired.baseline.places, _unlike(paired, part))

    def told(self) -> list[str]:
        """Say what differs and where; nothing where the data are the same."""
        return [
            *(
                f"{found.count} only in {which} ({listed(found.ids, found.count)})"
                for which, found in self._alone.items()
                if found.count
            ),
            *(
                f"{found.count} with {_EDITS[part]} ({listed(found.ids, found.count)})"
                for part, found in self._edited.items()
                if found.count
            ),
        ]


_EDITS: Final = {
    "questions": "another question",
    "gold": "other gold documents, expected answers or evidence",
}


def _paired(baseline: Side, candidate: Side) -> Paired:
    """Return the cases whose ids both sides have, in the baseline's order."""
    common = common_places(baseline.ids, candidate.ids)
    one, other = common.baseline, common.candidate
    is_in_place = len(one) == len(baseline) == len(candidate) and bool((one == other).all())
    return Paired(baseline, candidate) if is_in_place else Paired(baseline.take(one), candidate.take(other))


def _unlike(paired: Paired, part: str) -> Bools:
    """Return where a part is not the same, (n,); recorded on one side alone is not the same either."""
    unlike: Bools = paired.baseline.digest(part) != paired.candidate.digest(part)
    return unlike


def _distinct(every: Sequence[Side], sides: Sequence[StoredSide]) -> int:
    """Return how many ids some sides have together.

    Raises:
        DataError: One of them has two cases of one id.
    """
    together: set[str] = set()
    for side, stored in zip(every, sides, strict=True):
        own = set(side.ids)
        if len(own) < len(side):
            raise DataError(_twice(side, stored.name))
        together |= own
    return len(together)


def _twice(side: Side, name: str) -> str:
    seen: dict[str, int] = {}
    for identifier, place in zip(side.ids, side.places.tolist(), strict=True):
        if identifier in seen:
            first = seen[identifier]
            return (
                f"{name}: cases {first + 1} and {place + 1} have the same id {identifier!r}; ids must differ"
            )
        seen[identifier] = place
    return name


@dataclass(frozen=True, slots=True)
class _Common:
    """Places of the ids that both sides have."""

    baseline: Ints  # (m,)
    candidate: Ints  # (m,)


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
