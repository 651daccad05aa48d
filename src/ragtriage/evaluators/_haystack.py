"""The one door to Haystack: what makes the evaluators its components.

The interface of `_plain`, name for name. Importing this module imports Haystack.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeAlias, TypeVar

from haystack import Document, default_from_dict, default_to_dict, tracing
from haystack import component as haystack_component
from haystack.core.serialization import component_from_dict, component_to_dict, import_class_by_name
from haystack.dataclasses import ChatMessage
from haystack.utils import deserialize_type, serialize_type
from haystack.utils.auth import Secret

from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Role

__all__ = [
    "IS_HAYSTACK",
    "Answers",
    "Documents",
    "Parameters",
    "component",
    "conversation",
    "default_generator",
    "deserialize_generator",
    "deserialize_type",
    "environment_token",
    "from_dict",
    "serialize_generator",
    "serialize_type",
    "set_input_types",
    "set_output_types",
    "to_dict",
    "traced",
]

C = TypeVar("C")

Parameters: TypeAlias = dict[str, Any]

# The types of the sockets. At run time a document may be anything with the same attributes, and an answer
# a list of acceptable ones.
Documents: TypeAlias = list[list[Document]]
Answers: TypeAlias = list[str]

IS_HAYSTACK: Final = True


def component(cls: type[C]) -> type[C]:
    """Make a component of the class, which is a new class of the same name."""
    # Haystack asks for a class with a `run` method; that they have one, their tests show.
    return haystack_component(cls)  # type: ignore[type-var]  # pyright: ignore[reportArgumentType, reportUnknownVariableType]


def set_input_types(instance: object, types: Parameters) -> None:
    """Name the inputs of a component whose `run` takes any."""
    haystack_component.set_input_types(instance, **types)


def set_output_types(instance: object, types: Parameters) -> None:
    """Name the outputs of a component, unless a subclass has declared its own."""
    runs = (getattr(instance, name, None) for name in ("run", "run_async"))
    if not any(hasattr(run, "_output_types_cache") for run in runs):  # as Haystack itself asks
        haystack_component.set_output_types(instance, **types)


def environment_token(*names: str) -> Secret:
    """Return the secret that lies in one of these environment variables; it may be missing."""
    return Secret.from_env_var(list(names), strict=False)


def default_generator() -> object:
    """Return OpenAI's generator, asked for JSON and with a fixed seed."""
    from haystack.components.generators.chat.openai import (  # noqa: PLC0415 - imports openai, which only asking is worth
        OpenAIChatGenerator,
    )

    return OpenAIChatGenerator(generation_kwargs={"response_format": {"type": "json_object"}, "seed": 42})


def conversation(messages: Sequence[Message]) -> list[ChatMessage]:
    """Return the messages as a chat generator takes them."""
    make = {
        Role.SYSTEM: ChatMessage.from_system,
        Role.USER: ChatMessage.from_user,
        Role.ASSISTANT: ChatMessage.from_assistant,
    }
    return [make[said.role](said.content) for said in messages]


@contextmanager
def traced(generator: object, messages: list[ChatMessage]) -> Generator[list[Any]]:
    """Open a tracing span around a generator's run, as Haystack's own evaluators do.

    What the generator returns is put into the list, for tracers that count tokens.
    """
    tags = {
        "haystack.component.name": "chat_generator",
        "haystack.component.type": type(generator).__name__,
    }
    tracer = tracing.tracer  # type: ignore[attr-defined]  # pyright: ignore[reportPrivateImportUsage] - documented, though not in its __all__
    parent = tracer.current_span()
    with tracer.trace("haystack.chat_generator.run", tags=tags, parent_span=parent) as span:
        span.set_content_tag("haystack.component.input", {"messages": messages})
        returned: list[Any] = []
        yield returned
        if returned:
            span.set_content_tag("haystack.component.output", returned[0])


def to_dict(instance: object, parameters: Parameters) -> Parameters:
    """Return the component as it is saved."""
    return default_to_dict(instance, **parameters)


def from_dict(cls: type[C], data: Parameters) -> C:
    """Make a component of this class again from what was saved."""
    return default_from_dict(cls, data)


def serialize_generator(generator: object) -> Parameters:
    """Return a chat generator as it is saved."""
    return component_to_dict(generator, "chat_generator")


def deserialize_generator(saved: Parameters) -> object:
    """Make a chat generator again from what was saved; its module must be one that Haystack may import."""
    if saved["type"] == Endpoint.type_name():  # this module is trusted, or it would not run
        return Endpoint.from_dict(saved)
    return component_from_dict(import_class_by_name(saved["type"]), saved, "chat_generator")
