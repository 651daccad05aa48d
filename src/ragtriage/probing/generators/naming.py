"""Making a generator of what names it: `openai:MODEL`, `module:callable`, `http://…` or `https://…`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ragtriage.errors import ConfigError
from ragtriage.llm.endpoint import Endpoint
from ragtriage.probing.generators.functions import called
from ragtriage.probing.generators.generator import Generator
from ragtriage.probing.generators.models import prompted
from ragtriage.probing.generators.prompts import read_template
from ragtriage.probing.generators.web import DEFAULT_ANSWER_PATH, posted, read_body
from ragtriage.registry import find_own

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["GeneratorOptions", "named_generator"]

_WEB = ("http://", "https://")


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorOptions:
    """How a generator that is named is asked.

    Args:
        endpoint: The address of a model, and how many requests at once; its model is that of the name.
        prompt: The file of a template, for a model.
        body: The template of a body, or its file, for an address.
        answer_path: Where the answer stands in what an address replies.
        temperature: For a model; None leaves it to the server.
        max_tokens: For a model; None leaves it to the server.
        seed: For a model, of the first sample.
        key: For an address, sent as a bearer token.
    """

    endpoint: Endpoint = field(default_factory=Endpoint)
    prompt: str | None = None
    body: str | None = None
    answer_path: str | None = None
    temperature: float | None = None
    max_tokens: int | None = 512
    seed: int = 0
    key: str | None = None


def named_generator(named: str, options: GeneratorOptions | None = None) -> Generator:
    """Return the generator that is named.

    Raises:
        ConfigError: The name is in another form, there is no such module or attribute, or an option cannot
            be used with this kind.

    Example:
        >>> named_generator("openai:m", GeneratorOptions(endpoint=Endpoint(base_url="http://localhost:1/v1"))).place
        'http://localhost:1/v1'
    """
    chosen = GeneratorOptions() if options is None else options
    kind, colon, rest = named.partition(":")
    if named.startswith(_WEB):
        _refuse(named, {"--prompt": chosen.prompt, "--temperature": chosen.temperature})
        return posted(
            replace(chosen.endpoint, base_url=named),
            body=None if chosen.body is None else read_body(chosen.body),
            answer_path=chosen.answer_path or DEFAULT_ANSWER_PATH,
            key=chosen.key,
        )
    _refuse(named, {"--body": chosen.body, "--answer-path": chosen.answer_path})
    if not colon or not kind or not rest:
        raise ConfigError(f"a generator is named openai:MODEL, module:callable or http://…, not {named!r}")
    if kind == "openai":
        return prompted(
            replace(chosen.endpoint, model=rest),
            template=None if chosen.prompt is None else read_template(chosen.prompt),
            temperature=chosen.temperature,
            max_tokens=chosen.max_tokens,
            seed=chosen.seed,
        )
    _refuse(named, {"--prompt": chosen.prompt, "--temperature": chosen.temperature})
    endpoint = chosen.endpoint
    with _Importing(named):
        function = find_own(kind, rest)
    return called(
        function,
        name=named,
        max_concurrency=endpoint.max_concurrency,
        timeout_seconds=endpoint.timeout_seconds,
    )


class _Importing:
    """Turns whatever a module of somebody's own raises when it is imported into one message."""

    def __init__(self, named: str) -> None:
        self._named = named

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, ConfigError) or not isinstance(error, Exception | SystemExit):
            return
        at = "" if isinstance(error, SyntaxError) else _last_line(trace)  # which says where itself
        what = f"{type(error).__name__}: {error}"
        raise ConfigError(f"{self._named} cannot be imported: {what}{at}") from None


def _last_line(trace: TracebackType | None) -> str:
    """Say in which line of which file an error was raised, where that is a file."""
    from traceback import extract_tb  # noqa: PLC0415 - only what failed needs it

    frames = extract_tb(trace)
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""


def _refuse(named: str, options: dict[str, object]) -> None:
    """Refuse options that mean nothing to a kind of generator.

    Raises:
        ConfigError: One is given.
    """
    for option, value in options.items():
        if value is not None:
            raise ConfigError(f"{option} means nothing to the generator {named!r}")
