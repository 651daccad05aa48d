"""The client: asks an OpenAI-compatible endpoint, as often as it takes and no faster than it likes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol, Self

import msgspec

from ragtriage.errors import EndpointError, ReplyError
from ragtriage.llm.backoff import Pace, TransientError, persist, retry_after
from ragtriage.llm.completions import error_message, read_completion, usage_of
from ragtriage.llm.dialect import Dialect
from ragtriage.llm.doubt import Doubt
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.failures import LostReplyError, UnreachableError
from ragtriage.llm.headers import with_headers
from ragtriage.llm.messages import Reply, Request
from ragtriage.llm.redirects import MOST_REDIRECTS, REDIRECTS, followed, led_away
from ragtriage.llm.transport import Progress, Response, Transport, chat_url, fixed_headers
from ragtriage.model import Metadata

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Client", "Toll"]

# Status codes after which the same request may succeed: time-out, conflict, too early, too many.
_TRANSIENT: Final = frozenset({408, 409, 425, 429})
_LIMIT: Final = 429

# Those with which what stands before an endpoint says that it is not there.
_AWAY: Final = frozenset({502, 503, 504})

# Those with which servers refuse a parameter that they do not take.
_REFUSED: Final = frozenset({400, 404, 415, 422, 501})

_CONNECT: Final = 0.95  # of the time for a request

# A 429 with one of these says that no pause will help.
_EXHAUSTED: Final = ("insufficient_quota", "billing")


class Toll(Protocol):
    """Keeps the account of one question's calls that brought no usable reply, and may forbid another."""

    def lose(self, error: LostReplyError) -> None:
        """Take in a call for which somebody may have to be paid."""
        ...

    async def renew(self) -> None:
        """Ask leave for another call; raises EndpointError where a limit forbids it."""
        ...


