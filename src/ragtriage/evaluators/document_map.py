"""Mean average precision of retrieved documents."""

from __future__ import annotations

from ragtriage.evaluators._component import component
from ragtriage.evaluators._document_evaluator import DocumentEvaluator
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Floats, Rankings

__all__ = ["DocumentMAPEvaluator"]


@component
class DocumentMAPEvaluator(DocumentEvaluator):
    """Scores how high all right documents stand: the mean of the precision at the rank of each.

    A right document that did not come back counts as precision 0.

    Example:
        >>> from ragtriage.evaluators import Document
        >>> evaluator = DocumentMAPEvaluator()
        >>> evaluator.run(
        ...     ground_truth_documents=[[Document(content="9th century"), Document(content="9th")]],
        ...     retrieved_documents=[
        ...         [Document(content="9th century"), Document(content="10th"), Document(content="9th")]
        ...     ],
        ... )
        {'score': 0.8333333333333333, 'individual_scores': [0.8333333333333333]}
    """

    def _metric(self, r: Rankings) -> Floats:
        return ranking.average_precision(r, self.cutoff)
