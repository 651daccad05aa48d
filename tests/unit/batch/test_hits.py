from __future__ import annotations

import pytest

from ragtriage.batch import gold_ranks, hits, repeated, retrieved_ids
from ragtriage.metrics.names import METRICS
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Gold, Hits, Retrieved, Trace, Unit

CHUNKS = (
    Retrieved(document_id="b", chunk_id="b#1"),
    Retrieved(document_id="a", chunk_id="a#1"),
    Retrieved(document_id="a", chunk_id="a#2"),
)


@pytest.mark.parametrize(
    ("unit", "ids"), [(Unit.DOCUMENT, ["b", "a", "a"]), (Unit.CHUNK, ["b#1", "a#1", "a#2"])]
)
def test_gold_may_name_documents_or_chunks(unit, ids) -> None:
    assert retrieved_ids(Trace(id="q", retrieved=CHUNKS), unit) == ids


def test_a_document_counts_once_at_the_first_of_its_chunks_and_places_are_not_renumbered() -> None:
    gold = Gold(grades={"a": 1, "c": 1})
    ranks = gold_ranks(gold, ["b", "a", "a", "c"])
    assert ranks == {"a": 2, "c": 4}
    assert hits(gold, ranks, retrieved=4) == Hits((2, 4), (1, 1), (1, 1), (2, 4), 4)


def test_many_gold_ids_have_the_ranks_that_few_have() -> None:
    ids = ["x", "a", "b", "a", "c", "d", "e", "f"]
    gold = Gold(grades=dict.fromkeys(["a", "f", "e", "g", "d", "z"], 1))
    assert gold_ranks(gold, ids) == {"a": 2, "f": 8, "e": 7, "d": 6}


def test_the_set_of_the_list_changes_nothing() -> None:
    ids = ["x", "a", "b", "a"]
    gold = Gold(grades=dict.fromkeys(["a", "z", "b"], 1))
    assert gold_ranks(gold, ids, set(ids)) == gold_ranks(gold, ids) == {"a": 2, "b": 3}


def test_none_never_matches() -> None:
    assert gold_ranks(Gold(grades={"None": 1}), [None, "a"]) == {}


def test_a_group_counts_as_one_item_at_its_first_member() -> None:
    gold = Gold(grades={"a": 1, "b": 1, "c": 1}, groups=(("a", "b"), ("c",)))
    assert hits(gold, {"b": 2, "a": 5}, retrieved=9) == Hits((2,), (1,), (1, 1), (2, 5), 9)


def test_grade_zero_and_below_is_judged_and_not_relevant() -> None:
    gold = Gold(grades={"a": 0, "b": -1, "c": 2})
    assert hits(gold, {"a": 1, "b": 2, "c": 3}, retrieved=3) == Hits((3,), (2,), (2,), (1, 2, 3), 3)


def test_what_was_retrieved_twice_is_said_and_several_chunks_of_a_document_are_not() -> None:
    trace = Trace(id="q", retrieved=CHUNKS)
    assert repeated(trace) == ()
    ids = Trace(id="q", retrieved=("a", "b", "a"))
    assert repeated(ids) == ("'a' was retrieved 2 times; it counts once, at its first place",)


def test_a_document_in_two_groups_makes_no_metric_exceed_1() -> None:
    gold = Gold(grades={"a": 1, "b": 1, "c": 1}, groups=(("a", "b"), ("b", "c")))
    found = hits(gold, {"b": 1}, retrieved=3)
    assert found.ranks == (1, 2)
    rankings = Rankings.gather([found])
    for metric in METRICS.values():
        for cutoff in (None, 1, 2, 3):
            assert metric(rankings, cutoff)[0] <= 1
    assert METRICS["recall"](rankings, 2)[0] == 1


def test_texts_without_any_id_say_nothing_of_what_came_back() -> None:
    texts = Trace(id="q", retrieved=(Retrieved(text="a"), Retrieved(text="b")))
    assert retrieved_ids(texts, Unit.DOCUMENT) is None
    assert retrieved_ids(texts, Unit.CHUNK) is None


def test_entries_of_which_some_have_an_id_or_the_other_unit_has_are_recorded() -> None:
    some = Trace(id="q", retrieved=(Retrieved(text="a"), Retrieved(document_id="d")))
    assert retrieved_ids(some, Unit.DOCUMENT) == [None, "d"]
    other = Trace(id="q", retrieved=(Retrieved(chunk_id="c"),))
    assert retrieved_ids(other, Unit.DOCUMENT) == [None]
