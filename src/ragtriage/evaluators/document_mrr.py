"""Mean reciprocal rank of retrieved documents."""

from __future__ import annotations

from ragtriage.evaluators._component import component
from ragtriage.evaluators._document_evaluator import DocumentEvaluator
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Floats, Rankings

__all__ = ["DocumentMRREvaluator"]


@component
class DocumentMRREvaluator(DocumentEvaluator):
    """Scores how high the first right document stands: 1 / its rank, 0 where none came back.

    Example:
        >>> from ragtriage.evaluators import Document
        >>> evaluator = DocumentMRREvaluator()
        >>> evaluator.run(
        ...     ground_truth_documents=[[Document(content="France")]],
        ...     retrieved_documents=[[Document(content="Spain"), Document(content="France")]],
        ... )
        {'score': 0.5, 'individual_scores': [0.5]}
    """

    _enough = 1

    def _metric(self, r: Rankings) -> Floats:
        return ranking.reciprocal_rank(r, self.cutoff)
