"""Support: is every statement of the answer backed by what the generator saw?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ragtriage.batch import Batch
from ragtriage.model import UNSET, Cause, Outcome, RankedTrace, Settings, Stage, Trace, Verdict
from ragtriage.verdicts.seen import seen

__all__ = ["SupportJudge", "judge_support"]

_METHOD: Final = "recorded texts"

_ABSTAINED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=_METHOD,
    reason="the system declined to answer: nothing is to be backed",
    cause=Cause.NOT_APPLICABLE,
)
_NO_ANSWER: Final = Verdict(
    outcome=Outcome.UNKNOWN, method=_METHOD, reason="the answer was not recorded", cause=Cause.NOT_RECORDED
)
_NO_TEXTS: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=_METHOD,
    reason="the texts that the generator saw were not recorded",
    cause=Cause.NOT_RECORDED,
)
_NOTHING_SEEN: Final = Verdict(
    outcome=Outcome.FAIL, method=_METHOD, reason="the generator saw no text, and yet there is an answer"
)
_NOT_JUDGED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=_METHOD,
    reason="whether the texts back the answer was not judged",
    cause=Cause.NOT_JUDGED,
)


@dataclass(frozen=True, slots=True)
class SupportJudge:
    """Judges support without a model."""

    @property
    def stage(self) -> Stage:
        """Support."""
        return Stage.SUPPORT

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        return [
            judge_support(trace, batch.settings, is_abstained=is_abstained)
            for trace, is_abstained in zip(batch.traces, batch.abstained, strict=True)
        ]


def judge_support(trace: Trace | RankedTrace, settings: Settings, *, is_abstained: bool) -> Verdict:
    """Return whether what the generator saw backs the answer.

    An abstention has nothing to back. An answer to a question for which no text was seen is not backed.
    """
    if is_abstained:
        return _ABSTAINED
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        return _NO_ANSWER
    given = seen(trace, settings.k)
    if given.trace is None:
        return _NO_TEXTS
    if given.is_blank:
        return _NOTHING_SEEN
    return _NOT_JUDGED
