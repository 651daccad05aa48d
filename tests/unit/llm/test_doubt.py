"""Doubt: one tries for all while nobody gets a reply, and nobody tries without end."""

from __future__ import annotations

import asyncio
from time import monotonic

import pytest

from ragtriage.errors import EndpointError
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist, retry_after
from ragtriage.llm.doubt import Doubt

BACKOFF = Backoff(retries=3, first_seconds=0.01, longest_seconds=0.02)


def run(attempts, backoff=BACKOFF):
    """Let all of them persist at once; return what came of each."""

    async def all_of_them():
        doubt, pace = Doubt(), Pace()
        tries = [persist(attempt, backoff=backoff, pace=pace, doubt=doubt) for attempt in attempts]
        return await asyncio.gather(*tries, return_exceptions=True)

    return asyncio.run(all_of_them())


def counting(outcomes):
    """Return an attempt that takes its outcomes one after another, and how many were under way at once."""
    seen = {"tries": 0, "now": 0, "most": [0]}

    async def attempt():
        number = seen["tries"]
        seen["tries"] += 1
        seen["now"] += 1
        seen["most"].append(seen["now"])
        await asyncio.sleep(0.002)
        seen["now"] -= 1
        if not outcomes(number):
            raise TransientError(f"try {number}")
        return "ok"

    return attempt, seen


@pytest.mark.parametrize("n", [1, 2, 8, 50])
def test_a_dead_endpoint_is_tried_once_by_each_and_then_by_one_for_all(n):
    attempt, seen = counting(lambda _: False)
    done = run([attempt] * n)
    assert all(isinstance(each, TransientError) for each in done)
    assert seen["tries"] == n + BACKOFF.retries
    assert max(seen["most"][n + 1 :]) == 1


def test_after_that_nobody_tries_twice_and_nobody_waits():
    async def later():
        doubt, pace = Doubt(), Pace()
        attempt, seen = counting(lambda _: False)
        for _ in range(3):
            with pytest.raises(TransientError):
                await persist(attempt, backoff=BACKOFF, pace=pace, doubt=doubt)
        tries = [persist(attempt, backoff=BACKOFF, pace=pace, doubt=doubt) for _ in range(9)]
        await asyncio.gather(*tries, return_exceptions=True)
        return seen

    seen = asyncio.run(later())
    assert seen["tries"] == 1 + BACKOFF.retries + 2 + 9
    assert max(seen["most"]) == 9


@pytest.mark.parametrize("back", [1, 8, 9, 10])
def test_one_that_comes_back_answers_all(back):
    attempt, seen = counting(lambda number: number >= back)
    assert run([attempt] * 8) == ["ok"] * 8
    assert seen["tries"] == 8 + back


def test_an_error_of_ones_own_is_an_answer():
    async def refused():
        raise EndpointError("no")

    attempt, seen = counting(lambda number: number > 3)
    done = run([attempt, refused, attempt])
    assert done[0] == done[2] == "ok"
    assert seen["tries"] >= 5


def test_the_pauses_grow_for_all_together():
    attempt, _ = counting(lambda _: False)
    backoff = Backoff(retries=3, first_seconds=0.05, longest_seconds=1.0)
    began = monotonic()
    run([attempt] * 8, backoff)
    assert monotonic() - began >= (0.05 + 0.1 + 0.2) / 2


def test_what_may_not_be_tried_again_is_not():
    tries = []

    async def attempt():
        tries.append(1)
        raise TransientError("no", most_retries=0)

    run([attempt])
    assert len(tries) == 1


PAUSES = [
    ("7", 7.0),
    ("-7", 0.0),
    ("0.5", 0.5),
    ("inf", float("inf")),
    ("nan", None),
    ("NaN", None),
    ("soon", None),
    ("", None),
    ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ("Wed, 99 Foo 99999 99:99:99", None),
    ("Mon, 01 Jan 12345678901 00:00:00 GMT", None),
    ("1e999", float("inf")),
]


@pytest.mark.parametrize(("said", "pause"), PAUSES)
def test_a_pause_is_a_number_of_seconds_or_none(said, pause):
    assert retry_after({"retry-after": said}) == pause


def test_a_pause_until_the_end_of_the_calendar_is_long():
    assert (retry_after({"retry-after": "Fri, 31 Dec 9999 23:59:59 GMT"}) or 0) > 10**9
