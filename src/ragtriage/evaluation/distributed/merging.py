"""Merging: what is kept of parts is taken together in the order of the input, however they arrive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from ragtriage.backends.work import Failure
from ragtriage.errors import AlignmentError
from ragtriage.evaluation.batches import Watch
from ragtriage.evaluation.distributed.jobs import Outcome
from ragtriage.evaluation.distributed.parts import Read
from ragtriage.evaluation.pipeline import Gathered
from ragtriage.model import Judging

__all__ = ["Merging"]


@dataclass(slots=True)
class Merging:
    """Takes outcomes in any order; what comes too early waits for those before it.

    Args:
        gathered: Is given what is kept of the cases.
        watch: Is given what was watched over them.
        read: Is given what was seen while they were read.
        name: Of the input, for messages.
        merged: Is told of each outcome that was taken in.
    """

    gathered: Gathered
    watch: Watch
    read: Read
    name: str
    merged: Callable[[Outcome], None] = lambda _: None
    judging: dict[str, Judging] = field(default_factory=dict[str, Judging])  # by stage, of all parts
    _next: int = 0
    _waiting: dict[int, Outcome | Failure] = field(default_factory=dict[int, "Outcome | Failure"])

    def take(self, made: Outcome | Failure) -> None:
        """Take in an outcome, and those that waited for it.

        Raises:
            RagtriageError: The first part that cannot be judged, as its worker said it.
            AlignmentError: The parts do not fit together.
        """
        self._waiting[made.number] = made
        while (following := self._waiting.pop(self._next, None)) is not None:
            if isinstance(following, Failure):
                raise following.error
            self._absorb(following)
            self._next += 1
            self.merged(following)

    @property
    def count(self) -> int:
        """How many parts were taken in; those that wait for one before them are not."""
        return self._next

    def _absorb(self, outcome: Outcome) -> None:
        self._check_ids(outcome.read)
        mine, other = self.read, outcome.read
        if mine.survey is not None and other.survey is not None:
            mine.survey.absorb(other.survey)
        if mine.field_map is not None and other.field_map is not None:
            mine.field_map.absorb(other.field_map)
        mine.aside.extend(other.aside)
        mine.named += other.named
        self.gathered.absorb(outcome.gathered)
        self.watch.absorb(outcome.watch)
        for stage, told in outcome.judging.items():
            before = self.judging.get(stage)
            self.judging[stage] = told if before is None else _added(before, told)

    def _check_ids(self, read: Read) -> None:
        """Hold the first row of a part to those before it: all have an id, or none has."""
        if self.read.has_ids is None:
            self.read.has_ids = read.has_ids
        if read.has_ids is not None and read.has_ids is not self.read.has_ids:
            raise AlignmentError(
                f"{self.name}, row {self.gathered.tally.n + 1}: has {'an' if read.has_ids else 'no'} id, "
                "unlike the rows before it; give every row an `id`, or none (then the question is its own id)"
            )


def _added(one: Judging, other: Judging) -> Judging:
    """Return what two parts took together."""
    return replace(
        one,
        to_judge=one.to_judge + other.to_judge,
        failed=one.failed + other.failed,
        not_asked=one.not_asked + other.not_asked,
        split=None if one.split is None or other.split is None else one.split + other.split,
        calls=one.calls + other.calls,
        prompt_tokens=one.prompt_tokens + other.prompt_tokens,
        completion_tokens=one.completion_tokens + other.completion_tokens,
        cost=None if one.cost is None or other.cost is None else one.cost + other.cost,
        unreachable=_unreachable(one, other),
        stopped=one.stopped or other.stopped,
    )


def _unreachable(one: Judging, other: Judging) -> str | None:
    """Return why nobody was reached from two parts; from one in which nothing was asked nobody can be."""
    silent = [judging.unreachable for judging in (one, other) if judging.calls or judging.failed]
    return silent[0] if silent and None not in silent else None
