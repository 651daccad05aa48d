"""Ranking metrics: each a formula from rankings to one float a query.

Every function takes the rankings and a cutoff, the deepest rank counted (None: the whole list), and
returns Floats of shape (q,). A query without a relevant document is undefined: NaN.

The examples use `EXAMPLE`, one query with three relevant documents, of grades 3, 2 and 1: of four documents
retrieved, the first has grade 3 and the third grade 1; the other two were not judged.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ragtriage.errors import DataError
from ragtriage.metrics.rankings import Floats, Ranked, Rankings
from ragtriage.model import Hits

__all__ = [
    "EXAMPLE",
    "average_precision",
    "f1",
    "hit",
    "judged",
    "ndcg",
    "ndcg_exponential",
    "precision",
    "r_precision",
    "recall",
    "reciprocal_rank",
]

# What the examples measure.
EXAMPLE: Final = Rankings.gather([Hits((1, 3), (3.0, 1.0), (3.0, 2.0, 1.0), (1, 3), 4)])


_HIGHEST_EXPONENT: Final = 1024  # of a float


def recall(r: Rankings, cutoff: int | None = None) -> Floats:
    """Share of the relevant documents that came back: relevant retrieved / relevant.

    Range 0 to 1. trec_eval's `recall_k`, and `set_recall` without a cutoff.

    Example:
        >>> recall(EXAMPLE, 3).round(4).tolist()
        [0.6667]
    """
    return r.hits.count(cutoff) / r.relevant


def hit(r: Rankings, cutoff: int | None = None) -> Floats:
    """1 where at least one relevant document came back, else 0.

    Either 0 or 1. trec_eval's `success_k`.

    Example:
        >>> hit(EXAMPLE, 1).tolist()
        [1.0]
    """
    return _defined((r.hits.count(cutoff) > 0).astype(np.float64), r)


def precision(r: Rankings, cutoff: int | None = None) -> Floats:
    """Share of the retrieved documents that are relevant: relevant retrieved / cutoff.

    Range 0 to 1. Convention: trec_eval's `P_k` divides by k even where fewer came back; without a
    cutoff, as in `set_P`, it divides by what came back, and is 0 where nothing did.

    Example:
        >>> precision(EXAMPLE, 10).tolist(), precision(EXAMPLE).tolist()
        ([0.2], [0.5])
    """
    found = r.hits.count(cutoff)
    looked_at = np.maximum(r.retrieved, 1) if cutoff is None else cutoff
    return _defined(found / looked_at, r)


def f1(r: Rankings, cutoff: int | None = None) -> Floats:
    """Harmonic mean of precision and recall at the same cutoff: 2 P R / (P + R), 0 where both are 0.

    Range 0 to 1. trec_eval's `set_F` without a cutoff; with one, P is `P_k` and R `recall_k`.
    Source: van Rijsbergen (1979), Information Retrieval, chapter 7.

    Example:
        >>> f1(EXAMPLE, 3).round(4).tolist()
        [0.6667]
    """
    p, found = precision(r, cutoff), recall(r, cutoff)
    total = p + found
    return 2 * p * found / np.where(total == 0, 1.0, total)


def reciprocal_rank(r: Rankings, cutoff: int | None = None) -> Floats:
    """1 / rank of the first relevant document, 0 where none came back. Its mean is MRR.

    Range 0 to 1. trec_eval's `recip_rank`. Source: Voorhees (1999), The TREC-8 Question Answering Track
    Report.

    Example:
        >>> reciprocal_rank(EXAMPLE).tolist()
        [1.0]
    """
    is_first = r.hits.nth() == 1
    return _defined(r.hits.total(is_first / r.hits.rank, cutoff), r)


def average_precision(r: Rankings, cutoff: int | None = None) -> Floats:
    """Mean, over all relevant documents, of the precision at their rank. Its mean is MAP.

    Range 0 to 1. Convention: trec_eval's `map` and `map_cut_k` divide by all relevant documents, also
    where more are relevant than the cutoff lets in.

    Example:
        >>> average_precision(EXAMPLE).round(4).tolist()  # (1/1 + 2/3) / 3
        [0.5556]
    """
    return r.hits.total(r.hits.nth() / r.hits.rank, cutoff) / r.relevant


def ndcg(r: Rankings, cutoff: int | None = None) -> Floats:
    """DCG over the DCG of the ideal ranking; gain = grade, discount = log2(1 + rank).

    Range 0 to 1. Convention: trec_eval's `ndcg` and `ndcg_cut_k`. The ideal holds every document with a
    grade above 0, whatever the level of relevance, also those that did not come back, and is cut at k
    alone. Source: Järvelin & Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques.

    Example:
        >>> ndcg(EXAMPLE).round(4).tolist()  # (3 + 1/2) / (3 + 2/log2(3) + 1/2)
        [0.735]
    """
    return _dcg(r.graded, r.graded.gain, cutoff) / _positive(_dcg(r.ideal, r.ideal.gain, cutoff))


def ndcg_exponential(r: Rankings, cutoff: int | None = None) -> Floats:
    """DCG over the DCG of the ideal ranking; gain = 2^grade - 1, discount = log2(1 + rank).

    Range 0 to 1; the same as `ndcg` where every grade is 0 or 1, and heavier on high grades elsewhere.
    The ideal is that of `ndcg`. Convention: ir_measures' `nDCG(dcg='exp-log2')`.
    Source: Burges et al. (2005), Learning to rank using gradient descent.

    Raises:
        DataError: A grade is so high that its gain is no float.

    Example:
        >>> ndcg_exponential(EXAMPLE).round(4).tolist()  # (7 + 1/2) / (7 + 3/log2(3) + 1/2)
        [0.7985]
    """
    highest = r.ideal.gain.max(initial=0)
    if highest >= _HIGHEST_EXPONENT:
        raise DataError(f"ndcg_exp: the gain of grade {highest:g}, 2^{highest:g} - 1, is no float; use ndcg")
    found = _dcg(r.graded, np.exp2(r.graded.gain) - 1, cutoff)
    return found / _positive(_dcg(r.ideal, np.exp2(r.ideal.gain) - 1, cutoff))


def r_precision(r: Rankings, cutoff: int | None = None) -> Floats:
    """Precision at R, where R is how many documents are relevant.

    Range 0 to 1. trec_eval's `Rprec`. A cutoff below R leaves what lies past it uncounted; by name
    (`r_precision`) the metric takes none.

    Example:
        >>> r_precision(EXAMPLE).round(4).tolist()
        [0.6667]
    """
    depth = np.nan_to_num(r.relevant).astype(np.int64)
    if cutoff is not None:
        depth = np.minimum(depth, cutoff)
    return r.hits.total(1.0, depth) / r.relevant


def judged(r: Rankings, cutoff: int | None = None) -> Floats:
    """Share of the retrieved documents that were judged at all, relevant or not.

    Range 0 to 1; low values say that the other metrics rest on few judgements. It needs no relevant
    document; NaN where nothing came back. Convention: ir_measures' `Judged@k` divides by k, or by what
    came back where that is fewer.

    Example:
        >>> judged(EXAMPLE, 2).tolist()
        [0.5]
    """
    looked_at = r.retrieved if cutoff is None else np.minimum(r.retrieved, cutoff)
    return r.judged.count(cutoff) / _positive(looked_at)


def _dcg(items: Ranked, gain: Floats, cutoff: int | None) -> Floats:
    """Discounted cumulative gain: the sum of gain / log2(1 + rank), (q,)."""
    return items.total(gain / items.discount(), cutoff)


def _positive(values: Floats) -> Floats:
    """Return the values, NaN for those that are not above 0, so that what is divided by them is NaN."""
    return np.where(values > 0, values, np.nan)


def _defined(values: Floats, r: Rankings) -> Floats:
    """Return the values, NaN for queries without a relevant document."""
    return np.where(np.isnan(r.relevant), np.nan, values)
