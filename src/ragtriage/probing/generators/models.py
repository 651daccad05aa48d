"""A model behind an OpenAI-compatible endpoint, with a prompt template: `openai:MODEL`."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from ragtriage.errors import ConfigError
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Request
from ragtriage.probing.generators.generator import Generator
from ragtriage.probing.generators.prompts import PromptTemplate, default_template

__all__ = ["prompted"]


def prompted(
    endpoint: Endpoint,
    *,
    template: PromptTemplate | None = None,
    temperature: float | None = None,
    max_tokens: int | None = 512,
    seed: int = 0,
) -> Generator:
    """Return the generator that asks a model.

    Args:
        endpoint: The model and where it is.
        template: The prompt; None for our own, which is not that of the system.
        temperature: None leaves it to the server, as most systems do.
        max_tokens: The longest answer; None leaves it to the server.
        seed: Of the first sample; each further sample has the next one.

    Raises:
        ConfigError: The temperature is no finite number.
    """
    if temperature is not None and not isfinite(temperature):
        raise ConfigError(f"temperature must be a finite number: {temperature}")
    used = default_template() if template is None else template

    def request(question: str, contexts: Sequence[str], sample: int) -> Request:
        return Request(
            messages=(Message.user(used.filled(question, contexts)),),
            temperature=temperature,
            seed=seed + sample,
            max_tokens=max_tokens,
        )

    return Generator(
        identity=f"openai:{endpoint.model} (prompt {used.name} {used.digest[:12]})",
        endpoint=endpoint,
        request=request,
        place=endpoint.place,
        counts_tokens=True,
        parameters={"temperature": temperature, "max_tokens": max_tokens, "seed": seed},
    )
