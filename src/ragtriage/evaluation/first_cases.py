"""The first cases to look at: the headline's stage first, shown before likely, one of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from ragtriage.evaluation.headline import read_headline
from ragtriage.model import CaseResult, Diagnosis, Fix, State, Summary

__all__ = ["FirstCases"]

_KEPT: Final = 10
_STATES: Final = (State.SHOWN, State.LIKELY, State.OPEN)


class _Kind(NamedTuple):
    fix: Fix
    state: State
    diagnosis: Diagnosis


class FirstCases:
    """Keeps of every kind of case the first few, in the order of the input."""

    def __init__(self) -> None:
        self._kept: dict[_Kind, list[CaseResult]] = {}

    def add(self, results: Iterable[CaseResult]) -> None:
        """Take in cases; those that need nothing mended are no reason to look."""
        for result in results:
            diagnosed = result.diagnosed
            if diagnosed.stage is Fix.NONE and diagnosed.state is not State.OPEN:
                continue
            kept = self._kept.setdefault(_Kind(diagnosed.stage, diagnosed.state, diagnosed.diagnosis), [])
            if len(kept) < _KEPT:
                kept.append(result)

    def absorb(self, later: FirstCases) -> None:
        """Take in what was kept of the cases that follow."""
        for kind, results in later._kept.items():
            kept = self._kept.setdefault(kind, [])
            kept.extend(results[: _KEPT - len(kept)])

    def chosen(self, summary: Summary) -> tuple[CaseResult, ...]:
        """Return the first cases to look at, at most ten."""
        order = [count.fix for count in read_headline(summary).stages]
        ranked = sorted(self._kept, key=lambda kind: _rank(kind, order))
        lists = [self._kept[kind] for kind in ranked]
        first = [results[0] for results in lists]
        rest = chain.from_iterable(results[1:] for results in lists)
        chosen = [*first, *rest][:_KEPT]
        places = {id(result): place for place, result in enumerate(_in_order(lists))}
        return tuple(sorted(chosen, key=lambda result: places[id(result)]))


def _rank(kind: _Kind, order: Sequence[Fix]) -> tuple[bool, int, int, str]:
    """Rank a kind: what is open last, then as the headline names the stages, then by how well it is known."""
    is_open = kind.state is State.OPEN
    place = order.index(kind.fix) if kind.fix in order else len(order)
    return is_open, place, _STATES.index(kind.state), kind.diagnosis


def _in_order(lists: Sequence[Sequence[CaseResult]]) -> Iterator[CaseResult]:
    for results in lists:
        yield from results
