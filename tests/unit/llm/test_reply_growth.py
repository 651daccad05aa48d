"""A reply of any length is read in a time that grows with it, whatever special marks it is made of."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from time import process_time

import pytest

from ragtriage.errors import ReplyError
from ragtriage.llm.replies import is_in_form, read_object, read_prose

LENGTHS = (10_000, 40_000, 160_000)
MOST_SECONDS = 4.0
TELLING_SECONDS = 0.5  # what takes less tells nothing of how it grows
MOST_TIMES = 8.0  # for four times the length

MARKS = [
    *(
        '"',
        "'",
        "\\",
        "\\'",
        '\\"',
        "\\\\",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        " ",
        "\n",
        ".",
        "-",
        "1",
        "1,",
        "\x00",
    ),
    *(
        '{"',
        '"}',
        "{'",
        "['",
        '[{"',
        "[{'",
        '{"a":',
        "{'a':",
        '[{"a":',
        "{'a':'",
        '{"a":"',
        "{}",
        "[]",
        "[{}]",
    ),
    *(
        '{"a":1}',
        '{"a":1},',
        '{"a":1,',
        '{"a":1,}',
        '{"a":1,"a":2}',
        "{'a':1,}",
        '{"a" ',
        "{ ",
        "{\n",
        "[ {",
        "“",
    ),
    *(
        "True",
        "None,",
        ",]",
        ",}",
        ", ",
        "NaN",
        "1e9",
        "{“",
        "\\u",
        "\\ud83d",
        "\\x41",
        "\\U0001F600",
        "\ud800",
    ),
    *("<think>", "</think>", "<thinking>", "<", "<think></think>", '{"</think>', '{"x</think>', "{'</think>"),
    *(
        '["</think>',
        '{"a":{</think>',
        '{"a":</think>',
        "```json\n",
        "…",
        "あ",
        "a'b",
        'a"b',
        "'\"",
        "\"'",
        "{'\"",
    ),
    *(
        '{"arguments":',
        '{"arguments":"',
        '{"arguments":"{',
        '{"arguments":{}}',
        '{"arguments":"{}"}',
        '["',
        "[1 ",
    ),
]

FRAMES = [
    *(
        ("", ""),
        ("", "\\"),
        ('{"a":', "}"),
        ("{'a':'", "'}"),
        ("{'a':", "}"),
        ('{"a":"', '"}'),
        ('{"a":"', "\\"),
    ),
    *(
        ("{'a':'", "\\"),
        ("[{'a':", "</think>"),
        ('[{"a":', "]"),
        ("<think>", ""),
        ('{"a":[', "]} </think> {}"),
    ),
]


def refuse(_):
    raise ReplyError("it does not fit")


def seconds(reply):
    """Return how long it takes to read a reply in every way."""
    began = process_time()
    for read in (
        lambda: read_object(reply, refuse),
        lambda: is_in_form(reply, ["verdict"]),
        lambda: read_prose(reply),
    ):
        with suppress(ReplyError):
            read()
    return process_time() - began


@pytest.mark.parametrize("mark", MARKS, ids=ascii)
def test_no_mark_over_and_over_makes_a_reply_slow(mark):
    before, after = max(FRAMES, key=lambda frame: seconds(frame[0] + mark * (1_000 // len(mark)) + frame[1]))
    took = [seconds(before + mark * (length // len(mark)) + after) for length in LENGTHS]
    assert max(took) < MOST_SECONDS
    assert all(more < TELLING_SECONDS or more < MOST_TIMES * less for less, more in pairwise(took)), took


@pytest.mark.parametrize("length", [10_000, 40_000, 160_000, 1_000_000])
def test_escaped_quotes_without_an_end_are_refused_at_once(length):
    assert seconds('{"a":' + "'" + "\\'" * length + "}") < MOST_SECONDS


def test_an_object_in_any_notation_is_bounded_before_it_is_read():
    said = "{'a': '" + "\\'" * 40_000 + "'}"
    with pytest.raises(ReplyError, match="too long: more than 65,536 characters"):
        read_object(said, refuse)
    fit = "{'a': '" + "\\'" * 32_000 + "'}"
    assert read_object(fit, lambda found: found["a"]) == "'" * 32_000
