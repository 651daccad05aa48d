"""What comes back in case after case: one chunk for every question, one answer to several questions.

Either is counted while there are few different ones, so that memory stays flat. Whether there were too many
depends on all cases together and on no order of them: parts that are counted apart add up to the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

__all__ = ["DEPTH", "Chunk", "Recurring", "RecurringAnswers", "RecurringChunks"]

DEPTH: Final = 10  # entries of a retrieved list that are looked at

Chunk: TypeAlias = "str | tuple[str | None, str | None]"  # its text, else the ids of document and chunk

_DIFFERENT: Final = 5000  # that are counted at most,
_CHARACTERS: Final = 1_000_000  # and how long they may be together
_IDS: Final = 5
_FIRST: Final = 8  # cases whose chunks are kept, to name some of them

_LEAST_CASES: Final = 5  # with a list: what came back for all of fewer may be chance
_NEARLY_ALL: Final = 90  # per cent


class Recurring(NamedTuple):
    """What came again, in how many of how many cases, and some of them."""

    cases: int
    of: int
    ids: tuple[str, ...]
    what: Chunk | None = None


class RecurringChunks:
    """Sees which chunk is among the first retrieved in every case, or in nearly all."""

    def __init__(self) -> None:
        self._n = 0
        self._counts: Counter[Chunk] | None = Counter()  # None where there were too many
        self._in_all: set[Chunk] = set()  # where there were too many
        self._characters = 0
        self._first: list[tuple[str, frozenset[Chunk]]] = []

    def add(self, lists: Sequence[tuple[str, Sequence[Chunk]]]) -> None:
        """Take in ids of cases, each with the first chunks that were retrieved for it, no chunk twice."""
        if not lists:
            return
        self._n += len(lists)
        if len(self._first) < _FIRST:
            kept = lists[: _FIRST - len(self._first)]
            self._first += [(identifier, frozenset(chunks)) for identifier, chunks in kept]
        counts = self._counts
        if counts is not None:
            before = len(counts)
            counts.update(chain.from_iterable([chunks for _, chunks in lists]))
            if len(counts) > before:
                self._characters = sum(map(_length, counts))
                self._forget_many()
            return
        for _, chunks in lists:
            if not self._in_all:
                break
            self._in_all.intersection_update(chunks)

    def absorb(self, later: RecurringChunks) -> None:
        """Take in what was seen of the cases that follow."""
        if not later._n:
            return
        self._first += later._first[: _FIRST - len(self._first)]
        if self._counts is None or later._counts is None:
            in_all = later._every() if not self._n else self._every() & later._every()
            self._counts, self._in_all = None, in_all
        else:
            self._counts.update(later._counts)
            self._characters = sum(map(_length, self._counts))
        self._n += later._n
        self._forget_many()

    def found(self) -> Recurring | None:
        """Return the chunk that came back most often, if that is in nearly every case."""
        if self._n < _LEAST_CASES:
            return None
        counts = dict.fromkeys(self._in_all, self._n) if self._counts is None else self._counts
        if not counts:
            return None
        what, cases = min(counts.items(), key=lambda item: (-item[1], str(item[0])))
        if cases < self._n and cases * 100 <= self._n * _NEARLY_ALL:
            return None
        ids = [identifier for identifier, chunks in self._first if what in chunks]
        return Recurring(cases, self._n, tuple(ids[:_IDS]), what)

    def _every(self) -> set[Chunk]:
        """Return what came back in every case."""
        if self._counts is None:
            return self._in_all
        return {chunk for chunk, cases in self._counts.items() if cases == self._n}

    def _forget_many(self) -> None:
        """Keep only what came back in every case so far, once there are too many to count."""
        counts = self._counts
        if counts is not None and (len(counts) > _DIFFERENT or self._characters > _CHARACTERS):
            self._in_all = self._every()
            self._counts = None


def _length(chunk: Chunk) -> int:
    return len(chunk) if isinstance(chunk, str) else sum(len(part) for part in chunk if part is not None)


@dataclass(slots=True)
class _Given:
    """To what one answer was given."""

    question: str  # the first
    cases: int
    ids: list[str]
    is_different: bool = False  # whether there was another question


class RecurringAnswers:
    """Sees which answers were given, word for word, to different questions."""

    def __init__(self) -> None:
        self._n = 0
        self._given: dict[str, _Given] | None = {}  # None where there were too many
        self._characters = 0

    def add(self, answers: Sequence[tuple[str, str, str]]) -> None:
        """Take in answers, each with the id and the question of its case."""
        self._n += len(answers)
        given = self._given
        if given is None:
            return
        for answer, identifier, question in answers:
            known = given.get(answer)
            if known is None:
                given[answer] = _Given(question, 1, [identifier])
                self._characters += len(answer) + len(question)
                continue
            known.cases += 1
            known.is_different = known.is_different or known.question != question
            if len(known.ids) < _IDS:
                known.ids.append(identifier)
        self._forget_many()

    def absorb(self, later: RecurringAnswers) -> None:
        """Take in what was seen of the cases that follow."""
        self._n += later._n
        if self._given is None or later._given is None:
            self._given = None
            return
        for answer, other in later._given.items():
            known = self._given.get(answer)
            if known is None:
                self._given[answer] = other
                self._characters += len(answer) + len(other.question)
                continue
            known.cases += other.cases
            known.is_different = known.is_different or other.is_different or known.question != other.question
            known.ids += other.ids[: _IDS - len(known.ids)]
        self._forget_many()

    def found(self) -> Recurring | None:
        """Return in how many cases the answer was also that to another question; the ids share one answer."""
        groups = [each for each in (self._given or {}).values() if each.is_different]
        if not groups:
            return None
        most = max(groups, key=lambda each: each.cases)
        return Recurring(sum(each.cases for each in groups), self._n, tuple(most.ids))

    def _forget_many(self) -> None:
        given = self._given
        if given is not None and (len(given) > _DIFFERENT or self._characters > _CHARACTERS):
            self._given = None
