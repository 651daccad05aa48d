"""Forms of replies: strict about every field, with a complaint that a model can act on."""

from __future__ import annotations

from typing import Literal

import pytest

from ragtriage.errors import ReplyError
from ragtriage.verdicts.asked.forms import Filled, fill, schema_of, within


class Entry(Filled, frozen=True):
    chunk: int
    relevant: bool


class Answer(Filled, frozen=True):
    reason: str
    entries: list[Entry]
    verdict: Literal["yes", "no"]


ENTRY = {"chunk": 1, "relevant": True}
FITS = {"reason": "so", "entries": [ENTRY], "verdict": "no", "more": "is not looked at"}
WRONG = [
    ({"reason": None}, "'reason' must be a string"),
    ({"reason": 1}, "'reason' must be a string"),
    ({"entries": None}, "'entries' must be a list of objects"),
    ({"entries": {}}, "'entries' must be a list of objects"),
    ({"entries": [ENTRY, 1]}, "'entries' must be a list of objects"),
    ({"entries": [ENTRY, {}]}, "'chunk' must be a whole number from 1 to 3"),
    ({"entries": [ENTRY | {"chunk": "1"}]}, "'chunk' must be a whole number from 1 to 3"),
    ({"entries": [ENTRY | {"chunk": True}]}, "'chunk' must be a whole number from 1 to 3"),
    ({"entries": [ENTRY | {"chunk": 1.0}]}, "'chunk' must be a whole number from 1 to 3"),
    ({"entries": [ENTRY | {"relevant": "true"}]}, "'relevant' must be true or false"),
    ({"entries": [ENTRY | {"relevant": 1}]}, "'relevant' must be true or false"),
    ({"verdict": "perhaps"}, "'verdict' must be one of yes, no: 'perhaps'"),
    ({"verdict": "x" * 90}, f"'verdict' must be one of yes, no: {'x' * 40!r}"),
    ({"verdict": []}, "'verdict' must be a string"),
]


def test_what_fits_is_read_into_its_form():
    assert fill(FITS, Answer) == Answer(reason="so", entries=[Entry(chunk=1, relevant=True)], verdict="no")
    assert fill(FITS | {"entries": []}, Answer).entries == []


@pytest.mark.parametrize(("change", "complaint"), WRONG)
def test_what_does_not_fit_is_told(change, complaint):
    with pytest.raises(ReplyError) as raised:
        fill(FITS | change, Answer, chunk=(1, 3))
    assert str(raised.value) == complaint


def test_a_number_out_of_range_is_told():
    assert within("chunk", 10, (0, 10)) == 10
    with pytest.raises(ReplyError, match="'chunk' must be a whole number from 0 to 10"):
        within("chunk", 10**25, (0, 10))


def test_the_schema_is_strict_and_in_the_order_of_the_fields():
    schema = schema_of(Answer)
    assert list(schema["properties"]) == schema["required"] == ["reason", "entries", "verdict"]
    assert schema["properties"]["entries"]["items"]["additionalProperties"] is False
    assert schema["properties"]["verdict"] == {"type": "string", "enum": ["yes", "no"]}
