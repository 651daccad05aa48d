from __future__ import annotations

import pytest

from ragtriage.reports.highlight import highlighted


@pytest.mark.parametrize(
    ("spans", "shown"),
    [
        ([], "経費精算は翌月5日"),
        ([(5, 9)], "経費精算は⟦翌月5日⟧"),
        ([(0, 2), (1, 4)], "⟦経費精算⟧は翌月5日"),
        ([(5, 9), (0, 2)], "⟦経費⟧精算は⟦翌月5日⟧"),
    ],
)
def test_each_span_stands_between_brackets_in_the_order_of_the_text(spans, shown):
    assert str(highlighted("経費精算は翌月5日", spans)) == shown


def test_places_count_characters_of_the_recorded_text_not_of_what_is_shown():
    assert str(highlighted("\x1b[0mdue on the 5th", [(11, 18)])) == "<U+001B>[0mdue on ⟦the 5th⟧"


def test_a_long_text_is_shortened_around_what_is_marked_and_says_so():
    text = "a" * 5_000 + "evidence" + "b" * 5_000
    shown = str(highlighted(text, [(5_000, 5_008)]))
    assert "a⟦evidence⟧b" in shown
    assert shown.count("(4,520 characters)") == 2
    assert len(shown) < 1_200


def test_a_marked_stretch_is_never_shortened():
    text = "x" * 3_000
    assert str(highlighted(text, [(0, 3_000)])) == f"⟦{text}⟧"
