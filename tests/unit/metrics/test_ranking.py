"""The formulas, on rankings small enough to check by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ragtriage.errors import ConfigError
from ragtriage.metrics import ranking
from ragtriage.metrics.names import METRICS, default_metrics, display_name, measure, parse
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Hits

TWO_OF_THREE = Hits(ranks=(2, 4), gains=(2.0, 1.0), ideal=(3.0, 2.0, 1.0), judged=(1, 2, 4), retrieved=4)
NOTHING_RELEVANT = Hits(ranks=(), gains=(), ideal=(), judged=(1,), retrieved=3)
NOTHING_RETRIEVED = Hits(ranks=(), gains=(), ideal=(1.0,), judged=(), retrieved=0)


def of(hits: Hits | None, name: str) -> float:
    (value,) = measure(Rankings.gather([hits]), [name])[name].tolist()
    return value


@pytest.mark.parametrize("name", [name for name in METRICS if name != "judged"])
def test_a_query_without_relevant_documents_is_undefined(name):
    assert math.isnan(of(NOTHING_RELEVANT, name))


@pytest.mark.parametrize("name", METRICS)
def test_a_query_of_which_nothing_is_known_is_undefined(name):
    assert math.isnan(of(None, name))


@pytest.mark.parametrize("name", [name for name in METRICS if name != "judged"])
def test_a_query_without_results_scores_0(name):
    assert of(NOTHING_RETRIEVED, name) == 0.0


def test_the_share_of_judged_documents_is_undefined_where_nothing_came_back():
    assert math.isnan(of(NOTHING_RETRIEVED, "judged@5"))


def test_the_share_of_judged_documents_needs_no_relevant_one_and_counts_grade_0():
    assert of(NOTHING_RELEVANT, "judged@2") == 0.5
    assert of(TWO_OF_THREE, "judged@10") == 0.75  # by what came back, where that is fewer
    assert of(TWO_OF_THREE, "judged@1") == 1.0


def test_precision_divides_by_the_cutoff_even_where_fewer_came_back():
    assert of(TWO_OF_THREE, "precision@10") == 0.2
    assert of(TWO_OF_THREE, "precision") == 0.5


def test_r_precision_looks_as_deep_as_there_are_relevant_documents():
    assert of(TWO_OF_THREE, "r_precision") == pytest.approx(1 / 3)
    assert ranking.r_precision(Rankings.gather([TWO_OF_THREE]), 1).tolist() == [0.0]


def test_a_level_above_1_binds_all_metrics_but_ndcg():
    graded = Rankings.gather([TWO_OF_THREE], level=2)
    plain = Rankings.gather([TWO_OF_THREE])
    assert ranking.recall(graded).tolist() == [0.5]
    assert ranking.reciprocal_rank(graded).tolist() == [0.5]
    assert ranking.ndcg(graded).tolist() == ranking.ndcg(plain).tolist()


def test_a_grade_below_1_is_relevant_at_level_1():
    half = Hits(ranks=(1,), gains=(0.5,), ideal=(0.5,), judged=(1,), retrieved=1)
    assert of(half, "recall") == of(half, "ndcg") == 1.0


def test_an_empty_batch_has_empty_metrics():
    assert {len(values) for values in measure(Rankings.gather([]), METRICS).values()} == {0}


def test_gathering_keeps_the_order_of_the_cases():
    rankings = Rankings.gather([None, TWO_OF_THREE, NOTHING_RETRIEVED, TWO_OF_THREE])
    assert len(rankings) == 4
    np.testing.assert_equal(ranking.hit(rankings), [np.nan, 1.0, 0.0, 1.0])
    assert rankings.hits.query.tolist() == [1, 1, 3, 3]
    assert rankings.hits.nth().tolist() == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("recall@5", "recall@5"),
        ("nDCG@10", "ndcg@10"),
        ("ap", "ap"),
        ("map", "ap"),
        ("MAP@100", "ap@100"),
        ("mrr@10", "rr@10"),
        ("recip_rank", "rr"),
        ("P@3", "precision@3"),
        ("success@1", "hit@1"),
        ("Rprec", "r_precision"),
        ("r-precision", "r_precision"),
    ],
)
def test_a_metric_answers_to_its_names(name, full):
    assert str(parse(name)) == full


@pytest.mark.parametrize(
    "name", ["ndcg@0", "ndcg@-1", "ndcg@", "ndcg@x", "ndcg@1.5", "ndcg@１", f"ndcg@{2**60}"]
)
def test_a_bad_cutoff_is_refused(name):
    with pytest.raises(ConfigError, match=f"^cutoff must be a positive integer: '{name}'$"):
        parse(name)


def test_an_unknown_metric_is_refused_with_the_closest_name():
    with pytest.raises(ConfigError, match=r"^unknown metric: 'recal@5'; did you mean 'recall@5'\?"):
        parse("recal@5")
    with pytest.raises(ConfigError, match=r"^unknown metric: 'bleu' \(known: recall, hit, "):
        parse("bleu")


def test_r_precision_has_its_own_depth():
    with pytest.raises(ConfigError, match="r_precision takes no cutoff: 'r_precision@5'"):
        parse("r_precision@5")


def test_means_of_rr_and_ap_have_their_own_names():
    assert [display_name(name) for name in ("rr", "mrr@10", "ap@5", "ndcg")] == [
        "mrr",
        "mrr@10",
        "map@5",
        "ndcg",
    ]


def test_without_k_the_usual_cutoffs_and_no_cutoff_are_reported():
    names = default_metrics(None)
    assert [name for name in names if name.startswith("recall")] == [
        "recall@1",
        "recall@3",
        "recall@5",
        "recall@10",
        "recall",
    ]
    assert names[-3:] == ("rr", "ap", "r_precision")


@pytest.mark.parametrize(("k", "cutoffs"), [(2, "1 2"), (5, "1 3 5"), (7, "1 3 5 7"), (20, "1 3 5 10 20")])
def test_with_k_it_and_the_usual_cutoffs_below_it_are_reported(k, cutoffs):
    names = default_metrics(k)
    assert [name for name in names if name.startswith("ndcg")] == [f"ndcg@{one}" for one in cutoffs.split()]
    assert names[-3:] == (f"rr@{k}", f"ap@{k}", "r_precision")


def test_k_must_be_positive():
    with pytest.raises(ConfigError, match="k must be a positive integer: 0"):
        default_metrics(0)


def test_a_metric_is_returned_under_the_name_asked_for():
    rankings = Rankings.gather([TWO_OF_THREE])
    values = measure(rankings, ["map", "ap", "MRR@1"])
    assert list(values) == ["map", "ap", "MRR@1"]
    assert values["map"] is values["ap"]
