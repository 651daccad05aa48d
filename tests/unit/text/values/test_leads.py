"""What a value may begin with: one set of characters refuses all others, and must refuse no value."""

from __future__ import annotations

import re

import pytest

from ragtriage.text.values import lasting, scanning
from ragtriage.text.values.tables import ERAS, VALUES

_AFTER = ("", "5", " 5", "年5月", " years")


@pytest.fixture(scope="module")
def without_set():
    """The pattern of all leads, without the set that stands before it."""
    whole = scanning._lead().pattern
    assert whole.startswith("(?=[")
    return re.compile(whole[whole.index("])") + 2 :])


def test_no_character_that_begins_a_value_is_left_out(without_set):
    lead = scanning._lead()
    missed = [
        chr(code) + after
        for code in range(0x10000)
        for after in _AFTER[:3]
        if without_set.match(chr(code) + after) and not lead.match(chr(code) + after)
    ]
    assert not missed


def test_no_word_that_begins_a_value_is_left_out(without_set):
    words = {
        word
        for language in VALUES.values()
        for table in (
            language.minus,
            language.not_numerals,
            language.forenoon,
            language.afternoon,
            language.noon,
            language.relative_months,
            *(currency.before for currency in language.currencies),
            *(unit.surfaces for unit in language.units),
        )
        for word in table
    }
    texts = [word + after for word in (*words, *ERAS, *lasting.FIRST) for after in _AFTER]
    lead = scanning._lead()
    assert [lead.search(text) and lead.search(text).span() for text in texts] == [
        found and found.span() for found in map(without_set.search, texts)
    ]
    assert sum(bool(lead.search(text)) for text in texts) > len(texts) / 2
