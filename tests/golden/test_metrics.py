"""Ranking metrics on lists that a person can check by hand."""

from __future__ import annotations

from contextlib import closing
from math import log2

import pytest

from ragtriage import score_rankings
from ragtriage.batch.hits import gold_ranks, hits
from ragtriage.io.files import open_source
from ragtriage.io.trec import read_qrels, read_run
from ragtriage.metrics.names import METRICS, measure
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Gold

D2, D3, D4, D5 = 1 / log2(3), 1 / 2, 1 / log2(5), 1 / log2(6)  # discounts at ranks 2 to 5

# gold, best first, metric, value. The codes are those of the reports from the field that a row answers.
TABLE = [
    # R1: a document retrieved twice counts once
    ("A", "AA", "ndcg", 1.0),
    ("A", "AA", "precision", 1 / 2),
    ("A", "AA", "precision@1", 1.0),
    ("A", "AA", "f1@2", 2 * (1 / 2) * 1 / (1 / 2 + 1)),
    # R2
    ("AB", "AA", "recall@2", 1 / 2),
    ("AB", "AA", "ndcg@2", 1 / (1 + D2)),
    ("AB", "AAB", "rr", 1.0),
    ("AB", "AAB", "ap", (1 + 2 / 3) / 2),  # places are not renumbered: B stands at 3
    # R4
    *(("ab", "ccc", metric, 0.0) for metric in METRICS),
    # R5: the ideal is not cut to what came back
    ("abcde", "a", "ndcg@5", 0.339160),
    ("abcde", "a", "ndcg@5", 1 / (1 + D2 + D3 + D4 + D5)),
    # R6
    ("12347", "1234567890", "rr", 1.0),
    ("12347", "1234567890", "ap", 0.942857),
    ("12347", "1234567890", "ap", (1 + 1 + 1 + 1 + 5 / 7) / 5),
    # R9
    ("a", "", "recall", 0.0),
    ("a", "", "precision", 0.0),
    ("a", "", "ndcg@10", 0.0),
    # R10: the ideal holds all three, cut at k
    ("abc", "xa", "ndcg@2", 0.386853),
    ("abc", "xa", "ndcg", 0.296082),
    ("abc", "xa", "ndcg@2", D2 / (1 + D2)),
    ("abc", "xa", "ndcg", D2 / (1 + D2 + D3)),
    # R11: one gold document, so that nDCG is DCG
    ("a", "axx", "ndcg", 1.0),
    ("a", "xax", "ndcg", 0.630930),
    ("a", "xxa", "ndcg", 0.5),
    # R13: average precision and precision, each under its own name
    ("a", "axyz", "ap", 1.0),
    ("a", "axyz", "precision@4", 0.25),
    ("a", "axyz", "precision", 0.25),
    # R20: one metric at two cutoffs
    ("ab", "axxbx", "precision@3", 1 / 3),
    ("ab", "axxbx", "precision@5", 2 / 5),
    # cutoffs
    ("ab", "xabx", "recall@1", 0.0),
    ("ab", "xabx", "recall@2", 1 / 2),
    ("ab", "xabx", "recall@3", 1.0),
    ("ab", "xabx", "hit@1", 0.0),
    ("ab", "xabx", "hit@2", 1.0),
    ("ab", "xabx", "rr@1", 0.0),
    ("ab", "xabx", "rr@2", 1 / 2),
    ("ab", "xabx", "ap@2", (1 / 2) / 2),  # over all that are relevant, not over the cutoff
    ("ab", "xabx", "ap@3", (1 / 2 + 2 / 3) / 2),
    ("ab", "xabx", "r_precision", 1 / 2),
    ("ab", "xabx", "f1@2", 2 * (1 / 2) * (1 / 2) / (1 / 2 + 1 / 2)),
    ("ab", "xabx", "f1", 2 * (2 / 4) * 1 / (2 / 4 + 1)),
    ("ab", "xabx", "judged", 2 / 4),
    ("ab", "xabx", "judged@3", 2 / 3),
    ("ab", "xa", "judged@10", 1 / 2),
    ("ab", "ab", "precision@10", 2 / 10),
    ("ab", "ab", "r_precision", 1.0),
]


def measured(gold: Gold, ids: list[str], name: str) -> float:
    """Return a metric of one case."""
    one = hits(gold, gold_ranks(gold, ids), retrieved=len(ids))
    (value,) = measure(Rankings.gather([one]), [name])[name].tolist()
    return value


@pytest.mark.parametrize(("gold", "ids", "name", "value"), TABLE)
def test_a_list_scores_what_it_does_by_hand(gold, ids, name, value):
    assert measured(Gold(grades=dict.fromkeys(gold, 1)), list(ids), name) == pytest.approx(value, abs=5e-7)
    scores = score_rankings({"q": dict.fromkeys(gold, 1)}, {"q": list(ids)}, [name])
    if name == "judged" and not ids:
        return
    assert scores.mean[name] == pytest.approx(value, abs=5e-7)


