"""Answers in other words, by hand: nothing that is swapped is likely right, and no role likely wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.model import MatchMode, Outcome
from ragtriage.text.paraphrase import wording
from ragtriage.text.stating import Stated

TABLE = Path(__file__).with_name("paraphrases.tsv")


def rows(kind):
    lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]]
    return [pytest.param(*row, id=row[2][:60]) for of_kind, *row in lines if of_kind == kind]


def read(question, expected, answer):
    return (Stated(answer, question, (expected,), MatchMode.STANDARD, "en").of(expected),)


def likely(question, expected, answer):
    found = wording(
        answer, (expected,), question=question, language="en", readings=read(question, expected, answer)
    )
    return None if found is None else found.outcome


@pytest.mark.parametrize(("question", "expected", "answer"), rows("swapped"))
def test_an_answer_that_says_something_else_is_not_likely_right(question, expected, answer):
    assert read(question, expected, answer)[0].outcome is Outcome.FAIL
    assert likely(question, expected, answer) is not Outcome.PASS


@pytest.mark.parametrize(("question", "expected", "answer"), rows("paraphrase"))
def test_an_answer_in_other_words_is_not_likely_wrong(question, expected, answer):
    assert likely(question, expected, answer) is not Outcome.FAIL


@pytest.mark.parametrize(("question", "expected", "answer"), rows("role"))
def test_what_has_other_names_is_not_likely_wrong(question, expected, answer):
    assert likely(question, expected, answer) is None


@pytest.mark.parametrize(("question", "expected", "answer"), rows("other"))
def test_another_name_is_likely_wrong(question, expected, answer):
    assert likely(question, expected, answer) is Outcome.FAIL


def test_most_answers_in_other_words_are_likely_right_or_stated():
    found = Counter(
        read(*row.values)[0].outcome is Outcome.PASS or likely(*row.values) is Outcome.PASS
        for row in rows("paraphrase")
    )

    assert found[True] >= 34
    assert found.total() == 40
