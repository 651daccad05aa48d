"""A Ray cluster: the same work over Ray Data, in tasks, or in actors that hold what is dear to make.

The one door to `ray`. Ray's usage statistics are switched off before it is imported, and so are its
dashboard and progress bars; what goes wrong is said in our words.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeVar

from ragtriage.backends.work import Begun, Failure, LostError, Part, attempt
from ragtriage.errors import ConfigError, MissingExtraError
from ragtriage.llm.backoff import Pace
from ragtriage.llm.spending import Limits, Spent

__all__ = [
    "Cluster",
    "Shared",
    "SharedAllowance",
    "SharedFailureCount",
    "SharedPace",
    "connected",
    "shared",
]

P = TypeVar("P", bound=Part)
T = TypeVar("T")

_PATIENCE_SECONDS: Final = 10.0  # to reach the head of a cluster
_MOST_SAID: Final = 400  # of what Ray says where it cannot be used
_OLDEST: Final = (2, 50)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The cluster this process is connected to; see `connected`.

    Args:
        actors: How many hold what the work needs; None: tasks, as many at once as there are processors.
        gpus: How many GPUs an actor has.
    """

    actors: int | None = None
    gpus: int = 0

    def run(self, begin: Callable[[], Callable[[P], T]], parts: Iterable[P]) -> Generator[T | Failure]:
        """Yield what the work makes of each part, or why it failed, as it comes.

        Ray begins a part anew whenever its worker is lost; it is for the work to say when that is enough.

        Args:
            begin: Makes the work: once an actor, or for every task.
            parts: Each a task of its own.

        Raises:
            LostError: The cluster is lost.
        """
        ray = _ray()
        data = _data()
        # says when it begins and ends, and prints a traceback for what is raised here in our words
        logging.getLogger("ray.data").setLevel(logging.CRITICAL)
        context: Any = data.DataContext.get_current()
        context.enable_progress_bars = False
        items = [pickle.dumps(part) for part in parts]
        if not items:
            return
        given: Any = data.from_items(items, override_num_blocks=len(items))
        judged: Any
        if self.actors is None:
            judged = given.map_batches(_task(begin), batch_size=1)
        else:
            judged = given.map_batches(
                _Actor,
                batch_size=1,
                fn_constructor_args=(begin,),
                compute=data.ActorPoolStrategy(size=min(self.actors, len(items))),
                num_gpus=self.gpus or None,
            )
        try:
            for row in judged.iter_rows():
                yield pickle.loads(row["made"])  # noqa: S301 - comes from a worker of our own
        except ray.exceptions.RayError as error:
            raise LostError(f"the cluster could not go on: {_brief(error)}") from None


def _task(begin: Callable[[], Callable[[P], T]]) -> Callable[[Any], dict[str, list[bytes]]]:
    def work(batch: Any) -> dict[str, list[bytes]]:  # noqa: ANN401 - a column of Ray Data
        return _made(Begun(begin), batch)

    return work


class _Actor:
    """Makes the work once, and does it on whatever parts come."""

    def __init__(self, begin: Callable[[], Callable[[Any], Any]]) -> None:
        self._work = Begun(begin)

    def __call__(self, batch: Any) -> dict[str, list[bytes]]:  # noqa: ANN401 - as above
        return _made(self._work, batch)


def _made(work: Callable[[Any], Any], batch: Any) -> dict[str, list[bytes]]:  # noqa: ANN401 - as above
    parts = [pickle.loads(item) for item in batch["item"]]  # noqa: S301 - comes from who started this
    return {"made": [pickle.dumps(attempt(work, part)) for part in parts]}


class _Keeper:
    """An actor that keeps the one pause, the one account and the one count of failures in a row.

    Its clock is the only one that counts.
    """

    def __init__(self, limits: Limits) -> None:
        self._pace = Pace()
        self._limits = limits
        self._spent: dict[str, Spent] = {}  # by model
        self._under_way: dict[str, int] = {}
        self._failures: dict[str, int] = {}  # in a row

    def hold(self, seconds: float) -> None:
        self._pace.hold(seconds)

    def rest(self) -> float:
        return self._pace.rest

    def claim(self, model: str) -> str | None:
        under_way = self._under_way.get(model, 0)
        refusal = self._limits.reached(self._spent.setdefault(model, Spent()), under_way)
        if refusal is None:
            self._under_way[model] = under_way + 1
        return refusal

    def settle(self, model: str, spent: Spent) -> None:
        self._under_way[model] -= 1
        self._spent[model].add(spent.calls, spent.prompt_tokens, spent.completion_tokens)

    def failures(self, model: str) -> int:
        return self._failures.get(model, 0)

    def ended(self, model: str, *, is_failure: bool) -> None:
        before, most = self.failures(model), self._limits.failures
        if most is None or before < most:  # else it is over, and stays so
            self._failures[model] = before + 1 if is_failure else 0


class SharedPace(Pace):
    """One pause for all who ask the same endpoint, on all machines of a cluster.

    When one is told to wait, it tells an actor, which everyone asks before asking the endpoint.
    """

    def __init__(self, keeper: Any) -> None:  # noqa: ANN401 - as above
        super().__init__()
        self._keeper = keeper

    def hold(self, seconds: float) -> None:
        """Let nobody ask for so many seconds from now; a longer pause stays."""
        super().hold(seconds)
        self._keeper.hold.remote(seconds)

    async def wait(self) -> None:
        """Return when asking is allowed."""
        import asyncio  # noqa: PLC0415 - who waits has it already

        await super().wait()
        while (rest := await self._keeper.rest.remote()) > 0:  # noqa: ASYNC110 - the pause may grow meanwhile
            await asyncio.sleep(rest)


