"""Addresses of endpoints: whom they name, in one reading for everything that connects, shows or hides."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Final, Self
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from ragtriage.errors import ConfigError

__all__ = ["Address", "basic", "secrets_of_user", "shown_path"]

# Names in a query whose values let somebody in.
_TELLING: Final = re.compile(
    r"(?i)key|token|secret|passw|pwd|auth|credential|signature|^(sig|code|jwt|sas|session)$"
)

# What stands for a part of a path that is not shown.
_HIDDEN: Final = "…"
# A part of a path is taken for a secret from this length on, where it mixes letters and figures. Names of
# models and the like do so too, in words: gpt-4o-mini-2024-07-18 is shown.
_LONG: Final = 16  # characters
_WORD: Final = re.compile(r"[^\W\d_]{0,14}\d{0,2}|\d{1,8}|[^\W_]{1,4}")
_BETWEEN: Final = re.compile(r"[-._~:@+]")
_UUID: Final = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")


@dataclass(frozen=True, slots=True)
class Address:
    """An address over HTTP, in its parts.

    Args:
        bare: It without its user and password, which go into a header.
        place: It as it may be shown: without a query, too, and without what may let somebody in by the path.
        user: User and password as they stand before the host; empty where there is none.
        query: What stands behind the question mark.
        hidden: The parts of its path that are not shown.
    """

    bare: str = field(repr=False)
    place: str
    user: str = field(default="", repr=False)
    query: str = field(default="", repr=False)
    hidden: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def parse(cls, text: str, name: str = "the base URL") -> Self:
        """Read an address; what two programs may read in two ways is none.

        Raises:
            ConfigError: It does not begin with http:// or https://, has no host, a port that cannot be, a
                fragment, a backslash or a space, or is one that was shown and not whole. The message does
                not repeat it: it may hold a password.

        Example:
            >>> address = Address.parse("http://me:secret@there/v1?key=k")
            >>> address.bare, address.place
            ('http://there/v1?key=k', 'http://there/v1')
            >>> Address.parse("http://there?user=x@elsewhere").place
            'http://there'
            >>> Address.parse("https://there/v1/0b1c2d3e4f5a6b7c8d9e/gpt-4o-mini-2024-07-18").place
            'https://there/v1/…/gpt-4o-mini-2024-07-18'
        """
        text = text.strip()
        parts = None if _is_ambiguous(text) else _parts(text)
        if parts is None:
            raise ConfigError(f"{name} is no address such as http://localhost:8000/v1")
        if _HIDDEN in parts.path:
            raise ConfigError(f"{name} has {_HIDDEN} for a part that is not shown; name the whole address")
        user, _, host = parts.netloc.rpartition("@")
        origin = f"{parts.scheme}://{host}"
        query = f"?{parts.query}" if "?" in text else ""
        return cls(
            bare=f"{origin}{parts.path}{query}",
            place=f"{origin}{shown_path(parts.path)}",
            user=user,
            query=parts.query,
            hidden=tuple(filter(_is_secret, parts.path.split("/"))),
        )

    @property
    def route(self) -> str:
        """It with all of its path and without its query: what tells whom it names from any other."""
        return self.bare.partition("?")[0]

    def headers(self) -> dict[str, str]:
        """Return the headers that stand for the user and password, if there are any."""
        return {"Authorization": f"Basic {basic(self.user)}"} if self.user else {}

    def secrets(self) -> list[str]:
        """Return what of it lets somebody in."""
        values = [value for name, value in parse_qsl(self.query) if _TELLING.search(name)]
        alone = [] if "=" in self.query else [self.query]
        return [*secrets_of_user(self.user), *self.hidden, *alone, *values]

    def hints(self) -> list[str]:
        """Return what of it may let somebody in: a user's name, and the query with its other values."""
        values = [value for _, value in parse_qsl(self.query)]
        return [unquote(self.user).partition(":")[0], self.query, *values]


def shown_path(path: str) -> str:
    """Return a path as it may be shown: without the parts that look like a key, a token or an account.

    Example:
        >>> shown_path("/openai/deployments/gpt-4o/550e8400-e29b-41d4-a716-446655440000/chat")
        '/openai/deployments/gpt-4o/…/chat'
    """
    return "/".join(_HIDDEN if _is_secret(part) else part for part in path.split("/"))


def _is_secret(part: str) -> bool:
    """Whether a part of a path may let somebody in: long, with letters and figures mixed as in no name."""
    plain = unquote(part)
    if len(plain) < _LONG or not any(map(str.isalpha, plain)) or not any(map(str.isdigit, plain)):
        return False
    return _UUID.search(plain) is not None or not all(map(_WORD.fullmatch, _BETWEEN.split(plain)))


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
