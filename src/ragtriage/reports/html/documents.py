"""Gold documents (or chunks): how many cases ask for each, and in which of them it did not come back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import urlencode

from ragtriage.model import CaseResult, RetrievalDetail, Settings, is_relevant
from ragtriage.reports.inert import inert

__all__ = ["Documents", "GoldDocument", "Sought", "sought"]

_MOST_LINES: Final = 200
_MOST_CASES: Final = 12  # named beside one document


class Sought(NamedTuple):
    """The gold ids of one case: what came back within the cutoff, and what did not."""

    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()  # nobody recorded what came back


def sought(result: CaseResult, settings: Settings) -> Sought:
    """Return what became of the gold ids of a case."""
    gold, detail = result.case.gold_documents, result.verdicts.retrieval.detail
    if gold is None:
        return Sought()
    ids = [name for name, grade in gold.grades.items() if is_relevant(grade, settings.level)]
    if not isinstance(detail, RetrievalDetail):
        return Sought(unknown=tuple(ids))
    k = settings.k
    within = {name for name, rank in detail.ranks.items() if k is None or rank <= k}
    return Sought(
        found=tuple(name for name in ids if name in within),
        missed=tuple(name for name in ids if name not in within),
    )


class GoldDocument(NamedTuple):
    """One line of the table."""

    name: str
    asked: int
    found: int
    missed: int
    cases: tuple[tuple[str, str], ...]  # name and address of the first in which it did not come back
    more: int  # of these cases
    asked_link: str
    missed_link: str


@dataclass(slots=True)
class _Counts:
    asked: int = 0
    found: int = 0
    missed: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Documents:
    """Counts over the cases of a page."""

    counts: dict[str, _Counts] = field(default_factory=dict[str, _Counts])

    def add(self, result: CaseResult, settings: Settings) -> None:
        """Take in one case."""
        known = sought(result, settings)
        for name in (*known.found, *known.missed, *known.unknown):
            self.counts.setdefault(name, _Counts()).asked += 1
        for name in known.found:
            self.counts[name].found += 1
        for name in known.missed:
            self.counts[name].missed.append(result.case.id)

    def lines(self) -> list[GoldDocument]:
        """Return the documents that were missed most often first, as many as a table takes."""
        ordered = sorted(self.counts.items(), key=lambda item: (-len(item[1].missed), -item[1].asked))
        return [_line(name, counts) for name, counts in ordered[:_MOST_LINES]]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.counts)


def _line(name: str, counts: _Counts) -> GoldDocument:
    named = counts.missed[:_MOST_CASES]
    return GoldDocument(
        name=inert(name),
        asked=counts.asked,
        found=counts.found,
        missed=len(counts.missed),
        cases=tuple((inert(case), f"#{_address(case=case)}") for case in named),
        more=len(counts.missed) - len(named),
        asked_link=f"#{_address(gold=inert(name))}",
        missed_link=f"#{_address(missed=inert(name))}",
    )


def _address(**parts: str) -> str:
    return urlencode(parts, errors="replace")
