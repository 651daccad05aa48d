"""An expected thing that an answer joins to another is not for certain right: adults and children pay."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragtriage.model import Outcome
from ragtriage.text.stating import state

TABLE = Path(__file__).with_name("shared_places.tsv")
ROWS = [line.split("\t") for line in TABLE.read_text("utf-8").splitlines()[1:]]


@pytest.mark.parametrize(("language", "kind", "question", "expected", "answer"), ROWS)
def test_more_than_is_expected_is_no_certain_pass(language, kind, question, expected, answer):
    items = tuple(expected.split(" || "))
    reading = state(
        answer, items if len(items) > 1 else items[0], question=question, others=items, language=language
    )
    assert (reading.outcome is Outcome.PASS and reading.certain) is (kind == "alone")
    assert kind == "alone" or not reading.certain
