"""A streak: failures in a row, after which nothing more is begun.

Once one has failed, no more is under way than may still fail, so that the streak ends at its number and not
somewhere behind it. Where others count with it, what they have under way at that moment may come on top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio

__all__ = ["FailureCount", "Streak"]


class FailureCount(Protocol):
    """One count of failures in a row for all who ask a model, in other processes too."""

    async def failures(self, model: str) -> int:
        """Return how many there are; once they are too many, they stay so."""
        ...

    def ended(self, model: str, *, is_failure: bool) -> None:
        """Take in how a question ended."""
        ...


class Streak:
    """Counts what is asked of a model from one event loop.

    Args:
        most: How many failures in a row end it; None: none do.
        model: Who is asked.
        common: The count, where it is shared with whoever else asks; None: nobody does.
    """

    def __init__(self, most: int | None, model: str = "", common: FailureCount | None = None) -> None:
        self.failures = 0  # in a row, as far as it was heard of them
        self._most = most
        self._model = model
        self._common = None if most is None else common
        self._under_way = 0
        self._ended: asyncio.Event | None = None

    @property
    def is_over(self) -> bool:
        """Whether nothing more may be begun; once it is, it stays so."""
        return self._most is not None and self.failures >= self._most

    async def begin(self) -> bool:
        """Wait until another may be begun, and say whether it may."""
        from asyncio import Event  # noqa: PLC0415 - runs already

        await self._hear()
        while self._is_full() and not self.is_over:
            self._ended = self._ended or Event()
            await self._ended.wait()
            await self._hear()
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
        if self._common is not None and is_failure is not None:
            self._common.ended(self._model, is_failure=is_failure)
        if self._ended is not None:
            self._ended.set()
            self._ended = None

    async def _hear(self) -> None:
        """Ask how many there are by now, where others count too."""
        if self._common is not None and not self.is_over:
            self.failures = await self._common.failures(self._model)

    def _is_full(self) -> bool:
        return self._most is not None and self.failures > 0 and self._under_way >= self._most - self.failures
