"""Laws of prose: its normal form, its places and what it lacks are what the rules say, over many scripts."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode
from ragtriage.text import lacking, tracing
from ragtriage.text.edges import is_inside
from ragtriage.text.forms import Forms, forms
from ragtriage.text.location import Haystack
from ragtriage.text.normalisation import by_rules, settle, whitespace
from ragtriage.text.prose import prose
from ragtriage.text.rules import Scope, rules

# Words, numbers and marks of prose, close to each other in every way that a rule looks at.
WORDS = [
    *"abAt15 9.,:;!?'\"()[]/&@{}-–—’“”\\\t\n\r\u00a0\u3000",
    *"日々東カーのを한국、。「」・．，：；！？（）［］／－１５ＡａÉéöı",
    *("the ", "The ", " the", "an ", "AN ", "a ", "A ", "\n- ", "\n1. ", "1. ", "(1) ", "- "),
    *("it's ", "U.S. ", "e.g. ", "l’été ", "th'e ", "the's ", "covid-19 ", "c'est", "5th "),
    *(
        "1,000",
        ",000",
        "12,345",
        "|",
        "·",
        "\n• ",
        "1,000,",
        "3.5",
        "10:30",
        "1/2",
        "1939-1945",
        "5%",
        "東京",
        "です。",
        "he ",
        "t ",
        "n ",
        "Paris ",
        "tower",
    ),
]
ODD = [
    *("> ", "C# ", " -5", ".5", " %", "％", "$5", "10^2", "½", "ß", "5 kg ", "5 m ", " kg", "am "),
    *("5 the m ", '5 "the m ', "東京 the x", "、the x", "**x**", "_", "](a)", "…", "\u200b", "か\u3099"),
    *("ｶﾞ", "㎏"),
]
TEXTS = st.lists(st.sampled_from([*WORDS, *ODD]), min_size=1, max_size=14).map("".join)
PROSE = st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map("".join)


@given(PROSE | TEXTS)
@settings(max_examples=200, deadline=None)
def test_the_form_of_prose_is_what_the_rules_make_of_it(text):
    found = prose(text)
    if found is not None:
        assert found.form == by_rules(whitespace(text), rules(Scope.PASSAGE))
        assert len(found.folded) == len(text)


@given(PROSE | TEXTS, st.sampled_from(Scope))
@settings(max_examples=200, deadline=None)
def test_a_text_is_settled_as_the_rules_settle_it(text, scope):
    start = whitespace(text)
    assert settle(start, rules(scope)) == by_rules(start, rules(scope))


@given(PROSE)
@settings(max_examples=200, deadline=None)
def test_every_stretch_of_prose_is_led_back_to_where_tracing_finds_it(text):
    found = prose(text)
    if found is None or not found.form:
        return
    traced = tracing.traced_settle(tracing.trace(text, (tracing.spacing(),)), rules(Scope.PASSAGE))
    edges = [at for at in range(len(found.form) + 1) if not is_inside(found.form, at)]
    for start, end in combinations(edges, 2):
        assert found.origin(start, end) in (None, traced.origin(tracing.Span(start, end)))


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_prose_is_looked_for_under_the_forms_of_any_text(text):
    plain = plain_forms(text)
    assert forms(text).sought == plain.sought
    assert forms(text).sought_typed == plain.sought_typed


class _Certain(lacking.Letters):
    """Never says that anything is absent: the plain way."""

    def lack(self, needed):
        del needed
        return False


def plain_forms(text):
    plain = Forms(text, None)
    vars(plain).update(_letters=_Certain(text))
    return plain


@given(PROSE | TEXTS, TEXTS, st.data(), st.sampled_from([MatchMode.STANDARD, MatchMode.VALUES]))
@settings(max_examples=200, deadline=None)
def test_a_text_stands_in_prose_where_it_stands_in_any_text(text, other, data, mode):
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : data.draw(st.integers(start + 1, len(text)))]
    needle = data.draw(
        st.sampled_from(
            [part, part.upper(), part.replace(" ", "  "), whitespace(part), prose_of(part), other]
        )
    )
    plain = Haystack(text, mode)
    vars(plain)["_forms"] = plain_forms(text)
    # a place that several modes find may come more than once
    assert list(dict.fromkeys(Haystack(text, mode).places(needle))) == list(
        dict.fromkeys(plain.places(needle))
    )


def prose_of(text):
    found = prose(text)
    return text if found is None else found.form
