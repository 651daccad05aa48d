"""What is sent to a model and what comes back, as records that can be hashed and kept."""

from __future__ import annotations

from enum import StrEnum

from ragtriage.model import Metadata, Record

__all__ = ["Message", "Reply", "Request", "Role"]


class Role(StrEnum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class Message(Record, frozen=True, kw_only=True):
    """One message of a conversation."""

    role: Role
    content: str

    @property
    def text(self) -> str:
        """The content, under the name that Haystack's messages have for it."""
        return self.content

    @classmethod
    def user(cls, content: str) -> Message:
        """Return a message of the user."""
        return cls(role=Role.USER, content=content)

    @classmethod
    def assistant(cls, content: str) -> Message:
        """Return a message of the model."""
        return cls(role=Role.ASSISTANT, content=content)


class Request(Record, frozen=True, kw_only=True):
    """Everything a model is asked with, but for its name.

    Args:
        messages: The conversation so far; the last one is answered.
        is_json: Whether the reply must hold one JSON object.
        schema: The JSON schema of that object, for servers that take one.
        temperature: None leaves it to the server.
        seed: None sends none. A server may ignore it: the same request need not bring the same reply.
        max_tokens: The longest reply; None leaves it to the server.
    """

    messages: tuple[Message, ...]
    is_json: bool = False
    schema: Metadata | None = None
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None


class Reply(Record, frozen=True, kw_only=True):
    """What the model said.

    Args:
        text: None when it said nothing, such as when it refused.
        model: The name of the model that answered, which may be more exact than the one asked.
        finish_reason: `length` when the reply was cut off.
        prompt_tokens: None when the server does not count.
        completion_tokens: None when the server does not count.
    """

    text: str | None
    model: str | None = None
    finish_reason: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None

    @property
    def is_truncated(self) -> bool:
        """Whether the reply ended because it became too long."""
        return self.finish_reason == "length"
