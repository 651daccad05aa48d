"""Laws of places: a text found in another stands there, and every short cut agrees with the plain way."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode
from ragtriage.text import lacking, tracing
from ragtriage.text.edges import hits, is_inside
from ragtriage.text.forms import Forms
from ragtriage.text.location import Haystack, find, find_all
from ragtriage.text.matching import equal
from ragtriage.text.normalisation import by_rules, settle, tokenised, whitespace
from ragtriage.text.rules import Scope, rules

PIECES = st.sampled_from(
    [
        *"aAtheTHEn .,'-:/~^+%$01259*_`|[](\n",
        *"かナー゛゙ﾞｶ漢字一五日 ㄴㅏ가각ᄀ\u1161\u11abéßﬁ½²①₂\u0301\u200b\ufe0f👍🏽−–〜。、「」㎏",
        *(
            " the ",
            " an ",
            "a ",
            "\n1. ",
            "\n- ",
            "\n> ",
            " kg",
            " %",
            ",000",
            "**",
            "](.a)",
            "Paris",
            "東京",
            "서울",
        ),
        *("tower", "ｔｏｗｅｒ", "to\u200bwer", "PARIS", "東 京", "翌月の5日", "5 days", "five days"),
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=18).map("".join)


@st.composite
def needles_and_haystacks(draw):
    haystack = draw(TEXTS)
    if draw(st.booleans()):
        start = draw(st.integers(0, len(haystack) - 1))
        needle = haystack[start : draw(st.integers(start + 1, len(haystack)))]
        return draw(
            st.sampled_from([str, str.upper, whitespace, lambda t: settle(whitespace(t), rules(Scope.WHOLE))])
        )(needle), haystack
    return draw(st.lists(PIECES, min_size=1, max_size=3).map("".join)), haystack


class _Certain(lacking.Letters):
    """Never says that a word is absent: the plain way."""

    def lack(self, needed):
        del needed
        return False


def plain_forms(text):
    plain = Forms(text, None)
    vars(plain).update(_letters=_Certain(text))
    return plain


@given(needles_and_haystacks(), st.sampled_from([MatchMode.STANDARD, MatchMode.VALUES]))
@settings(max_examples=300, deadline=None)
def test_looking_for_words_numbers_and_letters_first_changes_nothing(pair, mode):
    needle, text = pair
    plain = Haystack(text, mode)
    vars(plain)["_forms"] = plain_forms(text)
    assert list(Haystack(text, mode).places(needle)) == list(plain.places(needle))


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_a_traced_text_is_the_settled_one(text):
    for before in ((tracing.spacing(),), (tracing.unlisted(), tracing.spacing())):
        plain = text
        for rule in before:
            plain = rule.apply(plain)
        for scope in Scope:
            traced = tracing.traced_settle(tracing.trace(text, before), rules(scope))
            assert traced.text == by_rules(plain, rules(scope))
            assert len(traced.starts) == len(traced.ends) == len(traced.text)
            assert all(0 <= a <= b <= len(text) for a, b in zip(traced.starts, traced.ends, strict=True))
            assert list(traced.starts) == sorted(traced.starts)
            assert list(traced.ends) == sorted(traced.ends)


@given(TEXTS)
@settings(max_examples=300, deadline=None)
def test_values_are_traced_to_their_places(text):
    table = rules(Scope.PASSAGE)
    traced = tracing.traced_settle(tracing.trace(text, (tracing.spacing(),)), table)
    after = tracing.traced_tokenised(traced, table)
    assert after.text == tokenised(traced.text, table)
    assert list(after.starts) == sorted(after.starts)
    assert list(after.ends) == sorted(after.ends)


@given(needles_and_haystacks(), st.sampled_from(list(MatchMode)))
@settings(max_examples=300, deadline=None)
def test_what_is_found_lies_in_the_text_and_does_not_overlap(pair, mode):
    needle, text = pair
    spans = find_all(needle, text, mode)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert (find(needle, text, mode) is None) == (not spans)


@given(needles_and_haystacks())
@settings(max_examples=300, deadline=None)
def test_each_mode_finds_what_the_one_before_finds(pair):
    needle, text = pair
    found = [find(needle, text, mode) is not None for mode in MatchMode]
    assert found == sorted(found)


@given(TEXTS, st.sampled_from(list(MatchMode)))
@settings(max_examples=400, deadline=None)
def test_a_text_that_equals_another_is_found_in_it(text, mode):
    for other in (whitespace(text), text.upper(), settle(whitespace(text), rules(Scope.WHOLE))):
        if other.strip() and equal(other, text, mode):
            assert find(other, text, mode) is not None


@given(st.text("ab5.1-% 日", max_size=12), st.text("ab5.1-% 日", min_size=1, max_size=3))
@settings(max_examples=500, deadline=None)
def test_hits_are_all_whole_places_but_for_overlaps(text, needle):
    whole = [
        m.start()
        for m in re.finditer(f"(?={re.escape(needle)})", text)
        if not is_inside(text, m.start()) and not is_inside(text, m.start() + len(needle))
    ]
    expected: list[int] = []
    for at in whole:
        if not expected or at >= expected[-1] + len(needle):
            expected.append(at)
    assert list(hits(needle, text)) == expected
