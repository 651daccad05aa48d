"""Calls that block, each in a thread of its own that nobody has to wait for when the process ends."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    import asyncio
    from types import TracebackType

__all__ = ["threaded"]

T = TypeVar("T")


async def threaded(call: Callable[[], T], name: str) -> T:
    """Run a call in a daemon thread and return what it returns, or raise what it raises.

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
    waiting = _Waiting[T](loop)
    context = copy_context()

    def run() -> None:
        with waiting:
            waiting.returned(context.run(call))

    Thread(target=run, name=name, daemon=True).start()
    return await waiting.done


class _Waiting(Generic[T]):
    """Hands what becomes of a call in a thread to the loop in which somebody waits for it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.done: asyncio.Future[T] = loop.create_future()

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is None:
            return False
        self._tell(lambda: self.done.set_exception(error))
        return True  # it is raised where somebody waits

    def returned(self, value: T) -> None:
        """Take what the call returned."""
        self._tell(lambda: self.done.set_result(value))

    def _tell(self, settle: Callable[[], None]) -> None:
        """Settle in the loop, if it is still there and somebody waits."""
        try:
            self._loop.call_soon_threadsafe(lambda: None if self.done.done() else settle())
        except RuntimeError:
            return  # the loop was closed meanwhile: nobody waits
