"""Redirects of requests that carry texts: followed within one address, and nowhere else.

Whoever named an address trusts it with questions, texts and answers; nobody named the one it points to.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

__all__ = ["MOST_REDIRECTS", "REDIRECTS", "followed", "led_away"]

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
MOST_REDIRECTS: Final = 3  # from one path to another

# With the others a request is repeated without what it carries.
_REPEATS: Final = frozenset({307, 308})

_PORTS: Final = {"http": 80, "https": 443}


def followed(url: str, status: int, location: str | None) -> str | None:
    """Return the address to which a request may be repeated; None where it may not.

    That is another path of the same scheme, host and port, and only where the request stays what it is.

    Example:
        >>> followed("http://there/v1/chat", 307, "/v2/chat")
        'http://there/v2/chat'
        >>> followed("http://there/v1/chat", 307, "http://elsewhere/v1/chat") is None
        True
    """
    try:
        target = urljoin(url, (location or "").strip())
        same = _origin(urlsplit(target)) == _origin(urlsplit(url)) is not None
    except ValueError:
        return None
    return target if same and location and status in _REPEATS and target.isascii() else None


def led_away(place: str, url: str, status: int, location: str | None) -> str:
    """Say that a redirect is not followed, and where it leads, without a user or a query."""
    try:
        parts = urlsplit(urljoin(url, (location or "").strip()))
        target = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" if location else "nowhere"
    except ValueError:
        target = "what is no address"
    return (
        f"{place} answered {status}, a redirect to {target}: it was not followed, nothing was sent there; "
        "if that is the right address, name it yourself"
    )


def _origin(parts: SplitResult) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an address over HTTP; None of any other, or one with a user in it.

    Raises:
        ValueError: It is no address.
    """
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        return None
    return parts.scheme, parts.hostname, parts.port or _PORTS[parts.scheme]
