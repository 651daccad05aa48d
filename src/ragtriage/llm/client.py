"""The client: asks an OpenAI-compatible endpoint, as often as it takes and no faster than it likes.

The door to the `openai` package. Keys, and passwords in an address, never reach a message, a log or a
representation of any object here.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import msgspec

from ragtriage.errors import ConfigError, EndpointError, MissingExtraError, ReplyError
from ragtriage.llm.addresses import Address
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist, retry_after
from ragtriage.llm.carriers import (
    AiohttpCarrier,
    Carried,
    Carrier,
    HttpxCarrier,
    Progress,
    address_of,
    check_trust,
    headers_of,
    httpx_client,
)
from ragtriage.llm.completions import error_message, read_completion, usage_of
from ragtriage.llm.dialect import Dialect
from ragtriage.llm.doubt import Doubt
from ragtriage.llm.failures import LostReplyError, UnreachableError
from ragtriage.llm.headers import (
    check_key,
    environment_headers,
    environment_names,
    secrets_of_headers,
    with_headers,
)
from ragtriage.llm.messages import Reply, Request
from ragtriage.llm.proxies import hints_of_proxies, proxy_of, secrets_of_proxies
from ragtriage.llm.redaction import Redaction
from ragtriage.llm.redirects import MOST_REDIRECTS, REDIRECTS, followed, led_away
from ragtriage.model import Metadata

if TYPE_CHECKING:
    from types import TracebackType

    import httpx

__all__ = ["DEFAULT_MODEL", "IN_PROCESS", "Client", "Endpoint", "Toll", "check_way"]

DEFAULT_MODEL: Final = "gpt-5-mini"  # what Haystack's generator asks by default
_OPENAI: Final = "https://api.openai.com/v1"
IN_PROCESS: Final = "python:"  # the place of what is called in this process, where no address is asked

# Status codes after which the same request may succeed: time-out, conflict, too early, too many.
_TRANSIENT: Final = frozenset({408, 409, 425, 429})
_LIMIT: Final = 429

# Those with which what stands before an endpoint says that it is not there.
_AWAY: Final = frozenset({502, 503, 504})

# Those with which servers refuse a parameter that they do not take.
_REFUSED: Final = frozenset({400, 404, 415, 422, 501})

_CONNECT: Final = 0.95  # of the time for a request
_MOST_SECONDS: Final = 604_800  # a week; no clock that wakes anybody takes any number

_DEFAULT_REPLY: Final = 2**20  # bytes; the longest reply of a judge has a fiftieth of that

# A 429 with one of these says that no pause will help.
_EXHAUSTED: Final = ("insufficient_quota", "billing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model behind an OpenAI-compatible endpoint, and how to treat it.

    The key and the headers of the environment go to the endpoint of the environment, or OpenAI's, and to no
    other: who names a base URL gives its key too, where it needs one.

    Args:
        model: Its name at the endpoint.
        base_url: None for `OPENAI_BASE_URL`, or OpenAI's own; `IN_PROCESS` for a function of one's own.
        api_key: None for `OPENAI_API_KEY`, if the base URL is None or that of the environment.
        max_concurrency: How many requests may be under way at once.
        timeout_seconds: How long one request may take in all.
        max_reply_bytes: How much of an answer is read, as it comes and unpacked; a longer one is none.
        backoff: How often and how soon to try again.

    Raises:
        ConfigError: The concurrency, the time-out or the longest answer is not positive, the time-out is
            longer than a week, the base URL is no address, or the key cannot be a header.

    Example:
        >>> Endpoint(model="qwen3", base_url="http://user:secret@localhost:8000/v1", api_key="also secret")
        Endpoint(model='qwen3', max_concurrency=8, timeout_seconds=60.0)
    """

    model: str = DEFAULT_MODEL
    base_url: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)
    max_concurrency: int = 8
    timeout_seconds: float = 60.0
    max_reply_bytes: int = field(default=_DEFAULT_REPLY, repr=False)
    backoff: Backoff = field(default=Backoff(), repr=False)

    def __post_init__(self) -> None:
        if self.max_concurrency < 1:
            raise ConfigError(f"max_concurrency must be a positive integer: {self.max_concurrency}")
        if not 0 < self.timeout_seconds <= _MOST_SECONDS:
            raise ConfigError(
                f"timeout_seconds must be positive, and at most {_MOST_SECONDS:,}: {self.timeout_seconds}"
            )
        if self.max_reply_bytes < 1:
            raise ConfigError(f"max_reply_bytes must be a positive integer: {self.max_reply_bytes}")
        if self.base_url and self.base_url != IN_PROCESS:
            Address.parse(self.base_url)
        check_key(self.api_key)

    @property
    def address(self) -> str:
        """The base URL that is asked, with whatever secret it may hold."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI

    @property
    def bare(self) -> str:
        """The base URL that is asked, without its user and password, which go into a header."""
        return self._parts().bare

    @property
    def place(self) -> str:
        """The base URL as it may be shown: without a user, a password, a query or a key in its path."""
        return self._parts().place

    @property
    def route(self) -> str:
        """The base URL with all of its path, which tells one account from another; not to be shown."""
        return self._parts().route

    @property
    def is_of_environment(self) -> bool:
        """Whether the key and the headers of the environment are meant for this endpoint."""
        return self.base_url in {None, "", _OPENAI, os.environ.get("OPENAI_BASE_URL")}

    def headers(self) -> dict[str, str]:
        """Return the headers that stand for the user and password of the base URL, if it has any."""
        return self._parts().headers()

    def more_headers(self) -> dict[str, str]:
        """Return the headers beside the key: those of the environment, and the address's own.

        Raises:
            ConfigError: The environment names one that cannot be sent.
        """
        found = environment_headers() if self.is_of_environment else {}
        if self.api_key is not None and self.api_key != os.environ.get("OPENAI_API_KEY", "").strip():
            # a key that was named is meant
            found = {name: value for name, value in found.items() if name.casefold() != "authorization"}
        return with_headers(found, self.headers())

    def key(self) -> str:
        """Return the key to send.

        Raises:
            ConfigError: OpenAI itself is asked, and there is none; or the environment names no address, or
                a key that cannot be a header.
        """
        self._parts()
        if self.api_key is not None:
            return self.api_key
        key = os.environ.get("OPENAI_API_KEY", "").strip() if self.is_of_environment else ""
        check_key(key, "OPENAI_API_KEY")
        if not key and self.address == _OPENAI:
            raise ConfigError(
                "no API key: set OPENAI_API_KEY, or name another endpoint: --base-url or OPENAI_BASE_URL"
            )
        return key or "none"  # the SDK insists on one, a local server on none

    def check(self) -> None:
        """Check that a model can be asked here, as far as that is known before it is.

        Raises:
            ConfigError: There is no key, or a header, a proxy or a file of certificates that the environment
                names cannot be used.
        """
        self.key()
        self.more_headers()
        check_way(self)

    def redaction(self, *keys: str | None) -> Redaction:
        """Return what hides the keys, and whatever else is sent that lets anybody in."""
        parts = self._parts()
        secrets, hints = secrets_of_headers(self.more_headers())
        secrets += [key for key in keys if key is not None and key != "none"]
        secrets += [*parts.secrets(), *secrets_of_proxies()]
        hints += [*parts.hints(), *hints_of_proxies()]
        return Redaction(secrets, hints, {self.address: self.place, self.route: self.place})

    def _parts(self) -> Address:
        if self.address == IN_PROCESS:
            return Address(bare=IN_PROCESS, place=IN_PROCESS)
        return Address.parse(self.address, "the base URL" if self.base_url else "OPENAI_BASE_URL")

    def resolved(self) -> Self:
        """Return the endpoint with what the environment says of it, for use where that is another one.

        Raises:
            ConfigError: OpenAI itself is asked, and there is no key.
        """
        return replace(self, base_url=self.address, api_key=self.key())

    def to_dict(self) -> Metadata:
        """Return the endpoint in the form in which Haystack saves a part of a pipeline.

        The key is not saved, nor a user or password in the base URL. One with a key in its path is saved as
        it may be shown, and must be named again.
        """
        parameters = {
            "model": self.model,
            "base_url": None if self.base_url is None else self.place,
            "max_concurrency": self.max_concurrency,
            "timeout_seconds": self.timeout_seconds,
            "max_reply_bytes": self.max_reply_bytes,
            "backoff": asdict(self.backoff),
        }
        return {"type": self.type_name(), "init_parameters": parameters}

    @classmethod
    def type_name(cls) -> str:
        """Return the name under which an endpoint is saved."""
        return f"{cls.__module__}.{cls.__name__}"

    @classmethod
    def from_dict(cls, data: Metadata) -> Self:
        """Make an endpoint again from what was saved; the data stay as they are."""
        parameters = dict(data.get("init_parameters", {}))
        if "backoff" in parameters:
            parameters["backoff"] = Backoff(**parameters["backoff"])
        return cls(**parameters)


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
        http_client: Carries the requests in place of the SDK's own, and of aiohttp.

    Raises:
        MissingExtraError: `openai` is not installed.
        ConfigError: There is no key.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        dialect: Dialect | None = None,
        pace: Pace | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        try:
            import openai  # noqa: PLC0415 - half a second that only asking is worth
        except ImportError:
            raise MissingExtraError("openai", extra="judge") from None
        self._endpoint = endpoint
        key = endpoint.key()
        self._redaction = endpoint.redaction(key)
        # openai 3 names httpx2 and takes both
        made = openai.DefaultAsyncHttpxClient
        given: Any = httpx_client(made, endpoint.bare) if http_client is None else http_client
        # the SDK sends the headers of the environment anywhere
        none: Any = dict.fromkeys(environment_names(), openai.Omit())
        sdk = openai.AsyncOpenAI(
            api_key=key,
            # The password goes into a header, because the transport logs the address.
            base_url=endpoint.bare,
            organization="",
            project="",
            default_headers=none,
            http_client=given,
        )
        self._url = address_of(sdk)
        headers = with_headers(headers_of(sdk), endpoint.more_headers())
        self._carrier: Carrier = HttpxCarrier(given, headers)
        if http_client is None and find_spec("aiohttp") is not None:
            # a little sooner than the whole, so that it is known that nothing was sent
            connect = _CONNECT * endpoint.timeout_seconds
            self._carrier = AiohttpCarrier(self._url, headers, connect_seconds=connect)
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
        await self._carrier.close()

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
        carried, url = await self._sent(data)
        status, location = carried.status, carried.headers.get("location")
        self._doubt.is_heard = True
        if status in REDIRECTS:
            refusal = led_away(self._endpoint.place, url, status, location)
            raise EndpointError(self._redaction.message(refusal))
        if carried.body.fault is not None:
            raise self._faulty(carried)
        answer = bytes(carried.body.received)
        if status < 300:
            return answer
        said = self._redaction.message(error_message(answer))
        dialect = self._dialect.conceding(said, body) if status in _REFUSED else None
        if dialect is not None:
            return dialect
        raise self._error(carried, said)

    async def _sent(self, data: bytes) -> tuple[Carried, str]:
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

    async def _followed(self, data: bytes, progress: Progress) -> tuple[Carried, str]:
        """Return what the endpoint answers, from wherever within its own address it sends us, and where."""
        url = self._url
        carried = await self._carrier.post(url, data, progress)
        for _ in range(MOST_REDIRECTS):
            target = followed(url, carried.status, carried.headers.get("location"))
            if target is None:
                break
            url = target
            carried = await self._carrier.post(url, data, progress)
        return carried, url

    def _faulty(self, carried: Carried) -> LostReplyError:
        """Return the error of a body of which not everything could be read; asking again would be no use."""
        body, place = carried.body, self._endpoint.place
        status = f" {carried.status}" if carried.status >= 300 else ""
        advice = "; --max-reply takes more" if body.is_too_long else ""
        said = self._redaction.message(f"{place} answered{status} with {body.fault}{advice}")
        return _lost(said, bytes(body.received), most_retries=0)

    def _error(self, carried: Carried, said: str) -> EndpointError:
        """Return what an error status means."""
        status = carried.status
        what = f"{self._endpoint.place} answered {status}: {said}"
        is_exhausted = status == _LIMIT and any(word in said for word in _EXHAUSTED)
        if is_exhausted or not (status in _TRANSIENT or status >= 500):
            return EndpointError(what)
        pause = retry_after(carried.headers)
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


def check_way(endpoint: Endpoint) -> None:
    """Check the way to an endpoint: the proxy and the certificates that the environment names for it.

    Raises:
        ConfigError: One of them cannot be used.
    """
    proxy_of(endpoint.bare)
    check_trust(endpoint.bare)
