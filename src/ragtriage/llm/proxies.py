"""The proxy of the environment, which is found once for whatever carries the requests."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from ragtriage.errors import ConfigError
from ragtriage.llm.addresses import Address, secrets_of_user

__all__ = ["hints_of_proxies", "proxy_of", "secrets_of_proxies"]

_SCHEMES: Final = ("http", "https", "all")


def proxy_of(url: str) -> str | None:
    """Return the proxy that the environment names for an address, if any.

    Raises:
        ConfigError: It names one that is no address over HTTP; the message does not repeat it.
    """
    from urllib.request import getproxies, proxy_bypass  # noqa: PLC0415 - asked for once

    place = urlsplit(url)
    proxies = getproxies()
    if place.hostname is None or not proxies or proxy_bypass(place.hostname):
        return None
    if proxy_bypass(place.netloc.rpartition("@")[2]):  # with its port
        return None
    scheme = place.scheme if proxies.get(place.scheme) else "all"
    named = proxies.get(scheme, "").strip()
    if not named:
        return None
    proxy = named if "://" in named else f"http://{named}"
    try:
        Address.parse(proxy)
    except ConfigError:
        name = f"{scheme}_proxy"
        raise ConfigError(
            f"{name} (or {name.upper()}) names no proxy that can be asked, such as http://proxy:3128"
        ) from None
    return proxy


def secrets_of_proxies() -> list[str]:
    """Return what lets somebody in by the proxies of the environment, however they are written."""
    return [secret for user in _users() for secret in secrets_of_user(user)]


def hints_of_proxies() -> list[str]:
    """Return the names of their users."""
    return [user.partition(":")[0] for user in _users()]


def _users() -> list[str]:
    from urllib.request import getproxies  # noqa: PLC0415 - as above

    proxies = getproxies()
    named = [proxies.get(scheme, "") for scheme in _SCHEMES]
    # an address may be none, and its password still a password
    return [proxy.rpartition("://")[2].rpartition("@")[0] for proxy in named if "@" in proxy]
