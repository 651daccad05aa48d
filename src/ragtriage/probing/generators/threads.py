"""Calls that block, each in a thread of its own that nobody has to wait for when the process ends."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import asyncio

__all__ = ["threaded"]

T = TypeVar("T")


async def threaded(call: Callable[[], T], name: str) -> T:
    """Run a call in a daemon thread and return what it returns.

    A pool's threads are joined when Python exits: a call that never returns would keep an interrupted process
    alive. Who stops waiting leaves the thread to itself.

    Example:
        >>> import asyncio
        >>> asyncio.run(threaded(lambda: 7, "seven"))
        7
    """
    import asyncio  # noqa: PLC0415 - runs already
    from threading import Thread  # noqa: PLC0415 - only calls that block need one

    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()
    context = copy_context()

    def run() -> None:
        try:
            returned = context.run(call)
        except BaseException as error:  # noqa: BLE001 - handed to whoever waits, in another thread
            _tell(loop, done, None, error)
        else:
            _tell(loop, done, returned, None)

    Thread(target=run, name=name, daemon=True).start()
    return await done


def _tell(
    loop: asyncio.AbstractEventLoop, done: asyncio.Future[T], returned: T | None, error: BaseException | None
) -> None:
    """Hand over what came of a call, if the loop is still there and somebody waits."""

    def settle() -> None:
        if done.done():
            return
        if error is None:
            done.set_result(returned)  # type: ignore[arg-type] # T where there is no error
        else:
            done.set_exception(error)

    try:
        loop.call_soon_threadsafe(settle)
    except RuntimeError:
        return  # the loop was closed meanwhile: nobody waits
