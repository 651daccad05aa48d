"""LangSmith: examples of a data set, as JSON, JSON lines or CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping, renamed
from ragtriage.importers.literals import literal
from ragtriage.importers.shapes import rows_or_items

__all__ = ["LANGSMITH"]

_INPUTS: Final = {
    "question": "question",
    "query": "question",
    "input": "question",
    "input_answer": "expected_answers",
    "reference": "expected_answers",
    "input_prediction": "answer",
    "prediction": "answer",
    "contexts": "contexts",
    "context": "context",
}
# The outputs of an example are what it should be: the expected answer.
_OUTPUTS: Final = {
    "answer": "expected_answers",
    "output": "expected_answers",
    "expected": "expected_answers",
    "expected_answer": "expected_answers",
    "reference": "expected_answers",
    "ground_truth": "expected_answers",
    "output_answer": "expected_answers",
}


def _recognises(seen: Glimpse) -> str | None:
    if "inputs" in seen.item("examples"):
        return "has `examples`, each with `inputs`"
    if seen.has("inputs") and seen.any_of("outputs", "reference_outputs"):
        return "has the fields `inputs` and `outputs`"
    return None


def _adopt(row: Mapping[str, object]) -> Native:
    inputs = _object(row.get("inputs"), "inputs")
    outputs_name = "outputs" if "outputs" in row else "reference_outputs"
    native = renamed(inputs, _INPUTS)
    other_inputs = native.pop("metadata", {})
    if "question" not in native and len(inputs) == 1 and isinstance(next(iter(inputs.values())), str):
        native["question"] = next(iter(inputs.values()))
    wanted: Native = {}
    if row.get(outputs_name) is not None:
        wanted = renamed(_object(row[outputs_name], outputs_name), _OUTPUTS)
    other_outputs = wanted.pop("metadata", {})
    for name, value in wanted.items():
        native.setdefault(name, value)
    rest = {name: value for name, value in row.items() if name not in {"inputs", outputs_name, "id"}}
    rest |= {name: kept for name, kept in (("inputs", other_inputs), (outputs_name, other_outputs)) if kept}
    if row.get("id") is not None:
        native["id"] = row["id"]
    return native | {"metadata": rest}


def _object(value: object, path: str) -> Mapping[str, object]:
    return as_mapping(literal(value, path) if isinstance(value, str) else value, path)


LANGSMITH: Final = Importer(
    what="LangSmith examples: JSON, JSON lines or CSV; `outputs` are the expected answers",
    recognises=_recognises,
    fields=_INPUTS,
    adopt=_adopt,
    rows=lambda path: rows_or_items(path, "examples"),
    places=(("examples",),),
)
