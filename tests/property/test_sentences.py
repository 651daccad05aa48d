"""Laws of the splitter, over any text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.text.sentences import split

PIECES = st.sampled_from(
    [
        *"。！？．।۔!?.…\"'()（）「」『』“”[]\n\r\t \u3000\u2028-*•①1aA",
        "Dr.",
        "e.g.",
        "U.S. ",
        "3.5",
        "です",
        "입니다",
    ]
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=40).map("".join))


@given(TEXTS)
@settings(max_examples=400)
def test_sentences_hold_every_character_that_is_not_space_once_and_in_order(text):
    sentences = split(text)
    assert "".join("".join(s.text.split()) for s in sentences) == "".join(text.split())
    assert all(a.end <= b.start for a, b in pairwise(sentences))


@given(TEXTS)
@settings(max_examples=400)
def test_a_sentence_has_no_space_around_it_and_is_never_blank(text):
    assert all(s.text and s.text == s.text.strip() for s in split(text))


@given(TEXTS)
def test_only_blank_text_has_no_sentence(text):
    assert bool(split(text)) == bool(text.strip())


@given(TEXTS, TEXTS)
def test_a_blank_line_always_ends_a_sentence(one, other):
    boundaries = {s.start for s in split(f"{one}\n\n{other}")}
    text = f"{one}\n\n{other}"
    first = len(text) - len((text[len(one) + 2 :]).lstrip())
    assert not other.strip() or first in boundaries
