"""What a generator is to a probe: a way to turn question and texts into a request, and whoever answers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field

from ragtriage.errors import EndpointError
from ragtriage.llm.asking import Connection
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Request

__all__ = ["Generator", "payload", "sendable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Generator:
    """Answers a question from some texts.

    Args:
        identity: Everything that an answer depends on beside question and texts: name, prompt, code.
        endpoint: Whom to ask, and how many at once; of a function its name stands for the address.
        request: Makes a request of the question, the texts, and the number of the sample.
        connect: Opens what carries the requests; None for the client of the endpoint.
        place: Where it is, as it may be shown; None for a function.
        counts_tokens: Whether what is sent has a price by the token.
        parameters: What is sent beside the prompt.
    """

    identity: str
    endpoint: Endpoint
    request: Callable[[str, Sequence[str], int], Request]
    connect: Callable[[], AbstractAsyncContextManager[Connection]] | None = None
    place: str | None = None
    counts_tokens: bool = False
    parameters: dict[str, int | float | None] = field(default_factory=dict[str, int | float | None])


def payload(text: str) -> Request:
    """Return a request that is one text, whatever its form; whoever carries it knows."""
    return Request(messages=(Message.user(text),))


def sendable(answer: str, name: str) -> str:
    """Return an answer that can be written down: half of a character (a lone surrogate) cannot.

    Args:
        answer: As it came.
        name: Of whoever gave it.

    Raises:
        EndpointError: It holds one.

    Example:
        >>> sendable("5 days", "app:answer")
        '5 days'
    """
    try:
        answer.encode("utf-8")
    except UnicodeEncodeError as error:
        raise EndpointError(
            f"{name} answered with a lone surrogate (U+{ord(answer[error.start]):04X}), which is no text"
        ) from None
    return answer
