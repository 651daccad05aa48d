"""What a judge is: one stage, a whole batch, a verdict for every case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ragtriage.batch import Batch
from ragtriage.model import Stage, Verdict

if TYPE_CHECKING:
    from ragtriage.verdicts.asked.panel import Panel

__all__ = ["Asking", "Judge"]


class Judge(Protocol):
    """Judges one stage of every case in a batch: n verdicts, in the batch's order."""

    @property
    def stage(self) -> Stage:
        """The stage it judges."""
        ...

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        ...


@runtime_checkable
class Asking(Protocol):
    """Asks a model; an evaluation opens its connection once, and reports what it took."""

    @property
    def panel(self) -> Panel:
        """What asks."""
        ...