class SharedAllowance:
    """One limit of calls and of cost for all who ask, on all machines of a cluster.

    What a worker that was lost had begun to ask counts as under way to the end: rather too few are asked.
    """

    def __init__(self, keeper: Any) -> None:  # noqa: ANN401 - as above
        self._keeper = keeper

    async def claim(self, model: str) -> str | None:
        """Take a call of a model for begun; return instead which limit forbids it, where one does."""
        refusal: str | None = await self._keeper.claim.remote(model)
        return refusal

    def settle(self, model: str, spent: Spent) -> None:
        """Take in what came of a call that was claimed."""
        self._keeper.settle.remote(model, spent)


class SharedFailureCount:
    """One count of failures in a row for all who ask, on all machines of a cluster."""

    def __init__(self, keeper: Any) -> None:  # noqa: ANN401 - as above
        self._keeper = keeper

    async def failures(self, model: str) -> int:
        """Return how many there are; once they are too many, they stay so."""
        found: int = await self._keeper.failures.remote(model)
        return found

    def ended(self, model: str, *, is_failure: bool) -> None:
        """Take in how a question ended."""
        self._keeper.ended.remote(model, is_failure=is_failure)


class Shared(NamedTuple):
    """What all who ask have in common."""

    pace: SharedPace
    allowance: SharedAllowance | None  # None: there is no limit
    failure_count: SharedFailureCount


def shared(limits: Limits) -> Shared:
    """Start an actor that keeps what all who ask have in common."""
    keeper: Any = _ray().remote(_Keeper).options(num_cpus=0, max_concurrency=1).remote(limits)
    is_limited = limits.calls is not None or limits.cost is not None
    return Shared(
        SharedPace(keeper), SharedAllowance(keeper) if is_limited else None, SharedFailureCount(keeper)
    )


@contextmanager
def connected(address: str | None = None, *, processors: int | None = None) -> Generator[dict[str, float]]:
    """Connect to a cluster, and leave it afterwards; yield what it has, by name (`CPU`, `GPU`).

    A connection that is there already is used, and left as it is.

    Args:
        address: Of its head; None for `RAY_ADDRESS`, or a cluster of this machine that ends with the work.
        processors: Of a cluster that is begun here; None for all.

    Raises:
        MissingExtraError: Ray is not installed.
        ConfigError: There is no cluster at the address.
    """
    ray = _ray()
    _data()  # rather now than when all is begun
    is_ours = not ray.is_initialized()
    if is_ours:
        _check_reachable(address)
        begins = address is None and not os.environ.get("RAY_ADDRESS")
        how: dict[str, Any] = {}
        if begins:
            how = {"num_cpus": processors, "include_dashboard": False}
            # says each time that who has no token is not let in
            logging.getLogger("ray._private.authentication").setLevel(logging.ERROR)
        try:
            ray.init(
                address,
                log_to_driver=False,
                configure_logging=False,
                logging_level=logging.ERROR,
                **how,
            )
        except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
            place = address or os.environ.get("RAY_ADDRESS") or "this machine"
            said = " ".join(str(error).split())[:_MOST_SAID] or type(error).__name__
            raise ConfigError(f"no Ray cluster at {place} that can be used: {said}") from None
    try:
        yield dict(ray.cluster_resources())
    finally:
        if is_ours:
            ray.shutdown()


def _check_reachable(address: str | None) -> None:
    """Make sure that somebody listens at an address; Ray itself tries for minutes.

    Raises:
        ConfigError: Nobody does.
    """
    host, colon, port = (address or "").rpartition("://")[2].rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), _PATIENCE_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ConfigError(f"no Ray cluster at {address}: {_brief(error)}") from None


def _ray() -> Any:  # noqa: ANN401 - its types are seen through by no checker
    """Import Ray.

    Raises:
        MissingExtraError: It is not installed.
        ConfigError: It is too old.
    """
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray: Any = import_module("ray")
    except ImportError:
        raise MissingExtraError("ray", extra="ray") from None
    version: str = ray.__version__
    found = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if found < _OLDEST:
        oldest = ".".join(map(str, _OLDEST))
        raise ConfigError(
            f"Ray {version} is installed, and {oldest} or newer is needed: pip install -U 'ragtriage[ray]'"
        )
    return ray


def _data() -> Any:  # noqa: ANN401 - as above
    """Import Ray Data.

    Raises:
        MissingExtraError: What it needs is not installed.
    """
    try:
        return import_module("ray.data")
    except ImportError:
        raise MissingExtraError("ray[data]", extra="ray") from None


def _brief(error: Exception) -> str:
    """Return the first line of what an error says; of one in a worker, what was raised there."""
    cause: object = getattr(error, "cause", None)
    if isinstance(cause, Exception):
        inner = cause.__cause__ or cause
        return f"{type(inner).__name__} in a worker: {inner}".partition("\n")[0]
    return str(error).strip().partition("\n")[0] or type(error).__name__
