"""What is wrong with text that is no JSON, told so that somebody can mend it."""

from __future__ import annotations

import msgspec
import pytest

from ragtriage.io.json_faults import json_fault


def fault(text: bytes) -> str:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(text)
    return json_fault(text, raised.value)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_is_none_is_named_with_its_place(name) -> None:
    told = fault(f'{{"question": "q", "score": {name}}}'.encode())
    assert told.startswith(f"is not valid JSON: {name} is no number there (byte 28)")


@pytest.mark.parametrize("text", ["{'question': 'q'}", '{"a": None}', '{"a": [True]}', '{"a": False}'])
def test_what_python_prints_is_called_so(text) -> None:
    assert "what Python prints" in fault(text.encode())


def test_the_text_around_the_place_is_shown_and_not_the_beginning_alone() -> None:
    told = fault(b'{"question": "' + b"q" * 200 + b'", "answer": ?, "expected": "e"}')
    assert '"answer": ?, ' in told


def test_a_character_of_a_control_or_a_missing_end_keeps_the_decoders_words() -> None:
    assert fault(b'{"a": "x\ty"}').startswith("is not valid JSON: invalid character")
    early = "is not valid JSON: it ends too early, with a bracket or a quotation mark missing: "
    assert fault(b'{"a": 1') == early + "'{\"a\": 1'"
    assert fault(b'{"a": "' + b"x" * 90) == early + repr("x" * 20)
