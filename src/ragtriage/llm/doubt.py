"""Doubt: whether an endpoint answers at all, as all who ask it have seen it together.

Where nobody gets a reply, one asks again for all. How often that may be in a row does not depend on how many
are waiting: an endpoint that is dead is not asked six times by each of a thousand.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic

__all__ = ["Doubt"]


class Doubt:
    """What is known of an endpoint by those who ask it from one event loop."""

    def __init__(self) -> None:
        from asyncio import Event, Lock  # noqa: PLC0415 - who doubts asks, and has it already

        self.is_heard = False  # whether anybody was ever there
        self.failures = 0  # tries in a row that failed; those that were under way at once are one
        self._resume_at = 0.0  # on the monotonic clock
        self._turn = Lock()
        self._over = Event()

    @asynccontextmanager
    async def turn(self, most: int) -> AsyncGenerator[int]:
        """Wait until asking is allowed, and yield how many tries have failed so far.

        While there is hope that asking again will help, one asks at a time. Beyond that nobody asks twice,
        and nobody has to wait.

        Args:
            most: How often it may be asked again.
        """
        while 0 < self.failures <= most:
            async with self._turn:
                await self._rested()
                if 0 < self.failures <= most:
                    yield self.failures
                    return
        yield self.failures

    def answered(self) -> None:
        """Take in that somebody got an answer that can be used."""
        self.is_heard = True
        self.failures = 0
        self._over.set()

    def failed(self, before: int) -> None:
        """Take in that a try failed.

        Args:
            before: How many had failed when it was begun.
        """
        if before == self.failures:
            self.failures += 1
            self._over.clear()

    def rest(self, seconds: float) -> None:
        """Let nobody ask for so many seconds, unless somebody is answered meanwhile."""
        self._resume_at = monotonic() + seconds

    async def _rested(self) -> None:
        import asyncio  # noqa: PLC0415 - as above

        try:
            async with asyncio.timeout(self._resume_at - monotonic()):
                await self._over.wait()
        except TimeoutError:
            return
