"""What an answer states: a table of answers in four languages.

What a person would accept and the rules cannot be sure of is a fail that is not certain.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.model import Outcome
from ragtriage.text.stating import state

TABLE = Path(__file__).with_name("stated.tsv")


def rows():
    for line in TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]:
        language, kind, question, expected, answer, outcome = line.split("\t")
        yield language, kind, question, tuple(expected.split(" || ")), answer, outcome


@pytest.mark.parametrize(
    ("language", "question", "items", "answer", "outcome"),
    [pytest.param(language, *row, id=f"{language}-{kind}-{row[2]}") for language, kind, *row in rows()],
)
def test_an_answer_is_read_as_the_table_says(language, question, items, answer, outcome):
    expected = items if len(items) > 1 else items[0]
    reading = state(answer, expected, question=question, others=items, language=language)
    assert reading.outcome is (Outcome.PASS if outcome == "pass" else Outcome.FAIL)
    assert reading.certain is (outcome != "fail")
    assert (reading.reason is None) is (outcome == "pass")


@pytest.mark.parametrize("kind", ["two items", "copied sentence", "paraphrase of a value"])
def test_each_language_has_ten_rows_of_a_kind(kind):
    counts = Counter(language for language, row_kind, *_ in rows() if row_kind == kind)
    assert set(counts) == {"en", "ja", "ko", "zh"}
    assert min(counts.values()) >= 10
