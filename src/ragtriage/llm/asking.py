"""Asking a question until its reply fits: from the cache if it was answered before, else from the model.

A reply that does not fit is asked for once more, with the reason. One that still does not is no answer: the
raw replies are handed back, and nothing is cached. One that leaves a doubt is asked for once more too, and if
the doubt stays, it is an answer all the same. What is under way when all is cancelled is finished and
kept, because it is paid for.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar, cast

import msgspec

from ragtriage.errors import ConfigError, EndpointError, ReplyError
from ragtriage.llm.attempts import Outcome, again, counted, cut, truncated, unfit, with_lost, with_reply
from ragtriage.llm.cache import Kept, ReplyCache, has_replies
from ragtriage.llm.client import Client
from ragtriage.llm.endpoint import Endpoint
from ragtriage.llm.failures import LostReplyError, UnreachableError
from ragtriage.llm.messages import Reply, Request
from ragtriage.llm.questions import Answered, Asked
from ragtriage.llm.replies import is_in_form
from ragtriage.llm.spending import Allowance, Limits, Spent, estimated_tokens
from ragtriage.llm.streak import FailureCount, Streak

if TYPE_CHECKING:
    import asyncio
    from types import TracebackType

__all__ = ["Asker", "Connection"]

T = TypeVar("T")


_LOG: Final = logging.getLogger(__name__)

# Part of every key: replies are asked for anew when the way in which they are asked for changes.
_VERSION: Final = 1

# How long what is under way may take when all is cancelled.
_GRACE_SECONDS: Final = 10.0

_STOPPED: Final = "nothing more was asked after {} failures in a row"


class Connection(Protocol):
    """Sends requests and brings replies back: the client, or whatever else can answer."""

    async def ask(self, request: Request) -> Reply:
        """Return the reply; raises EndpointError where there is none."""
        ...


class _LimitError(EndpointError):
    """A limit forbids to ask once more for a reply that was lost."""


@dataclass(slots=True)
class _Toll:
    """The account of one question's calls that brought no usable reply."""

    asker: Asker
    request: Request
    spent: Spent  # by the question, those calls alone
    is_claimed: bool = True  # whether a call is begun by the limits that are shared

    def lose(self, error: LostReplyError) -> None:
        """Take in a call for which somebody may have to be paid."""
        reply = counted(
            Reply(
                text=error.received,
                prompt_tokens=error.prompt_tokens,
                completion_tokens=error.completion_tokens,
            ),
            self.request,
        )
        took = Spent(1, reply.prompt_tokens or 0, reply.completion_tokens or 0)
        self.spent.include(took)
        self.asker.lose(took)
        self.is_claimed = False

    async def renew(self) -> None:
        """Ask leave for another call.

        Raises:
            _LimitError: A limit forbids it.
        """
        refusal = await self.asker.may_repeat()
        if refusal is not None:
            raise _LimitError(refusal)
        self.is_claimed = True


