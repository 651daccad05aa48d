from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.reports.inert import inert

EMBEDDINGS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b]0;title\x07", "<U+001B>]0;title<U+0007>"),
        ("\x9b2J", "<U+009B>2J"),
        ("5\u202e日01", "5<U+202E>日01"),
        ("\u2066isolate\u2069", "<U+2066>isolate<U+2069>"),
        ("zero\u200bwidth\ufeff", "zero<U+200B>width<U+FEFF>"),
        ("\U000e0041hidden tag", "<U+E0041>hidden tag"),
        ("a\rb", "a↵b"),
        ("lone \ud800", "lone <U+D800>"),
    ],
)
def test_what_would_steer_a_terminal_or_hide_is_spelt_out(text, shown):
    assert inert(text) == shown


@pytest.mark.parametrize(
    "text", ["翌月5日", "한국어 띄어쓰기", "नमस्\u200dते", "👩\u200d💻", "[bold]not markup[/]", "é ß"]
)
def test_text_that_people_read_is_left_as_it_is(text):
    assert inert(text) == text


def test_lines_can_be_kept():
    assert inert("first\r\nsecond\x0bthird", one_line=False) == "first\nsecond<U+000B>third"


@given(st.text(st.characters(codec=None)))
def test_the_result_is_one_line_without_controls_that_utf_8_can_write(text):
    shown = inert(text)
    assert len(shown.splitlines()) <= 1
    assert not any(unicodedata.category(character) in {"Cc", "Cs"} for character in shown)
    assert not any(
        unicodedata.bidirectional(character)
        in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
        for character in shown
    )
    assert shown.encode("utf-8").decode("utf-8") == shown
