"""What a judge is: one stage, a whole batch, a verdict for every case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeGuard, runtime_checkable

from ragtriage.batch import Batch
from ragtriage.model import RELEVANCE, Relevance, Stage, Verdict

if TYPE_CHECKING:
    from ragtriage.verdicts.asked.panel import Panel

__all__ = ["AnyJudge", "Asking", "Judge", "RelevanceJudge", "judges_relevance"]


class Judge(Protocol):
    """Judges one stage of every case in a batch: n verdicts, in the batch's order."""

    @property
    def stage(self) -> Stage:
        """The stage it judges."""
        ...

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        ...


class RelevanceJudge(Protocol):
    """Says which retrieved texts matter, for every case in a batch: n scores, in the batch's order."""

    @property
    def stage(self) -> str:
        """Beside the stages: `relevance`."""
        ...

    async def __call__(self, batch: Batch) -> list[Relevance]:
        """Judge the batch."""
        ...


AnyJudge: TypeAlias = Judge | RelevanceJudge


def judges_relevance(judge: AnyJudge) -> TypeGuard[RelevanceJudge]:
    """Tell a judge of relevance from that of a stage."""
    return judge.stage == RELEVANCE


@runtime_checkable
class Asking(Protocol):
    """Asks a model; an evaluation opens its connection once, and reports what it took."""

    @property
    def panel(self) -> Panel:
        """What asks."""
        ...
