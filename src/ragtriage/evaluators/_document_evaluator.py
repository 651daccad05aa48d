"""What the four document evaluators share: documents in, the rankings of `metrics` out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators._comparison import Comparison, ComparisonField, Key
from ragtriage.evaluators._component import Documents, Parameters, from_dict, set_output_types, to_dict
from ragtriage.evaluators._scores import score_types, scored
from ragtriage.metrics.rankings import Floats, Ints, Ranked, Rankings

__all__ = ["DocumentEvaluator", "check_lengths"]


class DocumentEvaluator:
    """Compares retrieved documents with those known to be right, question by question.

    Args:
        document_comparison_field: What makes two documents the same: `content`, `id`, `meta.<key>` (nested
            keys separated by dots), or a list of these that must all agree.
        cutoff: The deepest rank counted; None for the whole list.
        ignore_empty_content: Whether a document whose value is an empty string matches no other; None for
            what Haystack does.
        interval: Whether to return an `interval` beside the score.

    Raises:
        ConfigError: There is no such field, or the cutoff is not a positive integer.
    """

    # What Haystack's evaluator of the same name does with empty strings.
    _ignores_empty: ClassVar[bool] = False

    # How many hits decide the metric; None when all of them do.
    _enough: int | None = None

    def __init__(
        self,
        document_comparison_field: ComparisonField = "content",
        *,
        cutoff: int | None = None,
        ignore_empty_content: bool | None = None,
        interval: bool = False,
    ) -> None:
        self.document_comparison_field = document_comparison_field
        self.cutoff = _checked(cutoff)
        self.ignore_empty_content = ignore_empty_content
        self.interval = interval
        ignore_empty = self._ignores_empty if ignore_empty_content is None else ignore_empty_content
        self._comparison = Comparison.by(document_comparison_field, ignore_empty=ignore_empty)
        set_output_types(self, score_types(list[float], interval=interval))

    def run(self, ground_truth_documents: Documents, retrieved_documents: Documents) -> Parameters:
        """Score the retrieved documents of each question.

        Args:
            ground_truth_documents: (q,) lists of the documents known to be right.
            retrieved_documents: (q,) lists of what came back, best first.

        Returns:
            `individual_scores`, (q,) from 0 to 1, and `score`, their mean; with `interval=True` also
            `interval`, a dict of `low` and `high`, or None where an interval would say nothing. A question
            without a document known to be right scores 0.

        Raises:
            DataError: One of the two is empty, they are not equally long, or documents cannot be compared.
        """
        check_lengths(ground_truth_documents, retrieved_documents)
        rankings = self._rankings(ground_truth_documents, retrieved_documents)
        scores = np.nan_to_num(self._metric(rankings))
        return scored(scores.tolist(), interval=self.interval, is_rate=self._is_rate)

    def to_dict(self) -> Parameters:
        """Return the evaluator as Haystack saves it, arguments of its own only where they were given."""
        return to_dict(self, self._parameters())

    @classmethod
    def from_dict(cls, data: Parameters) -> Self:
        """Make an evaluator again from what was saved."""
        return from_dict(cls, data)

    @property
    def _is_rate(self) -> bool:
        """Whether every score is 0 or 1."""
        return False

    def _metric(self, r: Rankings) -> Floats:
        """Return the score of each query; NaN where nothing is known to be right."""
        raise NotImplementedError

    def _graded(self, golds: Documents) -> Iterator[dict[Key, float]]:
        """Yield the grades of each question's right documents, by the value they are compared by."""
        return self._comparison.graded(golds)

    def _rankings(self, golds: Documents, retrieved: Documents) -> Rankings:
        """Return where the documents known to be right came back; a second time counts for nothing."""
        found = self._comparison.found(self._graded(golds), retrieved, self._enough)
        ranks, gains = np.array(found.ranks, np.int64), np.array(found.gains, np.float64)
        judged = Ranked(len(golds), _queries(found.counts), ranks, gains)
        lengths = np.full(len(golds), np.nan)  # not known, as none of these metrics asks for them
        return Rankings.of(_positive(judged), _ideal(found.grades, found.graded), judged, lengths)

    def _more_parameters(self) -> Parameters:
        """Return the arguments of a class that has more of them."""
        return {}

    def _parameters(self) -> Parameters:
        """Return the arguments that make this evaluator again."""
        by = self.document_comparison_field
        own: dict[str, Any] = {
            "cutoff": self.cutoff,
            "ignore_empty_content": self.ignore_empty_content,
            "interval": self.interval or None,
        }
        return {
            **self._more_parameters(),
            "document_comparison_field": by if isinstance(by, str) else list(by),
            **{name: value for name, value in own.items() if value is not None},
        }


def _checked(cutoff: object) -> int | None:
    """Return the cutoff.

    Raises:
        ConfigError: It is neither None nor a positive integer.
    """
    if cutoff is None:
        return None
    if not isinstance(cutoff, int) or isinstance(cutoff, bool) or cutoff < 1:
        raise ConfigError(f"cutoff must be a positive integer: {cutoff!r}")
    return cutoff


def _queries(counts: Sequence[int]) -> Ints:
    """Return the query of each item, (h,), from how many items each query has."""
    return np.repeat(np.arange(len(counts), dtype=np.int64), counts)


def _positive(items: Ranked) -> Ranked:
    """Return the items whose gain is above 0."""
    kept = items.gain > 0
    return items if kept.all() else Ranked(items.q, items.query[kept], items.rank[kept], items.gain[kept])


def _ideal(gains: Sequence[float], counts: Sequence[int]) -> Ranked:
    """Return the items of each query in the best order, without those of grade 0."""
    query, gain = _queries(counts), np.array(gains, np.float64)
    order = np.lexsort((-gain, query))
    unranked = _positive(Ranked(len(counts), query, query, gain[order]))
    return replace(unranked, rank=unranked.nth())


def check_lengths(gold: Documents, retrieved: Documents) -> None:
    """Check that there is one list of documents on either side for each question.

    Raises:
        DataError: There is not.
    """
    if len(gold) == 0 or len(retrieved) == 0:
        raise DataError("ground_truth_documents and retrieved_documents must be provided.")
    if len(gold) != len(retrieved):
        raise DataError(
            "The length of ground_truth_documents and retrieved_documents must be the same: "
            f"{len(gold)} and {len(retrieved)}."
        )
