"""What stands in for Haystack where it is not installed: plain classes that save and load themselves.

The interface of `_haystack`, name for name. Type checkers see this one.
"""

from __future__ import annotations

import ast
import builtins
import os
import typing
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar, cast

from ragtriage.errors import ConfigError, DataError
from ragtriage.evaluators.documents import Document, DocumentLike
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message

if typing.TYPE_CHECKING:
    Documents: TypeAlias = Sequence[Sequence[DocumentLike]]
    Answers: TypeAlias = Sequence[str | Sequence[str]]
else:
    Documents = list[list[Document]]
    Answers = list[str]

__all__ = [
    "IS_HAYSTACK",
    "Answers",
    "Documents",
    "EnvironmentToken",
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

# Named arguments and outputs, as Haystack passes them.
Parameters: TypeAlias = dict[str, Any]

IS_HAYSTACK: Final = False

# Builtin types that the inputs of an evaluator are made of.
_TYPES: Final = {"list", "tuple", "dict", "set", "str", "int", "float", "bool", "bytes", "object"}
_TYPING: Final = {"List", "Tuple", "Dict", "Set", "Optional", "Union", "Sequence", "Iterable"}


@dataclass(frozen=True, slots=True)
class EnvironmentToken:
    """A token that lies in the first of these environment variables that is set; it may be missing."""

    env_vars: tuple[str, ...]

    def resolve_value(self) -> str | None:
        """Return the token, None when none of the variables is set."""
        return next((os.environ[name] for name in self.env_vars if name in os.environ), None)

    def to_dict(self) -> Parameters:
        """Return the form that Haystack saves."""
        return {"type": "env_var", "env_vars": list(self.env_vars), "strict": False}


def component(cls: type[C]) -> type[C]:
    """Return the class as it is."""
    return cls


def set_input_types(instance: object, types: dict[str, Any]) -> None:
    """Do nothing: a plain class has no sockets."""


def set_output_types(instance: object, types: dict[str, Any]) -> None:
    """Do nothing: a plain class has no sockets."""


def environment_token(*names: str) -> EnvironmentToken:
    """Return the token that lies in one of these environment variables."""
    return EnvironmentToken(names)


def default_generator() -> Endpoint:
    """Return the endpoint that the environment names."""
    return Endpoint()


def conversation(messages: Sequence[Message]) -> list[Any]:
    """Return the messages as a chat generator takes them."""
    return list(messages)


@contextmanager
def traced(generator: object, messages: list[Any]) -> Generator[list[Any]]:
    """Trace nothing; what the generator returns may be put into the list."""
    del generator, messages  # the interface is that of `_haystack`
    yield []


def to_dict(instance: object, parameters: Parameters) -> Parameters:
    """Return the object as it is saved: its class, and the arguments to make it again."""
    cls = type(instance)
    saved = {
        name: value.to_dict() if hasattr(value, "to_dict") else value for name, value in parameters.items()
    }
    return {"type": f"{cls.__module__}.{cls.__name__}", "init_parameters": saved}


def from_dict(cls: type[C], data: Parameters) -> C:
    """Make an object of this class again from what was saved; the data stay as they are.

    Raises:
        DataError: They were saved by another class, or hold an object that only Haystack knows.
    """
    name = f"{cls.__module__}.{cls.__name__}"
    if data.get("type") != name:
        raise DataError(f"what was saved is a {data.get('type')!r}, not a {name!r}")
    parameters = {key: _loaded(value) for key, value in data.get("init_parameters", {}).items()}
    return cls(**parameters)


def _loaded(value: object) -> object:
    """Return what a saved value stands for."""
    if not isinstance(value, dict):
        return value
    saved = cast("Parameters", value)
    match saved.get("type"):
        case "env_var":
            return EnvironmentToken(tuple(saved["env_vars"]))
        case "single":
            return saved["device"]
        case _:
            return saved


def serialize_generator(generator: object) -> Parameters:
    """Return a chat generator as it is saved.

    Raises:
        ConfigError: It has no `to_dict`.
    """
    if not hasattr(generator, "to_dict"):
        raise ConfigError(f"{type(generator).__name__} cannot be saved: it has no to_dict")
    return cast("Parameters", cast("Any", generator).to_dict())


def deserialize_generator(saved: Parameters) -> object:
    """Make a chat generator again from what was saved.

    Raises:
        DataError: It is one of Haystack's, which is not installed.
    """
    if saved.get("type") != Endpoint.type_name():
        raise DataError(
            f"{saved.get('type')} can be loaded only with Haystack: pip install 'ragtriage[haystack]'"
        )
    return Endpoint.from_dict(saved)


def serialize_type(type_: object) -> str:
    """Return the name of a type, such as `list[str]`."""
    return type_.__name__ if isinstance(type_, type) and not typing.get_args(type_) else str(type_)


def deserialize_type(name: str) -> object:
    """Return the type of this name; only builtin containers and values, and those of `typing`, are known.

    Raises:
        DataError: It is not such a type.

    Example:
        >>> deserialize_type("list[list[str]]")
        list[list[str]]
    """
    try:
        return _type(ast.parse(name, mode="eval").body)
    except SyntaxError:
        raise DataError(f"not a type: {name!r}") from None


def _type(node: ast.expr) -> Any:  # noqa: ANN401, PLR0911 - a type form, and one return for each
    """Return the type that an expression spells."""
    match node:
        case ast.Name(id="Any") | ast.Attribute(value=ast.Name(id="typing"), attr="Any"):
            return Any
        case ast.Name(id=name) if name in _TYPES:
            return getattr(builtins, name)
        case ast.Constant(value=None):
            return None
        case ast.Attribute(value=ast.Name(id="typing"), attr=name) if name in _TYPING:
            return getattr(typing, name)
        case ast.Subscript(value=outer, slice=ast.Tuple(elts=inner)):
            return _type(outer)[tuple(map(_type, inner))]
        case ast.Subscript(value=outer, slice=inner):
            return _type(outer)[_type(inner)]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _type(left) | _type(right)
        case _:
            raise DataError(f"not a type that can be loaded: {ast.unparse(node)!r}")
