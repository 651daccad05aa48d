"""Judging straight into the folder that is to be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.folder import MARK, known_files, write_cases_parquet, write_report
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.table import CaseTable
from ragtriage.io.folders import whole_folder

__all__ = ["write_evaluation"]


def write_evaluation(
    target: Path,
    evaluate: Callable[[RowStore], Evaluation],
    *,
    parquet: bool = False,
) -> Evaluation:
    """Judge into a new folder and put it in the target's place; nothing is left of one that failed.

    What is drawn from an evaluation is drawn afterwards: whatever becomes of that, the folder is whole.

    Args:
        target: The folder.
        evaluate: Judges, and keeps the rows in the store that it is given.
        parquet: Write cases.parquet too.

    Raises:
        ConfigError: Something else stands there, or it cannot be written.
    """
    with whole_folder(target, known_files(target), MARK) as folder:
        store = RowStore(folder / "cases.jsonl")
        store.table = CaseTable(folder) if parquet else None
        try:
            evaluation = evaluate(store)
        finally:
            store.close()
        write_report(folder, evaluation.report, store, n=len(evaluation))
        if parquet:
            write_cases_parquet(folder, store)
            if store.table is not None:
                store.table.remove()
                store.table = None
    store.moved(target / "cases.jsonl")
    return evaluation
