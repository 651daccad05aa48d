"""A streak ends at its number, counted alone or together with others."""

from __future__ import annotations

import asyncio

from ragtriage.llm.streak import Streak


class Count:
    """Failures in a row of several streaks, as one place keeps them."""

    def __init__(self, most):
        self.n, self.most = 0, most

    async def failures(self, model):
        assert model == "m"
        await asyncio.sleep(0)
        return self.n

    def ended(self, model, *, is_failure):
        assert model == "m"
        if self.n < self.most:
            self.n = self.n + 1 if is_failure else 0


async def ask(streak, outcomes):
    """Ask one after another; return how many were begun."""
    begun = 0
    for is_failure in outcomes:
        if not await streak.begin():
            return begun
        begun += 1
        streak.end(is_failure=is_failure)
    return begun


def test_failures_of_several_are_one_row():
    async def run():
        count = Count(10)
        one, other = Streak(10, "m", count), Streak(10, "m", count)
        assert await ask(one, [True] * 6) == 6
        assert await ask(other, [True] * 9) == 4
        assert await ask(one, [True]) == 0
        assert await ask(Streak(10, "m", count), [True]) == 0  # whoever comes later

    asyncio.run(run())


def test_an_answer_to_another_breaks_the_row():
    async def run():
        count = Count(10)
        one, other = Streak(10, "m", count), Streak(10, "m", count)
        for _ in range(5):
            assert await ask(one, [True] * 9) == 9
            assert await ask(other, [False]) == 1
        assert await other.begin()
        assert await ask(one, [True] * 20) == 10
        other.end(is_failure=False)  # it was under way, and comes too late
        assert not await other.begin()

    asyncio.run(run())


def test_no_more_are_under_way_here_than_may_still_fail():
    async def run():
        count = Count(3)
        streak = Streak(3, "m", count)
        count.ended("m", is_failure=True)
        assert await streak.begin()
        assert await streak.begin()
        waiting = asyncio.ensure_future(streak.begin())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        streak.end(is_failure=False)
        assert await waiting

    asyncio.run(run())


def test_where_none_ends_it_nobody_is_told():
    async def run():
        assert await ask(Streak(None, "m", None), [True] * 50) == 50
        assert await ask(Streak(None, "m", Count(1)), [True] * 50) == 50

    asyncio.run(run())
