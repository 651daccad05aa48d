"""A function of one's own, `(question, contexts) -> answer`, called in threads or awaited."""

from __future__ import annotations

import inspect
import json
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias, cast

from ragtriage.errors import ConfigError, EndpointError
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist
from ragtriage.llm.endpoint import IN_PROCESS, Endpoint
from ragtriage.llm.messages import Reply, Request
from ragtriage.probing.generators.generator import Generator, payload, sendable
from ragtriage.probing.generators.threads import threaded

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Answering", "called"]

Answering: TypeAlias = Callable[[str, list[str]], str | Awaitable[str | None] | None]


def called(
    function: object,
    *,
    name: str | None = None,
    max_concurrency: int = 8,
    timeout_seconds: float = 60.0,
    backoff: Backoff | None = None,
) -> Generator:
    """Return the generator that calls a function.

    What it answers is cached under its name and the hash of the file that it stands in: other files that it
    uses, and models behind it, may change without that being noticed.

    Args:
        function: Takes the question and the list of texts; returns the answer, or None for none. A function
            that is not asynchronous is called in several threads at once.
        name: As it is shown; else its own.
        max_concurrency: How many calls may be under way at once.
        timeout_seconds: How long one call may take.
        backoff: How often to try again where it raises an OSError.

    Raises:
        ConfigError: It cannot be called.
    """
    if not callable(function):
        raise ConfigError(
            f"{name or function!r} is no generator: it cannot be called with a question and texts"
        )
    shown = name or _name(function)
    identity = f"{shown} (code {_code(function)})"

    def request(question: str, contexts: Sequence[str], _: int) -> Request:
        said = {"question": question, "contexts": list(contexts)}
        return payload(json.dumps(said, ensure_ascii=False))

    endpoint = Endpoint(
        model=identity,
        base_url=IN_PROCESS,
        max_concurrency=max_concurrency,
        timeout_seconds=timeout_seconds,
        backoff=Backoff(retries=2) if backoff is None else backoff,
    )
    return Generator(
        identity=identity,
        endpoint=endpoint,
        request=request,
        connect=lambda: _Calls(cast("Answering", function), shown, endpoint),
    )


class _Calls:
    """Calls a function, in threads of its own where it does not await."""

    def __init__(self, function: Answering, name: str, endpoint: Endpoint) -> None:
        self._function = function
        self._name = name
        self._endpoint = endpoint
        self._pace = Pace()
        own: object = getattr(function, "__call__", None)  # noqa: B004 - of an object, it may be async
        self._awaits = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(own)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return

    async def ask(self, request: Request) -> Reply:
        """Return what the function answers.

        Raises:
            EndpointError: It raised an error, took too long, or returned something else than a text.
        """
        said = json.loads(request.messages[0].content)
        attempt = self._attempt
        answer = await persist(
            lambda: attempt(said["question"], said["contexts"]),
            backoff=self._endpoint.backoff,
            pace=self._pace,
        )
        if answer is not None and not isinstance(answer, str):
            raise EndpointError(
                f"{self._name} returned {type(answer).__name__}; an answer is a string, or None"
            )
        return Reply(text=None if answer is None else sendable(answer, self._name))

    async def _attempt(self, question: str, contexts: list[str]) -> object:
        import asyncio  # noqa: PLC0415 - runs already

        def call() -> object:
            with _ForeignCode(self._name):
                return self._function(question, contexts)

        limit = self._endpoint.timeout_seconds
        try:
            async with asyncio.timeout(limit):
                returned = call() if self._awaits else await threaded(call, "ragtriage-generator")
                if inspect.isawaitable(returned):
                    with _ForeignCode(self._name):
                        returned = await cast("Awaitable[object]", returned)
        except TimeoutError:
            raise EndpointError(f"{self._name} did not answer within {limit:g} s") from None
        return returned


class _ForeignCode:
    """Turns any error of somebody else's code into one of an endpoint: one answer must not end the others."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception | SystemExit):
            return  # an interruption is nobody's answer
        what = f"{self._name} failed: {type(error).__name__}: {error}"
        if isinstance(error, OSError):
            raise TransientError(what) from error
        raise EndpointError(what) from error


def _name(function: object) -> str:
    """Return module and name of a function, or of the class of what can be called."""
    named: object = function if hasattr(function, "__qualname__") else type(function)
    return f"{getattr(named, '__module__', '')}:{getattr(named, '__qualname__', '')}"


def _code(function: object) -> str:
    """Return a short hash of the file that a function stands in; of one typed in, of its own code."""
    plain: object = inspect.unwrap(cast("Callable[..., object]", function))
    of: Any = plain if inspect.isroutine(plain) else type(plain)
    try:
        path = inspect.getsourcefile(of)
        data = b"" if path is None else Path(path).read_bytes()
    except (OSError, TypeError):
        data = b""
    if not data:
        data = getattr(getattr(plain, "__code__", None), "co_code", b"")
    return sha256(data).hexdigest()[:12]
