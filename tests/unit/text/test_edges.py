from __future__ import annotations

import pytest

from ragtriage.text.edges import hits, is_inside


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("1|5", True),
        ("1|.5", True),
        ("1.|5", True),
        ("|.5", False),
        (" .|5", True),
        ("1|,000", True),
        ("1|, 2", False),
        ("1,|000", True),
        ("5|%", True),
        ("5| %", True),
        ("5|％", True),
        ("-|5", True),
        ("-|$5", True),
        ("a-|5", False),
        ("5-|6", False),
        ("東京-|5", True),
        ("5|kg", False),
        ("5|k", True),
        ("a|b", True),
        ("a|5", True),
        ("é|a", True),
        ("a|\u0301", True),
        ("a| b", False),
        ("a|-b", False),
        ("c|++", True),
        ("c|#.", True),
        ("a|+b", False),
        ("東|京", False),
        ("一|部", False),
        ("十|五", True),
        ("5|万", True),
        ("5|日", False),
        ("日|5", False),
        ("ア|a", False),
        ("사|장", False),
        ("|a", False),
        ("a|", False),
    ],
)
def test_a_place_lies_within_a_number_or_word_or_between_them(text, inside):
    assert is_inside(text.replace("|", ""), text.index("|")) is inside


def test_hits_do_not_overlap():
    assert list(hits("日日", "日日日日日")) == [0, 2]


def test_nothing_is_nowhere():
    assert list(hits("", "a")) == []
