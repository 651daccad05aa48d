"""TREC files: relevance judgements and runs."""

from ragtriage.io.trec.qrels import Qrels, read_qrels
from ragtriage.io.trec.run import RankedQuery, RankedRun, read_run

__all__ = ["Qrels", "RankedQuery", "RankedRun", "read_qrels", "read_run"]
