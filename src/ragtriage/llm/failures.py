"""What goes wrong between a request and its reply, told apart by whether somebody may have to be paid for it.

Where no connection comes about, nothing was asked. A request that went out and was not answered with an error
has been worked on for all that anybody here can know, however little of its reply came back.
"""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Iterator
from typing import Final, cast

from ragtriage.llm.backoff import TransientError

__all__ = ["LostReplyError", "UnreachableError", "in_words"]


class UnreachableError(TransientError):
    """The endpoint could not be asked at all.

    Args:
        message: What happened.
        words: The same in a few words without any secret, such as `connection refused`.
        retry_after_seconds: How long the endpoint asks to be left alone, when something says so for it.
        is_limit: Whether everyone should slow down.
        most_retries: How often it may be tried again; None leaves that to the back-off.
    """

    def __init__(
        self,
        message: str,
        *,
        words: str,
        retry_after_seconds: float | None = None,
        is_limit: bool = False,
        most_retries: int | None = None,
    ) -> None:
        super().__init__(
            message,
            retry_after_seconds=retry_after_seconds,
            is_limit=is_limit,
            most_retries=most_retries,
        )
        self.words = words


class LostReplyError(TransientError):
    """A request went out, and no usable reply came back.

    Args:
        message: What happened.
        received: What came of the reply, as far as it is text.
        prompt_tokens: None where the endpoint did not say.
        completion_tokens: None where the endpoint did not say.
        words: What happened in a few words, where nothing came at all.
        most_retries: How often it may be tried again; None leaves that to the back-off.
    """

    def __init__(
        self,
        message: str,
        *,
        received: str = "",
        prompt_tokens: int | None = None,
        completion_tokens: int | None = None,
        words: str | None = None,
        most_retries: int | None = None,
    ) -> None:
        super().__init__(message, most_retries=most_retries)
        self.received = received
        self.prompt_tokens = prompt_tokens
        self.completion_tokens = completion_tokens
        self.words = words


# How deep the cause of a failed connection lies at most.
_DEPTH: Final = 8

_WORDS: Final = {
    errno.ECONNREFUSED: "connection refused",
    errno.ECONNRESET: "connection reset",
    errno.EHOSTUNREACH: "no way to the host",
    errno.ENETUNREACH: "no network",
    errno.ETIMEDOUT: "no connection in time",
}


def in_words(error: BaseException) -> str:
    """Say in a few words why a connection did not come about.

    Example:
        >>> in_words(ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 8000)"))
        'connection refused'
    """
    for cause in _causes(error, _DEPTH):
        if isinstance(cause, socket.gaierror):
            return "unknown host"
        if isinstance(cause, ssl.SSLError):
            return "no trusted encryption"
        if isinstance(cause, TimeoutError):
            return _WORDS[errno.ETIMEDOUT]
        if isinstance(cause, OSError):
            # where several addresses were tried, the numbers stand in the message alone
            tried = (code for code in _WORDS if f"[Errno {code}]" in str(cause))
            code = cause.errno if cause.errno in _WORDS else next(tried, None)
            if code is not None:
                return _WORDS[code]
    return "no connection"


def _causes(error: BaseException, depth: int) -> Iterator[BaseException]:
    """Yield what an error comes from, the deepest first."""
    known = getattr(error, "os_error", None)  # of aiohttp, which keeps it there
    inner: list[object] = [known, error.__cause__ or error.__context__]
    if isinstance(error, BaseExceptionGroup):
        inner += cast("BaseExceptionGroup[BaseException]", error).exceptions
    for one in inner:
        if isinstance(one, BaseException) and depth:
            yield from _causes(one, depth - 1)
    yield error
