"""An evaluation as Markdown, such as for the summary of a CI step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ragtriage.comparison.gates import GateResult
from ragtriage.evaluation.evaluation import Report
from ragtriage.evaluation.findings import finding_text, shown_findings
from ragtriage.evaluation.headline import from_answer, headline
from ragtriage.evaluation.step_words import step_text
from ragtriage.metrics.names import display_name, parse
from ragtriage.model import CaseResult, Fix, Mean
from ragtriage.reports.case_texts import answer_line, expected_line
from ragtriage.reports.cutoffs import is_score
from ragtriage.reports.inert import inert
from ragtriage.reports.wording import FIXES, percent, span
from ragtriage.verdicts.meanings import BRIEFLY

__all__ = ["gates_markdown", "markdown_text", "summary_markdown"]

_IDS_NAMED: Final = 3  # of the cases of a finding
_SPECIAL: Final = frozenset("\\`*_{}[]<>()#+-.!|~&")


def summary_markdown(
    report: Report, failing: Sequence[CaseResult] = (), gates: Sequence[GateResult] = ()
) -> str:
    """Return an evaluation as a Markdown section; texts of cases cannot become markup."""
    parts = (
        _head(report),
        _findings(report),
        gates_markdown(gates),
        _warnings(report),
        _stages(report),
        _diagnoses(report),
        _verdicts(report),
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


def _head(report: Report) -> Iterator[str]:
    yield f"## {markdown_text(', '.join(report.manifest.inputs))}"
    yield ""
    n = report.summary.n
    aside = f", {report.summary.set_aside:,} rows set aside" if report.summary.set_aside else ""
    yield f"**{markdown_text(headline(report.summary, report.judging, report.findings))}**"
    yield ""
    yield f"{n:,} {'case' if n == 1 else 'cases'}{aside}."
    yield ""
    if told := from_answer(report.summary, report.manifest.settings):
        yield markdown_text(told)
        yield ""
    for step in report.next_steps:
        yield f"- → {markdown_text(step_text(step))}"
    if report.next_steps:
        yield ""


def _findings(report: Report) -> Iterator[str]:
    found = shown_findings(report.findings)
    if not found:
        return
    yield "| seen without labels | cases | such as |"
    yield "|---|--:|---|"
    for each in found:
        ids = ", ".join(map(markdown_text, each.ids[:_IDS_NAMED]))
        yield f"| {markdown_text(finding_text(each))} | {each.cases:,}/{each.of:,} | {ids} |"
    yield ""


def _warnings(report: Report) -> Iterator[str]:
    for warning in report.warnings:
        yield f"- ⚠️ {markdown_text(warning)}"
    if report.warnings:
        yield ""


def _stages(report: Report) -> Iterator[str]:
    yield "| what to fix | cases | share | shown | likely |"
    yield "|---|--:|--:|--:|--:|"
    summary = report.summary
    n = summary.n
    for fix in Fix:
        shown, likely = summary.shown.get(fix, 0), summary.likely.get(fix, 0)
        count = shown + likely
        if count:
            yield f"| {FIXES[fix]} | {count:,}/{n:,} | {percent(count / n)} | {shown:,} | {likely:,} |"
    if summary.open_cases:
        yield f"| open | {summary.open_cases:,}/{n:,} | {percent(summary.open_cases / n)} | | |"
    yield ""


def _diagnoses(report: Report) -> Iterator[str]:
    yield "| diagnosis | cases | meaning |"
    yield "|---|--:|---|"
    for diagnosis, meaning in BRIEFLY.items():
        count = report.summary.diagnoses[diagnosis] - report.summary.open_called.get(diagnosis, 0)
        if count:
            yield f"| `{diagnosis}` | {count:,} | {markdown_text(meaning)} |"
    yield ""


def _verdicts(report: Report) -> Iterator[str]:
    yield "| stage | passed | rate | 95 % | likely | open | bounds |"
    yield "|---|--:|--:|---|--:|--:|---|"
    for stage, rate in report.summary.verdicts.items():
        bounds = span(rate.worst, rate.best) if rate.worst != rate.best else ""
        yield (
            f"| {stage} | {rate.passed:,}/{rate.passed + rate.fail:,} | {percent(rate.rate)} | "
            f"{span(rate.low, rate.high)} | {rate.likely_pass + rate.likely_fail:,} | "
            f"{rate.unknown:,} | {bounds} |"
        )
    yield ""


def _means(report: Report) -> Iterator[str]:
    defined = {name: mean for name, mean in report.summary.metrics.items() if mean.mean is not None}
    if not defined:
        return
    yield "| metric | mean | 95 % | n |"
    yield "|---|--:|---|--:|"
    for name, mean in defined.items():
        yield f"| {_mean_name(name)} | {mean.mean:.3f} | {_interval(mean)} | {mean.n:,} |"
    yield ""


def _mean_name(name: str) -> str:
    if is_score(name):
        return name
    named = parse(name)
    shown = display_name(named.metric)
    return shown if named.cutoff is None else f"{shown}@{named.cutoff}"


def _interval(mean: Mean) -> str:
    return "" if mean.low is None or mean.high is None else f"{mean.low:.3f}–{mean.high:.3f}"


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
