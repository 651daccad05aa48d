"""What carries a request to an endpoint: the SDK's own transport, or aiohttp, which takes far less time.

Both give back the status, the headers and the body as they came; what they mean is the client's business.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import msgspec

from ragtriage.errors import EndpointError
from ragtriage.llm.failures import UnreachableError, in_words
from ragtriage.model import Metadata

if TYPE_CHECKING:
    import ssl

    import aiohttp
    from openai import AsyncOpenAI

__all__ = ["AiohttpCarrier", "Carried", "Carrier", "Progress", "SdkCarrier"]

_PATH = "/chat/completions"


class Carried(NamedTuple):
    """What an endpoint answered."""

    status: int
    headers: Mapping[str, str]  # their names in any case
    body: bytes


@dataclass(slots=True)
class Progress:
    """How far an answer came, for whoever must know that after it broke off."""

    received: bytes = b""  # of its body, as far as that is known


class Carrier(Protocol):
    """Sends requests to one endpoint, from one event loop, until it is closed."""

    async def post(self, body: Metadata, progress: Progress) -> Carried:
        """Return what the endpoint answered.

        Args:
            body: What is sent.
            progress: Is kept up to date, also where this ends by an error.

        Raises:
            UnreachableError: No connection came about.
            EndpointError: The answer did not come, or not as a whole.
        """
        ...

    async def close(self) -> None:
        """Close what is open."""
        ...


class SdkCarrier:
    """The SDK, with the transport that it was given or has by itself."""

    def __init__(self, sdk: AsyncOpenAI) -> None:
        self._sdk = sdk

    async def post(self, body: Metadata, progress: Progress) -> Carried:  # noqa: ARG002 - the SDK tells nothing
        """Return what the endpoint answered."""
        import openai  # noqa: PLC0415 - imported by whoever made the SDK's client

        try:
            text = await self._sdk.post(_PATH, cast_to=str, body=body)
        except openai.APIStatusError as error:
            return Carried(error.status_code, error.response.headers, error.response.content)
        except openai.APIError as error:
            # The cause is not chained: it may hold the request, and with it the key.
            cause = error.__cause__ or error
            if {kind.__name__ for kind in type(cause).__mro__}.isdisjoint(_BEFORE_SENDING):
                raise EndpointError(str(cause)) from None
            raise UnreachableError(str(cause), words=in_words(cause)) from None
        return Carried(200, {}, text.encode("utf-8", "surrogatepass"))

    async def close(self) -> None:
        """Close the SDK's client."""
        await self._sdk.close()


# Errors of httpx, of whichever version, after which nothing was sent.
_BEFORE_SENDING: Final = frozenset(
    (
        "ConnectError",
        "ConnectTimeout",
        "PoolTimeout",
        "ProxyError",
        "UnsupportedProtocol",
        "LocalProtocolError",
    )
)


class AiohttpCarrier:
    """aiohttp, with the address and the headers that the SDK gives a request.

    Args:
        sdk: The SDK's client.
        connect_seconds: How long a connection may take to come about; None: as long as it will.
    """

    def __init__(self, sdk: AsyncOpenAI, *, connect_seconds: float | None = None) -> None:
        base, mark, query = str(sdk.base_url).partition("?")
        self._url = f"{base.rstrip('/')}{_PATH}{mark}{query}"
        known: Mapping[str, object] = {**sdk.auth_headers, **sdk.default_headers}
        self._headers = {name: value for name, value in known.items() if isinstance(value, str)}
        self._sdk = sdk
        self._connect_seconds = connect_seconds
        self._session: aiohttp.ClientSession | None = None
        self._encode = msgspec.json.Encoder().encode

    async def post(self, body: Metadata, progress: Progress) -> Carried:
        """Return what the endpoint answered."""
        import aiohttp  # noqa: PLC0415 - an extra, and a fifth of a second

        session = self._session = self._session or self._opened()
        data = self._encode(body)
        try:
            async with session.post(self._url, data=data, headers=self._headers) as answer:
                async for piece in answer.content.iter_any():
                    progress.received += piece
                return Carried(answer.status, answer.headers, progress.received)
        except aiohttp.ClientError as error:
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
            proxy=_proxy(self._url),
        )

    async def close(self) -> None:
        """Close every connection."""
        if self._session is not None:
            await self._session.close()
        await self._sdk.close()


def _before_sending() -> tuple[type[Exception], ...]:
    """Return the errors of aiohttp after which nothing was sent."""
    import aiohttp  # noqa: PLC0415 - imported by who calls this

    return (
        aiohttp.ClientConnectorError,
        aiohttp.ConnectionTimeoutError,
        aiohttp.ClientHttpProxyError,
        aiohttp.InvalidURL,
    )


def _proxy(url: str) -> str | None:
    """Return the proxy that the environment names for an address, if any."""
    from urllib.parse import urlsplit  # noqa: PLC0415 - asked for once
    from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415 - as above

    place = urlsplit(url)
    proxies = getproxies()
    if place.hostname is None or not proxies or proxy_bypass(place.hostname):
        return None
    return proxies.get(place.scheme) or proxies.get("all")


def _trust() -> ssl.SSLContext:
    """Return whom to trust: the system's authorities, and beside them `certifi`'s unless some are named."""
    import ssl  # noqa: PLC0415 - a local server needs none

    context = ssl.create_default_context()
    is_named = os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR")
    if not is_named and find_spec("certifi") is not None:
        import certifi  # noqa: PLC0415 - with it a Python that knows no authorities can ask, too

        context.load_verify_locations(certifi.where())
    return context
