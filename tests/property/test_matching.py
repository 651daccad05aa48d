"""Laws of the modes, over all of Unicode and over texts mixed from many scripts."""

from __future__ import annotations

import time
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode
from ragtriage.text.matching import equal, normalize
from ragtriage.text.normalisation import settle, standard, whitespace
from ragtriage.text.rules import Scope, rules

MODES = list(MatchMode)
PIECES = st.sampled_from(
    [
        *"aAtheTHEn .,'-:/~^+%$0123459\"*_`|<>=()[]°#&\n\t",
        *"かなカナー゛゙ﾞｶﾊﾟ漢字一千五日월일年円 ㄴㅏ가각ᄀ\u1161\u11ab",
        *"éßİſﬁΣςÅ½²⁻①₂Ⅳ۵٫אבמּﷺไทยहिन्दी",
        *"\u0301\u0308\u0327\u200b\u200d\u00ad\ufe0f\u202e\u2066\ufeff👍🏽❤🇯🇵",
        *"−–—〜～。、・「」（）【】，％：㎏℃",
        *(
            " the ",
            " an ",
            "a ",
            "A ",
            "1. ",
            "- ",
            "> ",
            "**",
            " kg",
            " %",
            ",000",
            "](",
            "’s",
            "May 1, 2024",
            "3万5千",
        ),
    ]
)
PLAIN = st.sampled_from([*"aAtb  ..--::/%$$0159km,'#+^~=<", "the ", "an ", "a ", " kg", "5", ".", " of "])
TEXTS = st.one_of(
    st.text(max_size=30),
    st.lists(PIECES, max_size=14).map("".join),
    st.lists(PLAIN, max_size=9).map("".join),  # what the short cuts are for
)


def _slowly(text: str) -> str:
    """Apply every rule, without any short cut, until nothing changes."""
    start = form = whitespace(text)
    while True:
        after = form
        for rule in rules(Scope.WHOLE).all:
            after = rule.pattern.sub(rule.replacement, after)
        if after == form:
            return form or start
        form = after


@given(TEXTS)
@settings(max_examples=500, deadline=None)
def test_the_short_cuts_change_nothing(text):
    assert standard(text) == _slowly(text)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_every_normal_form_is_its_own(text):
    for mode in MODES:
        form = normalize(text, mode)
        assert normalize(form, mode) == form


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_each_mode_includes_the_one_before(text):
    # What two texts become in a mode depends on their form in the one before alone: the modes nest.
    for nearer, farther in pairwise(MODES):
        assert normalize(normalize(text, nearer), farther) == normalize(text, farther)


@given(TEXTS, TEXTS)
@settings(max_examples=300, deadline=None)
def test_matching_is_symmetric_and_nested(a, b):
    for mode in MODES:
        assert equal(a, b, mode) == equal(b, a, mode)
    matches = [equal(a, b, mode) for mode in MODES if normalize(a, MatchMode.VALUES)]
    assert matches == sorted(matches)


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_a_text_matches_itself_unless_it_is_blank(text):
    for mode in MODES[1:]:
        assert equal(text, text, mode) == bool(text.strip())


@given(TEXTS)
@settings(max_examples=150, deadline=None)
def test_folding_chinese_keeps_the_laws(text):
    for nearer, farther in pairwise(MODES):
        form = normalize(text, farther, fold_chinese=True)
        assert normalize(form, farther, fold_chinese=True) == form
        assert normalize(normalize(text, nearer, fold_chinese=True), farther, fold_chinese=True) == form


@pytest.mark.parametrize("plane", range(17))
def test_no_code_point_crashes_and_every_form_is_its_own(plane):
    for start in range(plane << 16, (plane + 1) << 16, 256):
        block = "".join(map(chr, range(start, start + 256)))
        for mode in (MatchMode.STANDARD, MatchMode.VALUES):
            form = normalize(block, mode)
            assert normalize(form, mode) == form


def test_every_character_alone_has_a_form_of_its_own():
    for code in range(0x110000):
        character = chr(code)
        if unicodedata.category(character) in {"Cn", "Co", "Cs"}:
            continue
        form = standard(character)
        assert standard(form) == form
        assert form or character.isspace()


@pytest.mark.parametrize(
    "piece",
    [
        *(
            "（",
            "「",
            "a",
            "A",
            "あ",
            "가",
            "ᄀ",
            "\u0301",
            "\u200b",
            " ",
            "-",
            "*",
            "_",
            "`",
            "~",
            "[",
            "1",
            ",",
            ".",
            "'",
        ),
        *(
            "👍",
            "´",
            "ﷺ",
            "é",
            "あ-",
            "あ- ",
            "a ",
            "the ",
            "**a",
            "_a",
            "`a",
            "~~a",
            "[a](",
            "[a](.",
            "5,",
            "1,000",
            ".5",
        ),
        *("1. ", "> ", "- ", "5 ", "a.", "十", "百万", "May ", "½", "²"),
    ],
)
def test_a_long_text_takes_linear_time(piece):
    text = piece * (30_000 // len(piece))
    start = time.perf_counter()
    for mode in MODES:
        normalize(text, mode)
    assert time.perf_counter() - start < 20  # quadratic time would be minutes


@pytest.mark.parametrize("piece", ["5 ", "5-", "5.5 ", "-5 ", "$5 ", "5% ", "a5 ", "5a ", "5a"])
@pytest.mark.parametrize("tail", ["(", "!", "-", "あ", "%%"])
def test_what_comes_last_makes_no_text_take_more_than_linear_time(piece, tail):
    text = piece * (20_000 // len(piece)) + tail
    start = time.perf_counter()
    normalize(text, MatchMode.STANDARD)
    assert time.perf_counter() - start < 20  # exponential time would never end


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_a_passage_in_normal_form_is_at_rest(text):
    table = rules(Scope.PASSAGE)
    form = settle(whitespace(text), table)
    assert settle(form, table) == form
