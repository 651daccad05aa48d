"""ragas: evaluation data sets and results, under the names of both generations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_list, renamed
from ragtriage.io.entries import BadFieldError
from ragtriage.io.spellings import SPELLINGS

__all__ = ["RAGAS"]

_FIELDS: Final = {
    "id": "id",
    "user_input": "question",
    "question": "question",
    "retrieved_contexts": "contexts",
    "contexts": "contexts",
    "retrieved_context_ids": "retrieved",
    "reference_contexts": "evidence",
    "reference_context_ids": "gold_documents",
    "response": "answer",
    "answer": "answer",
    "reference": "expected_answers",
    "ground_truth": "expected_answers",
    "ground_truths": "expected_answers",
}

# A test set of the first generation holds nothing that was retrieved, but what its questions were made of.
_TESTSET: Final = {"contexts": "evidence"}
_HOP: Final = re.compile(r"<\d+-hop>\s*")  # before the texts of questions that need several

# Any of these is ragas' own; the others it shares with our own layout and with other tools.
_OWN: Final = (
    "user_input",
    "reference_contexts",
    "retrieved_context_ids",
    "reference_context_ids",
    "ground_truths",
)
# Beside the older names, which are ours too, these tell our own layout.
_OURS: Final = sorted(SPELLINGS.keys() - _FIELDS.keys())


def _recognises(seen: Glimpse) -> str | None:
    if seen.any_of(
        "gold_ids", "gold_documents", "gold_document_ids", "retrieved", "retrieved_ids", "evidence"
    ):
        return None
    if seen.any_of("user_input", "question") is None:
        return None
    own = seen.any_of(*_OWN)
    if own is not None:
        return f"has the field `{own}`"
    if seen.has("question", "contexts") and seen.any_of("ground_truth", "answer") and not seen.any_of(*_OURS):
        return "has the fields `question` and `contexts`, ragas' older names"
    return None


def _adopt(row: Mapping[str, object]) -> Native:
    asked = row.get("user_input")
    if isinstance(asked, list):
        raise BadFieldError(
            "user_input", "is a conversation of several turns; only single questions are read"
        )
    native = renamed(row, _FIELDS | _TESTSET if "evolution_type" in row else _FIELDS)
    evidence = native.get("evidence")
    if isinstance(evidence, list):
        texts = cast("list[object]", evidence)
        native["evidence"] = [_HOP.sub("", text, 1) if isinstance(text, str) else text for text in texts]
    if "retrieved" in native:
        native["retrieved"] = as_list(native["retrieved"])
    return native


RAGAS: Final = Importer(
    what="ragas data sets and results: JSON lines, JSON, CSV, Parquet or a folder of `datasets`",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
)
