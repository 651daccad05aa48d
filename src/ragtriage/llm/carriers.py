"""What carries a request to an endpoint: the transport of the SDK, or aiohttp, which takes far less time.

Both give back the status, the headers and the body, which is read as far as was agreed and no further; what
they mean is the client's business. Neither follows a redirect, keeps a cookie or unpacks anything by itself.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from ragtriage.errors import ConfigError, EndpointError
from ragtriage.llm.bodies import ACCEPTED, Body
from ragtriage.llm.failures import UnreachableError, in_words
from ragtriage.llm.headers import with_headers
from ragtriage.llm.proxies import proxy_of

if TYPE_CHECKING:
    import ssl

    import aiohttp
    import httpx
    from openai import AsyncOpenAI

__all__ = [
    "AiohttpCarrier",
    "Carried",
    "Carrier",
    "HttpxCarrier",
    "Progress",
    "address_of",
    "check_trust",
    "headers_of",
    "httpx_client",
]

_PATH: Final = "/chat/completions"


class Carried(NamedTuple):
    """What an endpoint answered."""

    status: int
    headers: Mapping[str, str]  # their names in any case
    body: Body


@dataclass(slots=True)
class Progress:
    """How far an answer came, for whoever must know that after it broke off.

    Args:
        most_bytes: How much of its body is read.
        body: What came of it.
    """

    most_bytes: int
    body: Body = field(init=False)

    def __post_init__(self) -> None:
        self.begin("")

    def begin(self, packing: str) -> Body:
        """Return what takes the body of an answer that has begun."""
        self.body = Body(packing, most_bytes=self.most_bytes)
        return self.body


class Carrier(Protocol):
    """Sends requests to one endpoint, from one event loop, until it is closed."""

    async def post(self, url: str, data: bytes, progress: Progress) -> Carried:
        """Return what the endpoint answered.

        Args:
            url: Of the endpoint.
            data: What is sent.
            progress: Is kept up to date, also where this ends by an error.

        Raises:
            UnreachableError: No connection came about.
            EndpointError: The answer did not come, or not as a whole.
        """
        ...

    async def close(self) -> None:
        """Close what is open."""
        ...


def address_of(sdk: AsyncOpenAI) -> str:
    """Return the address to which a client of the SDK posts."""
    base, mark, query = str(sdk.base_url).partition("?")
    return f"{base.rstrip('/')}{_PATH}{mark}{query}"


def headers_of(sdk: AsyncOpenAI) -> dict[str, str]:
    """Return the headers that a client of the SDK sends, and which packings can be undone."""
    known: Mapping[str, object] = dict(sdk.default_headers)
    sent = {name: value for name, value in known.items() if isinstance(value, str) and value}
    form = "application/json"
    fixed = {"Accept": form, "Content-Type": form, "Accept-Encoding": ACCEPTED}
    return with_headers(with_headers(sdk.auth_headers, sent), fixed)


def httpx_client(made: Callable[..., Any], url: str) -> Any:  # noqa: ANN401 - of either httpx
    """Return a client with our own proxy and authorities, which httpx would look for in ways of its own.

    Raises:
        ConfigError: The environment names ones that cannot be used.
    """
    is_encrypted = url.startswith("https:")
    return made(trust_env=False, proxy=proxy_of(url), verify=_trust() if is_encrypted else True)


class HttpxCarrier:
    """httpx, of whichever version the SDK has.

    Args:
        client: Is closed with this.
        headers: Of every request.
    """

    def __init__(self, client: httpx.AsyncClient, headers: Mapping[str, str]) -> None:
        self._client = client
        self._headers = headers
        kinds = type(client).__mro__
        package = next(kind.__module__ for kind in kinds if kind.__name__ == "AsyncClient").partition(".")[0]
        module = import_module(package)
        self._errors: tuple[type[Exception], ...] = (module.HTTPError, module.InvalidURL, module.StreamError)

    async def post(self, url: str, data: bytes, progress: Progress) -> Carried:
        """Return what the endpoint answered."""
        sent = self._client.stream(
            "POST", url, content=data, headers=dict(self._headers), timeout=None, follow_redirects=False
        )
        try:
            async with cast("AbstractAsyncContextManager[httpx.Response]", sent) as answer:
                body = progress.begin(answer.headers.get("content-encoding", ""))
                async for piece in answer.aiter_raw():
                    if not body.take(piece):
                        break
                else:
                    body.end()
                return Carried(answer.status_code, answer.headers, body)
        except self._errors as error:
            said = str(error) or type(error).__name__
            if {kind.__name__ for kind in type(error).__mro__}.isdisjoint(_BEFORE_SENDING):
                raise EndpointError(said) from None
            raise UnreachableError(said, words=in_words(error)) from None
        finally:
            self._client.cookies.clear()

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()


# Errors of httpx, of whichever version, after which nothing was sent.
_BEFORE_SENDING: Final = frozenset(
    (
        "ConnectError",
        "ConnectTimeout",
        "PoolTimeout",
        "ProxyError",
        "UnsupportedProtocol",
        "LocalProtocolError",
        "InvalidURL",
    )
)


class AiohttpCarrier:
    """aiohttp.

    Args:
        url: That is asked, for which the proxy and whom to trust are found once.
        headers: Of every request.
        connect_seconds: How long a connection may take to come about; None: as long as it will.
    """

    def __init__(self, url: str, headers: Mapping[str, str], *, connect_seconds: float | None = None) -> None:
        self._url = url
        self._headers = headers
        self._connect_seconds = connect_seconds
        self._session: aiohttp.ClientSession | None = None

    async def post(self, url: str, data: bytes, progress: Progress) -> Carried:
        """Return what the endpoint answered."""
        import aiohttp  # noqa: PLC0415 - an extra, and a fifth of a second

        session = self._session = self._session or self._opened()
        try:
            async with session.post(url, data=data, headers=self._headers, allow_redirects=False) as answer:
                body = progress.begin(answer.headers.get("Content-Encoding", ""))
                async for piece in answer.content.iter_any():
                    if not body.take(piece):
                        break
                else:
                    body.end()
                return Carried(answer.status, answer.headers, body)
        except (aiohttp.ClientError, OSError) as error:
            said = str(error) or type(error).__name__
            if not isinstance(error, _before_sending()):
                raise EndpointError(said) from None
            raise UnreachableError(said, words=in_words(error)) from None

    def _opened(self) -> aiohttp.ClientSession:
        import aiohttp  # noqa: PLC0415 - as above

        # How many may be under way is the client's business, and so is how long one may take.
        connector = aiohttp.TCPConnector(limit=0, ssl=_trust() if self._url.startswith("https:") else True)
        # The proxy of the environment is found once; aiohttp itself would look in a thread at every request.
        return aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(total=None, connect=self._connect_seconds),
            proxy=proxy_of(self._url),
            auto_decompress=False,
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def close(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()


def _before_sending() -> tuple[type[Exception], ...]:
    """Return the errors of aiohttp after which nothing was sent."""
    import aiohttp  # noqa: PLC0415 - imported by who calls this

    return (
        aiohttp.ClientConnectorError,
        aiohttp.ConnectionTimeoutError,
        aiohttp.ClientHttpProxyError,
        aiohttp.InvalidURL,
    )


def check_trust(url: str) -> None:
    """Check that there is somebody to trust, for an address that is encrypted.

    Raises:
        ConfigError: The environment names certificates that are none.
    """
    if url.startswith("https:") and (os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")):
        _trust()


def _trust() -> ssl.SSLContext:
    """Return whom to trust: the system's authorities, and beside them `certifi`'s unless some are named.

    Raises:
        ConfigError: The environment names certificates that are none.
    """
    import ssl  # noqa: PLC0415 - a local server needs none

    context = ssl.create_default_context()
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file:
        try:
            context.load_verify_locations(cafile=file)
        except OSError:  # also of what is no certificate
            raise ConfigError("SSL_CERT_FILE names no file of certificates that can be read") from None
    if folder and not any(map(os.path.isdir, folder.split(os.pathsep))):
        raise ConfigError("SSL_CERT_DIR names no folder")
    if not file and not folder and find_spec("certifi") is not None:
        import certifi  # noqa: PLC0415 - with it a Python that knows no authorities can ask, too

        context.load_verify_locations(certifi.where())
    return context
