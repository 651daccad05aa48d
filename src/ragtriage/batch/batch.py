"""A batch: what every judge and every metric is handed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ragtriage.model import Case, Hits, RankedTrace, Settings, Trace

__all__ = ["Batch"]


@dataclass(frozen=True, slots=True)
class Batch:
    """n cases with their traces, in the order of the input."""

    cases: Sequence[Case]  # (n,)
    traces: Sequence[Trace | RankedTrace]  # (n,)
    ranks: Sequence[Mapping[str, int] | None]  # (n,); gold ids that came back → 1-based rank
    hits: Sequence[Hits | None]  # (n,); None where gold or the retrieved list is not known, as in `ranks`
    abstained: Sequence[bool]  # (n,); whether the system declined to answer
    settings: Settings

    def __len__(self) -> int:
        """Return n."""
        return len(self.cases)
