"""The overview: what the first screen says of all cases together, ready to be put into a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import urlencode

from ragtriage.evaluation.report_view import ReportView
from ragtriage.evaluation.wording import percent
from ragtriage.model import Cause, Diagnosis, Fix, Stage
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.html.survey import Survey
from ragtriage.reports.inert import inert

__all__ = [
    "DiagnosisLine",
    "FixLine",
    "Piece",
    "SquareCell",
    "UnknownLine",
    "diagnosis_lines",
    "fix_lines",
    "square",
    "steps",
    "told",
    "unknown_lines",
]

_UNLESS_EMPTY: Final = frozenset({Fix.LABELS, Fix.UNKNOWN})

# What happened, in the order in which a case passes through the stages.
_DIAGNOSES: Final = (
    Diagnosis.PASSED,
    Diagnosis.UNGROUNDED_CORRECT,
    Diagnosis.RETRIEVAL_MISS,
    Diagnosis.EVIDENCE_GAP,
    Diagnosis.NOT_EXTRACTED,
    Diagnosis.HALLUCINATION,
    Diagnosis.OVER_ABSTENTION,
    Diagnosis.ABSTENTION_FAILURE,
    Diagnosis.LABEL_CONFLICT,
    Diagnosis.UNDETERMINED,
)
_FIX_OF: Final = {
    Diagnosis.PASSED: Fix.NONE,
    Diagnosis.RETRIEVAL_MISS: Fix.RETRIEVAL,
    Diagnosis.EVIDENCE_GAP: Fix.CHUNKING,
    Diagnosis.LABEL_CONFLICT: Fix.LABELS,
    Diagnosis.UNDETERMINED: Fix.UNKNOWN,
}


class Piece(NamedTuple):
    """A piece of a sentence."""

    text: str
    is_code: bool


class FixLine(NamedTuple):
    """What fixing one stage would win at most."""

    fix: Fix
    n: int
    share: str
    interval: str
    states: tuple[tuple[str, int], ...]  # shown, likely and open, those that occur
    then_passed: int  # at most, if every one of these cases were won
    then_share: str
    also: int  # of these, the cases in which generation is broken too
    link: str


class DiagnosisLine(NamedTuple):
    """One of the ten, and how often it was made."""

    diagnosis: Diagnosis
    colour: str
    n: int
    share: str
    link: str


class SquareCell(NamedTuple):
    """One cell of the square; `kind` names its colour and its words."""

    kind: str
    n: int
    share: str
    link: str


class UnknownLine(NamedTuple):
    """Why verdicts of one stage are unknown."""

    stage: Stage
    counts: Mapping[Cause, int]


def told(view: ReportView) -> list[str]:
    """Return what stands below the first sentence."""
    return [*view.sentences[1:], *filter(None, (view.ungrounded, view.from_answer))]


def steps(view: ReportView) -> list[list[Piece]]:
    """Return what to do next, a line each, with its commands and fields set apart."""
    return [
        _pieces(inert(text), (step.command or "").replace("{folder}", "DIR"))
        for text, step in zip(view.steps, view.report.next_steps, strict=True)
    ]


# What stands between back quotes, and an option with what it takes.
_CODE: Final = r"`[^`]+`|--[a-z][a-z-]+(?: [A-Z]+\b)?"


def _pieces(text: str, command: str) -> list[Piece]:
    """Cut a sentence into code and what is none."""
    pattern = f"({re.escape(command)}|{_CODE})" if command else f"({_CODE})"
    return [
        Piece(part.strip("`"), is_code=place % 2 == 1)
        for place, part in enumerate(re.split(pattern, text))
        if part
    ]


def fix_lines(view: ReportView, survey: Survey) -> list[FixLine]:
    """Return what each stage would win at most, the largest first; then what is open, and what passed."""
    passed = view.fixes[Fix.NONE].cases
    return [
        FixLine(
            fix=fix,
            n=row.cases,
            share=row.share,
            interval=row.interval,
            states=tuple((state, n) for state, n in (("shown", row.shown), ("likely", row.likely)) if n),
            then_passed=passed + row.cases,
            then_share=percent((passed + row.cases) / view.n),
            also=survey.second[fix, Fix.GENERATION],
            link=_link(fix=fix.value),
        )
        for fix in view.order
        if view.n and ((row := view.fixes[fix]).cases or fix not in _UNLESS_EMPTY)
    ]


def diagnosis_lines(view: ReportView) -> list[DiagnosisLine]:
    """Return the nine diagnoses, those that do not occur too, and what is open."""
    counts = {**view.diagnoses, Diagnosis.UNDETERMINED: view.fixes[Fix.UNKNOWN].cases}
    return [
        DiagnosisLine(
            diagnosis=diagnosis,
            colour=colour_of(diagnosis, _FIX_OF.get(diagnosis, Fix.GENERATION)),
            n=counts[diagnosis],
            share=percent(counts[diagnosis] / view.n) if view.n else "",
            link=_link(diagnosis=diagnosis.value),
        )
        for diagnosis in _DIAGNOSES
    ]


def square(survey: Survey) -> dict[tuple[str, str], SquareCell]:
    """Return the cells of retrieval × answer; those with an unknown only where there are any."""
    kinds = {
        ("pass", "pass"): "none",
        ("fail", "pass"): "ungrounded",
        ("pass", "fail"): "generation",
        ("fail", "fail"): "retrieval",
    }
    total = survey.square.total()
    outcomes = ("pass", "fail", "unknown")
    return {
        (retrieval, answer): SquareCell(
            kind=kinds.get((retrieval, answer), "unknown"),
            n=(count := survey.square[retrieval, answer]),
            share=percent(count / total) if total else "",
            link=_link(retrieval=retrieval, answer=answer),
        )
        for retrieval in outcomes
        for answer in outcomes
    }


def unknown_lines(survey: Survey) -> list[UnknownLine]:
    """Return why verdicts are unknown, for each stage where some are."""
    lines = [
        UnknownLine(
            stage,
            {cause: survey.causes[stage, cause] for cause in Cause if cause is not Cause.NOT_APPLICABLE},
        )
        for stage in Stage
    ]
    return [line for line in lines if any(line.counts.values())]


def _link(**filters: str) -> str:
    """Return what opens the list with these filters."""
    return f"#{urlencode(filters)}"
