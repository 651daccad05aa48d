"""Questions: what is sent, how its reply is read, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar

from ragtriage.llm.messages import Request
from ragtriage.llm.replies import Object, read_object, read_prose

__all__ = ["Accepted", "Answered", "Asked", "Prose", "Question"]

T = TypeVar("T")


class Accepted(NamedTuple, Generic[T]):
    """What a reply means, and what is still wrong with it, fit to be told to the model.

    Args:
        value: What it means.
        complaints: What is wrong; a reply about which there is a complaint to the end is no answer.
        doubts: What another reply may clear up; if none does, this one stands.
    """

    value: T
    complaints: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


class Asked(Protocol[T]):
    """A request, and how its reply is read: a `Question`, or `Prose`."""

    @property
    def request(self) -> Request:
        """What is sent."""
        ...

    @property
    def stand_in(self) -> T:
        """What to go on with where nothing is asked."""
        ...

    @property
    def vote(self) -> int:
        """Counted from 0; votes on the same request are questions of their own."""
        ...

    @property
    def expected_tokens(self) -> int:
        """About how long the reply will be."""
        ...

    def read(self, text: str | None, *, is_whole: bool = True) -> Accepted[T]:
        """Return what a reply means; raises ReplyError where it does not fit."""
        ...


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """A request, and how its reply is read.

    Args:
        request: What is sent.
        accept: Makes of the object in a reply what is wanted; raises ReplyError where it is in another form.
        stand_in: What to go on with where nothing is asked, to see what would be asked next.
        vote: Counted from 0; votes on the same request are questions of their own.
        expected_tokens: About how long the reply will be.
    """

    request: Request
    accept: Callable[[Object], Accepted[T]]
    stand_in: T
    vote: int = 0
    expected_tokens: int = 100

    def read(self, text: str | None, *, is_whole: bool = True) -> Accepted[T]:
        """Return what the object in a reply means; raises ReplyError where there is none that fits."""
        return read_object(text if is_whole else None, self.accept)


@dataclass(frozen=True, slots=True)
class Prose:
    """A request whose reply is a text to be taken as it stands, cut off or not; an empty one is a reply too.

    Args:
        request: What is sent.
        vote: Counted from 0; votes on the same request are questions of their own.
        expected_tokens: About how long the reply will be.
        stand_in: What to go on with where nothing is asked.
    """

    request: Request
    vote: int = 0
    expected_tokens: int = 50
    stand_in: str = ""

    def read(self, text: str | None, *, is_whole: bool = True) -> Accepted[str]:
        """Return the text without thoughts; raises ReplyError where those never end."""
        return Accepted(read_prose(text, is_whole=is_whole))


class Answered(NamedTuple, Generic[T]):
    """What came of a question.

    Args:
        value: What the reply means; None when there is no answer.
        reason: Why there is none, or what is wrong with it.
        raw_replies: What the model said, where it did not fit.
        is_asked: False where a limit, or a dry run, forbade to ask.
    """

    value: T | None
    reason: str | None = None
    raw_replies: tuple[str, ...] = ()
    is_asked: bool = True
