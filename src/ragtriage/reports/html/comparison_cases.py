"""The cases of a comparison that changed, as its page shows them: both sides of each, and what changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from ragtriage.comparison.records import Comparison
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.rows import decode_rows
from ragtriage.model import UNSET, CaseResult, Diagnosis, Outcome, RankedTrace, Settings, Stage, Verdict
from ragtriage.reports.html.comparison_lists import Lists, lists_of
from ragtriage.reports.html.messages import Language
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.html.reasons import reason_in
from ragtriage.reports.html.survey import reading
from ragtriage.reports.html.texts import Run, language_of, marked
from ragtriage.reports.inert import inert

__all__ = ["Change", "ChangedCase", "changed_cases", "changed_ids", "first_cases"]

_MOST_CASES: Final = 2_000  # about 10 MB of them

_MOST_TEXT: Final = 1_200
_MOST_REASON: Final = 400
_MOST_ID: Final = 400


class Change(StrEnum):
    """What became of a case, in the order in which somebody should look."""

    BROKEN = "broken"  # passed, and now fails
    LOST = "lost"  # passed, and is now unknown
    OTHER = "other"
    FIXED = "fixed"  # failed, and passes now


class _Side(msgspec.Struct, omit_defaults=True):
    diagnosis: str  # empty where diagnoses are not compared
    colour: str
    certain: bool
    # one a compared stage: outcome, certain, reason, and whether that is translated
    outcomes: list[tuple[str, bool, list[Run], bool]]
    answer: list[Run] | None = None  # None: not recorded, or none given
    answer_note: str = ""  # a key of the messages
    answer_lang: str = ""


class ChangedCase(msgspec.Struct, omit_defaults=True):
    """One case on both sides."""

    id: str
    key: str  # the id as a link names it, before anything in it is spelt out
    change: Change
    question: list[Run]
    expected: list[list[Run]]
    lang: str
    sides: tuple[_Side, _Side]
    lists: Lists


def changed_ids(comparison: Comparison) -> list[str]:
    """Return the ids of all cases whose outcome at some stage, or whose diagnosis, changed."""
    return list(
        dict.fromkeys(
            [
                *(
                    i
                    for flips in comparison.flips.values()
                    for i in (*flips.broken, *flips.lost, *flips.fixed)
                ),
                *(i for group in comparison.moved for i in group.ids),
            ]
        )
    )


def changed_cases(
    comparison: Comparison,
    baseline: Evaluation,
    candidate: Evaluation,
    *,
    language: Language = Language.EN,
) -> list[ChangedCase]:
    """Return the cases that changed, those that no longer pass first.

    Args:
        comparison: What changed.
        baseline: Its cases.
        candidate: Likewise.
        language: Of the page; reasons that are known in it are given in it.

    Raises:
        DataError: The rows of one side cannot be read.
    """
    wanted = frozenset(changed_ids(comparison))
    withheld = {stage for each in comparison.withheld for stage in each.stages}
    stages = [stage for stage in Stage if stage not in withheld]
    others = dict(_found(candidate, wanted))
    settings = baseline.manifest.settings
    cases = [
        _changed(one, other, _Shown(stages, settings, language, has_diagnosis=not withheld))
        for identifier, one in _found(baseline, wanted)
        if (other := others.get(identifier)) is not None
    ]
    order = list(Change)
    return sorted(cases, key=lambda case: order.index(case.change))


def first_cases(cases: Sequence[ChangedCase]) -> list[ChangedCase]:
    """Return as many as a page has room for: some of every change, and else those that no longer pass."""
    room = _MOST_CASES
    counts = dict.fromkeys(Change, 0)
    for case in cases:
        counts[case.change] += 1
    share = room // len(Change)
    kept = {change: min(count, share) for change, count in counts.items()}
    for change, count in counts.items():
        kept[change] += min(count - kept[change], room - sum(kept.values()))
    seen = dict.fromkeys(Change, 0)
    chosen: list[ChangedCase] = []
    for case in cases:
        if seen[case.change] < kept[case.change]:
            chosen.append(case)
        seen[case.change] += 1
    return chosen


class _Head(msgspec.Struct):
    id: str


def _found(evaluation: Evaluation, wanted: frozenset[str]) -> Iterator[tuple[str, CaseResult]]:
    """Yield the cases of these ids; of all others nothing but the id is read."""
    decode = msgspec.json.Decoder(_Head).decode
    name = "cases.jsonl" if evaluation.rows.path is None else str(evaluation.rows.path)
    for line in evaluation.rows.lines():
        identifier = decode(line).id
        if identifier in wanted:
            yield identifier, next(decode_rows([line], name))


class _Shown(NamedTuple):
    """What is shown of every case."""

    stages: list[Stage]
    settings: Settings
    language: Language
    has_diagnosis: bool


def _changed(one: CaseResult, other: CaseResult, shown: _Shown) -> ChangedCase:
    case = one.case
    expected = [
        marked(each if isinstance(each, str) else " · ".join(each), limit=_MOST_TEXT)
        for each in case.expected_answers or ()
    ]
    return ChangedCase(
        id=inert(case.id)[:_MOST_ID],
        key=case.id,
        change=_change(one, other) if shown.has_diagnosis else Change.OTHER,
        question=marked(case.question, limit=_MOST_TEXT),
        expected=expected,
        lang=language_of(case.question, case.language),
        sides=(_side(one, shown), _side(other, shown)),
        lists=lists_of(one, other, shown.settings),
    )


def _change(one: CaseResult, other: CaseResult) -> Change:
    before, after = one.diagnosed.diagnosis, other.diagnosed.diagnosis
    if before is Diagnosis.PASSED and after is not Diagnosis.PASSED:
        return Change.LOST if after is Diagnosis.UNDETERMINED else Change.BROKEN
    return Change.FIXED if after is Diagnosis.PASSED is not before else Change.OTHER


def _side(result: CaseResult, shown: _Shown) -> _Side:
    diagnosed, trace = result.diagnosed, result.trace
    side = _Side(
        diagnosis=diagnosed.diagnosis if shown.has_diagnosis else "",
        colour=colour_of(diagnosed.diagnosis, diagnosed.stage) if shown.has_diagnosis else "unknown",
        certain=diagnosed.certain,
        outcomes=[_outcome(getattr(result.verdicts, stage), shown.language) for stage in shown.stages],
    )
    if isinstance(trace, RankedTrace) or trace.answer is UNSET:
        side.answer_note = "compare.not_recorded"
    elif trace.answer is None or not trace.answer.strip():
        side.answer_note = "compare.none_given"
    else:
        side.answer = marked(trace.answer, limit=_MOST_TEXT)
        side.answer_lang = language_of(trace.answer, result.case.language)
        side.answer_note = "compare.declined" if result.abstained else ""
    return side


def _outcome(verdict: Verdict, language: Language) -> tuple[str, bool, list[Run], bool]:
    reason = reason_in(language, None if verdict.outcome is Outcome.PASS else verdict.reason)
    runs = marked(reason.text, limit=_MOST_REASON) if reason.text else []
    return reading(verdict), verdict.certain, runs, reason.is_translated
