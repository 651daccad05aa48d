"""The conditions of a case: which texts each gives, and why one cannot be built."""

from __future__ import annotations

import pytest

import ragtriage
from ragtriage.errors import ConfigError, DataError
from ragtriage.model.probing import Arm, Source
from ragtriage.probing.arms import prepare
from ragtriage.probing.options import arms_named

CASE = {
    "id": "q",
    "question": "When is it due?",
    "expected": "5 days",
    "gold_ids": ["policy"],
    "evidence": ["It is due in 5 days."],
    "answer": "2 days",
    "retrieved": [
        {"document_id": "guide", "text": "Ask Ann."},
        {"document_id": "policy", "text": "Read all. It is due in 5 days."},
        {"document_id": "faq", "text": "Ask within 2 days."},
    ],
}
GUIDE, POLICY, FAQ = (each["text"] for each in CASE["retrieved"])


def built(corpus=None, arms=tuple(Arm), k=None, unit="document", **changes):
    case = {name: value for name, value in (CASE | changes).items() if value is not None}
    evaluation = ragtriage.evaluate([case], k=k, unit=unit)
    (result,) = evaluation
    return prepare(result, result.trace, evaluation.manifest.settings, corpus=corpus, arms=arms)


def test_each_condition_changes_the_context_and_nothing_else():
    prepared = built()
    assert {arm: given.texts for arm, given in prepared.arms.items()} == {
        Arm.CLOSED_BOOK: (),
        Arm.RETRIEVED: (GUIDE, POLICY, FAQ),
        Arm.GOLD: ("It is due in 5 days.",),
        Arm.GOLD_ADDED: ("It is due in 5 days.", GUIDE, POLICY, FAQ),
        Arm.GOLD_ONLY_OF_RETRIEVED: (POLICY,),
        Arm.GOLD_FIRST: (POLICY, GUIDE, FAQ),
        Arm.WITHOUT_GOLD: (GUIDE, FAQ),
    }
    assert prepared.arms[Arm.GOLD].source is Source.EVIDENCE


def test_each_text_is_left_out_in_turn_on_request():
    left = built().left_out
    assert [(each.position, each.document_id, each.is_gold, each.texts) for each in left] == [
        (1, "guide", False, (POLICY, FAQ)),
        (2, "policy", True, (GUIDE, FAQ)),
        (3, "faq", False, (GUIDE, POLICY)),
    ]
    assert built(arms=arms_named([])).left_out == ()


def test_the_gold_comes_from_the_corpus_where_there_is_no_evidence():
    prepared = built(evidence=None, corpus={"policy": "The whole policy."})
    assert prepared.arms[Arm.GOLD].texts == ("The whole policy.",)
    assert prepared.arms[Arm.GOLD].source is Source.CORPUS
    assert prepared.arms[Arm.GOLD_ADDED].texts == ("The whole policy.", GUIDE, POLICY, FAQ)


def test_of_each_group_the_corpus_gives_one():
    prepared = built(
        evidence=None,
        gold_ids=[["elsewhere", "policy"], ["rules"]],
        corpus={"policy": "The policy.", "rules": "The rules."},
    )
    assert prepared.arms[Arm.GOLD].texts == ("The policy.", "The rules.")


def test_gold_that_is_not_in_the_corpus_is_named():
    prepared = built(evidence=None, gold_ids=["lost"], corpus={"policy": "The policy."})
    assert "'lost'" in prepared.arms[Arm.GOLD].reason


def test_the_gold_is_what_came_back_of_it_where_there_is_nothing_else():
    prepared = built(evidence=None)
    assert prepared.arms[Arm.GOLD].texts == (POLICY,)
    assert prepared.arms[Arm.GOLD].source is Source.RETRIEVED
    # on top of what came back it is the same texts in another order
    assert prepared.arms[Arm.GOLD_ADDED].texts == prepared.arms[Arm.GOLD_FIRST].texts


def test_chunks_of_gold_documents_that_lack_the_passage_are_not_the_gold():
    retrieved = [{"document_id": "policy", "text": "Another chunk."}, CASE["retrieved"][0]]
    prepared = built(retrieved=retrieved)
    assert prepared.arms[Arm.GOLD].source is Source.EVIDENCE
    assert prepared.arms[Arm.GOLD_ONLY_OF_RETRIEVED].texts == ("Another chunk.",)


def test_gold_of_which_not_all_came_back_has_no_text():
    prepared = built(evidence=None, gold_ids=["policy", "rules"])
    assert prepared.arms[Arm.GOLD].texts is None
    assert prepared.arms[Arm.GOLD_ADDED].reason == prepared.arms[Arm.GOLD].reason


