"""Tells, for every question put to a RAG system, which stage failed.

Names are imported when they are first used, so that `import ragtriage` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ragtriage.comparison.calibration import calibrate
    from ragtriage.comparison.compare import compare
    from ragtriage.comparison.rescoring import rescore
    from ragtriage.comparison.scores import compare_scores
    from ragtriage.evaluation.distributed.cluster import evaluate_on_cluster
    from ragtriage.evaluation.evaluation import Evaluation
    from ragtriage.evaluation.inputs import evaluate_case
    from ragtriage.evaluators.documents import Document
    from ragtriage.importers.sources import evaluate
    from ragtriage.metrics.recall_at_k import recall_at_k
    from ragtriage.metrics.scoring import score_rankings
    from ragtriage.model.records import Case, Retrieved, Trace
    from ragtriage.probing.running import probe
    from ragtriage.text.matching import normalize
    from ragtriage.verdicts.diagnosis import diagnose

__version__: Final = "0.1.0"

# Where each public name lives; read by __getattr__ and by the test that holds it against __all__.
_HOMES: Final = {
    "Case": "ragtriage.model.records",
    "Document": "ragtriage.evaluators.documents",
    "Evaluation": "ragtriage.evaluation.evaluation",
    "Retrieved": "ragtriage.model.records",
    "Trace": "ragtriage.model.records",
    "calibrate": "ragtriage.comparison.calibration",
    "compare": "ragtriage.comparison.compare",
    "compare_scores": "ragtriage.comparison.scores",
    "diagnose": "ragtriage.verdicts.diagnosis",
    "evaluate": "ragtriage.importers.sources",
    "evaluate_case": "ragtriage.evaluation.inputs",
    "evaluate_on_cluster": "ragtriage.evaluation.distributed.cluster",
    "normalize": "ragtriage.text.matching",
    "probe": "ragtriage.probing.running",
    "recall_at_k": "ragtriage.metrics.recall_at_k",
    "rescore": "ragtriage.comparison.rescoring",
    "score_rankings": "ragtriage.metrics.scoring",
}

__all__ = [
    "Case",
    "Document",
    "Evaluation",
    "Retrieved",
    "Trace",
    "calibrate",
    "compare",
    "compare_scores",
    "diagnose",
    "evaluate",
    "evaluate_case",
    "evaluate_on_cluster",
    "normalize",
    "probe",
    "recall_at_k",
    "rescore",
    "score_rankings",
]


def __getattr__(name: str) -> object:
    """Import a public name from its module when it is first asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'ragtriage' has no attribute {name!r}")
    value: object = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, imported or not."""
    return sorted({*globals(), *__all__})
