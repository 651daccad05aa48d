"""The overview: what the first screen says of all cases together, ready to be put into a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple
from urllib.parse import urlencode

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.headline import from_answer, headline_sentences, read_headline, ungrounded
from ragtriage.evaluation.step_words import step_text
from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.names import display_name
from ragtriage.model import Cause, Diagnosis, Fix, Mean, Rate, Stage, Summary
from ragtriage.reports.cutoffs import grid, is_score
from ragtriage.reports.html.messages import Messages
from ragtriage.reports.html.palette import colour_of
from ragtriage.reports.html.state import STATES
from ragtriage.reports.html.survey import Survey
from ragtriage.reports.inert import inert
from ragtriage.reports.wording import percent, span

__all__ = [
    "Cell",
    "DiagnosisLine",
    "FixLine",
    "MetricLine",
    "Piece",
    "RateLine",
    "UnknownLine",
    "diagnosis_lines",
    "fix_lines",
    "headline",
    "metric_columns",
    "metric_lines",
    "order",
    "rate_lines",
    "square",
    "steps",
    "unknown_lines",
]

NAMEABLE: Final = (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS)
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


class Cell(NamedTuple):
    """One cell of the square; `kind` names its colour and its words."""

    kind: str
    n: int
    share: str
    link: str


class RateLine(NamedTuple):
    """How often one stage passed."""

    stage: Stage
    passed: str
    rate: str
    interval: str
    likely: int
    unknown: int
    bounds: str
    not_applicable: int
    failed: int  # judgements


class UnknownLine(NamedTuple):
    """Why verdicts of one stage are unknown."""

    stage: Stage
    counts: Mapping[Cause, int]


class MetricLine(NamedTuple):
    """One metric at each cutoff."""

    metric: str  # as the table of metrics calls it
    name: str
    values: tuple[str, ...]
    interval: str  # of the last
    n: int


def headline(evaluation: Evaluation, t: Messages) -> tuple[str, list[str]]:
    """Return the sentence that somebody in a hurry reads, and those below it."""
    summary = evaluation.summary
    first, *told = headline_sentences(
        summary, evaluation.report.judging, evaluation.report.findings, language=t.language
    )
    settings = evaluation.manifest.settings
    more = (ungrounded(summary, language=t.language), from_answer(summary, settings, language=t.language))
    return first, [*told, *filter(None, more)]


def steps(evaluation: Evaluation, t: Messages) -> list[list[Piece]]:
    """Return what to do next, a line each, with its commands and fields set apart."""
    return [
        _pieces(inert(step_text(step, language=t.language)), (step.command or "").replace("{folder}", "DIR"))
        for step in evaluation.report.next_steps
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


def fix_lines(summary: Summary, survey: Survey) -> list[FixLine]:
    """Return what each stage would win at most, the largest first; then what is open, and what passed."""
    passed = _known(survey, Fix.NONE)
    return [
        FixLine(
            fix=fix,
            n=count,
            share=percent(count / summary.n),
            interval=_range(summary, fix),
            states=tuple((state.value, each) for state in STATES[:2] if (each := survey.states[fix, state])),
            then_passed=passed + count,
            then_share=percent((passed + count) / summary.n),
            also=survey.second[fix, Fix.GENERATION],
            link=_link(fix=fix.value),
        )
        for fix in order(summary)
        if summary.n and ((count := _known(survey, fix)) or fix not in _UNLESS_EMPTY)
    ]


def _range(summary: Summary, fix: Fix) -> str:
    """Return the interval of a share whose count lies between what is shown and what may be."""
    if fix is Fix.UNKNOWN:
        return ""
    least, most = (wilson(count, summary.n) for count in summary.bounds(fix))
    return "" if least is None or most is None else span(least.low, most.high)


def _known(survey: Survey, fix: Fix) -> int:
    """Return how many cases count there: shown or likely ones, and as unknown those that are open."""
    return sum(survey.states[fix, state] for state in STATES)


def order(summary: Summary) -> list[Fix]:
    """Return what to fix in the order in which cases are to be looked at: the stage of the headline first."""
    named = [count.fix for count in read_headline(summary).stages]
    return [*named, *(fix for fix in NAMEABLE if fix not in named), Fix.UNKNOWN, Fix.NONE]


def diagnosis_lines(summary: Summary) -> list[DiagnosisLine]:
    """Return the nine diagnoses, those that do not occur too, and what is open."""
    return [
        DiagnosisLine(
            diagnosis=diagnosis,
            colour=colour_of(diagnosis, _FIX_OF.get(diagnosis, Fix.GENERATION)),
            n=(count := _count(summary, diagnosis)),
            share=percent(count / summary.n) if summary.n else "",
            link=_link(diagnosis=diagnosis.value),
        )
        for diagnosis in _DIAGNOSES
    ]


def _count(summary: Summary, diagnosis: Diagnosis) -> int:
    """Return how many cases are called so and not open; those that are open count as undetermined."""
    if diagnosis is Diagnosis.UNDETERMINED:
        return summary.open_cases
    return summary.diagnoses[diagnosis] - summary.open_called.get(diagnosis, 0)


def square(survey: Survey) -> dict[tuple[str, str], Cell]:
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
        (retrieval, answer): Cell(
            kind=kinds.get((retrieval, answer), "unknown"),
            n=(count := survey.square[retrieval, answer]),
            share=percent(count / total) if total else "",
            link=_link(retrieval=retrieval, answer=answer),
        )
        for retrieval in outcomes
        for answer in outcomes
    }


def rate_lines(summary: Summary, survey: Survey) -> list[RateLine]:
    """Return how often each stage passed, over the cases where that is known."""
    return [
        RateLine(
            stage=stage,
            passed=f"{rate.passed:,}/{rate.passed + rate.fail:,}",
            rate=percent(rate.rate),
            interval=span(rate.low, rate.high),
            likely=rate.likely_pass + rate.likely_fail,
            unknown=rate.unknown,
            bounds=_bounds(rate),
            not_applicable=rate.not_applicable,
            failed=survey.causes[stage, Cause.JUDGE_FAILED],
        )
        for stage in Stage
        for rate in (summary.verdicts[stage],)
    ]


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


def metric_columns(metrics: Mapping[str, Mean]) -> tuple[str, ...]:
    """Return the cutoffs of the table of metrics."""
    return grid(_ranked(metrics)).columns


def metric_lines(metrics: Mapping[str, Mean]) -> Iterator[MetricLine]:
    """Yield the means of the ranking metrics: a row a metric, a column a cutoff."""
    defined = _ranked(metrics)
    for metric, names in grid(defined).rows.items():
        last = [defined[name] for name in names if name][-1]
        yield MetricLine(
            metric=metric,
            name=display_name(metric),
            values=tuple("" if name is None else f"{defined[name].mean:.3f}" for name in names),
            interval="" if last.low is None or last.high is None else f"{last.low:.3f}–{last.high:.3f}",
            n=last.n,
        )


def _ranked(metrics: Mapping[str, Mean]) -> dict[str, Mean]:
    return {name: mean for name, mean in metrics.items() if mean.mean is not None and not is_score(name)}


def _bounds(rate: Rate) -> str:
    return span(rate.worst, rate.best) if rate.worst != rate.best else ""


def _link(**filters: str) -> str:
    """Return what opens the list with these filters."""
    return f"#{urlencode(filters)}"
