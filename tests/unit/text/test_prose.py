from __future__ import annotations

import pytest

from ragtriage.text.prose import prose

# A text, its normal form, and some of its words beside where they stand in the text.
READ = [
    ("", "", {}),
    ("?!", "", {}),
    ("The Eiffel Tower (1889).", "eiffel tower 1889", {"eiffel tower": "Eiffel Tower", "1889": "1889"}),
    ("It's the  Eiffel\nTower", "its eiffel tower", {"its": "It's", "its eiffel": "It's the  Eiffel"}),
    ("In the U.S. they pay", "in us they pay", {"us": "U.S", "they": "they", "in": "In"}),
    ("He is here, then he goes", "he is here then he goes", {"he goes": "he goes", "he is": "He is"}),
    ("a cat and the rat", "a cat and rat", {"a cat": "a cat", "and rat": "and the rat"}),
    ("at the", "at the", {"the": "the"}),
    ("from 1939-1945 at 10:30, 3.5%", "from 1939-1945 at 10:30 3.5%", {"at 10:30": "at 10:30"}),
    ("well-known; covid-19", "well known covid 19", {"known covid 19": "known; covid-19"}),
    ("L’été à Zürich – où?", "lété à zürich où", {"lété": "L’été", "zürich où": "Zürich – où"}),
    ("経費、 精算は「５日」です。", "経費精算は5日です", {"精算は5日": "精算は「５日", "費精": "費、 精"}),
    ("翌月 5 days 以内", "翌月5 days以内", {"5 days": "5 days", "days以": "days 以"}),
    ("1,234,567 people, 1,00 of 12,000 | • x", "1234567 people 1 00 of 12000 x", {"1234567": "1,234,567"}),
    ("비용은 본인이 부담한다.", "비용은본인이부담한다", {"본인이부담": "본인이 부담"}),
]


@pytest.mark.parametrize(("text", "form", "places"), READ)
def test_prose_is_its_words(text, form, places):
    found = prose(text)
    assert found is not None
    assert found.form == form
    for stretch, standing in places.items():
        start = form.index(stretch)
        origin = found.origin(start, start + len(stretch))
        assert origin is not None
        assert text[slice(*origin)] == standing


@pytest.mark.parametrize(
    "text",
    [
        *(
            "5 kg",
            "-5 days",
            ".5",
            "½",
            "10²",
            "C#",
            "a + b",
            "$5",
            "5 %",
            "% of it",
            "*not*",
            "`x`",
        ),
        *("[a](b.c)", "_x_", "か\u3099", "ｶﾞ", "Straße", "to\u200bwer", "データ-ベース", "東京、the X", "…"),
    ],
)
def test_whatever_a_rule_may_look_at_is_left_to_the_rules(text):
    assert prose(text) is None


def test_a_place_within_a_word_takes_a_closer_look():
    found = prose("5 items at 10kg each")
    assert found is not None
    start = found.form.index("10")
    assert found.origin(start, start + 2) is None
