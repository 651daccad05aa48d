"""Haystack: the inputs of an `EvaluationRunResult`, columns by name, under the names its evaluators have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final

import msgspec
from msgspec.structs import replace

from ragtriage.model import UNSET, Case, Gold, Retrieved, Trace, Unit
from ragtriage.reports.writers.ids import named_by
from ragtriage.reports.writers.losses import Pair
from ragtriage.reports.writers.native import as_records, kept_as_row
from ragtriage.reports.writers.ragas import first_answer, relevant

__all__ = ["kept_in_haystack", "write_haystack"]


def kept_in_haystack(pairs: Iterable[Pair], unit: Unit) -> Iterator[Pair]:
    """Yield what the inputs hold: one answer, gold documents, retrieved documents with text, score and meta.

    Texts that went into the prompt stand in for what was retrieved where that was not recorded; beside
    documents without any text they cannot be told from the texts of these.
    """
    for pair in pairs:
        case, trace = kept_as_row(pair)
        gold = case.gold_documents
        kept = Case(
            id="",
            question=case.question,
            expected_answers=first_answer(case),
            gold_documents=None if gold is None else Gold(grades=dict.fromkeys(relevant(gold), 1)),
        )
        yield kept, None if trace is None else _kept_trace(trace, unit)


def _kept_trace(trace: Trace, unit: Unit) -> Trace:
    entries, context = named_by(trace, unit), trace.context
    if entries is None and context is not None:
        entries, context = tuple(Retrieved(text=text) for text in context), None
    if not any(item.text is not None for item in entries or ()):
        context = None
    return Trace(
        id="",
        retrieved=None if entries is None else tuple(replace(item, chunk_id=None) for item in entries),
        context=context,
        answer=UNSET if trace.answer is UNSET else trace.answer or "",
    )


# Column → whether it is there even if nothing was recorded for it; by one of these the layout is known.
_COLUMNS: Final = {
    "questions": True,
    "ground_truth_answers": False,
    "ground_truth_documents": False,
    "retrieved_documents": False,
    "contexts": False,
    "predicted_answers": True,
}


def write_haystack(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write one object of columns; what was not recorded is null, a column of nothing else is left out."""
    columns: dict[str, list[object]] = {name: [] for name in _COLUMNS}
    for case, trace in pairs:
        gold, retrieved = case.gold_documents, None if trace is None else trace.retrieved
        row = {
            "questions": case.question,
            "ground_truth_answers": case.expected_answers[0] if case.expected_answers else None,
            "ground_truth_documents": None if gold is None else [{"id": one} for one in gold.grades],
            "retrieved_documents": None if retrieved is None else list(map(_document, as_records(retrieved))),
            "contexts": None if trace is None else trace.context,
            "predicted_answers": None if trace is None or trace.answer is UNSET else trace.answer,
        }
        for name, value in row.items():
            columns[name].append(value)
    found = {
        name: values
        for name, values in columns.items()
        if _COLUMNS[name] or any(value is not None for value in values)
    }
    file.write(msgspec.json.encode(found) + b"\n")


def _document(item: Retrieved) -> dict[str, object]:
    """Return a document as `Document.to_dict` writes it, without what was not recorded."""
    fields = {"id": item.document_id, "content": item.text, "meta": item.metadata, "score": item.score}
    return {name: value for name, value in fields.items() if value is not None}
