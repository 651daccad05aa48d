from __future__ import annotations

import itertools

import pytest

from ragtriage.comparison.conclusions import Situation, conclude

SYSTEM = frozenset({"chunking", "retriever", "generator", "corpus"})
NOTHING: frozenset[str] = frozenset()


OUTPUTS = frozenset({"retrieval_results", "context", "answers"})


def said(
    differs=NOTHING, unverified=NOTHING, *, lists=True, contexts=True, answers=True, recorded=OUTPUTS
) -> list[str]:
    situation = Situation(frozenset(differs), frozenset(unverified), lists, contexts, answers, recorded)
    return [conclusion.text for conclusion in conclude(situation)]


def test_the_retriever_alone_changed_retrieval_and_the_answer_through_it():
    found, answered = said({"retriever"})
    assert found == "retrieval"
    assert answered == "retrieval changed retrieval and evidence, and the system's answer through it"


def test_a_corpus_that_was_not_recorded_is_named_beside_the_retriever():
    _, answered = said({"retriever"}, {"corpus"})
    assert answered == (
        "retrieval changed retrieval and evidence, and the system's answer through it (unverified: corpus)"
    )
    for part in ("chunking", "generator"):
        _, answered = said({"retriever"}, {part, "corpus"})
        assert answered.startswith("a difference of systems")


def test_what_was_not_recorded_on_both_sides_is_put_down_to_nothing():
    found, answered = said(unverified=SYSTEM, lists=None, contexts=None, answers=None, recorded=NOTHING)
    assert found == "what was retrieved was not recorded on both sides: nothing can be said"
    assert answered == "answers were not recorded on both sides: nothing can be said"


def test_equal_answers_are_not_said_to_have_been_changed():
    for differs in ({"generator"}, {"retriever"}, {"chunking", "generator"}):
        _, answered = said(differs, answers=False)
        assert answered.startswith("the same was answered in every case, so answer cannot differ")


def test_another_context_of_the_same_list_may_change_evidence_and_not_retrieval():
    found, _ = said(unverified=SYSTEM, lists=False, contexts=True)
    assert "retrieval cannot differ" in found
    assert "evidence through that" in found


def test_the_generator_alone_over_equal_contexts_changed_answer_and_support():
    found, answered = said({"generator"}, lists=False, contexts=False)
    assert found.startswith("the same was retrieved for every case")
    assert answered == "generation changed answer and support, over equal contexts"


def test_chunking_alone_is_chunking_and_retrieval_and_a_difference_of_systems():
    found, answered = said({"chunking"})
    assert found == "chunking and retrieval"
    assert answered == "a difference of systems, contexts were not held equal"


def test_without_a_record_of_the_system_the_same_is_said_and_marked_unverified():
    found, answered = said(unverified=SYSTEM)
    assert found == "chunking and retrieval (unverified: chunking, retriever, corpus)"
    assert answered == "a difference of systems, contexts were not held equal (unverified: generator)"


@pytest.mark.parametrize("upstream", ["chunking", "retriever", "corpus"])
def test_when_both_changed_the_two_missing_runs_are_named(upstream):
    _, answered = said({upstream, "generator"})
    assert "the stages are confounded" in answered
    assert "the baseline's retrieval with the candidate's generator" in answered
    assert "the candidate's retrieval with the baseline's generator" in answered


def test_equal_contexts_keep_the_generator_apart_although_the_retriever_changed_too():
    _, answered = said({"retriever", "generator"}, lists=True, contexts=False)
    assert answered == "generation changed answer and support, over equal contexts"


def test_contexts_that_were_not_recorded_are_not_called_equal():
    _, answered = said({"generator"}, lists=None, contexts=None)
    assert answered == "a difference of systems, contexts were not recorded on both sides"


def test_what_differs_though_nothing_changed_is_unsteadiness():
    found, _ = said(lists=True, contexts=True)
    assert found.endswith("the retriever's own unsteadiness")
    _, answered = said(lists=False, contexts=False)
    assert answered.endswith("the generator's own unsteadiness")


def test_an_unverified_generator_is_never_cleared_of_a_changed_answer():
    for size in range(4):
        for differs in itertools.combinations(["chunking", "retriever", "corpus"], size):
            for contexts in (True, False, None):
                _, answered = said(differs, {"generator"}, contexts=contexts)
                assert "through it" not in answered
                assert "unverified: generator" in answered


def test_every_situation_is_told_something_about_every_stage():
    states = itertools.product(["differs", "unverified", "same"], repeat=4)
    for state in states:
        parts = dict(zip(sorted(SYSTEM), state, strict=True))
        differs = {part for part, of in parts.items() if of == "differs"}
        unverified = {part for part, of in parts.items() if of == "unverified"}
        for lists, contexts in itertools.product([True, False, None], repeat=2):
            texts = said(differs, unverified, lists=lists, contexts=contexts)
            assert len(texts) == 2
            assert all(texts)
