from __future__ import annotations

import pytest

from ragtriage.errors import ConfigError
from ragtriage.model import Cause, Diagnosis, Outcome, Verdict, Verdicts
from ragtriage.verdicts.diagnosis import diagnose, diagnose_verdicts


def unknown(cause):
    return Verdict(outcome=Outcome.UNKNOWN, method="by hand", reason="made for a test", cause=cause)


@pytest.mark.parametrize(
    ("abstained", "diagnosis"), [(True, Diagnosis.PASSED), (False, Diagnosis.ABSTENTION_FAILURE)]
)
def test_evidence_that_does_not_apply_leaves_an_unanswerable_question_certain(abstained, diagnosis):
    nothing = unknown(Cause.NOT_APPLICABLE)
    verdicts = Verdicts(retrieval=nothing, evidence=nothing, answer=nothing, support=nothing)
    diagnosed = diagnose_verdicts(verdicts, answerable=False, abstained=abstained)
    assert (diagnosed.diagnosis, diagnosed.certain, diagnosed.possible) == (diagnosis, True, (diagnosis,))


def test_evidence_that_was_not_recorded_may_still_turn_out_to_be_there():
    nothing, unseen = unknown(Cause.NOT_APPLICABLE), unknown(Cause.NOT_RECORDED)
    verdicts = Verdicts(retrieval=nothing, evidence=unseen, answer=nothing, support=nothing)
    diagnosed = diagnose_verdicts(verdicts, answerable=False, abstained=True)
    assert not diagnosed.certain
    assert diagnosed.possible == (Diagnosis.LABEL_CONFLICT, Diagnosis.PASSED)


@pytest.mark.parametrize("outcome", ["ok", True, None, ""])
def test_an_outcome_that_is_none_of_the_three_words_is_refused_by_name(outcome) -> None:
    with pytest.raises(ConfigError, match="retrieval must be 'pass', 'fail' or 'unknown', found"):
        diagnose(retrieval=outcome)
