"""Addresses of endpoints: whom they name, in one reading for everything that connects, shows or hides."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from ragtriage.errors import ConfigError

__all__ = ["Address", "basic", "secrets_of_user"]

# Names in a query whose values let somebody in.
_TELLING: Final = re.compile(
    r"(?i)key|token|secret|passw|pwd|auth|credential|signature|^(sig|code|jwt|sas|session)$"
)


@dataclass(frozen=True, slots=True)
class Address:
    """An address over HTTP, in its parts.

    Args:
        bare: It without its user and password, which go into a header.
        place: It as it may be shown: without a query, too.
        user: User and password as they stand before the host; empty where there is none.
        query: What stands behind the question mark.
    """

    bare: str = field(repr=False)
    place: str
    user: str = field(default="", repr=False)
    query: str = field(default="", repr=False)

    @classmethod
    def parse(cls, text: str, name: str = "the base URL") -> Self:
        """Read an address; what two programs may read in two ways is none.

        Raises:
            ConfigError: It does not begin with http:// or https://, has no host, a port that cannot be, a
                fragment, a backslash or a space. The message does not repeat it: it may hold a password.

        Example:
            >>> address = Address.parse("http://me:secret@there/v1?key=k")
            >>> address.bare, address.place
            ('http://there/v1?key=k', 'http://there/v1')
            >>> Address.parse("http://there?user=x@elsewhere").place
            'http://there'
        """
        text = text.strip()
        parts = None if _is_ambiguous(text) else _parts(text)
        if parts is None:
            raise ConfigError(f"{name} is no address such as http://localhost:8000/v1")
        user, _, host = parts.netloc.rpartition("@")
        place = f"{parts.scheme}://{host}{parts.path}"
        query = f"?{parts.query}" if "?" in text else ""
        return cls(bare=f"{place}{query}", place=place, user=user, query=parts.query)

    def headers(self) -> dict[str, str]:
        """Return the headers that stand for the user and password, if there are any."""
        return {"Authorization": f"Basic {basic(self.user)}"} if self.user else {}

    def secrets(self) -> list[str]:
        """Return what of it lets somebody in."""
        values = [value for name, value in parse_qsl(self.query) if _TELLING.search(name)]
        alone = [] if "=" in self.query else [self.query]
        return [*secrets_of_user(self.user), *alone, *values]

    def hints(self) -> list[str]:
        """Return what of it may let somebody in: a user's name, and the query with its other values."""
        values = [value for _, value in parse_qsl(self.query)]
        return [unquote(self.user).partition(":")[0], self.query, *values]


def _is_ambiguous(text: str) -> bool:
    return not text.isprintable() or any(each.isspace() or each in "\\#" for each in text)


def _parts(text: str) -> SplitResult | None:
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if is_address else None


def basic(user: str) -> str:
    """Return a user and a password as a header has them."""
    return b64encode(unquote(user).encode()).decode()


def secrets_of_user(user: str) -> list[str]:
    """Return what lets somebody in, of a user and a password as they stand before a host."""
    if not user:
        return []
    return [basic(user), user, unquote(user).partition(":")[2], user.partition(":")[2]]
