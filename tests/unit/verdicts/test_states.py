"""How far the stage of a case is known: shown, likely or open, and what could settle it."""

from __future__ import annotations

from itertools import product

import pytest

from ragtriage.model import Cause, Fix, Outcome, Stage, State, Verdict, Verdicts
from ragtriage.verdicts.diagnosis import Doubt, diagnose, diagnose_verdicts

P, F, U = "pass", "fail", "unknown"


def verdict(outcome: str, *, certain: bool = True) -> Verdict:
    cause = Cause.NOT_JUDGED if outcome == U else None
    return Verdict(outcome=Outcome(outcome), certain=certain, method="by hand", reason="made", cause=cause)


def judged(retrieval, evidence, answer, support, **more):
    each = [
        one if isinstance(one, Verdict) else verdict(one) for one in (retrieval, evidence, answer, support)
    ]
    verdicts = Verdicts(retrieval=each[0], evidence=each[1], answer=each[2], support=each[3])
    return diagnose_verdicts(verdicts, **{"answerable": True, "abstained": False, **more})


@pytest.mark.parametrize(("answer", "support"), list(product((P, F, U), (F, U))))
def test_where_retrieval_and_evidence_failed_it_is_retrieval_whatever_the_answer(answer, support):
    found = judged(F, F, answer, support)
    assert (found.stage, found.state, found.stage_certain) == (Fix.RETRIEVAL, State.SHOWN, True)


def test_an_answer_in_other_words_is_open_between_nothing_and_generation():
    found = judged(P, P, U, U)
    assert (found.state, found.possible_stages) == (State.OPEN, (Fix.NONE, Fix.GENERATION))
    assert Stage.ANSWER in found.settled_by


def test_what_a_likely_verdict_gives_is_likely_and_no_more():
    for outcome, fix in ((P, Fix.NONE), (F, Fix.GENERATION)):
        found = judged(P, P, verdict(outcome, certain=False), U)
        assert (found.stage, found.state, found.stage_certain) == (fix, State.LIKELY, False)
        assert not found.certain
    assert judged(P, P, F, U).state is State.SHOWN


def test_a_likely_pass_may_turn_out_a_fail():
    found = judged(P, P, verdict(P, certain=False), P)
    assert {diagnosis.value for diagnosis in found.possible} == {"passed", "not_extracted"}


def test_chunks_that_lack_the_passage_are_never_more_than_likely_to_be_chunkings():
    for answer, support in product((F, U), (F, U)):
        found = judged(P, F, answer, support)
        assert (found.stage, found.state) == (Fix.CHUNKING, State.LIKELY)


def test_without_texts_a_wrong_answer_is_open_between_chunking_and_generation():
    found = judged(P, U, F, U)
    assert (found.state, found.possible_stages) == (State.OPEN, (Fix.CHUNKING, Fix.GENERATION))
    assert found.settled_by == (Stage.EVIDENCE,)
    assert not found.may_pass


def test_without_texts_a_right_answer_from_the_right_documents_is_likely_to_pass():
    assert judged(P, U, P, U).state is State.LIKELY
    assert judged(P, U, P, U).stage is Fix.NONE


def test_without_gold_what_the_texts_hold_decides():
    assert (judged(U, P, P, U).stage, judged(U, P, P, U).state) == (Fix.NONE, State.LIKELY)
    assert (judged(U, F, F, U).stage, judged(U, F, F, U).state) == (Fix.RETRIEVAL, State.LIKELY)
    assert judged(U, U, F, U).state is State.OPEN


def test_a_refusal_in_words_that_no_pattern_knows_may_stand_behind_every_answer_that_should_be_one():
    kinds = {
        doubt: judged(U, F, U, U, answerable=False, doubt=doubt)
        for doubt in (Doubt.NONE, Doubt.NO_SIGN, Doubt.POSSIBLY_DECLINED)
    }
    assert {found.diagnosis.value for found in kinds.values()} == {"abstention_failure"}
    assert [found.state for found in kinds.values()] == [State.SHOWN, State.LIKELY, State.OPEN]
    assert [found.certain for found in kinds.values()] == [True, False, False]


def test_of_all_combinations_shown_means_one_stage_and_open_more_than_one():
    for answerable, abstained, *outcomes in product((True, False), (True, False), *[(P, F, U)] * 4):
        found = diagnose(
            **dict(zip(("retrieval", "evidence", "answer", "support"), outcomes, strict=True)),
            answerable=answerable,
            abstained=abstained,
        )
        assert found.stage_certain == (found.state is State.SHOWN)
        assert (len(found.possible_stages) == 1) == (found.state is not State.OPEN)
        assert found.state is State.OPEN or found.possible_stages == (found.stage,)
        assert bool(found.settled_by) == (found.state is State.OPEN)
        if U not in outcomes:
            assert found.certain
            assert found.state is not State.OPEN


def test_where_the_answer_stands_in_texts_of_other_documents_the_labels_may_be_too_narrow():
    found = judged(F, U, P, U)  # the evidence was left open by strings, since something points to it
    assert (found.state, found.possible_stages) == (State.OPEN, (Fix.RETRIEVAL, Fix.LABELS))
    unlabelled = Verdict(
        outcome=Outcome.UNKNOWN, method="by hand", reason="no evidence", cause=Cause.NOT_LABELLED
    )
    assert judged(F, unlabelled, P, U).state is State.LIKELY
