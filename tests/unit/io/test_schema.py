from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ragtriage.io.entries import BadFieldError, entry
from ragtriage.io.schema import native_schema
from ragtriage.io.spellings import FIELDS, ITEM_FIELDS

EXAMPLE = Path(__file__).parents[3] / "examples" / "expenses.jsonl"
VALIDATOR = Draft202012Validator(native_schema())


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(native_schema())
    assert json.loads(json.dumps(native_schema())) == native_schema()


def test_every_spelling_is_in_it() -> None:
    assert set(native_schema()["properties"]) == {name for names in FIELDS.values() for name in names}
    entries = native_schema()["$defs"]["retrieved"]["properties"]
    assert set(entries) == {name for names in ITEM_FIELDS.values() for name in names}


def test_the_example_and_every_real_run_are_valid(shared) -> None:
    paths = [EXAMPLE, *sorted((shared / "data" / "rag_runs").glob("*.jsonl"))]
    assert len(paths) > 5
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            VALIDATOR.validate(json.loads(line))


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-1, 2),
        st.floats(0.1, 0.9),
        st.sampled_from(["a", "b", "", " ", "Yes", "maybe", "1"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(
            st.sampled_from([*(name for names in ITEM_FIELDS.values() for name in names), "x"]),
            inner,
            max_size=2,
        ),
    ),
    max_leaves=4,
)
NAMES = [name for names in FIELDS.values() for name in names]


@settings(max_examples=1500, deadline=None)
@given(st.dictionaries(st.sampled_from([*NAMES, "note"]), VALUES, max_size=3))
def test_a_row_is_valid_exactly_when_the_reader_takes_it(row) -> None:
    named = {"question": "?", **row} if not {"question", "user_input", "query"} & row.keys() else row
    problem = refused(named)
    # that ids and texts side by side are as many, and no text stands in both, no schema can say
    if problem is None or not ("lengths must agree" in problem or "the text is given here" in problem):
        assert VALIDATOR.is_valid(named) is (problem is None), problem


def refused(row):
    try:
        entry(row)
    except BadFieldError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "row",
    [
        {"answer": "neither id nor question"},
        {"question": "?", "expected": ""},
        {"question": "?", "expected": "a", "reference": "b"},
        {"question": "?", "gold_ids": [[]]},
        {"question": "?", "gold_ids": {"a": "high"}},
        {"question": "?", "retrieved": [{"score": "0.5"}]},
        {"question": "?", "retrieved": [{"text": "a", "content": "b"}]},
        {"question": 5},
        ["?"],
    ],
)
def test_what_the_reader_refuses_is_not_valid(row) -> None:
    assert not VALIDATOR.is_valid(row)
