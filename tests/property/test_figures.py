"""Laws of figures: whether any is missing is told without reading values as by reading them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.text import figures
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
def test_figures_that_all_stand_there_in_digits_are_not_missing(statement, text, question):
    known = Figures((text, statement[: len(statement) // 2]), question)
    plain = tuple(
        value
        for value in figures.read(statement)
        if figures._counts(value)
        and not known.holds(value)
        and not figures._is_rough(statement, value)
        and not known.gives(value)
    )
    assert missing_figures(statement, known) == plain
    shown = Figures((f"{statement} ; {text}",), question)
    if figures.is_in_digits(statement) and shown.shows(figures._digits(statement)):
        assert all(shown.holds(value) for value in figures.read(statement) if figures._counts(value))
