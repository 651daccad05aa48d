"""Support is unknown unless something shows that the answer is backed, or that it is not."""

from __future__ import annotations

import pytest

from ragtriage.model import Cause, Outcome, Retrieved, Settings, Trace
from ragtriage.verdicts.support import judge_support

TEXT = (Retrieved(document_id="d", text="Tokyo is the capital of Japan."),)


def test_an_abstention_has_nothing_to_back():
    verdict = judge_support(Trace(id="q", retrieved=(), answer=None), Settings(), is_abstained=True)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_APPLICABLE)


@pytest.mark.parametrize("trace", [Trace(id="q", retrieved=TEXT), Trace(id="q", answer="yes")])
def test_what_was_not_recorded_is_unknown(trace):
    verdict = judge_support(trace, Settings(), is_abstained=False)
    assert (verdict.outcome, verdict.cause) == (Outcome.UNKNOWN, Cause.NOT_RECORDED)


@pytest.mark.parametrize("context", [(), ("",), ("  ",)])
def test_an_answer_over_recorded_but_empty_text_is_not_backed(context):
    verdict = judge_support(Trace(id="q", context=context, answer="Tokyo."), Settings(), is_abstained=False)
    assert verdict.outcome is Outcome.FAIL
    assert verdict.reason
