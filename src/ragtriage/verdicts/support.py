"""Support: is every statement of the answer backed by what the generator saw?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ragtriage.batch import Batch
from ragtriage.model import (
    UNSET,
    Case,
    Cause,
    Outcome,
    RankedTrace,
    Settings,
    Stage,
    Trace,
    Verdict,
)
from ragtriage.verdicts.seen import seen

__all__ = ["RECORDED_TEXTS", "WORD_FOR_WORD", "SupportJudge", "judge_support"]

# How support was reached: by whether there are texts at all, or by what stands in them.
RECORDED_TEXTS: Final = "recorded texts"
WORD_FOR_WORD: Final = "statements word for word, figures by value"

_ABSTAINED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=RECORDED_TEXTS,
    reason="the system declined to answer: nothing is to be backed",
    cause=Cause.NOT_APPLICABLE,
)
_NO_ANSWER: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=RECORDED_TEXTS,
    reason="the answer was not recorded",
    cause=Cause.NOT_RECORDED,
)
_NO_TEXTS: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=RECORDED_TEXTS,
    reason="the texts that the generator saw were not recorded",
    cause=Cause.NOT_RECORDED,
)
_NOTHING_SEEN: Final = Verdict(
    outcome=Outcome.FAIL,
    method=RECORDED_TEXTS,
    reason="the generator saw no text, and yet there is an answer",
)


@dataclass(frozen=True, slots=True)
class SupportJudge:
    """Judges support without a model: what is certain or likely, the rest is unknown."""

    @property
    def stage(self) -> Stage:
        """Support."""
        return Stage.SUPPORT

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        return [
            judge_support(case, trace, batch.settings, is_abstained=is_abstained)
            for case, trace, is_abstained in zip(batch.cases, batch.traces, batch.abstained, strict=True)
        ]


def judge_support(
    case: Case, trace: Trace | RankedTrace, settings: Settings, *, is_abstained: bool
) -> Verdict:
    """Return whether what the generator saw backs the answer.

    The rows are tried in order:

    1. The system declined: not applicable.
    2. The answer, or every text, was not recorded: unknown.
    3. The texts were recorded and are blank: fail.
    4. Every statement stands in the texts, which vouch for it: pass.
    5. A statement gives a figure that the texts neither hold nor yield: fail, if all texts were recorded.
    6. A rule that people's labels bear out tells of what is left: likely pass, or likely fail.
    7. Else only a model could tell: unknown.
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
    from ragtriage.verdicts.statements import judge_statements  # noqa: PLC0415 - large tables, which need texts

    return judge_statements(case, trace, given, settings)
