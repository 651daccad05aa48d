"""What carries a request to an endpoint: aiohttp, with which 64 at once take a third of the processor's time.

It gives back the status, the headers and the body, which is read as far as was agreed and no further; what
they mean is the client's business. It follows no redirect, keeps no cookie and unpacks nothing by itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.errors import ConfigError, EndpointError, MissingExtraError
from ragtriage.llm.bodies import ACCEPTED, Body
from ragtriage.llm.failures import UnreachableError, in_words
from ragtriage.llm.proxies import proxy_of

if TYPE_CHECKING:
    import ssl

    import aiohttp

__all__ = ["Progress", "Response", "Transport", "chat_url", "check_installed", "check_way", "fixed_headers"]

_PATH: Final = "/chat/completions"
_JSON: Final = "application/json"


class Response(NamedTuple):
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


def chat_url(base_url: str) -> str:
    """Return the address to which questions for a base URL are posted.

    Example:
        >>> chat_url("https://there/openai/v1/?api-version=1")
        'https://there/openai/v1/chat/completions?api-version=1'
    """
    base, mark, query = base_url.partition("?")
    return f"{base.rstrip('/')}{_PATH}{mark}{query}"


def fixed_headers(key: str) -> dict[str, str]:
    """Return the headers of every request: the key, the form of bodies, and the packings that are undone."""
    return {
        "Authorization": f"Bearer {key}",
        "Accept": _JSON,
        "Content-Type": _JSON,
        "Accept-Encoding": ACCEPTED,
        "User-Agent": "ragtriage",
    }


class Transport:
    """Sends requests to one endpoint, from one event loop, until it is closed.

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

    async def post(self, url: str, data: bytes, progress: Progress) -> Response:
        """Return what the endpoint answered.

        Args:
            url: Of the endpoint.
            data: What is sent.
            progress: Is kept up to date, also where this ends by an error.

        Raises:
            UnreachableError: No connection came about.
            EndpointError: The answer did not come, or not as a whole.
        """
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
                return Response(answer.status, answer.headers, body)
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


def check_installed() -> None:
    """Check that there is what carries requests.

    Raises:
        MissingExtraError: `aiohttp` is not installed.
    """
    if find_spec("aiohttp") is None:
        raise MissingExtraError("aiohttp", extra="judge")


def check_way(url: str) -> None:
    """Check the way to an address: the proxy and the certificates that the environment names for it.

    Raises:
        ConfigError: One of them cannot be used.
    """
    proxy_of(url)
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
