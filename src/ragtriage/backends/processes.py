"""Processes of this machine: as many workers as were asked for, each with one part at a time.

They are plain child processes that talk over pipes. They are not forked from this one, which may have
threads that a child would find half-done, and they do not import its main module again, as `spawn` of
`multiprocessing` does. A worker that dies loses one part, which is begun anew by another; a part with
which two workers died is named.
"""

from __future__ import annotations

import contextlib
import pickle
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Final, Generic, TypeVar

from ragtriage.backends.work import Failure, LostError, Part
from ragtriage.backends.worker import PROGRAM
from ragtriage.errors import ConfigError

__all__ = ["MOST_WORKERS", "Processes"]

P = TypeVar("P", bound=Part)
T = TypeVar("T")

MOST_WORKERS: Final = 1_024

_ATTEMPTS: Final = 2  # of one part


@dataclass(frozen=True, slots=True)
class Processes:
    """Workers on this machine.

    Args:
        workers: How many.

    Raises:
        ConfigError: There are none, or more than `MOST_WORKERS`.
    """

    workers: int

    def __post_init__(self) -> None:
        if not 1 <= self.workers <= MOST_WORKERS:
            raise ConfigError(f"workers must be from 1 to {MOST_WORKERS:,} on one machine: {self.workers}")

    def run(self, begin: Callable[[], Callable[[P], T]], parts: Iterable[P]) -> Generator[T | Failure]:
        """Yield what the work makes of each part, or why it failed, as it comes.

        When the iteration is left, the workers are ended.

        Args:
            begin: Makes the work, once a worker; it is pickled.
            parts: In order; they are pickled too.

        Raises:
            LostError: Two workers died with the same part.
        """
        crew = _Crew[P, T](begin, iter(parts))
        threads = [threading.Thread(target=crew.employ, daemon=True) for _ in range(self.workers)]
        try:
            for thread in threads:
                thread.start()
            left = len(threads)
            while left:
                made = crew.done.get()
                if isinstance(made, _Ended):
                    left -= 1
                    if made.error is not None:
                        raise made.error
                else:
                    yield made
        finally:
            crew.dismiss()
            for thread in threads:
                thread.join()


@dataclass(frozen=True, slots=True)
class _Ended:
    """A thread has nothing more to do, or cannot go on."""

    error: BaseException | None = None


@dataclass(slots=True)
class _Crew(Generic[P, T]):
    """Workers, each spoken to by a thread of its own, that take parts from one list."""

    begin: Callable[[], Callable[[P], T]]
    parts: Iterator[P]
    done: queue.SimpleQueue[T | Failure | _Ended] = field(
        default_factory=queue.SimpleQueue["T | Failure | _Ended"]
    )
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _workers: set[subprocess.Popen[bytes]] = field(default_factory=set[subprocess.Popen[bytes]])
    _is_over: bool = False

    def employ(self) -> None:
        """Give parts to one worker, or to whoever takes its place, until there are none."""
        worker: subprocess.Popen[bytes] | None = None
        try:
            while (part := self._next()) is not None:
                made: T | Failure | _Died = _Died("nothing")
                for _ in range(_ATTEMPTS):
                    worker = worker or self._hire()
                    made = _ask(worker, part)
                    if not isinstance(made, _Died):
                        break
                    self._part_from(worker)
                    worker = None
                    if self._is_over:
                        return
                if isinstance(made, _Died):
                    self.done.put(_Ended(_lost(part, made)))
                    return
                self.done.put(made)
            if worker is not None:
                self._part_from(worker)
        except BaseException as error:  # noqa: BLE001 - raised again where the results are read
            self.done.put(_Ended(error))
        else:
            self.done.put(_Ended())

    def _next(self) -> P | None:
        with self._lock:
            return None if self._is_over else next(self.parts, None)

    def _hire(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._is_over:
                raise LostError("the work was stopped")
            worker = subprocess.Popen(  # noqa: S603 - this very Python
                [sys.executable, "-c", PROGRAM],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                # an interrupt from the keyboard goes to this process alone, which ends the workers
                process_group=0,
            )
            self._workers.add(worker)
        with contextlib.suppress(BrokenPipeError):  # it is dead already, which is seen when it is asked
            for message in (sys.path, self.begin):
                pickle.dump(message, _pipe(worker.stdin), pickle.HIGHEST_PROTOCOL)
        return worker

    def _part_from(self, worker: subprocess.Popen[bytes]) -> None:
        """End a worker that has nothing to do, or is dead."""
        with self._lock:
            self._workers.discard(worker)
        _end(worker)

    def dismiss(self) -> None:
        """End all workers, whatever they are at."""
        with self._lock:
            self._is_over = True
            workers, self._workers = self._workers, set()
        for worker in workers:
            _end(worker)


@dataclass(frozen=True, slots=True)
class _Died:
    """A worker did not answer."""

    how: str


def _lost(part: Part, died: _Died) -> LostError:
    return LostError(
        f"{part.where}: {_ATTEMPTS} workers ended while they judged it, the last with {died.how}; a worker "
        "that is killed may have taken too much memory: try fewer of them"
    )


def _ask(worker: subprocess.Popen[bytes], part: Part) -> Any | _Died:  # noqa: ANN401 - what the work returns
    try:
        inbox = _pipe(worker.stdin)
        pickle.dump(part, inbox, pickle.HIGHEST_PROTOCOL)
        inbox.flush()
        return pickle.load(_pipe(worker.stdout))  # noqa: S301 - comes from a worker of our own
    except (EOFError, OSError, pickle.UnpicklingError, ValueError):
        # the pipe is closed, or what it held is cut off
        return _Died(_how(worker.wait()))


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101 - it was opened as a pipe
    return stream


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    worker.wait()
    for stream in (worker.stdin, worker.stdout):
        if stream is not None:
            with contextlib.suppress(BrokenPipeError):  # what was not sent is not wanted
                stream.close()


def _how(code: int) -> str:
    """Say how a process ended.

    >>> _how(-9), _how(1)
    ('SIGKILL', 'exit code 1')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
