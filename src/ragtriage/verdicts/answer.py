"""Answer: is the answer one of those that are known to be right?

An answer that is equal to an expected one passes. Under the rule `stated` so does one that states it among
other words (`text/stating/`). A fail is certain where no paraphrase could look like it; under either rule
that is a refusal, a yes for a no, and another value of an expected value's type. Every other difference is
open: a paraphrase would look the same. Whoever chooses the rule `equals` has said that it is a fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, partial
from itertools import chain
from typing import Final

from msgspec.structs import replace

from ragtriage.batch import Batch
from ragtriage.model import (
    UNSET,
    AnswerDetail,
    AnswerRule,
    Case,
    Cause,
    MatchMode,
    Outcome,
    Place,
    RankedTrace,
    Settings,
    Stage,
    Trace,
    Verdict,
)
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.text.gathering import places
from ragtriage.text.marks import marks, strip_marks, strip_sources
from ragtriage.text.mending import mended
from ragtriage.text.planted import is_planted
from ragtriage.text.stating import Reading, Stated
from ragtriage.text.stating.negative_questions import may_mean_either
from ragtriage.text.tracing import Span
from ragtriage.text.written import is_blank, written
from ragtriage.verdicts.normal_form import normal_form

__all__ = ["AnswerJudge", "is_bare_value", "judge_answer"]

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
_POSSIBLY_DECLINED: Final = AnswerDetail(is_possibly_abstained=True)
_NOT_LABELLED_BUT_DENIES: Final = replace(_NOT_LABELLED, detail=_POSSIBLY_DECLINED)
_NOT_APPLICABLE_BUT_DENIES: Final = replace(_NOT_APPLICABLE, detail=_POSSIBLY_DECLINED)
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
    case: Case,
    trace: Trace | RankedTrace,
    settings: Settings,
    *,
    is_abstained: bool = False,
    is_followed: bool = False,
) -> Verdict:
    """Return whether the answer is an expected one.

    Args:
        case: The question, and the answers that are known to be right.
        trace: What the system did with it.
        settings: The matcher and the rule.
        is_abstained: Whether the answer is known to decline; it is then no paraphrase of a right one.
        is_followed: Whether somebody else judges what strings leave open, so that under the rule `equals` too
            an answer in other words is left open.

    Example:
        >>> case = Case(id="1", expected_answers=("5 days",))
        >>> judge_answer(case, Trace(id="1", answer="5 Days."), Settings()).outcome.value
        'pass'
    """
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        return _NOT_RECORDED
    answer = trace.answer
    if not case.expected_answers:
        is_possible = (
            bool(answer)
            and not is_abstained
            and abstains(answer, question=case.question) is Abstention.POSSIBLY
        )
        if case.answerable:
            return _NOT_LABELLED_BUT_DENIES if is_possible else _NOT_LABELLED
        return _NOT_APPLICABLE_BUT_DENIES if is_possible else _NOT_APPLICABLE
    if answer is None or is_blank(answer):
        return _NONE_GIVEN
    method = _method(settings.answer_rule, settings.match, settings.tolerance)
    if answer in case.expected_answers:
        return _of_equal(answer, answer, case, method)
    judged = case if settings.match in _WITH_MARKS else _without_sources(case, trace)
    verdict = _judge_as_written(
        answer, judged, trace, settings, is_abstained=is_abstained, is_followed=is_followed
    )
    return verdict if judged is case else _as_labelled(verdict, case, judged)


def _judge_as_written(
    answer: str, case: Case, trace: Trace, settings: Settings, *, is_abstained: bool, is_followed: bool
) -> Verdict:
    """Judge a text in its normal form, and mended where that does not pass, unless the mode forbids it."""
    judge = partial(_judge_text, settings=settings, is_abstained=is_abstained, is_followed=is_followed)
    if settings.match in _WITH_MARKS:
        return judge(answer, case, trace)
    form = normal_form(case, trace)
    plain = form.restored(judge(form.answer_text, form.case, form.trace))
    again = form.mended()
    if again is None:
        return plain
    return _of_both(plain, again.restored(judge(again.answer_text, again.case, again.trace)))


def _of_both(plain: Verdict, again: Verdict) -> Verdict:
    """Return what two readings of one answer give: a pass of either, and a fail of both.

    Whether a line's end cut a word or a number cannot always be told. Where one reading passes and the other
    certainly states another value, nothing can be.
    """
    if plain.outcome is Outcome.PASS and again.outcome is Outcome.FAIL and again.certain:
        reason = f"a line's end may have cut a value: {again.reason}"
        return replace(again, outcome=Outcome.UNKNOWN, reason=reason, cause=Cause.NOT_JUDGED)
    if again.outcome is Outcome.PASS and (again.certain or plain.outcome is not Outcome.PASS):
        return again
    return again if plain.outcome is Outcome.FAIL and again.outcome is Outcome.UNKNOWN else plain


def _without_sources(case: Case, trace: Trace) -> Case:
    """Return a case whose expected answers name no sources; the same one where they do not."""
    ids = _ids(case, trace)
    bare = tuple(
        strip_sources(expected, ids) if isinstance(expected, str) else expected
        for expected in case.expected_answers or ()
    )
    return case if bare == case.expected_answers else replace(case, expected_answers=bare)


def _as_labelled(verdict: Verdict, case: Case, judged: Case) -> Verdict:
    """Return a verdict that names the expected answer as it was labelled."""
    detail = verdict.detail
    if not isinstance(detail, AnswerDetail) or detail.expected is None:
        return verdict
    at = (judged.expected_answers or ()).index(detail.expected)
    return replace(verdict, detail=replace(detail, expected=(case.expected_answers or ())[at]))


def is_bare_value(answer: str) -> bool:
    """Whether an answer is a typed value and nothing more, which no refusal is.

    Example:
        >>> is_bare_value("12,000 yen."), is_bare_value("The guide stays quiet about the 2 days.")
        (True, False)
    """
    answer = mended(written(answer)).text
    if len(answer) > _LONGEST_VALUE:
        return False
    from ragtriage.text.stating.typed import typed  # noqa: PLC0415 - large tables, and seldom asked for
    from ragtriage.text.values import read  # noqa: PLC0415 - as above

    return typed(answer, read(answer)) is not None


def _judge_text(
    answer: str, case: Case, trace: Trace, settings: Settings, *, is_abstained: bool, is_followed: bool
) -> Verdict:
    """Return the verdict on an answer that is something, and for which something is expected."""
    method = _method(settings.answer_rule, settings.match, settings.tolerance)
    stated = _stated(answer, case, settings)
    equal = _equal(stated, case, method)
    ids = () if settings.match in _WITH_MARKS else _ids(case, trace)
    bare = answer if settings.match in _WITH_MARKS else strip_marks(answer, ids)
    if equal is None and bare != answer:
        stated = _stated(bare, case, settings)
        equal = _equal(stated, case, method)
    if equal is not None:
        return equal
    expected_answers = case.expected_answers or ()
    if len(expected_answers) > _MOST_EXPECTED:
        return Verdict(
            outcome=Outcome.UNKNOWN,
            method=method,
            reason=f"equals none of {len(expected_answers):,} expected answers, too many to look for",
            cause=Cause.NOT_JUDGED,
            detail=AnswerDetail(),
        )
    is_stated = settings.answer_rule is AnswerRule.STATED
    holds = stated.holds if is_stated else stated.contradicts
    readings = [holds(expected) for expected in expected_answers]
    passes = [
        (expected, reading)
        for expected, reading in zip(expected_answers, readings, strict=True)
        if is_stated and reading.outcome is Outcome.PASS
    ]
    if passes:
        expected, reading = next((each for each in passes if each[1].certain), passes[0])
        passed = _passed(answer, bare, ids, expected, reading, method=method)
        return (
            passed
            if reading.certain or passed.outcome is not Outcome.PASS
            else _aside(passed, bare, case, reading)
        )
    if is_abstained:
        return _declined(method)
    if not is_stated and not is_followed:
        return Verdict(outcome=Outcome.FAIL, method=method, reason=readings[0].reason, detail=AnswerDetail())
    has_wording = is_stated and settings.match is MatchMode.STANDARD
    likely = _likely(bare, case, readings) if has_wording else None
    return _unequal(answer, case, readings, stated, method) if likely is None else likely


def _equal(stated: Stated, case: Case, method: str) -> Verdict | None:
    """Return a pass for an answer that equals an expected one."""
    equal = (expected for expected in case.expected_answers or () if stated.equals(expected))
    passed: Verdict | None = None
    for expected in equal:
        passed = _of_equal(expected, stated.answer, case, method)
        if passed.certain:
            break
    return passed


def _of_equal(expected: str | tuple[str, ...], answer: str, case: Case, method: str) -> Verdict:
    """Return the pass of an answer that equals an expected one.

    It is certain but for a yes or no to a negative question, where whoever wrote the label may have meant the
    opposite by the same word. The rule `equals` asks for no more than the word.
    """
    is_either = (
        isinstance(expected, str)
        and not method.startswith(AnswerRule.EQUALS)
        and may_mean_either(case.question, expected, answer)
    )
    detail = AnswerDetail(expected=expected)
    return Verdict(outcome=Outcome.PASS, certain=not is_either, method=method, detail=detail)


def _likely(bare: str, case: Case, readings: Sequence[Reading]) -> Verdict | None:
    """Return what a rule makes likely of an answer in other words; None where none does.

    The rules were measured beside the rule `stated` in standard mode, and are asked there alone.
    """
    if all(reading.certain for reading in readings):
        return None
    from ragtriage.text.paraphrase import wording  # noqa: PLC0415 - large tables, and seldom asked for

    found = wording(
        bare, case.expected_answers or (), question=case.question, language=case.language, readings=readings
    )
    if found is None or found.outcome is None:
        return None
    is_right = found.outcome is Outcome.PASS
    if is_right and any(reading.is_held_against for reading in readings):
        return None
    reason = None if is_right else next(reading.reason for reading in readings if not reading.certain)
    return Verdict(
        outcome=found.outcome,
        certain=False,
        score=round(found.probability, 4),
        method=found.rule,
        reason=reason if reason is None else f"likely another answer: {reason.partition(';')[0]}",
        detail=AnswerDetail(),
    )


def _passed(
    answer: str,
    bare: str,
    ids: Sequence[str],
    expected: str | tuple[str, ...],
    reading: Reading,
    *,
    method: str,
) -> Verdict:
    """Return the verdict on an answer that holds an expected one: a pass, if it states it."""
    if reading.span is None:
        return Verdict(outcome=Outcome.PASS, method=method, detail=AnswerDetail(expected=expected))
    if is_planted(reading.span, bare):
        return _planted(method)
    detail = AnswerDetail(expected=expected, place=_place(answer, bare, ids, reading.span))
    return Verdict(outcome=Outcome.PASS, method=method, detail=detail)


def _aside(passed: Verdict, bare: str, case: Case, reading: Reading) -> Verdict:
    """Return the verdict on an answer that may state an expected one of something else than was asked for.

    In English 97 of 100 of them are right all the same; in other languages nobody has judged enough.
    """
    from ragtriage.text.paraphrase import is_english  # noqa: PLC0415 - large tables, and seldom asked for

    if is_english(bare, case.question, case.language):
        return replace(passed, certain=False, method=_ASIDE)
    return replace(
        passed, outcome=Outcome.UNKNOWN, reason=reading.reason, cause=Cause.NOT_JUDGED, detail=AnswerDetail()
    )


_ASIDE: Final = "stated aside(en)"
_MOST_EXPECTED: Final = 1000
_LONGEST_VALUE: Final = 40  # characters; longer answers are no value alone

# The modes in which a citation mark is a difference like any other.
_WITH_MARKS: Final = frozenset((MatchMode.STRICT, MatchMode.WHITESPACE))


def _stated(answer: str, case: Case, settings: Settings) -> Stated:
    return Stated(
        answer,
        case.question,
        tuple(chain.from_iterable((e,) if isinstance(e, str) else e for e in case.expected_answers or ())),
        settings.match,
        case.language,
        settings.fold_chinese,
        tuple(case.evidence or ()),
        _share(settings.tolerance),
    )


@cache
def _share(tolerance: str) -> Decimal | None:
    """Return a tolerance as a share of the expected amount; None where there is none."""
    return Decimal(tolerance.removesuffix("%")) / 100 if tolerance else None


def _ids(case: Case, trace: Trace) -> tuple[str, ...]:
    """Return the ids that an answer may cite: what was retrieved, and what is gold."""
    ids: list[str] = [] if case.gold_documents is None else list(case.gold_documents.grades)
    for entry in trace.retrieved or ():
        if isinstance(entry, str):
            ids.append(entry)
        else:
            ids += (name for name in (entry.document_id, entry.chunk_id) if name is not None)
    return tuple(ids)


def _place(answer: str, bare: str, ids: Sequence[str], span: Span) -> Place:
    """Lead a place in an answer without its citation marks back to the answer as it was recorded."""
    if bare == answer:
        return Place(chunk=0, start=span.start, end=span.end)
    kept = places()
    done = 0
    for start, end in marks(answer, ids):
        kept.extend(range(done, start))
        done = end
    kept.extend(range(done, len(answer)))
    trimmed = next(position for position, at in enumerate(kept) if not answer[at].isspace())
    return Place(chunk=0, start=kept[trimmed + span.start], end=kept[trimmed + span.end - 1] + 1)


def _unequal(answer: str, case: Case, readings: Sequence[Reading], stated: Stated, method: str) -> Verdict:
    """Return a fail when every expected answer is certainly not there; else it is open."""
    doubtful = next((reading for reading in readings if not reading.certain), None)
    if doubtful is None:
        return Verdict(outcome=Outcome.FAIL, method=method, reason=readings[0].reason, detail=AnswerDetail())
    is_possible = (
        abstains(answer, question=case.question) is Abstention.POSSIBLY
        and not stated.has_value_of_expected_type()
    )
    return Verdict(
        outcome=Outcome.UNKNOWN,
        method=method,
        reason=doubtful.reason,
        cause=Cause.NOT_JUDGED,
        detail=_POSSIBLY_DECLINED if is_possible else AnswerDetail(),
    )


@cache
def _method(rule: AnswerRule, mode: MatchMode, tolerance: str) -> str:
    return f"{rule.value}({mode.value}{', tolerance ' if tolerance else ''}{tolerance})"


@cache
def _planted(method: str) -> Verdict:
    reason = "the answer holds it only in what was planted for a machine to obey"
    return Verdict(
        outcome=Outcome.UNKNOWN, method=method, reason=reason, cause=Cause.NOT_JUDGED, detail=AnswerDetail()
    )


@cache
def _declined(method: str) -> Verdict:
    return Verdict(
        outcome=Outcome.FAIL, method=method, reason="the system declined to answer", detail=AnswerDetail()
    )
