"""deepeval: goldens and test cases, in snake or camel case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, changed, renamed
from ragtriage.importers.literals import is_literal, literal
from ragtriage.importers.shapes import Raw, rows_or_items
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
_RUN: Final = "testRunData"  # around them in what a test run leaves behind
_PLACES: Final = (*((name,) for name in _NAMES), *((_RUN, name) for name in _NAMES))
_SEPARATOR: Final = "|"  # between the texts in a cell


def _recognises(seen: Glimpse) -> str | None:
    own = seen.any_of(*_OWN)
    if seen.has("input") and own is not None:
        return f"has the fields `input` and `{own}`"
    for names in _PLACES:
        if "input" in seen.item(*names):
            return f"has `{'.'.join(names)}`, each with an `input`"
    return None


def _rows(path: str) -> Iterator[Raw]:
    yield from rows_or_items(path, *_NAMES, inside=_RUN)


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
    native = renamed(changed(row, parted), _FIELDS)
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
    rows=_rows,
    says=(
        "`context` is deepeval's ideal context: evidence",
        "an output that is null, or an empty cell, was not recorded; a cell of several texts is split at |",
    ),
    places=_PLACES,
)
