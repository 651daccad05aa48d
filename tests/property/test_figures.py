"""Laws of figures: what stands in the texts is not missing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.text.figures import Figures, missing_figures

PIECES = st.sampled_from(
    [
        *"0123456789 ,.-/:%$()ax",
        *(" 3 ", " 12 ", "500", "1,000", "3.5", " days", " May ", "5th", "one ", "twenty", "-", " percent"),
        *("minus ", "USD ", " million", "10 000", "v2", "doc-5", "www.x1.com ", "noon", " o'clock", " am"),
        *("2024-05-01", "half", "dozen ", " of ", "No. ", "5kg", " and ", "3x", "#4", "12 May 2024"),
    ]
)
TEXTS = st.lists(PIECES, min_size=1, max_size=10).map("".join)


@given(TEXTS, TEXTS, TEXTS)
@settings(max_examples=500, deadline=None)
def test_figures_of_a_statement_that_stands_in_the_texts_as_it_is_are_not_missing(statement, text, question):
    assert missing_figures(statement, Figures((statement, text), question)) == ()
    assert missing_figures(statement, Figures((text,), statement)) == ()
