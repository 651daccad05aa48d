"""Rates: what an amount is told of belongs to it, behind it or before it."""

from __future__ import annotations

import pytest

from ragtriage.text.values import read

RATED = (
    ("5 euros a month", "5eur/month"),
    ("€5/month", "5eur/month"),
    ("5 euros per calendar month", "5eur/month"),
    ("5 euros each", "5eur/each"),
    ("1,000 yen per person per night", "1000jpy/person/night"),
    ("600 API requests/min", "600request/minute"),
    ("600 requests per minute", "600request/minute"),
    ("30 km an hour", "30km/h"),
    ("5 mg/kg", "0.005g/kg"),
    ("2 kWh per square metre", "2kwh/m^2"),
    ("80 mg daily", "0.08g/day"),
    ("twice a week", "2time/week"),
    ("週3日", "3日/week"),
    ("週に3日", "3日/week"),
    ("1日3回", "3回/day"),
    ("毎日最大2回", "2回/day"),
    ("1人あたり500円", "500jpy/person"),
    ("月額500円", "500jpy/month"),
    ("500円/日", "500jpy/day"),
    ("時速60km", "60km/h"),
    ("하루 3번", "3번/day"),
    ("시간당 500원", "500krw/hour"),
    ("매주 4회", "4회/week"),
    ("한 달에 5만 원", "50000krw/month"),
    ("每天服用3次", "3次/day"),
    ("每人限购3件", "3件/person"),
    ("20元/公斤", "20cny/kg"),
)


@pytest.mark.parametrize(("text", "canonical"), RATED)
def test_a_rate_is_one_value_from_its_first_word_to_its_last(text, canonical):
    assert [(value.canonical, value.text) for value in read(text)] == [(canonical, text)]


@pytest.mark.parametrize(
    ("text", "canonicals"),
    [
        ("1年3か月", ["1年", "3か月"]),
        ("1泊2日", ["1泊", "2日"]),
        ("5月1日に3回", ["5月1日", "3回"]),
        ("今年4回", ["4回"]),
        ("毎月5日", ["毎月5日"]),
        ("5 days a few", ["5day"]),
        ("5 euros and a month", ["5eur"]),
        ("10 km/6 miles", ["10000m"]),
        ("open 5 days", ["5day"]),
    ],
)
def test_what_only_looks_like_a_rate_is_none(text, canonicals):
    assert [value.canonical for value in read(text)] == canonicals
