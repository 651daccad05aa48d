"""A stretch must not end inside an amount: at its scale, its unit, its rate or its bound."""

from __future__ import annotations

import pytest

from ragtriage.text.cuts import ends_in_amount


def ends(part: str, text: str) -> bool:
    start = text.index(part)
    return ends_in_amount(text, start, start + len(part))


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("was $5", "It was $5 million."),
        ("was $5", "It was $5 M in all."),
        ("売上高は3.2", "売上高は3.2 億円です"),
        ("a dose of 5 mg", "a dose of 5 mg/kg"),
        ("fee of 5 euros", "a fee of 5 euros a month"),
        ("fine is 20", "The fine is 20 percent of it"),
        ("limit is 30 km", "The limit is 30 km/h here"),
        ("期限は5日", "期限は5日以内です"),
        ("정원은 10명", "정원은 10명 이하입니다"),
        ("人口约30", "人口约30万人"),
        ("takes five", "It takes five hours"),
        ("for 5 days", "for 5 days or more"),
    ],
)
def test_a_stretch_that_leaves_out_what_the_amount_is_told_in_is_cut(part, text):
    assert ends(part, text)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("was $5", "It was $5."),
        ("was $5 million", "It was $5 million in all."),
        ("dose of 5 mg", "a dose of 5 mg daily"),
        ("締切は5月10日", "締切は5月10日までです"),
        ("room 5", "They met in room 5 at noon."),
        ("in 1999", "It opened in 1999 and closed in 2004."),
        ("no number", "There is no number here."),
        ("5 mg.", "Give 5 mg. Per kilogram, that is little."),
        ("利用料は500円", "利用料は500円です"),
        ("five", "The five of them met."),
    ],
)
def test_a_stretch_that_ends_where_the_amount_does_is_whole(part, text):
    assert not ends(part, text)
