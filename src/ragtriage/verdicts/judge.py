"""What a judge is: one stage, a whole batch, a verdict for every case."""

from __future__ import annotations

from typing import Protocol

from ragtriage.batch import Batch
from ragtriage.model import Stage, Verdict

__all__ = ["Judge"]


class Judge(Protocol):
    """Judges one stage of every case in a batch: n verdicts, in the batch's order."""

    @property
    def stage(self) -> Stage:
        """The stage it judges."""
        ...

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        ...
