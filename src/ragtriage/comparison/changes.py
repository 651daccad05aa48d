"""Changes: for how many cases what the system made of them differs between two sides."""

from __future__ import annotations

import numpy as np

from ragtriage.comparison.pairing import OUTPUTS, Paired
from ragtriage.comparison.sides import Digests
from ragtriage.comparison.unknowns import Bools

__all__ = ["Changes"]


class Changes:
    """The outputs of paired cases: which were recorded on both sides, and which are not the same.

    Attributes:
        counts: For how many cases each output differs, of those that differ for any.
        recorded: The outputs that both sides recorded for any case.
        differ: Whether each output differs for any case; None where it was not recorded for all.
        contexts_differ: Whether the generator saw anything else, likewise: the context, or the list where
            none was recorded.
    """

    def __init__(self, paired: Paired) -> None:
        outputs = {part: (paired.baseline.digests(part), paired.candidate.digests(part)) for part in OUTPUTS}
        counts = {part: _count(*both) for part, both in outputs.items()}
        self.counts = {part: count for part, count in counts.items() if count}
        self.recorded = frozenset(part for part, both in outputs.items() if _are_recorded(*both).any())
        self.differ = {part: _differ(*both) for part, both in outputs.items()}
        context, retrieved = outputs["context"], outputs["retrieval_results"]
        has_context = (context[0] != 0) | (context[1] != 0)
        seen = [np.where(has_context, *both) for both in zip(context, retrieved, strict=True)]
        self.contexts_differ = _differ(seen[0], seen[1])


def _are_recorded(one: Digests, other: Digests) -> Bools:
    recorded: Bools = (one != 0) & (other != 0)
    return recorded


def _count(one: Digests, other: Digests) -> int:
    return int(np.count_nonzero((one != other) & _are_recorded(one, other)))


def _differ(one: Digests, other: Digests) -> bool | None:
    if _count(one, other):
        return True
    return False if _are_recorded(one, other).all() else None
