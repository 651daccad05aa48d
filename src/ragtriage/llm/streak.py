"""A streak: failures in a row, after which nothing more is begun.

Once one has failed, no more is under way than may still fail, so that the streak ends at its number and not
somewhere behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

__all__ = ["Streak"]


class Streak:
    """Counts what is asked from one event loop.

    Args:
        most: How many failures in a row end it; None: none do.
    """

    def __init__(self, most: int | None) -> None:
        self.failures = 0  # in a row
        self._most = most
        self._under_way = 0
        self._ended: asyncio.Event | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be begun; once it is, it stays so."""
        return self._most is not None and self.failures >= self._most

    async def begin(self) -> bool:
        """Wait until another may be begun, and say whether it may."""
        from asyncio import Event  # noqa: PLC0415 - runs already

        while self._is_full() and not self.is_over:
            self._ended = self._ended or Event()
            await self._ended.wait()
        if self.is_over:
            return False
        self._under_way += 1
        return True

    def end(self, *, is_failure: bool | None) -> None:
        """Take in how one ended; None: without saying anything about those after it."""
        self._under_way -= 1
        if is_failure:
            self.failures += 1
        elif is_failure is not None and not self.is_over:
            self.failures = 0
        if self._ended is not None:
            self._ended.set()
            self._ended = None

    def _is_full(self) -> bool:
        return self._most is not None and self.failures > 0 and self._under_way >= self._most - self.failures
