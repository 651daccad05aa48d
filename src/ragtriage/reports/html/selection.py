"""Which cases a page holds: all of them, or of very many those that failed and an even sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ragtriage.model import CaseResult
from ragtriage.reports.html.state import counted

__all__ = ["MOST_CASES", "Selection"]

MOST_CASES: Final = 10_000

# Of very many failing cases some places are left to those that passed, to look at beside them.
_LEAST_PASSED: Final = 1_000


class Selection(NamedTuple):
    """How many cases are shown, of how many, by whether they passed."""

    failing: int
    failing_shown: int
    passed: int
    passed_shown: int

    @classmethod
    def of(cls, n: int, passed: int, most: int = MOST_CASES) -> Selection:
        """Return what is shown of n cases: those that failed first.

        Example:
            >>> Selection.of(100_000, 97_000)
            Selection(failing=3000, failing_shown=3000, passed=97000, passed_shown=7000)
        """
        failing = n - passed
        room_for_failing = most - min(passed, most * _LEAST_PASSED // MOST_CASES)
        failing_shown = min(failing, most if n <= most else room_for_failing)
        return cls(failing, failing_shown, passed, min(passed, most - failing_shown))

    @property
    def shown(self) -> int:
        """How many cases are shown."""
        return self.failing_shown + self.passed_shown

    @property
    def is_whole(self) -> bool:
        """Whether all cases are shown."""
        return self.shown == self.failing + self.passed

    def pick(self, results: Iterable[CaseResult]) -> Iterator[CaseResult]:
        """Yield the cases that are shown, in their order; a sample is spread evenly over all."""
        seen_failing = seen_passed = 0
        for result in results:
            if counted(result).is_passed:
                seen_passed += 1
                if _is_next(seen_passed, self.passed_shown, self.passed):
                    yield result
            else:
                seen_failing += 1
                if _is_next(seen_failing, self.failing_shown, self.failing):
                    yield result


def _is_next(nth: int, wanted: int, total: int) -> bool:
    """Tell whether the nth of all is one of those wanted, when these are spread evenly."""
    return nth * wanted // total > (nth - 1) * wanted // total
