"""Origins of web addresses: scheme, host and port, which is as far as whoever names an address trusts it."""

from __future__ import annotations

from typing import Final, NamedTuple
from urllib.parse import urlsplit

__all__ = ["Origin", "origin_of"]

_PORTS: Final = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """Whose address it is."""

    scheme: str
    host: str
    port: int


def origin_of(url: str) -> Origin | None:
    """Return the origin of an address over HTTP; None of any other, of none, or of one with a user in it.

    Example:
        >>> origin_of("https://There/a?b") == origin_of("https://there:443/c"), origin_of("ftp://there/a")
        (True, None)
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _PORTS or not parts.hostname or parts.username is not None:
        return None
    return Origin(parts.scheme, parts.hostname, _PORTS[parts.scheme] if port is None else port)
