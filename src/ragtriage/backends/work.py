"""Work that is shared out: parts go in, in order; what was made of each comes back, in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import NamedTuple, Protocol, TypeVar

from ragtriage.errors import RagtriageError

__all__ = ["Backend", "Failure", "LostError", "Part", "attempt"]

P_contra = TypeVar("P_contra", bound="Part", contravariant=True)
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

    def run(self, work: Callable[[P], T], parts: Iterable[P]) -> Generator[T | Failure]:
        """Yield what the work makes of each part, or why it failed, as it comes.

        Raises:
            LostError: A part was lost with whoever worked on it, and again when it was begun anew.
        """
        ...


def attempt(work: Callable[[P], T], part: P) -> T | Failure:
    """Do the work on a part; what is wrong with the part is told, and is no crash of the worker."""
    try:
        return work(part)
    except RagtriageError as error:
        return Failure(part.number, error)