class Client:
    """Asks one endpoint from one event loop; opened and closed with `async with`.

    Args:
        endpoint: Whom to ask.
        dialect: What is known of the endpoint; None: nothing yet.
        pace: Shared with other clients of the same endpoint; None: this one has its own.

    Raises:
        MissingExtraError: What carries requests is not installed.
        ConfigError: There is no key, or the environment names what cannot be used.
    """

    def __init__(
        self, endpoint: Endpoint, *, dialect: Dialect | None = None, pace: Pace | None = None
    ) -> None:
        endpoint.check()
        key = endpoint.key()
        self._endpoint = endpoint
        self._redaction = endpoint.redaction(key)
        # the password goes into a header: no message is to hold the address with it
        self._url = chat_url(endpoint.bare)
        self._transport = Transport(
            self._url,
            with_headers(fixed_headers(key), endpoint.more_headers()),
            # a little sooner than the whole, so that it is known that nothing was sent
            connect_seconds=_CONNECT * endpoint.timeout_seconds,
        )
        self._dialect = Dialect() if dialect is None else dialect
        self._pace = Pace() if pace is None else pace
        self._doubt = Doubt()
        self._encode = msgspec.json.Encoder().encode

    @property
    def dialect(self) -> Dialect:
        """What the endpoint takes, as far as it was found out."""
        return self._dialect

    async def __aenter__(self) -> Self:
        from asyncio import Semaphore  # noqa: PLC0415 - who enters has a loop already

        self._room = Semaphore(self._endpoint.max_concurrency)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._transport.close()

    async def ask(self, request: Request, toll: Toll | None = None) -> Reply:
        """Return the model's reply.

        Args:
            request: What is asked.
            toll: Is told of every call that brought no usable reply, and asked before the next.

        Raises:
            EndpointError: There was no usable answer, however often it was asked for, or the toll forbids to
                ask again.
        """
        is_lost = False

        async def attempt() -> Reply:
            nonlocal is_lost
            if is_lost and toll is not None:
                await toll.renew()
            is_lost = False
            try:
                return await self._attempt(request)
            except LostReplyError as error:
                is_lost = True
                if toll is not None:
                    toll.lose(error)
                raise

        return await persist(attempt, backoff=self._endpoint.backoff, pace=self._pace, doubt=self._doubt)

    async def _attempt(self, request: Request) -> Reply:
        """Ask once, or once more for each thing that the endpoint turns out not to take."""
        async with self._room:
            while True:
                dialect = self._dialect
                body = dialect.payload(request, self._endpoint.model)
                answer = await self._post(body)
                if isinstance(answer, bytes):
                    return self._reply(answer, is_json=request.is_json)
                # Another request may have found the same out meanwhile.
                if self._dialect == dialect:
                    self._dialect = answer

    async def _post(self, body: Metadata) -> bytes | Dialect:
        """Return what the endpoint answers, or the dialect it asks to be spoken to in."""
        try:
            data = self._encode(body)
        except UnicodeEncodeError as error:
            raise EndpointError(f"the text cannot be sent: {error.reason}") from None
        response, url = await self._sent(data)
        status, location = response.status, response.headers.get("location")
        self._doubt.is_heard = True
        if status in REDIRECTS:
            refusal = led_away(self._endpoint.place, url, status, location)
            raise EndpointError(self._redaction.message(refusal))
        if response.body.fault is not None:
            raise self._faulty(response)
        answer = bytes(response.body.received)
        if status < 300:
            return answer
        said = self._redaction.message(error_message(answer))
        dialect = self._dialect.conceding(said, body) if status in _REFUSED else None
        if dialect is not None:
            return dialect
        raise self._error(response, said)

    async def _sent(self, data: bytes) -> tuple[Response, str]:
        """Return what the endpoint answers in time, and from which address."""
        import asyncio  # noqa: PLC0415 - runs already

        place, progress = self._endpoint.place, Progress(self._endpoint.max_reply_bytes)
        try:
            async with asyncio.timeout(self._endpoint.timeout_seconds):
                return await self._followed(data, progress)
        except TimeoutError:
            self._doubt.is_heard = True  # somebody listens there, though nobody answers
            limit = f"within {self._endpoint.timeout_seconds:g} s"
            received = bytes(progress.body.received)
            said = f"{place} did not answer {'to the end ' if received else ''}{limit}"
            # who has begun and does not end would not end another time; who is silent may have been busy
            most = 0 if received else 1
            raise _lost(said, received, words=f"no answer {limit}", most_retries=most) from None
        except UnreachableError as error:
            said = f"{place} cannot be reached: {self._redaction.message(str(error))}"
            retries = None if self._doubt.is_heard else 0
            raise UnreachableError(said, words=error.words, most_retries=retries) from None
        except EndpointError as error:
            self._doubt.is_heard = True  # as above
            said = f"{place} cannot be reached: {self._redaction.message(str(error))}"
            raise _lost(said, bytes(progress.body.received), words="no answer") from None

    async def _followed(self, data: bytes, progress: Progress) -> tuple[Response, str]:
        """Return what the endpoint answers, from wherever within its own address it sends us, and where."""
        url = self._url
        response = await self._transport.post(url, data, progress)
        for _ in range(MOST_REDIRECTS):
            target = followed(url, response.status, response.headers.get("location"))
            if target is None:
                break
            url = target
            response = await self._transport.post(url, data, progress)
        return response, url

    def _faulty(self, response: Response) -> LostReplyError:
        """Return the error of a body of which not everything could be read; asking again would be no use."""
        body, place = response.body, self._endpoint.place
        status = f" {response.status}" if response.status >= 300 else ""
        advice = "; --max-reply takes more" if body.is_too_long else ""
        said = self._redaction.message(f"{place} answered{status} with {body.fault}{advice}")
        return _lost(said, bytes(body.received), most_retries=0)

    def _error(self, response: Response, said: str) -> EndpointError:
        """Return what an error status means."""
        status = response.status
        what = f"{self._endpoint.place} answered {status}: {said}"
        is_exhausted = status == _LIMIT and any(word in said for word in _EXHAUSTED)
        if is_exhausted or not (status in _TRANSIENT or status >= 500):
            return EndpointError(what)
        pause = retry_after(response.headers)
        is_limit = status in {_LIMIT, 503}
        if status in _AWAY:
            return UnreachableError(
                what, words=f"status {status}", retry_after_seconds=pause, is_limit=is_limit
            )
        return TransientError(what, retry_after_seconds=pause, is_limit=is_limit)

    def _reply(self, answer: bytes, *, is_json: bool) -> Reply:
        """Read an answer.

        Raises:
            LostReplyError: It is not a chat completion.
        """
        try:
            return read_completion(answer, is_json=is_json, redaction=self._redaction)
        except ReplyError as error:
            said = f"{self._endpoint.place} answered with something else than a completion: {error}"
            raise _lost(self._redaction.message(said), answer, most_retries=1) from None


def _lost(
    said: str, received: bytes, *, words: str | None = None, most_retries: int | None = None
) -> LostReplyError:
    """Return the error of a call that brought no usable reply, with the tokens that it says it took."""
    usage = usage_of(received)
    # a page of a proxy is no reply of a model
    text = received.decode("utf-8", "replace") if received.lstrip().startswith(b"{") else ""
    return LostReplyError(
        said,
        received=text,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        words=None if received else words,
        most_retries=most_retries,
    )
