"""One call over HTTP with the standard library, which whoever gives it up can end."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, cast
from urllib import request

from ragtriage.errors import EndpointError
from ragtriage.llm.backoff import TransientError
from ragtriage.llm.bodies import Body
from ragtriage.llm.proxies import proxy_of

if TYPE_CHECKING:
    from email.message import Message

__all__ = ["Call"]

_PIECE: Final = 65_536  # bytes


class _Answer(Protocol):
    """What comes back, an error or not."""

    headers: Message

    def read1(self, n: int = ..., /) -> bytes: ...


class Call:
    """Sends a request, and reads an answer as far as was agreed.

    Args:
        place: Who is asked, as it may be shown.
        seconds: How long a connection, or a piece of an answer, may take.
        most_bytes: How much is read.
    """

    def __init__(self, place: str, *, seconds: float, most_bytes: int) -> None:
        self.body = Body(most_bytes=most_bytes)
        self._place = place
        self._seconds = seconds
        self._is_given_up = False
        self._most = most_bytes
        self._connection: HTTPConnection | None = None

    def sent(self, post: request.Request) -> bytes:
        """Return the body of the answer.

        Raises:
            EndpointError: It is too long, or cannot be unpacked.
            TransientError: It breaks off.
            HTTPError: The answer is an error.
            OSError: There is none.
            HTTPException: It is none.
        """
        opener = self._opener(proxy_of(post.full_url))
        with cast("HTTPResponse", opener.open(post, timeout=self._seconds)) as answer:
            said = self.read(answer, most_bytes=self._most)
            if self.body.fault is not None:
                advice = "; --max-reply takes more" if self.body.is_too_long else ""
                raise EndpointError(f"{self._place} answered with {self.body.fault}{advice}")
            if answer.length:
                raise TransientError(f"{self._place} answered with less than it said it would")
        return said

    def read(self, answer: Any, *, most_bytes: int) -> bytes:  # noqa: ANN401 - urllib names no type for both
        """Return the body of an answer, as far as there is room and time."""
        coming = cast("_Answer", answer)
        self.body = Body(coming.headers.get("Content-Encoding", ""), most_bytes=most_bytes)
        while piece := coming.read1(_PIECE):
            if not self.body.take(piece) or self._is_given_up:
                break
        else:
            self.body.end()
        return bytes(self.body.received)

    def close(self) -> None:
        """End it, in whatever thread it waits; a connection that only drips would keep that for ever."""
        self._is_given_up = True
        line: socket.socket | None = getattr(self._connection, "sock", None)
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def _opener(self, proxy: str | None) -> request.OpenerDirector:
        """Return what opens addresses over HTTP and nothing else: no files, and no redirects."""
        opener = request.OpenerDirector()
        for handler in (
            request.ProxyHandler({} if proxy is None else {"http": proxy, "https": proxy}),
            _Http(self._opened),
            _Https(self._opened),
            request.HTTPErrorProcessor(),
            request.HTTPDefaultErrorHandler(),
        ):
            opener.add_handler(handler)
        return opener

    def _opened(self, connection: HTTPConnection) -> HTTPConnection:
        self._connection = connection
        return connection


_Opened: TypeAlias = Callable[[HTTPConnection], HTTPConnection]


class _Http(request.HTTPHandler):
    """Opens connections and tells of them."""

    def __init__(self, opened: _Opened) -> None:
        super().__init__()
        self._opened = opened

    def http_open(self, req: request.Request) -> HTTPResponse:
        """Send a request."""

        def connection(host: str, **given: Any) -> HTTPConnection:  # noqa: ANN401 - of urllib
            return self._opened(HTTPConnection(host, **given))

        return self.do_open(connection, req)


class _Https(request.HTTPSHandler):
    """The same, with encryption."""

    def __init__(self, opened: _Opened) -> None:
        super().__init__()
        self._opened = opened

    def https_open(self, req: request.Request) -> HTTPResponse:
        """Send a request."""

        def connection(host: str, **given: Any) -> HTTPConnection:  # noqa: ANN401 - of urllib
            return self._opened(HTTPSConnection(host, **given))

        return self.do_open(connection, req)