@pytest.mark.parametrize("name", METRICS)
def test_r1_no_metric_passes_1_when_a_document_comes_back_twice_and_it_is_reported(name):
    scores = score_rankings({"q": {"A": 1}}, {"q": ["A", "A"]}, [name])
    assert 0 < scores.mean[name] <= 1
    assert scores.repeated == 1


def test_r3_and_r7_gold_given_twice_counts_once_with_a_warning(tmp_path):
    file = tmp_path / "qrels"
    file.write_text("q 0 x 1\nq 0 x 1\n", encoding="utf-8")
    notes = []
    with closing(open_source(file)) as source:
        qrels = read_qrels(source, notes)
    assert notes == [f"{file}: 1 judgement stands there twice; each counts once"]
    scores = score_rankings(qrels, {"q": ["x"]}, ["recall", "rr", "ap", "ndcg"])
    assert set(scores.mean.values()) == {1.0}


def test_r12_the_ideal_is_over_all_that_was_judged():
    gold = Gold(grades={"a": 3, "b": 1})
    assert measured(gold, ["a", "c", "b"], "ndcg") == pytest.approx(0.963940, abs=5e-7)
    assert measured(gold, ["a", "c", "b"], "ndcg") == pytest.approx((3 + 1 * D3) / (3 + 1 * D2))
    assert measured(gold, ["a", "c", "b"], "ndcg_exp") == pytest.approx((7 + 1 * D3) / (7 + 1 * D2))
    assert measured(gold, ["b", "a"], "ndcg@1") == pytest.approx(1 / 3)
    assert measured(gold, ["b", "a"], "ndcg_exp@1") == pytest.approx(1 / 7)


def test_r16_a_group_counts_as_one_item():
    gold = Gold(grades={"a": 1, "b": 1}, groups=(("a", "b"),))
    for name in ("ndcg", "recall", "ap", "rr", "hit@1"):
        assert measured(gold, ["a", "c"], name) == 1.0


def test_r17_ties_are_ordered_by_document_id_last_first():
    run = {"q": {"a": 1.0, "c": 1.0, "b": 1.0}}
    reciprocal = {gold: score_rankings({"q": {gold: 1}}, run, ["rr"]).mean["rr"] for gold in "abc"}
    assert reciprocal == {"c": 1.0, "b": 1 / 2, "a": 1 / 3}


def test_r18_a_query_without_results_stays_in_the_mean_as_0_and_is_counted():
    scores = score_rankings(
        {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}}, {"q1": {"a": 1}, "q2": {}}, ["rr"]
    )
    assert scores.values["rr"].tolist() == [1.0, 0.0, 0.0]
    assert scores.mean == {"rr": pytest.approx(1 / 3)}
    assert scores.n == {"rr": 3}
    assert scores.missing == 1


def test_r19_a_grade_of_0_or_below_is_judged_and_not_relevant():
    qrels = {"q": {"a": 0, "b": -1, "c": 1}}
    scores = score_rankings(qrels, {"q": ["a", "b", "c", "x"]}, ["rr", "ndcg", "precision@2", "judged@4"])
    assert scores.mean == {
        "rr": pytest.approx(1 / 3),
        "ndcg": 0.5,
        "precision@2": 0.0,
        "judged@4": 0.75,
    }


def test_r21_mrr_at_1_is_hit_at_1(shared):
    folder = shared / "data" / "ir" / "beir_mini_clapnq_a"
    with closing(open_source(folder / "qrels" / "test.tsv")) as source:
        qrels = read_qrels(source)
    with closing(open_source(folder / "run.bm25.trec")) as source:
        run = read_run(source, qrels)
    values = measure(Rankings.gather([query.hits for query in run]), ["mrr@1", "hit@1"])
    assert values["mrr@1"].tolist() == values["hit@1"].tolist()
    assert 0 < values["hit@1"].mean() < 1


def test_r22_the_same_objects_twice_give_the_same_numbers():
    qrels = {"q": {"a": 2, "b": 1}, "p": {"c": 1}}
    run = {"q": {"a": 0.5, "x": 0.5, "b": 0.25}, "p": ["x", "c", "c"]}
    names = [name if name == "r_precision" else f"{name}@3" for name in METRICS]
    first = score_rankings(qrels, run, names)
    second = score_rankings(qrels, run, names)
    assert first.per_query == second.per_query
    assert qrels == {"q": {"a": 2, "b": 1}, "p": {"c": 1}}
    assert run == {"q": {"a": 0.5, "x": 0.5, "b": 0.25}, "p": ["x", "c", "c"]}
