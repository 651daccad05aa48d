"""Metrics laid out as a grid: a row a metric, a column a cutoff."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ragtriage.metrics.names import Named, parse
from ragtriage.model import RELEVANCE

__all__ = ["Grid", "grid", "is_score"]

# Scores of answers and of texts have no cutoff and stand beside the grid.
_SCORES: Final = frozenset({"token_f1", "char_f1", RELEVANCE})

_SHOWN: Final = 5
_UNCUT: Final = "uncut"


class Grid(NamedTuple):
    """Where each metric stands."""

    columns: tuple[str, ...]  # (c,) `@5`, or `uncut`; the smallest cutoffs first
    rows: dict[str, tuple[str | None, ...]]  # metric → (c,) its name at each cutoff, None where not measured
    left_out: int  # cutoffs for which there was no room


def is_score(name: str) -> bool:
    """Tell a score of answers, or of texts, from a metric of rankings."""
    return name in _SCORES


def grid(names: Iterable[str]) -> Grid:
    """Return where the metrics of these names stand; only the smallest cutoffs and the deepest are shown.

    Example:
        >>> grid(["recall@5", "recall@1", "rr@5"]).rows
        {'recall': ('recall@1', 'recall@5'), 'rr': (None, 'rr@5')}
    """
    by_place = {parse(name): name for name in names}
    cutoffs = sorted({named.cutoff for named in by_place}, key=lambda cutoff: cutoff or float("inf"))
    shown = cutoffs if len(cutoffs) <= _SHOWN else [*cutoffs[: _SHOWN - 1], cutoffs[-1]]
    rows = {
        metric: tuple([by_place.get(Named(metric, cutoff)) for cutoff in shown])
        for metric in dict.fromkeys(named.metric for named in by_place)
    }
    return Grid(
        columns=tuple([_UNCUT if cutoff is None else f"@{cutoff}" for cutoff in shown]),
        rows={metric: row for metric, row in rows.items() if any(row)},
        left_out=len(cutoffs) - len(shown),
    )
