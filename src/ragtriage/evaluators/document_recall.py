"""Recall of retrieved documents."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from enum import Enum
from typing import ClassVar, Final

from ragtriage.errors import ConfigError
from ragtriage.evaluators._comparison import ComparisonField
from ragtriage.evaluators._component import Documents, Parameters, component
from ragtriage.evaluators._document_evaluator import DocumentEvaluator
from ragtriage.evaluators.documents import DocumentLike
from ragtriage.metrics import ranking
from ragtriage.metrics.rankings import Floats, Rankings

__all__ = ["DocumentRecallEvaluator", "RecallMode"]

_LOGGER: Final = logging.getLogger(__name__)


class RecallMode(Enum):
    """What recall counts."""

    SINGLE_HIT = "single_hit"  # 1 where any right document came back, else 0
    MULTI_HIT = "multi_hit"  # the share of the right documents that came back

    def __str__(self) -> str:
        return self.value

    @staticmethod
    def from_str(string: str) -> RecallMode:
        """Return the mode of this name.

        Raises:
            ConfigError: There is none.

        Example:
            >>> RecallMode.from_str("multi_hit")
            <RecallMode.MULTI_HIT: 'multi_hit'>
        """
        try:
            return RecallMode(string)
        except ValueError:
            names = [mode.value for mode in RecallMode]
            raise ConfigError(f"Unknown recall mode {string!r}. Supported modes are: {names}") from None


@component
class DocumentRecallEvaluator(DocumentEvaluator):
    """Scores how many of the right documents came back; documents with an empty value are left out.

    Args:
        mode: `single_hit` or `multi_hit`, as a string or a `RecallMode`.
        document_comparison_field: As for `DocumentMRREvaluator`, like the arguments after it.
        cutoff: The deepest rank counted; None for the whole list.
        ignore_empty_content: False lets empty strings match one another.
        interval: Whether to return an `interval` beside the score.

    Example:
        >>> from ragtriage.evaluators import Document
        >>> evaluator = DocumentRecallEvaluator(mode="multi_hit")
        >>> evaluator.run(
        ...     ground_truth_documents=[[Document(content="9th century"), Document(content="9th")]],
        ...     retrieved_documents=[[Document(content="9th"), Document(content="10th")]],
        ... )
        {'score': 0.5, 'individual_scores': [0.5]}
    """

    _ignores_empty: ClassVar[bool] = True

    def __init__(
        self,
        mode: str | RecallMode = RecallMode.SINGLE_HIT,
        document_comparison_field: ComparisonField = "content",
        *,
        cutoff: int | None = None,
        ignore_empty_content: bool | None = None,
        interval: bool = False,
    ) -> None:
        if not isinstance(mode, RecallMode):
            mode = RecallMode.from_str(str(mode))  # Haystack's enum, too, has its name as string
        self.mode = mode
        self._enough = 1 if mode is RecallMode.SINGLE_HIT else None
        DocumentEvaluator.__init__(
            self,
            document_comparison_field,
            cutoff=cutoff,
            ignore_empty_content=ignore_empty_content,
            interval=interval,
        )

    def run(self, ground_truth_documents: Documents, retrieved_documents: Documents) -> Parameters:
        """Score as every document evaluator does, with a warning where there is nothing to compare."""
        outputs = DocumentEvaluator.run(self, ground_truth_documents, retrieved_documents)
        # Only a question that scores 0 may have nothing to compare.
        missed = [number for number, score in enumerate(outputs["individual_scores"]) if score == 0]
        for name, lists in (("ground truth", ground_truth_documents), ("retrieved", retrieved_documents)):
            if bare := sum(self._is_bare(lists[number]) for number in missed):
                _LOGGER.warning(
                    "There are no %s documents, or none of them contain a valid comparison value, "
                    "in %d of %d questions. Their score is set to 0.",
                    name,
                    bare,
                    len(lists),
                )
        return outputs

    @property
    def _is_rate(self) -> bool:
        return self.mode is RecallMode.SINGLE_HIT

    def _is_bare(self, documents: Sequence[DocumentLike]) -> bool:
        """Whether no document has a value to be compared by."""
        return all(key is None for document in documents for key in self._comparison.keys([document]))

    def _metric(self, r: Rankings) -> Floats:
        formula = ranking.hit if self.mode is RecallMode.SINGLE_HIT else ranking.recall
        return formula(r, self.cutoff)

    def _more_parameters(self) -> Parameters:
        return {"mode": str(self.mode)}
