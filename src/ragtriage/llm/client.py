"""The client: asks an OpenAI-compatible endpoint, as often as it takes and no faster than it likes.

The door to the `openai` package. Keys, and passwords in an address, never reach a message, a log or a
representation of any object here.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from dataclasses import asdict, dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, cast
from urllib.parse import unquote, urlsplit

import msgspec

from ragtriage.errors import ConfigError, EndpointError, MissingExtraError
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist
from ragtriage.llm.carriers import AiohttpCarrier, Carried, Carrier, Progress, SdkCarrier
from ragtriage.llm.dialect import Dialect
from ragtriage.llm.failures import LostReplyError, UnreachableError
from ragtriage.llm.messages import Reply, Request
from ragtriage.model import Metadata

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

    import httpx

__all__ = ["DEFAULT_MODEL", "IN_PROCESS", "Client", "Endpoint", "Toll"]

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

# A user and a password before the host.
_USER: Final = re.compile(r"//([^/]*)@")

_CONNECT: Final = 0.95  # of the time for a request

_LONGEST_MESSAGE: Final = 2_000  # characters; some servers send a page

# A 429 with one of these says that no pause will help.
_EXHAUSTED: Final = ("insufficient_quota", "billing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model behind an OpenAI-compatible endpoint, and how to treat it.

    The key of the environment goes to the endpoint of the environment and to no other: who names a base
    URL gives its key too, where it needs one.

    Args:
        model: Its name at the endpoint.
        base_url: None for `OPENAI_BASE_URL`, or OpenAI's own; `IN_PROCESS` for a function of one's own.
        api_key: None for `OPENAI_API_KEY`, if the base URL is None or that of the environment.
        max_concurrency: How many requests may be under way at once.
        timeout_seconds: How long one request may take in all.
        backoff: How often and how soon to try again.

    Raises:
        ConfigError: The concurrency or the time-out is not positive, the base URL is no address, or the key
            cannot be a header.

    Example:
        >>> Endpoint(model="qwen3", base_url="http://user:secret@localhost:8000/v1", api_key="also secret")
        Endpoint(model='qwen3', max_concurrency=8, timeout_seconds=60.0)
    """

    model: str = DEFAULT_MODEL
    base_url: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)
    max_concurrency: int = 8
    timeout_seconds: float = 60.0
    backoff: Backoff = field(default=Backoff(), repr=False)

    def __post_init__(self) -> None:
        if self.max_concurrency < 1:
            raise ConfigError(f"max_concurrency must be a positive integer: {self.max_concurrency}")
        if self.timeout_seconds <= 0:
            raise ConfigError(f"timeout_seconds must be positive: {self.timeout_seconds}")
        if self.base_url and self.base_url != IN_PROCESS:
            _check_address(self.base_url, "the base URL")
        if self.api_key is not None and not self.api_key.isprintable():
            raise ConfigError("the API key holds a line break or another character that no key has")

    @property
    def address(self) -> str:
        """The base URL that is asked, with whatever secret it may hold."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI

    @property
    def place(self) -> str:
        """The base URL as it may be shown: without a user, a password or a query."""
        return _USER.sub("//", self.address).partition("?")[0]

    def headers(self) -> dict[str, str]:
        """Return the headers that stand for the user and password of the base URL, if it has any."""
        found = _USER.search(self.address)
        if found is None:
            return {}
        credentials = unquote(found.group(1)).encode()
        return {"Authorization": f"Basic {b64encode(credentials).decode()}"}

    def key(self) -> str:
        """Return the key to send.

        Raises:
            ConfigError: OpenAI itself is asked, and there is none; or the environment names no address.
        """
        _check_address(self.address, "OPENAI_BASE_URL")
        if self.api_key is not None:
            return self.api_key
        is_own = self.base_url is None or self.base_url == os.environ.get("OPENAI_BASE_URL")
        key = os.environ.get("OPENAI_API_KEY", "").strip() if is_own else ""
        if not key and self.address == _OPENAI:
            raise ConfigError(
                "no API key: set OPENAI_API_KEY, or name another endpoint: --base-url or OPENAI_BASE_URL"
            )
        return key or "none"  # the SDK insists on one, a local server on none

    def resolved(self) -> Self:
        """Return the endpoint with what the environment says of it, for use where that is another one.

        Raises:
            ConfigError: OpenAI itself is asked, and there is no key.
        """
        return replace(self, base_url=self.address, api_key=self.key())

    def to_dict(self) -> Metadata:
        """Return the endpoint in the form in which Haystack saves a part of a pipeline.

        The key is not saved, nor a user or password in the base URL.
        """
        parameters = {
            "model": self.model,
            "base_url": None if self.base_url is None else self.place,
            "max_concurrency": self.max_concurrency,
            "timeout_seconds": self.timeout_seconds,
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
        self._key = endpoint.key()
        given: Any = http_client  # openai 3 names httpx2 and takes both
        sdk = openai.AsyncOpenAI(
            api_key=self._key,
            # The password goes into a header, because the SDK's transport logs the address.
            base_url=_USER.sub("//", endpoint.address),
            default_headers=endpoint.headers(),
            max_retries=0,  # trying again is `persist`'s business, which all requests share
            timeout=None,  # each request as a whole has one, which covers every wait within it
            http_client=given,
        )
        is_fast = http_client is None and find_spec("aiohttp") is not None
        # a little sooner than the whole, so that it is known that nothing was sent
        connect = _CONNECT * endpoint.timeout_seconds
        self._carrier: Carrier = AiohttpCarrier(sdk, connect_seconds=connect) if is_fast else SdkCarrier(sdk)
        self._dialect = Dialect() if dialect is None else dialect
        self._pace = Pace() if pace is None else pace

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

        return await persist(attempt, backoff=self._endpoint.backoff, pace=self._pace)

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
        import asyncio  # noqa: PLC0415 - runs already

        place, progress = self._endpoint.place, Progress()
        try:
            async with asyncio.timeout(self._endpoint.timeout_seconds):
                carried = await self._carrier.post(body, progress)
        except TimeoutError:
            limit = f"within {self._endpoint.timeout_seconds:g} s"
            said = f"{place} did not answer {limit}"
            raise _lost(said, progress.received, words=f"no answer {limit}") from None
        except UnreachableError as error:
            said = f"{place} cannot be reached: {self._without_secrets(str(error))}"
            raise UnreachableError(said, words=error.words) from None
        except EndpointError as error:
            said = f"{place} cannot be reached: {self._without_secrets(str(error))}"
            raise _lost(said, progress.received, words="no answer") from None
        except UnicodeEncodeError as error:
            raise EndpointError(f"the text cannot be sent: {error.reason}") from None
        if carried.status < 300:
            return carried.body
        said = _message(carried.body)
        dialect = self._dialect.conceding(said, body) if carried.status in _REFUSED else None
        if dialect is not None:
            return dialect
        raise self._error(carried, self._without_secrets(said))

    def _error(self, carried: Carried, said: str) -> EndpointError:
        """Return what an error status means."""
        status = carried.status
        what = f"{self._endpoint.place} answered {status}: {said}"
        is_exhausted = status == _LIMIT and any(word in said for word in _EXHAUSTED)
        if is_exhausted or not (status in _TRANSIENT or status >= 500):
            return EndpointError(what)
        pause = _retry_after(carried.headers)
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
            completion = msgspec.json.decode(answer, type=_Completion)
        except msgspec.DecodeError as error:  # also raised for JSON in another form
            said = f"{self._endpoint.place} answered with something else than a completion: {error}"
            raise _lost(said, answer) from None
        choice = completion.choices[0] if completion.choices else _Choice()
        usage = completion.usage
        return Reply(
            text=None if choice.message is None else _said(choice.message, is_json=is_json),
            model=completion.model,
            finish_reason=choice.finish_reason,
            prompt_tokens=_tokens(usage, "prompt_tokens"),
            completion_tokens=_tokens(usage, "completion_tokens"),
        )

    def _without_secrets(self, text: str) -> str:
        """Return a text without the key and without a password in the address."""
        shown = text.replace(self._endpoint.address, self._endpoint.place)
        secrets = [] if self._key == "none" else [self._key]
        if (found := _USER.search(self._endpoint.address)) is not None:
            # a server may repeat what it was sent: the credentials as they are, or as the header has them
            secrets += [self._endpoint.headers()["Authorization"].partition(" ")[2], found.group(1)]
            secrets += [unquote(found.group(1)), unquote(found.group(1)).partition(":")[2]]
        for secret in filter(None, secrets):
            shown = shown.replace(secret, "***")
        return shown


class _Message(msgspec.Struct):
    """The part of a choice that says something, in one of the forms that servers give it."""

    content: object = None  # a text, its parts, or None
    tool_calls: object = None
    function_call: object = None


class _Choice(msgspec.Struct):
    """One answer of several."""

    message: _Message | None = None
    finish_reason: str | None = None


class _Completion(msgspec.Struct):
    """An endpoint's answer; whatever else it holds is not looked at."""

    choices: list[_Choice]
    model: str | None = None
    usage: object = None


