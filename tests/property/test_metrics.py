"""Laws of ranking metrics and of placing documents by their scores."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ragtriage import score_rankings
from ragtriage.io.places import ScoredLists, count_above
from ragtriage.metrics.names import METRICS, measure
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Hits

RISING = ("recall", "hit", "rr", "ap")  # never fall when the cutoff goes deeper

documents = st.text(alphabet="abcé文", min_size=1, max_size=2)
grades = st.dictionaries(documents, st.sampled_from((-1, 0, 1, 2, 3)), max_size=8)
scores = st.dictionaries(documents, st.sampled_from((-1.0, 0.0, 0.25, 0.5, 1.0)), max_size=12)
queries = st.dictionaries(
    st.text(alphabet="pq", min_size=1, max_size=3), st.tuples(grades, scores), max_size=6
)


@st.composite
def cases(draw: st.DrawFn) -> Hits:
    """Draw hits that a ranked list can have."""
    retrieved = draw(st.integers(0, 30))
    judged = sorted(draw(st.sets(st.integers(1, max(1, retrieved)), max_size=retrieved)))
    judged = [rank for rank in judged if rank <= retrieved]
    gains = draw(st.lists(st.sampled_from((0, 1, 2, 3)), min_size=len(judged), max_size=len(judged)))
    relevant = [(rank, gain) for rank, gain in zip(judged, gains, strict=True) if gain > 0]
    missed = draw(st.lists(st.sampled_from((1, 2, 3)), max_size=4))
    return Hits(
        ranks=tuple(rank for rank, _ in relevant),
        gains=tuple(float(gain) for _, gain in relevant),
        ideal=tuple(sorted((float(gain) for gain in [*missed, *(g for _, g in relevant)]), reverse=True)),
        judged=tuple(judged),
        retrieved=retrieved,
    )


def named(cutoff: int | None) -> list[str]:
    return [name if cutoff is None or name == "r_precision" else f"{name}@{cutoff}" for name in METRICS]


@given(st.lists(cases(), max_size=8), st.one_of(st.none(), st.integers(1, 35)), st.integers(1, 3))
def test_every_metric_lies_between_0_and_1_or_is_undefined(batch, cutoff, level):
    for name, values in measure(Rankings.gather(batch, level=level), named(cutoff)).items():
        defined = values[~np.isnan(values)]
        assert ((defined >= 0) & (defined <= 1 + 1e-12)).all(), name


@given(st.lists(cases(), max_size=8), st.integers(1, 34))
def test_a_deeper_cutoff_never_lowers_what_only_adds_up(batch, cutoff):
    rankings = Rankings.gather(batch)
    for name in RISING:
        (values,) = measure(rankings, [f"{name}@{cutoff}"]).values()
        (deeper,) = measure(rankings, [f"{name}@{cutoff + 1}"]).values()
        assert not (values > deeper).any(), name


@given(st.lists(st.sampled_from((1.0, 2.0, 3.0)), min_size=1, max_size=8), st.integers(1, 12))
def test_the_ideal_ranking_is_perfect(gains, cutoff):
    ideal = tuple(sorted(gains, reverse=True))
    places = tuple(range(1, len(ideal) + 1))
    batch = Rankings.gather([Hits(places, ideal, ideal, places, len(ideal))])
    for name in ("ndcg", "ndcg_exp", f"ndcg@{cutoff}", f"ndcg_exp@{cutoff}"):
        assert abs(measure(batch, [name])[name][0] - 1) < 1e-12
    for name in ("recall", "precision", "f1", "rr", "ap", "hit", "r_precision", "judged"):
        assert measure(batch, [name])[name].tolist() == [1.0]


@given(st.lists(st.one_of(st.none(), cases()), max_size=8), st.randoms(use_true_random=False))
def test_a_query_scores_the_same_whatever_stands_beside_it(batch, rng):
    order = list(range(len(batch)))
    rng.shuffle(order)
    values = measure(Rankings.gather(batch), named(5))
    shuffled = measure(Rankings.gather([batch[place] for place in order]), named(5))
    for name in named(5):
        np.testing.assert_array_equal(values[name][order], shuffled[name])


@given(queries)
def test_a_run_of_scores_is_the_run_of_lists_that_they_put_in_order(drawn):
    qrels = {query: judged for query, (judged, _) in drawn.items()}
    run = {query: scored for query, (_, scored) in drawn.items()}
    listed = {
        query: sorted(sorted(scored, reverse=True), key=lambda document: -scored[document])
        for query, scored in run.items()
    }
    by_score, by_list = (score_rankings(qrels, one, named(3)) for one in (run, listed))
    assert by_list.repeated == 0
    for name in named(3):
        np.testing.assert_array_equal(by_score.values[name], by_list.values[name])


@given(
    st.lists(st.lists(st.sampled_from((-1.0, 0.0, 0.5, 2.0)), max_size=9), min_size=1, max_size=6), st.data()
)
def test_counting_finds_the_place_that_sorting_does(drawn, data):
    lengths = np.array([len(one) for one in drawn])
    lists = ScoredLists(
        np.array([score for one in drawn for score in one]), np.cumsum(lengths) - lengths, lengths
    )
    entries = [(query, place) for query, one in enumerate(drawn) for place in range(len(one))]
    some = data.draw(st.lists(st.sampled_from(entries), max_size=12)) if entries else []
    places = count_above(
        lists,
        np.array([query for query, _ in some], dtype=np.int64),
        np.array([drawn[query][place] for query, place in some]),
    )
    for number, (query, place) in enumerate(some):
        own = drawn[query][place]
        assert places.above[number] == sum(score > own for score in drawn[query])
        equal = {at for at, score in enumerate(drawn[query]) if score == own}
        found = set((places.equal[places.tied == number] - lists.firsts[query]).tolist())
        assert found in ({*equal}, set()), "a document that ties with none may be left out"
        assert found or len(equal) == 1
