"""Normalised discounted cumulative gain of retrieved documents."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from ragtriage.errors import DataError
from ragtriage.evaluators._comparison import Key
from ragtriage.evaluators._component import Documents, Parameters, component
from ragtriage.evaluators._document_evaluator import DocumentEvaluator, check_lengths
from ragtriage.evaluators.documents import DocumentLike
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Floats, Rankings
from ragtriage.model import Hits

__all__ = ["DocumentNDCGEvaluator"]


# The ideal ranking of one query that has a single right document, of grade 1.
_ONE: Final = Rankings.gather([Hits((), (), (1.0,), (), 0)]).ideal


@component
class DocumentNDCGEvaluator(DocumentEvaluator):
    """Scores the ranking against the best one; gains are the scores of the right documents, 1 without any.

    Example:
        >>> from ragtriage.evaluators import Document
        >>> evaluator = DocumentNDCGEvaluator()
        >>> result = evaluator.run(
        ...     ground_truth_documents=[[Document(content="a", score=1.0), Document(content="b", score=0.5)]],
        ...     retrieved_documents=[[Document(content="a"), Document(content="c"), Document(content="b")]],
        ... )
        >>> round(result["score"], 4)
        0.9502
    """

    def run(self, ground_truth_documents: Documents, retrieved_documents: Documents) -> Parameters:
        """Score as every document evaluator does, after `validate_inputs`."""
        self.validate_inputs(ground_truth_documents, retrieved_documents)
        return DocumentEvaluator.run(self, ground_truth_documents, retrieved_documents)

    @staticmethod
    def validate_inputs(gt_docs: Documents, ret_docs: Documents) -> None:
        """Check that the documents can be scored.

        Args:
            gt_docs: (q,) lists of the documents known to be right.
            ret_docs: (q,) lists of what came back.

        Raises:
            DataError: One of the two is empty, they are not equally long, some right documents of a
                question have a score and others have none, or a score is negative or no finite number.
        """
        check_lengths(gt_docs, ret_docs)
        for number, documents in enumerate(gt_docs):
            _check_scores(documents, f"ground_truth_documents[{number}]")

    def calculate_dcg(self, gt_docs: Sequence[DocumentLike], ret_docs: Sequence[DocumentLike]) -> float:
        """Return the discounted cumulative gain of the retrieved documents of one question.

        Args:
            gt_docs: The documents known to be right.
            ret_docs: What came back, best first.

        Raises:
            DataError: A score is negative or no finite number, or only some documents have one.
        """
        _check_scores(gt_docs, "ground_truth_documents")
        return self._gain(self._rankings([gt_docs], [ret_docs]))

    def calculate_idcg(self, gt_docs: Sequence[DocumentLike]) -> float:
        """Return the discounted cumulative gain of the best ranking of one question.

        Args:
            gt_docs: The documents known to be right.

        Raises:
            DataError: A score is negative or no finite number, or only some documents have one.
        """
        _check_scores(gt_docs, "ground_truth_documents")
        rankings = self._rankings([gt_docs], [()])
        return self._gain(replace(rankings, graded=rankings.ideal))

    def _metric(self, r: Rankings) -> Floats:
        return ranking.ndcg(r, self.cutoff)

    def _graded(self, golds: Documents) -> Iterator[dict[Key, float]]:
        keys = iter(self._comparison.keys(chain.from_iterable(golds)))
        for gold in golds:
            grades: dict[Key, float] = {}
            for document, key in zip(gold, keys, strict=False):  # the keys go on with the next question
                grade = 1.0 if document.score is None else float(document.score)
                if key is not None:  # of a document that is right twice, the best grade
                    grades[key] = max(grade, grades.get(key, grade))
            yield grades

    def _gain(self, r: Rankings) -> float:
        """Return the gain of one query itself, not its share of the ideal."""
        # The ideal of a single document of grade 1 has a gain of 1, so that the share of it is the gain.
        return float(ranking.ndcg(replace(r, ideal=_ONE), self.cutoff)[0])


def _check_scores(documents: Sequence[DocumentLike], where: str) -> None:
    """Check the scores of the documents known to be right for one question.

    Raises:
        DataError: Only some have one, or one is negative or no finite number.
    """
    scores = [document.score for document in documents if document.score is not None]
    if scores and len(scores) != len(documents):
        raise DataError(
            "Either none or all documents in each list of ground_truth_documents must have a score, "
            f"and {len(scores)} of {len(documents)} in {where} have one."
        )
    for score in scores:
        if not (math.isfinite(score) and score >= 0):
            raise DataError(f"A score in {where} is no finite number of 0 or above: {score!r}.")
