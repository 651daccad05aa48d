"""Haystack's nine evaluators under their own names: change the import, and nothing else.

With Haystack installed they are its components, without it plain classes. Names are imported when they are
first used, and Haystack with them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragtriage.evaluators.answer_exact_match import AnswerExactMatchEvaluator
    from ragtriage.evaluators.context_relevance import ContextRelevanceEvaluator
    from ragtriage.evaluators.document_map import DocumentMAPEvaluator
    from ragtriage.evaluators.document_mrr import DocumentMRREvaluator
    from ragtriage.evaluators.document_ndcg import DocumentNDCGEvaluator
    from ragtriage.evaluators.document_recall import DocumentRecallEvaluator, RecallMode
    from ragtriage.evaluators.documents import Document
    from ragtriage.evaluators.faithfulness import FaithfulnessEvaluator
    from ragtriage.evaluators.llm_evaluator import LLMEvaluator, RowsFailedError
    from ragtriage.evaluators.sas_evaluator import SASEvaluator
    from ragtriage.llm.endpoint import Endpoint

# Where each name lives; read by __getattr__ and by the test that holds it against __all__.
_HOMES: Final = {
    "AnswerExactMatchEvaluator": "ragtriage.evaluators.answer_exact_match",
    "ContextRelevanceEvaluator": "ragtriage.evaluators.context_relevance",
    "Document": "ragtriage.evaluators.documents",
    "DocumentMAPEvaluator": "ragtriage.evaluators.document_map",
    "DocumentMRREvaluator": "ragtriage.evaluators.document_mrr",
    "DocumentNDCGEvaluator": "ragtriage.evaluators.document_ndcg",
    "DocumentRecallEvaluator": "ragtriage.evaluators.document_recall",
    "Endpoint": "ragtriage.llm.endpoint",
    "FaithfulnessEvaluator": "ragtriage.evaluators.faithfulness",
    "LLMEvaluator": "ragtriage.evaluators.llm_evaluator",
    "RecallMode": "ragtriage.evaluators.document_recall",
    "RowsFailedError": "ragtriage.evaluators.llm_evaluator",
    "SASEvaluator": "ragtriage.evaluators.sas_evaluator",
}

__all__ = [
    "AnswerExactMatchEvaluator",
    "ContextRelevanceEvaluator",
    "Document",
    "DocumentMAPEvaluator",
    "DocumentMRREvaluator",
    "DocumentNDCGEvaluator",
    "DocumentRecallEvaluator",
    "Endpoint",
    "FaithfulnessEvaluator",
    "LLMEvaluator",
    "RecallMode",
    "RowsFailedError",
    "SASEvaluator",
]


def __getattr__(name: str) -> object:
    """Import a name from its module when it is first asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ragtriage.evaluators' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the names, imported or not."""
    return sorted({*globals(), *__all__})
