"""Many questions at once, and async code for callers that are not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

from ragtriage.errors import RagtriageError

__all__ = ["blocking", "each", "in_turn"]

S = TypeVar("S")
T = TypeVar("T")


def blocking(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end and return what it returns.

    Where an event loop runs already, as in a notebook, the coroutine gets a thread and a loop of its own,
    and the caller's context variables. An interrupt cancels the coroutine, which may still put things in
    order.

    Example:
        >>> async def seven() -> int:
        ...     return 7
        >>> blocking(seven())
        7
    """
    import asyncio  # noqa: PLC0415 - costs a tenth of a start-up that may never ask a model

    returned: list[T] = []

    # asyncio.run writes out what its coroutine returned when it restores the handler of interrupts, and
    # throws that away: of a long answer it would be gigabytes
    async def kept() -> None:
        returned.append(await work)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(kept())
    else:
        _in_a_thread(kept())
    return returned[0]


def _in_a_thread(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a thread of its own."""
    import asyncio  # noqa: PLC0415 - as in blocking
    from concurrent.futures import Future, ThreadPoolExecutor  # noqa: PLC0415 - as in blocking
    from contextvars import copy_context  # noqa: PLC0415 - as in blocking

    cancel: Future[Callable[[], object]] = Future()

    async def cancellable() -> None:
        task = asyncio.current_task()
        loop = asyncio.get_running_loop()
        if task is not None:
            cancel.set_result(lambda: loop.call_soon_threadsafe(task.cancel))
        await work

    with ThreadPoolExecutor(1, "ragtriage") as thread:
        done = thread.submit(copy_context().run, asyncio.run, cancellable())
        try:
            done.result()
        except KeyboardInterrupt:
            cancel.result()()
            raise


async def each(
    items: Iterable[S],
    work: Callable[[S], Awaitable[T]],
    *,
    limit: int,
    until: Callable[[], bool] | None = None,
) -> list[T | None]:
    """Do the work on every item, at most `limit` at a time, and return the results in the items' order.

    Args:
        items: Taken one by one, as room comes free.
        work: Reports what it expects to go wrong in what it returns; what it raises ends everything.
        limit: At least 1.
        until: When it says true no further item is begun; those begun are finished.

    Raises:
        RagtriageError: Work raised one; what else was under way is cancelled.

    Returns:
        One result an item; None for items that were not begun.
    """
    import asyncio  # noqa: PLC0415 - as in blocking

    todo = list(items)
    results: list[T | None] = [None] * len(todo)
    places = iter(range(len(todo)))

    async def worker() -> None:
        for place in places:
            if until is not None and until():
                return
            results[place] = await work(todo[place])

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(limit, len(todo))):
                group.create_task(worker())
    except BaseExceptionGroup as several:
        ours, others = several.split(RagtriageError)
        if ours is None or others is not None:
            raise
        raise ours.exceptions[0] from None
    return results


async def in_turn(works: Iterable[Coroutine[Any, Any, T]], take: Callable[[T], None]) -> None:
    """Do one work after another and hand over what each returns; each is begun before the one before it ends.

    So two are under way at any time and no more: while the last steps of one are waited for, the next begins.

    Args:
        works: Taken one by one.
        take: Is handed the results in the order of the works.
    """
    import asyncio  # noqa: PLC0415 - as in blocking

    # no task group: what reading the next work raises would come out as a group of errors
    under_way: list[asyncio.Task[T]] = []
    try:
        for work in works:
            under_way.append(asyncio.ensure_future(work))
            if len(under_way) > 1:
                take(await under_way[0])
                del under_way[0]
        for task in under_way:
            take(await task)
    finally:
        for task in under_way:
            task.cancel()
        if under_way:
            await asyncio.wait(under_way)
