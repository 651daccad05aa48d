"""The JSON Schema of a row of our own layout, made from the table of spellings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Final, TypeAlias

from ragtriage.io.spellings import FIELDS, ITEM_FIELDS

__all__ = ["native_schema"]

Schema: TypeAlias = dict[str, object]

_NULL: Final[Schema] = {"type": "null"}
_STRING: Final[Schema] = {"type": "string"}
_OBJECT: Final[Schema] = {"type": "object"}
_ID: Final[Schema] = {"type": ["string", "integer"]}
_NAME: Final[Schema] = {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]}
# A list that was written as a text is none.
_ONE_ID: Final[Schema] = {"type": "string", "not": {"pattern": r"^\s*\[[\s\S]*\]\s*$"}}
_ONE_TEXT: Final[Schema] = {
    "type": "string",
    "not": {"pattern": r"""^\s*\[\s*["'][\s\S]*["']\s*\]\s*$"""},
}
_NOT_BLANK: Final[Schema] = {"type": "string", "pattern": r"\S"}
# A number or a truth value as a text is the text that was written.
_TEXT: Final[Schema] = {"type": ["string", "number", "boolean"]}
_ANSWER: Final[Schema] = {"anyOf": [_NOT_BLANK, {"type": ["number", "boolean"]}]}
_CLAIM: Final[Schema] = {
    "anyOf": [
        {"type": "boolean"},
        {"enum": [0, 1]},
        {
            "type": "string",
            "pattern": r"^\s*([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]|[01])\s*$",
        },
    ]
}


def _list(*items: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": {"anyOf": list(items)}, "minItems": least}


def _or_null(*forms: Schema) -> Schema:
    return {"anyOf": [*forms, _NULL]}


_ITEM: Final[dict[str, Schema]] = {
    "document_id": _or_null(_ID),
    "chunk_id": _or_null(_ID),
    "text": _or_null(_STRING),
    "score": _or_null({"type": "number"}),
    "metadata": _or_null(_OBJECT),
}

_HAS_TEXT: Final[Schema] = {
    "type": "object",
    "anyOf": [{"required": [name], "properties": {name: _STRING}} for name in ITEM_FIELDS["text"]],
}

_ROW: Final[dict[str, Schema]] = {
    "id": _or_null(_NAME),
    "question": _or_null(_STRING),
    "expected_answers": _or_null(_ANSWER, _list(_ANSWER, _list(_ANSWER, least=1))),
    "gold_documents": _or_null(
        {"type": "integer"},
        {**_ONE_ID, "minLength": 1},
        _list(_NAME, _list(_NAME, least=1)),
        {"type": "object", "additionalProperties": {"type": "number"}, "propertyNames": {"minLength": 1}},
    ),
    "evidence": _or_null(_NOT_BLANK, _list(_NOT_BLANK)),
    "answerable": _or_null(_CLAIM),
    "language": _or_null(_TEXT),
    "cluster": _or_null(_TEXT),
    "tags": _or_null(_STRING, _list(_TEXT)),
    "retrieved": _or_null(_ONE_ID, _list(_ID, {"$ref": "#/$defs/retrieved"}, _NULL)),
    "retrieved_texts": _or_null(_ONE_TEXT, _list(_STRING, {"$ref": "#/$defs/retrieved"}, _NULL)),
    "context": _or_null(_STRING, _list(_STRING, _HAS_TEXT, _NULL)),
    "answer": _or_null(_TEXT),
    "metadata": _or_null(_OBJECT),
}


def native_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of one row: a case, a trace, or both.

    It accepts what the reader accepts, with two exceptions that no schema can state: ids and texts side by
    side must be as many, and numbers must be finite.
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A case, what a system did with it, or both",
        "type": "object",
        "properties": _properties(FIELDS, _ROW),
        "anyOf": [{"required": [name]} for field in ("id", "question") for name in FIELDS[field]],
        "allOf": [*_exclusive(FIELDS), *_beside_ids()],
        "$defs": {
            "retrieved": {
                "title": "One entry of the retrieved list",
                "type": "object",
                "properties": _properties(ITEM_FIELDS, _ITEM),
                "allOf": list(_exclusive(ITEM_FIELDS)),
            }
        },
    }


def _beside_ids() -> Iterator[Schema]:
    """Yield a rule for any names of ids and texts side by side: what is an object there holds a text."""
    held: Schema = {"anyOf": [{"required": [name]} for name in ITEM_FIELDS["text"]]}
    for ids, texts in product(FIELDS["retrieved"], FIELDS["retrieved_texts"]):
        both = {"required": [ids, texts], "properties": {ids: {"not": _NULL}, texts: {"not": _NULL}}}
        told: Schema = {texts: {"items": {"if": {"type": "object"}, "then": held}}}
        yield {"if": both, "then": {"properties": told}}


def _properties(names: Mapping[str, tuple[str, ...]], forms: Mapping[str, Schema]) -> Schema:
    return {name: forms[field] for field, spellings in names.items() for name in spellings}


def _exclusive(names: Mapping[str, tuple[str, ...]]) -> Iterator[Schema]:
    """Yield a rule for any two names of one field: both may be there only if one is null."""
    for field, spellings in names.items():
        given: Schema = {} if field == "answer" else {"not": _NULL}  # an answer that is null is recorded
        for one, other in combinations(spellings, 2):
            if names is ITEM_FIELDS and "id" in {one, other}:
                continue  # beside a document id, `id` may be anything
            yield {"not": {"required": [one, other], "properties": {one: given, other: given}}}
