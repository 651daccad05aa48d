"""The share of judged documents of ir_measures."""

from __future__ import annotations

import random

import ir_measures
from ir_measures import Judged

from ragtriage import score_rankings

MEASURES = {"judged@5": Judged @ 5, "judged@50": Judged @ 50}


def random_data():
    """Make judgements and a run without ties, which ir_measures orders in another way."""
    rng = random.Random(4)  # noqa: S311 - test data
    pool = [f"d{one}" for one in range(60)]
    qrels = {
        f"q{number}": {document: rng.choice((0, 1, 2, 3)) for document in rng.sample(pool, 12)}
        for number in range(40)
    }
    run = {
        query: dict(zip(rng.sample(pool, 30), map(float, rng.sample(range(1000), 30)), strict=True))
        for query in qrels
    }
    return qrels, run


def by_ir_measures(qrels, run):
    names = {str(measure): name for name, measure in MEASURES.items()}
    values: dict[str, dict[str, float]] = {}
    for one in ir_measures.iter_calc(list(MEASURES.values()), qrels, run):
        values.setdefault(one.query_id, {})[names[str(one.measure)]] = one.value
    return values


def test_judged_is_that_of_ir_measures():
    qrels, run = random_data()
    assert score_rankings(qrels, run, MEASURES).per_query == by_ir_measures(qrels, run)


def test_the_comparison_tells_judged_from_relevant():
    qrels, run = random_data()
    relevant = {query: {d: 1 for d, grade in grades.items() if grade > 0} for query, grades in qrels.items()}
    assert score_rankings(relevant, run, MEASURES).per_query != by_ir_measures(qrels, run)
