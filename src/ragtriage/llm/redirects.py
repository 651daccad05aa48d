"""Redirects of requests that carry texts: followed within one address, and nowhere else.

Whoever named an address trusts it with questions, texts and answers; nobody named the one it points to.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urljoin, urlsplit

from ragtriage.io.origins import origin_of
from ragtriage.llm.addresses import shown_path

__all__ = ["MOST_REDIRECTS", "REDIRECTS", "followed", "led_away"]

REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
MOST_REDIRECTS: Final = 3  # from one path to another

# With the others a request is repeated without what it carries.
_REPEATS: Final = frozenset({307, 308})


def followed(url: str, status: int, location: str | None) -> str | None:
    """Return the address to which a request may be repeated; None where it may not.

    That is another path of the same scheme, host and port, and only where the request stays what it is.

    Example:
        >>> followed("http://there/v1/chat", 307, "/v2/chat")
        'http://there/v2/chat'
        >>> followed("http://there/v1/chat", 307, "http://elsewhere/v1/chat") is None
        True
    """
    if not location or status not in _REPEATS:
        return None
    try:
        target = urljoin(url, location.strip())
    except ValueError:
        return None
    here = origin_of(url)
    return target if here is not None and origin_of(target) == here and target.isascii() else None


def led_away(place: str, url: str, status: int, location: str | None) -> str:
    """Say that a redirect is not followed, and where it leads, as an address may be shown."""
    try:
        parts = urlsplit(urljoin(url, (location or "").strip()))
        host = parts.netloc.rpartition("@")[2]
        target = f"{parts.scheme}://{host}{shown_path(parts.path)}" if location else "nowhere"
    except ValueError:
        target = "what is no address"
    return (
        f"{place} answered {status}, a redirect to {target}: it was not followed, nothing was sent there; "
        "if that is the right address, name it yourself"
    )
