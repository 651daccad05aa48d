"""How the words of an expected answer stand in an answer."""

from __future__ import annotations

import pytest

from ragtriage.text.paraphrase.standing import (
    Answer,
    Expected,
    is_opposite,
    is_swapped,
    is_turned,
    places,
    stand,
)


def standing(answer, expected, question=""):
    read = Answer(answer, question)
    return read, stand(read, Expected.of(expected))


def test_words_of_the_question_count_less():
    _, found = standing("the harbour", "the old harbour bridge", "which bridge crosses the harbour")

    assert found.covered_fresh == 0
    assert found.covered == pytest.approx(0.25 / 1.5)


def test_what_stands_in_parentheses_is_not_expected():
    _, found = standing("carbon dioxide", "carbon dioxide (CO2)")

    assert found.hits == [1.0, 1.0]


def test_an_initial_stands_for_a_name():
    _, found = standing("Bhimrao Ramji Ambedkar", "B. R. Ambedkar")

    assert found.hits == [0.7, 0.7, 1.0]


def test_a_missing_number_is_seen():
    assert standing("24 months", "12 months")[1].lacks_number
    assert not standing("twelve months", "12 months")[1].lacks_number


@pytest.mark.parametrize(
    ("answer", "expected", "swapped"),
    [
        ("Wilhelm Röntgen got it", "Wilhelm Conrad Röntgen", False),
        ("Wilhelm Philipp Röntgen got it", "Wilhelm Conrad Röntgen", True),
        ("in Austin, Texas", "Paris, Texas", True),
        ("in Texas", "Paris, Texas", False),
        ("Anna Weber", "Anna Maria Weber", False),
    ],
)
def test_another_word_in_the_place_of_a_missing_one_is_seen(answer, expected, swapped):
    read, found = standing(answer, expected)

    assert is_swapped(read, found, places(found)) is swapped


@pytest.mark.parametrize(
    ("answer", "expected", "turned"),
    [
        ("smoking is not allowed", "smoking is allowed", True),
        ("smoking is allowed", "smoking is not allowed", True),
        ("smoking isn't allowed", "smoking is not allowed", False),
        ("anyone other than the manager", "the manager", True),
        ("more than the manager", "the manager", False),
    ],
)
def test_a_denial_in_one_of_the_two_is_seen(answer, expected, turned):
    read, found = standing(answer, expected)

    assert is_turned(read, found, places(found)) is turned


@pytest.mark.parametrize(
    ("answer", "expected", "question", "opposite"),
    [
        ("the southern gate", "the northern gate", "", True),
        ("the southern gate", "the northern gate", "the southern or the northern gate", False),
        ("in November 2002", "May 2002", "", True),
        ("in 2002", "May 2002", "", False),
    ],
)
def test_an_opposite_and_another_month_are_seen(answer, expected, question, opposite):
    assert is_opposite(*standing(answer, expected, question)) is opposite
