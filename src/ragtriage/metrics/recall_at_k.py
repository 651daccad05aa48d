"""Recall of a single list, for a unit test or a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragtriage.batch import gold_ranks, hits
from ragtriage.errors import ConfigError, DataError
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Gold

__all__ = ["recall_at_k"]


def recall_at_k(gold_ids: Iterable[str] | str, retrieved_ids: Sequence[str], k: int | None = None) -> float:
    """Return the share of the gold ids that are among the first k retrieved, from 0 to 1.

    A single string is one gold id; without k the whole list counts.

    Raises:
        DataError: There are no gold ids (it is also a ValueError).
        ConfigError: k is below 1 (it is also a ValueError).

    Example:
        >>> recall_at_k(["a", "b"], ["a", "x", "b"], k=2)
        0.5
    """
    if k is not None and k < 1:
        raise ConfigError(f"k must be a positive integer: {k!r}")
    gold_list = (gold_ids,) if isinstance(gold_ids, str) else gold_ids
    gold = Gold(grades=dict.fromkeys(map(str, gold_list), 1))
    if not gold.grades:
        raise DataError("recall is undefined without gold ids")
    ids = [str(item) for item in retrieved_ids]
    found = hits(gold, gold_ranks(gold, ids), retrieved=len(ids))
    return float(ranking.recall(Rankings.gather([found]), k)[0])
