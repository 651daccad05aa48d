"""A text is taken for a list of items only when it holds each and nothing else."""

from __future__ import annotations

import time

import pytest

from ragtriage.text.stating.items import consists_of


@pytest.mark.parametrize(
    ("text", "items", "consists"),
    [
        ("a, a, b", ("a, a", "b"), True),
        ("a, a, b", ("b", "a", "a"), True),
        ("b and a, a", ("a, a", "b"), True),
        ("a, b", ("a, a", "b"), False),
        ("a, a, a, b", ("a, a", "b"), False),
        ("京都と大阪", ("大阪", "京都"), True),
        ("서울, 부산 및 대구", ("대구", "부산", "서울"), True),
        ("北京和上海", ("上海", "北京"), True),
    ],
)
def test_a_list_holds_each_item_once_in_any_order(text, items, consists):
    assert consists_of(text, items, str.__eq__) is consists


def test_items_that_are_lists_themselves_are_tried_in_few_ways():
    items = tuple(", ".join(["a"] * length) for length in (1, 2, 3, 4, 5, 1, 2, 3, 1, 2))
    start = time.process_time()
    assert not consists_of(", ".join(["a"] * 24 + ["b"]), items, lambda a, b: a.lower() == b.lower())
    assert time.process_time() - start < 2


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000"])
def test_a_long_run_of_blanks_takes_linear_time(blank):
    text = "x" + blank * 60_000 + "y"
    start = time.process_time()
    assert not consists_of(text, (text[:-1] + "z", "b"), str.__eq__)
    assert time.process_time() - start < 2
