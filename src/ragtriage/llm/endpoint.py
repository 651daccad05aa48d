"""An endpoint: which model is asked where, with which key and headers, and how to treat it.

Keys, and passwords in an address, never reach a message, a log or a representation.
"""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Self

from ragtriage.errors import ConfigError
from ragtriage.llm.addresses import Address
from ragtriage.llm.backoff import Backoff
from ragtriage.llm.headers import check_key, environment_headers, secrets_of_headers, with_headers
from ragtriage.llm.proxies import hints_of_proxies, secrets_of_proxies
from ragtriage.llm.redaction import Redaction
from ragtriage.llm.transport import check_installed, check_way
from ragtriage.model import Metadata

__all__ = ["DEFAULT_MODEL", "IN_PROCESS", "Endpoint"]

DEFAULT_MODEL: Final = "gpt-5-mini"  # what Haystack's generator asks by default
_OPENAI: Final = "https://api.openai.com/v1"
IN_PROCESS: Final = "python:"  # the place of what is called in this process, where no address is asked

_MOST_SECONDS: Final = 604_800  # a week; no clock that wakes anybody takes any number

_DEFAULT_REPLY: Final = 2**20  # bytes; the longest reply of a judge has a fiftieth of that


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model behind an OpenAI-compatible endpoint, and how to treat it.

    The key and the headers of the environment go to the endpoint of the environment, or OpenAI's, and to no
    other: who names a base URL gives its key too, where it needs one.

    Args:
        model: Its name at the endpoint.
        base_url: None for `OPENAI_BASE_URL`, or OpenAI's own; `IN_PROCESS` for a function of one's own.
        api_key: None for `OPENAI_API_KEY`, if the base URL is None or that of the environment.
        max_concurrency: How many requests may be under way at once.
        timeout_seconds: How long one request may take in all.
        max_reply_bytes: How much of an answer is read, as it comes and unpacked; a longer one is none.
        backoff: How often and how soon to try again.

    Raises:
        ConfigError: The concurrency, the time-out or the longest answer is not positive, the time-out is
            longer than a week, the base URL is no address, or the key cannot be a header.

    Example:
        >>> Endpoint(model="qwen3", base_url="http://user:secret@localhost:8000/v1", api_key="also secret")
        Endpoint(model='qwen3', max_concurrency=8, timeout_seconds=60.0)
    """

    model: str = DEFAULT_MODEL
    base_url: str | None = field(default=None, repr=False)
    api_key: str | None = field(default=None, repr=False)
    max_concurrency: int = 8
    timeout_seconds: float = 60.0
    max_reply_bytes: int = field(default=_DEFAULT_REPLY, repr=False)
    backoff: Backoff = field(default=Backoff(), repr=False)

    def __post_init__(self) -> None:
        if self.max_concurrency < 1:
            raise ConfigError(f"max_concurrency must be a positive integer: {self.max_concurrency}")
        if not 0 < self.timeout_seconds <= _MOST_SECONDS:
            raise ConfigError(
                f"timeout_seconds must be positive, and at most {_MOST_SECONDS:,}: {self.timeout_seconds}"
            )
        if self.max_reply_bytes < 1:
            raise ConfigError(f"max_reply_bytes must be a positive integer: {self.max_reply_bytes}")
        if self.base_url and self.base_url != IN_PROCESS:
            Address.parse(self.base_url)
        check_key(self.api_key)

    @property
    def address(self) -> str:
        """The base URL that is asked, with whatever secret it may hold."""
        return self.base_url or os.environ.get("OPENAI_BASE_URL") or _OPENAI

    @property
    def bare(self) -> str:
        """The base URL that is asked, without its user and password, which go into a header."""
        return self._parts().bare

    @property
    def place(self) -> str:
        """The base URL as it may be shown: without a user, a password, a query or a key in its path."""
        return self._parts().place

    @property
    def route(self) -> str:
        """The base URL with all of its path, which tells one account from another; not to be shown."""
        return self._parts().route

    @property
    def is_of_environment(self) -> bool:
        """Whether the key and the headers of the environment are meant for this endpoint."""
        return self.base_url in {None, "", _OPENAI, os.environ.get("OPENAI_BASE_URL")}

    def headers(self) -> dict[str, str]:
        """Return the headers that stand for the user and password of the base URL, if it has any."""
        return self._parts().headers()

    def more_headers(self) -> dict[str, str]:
        """Return the headers beside the key: those of the environment, and the address's own.

        Raises:
            ConfigError: The environment names one that cannot be sent.
        """
        found = environment_headers() if self.is_of_environment else {}
        if self.api_key is not None and self.api_key != os.environ.get("OPENAI_API_KEY", "").strip():
            # a key that was named is meant
            found = {name: value for name, value in found.items() if name.casefold() != "authorization"}
        return with_headers(found, self.headers())

    def key(self) -> str:
        """Return the key to send.

        Raises:
            ConfigError: OpenAI itself is asked, and there is none; or the environment names no address, or
                a key that cannot be a header.
        """
        self._parts()
        if self.api_key is not None:
            return self.api_key
        key = os.environ.get("OPENAI_API_KEY", "").strip() if self.is_of_environment else ""
        check_key(key, "OPENAI_API_KEY")
        if not key and self.address == _OPENAI:
            raise ConfigError(
                "no API key: set OPENAI_API_KEY, or name another endpoint: --base-url or OPENAI_BASE_URL"
            )
        return key or "none"  # what every server takes, where it wants none

    def check(self) -> None:
        """Check that a model can be asked here, as far as that is known before it is.

        Raises:
            MissingExtraError: What carries requests is not installed.
            ConfigError: There is no key, or a header, a proxy or a file of certificates that the environment
                names cannot be used.
        """
        check_installed()
        self.key()
        self.more_headers()
        check_way(self.bare)

    def redaction(self, *keys: str | None) -> Redaction:
        """Return what hides the keys, and whatever else is sent that lets anybody in."""
        parts = self._parts()
        secrets, hints = secrets_of_headers(self.more_headers())
        secrets += [key for key in keys if key is not None and key != "none"]
        secrets += [*parts.secrets(), *secrets_of_proxies()]
        hints += [*parts.hints(), *hints_of_proxies()]
        return Redaction(secrets, hints, {self.address: self.place, self.route: self.place})

    def _parts(self) -> Address:
        if self.address == IN_PROCESS:
            return Address(bare=IN_PROCESS, place=IN_PROCESS)
        return Address.parse(self.address, "the base URL" if self.base_url else "OPENAI_BASE_URL")

    def resolved(self) -> Self:
        """Return the endpoint with what the environment says of it, for use where that is another one.

        Raises:
            ConfigError: OpenAI itself is asked, and there is no key.
        """
        return replace(self, base_url=self.address, api_key=self.key())

    def to_dict(self) -> Metadata:
        """Return the endpoint in the form in which Haystack saves a part of a pipeline.

        The key is not saved, nor a user or password in the base URL. One with a key in its path is saved as
        it may be shown, and must be named again.
        """
        parameters = {
            "model": self.model,
            "base_url": None if self.base_url is None else self.place,
            "max_concurrency": self.max_concurrency,
            "timeout_seconds": self.timeout_seconds,
            "max_reply_bytes": self.max_reply_bytes,
            "backoff": asdict(self.backoff),
        }
        return {"type": self.type_name(), "init_parameters": parameters}

    @classmethod
    def type_name(cls) -> str:
        """Return the name under which an endpoint is saved."""
        return "ragtriage.llm.client.Endpoint"  # as pipelines have it that were saved before

    @classmethod
    def from_dict(cls, data: Metadata) -> Self:
        """Make an endpoint again from what was saved; the data stay as they are."""
        parameters = dict(data.get("init_parameters", {}))
        if "backoff" in parameters:
            parameters["backoff"] = Backoff(**parameters["backoff"])
        return cls(**parameters)
