"""ragas: a data set of single questions as JSON lines, under the names of its second generation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

import msgspec

from ragtriage.model import UNSET, Case, Gold, Retrieved, Trace, Unit
from ragtriage.reports.writers.ids import named_by
from ragtriage.reports.writers.losses import Pair
from ragtriage.reports.writers.native import as_records

__all__ = ["first_answer", "ids_and_texts", "kept_in_ragas", "relevant", "write_ragas"]


def kept_in_ragas(pairs: Iterable[Pair], unit: Unit) -> Iterator[Pair]:
    """Yield what a data set of ragas holds: one reference, gold ids without grades, ids and texts in order.

    Texts that went into the prompt stand in for what was retrieved where that was not recorded.
    """
    for case, trace in pairs:
        gold = case.gold_documents
        kept = Case(
            id=case.id,
            question=case.question,
            expected_answers=first_answer(case),
            gold_documents=None if gold is None else Gold(grades=dict.fromkeys(relevant(gold), 1)),
            evidence=case.evidence,
        )
        if trace is None:
            yield kept, None
            continue
        entries = named_by(trace, unit)
        if entries is None and trace.context is not None:
            entries = tuple(Retrieved(text=text) for text in trace.context)
        answer = trace.answer
        yield (
            kept,
            Trace(
                id=trace.id,
                retrieved=None if entries is None else ids_and_texts(entries),
                answer=answer if answer is UNSET else answer or "",
            ),
        )


def first_answer(case: Case) -> tuple[str, ...] | None:
    """Return the first expected answer, its items as one text, as the only one."""
    for answer in case.expected_answers or ():
        return (answer if isinstance(answer, str) else ", ".join(answer),)
    return None


def relevant(gold: Gold) -> list[str]:
    """Return the gold ids of a grade above 0."""
    return [item for item, grade in gold.grades.items() if grade > 0]


def ids_and_texts(entries: Sequence[Retrieved]) -> tuple[Retrieved, ...] | None:
    """Return the entries with their ids, if all have one, and their texts, if all have one.

    None where they have neither: an empty list would say that nothing came back.
    """
    has_ids = all(item.document_id is not None for item in entries)
    has_texts = all(item.text is not None for item in entries)
    if not has_ids and not has_texts:
        return None
    return tuple(
        Retrieved(document_id=item.document_id if has_ids else None, text=item.text if has_texts else None)
        for item in entries
    )


def write_ragas(pairs: Iterable[Pair], file: BinaryIO) -> None:
    """Write one sample a line; ragas takes no notice of the field `id`."""
    encode = msgspec.json.Encoder().encode
    file.writelines(encode(_sample(case, trace)) + b"\n" for case, trace in pairs)


def _sample(case: Case, trace: Trace | None) -> dict[str, object]:
    retrieved = None if trace is None or trace.retrieved is None else as_records(trace.retrieved)
    texts = None if retrieved is None else [item.text for item in retrieved]
    ids = None if retrieved is None else [item.document_id for item in retrieved]
    sample: dict[str, object] = {
        "id": case.id or None,
        "user_input": case.question,
        "retrieved_contexts": None if texts is None or None in texts else texts,
        "retrieved_context_ids": None if not ids or None in ids else ids,
        "reference_contexts": case.evidence,
        "reference_context_ids": None if case.gold_documents is None else list(case.gold_documents.grades),
        "response": None if trace is None or trace.answer is UNSET else trace.answer,
        "reference": case.expected_answers[0] if case.expected_answers else None,
    }
    return {name: value for name, value in sample.items() if value is not None}
