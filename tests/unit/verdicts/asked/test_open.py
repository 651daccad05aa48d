"""What a model is asked about: what strings left open or find likely, and nothing that is certain."""

from __future__ import annotations

import pytest

from ragtriage.model import (
    AnswerDetail,
    Case,
    Cause,
    EvidenceDetail,
    Outcome,
    Statement,
    SupportDetail,
    Verdict,
)
from ragtriage.verdicts.asked import answer, evidence, support

CASE = Case(id="q", question="?", expected_answers=("a",))
DETAILS = {
    "answer": AnswerDetail(),
    "evidence": EvidenceDetail(places=()),
    "support": SupportDetail(statements=(Statement(text="It is so.", outcome="unclear"),)),
}


def is_asked(stage, verdict):
    if stage == "answer":
        return answer.is_open(verdict)
    return support._is_open(verdict) if stage == "support" else evidence._is_open(verdict, CASE)


def verdict(stage, outcome, *, certain=True, cause=None):
    detail = DETAILS[stage]
    return Verdict(outcome=outcome, certain=certain, method="m", reason="r", cause=cause, detail=detail)


@pytest.mark.parametrize("stage", DETAILS)
def test_what_is_certain_is_not_asked_about(stage):
    for outcome in (Outcome.PASS, Outcome.FAIL):
        assert not is_asked(stage, verdict(stage, outcome))


@pytest.mark.parametrize("stage", DETAILS)
def test_what_is_likely_and_what_is_open_is_asked_about(stage):
    for outcome in (Outcome.PASS, Outcome.FAIL):
        assert is_asked(stage, verdict(stage, outcome, certain=False))
    assert is_asked(stage, verdict(stage, Outcome.UNKNOWN, cause=Cause.NOT_JUDGED))
    assert is_asked(stage, verdict(stage, Outcome.UNKNOWN, certain=False, cause=Cause.NOT_JUDGED))


@pytest.mark.parametrize("stage", DETAILS)
@pytest.mark.parametrize("cause", [Cause.NOT_RECORDED, Cause.NOT_LABELLED, Cause.NOT_APPLICABLE])
def test_what_no_judge_could_know_is_not_asked_about(stage, cause):
    # evidence that nobody labelled is what the judge of evidence is for
    is_for_it = stage == "evidence" and cause is Cause.NOT_LABELLED
    assert is_asked(stage, verdict(stage, Outcome.UNKNOWN, cause=cause)) is is_for_it


def test_an_answer_without_a_statement_is_not_asked_about():
    empty = Verdict(outcome=Outcome.UNKNOWN, method="m", cause=Cause.NOT_JUDGED, detail=SupportDetail())
    assert not support._is_open(empty)
