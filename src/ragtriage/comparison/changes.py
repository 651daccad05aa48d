"""Changes: for how many cases what the system made of them differs between two sides."""

from __future__ import annotations

from typing import Final

import numpy as np

from ragtriage.comparison.joining.pairing import OUTPUTS, Paired

__all__ = ["Changes"]

_SEEN: Final = "what was seen"  # the context, or the list where none was recorded


class Changes:
    """What was recorded of each case on both sides, and for how many it is not the same."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = dict.fromkeys(OUTPUTS, 0)  # recorded on both sides, and not the same
        self._recorded: dict[str, int] = dict.fromkeys((*OUTPUTS, _SEEN), 0)  # on both sides
        self._sees_others = False
        self._n = 0

    def add(self, paired: Paired) -> None:
        """Take in some cases."""
        one, other = paired.baseline, paired.candidate
        self._n += len(one)
        for part in OUTPUTS:
            self.counts[part] += int(np.count_nonzero(paired.differs(part)))
            self._recorded[part] += int(np.count_nonzero((one.digest(part) != 0) & (other.digest(part) != 0)))
        has_context = (one.digest("context") != 0) | (other.digest("context") != 0)
        seen, against = (
            np.where(has_context, side.digest("context"), side.digest("retrieval_results"))
            for side in (one, other)
        )
        is_recorded = (seen != 0) & (against != 0)
        self._recorded[_SEEN] += int(np.count_nonzero(is_recorded))
        self._sees_others = self._sees_others or bool(((seen != against) & is_recorded).any())

    def is_recorded(self, part: str) -> bool:
        """Say whether a part was recorded on both sides for any case."""
        return self._recorded[part] > 0

    def changes(self, part: str) -> bool | None:
        """Say whether a part differs in any case; None when it was not recorded for all."""
        return self._told(part, differs=self.counts[part] > 0)

    def changes_what_was_seen(self) -> bool | None:
        """Say whether the generator saw anything else: the context, or the list where none was recorded."""
        return self._told(_SEEN, differs=self._sees_others)

    def _told(self, part: str, *, differs: bool) -> bool | None:
        if differs:
            return True
        return False if self._recorded[part] == self._n else None
