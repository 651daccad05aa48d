"""What is named is what a person wrote down beforehand, of sixty cases in four languages."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from pathlib import Path

import pytest

from ragtriage.evaluation.headline import read_headline
from ragtriage.model import Fix, Outcome, State

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def judged():
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("accuracy_stages").by_hand()
    finally:
        sys.path.remove(str(BENCHMARKS))


def test_the_set_is_as_large_as_is_said_and_in_four_languages(judged):
    rows, _ = judged
    assert Counter(row.language for row in rows) == {"en": 15, "ja": 15, "ko": 15, "zh": 15}


def test_no_stage_that_is_shown_is_another_than_the_one_by_hand(judged):
    rows, _ = judged
    shown = [row for row in rows if row.state is State.SHOWN]
    assert [(row.id, row.named, row.by_hand) for row in shown if row.named != row.by_hand] == []
    assert len(shown) >= 15


def test_of_the_stages_that_are_likely_nearly_all_are_those_by_hand(judged):
    rows, _ = judged
    likely = [row for row in rows if row.state is State.LIKELY]
    assert sum(row.named == row.by_hand for row in likely) >= 0.95 * len(likely)
    assert len(likely) >= 12


def test_no_answer_that_is_shown_or_likely_was_judged_otherwise_by_hand(judged):
    rows, _ = judged
    known = [row for row in rows if row.outcome is not Outcome.UNKNOWN and row.is_right is not None]
    assert [row.id for row in known if (row.outcome is Outcome.PASS) != row.is_right] == []


def test_the_first_sentence_is_true_of_what_was_written_by_hand(judged):
    rows, evaluation = judged
    read = read_headline(evaluation.summary)
    by_hand = Counter(row.by_hand for row in rows)
    for count in read.stages:
        assert count.total <= by_hand[count.fix]
    most = max((Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS), key=lambda fix: by_hand[fix])
    assert most in {read.stages[0].fix, *read.overtaking[:1]}
