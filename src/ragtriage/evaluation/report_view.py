"""A report made ready to be shown: what a terminal, a page, Markdown, JUnit and a notebook all say of it.

Everything that is counted, put into order or said in a sentence is here once; what shows it lays it out. The
texts that come from the input are as they were recorded, so that each makes them harmless in its own way.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from ragtriage.evaluation.cutoffs import grid, is_score
from ragtriage.evaluation.findings import shown_findings
from ragtriage.evaluation.headline import from_answer, headline_sentences, read_headline, ungrounded
from ragtriage.evaluation.step_words import step_text
from ragtriage.evaluation.wording import mean_span, percent, span
from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.names import display_name
from ragtriage.model import Diagnosis, Finding, Fix, Mean, Rate, Slice, Stage, Summary

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Report

__all__ = ["NAMEABLE", "FixRow", "MetricRow", "ReportView", "SliceRow", "StageRow", "passed_cases"]

NAMEABLE: Final = (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS)


class FixRow(NamedTuple):
    """In how many cases one thing is to be mended."""

    fix: Fix
    shown: int
    likely: int
    cases: int  # both together; of what is unknown the open ones
    share: str
    interval: str  # of the share, with what is not shown counted both ways


class StageRow(NamedTuple):
    """How often one stage passed, over the cases where that is known."""

    stage: Stage
    passed: int
    judged: int
    rate: str
    interval: str
    likely: int
    open: int
    bounds: str  # what the rate may be, with the unknown ones; empty where there are none
    not_applicable: int


class MetricRow(NamedTuple):
    """The means of one metric, one for each column of the table."""

    metric: str
    name: str
    values: tuple[str, ...]  # (c,) empty where it was not measured
    interval: str  # of the last
    n: int  # likewise


class SliceRow(NamedTuple):
    """What became of the cases that share a tag or a language."""

    name: str
    n: int
    passed: int
    interval: str
    fixes: Mapping[Fix, int]
    open: int


class ReportView:
    """A report in one language; each part of it is made when it is first asked for.

    Example:
        >>> import ragtriage
        >>> view = ReportView(ragtriage.evaluate(
        ...     [{"question": "When is it due?", "expected": "5 days", "gold_ids": ["policy"],
        ...       "retrieved": ["guide"], "answer": "5 days"}]).report)
        >>> view.headline, view.fixes[Fix.RETRIEVAL].cases
        ('Retrieval first: 1 of 1 (1 likely).', 1)
    """

    def __init__(self, report: Report, *, language: str = "en") -> None:
        self.report = report
        self.summary: Summary = report.summary
        self.name = ", ".join(report.manifest.inputs)
        self.n = report.summary.n
        self._language = language

    @cached_property
    def sentences(self) -> list[str]:
        """The first sentence, and those that belong to it."""
        judging, findings = self.report.judging, self.report.findings
        return headline_sentences(self.summary, judging, findings, language=self._language)

    @property
    def headline(self) -> str:
        """The same as one paragraph."""
        return ("" if self._language == "ja" else " ").join(self.sentences)

    @cached_property
    def ungrounded(self) -> str:
        """The sentence about right answers that nothing backs; empty where there are none."""
        return ungrounded(self.summary, language=self._language)

    @cached_property
    def from_answer(self) -> str:
        """The sentence that evidence was looked for by itself; empty where it was not."""
        return from_answer(self.summary, self.report.manifest.settings, language=self._language)

    @cached_property
    def steps(self) -> list[str]:
        """What to do now, the largest gain first."""
        return [step_text(step, language=self._language) for step in self.report.next_steps]

    @cached_property
    def findings(self) -> list[Finding]:
        """What was seen without labels, as far as it is worth showing."""
        return list(shown_findings(self.report.findings))

    @cached_property
    def fixes(self) -> dict[Fix, FixRow]:
        """What is to be mended, in the order in which a case passes through it; unknown is what is open."""
        return {fix: self._fix(fix) for fix in Fix}

    @property
    def order(self) -> list[Fix]:
        """What is to be mended in the order in which to look at it: the stage of the headline first."""
        named = [count.fix for count in read_headline(self.summary).stages]
        return [*named, *(fix for fix in NAMEABLE if fix not in named), Fix.UNKNOWN, Fix.NONE]

    @cached_property
    def diagnoses(self) -> dict[Diagnosis, int]:
        """The cases by what they are called, where that is shown or likely."""
        called = self.summary.open_called
        counts = {name: count - called.get(name, 0) for name, count in self.summary.diagnoses.items()}
        return {Diagnosis(name): count for name, count in counts.items()}

    @cached_property
    def stages(self) -> list[StageRow]:
        """How often each stage passed."""
        rates = self.summary.verdicts
        return [_stage(stage, rates[stage]) for stage in Stage if stage in rates]

    @cached_property
    def rankings(self) -> dict[str, Mean]:
        """The means of the ranking metrics that are defined."""
        return {name: mean for name, mean in self._defined.items() if not is_score(name)}

    @cached_property
    def scores(self) -> dict[str, Mean]:
        """The means of the scores of answers and texts that are defined."""
        return {name: mean for name, mean in self._defined.items() if is_score(name)}

    @property
    def metric_columns(self) -> tuple[str, ...]:
        """The cutoffs of the table of metrics."""
        return grid(self.rankings).columns

    @property
    def cutoffs_left_out(self) -> int:
        """How many cutoffs that table has no room for."""
        return grid(self.rankings).left_out

    @cached_property
    def metric_rows(self) -> list[MetricRow]:
        """The ranking metrics: a row a metric, a column a cutoff."""
        return [self._metric(metric, names) for metric, names in grid(self.rankings).rows.items()]

    @cached_property
    def slices(self) -> dict[str, list[SliceRow]]:
        """The slices, by what they were cut by."""
        pieces = self.report.slices
        return {
            by: [_slice(piece) for piece in pieces if piece.by == by]
            for by in dict.fromkeys(piece.by for piece in pieces)
        }

    @property
    def _defined(self) -> dict[str, Mean]:
        return {name: mean for name, mean in self.summary.metrics.items() if mean.mean is not None}

    def _fix(self, fix: Fix) -> FixRow:
        summary = self.summary
        shown, likely = summary.shown.get(fix, 0), summary.likely.get(fix, 0)
        is_unknown = fix is Fix.UNKNOWN
        count = summary.open_cases if is_unknown else shown + likely
        least, most = (wilson(bound, self.n) for bound in summary.bounds(fix))
        interval = "" if is_unknown or least is None or most is None else span(least.low, most.high)
        return FixRow(fix, shown, likely, count, percent(count / self.n) if self.n else "", interval)

    def _metric(self, metric: str, names: tuple[str | None, ...]) -> MetricRow:
        means = [None if name is None else self.rankings[name] for name in names]
        last = [mean for mean in means if mean is not None][-1]
        return MetricRow(
            metric=metric,
            name=display_name(metric),
            values=tuple("" if mean is None else f"{mean.mean:.3f}" for mean in means),
            interval=mean_span(last),
            n=last.n,
        )


def passed_cases(summary: Summary) -> int:
    """Return in how many cases nothing is to be mended, as far as that is shown or likely."""
    return summary.shown.get(Fix.NONE, 0) + summary.likely.get(Fix.NONE, 0)


def _stage(stage: Stage, rate: Rate) -> StageRow:
    return StageRow(
        stage=stage,
        passed=rate.passed,
        judged=rate.passed + rate.fail,
        rate=percent(rate.rate),
        interval=span(rate.low, rate.high),
        likely=rate.likely_pass + rate.likely_fail,
        open=rate.unknown,
        bounds=span(rate.worst, rate.best) if rate.worst != rate.best else "",
        not_applicable=rate.not_applicable,
    )


def _slice(piece: Slice) -> SliceRow:
    summary = piece.summary
    passed = passed_cases(summary)
    interval = wilson(passed, summary.n)
    return SliceRow(
        name=piece.name,
        n=summary.n,
        passed=passed,
        interval="" if interval is None else span(interval.low, interval.high, digits=0),
        fixes={fix: summary.shown.get(fix, 0) + summary.likely.get(fix, 0) for fix in Fix},
        open=summary.open_cases,
    )
