"""Words of a text."""

from __future__ import annotations

import pytest

from ragtriage.text.paraphrase.tokens import likeness, tokens


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("Röntgen's", ["rontgen", "s"]),
        ("the U.S. and the UK", ["the", "america", "and", "the", "britain"]),
        ("Twenty-one, 1,200 and 3.5", ["20", "1", "1200", "and", "3.5"]),
        ("Louis XIV", ["louis", "14"]),
        ("?!", []),
    ],
)
def test_words_are_folded_and_numbers_are_digits(text, forms):
    assert [token.form for token in tokens(text)] == forms


@pytest.mark.parametrize(
    ("a", "b"),
    [("engraving", "engraved"), ("Barbossa", "Barbosa"), ("French", "France"), ("languages", "language")],
)
def test_writings_of_one_word_are_alike(a, b):
    assert likeness(*tokens(f"{a} {b}")) >= 0.6


@pytest.mark.parametrize(("a", "b"), [("Rome", "Lyon"), ("1999", "1998"), ("cat", "car"), ("Anna", "Emma")])
def test_other_words_and_other_numbers_are_not_alike(a, b):
    assert likeness(*tokens(f"{a} {b}")) == 0
