"""Which values say the same, and which surely differ in unit."""

from __future__ import annotations

import pytest

from ragtriage.text.values import differ_in_unit, read, same_value
from ragtriage.text.values.bounds import bound_of


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("72 hours", "3 days"),
        ("2 weeks", "14 days"),
        ("two years", "24 months"),
        ("5割", "50%"),
        ("3할", "30%"),
        ("三成", "30%"),
        ("1,240名", "1240人"),
        ("20日", "20日間"),
        ("5.50", "5.5"),
        ("9:00", "9 am"),
        ("1,500 million dollars", "$1.5B"),
        ("an hour and ten minutes", "70 minutes"),
        ("60 km an hour", "60 km/h"),
        ("20 euros each", "20 euros per person"),
        ("5 bps", "5 basis points"),
        ("9 degrees below freezing", "−9 °C"),
    ],
)
def test_the_same_amount_in_another_notation_is_the_same(a, b):
    (first,), (second,) = read(a), read(b)
    assert same_value(first, second)
    assert same_value(second, first)
    assert not differ_in_unit(first, second)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("1 month", "30 days"),
        ("1 year", "365 days"),
        ("5日", "5営業日"),
        ("5 mg", "5 mg/kg"),
        ("5 euros", "5 dollars"),
        ("5 euros a month", "5 euros a week"),
        ("9:00", "9 pm"),
        ("7.1.3", "7.1.30"),
        ("5 km", "5 miles"),
        ("3rd", "3"),
    ],
)
def test_another_amount_is_not(a, b):
    (first,), (second,) = read(a), read(b)
    assert not same_value(first, second)


@pytest.mark.parametrize(
    ("a", "b", "differ"),
    [
        ("10日", "10営業日", True),
        ("5 g", "5 l", True),
        ("600 requests per second", "600 requests per minute", True),
        ("5 mg", "5 mg/kg", True),
        ("5 euros", "5 dollars", True),
        ("5 days", "5%", True),
        ("5 euros", "5 euros a month", False),
        ("5個", "5件", False),
        ("5", "5 days", False),
        ("6日", "5営業日", False),
    ],
)
def test_a_number_in_another_unit_surely_differs_where_the_units_are_of_known_families(a, b, differ):
    (first,), (second,) = read(a), read(b)
    assert differ_in_unit(first, second) is differ
    assert differ_in_unit(second, first) is differ


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5 hours", "least"),
        ("no less than 5 hours", "least"),
        ("more than 50 pages", "least"),
        ("5 hours or more", "least"),
        ("70分以上", "least"),
        ("50장이 넘는다", "least"),
        ("至少5天", "least"),
        ("up to 5 hours", "most"),
        ("no more than 5 hours", "most"),
        ("must not exceed 5 kg", "most"),
        ("5kgを超えない", "most"),
        ("10営業日以内", "most"),
        ("최대 5일", "most"),
        ("不超过5人", "most"),
        ("1日最大500円", "most"),
        ("about 5 hours", "about"),
        ("around 8-9 million years", "about"),
        ("約5時間", "about"),
        ("5시간 정도", "about"),
        ("5天左右", "about"),
        ("It is 5 hours.", None),
        ("5日です", None),
    ],
)
def test_an_amount_is_told_as_the_least_the_most_or_about_so_much(text, bound):
    found = bound_of(text, read(text)[-1])
    assert (None if found is None else found.bound.value) == bound
