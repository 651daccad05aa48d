"""Trying again: how often, how long, and not when it is of no use."""

from __future__ import annotations

import asyncio

import pytest

from ragtriage.errors import EndpointError
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist

AT_ONCE = Backoff(retries=3, first_seconds=0.0, longest_seconds=0.0)


class Flaky:
    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "done"


def persisted(attempt, backoff=AT_ONCE, pace=None):
    return asyncio.run(persist(attempt, backoff=backoff, pace=pace or Pace(), draw=lambda: 0.0))


def test_what_may_pass_is_tried_again():
    attempt = Flaky(TransientError("a"), TransientError("b"), TransientError("c"))
    assert persisted(attempt) == "done"
    assert attempt.calls == 4


def test_the_last_error_is_raised_when_the_retries_are_used_up():
    attempt = Flaky(*[TransientError(str(number)) for number in range(9)])
    with pytest.raises(TransientError, match="3"):
        persisted(attempt)
    assert attempt.calls == 4


def test_what_will_not_pass_is_not_tried_again():
    attempt = Flaky(EndpointError("no"))
    with pytest.raises(EndpointError):
        persisted(attempt)
    assert attempt.calls == 1


def test_a_longer_pause_than_the_patience_is_not_waited_for():
    attempt = Flaky(TransientError("tomorrow", retry_after_seconds=86_400.0))
    with pytest.raises(TransientError):
        persisted(attempt)


@pytest.mark.parametrize(("draw", "expected"), [(0.0, [0.25, 0.5, 1.0, 1.5]), (1.0, [0.5, 1.0, 2.0, 3.0])])
def test_waits_double_up_to_the_longest_and_are_drawn_from_their_upper_half(draw, expected):
    backoff = Backoff(first_seconds=0.5, longest_seconds=3.0)
    assert [backoff.seconds(failures, draw) for failures in (1, 2, 3, 4)] == expected
    assert backoff.seconds(10_000, 1.0) == 3.0


def test_a_limit_holds_everyone_back_and_another_error_only_its_own_request():
    pace = Pace()
    persisted(Flaky(TransientError("busy")), pace=pace)
    assert pace._resume_at == 0.0
    persisted(Flaky(TransientError("limit", retry_after_seconds=0.01, is_limit=True)), pace=pace)
    assert pace._resume_at > 0.0


def test_a_shorter_pause_does_not_end_a_longer_one():
    pace = Pace()
    pace.hold(100.0)
    until = pace._resume_at
    pace.hold(1.0)
    assert pace._resume_at == until
