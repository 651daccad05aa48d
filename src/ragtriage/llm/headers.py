"""The headers that the environment has for OpenAI's endpoint, or the one that stands in its place.

Like the key of the environment they go to no other: who names another endpoint names its key.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from ragtriage.errors import ConfigError

__all__ = ["check_key", "environment_headers", "secrets_of_headers", "with_headers"]

_CUSTOM: Final = "OPENAI_CUSTOM_HEADERS"
_NAMED: Final = {"OPENAI_ORG_ID": "OpenAI-Organization", "OPENAI_PROJECT_ID": "OpenAI-Project"}

# What they hold is part of the protocol, and no secret.
_OPEN: Final = frozenset({"accept", "content-type", "user-agent"})


def environment_headers() -> dict[str, str]:
    """Return the headers that the environment names.

    Raises:
        ConfigError: A header cannot be sent; the message does not repeat it.
    """
    found = _custom()
    if not all(_is_name(name) and _can_be_sent(value) for name, value in found.items()):
        raise ConfigError(f"{_CUSTOM} holds a header that cannot be sent")
    for variable, name in _NAMED.items():
        value = os.environ.get(variable, "").strip()
        if not _can_be_sent(value):
            raise ConfigError(f"{variable} cannot be sent as a header")
        if value:
            found.setdefault(name, value)
    return found


def with_headers(headers: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Return headers with others in the places of those that are called the same in any case.

    Example:
        >>> with_headers({"Authorization": "Bearer a", "Accept": "b"}, {"authorization": "Basic c"})
        {'Accept': 'b', 'authorization': 'Basic c'}
    """
    replaced = {name.casefold() for name in more}
    return {name: value for name, value in headers.items() if name.casefold() not in replaced} | dict(more)


def secrets_of_headers(headers: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return what of headers lets somebody in, and what may, without the name of a scheme such as Bearer."""
    secrets: list[str] = []
    hints: list[str] = []
    for name, value in headers.items():
        if name.casefold() in _OPEN:
            continue
        is_key = any(word in name.casefold() for word in ("auth", "key", "token", "secret", "cookie"))
        scheme, space, rest = value.partition(" ")
        (secrets if is_key else hints).append(
            rest if space and scheme.isalpha() and " " not in rest else value
        )
    return secrets, hints


def check_key(key: str | None, name: str = "the API key") -> None:
    """Check that a key can be a header.

    Raises:
        ConfigError: It cannot; the message does not repeat it.
    """
    if key is not None and not _can_be_sent(key):
        raise ConfigError(f"{name} holds a line break or another character that no key has")


def _custom() -> dict[str, str]:
    """Return the headers of the environment's list, one a line, as OpenAI's SDK reads it."""
    lines = os.environ.get(_CUSTOM, "").split("\n")
    parted = (line.partition(":") for line in lines)
    return {name.strip(): value.strip() for name, colon, value in parted if colon}


def _can_be_sent(value: str) -> bool:
    return value.isascii() and value.isprintable()


def _is_name(name: str) -> bool:
    return name.isascii() and bool(name) and all(each.isalnum() or each in "!#$%&'*+-.^_`|~" for each in name)
