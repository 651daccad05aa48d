"""The layouts of other tools that are read, by name; the first that recognises a file is taken."""

from __future__ import annotations

from typing import Final

from ragtriage.importers.importer import Importer
from ragtriage.importers.layouts.autorag import AUTORAG, AUTORAG_CORPUS, AUTORAG_NODE
from ragtriage.importers.layouts.azure import AZURE
from ragtriage.importers.layouts.beir import BEIR
from ragtriage.importers.layouts.clapnq import CLAPNQ
from ragtriage.importers.layouts.cookbook import COOKBOOK
from ragtriage.importers.layouts.deepeval import DEEPEVAL
from ragtriage.importers.layouts.haystack import HAYSTACK, HAYSTACK_SCORES
from ragtriage.importers.layouts.hotpotqa import HOTPOTQA
from ragtriage.importers.layouts.langchain import LANGCHAIN
from ragtriage.importers.layouts.langsmith import LANGSMITH
from ragtriage.importers.layouts.llamaindex import (
    LLAMAINDEX,
    LLAMAINDEX_EMBEDDING,
    LLAMAINDEX_PREDICTIONS,
)
from ragtriage.importers.layouts.mlflow import MLFLOW
from ragtriage.importers.layouts.openinference import OPENINFERENCE
from ragtriage.importers.layouts.promptfoo import PROMPTFOO
from ragtriage.importers.layouts.ragas import RAGAS
from ragtriage.importers.layouts.ragchecker import RAGCHECKER
from ragtriage.importers.layouts.ranx import RANX_QRELS, RANX_RUN
from ragtriage.importers.layouts.squad import SQUAD, SQUAD_PREDICTIONS
from ragtriage.importers.layouts.strategyqa import STRATEGYQA
from ragtriage.importers.layouts.trec import TREC_QRELS, TREC_RUN, TREC_TOPICS
from ragtriage.importers.layouts.trulens import TRULENS

__all__ = ["IMPORTERS"]

IMPORTERS: Final[dict[str, Importer]] = {
    "squad": SQUAD,
    "promptfoo": PROMPTFOO,
    "ragchecker": RAGCHECKER,
    "llamaindex": LLAMAINDEX,
    "llamaindex-predictions": LLAMAINDEX_PREDICTIONS,
    "llamaindex-embedding": LLAMAINDEX_EMBEDDING,
    "mlflow": MLFLOW,
    "langsmith": LANGSMITH,
    "trulens": TRULENS,
    "openinference": OPENINFERENCE,
    "autorag": AUTORAG,
    "autorag-corpus": AUTORAG_CORPUS,
    "autorag-node": AUTORAG_NODE,
    "deepeval": DEEPEVAL,
    "haystack": HAYSTACK,
    "haystack-scores": HAYSTACK_SCORES,
    "hotpotqa": HOTPOTQA,
    "strategyqa": STRATEGYQA,
    "clapnq": CLAPNQ,
    "cookbook": COOKBOOK,
    "azure": AZURE,
    "langchain": LANGCHAIN,
    "ragas": RAGAS,
    "ranx-qrels": RANX_QRELS,
    "ranx-run": RANX_RUN,
    "squad-predictions": SQUAD_PREDICTIONS,
    "trec-topics": TREC_TOPICS,
    "trec-qrels": TREC_QRELS,
    "trec-run": TREC_RUN,
    "beir": BEIR,
}
