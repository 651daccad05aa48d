"""A quote is looked for in a time that grows with it and its text, whatever both are made of."""

from __future__ import annotations

from itertools import pairwise
from time import process_time

import pytest

from ragtriage.text.values import read
from ragtriage.verdicts.asked.agreement import Known
from ragtriage.verdicts.asked.quotes import may_stand, quoted, stands, unconfirmed, values_missing

LENGTHS = (2_500, 10_000)
MOST_SECONDS = 8.0
TELLING_SECONDS = 1.0  # what takes less tells nothing of how it grows
MOST_TIMES = 8.0  # for four times the length

UNITS = [
    "12 … ",
    "… ",
    ". ",
    "12 ",
    "3 days ",
    "half ",
    "三十分と",
    "반 ",
    "a ",
    "5月12日",
    "10:30 ",
    "1. ",
    "a … 1 ",
]


def looked_for(quote, text):
    """Return how long a quote takes that is looked for in every way."""
    began = process_time()
    for find in (quoted, may_stand, stands):
        find(quote, text)
    values_missing(quote, (text,))
    unconfirmed(quote, ("nothing",), (text,))
    return process_time() - began


@pytest.mark.parametrize("unit", UNITS)
def test_no_words_over_and_over_make_a_quote_slow(unit):
    took = []
    for length in LENGTHS:
        quote = unit * (length // len(unit))
        text = unit.replace("…", "") * (length // len(unit))
        took.append(looked_for(f"{quote} zebra", f"{text} horse"))
    assert max(took) < MOST_SECONDS
    assert all(more < TELLING_SECONDS or more < MOST_TIMES * less for less, more in pairwise(took)), took


@pytest.mark.parametrize(("quotes", "times"), [(13, 80), (13, 120), (250, 1_000), (5_000, 20_000)])
def test_a_quote_that_leaves_out_and_leaves_out_is_none(quotes, times):
    began = process_time()
    assert quoted("12 … " * quotes + "13", "12 " * times) is None
    assert not may_stand("12 … " * quotes + "13", "12 " * times)
    assert process_time() - began < MOST_SECONDS


LEFT_OUT = [
    ("The pass … is valid", "The pass for adults is valid all day.", True),
    ("The pass […] is valid … day", "The pass for adults is valid all day.", True),
    ("Dogs … travel free", "Dogs and cats of any size travel free.", True),
    ("犬は…無料です", "犬はどこでも無料です。", True),
    ("개는 … 무료입니다", "개는 어디서나 무료입니다.", True),
    ("狗……免费", "狗在各处都免费。", True),
    ("Dogs … travel free", "Dogs do not travel free.", False),
    ("Dogs … travel free", "Dogs, except big ones, travel free.", False),
    ("costs … 30 euros", "costs 20 euros, or 30 euros.", False),
    ("30 euros … for adults", "30 euros, or 20 euros for adults.", False),
    ("within 5 days … in Rome", "within 5 days in Oslo, 9 days in Rome.", False),
]


@pytest.mark.parametrize(("quote", "text", "is_there"), LEFT_OUT)
def test_what_is_left_out_may_change_nothing(quote, text, is_there):
    assert (quoted(quote, text) is not None) is is_there


def test_what_is_left_out_may_rival_nothing_that_was_quoted_or_left_out_before():
    text = "The fee of 30 euros for adults is due at once. In Rome it is 45 euros, says the guide."
    assert quoted("The fee of … is due … the guide", text) is None
    assert quoted("The fee of … is due at once", text) is not None


PIECES = [f"word{n}" for n in range(40)]


@pytest.mark.parametrize(("n", "is_there"), [(2, True), (8, True), (16, True), (17, False), (40, False)])
def test_a_quote_has_no_more_than_so_many_pieces(n, is_there):
    assert (quoted(" … ".join(PIECES[:n]), " and ".join(PIECES)) is not None) is is_there


GIVEN = [
    "30",
    "30 euros",
    "3 days",
    "72 hours",
    "5割",
    "50%",
    "May 5",
    "May 5, 2024",
    "10:30",
    "10:30 pm",
    "2:00",
]


@pytest.mark.parametrize("wanted", GIVEN)
def test_a_value_is_known_among_many_if_one_of_them_is_it(wanted):
    (value,) = read(wanted)[:1]
    each = {one: Known(read(one)).holds(value) for one in GIVEN}
    assert each[wanted]
    for one, is_known in each.items():
        others = [other for other in GIVEN if not each[other]]
        together = [found for said in (*others, one) for found in read(said)]
        assert Known(together).holds(value) is is_known
