"""Trying again: how often, how long to wait, and one pace for all when the server asks for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from math import isnan
from random import SystemRandom
from time import monotonic
from typing import Final, TypeVar

from ragtriage.errors import EndpointError
from ragtriage.llm.doubt import Doubt

__all__ = ["Backoff", "Pace", "TransientError", "persist", "retry_after"]

T = TypeVar("T")

_DRAW: Final = SystemRandom()


class TransientError(EndpointError):
    """The endpoint gave no usable answer this time, and may give one next time.

    Args:
        message: What happened.
        retry_after_seconds: How long the endpoint asks to be left alone, when it says so.
        is_limit: Whether it was asked too often, so that everyone should slow down.
        most_retries: How often it may be tried again; None leaves that to the back-off.
    """

    def __init__(
        self,
        message: str,
        *,
        retry_after_seconds: float | None = None,
        is_limit: bool = False,
        most_retries: int | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds
        self.is_limit = is_limit
        self.most_retries = most_retries


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Exponential back-off with jitter: the n-th wait is drawn between half and all of first × 2ⁿ⁻¹ seconds.

    Source: Brooker (2015), Exponential Backoff And Jitter ("equal jitter").
    """

    retries: int = 5
    first_seconds: float = 0.5
    longest_seconds: float = 30.0
    patience_seconds: float = 120.0  # an endpoint that asks for a longer pause is not asked again

    def seconds(self, failures: int, draw: float) -> float:
        """Return how long to wait after so many failures; the draw is from 0 to 1.

        Example:
            >>> [Backoff().seconds(failures, draw=1.0) for failures in (1, 2, 3, 20)]
            [0.5, 1.0, 2.0, 30.0]
        """
        # 2.0 ** 1024 overflows; long before that the wait is as long as it gets.
        whole = min(self.longest_seconds, self.first_seconds * 2.0 ** min(failures - 1, 64))
        return whole * (0.5 + draw / 2)


class Pace:
    """One pause for all who ask the same endpoint: when one is told to wait, so do the others."""

    def __init__(self) -> None:
        self._resume_at = 0.0  # on the monotonic clock

    def hold(self, seconds: float) -> None:
        """Let nobody ask for so many seconds from now; a longer pause stays."""
        self._resume_at = max(self._resume_at, monotonic() + seconds)

    @property
    def rest(self) -> float:
        """How many seconds are left until asking is allowed; 0 or less when it is."""
        return self._resume_at - monotonic()

    async def wait(self) -> None:
        """Return when asking is allowed."""
        import asyncio  # noqa: PLC0415 - who waits has it already; who only names the class need not pay

        while (rest := self.rest) > 0:  # noqa: ASYNC110 - the pause may grow meanwhile
            await asyncio.sleep(rest)


async def persist(
    attempt: Callable[[], Awaitable[T]],
    *,
    backoff: Backoff,
    pace: Pace,
    doubt: Doubt | None = None,
    draw: Callable[[], float] = _DRAW.random,
) -> T:
    """Try until it works, as often as the back-off allows, and return what came of it.

    Args:
        attempt: Tries once.
        backoff: How often, and how long to wait between.
        pace: Of all who ask the same endpoint.
        doubt: Of all who ask the same endpoint; None: each tries for itself.
        draw: Gives the jitter.

    Raises:
        TransientError: It never worked; the last reason.
        EndpointError: Trying again would not help.
    """
    import asyncio  # noqa: PLC0415 - as in Pace

    shared = Doubt() if doubt is None else doubt
    last: TransientError | None = None
    failures = 0
    while True:
        await pace.wait()
        async with shared.turn(backoff.retries) as before:
            if last is not None and before > backoff.retries:
                raise last  # the others have tried meanwhile
            try:
                reply = await attempt()
            except TransientError as error:
                last = error
                shared.failed(before)
            except EndpointError:
                shared.answered()
                raise
            else:
                shared.answered()
                return reply
        failures += 1
        most = backoff.retries if last.most_retries is None else min(backoff.retries, last.most_retries)
        asked = last.retry_after_seconds or 0.0
        if failures > most or shared.failures > backoff.retries or asked > backoff.patience_seconds:
            raise last
        drawn = draw()
        shared.rest(max(asked, backoff.seconds(shared.failures, drawn)))
        wait = max(asked, backoff.seconds(failures, drawn))
        if last.is_limit:
            pace.hold(wait)
        await asyncio.sleep(wait)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds a server asks to be left alone, if it says so; never below 0.

    Args:
        headers: Of its answer, whose names are found in small letters.

    Example:
        >>> retry_after({"retry-after": "2.5"}), retry_after({"retry-after": "soon"})
        (2.5, None)
    """
    from email.utils import parsedate_to_datetime  # noqa: PLC0415 - only where a server slows us down
    from time import time  # noqa: PLC0415 - as above

    if (said := headers.get("retry-after-ms")) is not None and (pause := _number(said)) is not None:
        return max(0.0, pause / 1000)
    if (said := headers.get("retry-after")) is None:
        return None
    if (pause := _number(said)) is not None:
        return max(0.0, pause)
    try:
        return max(0.0, parsedate_to_datetime(said).timestamp() - time())
    except (ValueError, TypeError, OverflowError):  # no date, or one in no calendar
        return None


def _number(said: str) -> float | None:
    """Return the number a header holds, None if it is none."""
    try:
        number = float(said)
    except ValueError:
        return None
    return None if isnan(number) else number
