"""When one value rivals another."""

from __future__ import annotations

import pytest

from ragtriage.text.values import read, same_type


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("翌月5日", "翌月10日"),
        ("翌月5日", "当月5日"),
        ("5日", "10日"),
        ("5日", "10日間"),
        ("5 days", "10 days"),
        ("5 days", "10 calendar days"),
        ("5 business days", "10 working days"),
        ("5名", "6人"),
        ("35,000円", "¥20,000"),
        ("25%", "二十パーセント"),
        ("2024-05-01", "May 2, 2024"),
        ("5 pm", "18:00"),
        ("5:00", "18:00"),
        ("1.5 km", "30 m"),
        ("90分", "2時間"),
        ("第3回", "第4回"),
        ("2019", "2020"),
        ("5 days", "5 days"),
    ],
)
def test_values_of_one_type_are_rivals(a: str, b: str):
    (first,), (second,) = read(a), read(b)
    assert same_type(first, second)
    assert same_type(second, first)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("5日", "10営業日"),
        ("5日", "翌月10日"),
        ("5 days", "2 weeks"),
        ("5 days", "5"),
        ("5日", "5日間"),  # the wording differs, not the value
        ("5名", "5人"),
        ("100元", "¥100"),
        ("5 pm", "5:00"),  # may be the same time
        ("5 am", "5時"),
        ("3 days", " one day "),  # one day may be an article
        ("3人", " 一人 "),
        ("1.5 km", "3 kg"),
        ("第3回", "3回"),
        ("2024年", "2024年5月1日"),
        ("1.5", "1.50"),
        ("翌月5日", "来月5日"),  # the month after that one, or after this one
    ],
)
def test_values_that_cannot_be_compared_are_no_rivals(a: str, b: str):
    (first,), (second,) = read(a), read(b)
    assert not same_type(first, second)
    assert not same_type(second, first)