def _said(message: _Message, *, is_json: bool) -> str | None:
    """Return what a message says; where an object is wanted, also with what functions are called."""
    content = message.content
    said = content if isinstance(content, str) or content is None else _of_parts(content)
    if not is_json or (message.tool_calls is None and message.function_call is None):
        return said
    calls = message.tool_calls if isinstance(message.tool_calls, list) else []
    given = [_arguments(cast("Metadata", call).get("function")) for call in calls if isinstance(call, dict)]
    parts = [said, *given, _arguments(message.function_call)]
    return "\n".join(part for part in parts if part) or said


def _of_parts(content: object) -> str | None:
    """Return the text of a content that comes in parts, or as the object that the text says."""
    if isinstance(content, dict):
        return _written(content)
    if not isinstance(content, list):
        return None
    return "".join(_text_of(part) for part in cast("list[object]", content))


def _text_of(part: object) -> str:
    """Return the text of one part of a content; thoughts and pictures have none."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or cast("Metadata", part).get("type", "text") not in {
        "text",
        "output_text",
    }:
        return ""
    text = cast("Metadata", part).get("text")
    return text if isinstance(text, str) else ""


def _arguments(function: object) -> str:
    """Return with what a function is called: a text in JSON, or an object."""
    given = cast("Metadata", function).get("arguments") if isinstance(function, dict) else None
    if isinstance(given, str):
        return given
    return _written(given) if isinstance(given, dict) else ""


def _written(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _tokens(usage: object, name: str) -> int | None:
    """Return how many tokens a server counted; None where it says nothing that is a count."""
    count = cast("Metadata", usage).get(name) if isinstance(usage, dict) else None
    return count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None


def _lost(said: str, received: bytes, *, words: str | None = None) -> LostReplyError:
    """Return the error of a call that brought no usable reply, with the tokens that it says it took."""
    try:
        answer: object = msgspec.json.decode(received)
    except msgspec.DecodeError:
        answer = None
    usage = cast("Metadata", answer).get("usage") if isinstance(answer, dict) else None
    # a page of a proxy is no reply of a model
    text = received.decode("utf-8", "replace") if received.lstrip().startswith(b"{") else ""
    return LostReplyError(
        said,
        received=text,
        prompt_tokens=_tokens(usage, "prompt_tokens"),
        completion_tokens=_tokens(usage, "completion_tokens"),
        words=None if received else words,
    )


def _message(body: bytes) -> str:
    """Return what a server says about an error, as shortly as it says it."""
    try:
        said: object = msgspec.json.decode(body)
    except msgspec.DecodeError:
        return body.decode("utf-8", "replace")[:_LONGEST_MESSAGE]
    if isinstance(said, dict):
        said = cast("Metadata", said).get("error", cast("Metadata", said))
    text = said if isinstance(said, str) else msgspec.json.encode(said).decode("utf-8", "replace")
    return text[:_LONGEST_MESSAGE]


def _check_address(address: str, name: str) -> None:
    """Refuse what is no address, without repeating it: it may hold a password.

    Raises:
        ConfigError: It does not begin with http:// or https://, or has no host, or a port that cannot be.
    """
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise ConfigError(f"{name} is no address such as http://localhost:8000/v1")


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds a server asks to be left alone, if it says so; never below 0."""
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
    except ValueError:
        return None


def _number(said: str) -> float | None:
    """Return the number a header holds, None if it is none."""
    try:
        return float(said)
    except ValueError:
        return None
