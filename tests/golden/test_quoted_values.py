"""Quotes that write a value otherwise than their text: a table of which stand there, made by hand."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.verdicts.asked.quotes import may_stand, quoted

LINES = Path(__file__).with_name("quoted_values.tsv").read_text("utf-8").splitlines()
ROWS = [line.split("\t") for line in LINES[1:]]


@pytest.mark.parametrize(("right", "text", "quote"), [row[:3] for row in ROWS], ids=[row[3] for row in ROWS])
def test_a_quote_with_a_value_in_another_notation_stands_where_the_value_is_the_same(right, text, quote):
    found = quoted(quote, text, may_be_short=True)
    assert (found is not None) == (right == "stands")
    if found is None:
        assert may_stand(quote, text, may_be_short=True) == (right == "open")


def test_what_is_shown_is_the_text_itself():
    text = "会員の割引率は50％と定められている。"
    found = quoted("割引率は5割と", text)
    assert text[slice(*found.span)] == found.shown == "割引率は50％と"


def test_the_table_has_enough_of_each():
    assert min(Counter(row[0] for row in ROWS).values()) >= 8
    assert len(ROWS) >= 24
