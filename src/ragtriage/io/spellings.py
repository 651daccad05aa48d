"""How fields may be spelled: one table, read by every reader and shown by `ragtriage formats`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["FIELDS", "ITEM_FIELDS", "ITEM_SPELLINGS", "REQUIRED_FIELDS", "SPELLINGS", "misspelled"]

# Field of a case or a trace → every name it may have in a file, its own first.
# `retrieved_texts` is no field of its own: a string there is the text of what was retrieved.
FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "id": ("id", "question_id", "query_id", "case_id"),
    "question": ("question", "user_input", "query"),
    "expected_answers": (
        "expected_answers",
        "expected",
        "expected_answer",
        "reference",
        "references",
        "ground_truth",
        "ground_truths",
    ),
    "gold_documents": ("gold_documents", "gold_ids", "gold_document_ids", "qrels"),
    "evidence": ("evidence",),
    "answerable": ("answerable",),
    "language": ("language",),
    "cluster": ("cluster",),
    "tags": ("tags",),
    "retrieved": ("retrieved", "retrieved_ids"),
    "retrieved_texts": ("contexts", "retrieved_contexts"),
    "context": ("context",),
    "answer": ("answer", "actual", "response", "prediction"),
    "metadata": ("metadata",),
}

# Field of one retrieved entry → every name it may have.
ITEM_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "document_id": ("document_id", "doc_id", "docid", "id"),
    "chunk_id": ("chunk_id",),
    "text": ("text", "content", "page_content"),
    "score": ("score",),
    "metadata": ("metadata",),
}

SPELLINGS: Final = {name: field for field, names in FIELDS.items() for name in names}
ITEM_SPELLINGS: Final = {name: field for field, names in ITEM_FIELDS.items() for name in names}

# Fields whose absence from every row makes a near miss in spelling an error.
REQUIRED_FIELDS: Final = ("question", "answer", "expected_answers", "gold_documents", "retrieved")


def misspelled(unknown: Iterable[str], missing: Iterable[str]) -> dict[str, str]:
    """Find unknown names that are nearly the name of a missing field.

    One edit is near for names of four or five letters, two from six letters on.

    Example:
        >>> misspelled(["answr", "notes"], ["answer"])
        {'answr': 'answer'}
    """
    names = [name for field in missing for name in FIELDS[field]]
    near: dict[str, str] = {}
    for found in unknown:
        for name in names:
            allowed = 0 if len(name) < 4 else 1 if len(name) < 6 else 2
            if found != name and abs(len(found) - len(name)) <= allowed and _edits(found, name) <= allowed:
                near[found] = name
                break
    return near


def _edits(a: str, b: str) -> int:
    """Levenshtein's distance: insertions, deletions and substitutions."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]
