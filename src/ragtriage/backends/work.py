"""Work that is shared out: parts go in, in order; what was made of each comes back, in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Generic, NamedTuple, Protocol, TypeVar

from ragtriage.errors import RagtriageError

__all__ = ["Backend", "Begun", "Failure", "LostError", "Part", "attempt"]

P = TypeVar("P", bound="Part")
T = TypeVar("T")


class Part(Protocol):
    """A part of the work; it can be pickled."""

    @property
    def number(self) -> int:
        """Its place in the order, from 0."""
        ...

    @property
    def where(self) -> str:
        """Where it stands in the input, for messages."""
        ...


class LostError(RagtriageError):
    """A part could not be finished, however often it was begun."""


class Failure(NamedTuple):
    """A part that cannot be used, and why; an error as it travels between processes."""

    number: int
    error: RagtriageError


class Backend(Protocol):
    """Does the same work on every part, somewhere."""

    def run(self, begin: Callable[[], Callable[[P], T]], parts: Iterable[P]) -> Generator[T | Failure]:
        """Yield what the work makes of each part, or why it failed, as it comes.

        Args:
            begin: Makes the work, once a worker: what it needs may be dear to make.
            parts: In order; each is done by one worker.

        Raises:
            LostError: A part was lost with whoever worked on it, and again when it was begun anew.
        """
        ...


class Begun(Generic[P, T]):
    """Work that is made when the first part comes, so that what stands in its way is told of that part."""

    def __init__(self, begin: Callable[[], Callable[[P], T]]) -> None:
        self._begin = begin
        self._work: Callable[[P], T] | None = None

    def __call__(self, part: P) -> T:
        """Do the work."""
        if self._work is None:
            self._work = self._begin()
        return self._work(part)


def attempt(work: Callable[[P], T], part: P) -> T | Failure:
    """Do the work on a part; what is wrong with the part is told, and is no crash of the worker."""
    try:
        return work(part)
    except RagtriageError as error:
        return Failure(part.number, error)
