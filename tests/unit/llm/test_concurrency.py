"""Many at once, in order; and async code for callers that are not."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar

import pytest

from ragtriage.llm.concurrency import blocking, each, in_turn

WHERE: ContextVar[str] = ContextVar("WHERE")


async def thread_and_context() -> tuple[int, str]:
    return threading.get_ident(), WHERE.get("nowhere")


def test_without_a_loop_the_callers_thread_is_used():
    assert blocking(thread_and_context()) == (threading.get_ident(), "nowhere")


def test_in_a_running_loop_another_thread_is_used_with_the_callers_context():
    async def notebook():
        WHERE.set("here")
        return blocking(thread_and_context()), blocking(thread_and_context())

    first, second = asyncio.run(notebook())
    assert first[1] == second[1] == "here"
    assert threading.get_ident() not in {first[0], second[0]}


@pytest.mark.parametrize("is_in_a_loop", [False, True])
def test_an_error_comes_out_as_it_is(is_in_a_loop):
    async def fail():
        raise KeyError("this")

    async def notebook():
        return blocking(fail())

    with pytest.raises(KeyError, match="this"):
        blocking(notebook() if is_in_a_loop else fail())


def test_threads_do_not_meet():
    results = []

    def run():
        results.append(blocking(each(range(50), double, limit=7)))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[2 * number for number in range(50)]] * 4


async def double(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


@pytest.mark.parametrize("limit", [1, 3, 100])
def test_results_are_in_the_order_of_the_items_and_no_more_than_the_limit_run_at_once(limit):
    running = most = 0

    async def work(number: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(10 - number % 10):
            await asyncio.sleep(0)
        running -= 1
        return number

    assert asyncio.run(each(range(30), work, limit=limit)) == list(range(30))
    assert most == min(limit, 30)


def test_what_was_begun_is_finished_when_nothing_further_is():
    begun = []

    async def work(number: int) -> int:
        begun.append(number)
        await asyncio.sleep(0)
        return number

    results = asyncio.run(each(range(10), work, limit=3, until=lambda: len(begun) >= 3))
    assert results == [0, 1, 2, *[None] * 7]


def test_no_item_brings_no_result():
    assert asyncio.run(each([], double, limit=3)) == []


def test_works_in_turn_overlap_two_at_a_time_and_hand_over_in_order():
    running = most = 0
    taken = []

    async def work(number: int) -> int:
        nonlocal running, most
        running += 1
        most = max(most, running)
        for _ in range(5 - number % 5):
            await asyncio.sleep(0)
        running -= 1
        return number

    asyncio.run(in_turn((work(number) for number in range(12)), taken.append))
    assert taken == list(range(12))
    assert most == 2


def test_what_reading_the_next_work_raises_comes_out_as_it_is_and_nothing_is_left_running():
    ended = []

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def short() -> None:
        await asyncio.sleep(0)

    def three():
        yield short()
        yield work()
        raise ValueError("line 3 is no case")

    async def second() -> None:
        with pytest.raises(ValueError, match="line 3"):
            await in_turn(three(), lambda _: None)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(second())
    assert ended == [True]


def test_an_error_of_one_work_cancels_the_next():
    ended = []

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("no")

    async def waits() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    with pytest.raises(KeyError):
        asyncio.run(in_turn((make() for make in (fails, waits)), lambda _: None))
    assert ended == [True]


@pytest.mark.parametrize("is_notebook", [False, True])
def test_what_is_returned_is_never_written_out(is_notebook):
    class Long:
        def __repr__(self):
            raise AssertionError

    async def work() -> Long:
        return Long()

    async def notebook() -> Long:
        return blocking(work())

    assert isinstance(blocking(notebook() if is_notebook else work()), Long)
