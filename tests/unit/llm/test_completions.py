"""Completions: whatever a server puts into any field of its answer, the worst of it is a failure."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.errors import ReplyError
from ragtriage.llm.completions import error_message, read_completion, usage_of
from ragtriage.llm.messages import Reply
from ragtriage.llm.redaction import Redaction
from ragtriage.llm.replies import read_object, read_prose

NOTHING_SECRET = Redaction([])

# Words that servers use, so that the fields that are looked at are met.
NAMES = st.sampled_from(
    ["type", "text", "content", "function", "arguments", "name", "error", "usage", "message", "output_text"]
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.just(2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES
    | st.text(max_size=8)
    | st.sampled_from(['{"verdict": "supported"}', "{}", "{'a': '", "\ufeff", "\u2028", "\x00"])
)
JSON = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES | st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)


def read(answer, *, is_json=True):
    """Return the text of an answer, read as a judge and a generator read it; None where there is none."""
    assert isinstance(usage_of(answer), tuple)
    assert isinstance(error_message(answer), str)
    try:
        reply = read_completion(answer, is_json=is_json, redaction=NOTHING_SECRET)
    except ReplyError:
        return None
    assert isinstance(reply, Reply)
    for reader in (read_prose, lambda text: read_object(text, lambda found: found)):
        with suppress(ReplyError):
            reader(reply.text)
    return reply.text


def completion(path, value):
    """Return a completion with a value in one place of it."""
    made = {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "{}"}],
                    "refusal": None,
                    "tool_calls": [
                        {"id": "t", "type": "function", "function": {"name": "f", "arguments": "{}"}}
                    ],
                    "function_call": {"name": "f", "arguments": "{}"},
                },
            }
        ],
        "usage": {"prompt_tokens": 1, "completion_tokens": 2},
        "error": None,
    }
    if not path:
        return value
    place = made
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return made


MESSAGE = ("choices", 0, "message")
PLACES = [
    (),
    *((name,) for name in ("id", "object", "created", "model", "choices", "usage", "error")),
    ("choices", 0),
    *(("choices", 0, name) for name in ("index", "finish_reason", "message")),
    *((*MESSAGE, name) for name in ("role", "content", "refusal", "tool_calls", "function_call")),
    (*MESSAGE, "content", 0),
    (*MESSAGE, "content", 0, "type"),
    (*MESSAGE, "content", 0, "text"),
    (*MESSAGE, "tool_calls", 0),
    (*MESSAGE, "tool_calls", 0, "function"),
    (*MESSAGE, "tool_calls", 0, "function", "arguments"),
    (*MESSAGE, "function_call", "arguments"),
    ("usage", "prompt_tokens"),
    ("usage", "completion_tokens"),
]


@given(path=st.sampled_from(PLACES), value=JSON, is_json=st.booleans())
def test_whatever_stands_in_a_field_is_read_or_refused(path, value, is_json):
    read(json.dumps(completion(path, value)).encode(), is_json=is_json)


@pytest.mark.parametrize("kind", [["text"], {"a": 1}, [], {}, None, 1, True, "image_url"])
def test_a_part_of_no_kind_that_is_a_text_says_nothing(kind):
    assert not read(
        json.dumps(completion((*MESSAGE, "content"), [{"type": kind, "text": "{}"}])).encode(), is_json=False
    )


@pytest.mark.parametrize("kind", ["text", "output_text"])
def test_a_part_that_is_a_text_says_it(kind):
    parts = [{"type": kind, "text": "{"}, {"text": "}"}, "!", 5, {"type": kind, "text": ["no"]}]
    assert read(json.dumps(completion((*MESSAGE, "content"), parts)).encode(), is_json=False) == "{}!"


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"type":'])
@pytest.mark.parametrize("path", [path for path in PLACES if path], ids=str)
def test_what_is_nested_to_any_depth_is_read_or_refused(opening, path):
    closing = {"[": "]", "{": "}"}
    whole = json.dumps(completion(path, "PLACE"))
    for depth in (100, 320, 480, 900, 990, 5_000):
        closed = "".join(closing[mark] for mark in reversed(opening * depth) if mark in closing)
        read(whole.replace('"PLACE"', f"{opening * depth}1{closed}").encode())


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"\xef\xbb\xbf{}", b'"\\ud800"', b"1" * 5_000, b"[" * 100_000, b"nul"]
)
def test_what_is_no_json_is_refused(body):
    assert read(body) is None
