"""Rankings: a batch of ranked lists, reduced to what a ranking metric needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ragtriage.model import Hits

__all__ = ["Floats", "Ints", "Ranked", "Rankings"]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_NOTHING: Final = Hits(ranks=(), gains=(), ideal=(), judged=(), retrieved=0)


@dataclass(frozen=True, slots=True)
class Ranked:
    """Items at ranks, over q queries; sorted by query, then rank."""

    q: int
    query: Ints  # (h,) 0-based
    rank: Ints  # (h,) 1-based
    gain: Floats  # (h,)
    # what most metrics begin with, found once: the counts of `count` by cutoff, and `discount`
    _held: dict[int | str | None, Floats] = field(
        default_factory=dict[int | str | None, Floats], init=False, repr=False, compare=False
    )

    def count(self, cutoff: int | None = None) -> Floats:
        """Return how many items of each query stand no deeper than the cutoff, (q,); not to be changed."""
        counts = self._held.get(cutoff)
        if counts is None:
            query = self.query if cutoff is None else self.query[self.rank <= cutoff]
            counts = self._held[cutoff] = np.bincount(query, minlength=self.q).astype(np.float64)
        return counts

    def discount(self) -> Floats:
        """Return log2(1 + rank) of each item, (h,); not to be changed."""
        discount = self._held.get("discount")
        if discount is None:
            discount = self._held["discount"] = np.log2(1.0 + self.rank)
        return discount

    def total(self, values: Floats | float, cutoff: int | Ints | None = None) -> Floats:
        """Return the sum of `values` (one an item) over the items of each query down to the cutoff.

        Args:
            values: Of shape (h,), or one for all items.
            cutoff: The deepest rank counted: one for all queries, one for each (q,), or None for no limit.

        Returns:
            Floats (q,); 0 for a query without items.
        """
        if cutoff is None:
            weights = np.broadcast_to(np.asarray(values, dtype=np.float64), self.rank.shape)
        else:
            limit = cutoff if isinstance(cutoff, int) else cutoff[self.query]
            weights = np.where(self.rank <= limit, values, 0.0)
        # of no items at all, numpy makes whole numbers
        return np.bincount(self.query, weights=weights, minlength=self.q).astype(np.float64, copy=False)

    def nth(self) -> Ints:
        """Return the place of each item among the items of its query, (h,) 1-based."""
        counts = np.bincount(self.query, minlength=self.q)
        firsts = np.cumsum(counts) - counts
        return np.arange(1, len(self.query) + 1, dtype=np.int64) - firsts[self.query]

    def where(self, kept: npt.NDArray[np.bool_]) -> Ranked:
        """Return the items that `kept` (h,) is true for; their ranks stay."""
        return Ranked(self.q, self.query[kept], self.rank[kept], self.gain[kept])


@dataclass(frozen=True, slots=True)
class Rankings:
    """q ranked lists, each beside the best list that its judgements allow.

    Only judged items are held: a document that was not judged adds nothing to any of these metrics.
    """

    hits: Ranked  # relevant items that came back, at the rank they came back at
    graded: Ranked  # items with a grade above 0 that came back; the same as hits when level is 1
    ideal: Ranked  # all items with a grade above 0, best first
    judged: Ranked  # every judged item that came back, grade 0 and below too; its gains mean nothing
    relevant: Floats  # (q,) relevant items that there are; NaN where there is none or it is not known
    retrieved: Floats  # (q,) items that came back; NaN where it is not known

    def __len__(self) -> int:
        """Return q."""
        return len(self.relevant)

    @classmethod
    def gather(cls, hits: Sequence[Hits | None], *, level: int = 1) -> Rankings:
        """Gather the hits of a batch of cases.

        Args:
            hits: One a case; None where gold or ranking is not known, so that every metric is NaN.
            level: The lowest grade that counts as relevant. 1 means every grade above 0, also 0.5. nDCG
                takes every grade above 0 whatever the level, as trec_eval does.

        Example:
            >>> rankings = Rankings.gather([Hits((1, 3), (1.0, 1.0), (1.0, 1.0), (1, 3), 10), None])
            >>> rankings.hits.rank.tolist(), rankings.relevant.tolist()
            ([1, 3], [2.0, nan])
        """
        known = [_NOTHING if one is None else one for one in hits]
        graded = _ranked([one.ranks for one in known], [one.gains for one in known])
        ideal = _in_order([one.ideal for one in known])
        judged = _ranked([one.judged for one in known], None)
        retrieved = np.array([np.nan if one is None else one.retrieved for one in hits], dtype=np.float64)
        return cls.of(graded, ideal, judged, retrieved, level=level)

    @classmethod
    def of(
        cls, graded: Ranked, ideal: Ranked, judged: Ranked, retrieved: Floats, *, level: int = 1
    ) -> Rankings:
        """Complete rankings whose items are already in arrays; arguments as the fields of that name."""
        is_graded = level > 1
        wanted = ideal.where(ideal.gain >= level) if is_graded else ideal
        relevant = np.bincount(wanted.query, minlength=wanted.q).astype(np.float64)
        relevant[relevant == 0] = np.nan
        hits = graded.where(graded.gain >= level) if is_graded else graded
        return cls(hits, graded, ideal, judged, relevant, retrieved)


def _ranked(ranks: Sequence[Sequence[int]], gains: Sequence[Sequence[float]] | None) -> Ranked:
    """Flatten ranks and gains, one sequence a query; without gains they are all 1."""
    query = _queries(ranks)
    rank = np.fromiter(chain.from_iterable(ranks), dtype=np.int64, count=len(query))
    return Ranked(len(ranks), query, rank, np.ones(len(query)) if gains is None else _flat(gains, len(query)))


def _in_order(gains: Sequence[Sequence[float]]) -> Ranked:
    """Flatten gains, one sequence a query, each best first: their places are their ranks."""
    query = _queries(gains)
    counts = np.bincount(query, minlength=len(gains))
    rank = np.arange(1, len(query) + 1, dtype=np.int64) - (np.cumsum(counts) - counts)[query]
    return Ranked(len(gains), query, rank, _flat(gains, len(query)))


def _queries(items: Sequence[Sequence[float]]) -> Ints:
    """Return the query of each item, (h,), of one sequence a query."""
    counts = np.fromiter(map(len, items), dtype=np.int64, count=len(items))
    return np.repeat(np.arange(len(items), dtype=np.int64), counts)


def _flat(gains: Sequence[Sequence[float]], h: int) -> Floats:
    return np.fromiter(chain.from_iterable(gains), dtype=np.float64, count=h)
