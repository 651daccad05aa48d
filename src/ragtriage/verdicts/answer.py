"""Answer: is the answer one of those that are known to be right?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from ragtriage.batch import Batch
from ragtriage.model import (
    UNSET,
    AnswerDetail,
    AnswerRule,
    Case,
    Cause,
    MatchMode,
    Outcome,
    RankedTrace,
    Settings,
    Stage,
    Trace,
    Verdict,
)
from ragtriage.text.marks import strip_marks
from ragtriage.text.matching import equal
from ragtriage.text.stating.items import consists_of

__all__ = ["AnswerJudge", "judge_answer"]

_NOT_RECORDED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="recorded answer",
    reason="the answer was not recorded",
    cause=Cause.NOT_RECORDED,
)
_NOT_LABELLED: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="expected answers",
    reason="the case has no expected answer",
    cause=Cause.NOT_LABELLED,
)
_NOT_APPLICABLE: Final = Verdict(
    outcome=Outcome.UNKNOWN,
    method="expected answers",
    reason="the question has no answer in the corpus, so that none is expected",
    cause=Cause.NOT_APPLICABLE,
)
_NONE_GIVEN: Final = Verdict(
    outcome=Outcome.FAIL, method="recorded answer", reason="the system gave no answer", detail=AnswerDetail()
)


@dataclass(frozen=True, slots=True)
class AnswerJudge:
    """Judges answers by comparing strings."""

    @property
    def stage(self) -> Stage:
        """Answer."""
        return Stage.ANSWER

    async def __call__(self, batch: Batch) -> list[Verdict]:
        """Judge the batch."""
        return [
            judge_answer(case, trace, batch.settings, is_abstained=is_abstained)
            for case, trace, is_abstained in zip(batch.cases, batch.traces, batch.abstained, strict=True)
        ]


def judge_answer(
    case: Case, trace: Trace | RankedTrace, settings: Settings, *, is_abstained: bool = False
) -> Verdict:
    """Return whether the answer is an expected one.

    Args:
        case: The question, and the answers that are known to be right.
        trace: What the system did with it.
        settings: The matcher and the rule.
        is_abstained: Whether the answer is known to decline; it is then no paraphrase of a right one.

    Example:
        >>> case = Case(id="1", expected_answers=("5 days",))
        >>> judge_answer(case, Trace(id="1", answer="5 Days."), Settings()).outcome.value
        'pass'
    """
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        return _NOT_RECORDED
    if not case.expected_answers:
        return _NOT_LABELLED if case.answerable else _NOT_APPLICABLE
    answer = trace.answer
    if answer is None or not answer.strip():
        return _NONE_GIVEN
    method = _method(settings.answer_rule, settings.match)
    are_equal = partial(equal, mode=settings.match, fold_chinese=settings.fold_chinese)
    for text in _texts(answer, case, trace, settings):
        for expected in case.expected_answers:
            if _is(text, expected, are_equal):
                return Verdict(outcome=Outcome.PASS, method=method, detail=AnswerDetail(expected=expected))
    if is_abstained:
        return _declined(method)
    return _different(method, len(case.expected_answers))


# The modes in which a citation mark is a difference like any other.
_WITH_MARKS: Final = frozenset((MatchMode.STRICT, MatchMode.WHITESPACE))


def _is(answer: str, expected: str | tuple[str, ...], are_equal: Callable[[str, str], bool]) -> bool:
    """Whether an answer is an expected one: equal to it, or all its items and nothing else."""
    if isinstance(expected, tuple):
        return consists_of(answer, expected, are_equal)
    return answer == expected or are_equal(answer, expected)


def _texts(answer: str, case: Case, trace: Trace, settings: Settings) -> Iterator[str]:
    """Yield the answer as it stands, and then without its citation marks, where these do not count."""
    yield answer
    if settings.match not in _WITH_MARKS:
        bare = strip_marks(answer, _ids(case, trace))
        if bare != answer:
            yield bare


def _ids(case: Case, trace: Trace) -> tuple[str, ...]:
    """Return the ids that an answer may cite: what was retrieved, and what is gold."""
    ids: list[str] = [] if case.gold_documents is None else list(case.gold_documents.grades)
    for entry in trace.retrieved or ():
        if isinstance(entry, str):
            ids.append(entry)
        else:
            ids += (name for name in (entry.document_id, entry.chunk_id) if name is not None)
    return tuple(ids)


@cache
def _method(rule: AnswerRule, mode: MatchMode) -> str:
    return f"{rule.value}({mode.value})"


@cache
def _declined(method: str) -> Verdict:
    return Verdict(
        outcome=Outcome.FAIL,
        method=method,
        reason="the system declined to answer",
        detail=AnswerDetail(),
    )


@cache
def _different(method: str, count: int) -> Verdict:
    known = "the expected answer" if count == 1 else f"any of the {count} expected answers"
    return Verdict(
        outcome=Outcome.FAIL,
        certain=False,
        method=method,
        reason=f"the answer is not equal to {known}; a paraphrase would look the same",
        detail=AnswerDetail(),
    )
