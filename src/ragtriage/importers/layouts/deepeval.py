"""deepeval: goldens and test cases, in snake or camel case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, renamed
from ragtriage.importers.literals import is_literal, literal
from ragtriage.importers.shapes import rows_or_items
from ragtriage.io.entries import BadFieldError

__all__ = ["DEEPEVAL"]

_FIELDS: Final = {
    "input": "question",
    "actual_output": "answer",
    "actualOutput": "answer",
    "expected_output": "expected_answers",
    "expectedOutput": "expected_answers",
    "retrieval_context": "contexts",
    "retrievalContext": "contexts",
    "context": "evidence",
}
_LISTS: Final = ("retrieval_context", "retrievalContext", "context")
_OWN: Final = (
    "actual_output",
    "expected_output",
    "retrieval_context",
    "actualOutput",
    "expectedOutput",
    "retrievalContext",
)
_NAMES: Final = ("goldens", "test_cases", "testCases")
_SEPARATOR: Final = "|"  # between the texts in a cell


def _recognises(seen: Glimpse) -> str | None:
    own = seen.any_of(*_OWN)
    if seen.has("input") and own is not None:
        return f"has the fields `input` and `{own}`"
    for name in _NAMES:
        if "input" in seen.item(name):
            return f"has `{name}`, each with an `input`"
    return None


def _adopt(row: Mapping[str, object]) -> Native:
    if "turns" in row or "scenario" in row:
        raise BadFieldError("turns", "is a conversation of several turns; only single questions are read")
    parted = dict(row)
    for name in _LISTS:
        value = row.get(name)
        if isinstance(value, str):
            parted[name] = literal(value, name) if is_literal(value) else value.split(_SEPARATOR)
        elif isinstance(value, list):
            parted[name] = [_text(item) for item in cast("list[object]", value)]
    native = renamed(parted, _FIELDS)
    if any(isinstance(item, Mapping) for item in native.get("contexts", ())):
        native["retrieved"] = [
            item if isinstance(item, Mapping) else {"text": item} for item in native.pop("contexts")
        ]
    return native


def _text(item: object) -> object:
    """Return a context with its source as an entry with a document id."""
    if not isinstance(item, Mapping):
        return item
    found = cast("Mapping[str, object]", item)
    if set(found) != {"context", "source"}:
        return found
    return {"text": found["context"], "document_id": found["source"]}


DEEPEVAL: Final = Importer(
    what="deepeval goldens and test cases: JSON, JSON lines or CSV, snake or camel case",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=lambda path: rows_or_items(path, *_NAMES),
    says=(
        "`context` is deepeval's ideal context: evidence",
        "an output that is null, or an empty cell, was not recorded; a cell of several texts is split at |",
    ),
    places=tuple((name,) for name in _NAMES),
)
