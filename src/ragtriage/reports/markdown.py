"""An evaluation as Markdown, such as for the summary of a CI step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ragtriage.comparison.gates import GateResult
from ragtriage.evaluation.cutoffs import is_score
from ragtriage.evaluation.evaluation import Report
from ragtriage.evaluation.findings import finding_text
from ragtriage.evaluation.report_view import ReportView
from ragtriage.evaluation.wording import FIXES, cases, mean_span
from ragtriage.metrics.names import display_name, parse
from ragtriage.model import CaseResult, Fix
from ragtriage.reports.case_texts import answer_line, expected_line
from ragtriage.reports.inert import inert
from ragtriage.verdicts.meanings import BRIEFLY

__all__ = ["gates_markdown", "markdown_text", "summary_markdown"]

_IDS_NAMED: Final = 3  # of the cases of a finding
_SPECIAL: Final = frozenset("\\`*_{}[]<>()#+-.!|~&")


def summary_markdown(
    report: Report, failing: Sequence[CaseResult] = (), gates: Sequence[GateResult] = ()
) -> str:
    """Return an evaluation as a Markdown section; texts of cases cannot become markup."""
    view = ReportView(report)
    parts = (
        _head(view),
        _findings(view),
        gates_markdown(gates),
        _warnings(report),
        _fixes(view),
        _diagnoses(view),
        _verdicts(view),
        _means(report),
        _failing(failing),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def markdown_text(text: str) -> str:
    r"""Return text that Markdown shows as it is.

    Example:
        >>> print(markdown_text("<b>*x*</b>"))
        \<b\>\*x\*\</b\>
    """
    escaped = "".join(f"\\{letter}" if letter in _SPECIAL else letter for letter in inert(text))
    return escaped.replace("://", "\\://")  # GitHub makes a link of what looks like an address


def gates_markdown(gates: Sequence[GateResult]) -> Iterator[str]:
    """Yield a line for each requirement."""
    for gate in gates:
        yield f"- {'✅' if gate.is_met else '❌'} {markdown_text(gate.reason)}"
    if gates:
        yield ""


def _head(view: ReportView) -> Iterator[str]:
    yield f"## {markdown_text(view.name)}"
    yield ""
    set_aside = view.summary.set_aside
    aside = f", {set_aside:,} rows set aside" if set_aside else ""
    yield f"**{markdown_text(view.headline)}**"
    yield ""
    yield f"{cases(view.n)}{aside}."
    yield ""
    if view.from_answer:
        yield markdown_text(view.from_answer)
        yield ""
    for step in view.steps:
        yield f"- → {markdown_text(step)}"
    if view.steps:
        yield ""


def _findings(view: ReportView) -> Iterator[str]:
    if not view.findings:
        return
    yield "| seen without labels | cases | such as |"
    yield "|---|--:|---|"
    for each in view.findings:
        ids = ", ".join(map(markdown_text, each.ids[:_IDS_NAMED]))
        yield f"| {markdown_text(finding_text(each))} | {each.cases:,}/{each.of:,} | {ids} |"
    yield ""


def _warnings(report: Report) -> Iterator[str]:
    for warning in report.warnings:
        yield f"- ⚠️ {markdown_text(warning)}"
    if report.warnings:
        yield ""


def _fixes(view: ReportView) -> Iterator[str]:
    yield "| what to fix | cases | share | shown | likely |"
    yield "|---|--:|--:|--:|--:|"
    for row in view.fixes.values():
        if row.cases:
            is_open = row.fix is Fix.UNKNOWN
            known = "| | |" if is_open else f"| {row.shown:,} | {row.likely:,} |"
            name = "open" if is_open else FIXES[row.fix]
            yield f"| {name} | {row.cases:,}/{view.n:,} | {row.share} {known}"
    yield ""


def _diagnoses(view: ReportView) -> Iterator[str]:
    yield "| diagnosis | cases | meaning |"
    yield "|---|--:|---|"
    for diagnosis, meaning in BRIEFLY.items():
        if count := view.diagnoses[diagnosis]:
            yield f"| `{diagnosis}` | {count:,} | {markdown_text(meaning)} |"
    yield ""


def _verdicts(view: ReportView) -> Iterator[str]:
    yield "| stage | passed | rate | 95 % | likely | open | bounds |"
    yield "|---|--:|--:|---|--:|--:|---|"
    for row in view.stages:
        yield (
            f"| {row.stage} | {row.passed:,}/{row.judged:,} | {row.rate} | {row.interval} | "
            f"{row.likely:,} | {row.open:,} | {row.bounds} |"
        )
    yield ""


def _means(report: Report) -> Iterator[str]:
    defined = {name: mean for name, mean in report.summary.metrics.items() if mean.mean is not None}
    if not defined:
        return
    yield "| metric | mean | 95 % | n |"
    yield "|---|--:|---|--:|"
    for name, mean in defined.items():
        yield f"| {_mean_name(name)} | {mean.mean:.3f} | {mean_span(mean)} | {mean.n:,} |"
    yield ""


def _mean_name(name: str) -> str:
    if is_score(name):
        return name
    named = parse(name)
    shown = display_name(named.metric)
    return shown if named.cutoff is None else f"{shown}@{named.cutoff}"


def _failing(failing: Sequence[CaseResult]) -> Iterator[str]:
    if not failing:
        return
    yield "| first cases to look at | diagnosis | known | question | expected | answer |"
    yield "|---|---|---|---|---|---|"
    for result in failing:
        diagnosed = result.diagnosed
        cells = (
            markdown_text(result.case.id),
            f"`{diagnosed.diagnosis}`",
            diagnosed.state,
            *map(markdown_text, (result.case.question, expected_line(result), answer_line(result))),
        )
        yield f"| {' | '.join(cells)} |"
    yield ""
