"""Laws of prose: its normal form, its places and what it lacks are what the rules say, over many scripts."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ragtriage.model import MatchMode
from ragtriage.text import lacking, tracing
from ragtriage.text.edges import is_inside
from ragtriage.text.location import Haystack
from ragtriage.text.normalisation import by_rules, settle, whitespace
from ragtriage.text.prose import prose
from ragtriage.text.rules import Scope, rules

# Words, numbers and marks of prose, close to each other in every way that a rule looks at.
PIECES = st.sampled_from(
    [
        *"abAt15 9.,:;!?'\"()[]/&@%{}-–—’“”\\\t\n\r\u00a0\u3000",
        *"日々東カーのを한국、。「」・．，：；！？（）［］／－％１５ＡａÉéößı",
        *("the ", "The ", " the", "an ", "AN ", "a ", "A ", "\n- ", "\n1. ", "1. ", "(1) ", "- ", "> "),
        *("it's ", "U.S. ", "e.g. ", "l’été ", "th'e ", "the's ", "covid-19 ", "c'est", "C# ", "5th "),
        *("3.5", "1,000", "10:30", "1/2", "1939-1945", " -5", ".5", "5%", " %", "$5", "10^2", "½"),
        *("5 kg ", "5 m ", " kg", "am ", "5 the m ", '5 "the m ', "東京", "東京 the x", "、the x", "です。"),
        *("**x**", "_", "](a)", "…", "\u200b", "か\u3099", "ｶﾞ", "㎏", "he ", "t ", "n ", "Paris ", "tower"),
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=14).map("".join)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_the_form_of_prose_is_what_the_rules_make_of_it(text):
    found = prose(text)
    if found is not None:
        assert found.form == by_rules(whitespace(text), rules(Scope.PASSAGE))
        assert len(found.folded) == len(text)


@given(TEXTS, st.sampled_from(Scope))
@settings(max_examples=200, deadline=None)
def test_a_text_is_settled_as_the_rules_settle_it(text, scope):
    start = whitespace(text)
    assert settle(start, rules(scope)) == by_rules(start, rules(scope))


@given(TEXTS, st.data())
@settings(max_examples=200, deadline=None)
def test_a_stretch_of_prose_is_led_back_to_where_tracing_finds_it(text, data):
    found = prose(text)
    assume(found is not None and found.form)
    start = data.draw(st.integers(0, len(found.form) - 1))
    end = data.draw(st.integers(start + 1, len(found.form)))
    assume(not (is_inside(found.form, start) or is_inside(found.form, end)))
    traced = tracing.traced_settle(tracing.trace(text, (tracing.spacing(),)), rules(Scope.PASSAGE))
    assert found.origin(start, end) in (None, traced.origin(tracing.Span(start, end)))


class _Certain(lacking.Letters):
    """Never says that anything is absent: the plain way."""

    def lack(self, forms):
        del forms
        return False


@given(TEXTS, TEXTS, st.data(), st.sampled_from([MatchMode.STANDARD, MatchMode.VALUES]))
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
    vars(plain).update(_marked=None, _letters=_Certain(text))
    # a place that several modes find may come more than once
    assert list(dict.fromkeys(Haystack(text, mode).places(needle))) == list(
        dict.fromkeys(plain.places(needle))
    )


def prose_of(text):
    found = prose(text)
    return text if found is None else found.form
