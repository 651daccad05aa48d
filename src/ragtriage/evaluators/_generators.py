"""Whom a judging evaluator asks: an endpoint of the project's own, or a chat generator of somebody else's."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from ragtriage.errors import ConfigError, EndpointError, ReplyError
from ragtriage.evaluators._component import Parameters, conversation, traced
from ragtriage.llm.backoff import Backoff, Pace, TransientError, persist
from ragtriage.llm.client import Client
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.messages import Message, Reply, Request

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["SEED", "Ask", "Said", "asking", "check_generator"]

SEED: Final = 42  # what Haystack's evaluators send

# Errors that say that the generator itself is wrong, so that asking again brings the same.
_LASTING: Final = (
    ArithmeticError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    NotImplementedError,
    StopAsyncIteration,
    StopIteration,
    TypeError,
    ValueError,
)

# Statuses of 4xx after which the same request may succeed.
_TRANSIENT: Final = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class Said:
    """A reply, and what is known about it."""

    text: str | None
    meta: Parameters

    @property
    def is_truncated(self) -> bool:
        """Whether the reply ended because it became too long."""
        return self.meta.get("finish_reason") == "length"


Ask: TypeAlias = Callable[[Sequence[Message]], Awaitable[Said]]


def check_generator(generator: object) -> None:
    """Check that this can be asked.

    Raises:
        ConfigError: It is neither an `Endpoint` nor an object with a `run` method.
    """
    if not isinstance(generator, Endpoint) and not callable(getattr(generator, "run", None)):
        raise ConfigError(f"chat_generator has no run method: {type(generator).__name__}")


@asynccontextmanager
async def asking(generator: object, *, backoff: Backoff, limit: int, in_threads: bool) -> AsyncGenerator[Ask]:
    """Open the way to a generator, and close it at the end.

    Args:
        generator: An endpoint, or a chat generator.
        backoff: How often to ask a chat generator again; an endpoint has its own.
        limit: How many questions are under way at once.
        in_threads: Whether to call a chat generator's `run`, each call in a thread, where it has
            `run_async` too.

    Raises:
        MissingExtraError: An endpoint is to be asked, and `aiohttp` is not installed.
        ConfigError: An endpoint is to be asked, and there is no key.
    """
    if isinstance(generator, Endpoint):
        async with Client(replace(generator, max_concurrency=limit)) as client:
            yield _Endpoint(client)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - only where a model is asked

    run_async = None if in_threads else getattr(generator, "run_async", None)
    threads = ThreadPoolExecutor(limit, "ragtriage")
    try:
        yield _Generator(generator, run_async, threads, backoff, Pace())
    finally:
        # Only after a cancellation is a call still under way, and the event loop must not wait for it.
        threads.shutdown(wait=False, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class _Endpoint:
    """Asks an endpoint."""

    client: Client

    async def __call__(self, messages: Sequence[Message]) -> Said:
        reply = await self.client.ask(Request(messages=tuple(messages), is_json=True, seed=SEED))
        return Said(reply.text, _meta(reply))


@dataclass(frozen=True, slots=True)
class _Generator:
    """Asks a chat generator."""

    generator: object
    run_async: Callable[..., Awaitable[object]] | None
    threads: Any  # an executor, whose class is imported only where a model is asked
    backoff: Backoff
    pace: Pace

    async def __call__(self, messages: Sequence[Message]) -> Said:
        said = conversation(messages)
        return await persist(lambda: self._attempt(said), backoff=self.backoff, pace=self.pace)

    async def _attempt(self, messages: list[Any]) -> Said:
        """Ask once.

        Raises:
            TransientError: It failed, and may not fail again.
            EndpointError: It failed, and would fail again.
            ReplyError: What came back is no reply.
        """
        if self.run_async is None:
            return _said(await self._in_a_thread(messages))
        with self._foreign_code(), traced(self.generator, messages) as seen:
            returned = await self.run_async(messages=messages)
            seen.append(returned)
        return _said(returned)

    async def _in_a_thread(self, messages: list[Any]) -> object:
        """Call `run` in a thread, with the context variables of the caller."""
        import asyncio  # noqa: PLC0415 - runs already
        from contextvars import copy_context  # noqa: PLC0415 - as above

        # Errors are turned in the thread: a future cannot hold a StopIteration, and would never be done.
        def call() -> object:
            with self._foreign_code(), traced(self.generator, messages) as seen:
                returned: object = cast("Any", self.generator).run(messages=messages)
                seen.append(returned)
            return returned

        return await asyncio.get_running_loop().run_in_executor(self.threads, copy_context().run, call)

    def _foreign_code(self) -> _ForeignCode:
        """Guard a call of the generator."""
        return _ForeignCode(type(self.generator).__name__)


@dataclass(frozen=True, slots=True)
class _ForeignCode:
    """Turns any error of somebody else's code into one of an endpoint.

    What a chat generator may raise is nowhere agreed, and one failed question must not end the others.
    """

    name: str

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception) and not _is_stray_cancellation(error):
            return
        status = getattr(error, "status_code", None)
        what = f"{self.name} failed: {type(error).__name__}: {error}"
        is_refused = isinstance(status, int) and 400 <= status < 500 and status not in _TRANSIENT
        is_half_a_reply = isinstance(error, JSONDecodeError)
        if is_refused or (status is None and isinstance(error, _LASTING) and not is_half_a_reply):
            raise EndpointError(what) from error
        raise TransientError(what, is_limit=status == 429) from error


def _is_stray_cancellation(error: BaseException | None) -> bool:
    """Whether a generator says that it was cancelled, and nobody has cancelled the question."""
    import asyncio  # noqa: PLC0415 - runs already

    if not isinstance(error, asyncio.CancelledError):
        return False
    try:
        task = asyncio.current_task()
    except RuntimeError:  # in a thread, which cannot be cancelled
        return True
    return task is None or not task.cancelling()


def _said(returned: object) -> Said:
    """Return the first reply of what a chat generator returned.

    Raises:
        ReplyError: There is none.
    """
    replies: object = cast("Parameters", returned).get("replies") if isinstance(returned, dict) else None
    if not isinstance(replies, list | tuple) or not replies:
        raise ReplyError("the chat generator returned no reply")
    first = cast("Sequence[Any]", replies)[0]
    if isinstance(first, str):
        return Said(first, {})
    text = getattr(first, "text", None)
    meta = getattr(first, "meta", None)
    return Said(
        text if isinstance(text, str) else None,
        dict(cast("Parameters", meta)) if isinstance(meta, dict) else {},
    )


def _meta(reply: Reply) -> Parameters:
    """Return what is known about a reply, in the form of Haystack's generators."""
    prompt, completion = reply.prompt_tokens, reply.completion_tokens
    usage = {"prompt_tokens": prompt, "completion_tokens": completion}
    if prompt is not None and completion is not None:
        usage["total_tokens"] = prompt + completion
    known = {name: count for name, count in usage.items() if count is not None}
    return {"model": reply.model, "index": 0, "finish_reason": reply.finish_reason, "usage": known}
