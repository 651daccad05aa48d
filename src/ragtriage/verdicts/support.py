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
    Statement,
    SupportDetail,
    Trace,
    Verdict,
)
from ragtriage.text.support import NOT_MENTIONED, SUPPORTED, Context
from ragtriage.verdicts.seen import Seen, seen

__all__ = ["SupportJudge", "judge_support"]

_METHOD: Final = "recorded texts"
_LETTER_BY_LETTER: Final = "statements word for word, figures by value"

# How much of a statement a reason shows.
_SHOWN: Final = 80

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
_NO_STATEMENT: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method=_LETTER_BY_LETTER,
    reason="no statement was found in the answer",
    cause=Cause.NOT_JUDGED,
    detail=SupportDetail(),
)


@dataclass(frozen=True, slots=True)
class SupportJudge:
    """Judges support without a model: only what is certain, the rest is unknown."""

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
    6. Else only a model could tell: unknown.
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
    ids = _ids(trace)
    # a year or a section that is part of an id, such as policy-2024, is no invention
    known = " ".join((case.question, *sorted(ids)))
    context = Context(given.chunks(), known, settings.fold_chinese)
    # None and "" are abstentions, so that what is left is text
    statements = context.statements(trace.answer or "", ids)
    return _verdict(statements, given) if statements else _NO_STATEMENT


def _ids(trace: Trace) -> frozenset[str]:
    """Return the ids that an answer may cite."""
    found: set[str] = set()
    for entry in trace.retrieved or ():
        if isinstance(entry, str):
            found.add(entry)
        else:
            found.update(name for name in (entry.document_id, entry.chunk_id) if name is not None)
    return frozenset(found)


def _verdict(statements: tuple[Statement, ...], given: Seen) -> Verdict:
    """Say what the statements give together."""
    detail = SupportDetail(statements=statements)
    open_statements = [statement for statement in statements if statement.outcome != SUPPORTED]
    if not open_statements:
        return Verdict(outcome=Outcome.PASS, method=_LETTER_BY_LETTER, detail=detail)
    unbacked = [statement for statement in statements if statement.outcome == NOT_MENTIONED]
    first = (unbacked or open_statements)[0]
    told = f"{len(unbacked or open_statements)} of {len(statements)} statements"
    shown = first.text if len(first.text) <= _SHOWN else f"{first.text[:_SHOWN]}…"
    if unbacked and not given.unrecorded:
        reason = f"{told} not backed: {shown!r}: {first.reason}"
        return Verdict(outcome=Outcome.FAIL, method=_LETTER_BY_LETTER, reason=reason, detail=detail)
    reason = f"{told} could not be judged without a model: {shown!r}: {first.reason}"
    cause = Cause.NOT_JUDGED
    if unbacked:
        reason = f"{told} could not be judged, as some texts were not recorded: {shown!r}: {first.reason}"
        cause = Cause.NOT_RECORDED
    return Verdict(
        outcome=Outcome.UNKNOWN, method=_LETTER_BY_LETTER, reason=reason, cause=cause, detail=detail
    )
