"""LangSmith: examples of a data set, as JSON, JSON lines or CSV."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, as_mapping, numbered, renamed
from ragtriage.importers.literals import literal
from ragtriage.importers.shapes import rows_or_items
from ragtriage.io.entries import BadFieldError

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


# Where the example stands beside the outputs of a run, those are what the system gave.
_GIVEN: Final = {
    "answer": "answer",
    "output": "answer",
    "response": "answer",
    "prediction": "answer",
    "contexts": "contexts",
    "documents": "contexts",
    "context": "context",
}
_SIDES: Final = {"inputs": "inputs", "outputs": "outputs", "reference": "reference_outputs"}


def _recognises(seen: Glimpse) -> str | None:
    columns = [name for name in seen.fields if name.startswith(("reference.", "feedback."))]
    if any(name.startswith("inputs.") for name in seen.fields) and (columns or seen.has("example_id")):
        return "has fields that begin with `inputs.`, and an example or feedback"
    if "inputs" in seen.item("examples"):
        return "has `examples`, each with `inputs`"
    if seen.has("inputs") and seen.any_of("outputs", "reference_outputs"):
        return "has the fields `inputs` and `outputs`"
    return None


def _adopt(row: Mapping[str, object]) -> Native:
    row = _nested(row)
    inputs = _object(row.get("inputs"), "inputs")
    is_run = row.get("reference_outputs") is not None and row.get("outputs") is not None
    outputs_name = "reference_outputs" if row.get("outputs") is None or is_run else "outputs"
    native = renamed(inputs, _INPUTS)
    other_inputs = native.pop("metadata", {})
    if "question" not in native and len(inputs) == 1 and isinstance(next(iter(inputs.values())), str):
        native["question"] = next(iter(inputs.values()))
    wanted: Native = {}
    if row.get(outputs_name) is not None:
        wanted = renamed(_object(row[outputs_name], outputs_name), _OUTPUTS)
    other_outputs = wanted.pop("metadata", {})
    for name, value in wanted.items():
        if native.setdefault(name, value) != value:
            raise BadFieldError(outputs_name, f"says something else than `inputs` for `{name}`")
    rest = {name: value for name, value in row.items() if name not in {"inputs", outputs_name, "id"}}
    if is_run:
        given = renamed(_object(row["outputs"], "outputs"), _GIVEN)
        rest["outputs"] = given.pop("metadata", {})
        native |= given
    rest |= {name: kept for name, kept in (("inputs", other_inputs), (outputs_name, other_outputs)) if kept}
    if row.get("id") is not None:
        native["id"] = row["id"]
    return native | {"metadata": {name: value for name, value in rest.items() if value != {}}}


def _nested(row: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row of a table of results (`inputs.question`, …) as the objects that it was made of."""
    if "inputs" in row or not any(name.startswith("inputs.") for name in row):
        return row
    nested: dict[str, object] = {}
    for name, value in row.items():
        side, dot, field = name.partition(".")
        side = _SIDES.get(side, "") if dot else ""
        if side:
            cast("dict[str, object]", nested.setdefault(side, {}))[field] = value
        else:
            nested[name] = numbered(value)
    return nested


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
