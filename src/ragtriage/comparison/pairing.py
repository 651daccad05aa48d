"""Pairing: which cases are the same on all sides of a comparison, and what keeps them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from ragtriage.comparison.columns import Columns
from ragtriage.comparison.sides import Side
from ragtriage.comparison.unknowns import Bools
from ragtriage.errors import ComparisonError, DataError
from ragtriage.metrics.rankings import Ints

__all__ = ["OUTPUTS", "Paired", "Pairing", "ids_at", "listed", "places_of", "unpaired"]

OUTPUTS: Final = ("retrieval_results", "context", "answers")  # what of a case the system made
_SHOWN: Final = 10
_EDITS: Final = {
    "questions": "another question",
    "gold": "other gold documents, expected answers or evidence",
}


class Paired(NamedTuple):
    """Two sides whose i-th cases have the same id, question and gold."""

    baseline: Side
    candidate: Side


class Pairing:
    """The cases that all evaluations have, in the order of the first, which is the baseline.

    Args:
        evaluations: Two or more.
        common_only: Leave out the cases whose question and gold are not equal everywhere, instead of
            refusing.

    Raises:
        DataError: Two cases of an evaluation have the same id.
        ComparisonError: With `common_only`: nothing is left.
    """

    def __init__(self, evaluations: Sequence[Columns], *, common_only: bool = False) -> None:
        baseline = evaluations[0]
        self._evaluations = evaluations
        self._common_only = common_only
        for evaluation in evaluations:
            _check_ids(evaluation)
        # Of each evaluation the places (n,) of the baseline's cases; -1 where it does not have one.
        self._places = [places_of(evaluation.ids, baseline.ids) for evaluation in evaluations]
        is_kept: Bools = np.ones(len(baseline), np.bool_)
        for candidate, places in zip(evaluations[1:], self._places[1:], strict=True):
            is_kept &= places >= 0
            if common_only:
                for part in _EDITS:
                    is_kept &= ~_is_edited(baseline, candidate, places, part)
                if not is_kept.any():
                    raise ComparisonError(
                        f"{baseline.name} and {candidate.name} have no case in common with the same "
                        "question and gold"
                    )
        self._cases = [places[is_kept] for places in self._places]
        self._ids = baseline.ids if is_kept.all() else ids_at(baseline.ids, self._cases[0])
        self.left_out = len(baseline) + len(self._strangers()) - len(self._ids)  # ids not the same everywhere

    def check(self, candidate: int) -> None:
        """Refuse an evaluation that is not over the baseline's questions and gold.

        Raises:
            ComparisonError: It is not; the message names the ids.
        """
        baseline, other = self._evaluations[0], self._evaluations[candidate]
        faults = [] if self._common_only else [*_faults(baseline, other, self._places[candidate])]
        if faults:
            raise ComparisonError(
                f"{baseline.name} and {other.name} are not over the same data: {'; '.join(faults)}. "
                "--common-only compares the cases whose question and gold are equal"
            )

    def side(self, places: Sequence[int]) -> Side:
        """Return some evaluations, which repeat one configuration, as one side."""
        return Side([self._evaluations[i] for i in places], [self._cases[i] for i in places], self._ids)

    def outputs_differ(self, one: int, other: int) -> bool:
        """Say whether two evaluations differ in an output of any case, or have it on one side alone."""
        first, second = self.side([one]), self.side([other])
        return any(bool((first.digests(part) != second.digests(part)).any()) for part in OUTPUTS)

    def _strangers(self) -> set[str]:
        """Return the ids that the baseline does not have."""
        candidates = zip(self._evaluations[1:], self._places[1:], strict=True)
        return {
            stranger
            for each, places in candidates
            for stranger in ids_at(each.ids, unpaired(len(each), places))
        }


def places_of(ids: Sequence[str], wanted: Sequence[str]) -> Ints:
    """Return the place of each wanted id among ids that differ, (m,); -1 where it is not there.

    >>> places_of(["q1", "q2"], ["q2", "q3"]).tolist()
    [1, -1]
    """
    place_of = dict(zip(ids, range(len(ids)), strict=True))
    return np.fromiter((place_of.get(identifier, -1) for identifier in wanted), np.int64, len(wanted))


def unpaired(n: int, places: Ints) -> Ints:
    """Return those of n places that are not among some, of which -1 is none.

    >>> unpaired(3, np.array([1, -1])).tolist()
    [0, 2]
    """
    is_alone = np.ones(n, np.bool_)
    is_alone[places[places >= 0]] = False
    return np.flatnonzero(is_alone)


def ids_at(ids: Sequence[str], places: Ints) -> list[str]:
    """Return the ids at some places."""
    where: list[int] = places.tolist()
    return [ids[place] for place in where]


def listed(ids: Iterable[str], count: int) -> str:
    """Name the first ids, and say how many more there are.

    >>> listed(["q1", "q2"], 2)
    "'q1', 'q2'"
    """
    shown = [repr(identifier) for _, identifier in zip(range(_SHOWN), ids, strict=False)]
    more = count - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def _check_ids(evaluation: Columns) -> None:
    """Refuse an evaluation two of whose cases have the same id.

    Raises:
        DataError: There are such; the message names the first two.
    """
    place_of: dict[str, int] = {}
    for place, identifier in enumerate(evaluation.ids, 1):
        first = place_of.setdefault(identifier, place)
        if first != place:
            raise DataError(
                f"{evaluation.name}: cases {first} and {place} have the same id {identifier!r}; "
                "ids must differ"
            )


def _faults(baseline: Columns, candidate: Columns, places: Ints) -> Iterator[str]:
    """Say why a candidate is not over the same data as the baseline."""
    for which, ids, alone in (
        ("the baseline", baseline.ids, np.flatnonzero(places < 0)),
        ("the candidate", candidate.ids, unpaired(len(candidate), places)),
    ):
        if len(alone):
            yield f"{len(alone)} only in {which} ({listed(ids_at(ids, alone), len(alone))})"
    for part, what in _EDITS.items():
        edited = np.flatnonzero(_is_edited(baseline, candidate, places, part))
        if len(edited):
            yield f"{len(edited)} with {what} ({listed(ids_at(baseline.ids, edited), len(edited))})"


def _is_edited(baseline: Columns, candidate: Columns, places: Ints, part: str) -> Bools:
    """Return where a part of common cases is not the same, (n,), or recorded on one side alone."""
    common = np.flatnonzero(places >= 0)
    edited: Bools = np.zeros(len(baseline), np.bool_)
    edited[common] = baseline.digests[part][common] != candidate.digests[part][places[common]]
    return edited