def test_where_no_gold_came_back_nothing_can_be_taken_out_or_put_first():
    prepared = built(retrieved=[CASE["retrieved"][0]])
    assert prepared.arms[Arm.GOLD_FIRST].reason == "nothing that came back is gold"
    assert prepared.arms[Arm.GOLD_ONLY_OF_RETRIEVED].reason == "nothing that came back is gold"
    assert prepared.arms[Arm.WITHOUT_GOLD].texts == prepared.arms[Arm.RETRIEVED].texts == (GUIDE,)


def test_ids_alone_have_no_texts_and_a_corpus_brings_them():
    ids = ["guide", "policy"]
    bare = built(retrieved=ids)
    for arm in (Arm.RETRIEVED, Arm.GOLD_ADDED, Arm.GOLD_FIRST, Arm.WITHOUT_GOLD):
        assert bare.arms[arm].texts is None
        assert "not recorded" in bare.arms[arm].reason
    assert bare.arms[Arm.GOLD].texts == ("It is due in 5 days.",)
    filled = built(retrieved=ids, corpus={"guide": GUIDE, "policy": POLICY})
    assert filled.arms[Arm.RETRIEVED].texts == (GUIDE, POLICY)
    assert filled.arms[Arm.GOLD_FIRST].texts == (POLICY, GUIDE)
    assert filled.evidence.outcome == "pass"


def test_texts_that_were_recorded_in_part_are_not_asked_with():
    retrieved = [CASE["retrieved"][0], {"document_id": "policy"}]
    prepared = built(retrieved=retrieved)
    assert prepared.arms[Arm.RETRIEVED].texts is None
    assert "1 of the 2" in prepared.arms[Arm.RETRIEVED].reason


def test_texts_alone_are_gold_by_the_evidence_in_them():
    texts = [GUIDE, POLICY]
    prepared = built(retrieved=None, contexts=texts)
    assert prepared.arms[Arm.GOLD_FIRST].texts == (POLICY, GUIDE)
    untold = built(retrieved=None, contexts=texts, evidence=None)
    assert "neither ids nor evidence" in untold.arms[Arm.WITHOUT_GOLD].reason


def test_what_reached_the_prompt_counts_not_what_was_retrieved():
    prepared = built(context=[POLICY, FAQ])
    assert prepared.arms[Arm.RETRIEVED].texts == (POLICY, FAQ)
    assert prepared.arms[Arm.WITHOUT_GOLD].texts == (FAQ,)


def test_what_is_past_the_cutoff_was_not_seen():
    assert built(k=2).arms[Arm.RETRIEVED].texts == (GUIDE, POLICY)


def test_blank_texts_are_left_out():
    prepared = built(retrieved=[{"document_id": "guide", "text": "  "}, *CASE["retrieved"][1:]])
    assert prepared.arms[Arm.RETRIEVED].texts == (POLICY, FAQ)
    assert built(retrieved=[]).arms[Arm.RETRIEVED].texts == ()


def test_an_unanswerable_question_has_no_gold():
    prepared = built(answerable=False, expected=None, evidence=None, gold_ids=None)
    assert prepared.arms[Arm.CLOSED_BOOK].texts == ()
    assert prepared.arms[Arm.RETRIEVED].texts == (GUIDE, POLICY, FAQ)
    for arm in (Arm.GOLD, Arm.GOLD_ADDED, Arm.GOLD_FIRST, Arm.WITHOUT_GOLD):
        assert "no answer" in prepared.arms[arm].reason


def test_chunks_are_gold_by_their_own_ids():
    retrieved = [{"chunk_id": "policy#1", "text": "One."}, {"chunk_id": "policy#2", "text": "Two."}]
    prepared = built(unit="chunk", gold_ids=["policy#2"], retrieved=retrieved, evidence=None)
    assert prepared.arms[Arm.GOLD_FIRST].texts == ("Two.", "One.")


def test_only_what_is_asked_for_is_built_and_what_was_retrieved_always():
    assert set(built(arms=arms_named(["gold"])).arms) == {Arm.RETRIEVED, Arm.GOLD}


def test_a_condition_that_is_not_known_is_an_error_with_a_suggestion():
    with pytest.raises(ConfigError, match="did you mean 'closed_book'"):
        arms_named(["closed-book"])


def test_an_evaluation_without_its_texts_cannot_be_probed(tmp_path):
    evaluation = ragtriage.evaluate([CASE])
    evaluation.save(tmp_path / "out")
    path = tmp_path / "out" / "cases.jsonl"
    text = path.read_text("utf-8").replace('"question":"When is it due?"', '"question":""')
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match="no-texts"):
        ragtriage.probe(tmp_path / "out", lambda *_: "5 days")
