"""MLflow: rows of evaluation data sets and of its results, and of the agent evaluation before them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from ragtriage.errors import SchemaError
from ragtriage.importers.glimpse import Glimpse
from ragtriage.importers.importer import Importer, Native, numbered
from ragtriage.importers.recorded import decoded, documents_in
from ragtriage.importers.shapes import Raw, document, is_object, table
from ragtriage.io.entries import shown

__all__ = ["MLFLOW"]

_FIELDS: Final = {
    "dataset_record_id": "id",
    "request_id": "id",
    "trace_id": "id",
    "inputs": "question",
    "request": "question",
    "outputs": "answer",
    "response": "answer",
    "predictions": "answer",
    "expected_response": "expected_answers",
    "ground_truth": "expected_answers",
    "targets": "expected_answers",
    "expected_facts": "expected_answers",
    "retrieved_context": "retrieved",
    "expected_retrieved_context": "gold_documents",
    "context": "context",
}
_IDS: Final = ("dataset_record_id", "request_id", "client_request_id", "trace_id", "id")
_ASKED: Final = ("inputs", "request")
_GIVEN: Final = ("outputs", "response", "predictions")
# Within an object, what is the question, the answer, and what should be said.
_QUESTIONS: Final = ("question", "query", "input", "user_input", "user_query", "prompt", "text", "request")
_ANSWERS: Final = ("response", "answer", "output", "output_text", "result", "text", "content", "prediction")
_EXPECTED_BESIDE: Final = ("expected_response", "ground_truth", "targets")
_EXPECTED: Final = (*_EXPECTED_BESIDE, "expected_answer", "expected_output", "reference", "answer")
_FACTS: Final = "expected_facts"
_SHOULD: Final = "expected_retrieved_context"
_RETRIEVED: Final = ("retrieved_context", "retrieved_documents", "documents", "context", "sources")
_EXPECTATIONS: Final = "expectations"
_OBJECTS: Final = frozenset({*_ASKED, *_GIVEN, _EXPECTATIONS})
# What rows have that LangSmith's, which are inputs and outputs too, have not.
_OWN: Final = (
    *(_EXPECTATIONS, "retrieved_context", "expected_response", _FACTS, _SHOULD),
    *("dataset_record_id", "assessments", "ground_truth", "targets"),
)
_PARTED: Final = re.compile(r"(inputs|outputs|expectations)[/.](.+?)(?:/value)?")
_EXPECTATION: Final = re.compile(r"(expected_\w+|guidelines)/value")
_OF_JUDGE: Final = re.compile(r".+/(?:value|score|rationale|justification)")


def _recognises(seen: Glimpse) -> str | None:
    fields = frozenset(_columns(seen.top) or ()) or seen.fields
    asked = next((name for name in _ASKED if name in fields), None)
    parted = [name for name in fields if _PARTED.fullmatch(name)]
    if any(name.startswith((f"{_EXPECTATIONS}/", f"{_EXPECTATIONS}.")) for name in parted):
        return f"has columns that begin with `{_EXPECTATIONS}`"
    if asked is None:
        return None
    own = next((name for name in _OWN if name in fields), None)
    if own is not None:
        return f"has the fields `{asked}` and `{own}`"
    judged = next((name for name in sorted(fields) if _OF_JUDGE.fullmatch(name)), None)
    return None if judged is None else f"has the fields `{asked}` and `{judged}`"


def _columns(top: Mapping[str, object]) -> list[str] | None:
    """Return the columns of a table that pandas wrote in two parts, its columns and its data."""
    columns = top.get("columns")
    if not isinstance(columns, list) or not isinstance(top.get("data"), list):
        return None
    return [str(name) for name in cast("list[object]", columns)]


def _rows(path: str) -> Iterator[Raw]:
    fields: Mapping[str, object] = _mapping(document(path)) if is_object(path) else {}
    columns = _columns(fields)
    if columns is None:
        yield from table(path)
        return
    for number, row in enumerate(cast("list[object]", fields["data"]), 1):
        where = f"{path}, row {number}"
        cells = _list(row)
        if len(cells) != len(columns):
            yield Raw(where, SchemaError(f"{where}: expected {len(columns)} cells, found {shown(row)}"))
        else:
            yield Raw(where, dict(zip(columns, cells, strict=True)))


def _adopt(row: Mapping[str, object]) -> Native:
    left = _nested(row)  # what is read is taken out of it
    found: Native = {
        "id": next((left.pop(name) for name in _IDS if left.get(name) is not None), None),
        "question": _said(left, _ASKED, _QUESTIONS, "user"),
        "retrieved": _retrieved(left),
        "context": left.pop("context", None),
        "answer": _said(left, _GIVEN, _ANSWERS, "assistant"),
        "expected_answers": _expected(left),
        **_gold(left),
    }
    native = {name: value for name, value in found.items() if value is not None}
    return native | {"metadata": {name: value for name, value in left.items() if value not in ({}, None)}}


def _nested(row: Mapping[str, object]) -> Native:
    """Return a row with columns such as `expectations/expected_response/value` as the objects they are of."""
    nested: Native = {}
    for name, value in row.items():
        if value is None:  # was not recorded
            continue
        side, field = _side(name)
        part: object = nested.setdefault(side, {}) if side else None
        if isinstance(part, dict):
            cast("Native", part)[field] = value
        elif name in _OBJECTS:
            held = _object(value)
            nested[name] = held if name not in nested else {**_mapping(held), **_mapping(nested[name])}
        else:
            nested[name] = numbered(value)
    return nested


def _side(name: str) -> tuple[str, str]:
    """Return the object that a column is of, and its name there; nothing where it is of none."""
    expected = _EXPECTATION.fullmatch(name)
    if expected is not None:
        return _EXPECTATIONS, expected[1]
    parted = _PARTED.fullmatch(name)
    return ("", "") if parted is None else (parted[1], parted[2])


def _mapping(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def _object(value: object) -> object:
    """Return the object or the messages that a cell of a table holds; any other value as it is."""
    held = decoded(value)
    if isinstance(held, Mapping):
        return dict(_mapping(cast("object", held)))
    return _list(held) if any(isinstance(item, Mapping) for item in _list(held)) else value


def _said(left: Native, places: Iterable[str], names: Iterable[str], role: str) -> object:
    """Take out the first of some places that says something: a text, or one within an object or messages."""
    for place in places:
        held = left.get(place)
        if isinstance(held, Mapping):
            text = _within(cast("Native", held), names, role)
        elif isinstance(held, list):
            text = _last(cast("list[object]", held), role)
        else:
            text = held
        if text is not None:
            if not isinstance(held, Mapping):
                del left[place]
            return text
    return None


def _within(held: Native, names: Iterable[str], role: str) -> str | None:
    """Take the text out of an object: under one of the names, of messages, or the only one that is there."""
    name = next((name for name in names if isinstance(held.get(name), str)), None)
    if name is None and role == "user" and len(held) == 1:
        name = next((name for name, value in held.items() if isinstance(value, str)), None)
    if name is not None:
        return cast("str", held.pop(name))
    choices = [_mapping(each).get("message") for each in _list(held.get("choices"))]
    for kind, messages in (("messages", _list(held.get("messages"))), ("choices", choices[:1])):
        text = _last(messages, role)
        if text is not None:
            del held[kind]
            return text
    return None


def _last(messages: Sequence[object], role: str) -> str | None:
    """Return the text of the last message of a role."""
    said = [_mapping(each).get("content") for each in messages if _mapping(each).get("role") == role]
    content = said[-1] if said else None
    if isinstance(content, str):
        return content
    texts = [_mapping(part).get("text") for part in _list(content)]
    return "".join(text for text in texts if isinstance(text, str)) or None


def _places(left: Native) -> Iterator[Native]:
    """Yield where what was expected may stand: among the expectations, or beside them."""
    held = left.get(_EXPECTATIONS)
    if isinstance(held, dict):
        yield cast("Native", held)
    yield left


def _expected(left: Native) -> object:
    """Take out what should be said: an answer, or facts that are all to be in it."""
    for held in _places(left):
        for name in _EXPECTED if held is not left else _EXPECTED_BESIDE:
            if held.get(name) is not None:
                return held.pop(name)
    for held in _places(left):
        facts = _list(decoded(held.get(_FACTS)))
        if facts:
            del held[_FACTS]
            return [facts]
    return None


def _retrieved(left: Native) -> object:
    """Take out what came back, beside the answer or within it."""
    outputs = left.get("outputs")
    for held in (left, cast("Native", outputs) if isinstance(outputs, dict) else {}):
        for name in _RETRIEVED if held is not left else _RETRIEVED[:1]:
            found = documents_in(held.get(name))
            if found is not None:
                del held[name]
                return found
    return None


def _gold(left: Native) -> Native:
    """Take out what should come back: its ids; of what has none, the texts, as evidence."""
    for held in _places(left):
        found = documents_in(held.get(_SHOULD))
        if not found:
            continue
        ids = [entry["document_id"] for entry in found if "document_id" in entry]
        if len(ids) == len(found):
            if not any("text" in entry for entry in found):
                del held[_SHOULD]
            return {"gold_documents": ids}
        if not ids:
            del held[_SHOULD]
            return {"evidence": [entry["text"] for entry in found]}
    return {}


MLFLOW: Final = Importer(
    what="MLflow rows: evaluation data sets and results, with `expectations` or what is expected in columns",
    recognises=_recognises,
    fields=_FIELDS,
    adopt=_adopt,
    rows=_rows,
)
