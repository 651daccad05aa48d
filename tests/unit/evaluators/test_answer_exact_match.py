"""Exact match: equality as in Haystack, and more when asked for."""

from __future__ import annotations

import pytest

from ragtriage.evaluators import AnswerExactMatchEvaluator
from ragtriage.model import MatchMode


def test_equal_answers_score_1():
    result = AnswerExactMatchEvaluator().run(["Berlin", "Paris", "a"], ["Berlin", "paris", "a "])
    assert result == {"individual_scores": [1, 0, 0], "score": 1 / 3}


@pytest.mark.parametrize(("truths", "answers"), [([], []), (["a"], []), ([], ["a"]), (["a"], ["a", "b"])])
def test_lists_that_are_empty_or_do_not_match_are_refused(truths, answers):
    with pytest.raises(ValueError, match="must be"):
        AnswerExactMatchEvaluator().run(truths, answers)


def test_one_of_several_accepted_answers_is_enough():
    evaluator = AnswerExactMatchEvaluator()
    result = evaluator.run([["Paris", "Paname"], ["Lyon"], [], "Nice"], ["Paname", "Paris", "", "Nice"])
    assert result["individual_scores"] == [1, 0, 0, 1]


def test_an_answer_that_is_missing_is_no_match():
    assert AnswerExactMatchEvaluator(normalization="standard").run(["a"], [None])["score"] == 0.0


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("strict", [1, 0, 0, 0]),
        ("whitespace", [1, 1, 0, 0]),
        ("standard", [1, 1, 1, 0]),
        ("values", [1, 1, 1, 1]),
    ],
)
def test_each_mode_holds_more_for_equal(mode, expected):
    truths = ["翌月5日", "New York", "1,000円", "3月5日"]
    answers = ["翌月5日", "New  York", "１０００円。", "三月五日"]
    result = AnswerExactMatchEvaluator(normalization=mode).run(truths, answers)
    assert result["individual_scores"] == expected


def test_an_unknown_mode_is_refused():
    with pytest.raises(ValueError, match="normalization must be one of strict"):
        AnswerExactMatchEvaluator(normalization="loose")


def test_an_interval_is_wilsons():
    evaluator = AnswerExactMatchEvaluator(interval=True)
    interval = evaluator.run(["a"] * 10, ["a"] * 7 + ["b"] * 3)["interval"]
    assert (round(interval["low"], 6), round(interval["high"], 6)) == (0.396778, 0.892209)


def test_what_is_saved_makes_it_again():
    assert AnswerExactMatchEvaluator().to_dict()["init_parameters"] == {}
    saved = AnswerExactMatchEvaluator(normalization=MatchMode.VALUES, interval=True).to_dict()
    assert saved["init_parameters"] == {"normalization": "values", "interval": True}
    assert AnswerExactMatchEvaluator.from_dict(saved).to_dict() == saved
