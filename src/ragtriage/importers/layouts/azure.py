"""Azure AI evaluation and promptflow: JSON lines with a question, an answer, its context and the truth."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, changed, renamed
from ragtriage.importers.shapes import rows_or_items

__all__ = ["AZURE"]

_FIELDS: Final = {
    "question": "question",
    "query": "question",
    "answer": "answer",
    "response": "answer",
    "context": "context",
    "truth": "expected_answers",
    "ground_truth": "expected_answers",
}
_OUTPUTS: Final = "outputs."  # before scores, and before what a system that was called gave
_GIVEN: Final = ("response", "answer", "context")
_INPUTS: Final = "inputs."  # before the columns of the data, where results stand beside them

# A source a line: `Benefits.pdf#page=4:  text`; the answers cite it by that name.
_SOURCE: Final = re.compile(r"(?P<document_id>[^\s:]+\.\w{2,5}(?:#page=\d+)?): (?P<text>.*)")


def _recognises(seen: Glimpse) -> str | None:
    if seen.has("question", "answer", "context") and seen.any_of("truth", "variant_id", "line_number"):
        return "has the fields `question`, `answer`, `context` and `truth`, or a variant"
    if any(name.startswith(_INPUTS) for name in seen.fields):
        return "has fields that begin with `inputs.`"
    if any(name.startswith(_INPUTS) for name in seen.item("rows")):
        return "has `rows`, each with fields that begin with `inputs.`"
    if seen.has("query", "response", "context", "ground_truth"):
        return "has the fields `query`, `response`, `context` and `ground_truth`"
    return None


def _adopt(row: Mapping[str, object]) -> Native:
    native = renamed(changed(row, _bare(row)), _FIELDS)
    sources = _sources(native.get("context"))
    if sources:
        native["retrieved"] = sources
        del native["context"]
    return native


def _bare(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row with its inputs, and what a system put out in their place, under their bare names."""
    bare = dict(row)
    for prefix, names in ((_INPUTS, row), (_OUTPUTS, [f"{_OUTPUTS}{name}" for name in _GIVEN])):
        for name in names:
            short = name.removeprefix(prefix)
            if name in bare and short != name and short not in bare:
                bare[short] = bare.pop(name)
    return bare


def _sources(context: object) -> list[dict[str, str]]:
    """Return the sources of a context that gives one a line; none where a line is no source."""
    lines = context.split("\n") if isinstance(context, str) else []
    found = [_SOURCE.fullmatch(line) for line in lines if line.strip()]
    sources = [each.groupdict() for each in found if each is not None]
    return sources if len(sources) == len(found) else []


AZURE: Final = Importer(
    what="Azure and promptflow rows: question, answer, context, truth",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=lambda path: rows_or_items(path, "rows"),
    places=(("rows",),),
    says=("a context whose every line is `source: text` is read as what was retrieved, by its sources",),
)
