"""Runs and judgements as dictionaries."""

from __future__ import annotations

import math
from collections import UserDict

import numpy as np
import pytest

from ragtriage import score_rankings
from ragtriage.errors import ConfigError, DataError


def test_queries_that_were_not_judged_are_ignored_and_counted():
    scores = score_rankings({"q": {"a": 1}}, {"q": {"a": 1.0}, "other": {"a": 1.0}}, ["rr"])
    assert scores.queries == ("q",)
    assert scores.unjudged == 1
    assert scores.mean == {"rr": 1.0}


def test_a_query_without_a_relevant_document_is_in_no_mean_and_counted():
    scores = score_rankings({"q": {"a": 1}, "p": {"a": 0}, "o": {}}, {"q": ["a"], "p": ["a"]}, ["rr"])
    assert scores.undefined == 2
    assert scores.n == {"rr": 1}
    assert scores.mean == {"rr": 1.0}
    assert math.isnan(scores.per_query["p"]["rr"])


def test_the_mean_of_nothing_is_undefined():
    scores = score_rankings({}, {}, ["rr"])
    assert math.isnan(scores.mean["rr"])
    assert scores.n == {"rr": 0}
    assert scores.per_query == {}


def test_queries_keep_the_order_of_the_judgements():
    qrels = {f"q{number}": {"a": 1} for number in range(50, 0, -1)}
    run = {f"q{number}": {"a": 1.0} for number in range(1, 51)}
    assert list(score_rankings(qrels, run, ["rr"]).per_query) == list(qrels)


def test_integers_floats_and_numbers_of_numpy_are_scores():
    run = {"q": {"a": 1, "b": 2.5, "c": np.float32(3), "d": np.int64(4), "e": True}}
    scores = score_rankings({"q": {"a": 1}}, run, ["rr"])
    assert scores.mean["rr"] == 1 / 5  # d, c, b, then e before a: they score the same


def test_infinite_scores_have_a_place():
    run = {"q": {"a": -math.inf, "b": math.inf, "c": 0.0}}
    assert score_rankings({"q": {"a": 1}}, run, ["rr"]).mean["rr"] == pytest.approx(1 / 3)
    assert score_rankings({"q": {"b": 1}}, run, ["rr"]).mean["rr"] == 1.0


def test_any_mapping_will_do():
    run = UserDict({"q": UserDict({"a": 1.0, "b": 2.0})})
    assert score_rankings(UserDict({"q": UserDict({"a": 1})}), run, ["rr"]).mean == {"rr": 0.5}


def test_scores_are_compared_as_64_bit_floats():
    apart = 1.0 + 2**-40  # one and the same as a 32-bit float
    run = {"q": {"a": apart, "b": 1.0}}
    assert score_rankings({"q": {"a": 1}}, run, ["rr"]).mean == {"rr": 1.0}


def test_a_list_and_scores_may_stand_side_by_side():
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}
    run = {"q1": ["x", "a"], "q2": {"x": 1.0, "a": 2.0}, "q3": ("x", "y", "a")}
    assert score_rankings(qrels, run, ["rr"]).values["rr"].tolist() == [1 / 2, 1.0, 1 / 3]


def test_a_document_that_comes_back_again_does_not_move_those_below():
    scores = score_rankings({"q": {"a": 1, "b": 1}}, {"q": ["a", "a", "a", "b"]}, ["ap", "precision"])
    assert scores.mean == {"ap": pytest.approx((1 + 2 / 4) / 2), "precision": 0.5}
    assert scores.repeated == 2


def test_a_level_above_1_asks_for_higher_grades():
    qrels, run = {"q": {"a": 1, "b": 2}}, {"q": ["a", "b"]}
    assert score_rankings(qrels, run, ["rr", "recall@1"], level=2).mean == {"rr": 0.5, "recall@1": 0.0}
    assert score_rankings(qrels, run, ["ndcg"], level=2).mean == score_rankings(qrels, run, ["ndcg"]).mean


@pytest.mark.parametrize("bad", [math.nan, None, "1.0", [1.0], 10**400])
def test_what_is_no_number_is_refused_by_name(bad):
    good = {f"q{number}": {"a": 1.0} for number in range(3)}
    with pytest.raises(DataError, match=r"query 'q1', document 'b': a score must be a number, found "):
        score_rankings({query: {"a": 1} for query in good}, {**good, "q1": {"a": 1, "b": bad}}, ["rr"])
    with pytest.raises(DataError, match=r"query 'q', document 'b': a grade must be a number, found "):
        score_rankings({"q": {"a": 1, "b": bad}}, {"q": {"b": 1.0}}, ["rr"])


@pytest.mark.parametrize("bad", ["abc", {"a", "b"}, 3, None])
def test_what_is_no_ranking_is_refused_by_name(bad):
    with pytest.raises((DataError, TypeError)) as caught:
        score_rankings({"q": {"a": 1}}, {"q": bad}, ["rr"])
    assert isinstance(caught.value, DataError)
    assert "query 'q': expected scores by document, or a list" in str(caught.value)


def test_a_level_below_1_is_refused():
    with pytest.raises(ConfigError, match="level must be at least 1: 0"):
        score_rankings({}, {}, ["rr"], level=0)


def test_a_bad_name_is_refused_before_anything_is_read():
    with pytest.raises(ConfigError, match="cutoff must be a positive integer: 'ndcg@0'"):
        score_rankings({"q": None}, {}, ["ndcg@0"])


def test_batches_do_not_show(monkeypatch):
    rng = np.random.default_rng(3)
    run = {
        f"q{number}": {f"d{one}": float(rng.integers(50)) for one in range(int(rng.integers(1, 90)))}
        for number in range(300)
    }
    qrels = {query: dict.fromkeys(list(scores)[::7], 1) for query, scores in run.items()}
    together = score_rankings(qrels, run, ["ap", "ndcg@10"])
    monkeypatch.setattr("ragtriage.metrics.scoring._DOCUMENTS_HELD", 500)
    assert score_rankings(qrels, run, ["ap", "ndcg@10"]).per_query == together.per_query
