from __future__ import annotations

import json
import re
import string
import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from ragtriage.reports.html.embedding import embedded
from ragtriage.reports.html.messages import Language, Messages, wordings
from ragtriage.reports.html.page import environment
from ragtriage.reports.html.texts import Mark, marked
from ragtriage.reports.inert import inert


def test_embedded_data_come_back_and_hold_nothing_that_could_end_their_element():
    texts = ["</script><script>alert(1)</script>", "<!--<script>", "]]>&amp;", "\u2028\u2029", '"\\']
    data = embedded(texts)
    assert json.loads(data) == texts
    assert not set("<>&\u2028\u2029") & set(data)


def test_a_template_escapes_what_is_put_into_it_and_knows_every_name():
    assert environment().from_string("{{ x }}").render(x="<img src=x>") == "&lt;img src=x&gt;"
    with pytest.raises(UndefinedError):
        environment().from_string("{{ y }}").render()


def test_the_files_of_the_languages_hold_the_same_messages_with_the_same_values():
    assert wordings(Language.EN).keys() == wordings(Language.JA).keys()
    for key, english in wordings(Language.EN).items():
        named = [
            # the singular may write its number out
            {name for _, name, _, _ in string.Formatter().parse(text) if name} - {"n"}
            for text in (*english, *wordings(Language.JA)[key])
        ]
        assert all(names == named[0] for names in named), key
        assert all((*english, *wordings(Language.JA)[key])), key


def test_no_file_of_a_language_says_what_stands_beside_the_tables_that_decide_it():
    for language in Language:
        source = files("ragtriage.reports") / "messages" / f"{language}.toml"
        rows = tomllib.loads(source.read_text(encoding="utf-8"))
        kinds = ("meaning.", "brief.", "probe.meaning.")
        assert any(key.startswith(kinds) for key in rows) is (language is not Language.EN)


def test_a_message_without_its_value_is_an_error():
    with pytest.raises(KeyError):
        Messages(Language.EN)("cases", m=1)


def _text(runs):
    return "".join(run if isinstance(run, str) else "" if isinstance(run, int) else run[1] for run in runs)


@given(
    st.text(max_size=200),
    st.lists(st.tuples(st.integers(0, 210), st.integers(0, 210), st.sampled_from("equ")), max_size=5),
)
def test_runs_hold_the_whole_text_and_mark_what_was_marked(text, spans):
    marks = [Mark(start, end, kind, start) for start, end, kind in spans]
    runs = marked(text, marks)
    assert _text(runs) == "".join(
        inert(character, one_line=False) for character in text.replace("\r\n", "\n")
    )
    within = sum(
        any(start <= at < end <= len(text) for start, end, _ in spans)
        for at, character in enumerate(text)
        if not inert(character).startswith("<U+") and character not in "\r\n"
    )
    held = sum(character != "\n" for run in runs if isinstance(run, tuple) for character in _unspelt(run[1]))
    assert held == within


def _unspelt(text):
    return re.sub(r"<U\+[0-9A-F]{4,6}>", "", text)


@given(st.text(st.characters(categories=["L"]), max_size=3000), st.integers(0, 3000), st.integers(100, 1000))
def test_a_shortened_text_says_how_much_is_left_out_and_keeps_its_marks(text, start, limit):
    marks = [Mark(start, start + 5, "e")]
    runs = marked(text, marks, limit=limit)
    left_out = sum(run for run in runs if isinstance(run, int))
    assert len(_text(runs)) + left_out == len(text)
    assert len(_text(runs)) <= max(limit, 60 * 3) + 5 + 30 * 3
    if start + 5 <= len(text):
        assert ("e", text[start : start + 5], ()) in runs