@dataclass
class Asker:
    """Asks one endpoint, with one client, one cache and one set of limits; entered with `async with`.

    Entering it again while it is entered does nothing, so that several judges can share it.

    Args:
        endpoint: Whom to ask.
        cache: The folder of the cache; None for no cache.
        limits: When to stop.
        is_dry: Ask nothing, and count what would be asked.
        watch: Is told after every reply, and every failure.
        connect: Opens what carries the requests, where that is not the client of the endpoint.
        allowance: The limits, where they are shared with whoever else asks.
        failure_count: The failures in a row, where they are counted together with whoever else asks.

    Raises:
        MissingExtraError: `aiohttp` is not installed, and is what carries the requests.
        ConfigError: There is no key.
    """

    endpoint: Endpoint
    cache: Path | None = None
    limits: Limits = field(default_factory=Limits)
    is_dry: bool = False
    watch: Callable[[Asker], None] = lambda _: None
    connect: Callable[[], AbstractAsyncContextManager[Connection]] | None = None
    allowance: Allowance | None = None
    failure_count: FailureCount | None = None
    spent: Spent = field(default_factory=Spent)  # in this run: without what the cache had
    answers: int = 0  # questions that were answered, in this run
    failures: int = 0  # questions without an answer, in this run
    last_failure: str | None = None  # why there was none
    refusal: str | None = None  # the limit that was reached
    unasked: int = 0  # questions that were not asked after too many failures in a row
    is_heard: bool = False  # whether the endpoint answered anything, in this run
    unreached: str | None = None  # why a question first did not reach it, in this run

    def __post_init__(self) -> None:
        if not self.is_dry and self.connect is None:
            self.endpoint.check()
        self._depth = 0
        self._thread = 0
        self._stack = AsyncExitStack()
        self._client: Connection | None = None
        self._replies: ReplyCache | None = None
        self._tasks: dict[bytes, asyncio.Task[Outcome]] = {}
        self._streak = self._new_streak()
        self._waiting = 0  # calls that were begun and have not ended
        self._unkept: dict[bytes, Kept] = {}  # replies that came in this turn of the event loop

    async def __aenter__(self) -> Self:
        if self._depth == 0:
            self.spent, self.answers, self.failures = Spent(), 0, 0
            self.refusal, self.last_failure, self.unasked = None, None, 0
            self._streak = self._new_streak()
            self.is_heard, self.unreached = False, None
            if self.cache is not None and (not self.is_dry or has_replies(self.cache)):
                self._replies = ReplyCache(self.cache, is_read_only=self.is_dry)
            self._thread = get_ident()
        elif self._thread != get_ident():
            raise ConfigError("a judge that asks serves one evaluation at a time: make one for each thread")
        self._depth += 1
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._depth -= 1
        if self._depth > 0:
            return
        if self._tasks:
            import asyncio  # noqa: PLC0415 - runs already

            _, late = await asyncio.wait(self._tasks.values(), timeout=_GRACE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._keep()
        self._client = None
        await self._stack.aclose()
        if self._replies is not None:
            self._replies.close()
            self._replies = None

    def _new_streak(self) -> Streak:
        return Streak(self.limits.failures, self.endpoint.model, self.failure_count)

    async def ask(self, question: Asked[T], spent: Spent) -> Answered[T]:
        """Return what came of a question.

        Args:
            question: What to ask.
            spent: What the question took, now or when it was answered first, is added to it.
        """
        try:
            key = self._key(question.request, question.vote)
        except UnicodeEncodeError as error:
            return Answered(None, f"the text cannot be sent: {error.reason}")
        kept = self._found(key)
        if kept is not None:
            try:
                accepted = question.read(kept.text)
            except ReplyError:
                pass  # read more strictly than when it was kept
            else:
                if not accepted.complaints:
                    spent.add(kept.calls, kept.prompt_tokens, kept.completion_tokens)
                    return Answered(accepted.value)
        if self.is_dry:
            text = "".join(message.content for message in question.request.messages)
            self.spent.add(1, estimated_tokens(text), question.expected_tokens)
            return Answered(question.stand_in, is_asked=False)
        return self._read(await self._shared(key, question), question, spent)

    @property
    def stopped(self) -> str | None:
        """That something was not asked after too many failures in a row; None where that was not so."""
        return _STOPPED.format(self.limits.failures) if self.unasked else None

    def recall(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return by its key what was made of a case in an earlier run; nothing of those that are not kept."""
        return {} if self._replies is None else self._replies.find_judgements(keys)

    def remember(self, judged: Mapping[bytes, bytes]) -> None:
        """Keep what was made of some cases."""
        if self._replies is not None and judged:
            self._kept_if_possible(lambda replies: replies.put_judgements(judged))

    async def _shared(self, key: bytes, question: Asked[T]) -> Outcome:
        """Ask, unless the same is being asked already; who stops waiting stops nobody else."""
        import asyncio  # noqa: PLC0415 - runs already

        task = self._tasks.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._answer(key, question))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return await asyncio.shield(task)

    def _read(self, outcome: Outcome, question: Asked[T], spent: Spent) -> Answered[T]:
        """Turn an outcome into what it means to whoever asked."""
        kept = outcome.kept
        if outcome.lost is not None:
            spent.include(outcome.lost)
        if kept is None:
            return Answered(None, outcome.error, is_asked=outcome.is_asked)
        spent.add(kept.calls, kept.prompt_tokens, kept.completion_tokens)
        if outcome.accepted is not None and outcome.accepted[0] is question:
            return Answered(cast("T", outcome.accepted[1]))
        raw = tuple(map(cut, (*kept.refused, kept.text)))
        if not outcome.is_readable:
            return Answered(None, outcome.error, raw, outcome.is_asked)
        try:
            accepted = question.read(kept.text)
        except ReplyError:
            return Answered(None, outcome.error, raw, outcome.is_asked)
        if outcome.is_fit:
            return Answered(accepted.value)
        return Answered(accepted.value, outcome.error, raw)

    async def _answer(self, key: bytes, question: Asked[T]) -> Outcome:
        """Ask, and count with what came of it the calls that brought nothing."""
        if not await self._streak.begin():
            self.unasked += 1
            return unfit(None, None, _STOPPED.format(self.limits.failures), is_asked=False)
        lost = Spent()
        is_failure: bool | None = None
        try:
            outcome = await self._answered(question, lost)
            if outcome.is_asked:
                is_failure = not (outcome.is_readable or outcome.is_answer)
        finally:
            self._streak.end(is_failure=is_failure)
        if lost.calls and outcome.kept is None:
            outcome = outcome._replace(lost=lost)
        elif lost.calls and outcome.kept is not None:
            outcome = outcome._replace(kept=with_lost(outcome.kept, lost))
        if outcome.is_fit and outcome.kept is not None:
            self._put(key, outcome.kept)
        return outcome

    async def _answered(self, question: Asked[T], lost: Spent) -> Outcome:
        """Ask, and once more where the reply does not fit, or leaves a doubt."""
        request, said, kept = question.request, "", None
        names: Collection[str] = (request.schema or {}).get("required", ())
        usable, is_answer = None, False
        for is_last in (False, True):
            refusal = await self._refusal()
            if refusal is not None:
                self.refusal = refusal
                return unfit(usable, kept, refusal, is_asked=kept is not None)
            try:
                reply = await self._call(request, lost)
            except _LimitError as error:
                self.refusal = str(error)
                return unfit(usable, kept, str(error), is_asked=kept is not None)
            except EndpointError as error:
                self._failed(str(error), error)
                return unfit(usable, kept, str(error))
            self.is_heard = True
            kept = with_reply(kept, reply)
            try:
                accepted = question.read(reply.text, is_whole=not reply.is_truncated)
            except ReplyError as error:
                said = truncated(reply) or str(error)
                is_answer = bool(names) and is_in_form(reply.text or "", names)
            else:
                if not accepted.complaints and (is_last or not accepted.doubts):
                    self.answers += 1
                    return Outcome(kept, is_fit=True, error=None, accepted=(question, accepted.value))
                said, usable = "; ".join((*accepted.complaints, *accepted.doubts)), kept
            request = again(question.request, reply, said)
        self._failed(said)
        return unfit(usable, kept, said)._replace(is_answer=is_answer)

    async def _refusal(self) -> str | None:
        """Return which limit forbids another call; where they are shared, it is claimed when none does."""
        if self.allowance is not None:
            return await self.allowance.claim(self.endpoint.model)
        return self.limits.reached(self.spent, self._waiting)

    async def may_repeat(self) -> str | None:
        """Return which limit forbids to repeat a call that was lost; claim it where limits are shared."""
        if self.allowance is not None:
            return await self.allowance.claim(self.endpoint.model)
        return self.limits.reached(self.spent, self._waiting - 1)  # the call itself is under way

    def lose(self, took: Spent) -> None:
        """Take in a call that brought no usable reply."""
        self.spent.include(took)
        if self.allowance is not None:
            self.allowance.settle(self.endpoint.model, took)
        self.watch(self)

    async def _call(self, request: Request, lost: Spent) -> Reply:
        """Send a request that no limit forbids."""
        toll = _Toll(self, request, lost)
        spent = Spent()
        try:
            reply = await self._reply(request, toll)
            spent.add(1, reply.prompt_tokens or 0, reply.completion_tokens or 0)
        finally:
            if self.allowance is not None and toll.is_claimed:
                self.allowance.settle(self.endpoint.model, spent)
        return reply

    async def _reply(self, request: Request, toll: _Toll) -> Reply:
        client = self._client
        if client is None:
            opened = self._connection() if self.connect is None else self.connect()
            client = self._client = await self._stack.enter_async_context(opened)
        dialect = client.dialect if isinstance(client, Client) else None
        self._waiting += 1
        try:
            reply = await (client.ask(request, toll) if isinstance(client, Client) else client.ask(request))
        finally:
            self._waiting -= 1
        if isinstance(client, Client) and client.dialect != dialect:
            learnt = client.dialect
            self._kept_if_possible(lambda replies: replies.put_dialect(self._place_key(), learnt))
        if isinstance(client, Client):
            reply = counted(reply, request)
        self.spent.add(1, reply.prompt_tokens or 0, reply.completion_tokens or 0)
        self.watch(self)
        return reply

    def _connection(self) -> Client:
        """Return the client, which knows what the endpoint was found to take in an earlier run."""
        known = None if self._replies is None else self._replies.find_dialect(self._place_key())
        return Client(self.endpoint, dialect=known)

    def _failed(self, reason: str, error: EndpointError | None = None) -> None:
        """Take in that a question has no answer, and whether the endpoint was there at all."""
        words = error.words if isinstance(error, LostReplyError | UnreachableError) else None
        if words is None:
            self.is_heard = True
        elif self.unreached is None:
            self.unreached = f"{words} at {self.endpoint.place}"
        self.failures += 1
        self.last_failure = reason
        self.watch(self)

    def _found(self, key: bytes) -> Kept | None:
        return None if self._replies is None else self._replies.find(key)

    def _put(self, key: bytes, kept: Kept) -> None:
        """Keep a reply with the others that came at the same time, before whoever asked hears of it."""
        import asyncio  # noqa: PLC0415 - runs already

        if self._replies is None:
            return
        if not self._unkept:
            # what the event loop calls soon it calls in order: this first, then who waits for the reply
            asyncio.get_running_loop().call_soon(self._keep)
        self._unkept[key] = kept

    def _keep(self) -> None:
        """Keep the replies that came, in one transaction."""
        if self._unkept:
            unkept, self._unkept = self._unkept, {}
            self._kept_if_possible(lambda replies: replies.put_all(unkept))

    def _kept_if_possible(self, put: Callable[[ReplyCache], None]) -> None:
        """Keep something; a full disk does not end the run."""
        import sqlite3  # noqa: PLC0415 - imported by the cache already

        if self._replies is None:
            return
        try:
            put(self._replies)
        except sqlite3.Error as error:
            _LOG.warning("a reply could not be cached: %s", error)

    def _place_key(self) -> bytes:
        """Return the hash of who is asked; of a user or a password it holds nothing."""
        return sha256(_encode((self.endpoint.route, self.endpoint.model))).digest()

    def _key(self, request: Request, vote: int) -> bytes:
        """Return the hash of everything that is sent, and of what tells one vote from another."""
        return sha256(
            _encode((_VERSION, self.endpoint.route, self.endpoint.model, vote, request)),
        ).digest()


_encode: Final = msgspec.json.Encoder(order="deterministic").encode
