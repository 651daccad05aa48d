"""The summary on a terminal: first what to fix, then why, then the numbers behind it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.evaluation import Report
from ragtriage.evaluation.findings import finding_text, is_unlabelled
from ragtriage.evaluation.report_view import NAMEABLE, ReportView, passed_cases
from ragtriage.evaluation.step_words import step_parts
from ragtriage.evaluation.wording import FIXES, cases, mean_span
from ragtriage.model import RELEVANCE, CaseResult, Fix, Mean, NextStep, State, Status, Summary
from ragtriage.reports.inert import inert
from ragtriage.reports.judging import judges
from ragtriage.reports.layout import FIX_STYLES, cell, heading, indented, show, table
from ragtriage.reports.line_breaking import WrappedText
from ragtriage.verdicts.meanings import BRIEFLY

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["print_summary"]

_BAR_WIDTH: Final = 16
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_ID_WIDTH: Final = 36  # a UUID fits
_IDS_WIDTH: Final = 60  # for those of the cases of a finding
_SLICES_SHOWN: Final = 20
_INTERVAL: Final = "95 %"


def print_summary(
    console: Console,
    report: Report,
    *,
    failing: Sequence[CaseResult] = (),
    out: Path | None = None,
    is_written: bool = True,
) -> None:
    """Print what became of all cases together.

    Args:
        console: Where to; its width, colours and encoding are kept to.
        report: What is printed.
        failing: The first cases that need something fixed; of each the texts are read, and the diagnosis.
        out: The folder that the evaluation stands in; None when it stands in none.
        is_written: It was written just now, so that this is worth saying.
    """
    view = ReportView(report)
    blocks = (
        _header(view),
        _headline(view),
        _next_steps(report.next_steps, out),
        _findings(view, out),
        _fixes(view),
        _diagnoses(view),
        _verdicts(view),
        _metrics(view),
        _answer_scores(view),
        judges(report.judging),
        _slices(view),
        _failing(report.summary, failing, out),
        _warnings(report.warnings),
        _written(out if is_written else None),
    )
    show(console, blocks)


def _header(view: ReportView) -> Iterator[RenderableType]:
    """Yield what was judged, and by which rules."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    settings, set_aside = view.report.manifest.settings, view.summary.set_aside
    cutoff = "whole lists" if settings.k is None else f"k = {settings.k}"
    aside = f", {set_aside:,} set aside" if set_aside else ""
    yield Text.assemble((inert(view.name), "bold"), f": {cases(view.n)}{aside}")
    yield Text(
        f"{cutoff} · {settings.unit}s · condition {settings.condition} · "
        f"match {settings.match} · answer {settings.answer_rule}",
        style="dim",
    )


def _headline(view: ReportView) -> Iterator[RenderableType]:
    """Yield the sentences that somebody in a hurry reads."""
    from rich.text import Text  # noqa: PLC0415

    yield Text("")
    yield Text(inert(view.headline), style="bold")
    for said in (view.ungrounded, view.from_answer):
        if said:
            yield Text(said)


def _next_steps(steps: Sequence[NextStep], out: Path | None) -> Iterator[RenderableType]:
    """Yield what to do, the largest gain first."""
    from rich.text import Text  # noqa: PLC0415

    if steps:
        yield heading("Next")
        rows = table("", " ", wide=(" ",))
        for step in steps:
            command, text = step_parts(step, folder=out)
            told = WrappedText(Text(inert(text)))
            rows.add_row("→", Text(inert(command), style="bold") if command else told)
            if command:
                rows.add_row("", told)
        yield indented(rows)


def _findings(view: ReportView, out: Path | None) -> Iterator[RenderableType]:
    """Yield what was seen without labels, each with some ids to look at."""
    from rich.text import Text  # noqa: PLC0415

    found = view.findings
    if not found:
        return
    note = "" if is_unlabelled(view.report.findings) else "seen in a fifth of the cases or more"
    yield heading("Without labels", note)
    rows = table("", " ", right=("",), wide=(" ",))
    for each in found:
        rows.add_row(f"{each.cases:,}/{each.of:,}", WrappedText(Text(inert(finding_text(each)))))
        if each.what is not None:
            rows.add_row("", WrappedText(Text(inert(each.what), style="dim")))
        if each.ids:
            rows.add_row("", WrappedText(Text(inert(_some_ids(each.ids)), style="dim")))
    yield indented(rows)
    first = next((each.ids[0] for each in found if each.ids), None)
    if out is not None and first is not None:
        yield _explaining(out, first)


def _explaining(out: Path, id_: str) -> str:
    """Return the command that explains a case; behind `--` nothing is an option."""
    words = [str(out), id_]
    aside = ["--"] if any(word.startswith("-") for word in words) else []
    return inert(f"  ragtriage explain {shlex.join([*aside, *words])}")


def _some_ids(ids: Sequence[str]) -> str:
    """Return the first ids, as many as a line takes; one in any case."""
    shown = ids[0]
    for each in ids[1:]:
        if len(shown) + len(each) > _IDS_WIDTH:
            break
        shown += f", {each}"
    return shown


def _fixes(view: ReportView) -> Iterator[RenderableType]:
    """Yield for how many cases each stage is to be mended, with bars; what is open has a row of its own."""
    from rich.text import Text  # noqa: PLC0415

    if not view.n:
        return
    yield heading("What to fix", "shown or likely; 95 %, with what is not shown counted both ways")
    rows = table("", " ", "  ", "   ", "    ", "shown", "likely", right=("  ", "   ", "shown", "likely"))
    for fix in (*NAMEABLE, Fix.NONE, Fix.UNKNOWN):
        row = view.fixes[fix]
        if row.cases or fix not in {Fix.LABELS, Fix.UNKNOWN}:
            is_open = fix is Fix.UNKNOWN
            rows.add_row(
                "open" if is_open else FIXES[fix],
                Text(_bar(row.cases, view.n), style=FIX_STYLES[fix]),
                f"{row.cases}/{view.n}",
                row.share,
                row.interval,
                *(() if is_open else (f"{row.shown}", f"{row.likely}")),
            )
    yield indented(rows)
    yield indented(Text(_STATES_SAID, style="dim"))


# What the words of the table mean, for whoever sees them for the first time.
_STATES_SAID: Final = (
    "shown: nothing unknown could change it · likely: by a measured rule, or the plainest reading of what is "
    "missing · open: more than one stage may be it"
)


def _diagnoses(view: ReportView) -> Iterator[RenderableType]:
    """Yield the diagnoses that occur, each with what it means; open cases are counted together."""
    occurring = [diagnosis for diagnosis in BRIEFLY if view.diagnoses[diagnosis]]
    open_cases = view.fixes[Fix.UNKNOWN].cases
    if not occurring and not open_cases:
        return
    yield heading("What happened")
    rows = table("", " ", "  ", right=(" ",))
    for diagnosis in occurring:
        rows.add_row(diagnosis, f"{view.diagnoses[diagnosis]}", BRIEFLY[diagnosis])
    if open_cases:
        rows.add_row("open", f"{open_cases}", "neither shown nor likely")
    yield indented(rows)


def _verdicts(view: ReportView) -> Iterator[RenderableType]:
    """Yield how often each stage passed, over the cases where that is known."""
    from rich.text import Text  # noqa: PLC0415

    if not view.n:
        return
    yield heading("Verdicts", "passed of those judged; bounds count what is not shown as fail or as pass")
    numbers = ("passed", "rate", "likely", "open", "n/a")
    rows = table("stage", "passed", "rate", _INTERVAL, "likely", "open", "bounds", "n/a", right=numbers)
    for row in view.stages:
        rows.add_row(
            row.stage,
            f"{row.passed}/{row.judged}",
            row.rate,
            row.interval,
            f"{row.likely or ''}",
            f"{row.open or ''}",
            row.bounds,
            f"{row.not_applicable or ''}",
        )
    yield indented(rows)
    if Status.BOTH_FAILED in view.summary.status:
        # the coarse view stands in report.json; it is shown where somebody asked to tell its cases apart
        status = " · ".join(f"{name} {count}" for name, count in view.summary.status.items() if count)
        yield indented(Text(f"status: {status}", style="dim"))


def _metrics(view: ReportView) -> Iterator[RenderableType]:
    """Yield the means of the ranking metrics: a row a metric, a column a cutoff."""
    defined = view.rankings
    if not defined:
        return
    counts = {mean.n for mean in defined.values()}
    same = counts.pop() if len(counts) == 1 else None
    note = "means over the n cases where it is defined" if same is None else f"means over {cases(same)}"
    has_intervals = any(mean.low is not None for mean in defined.values())
    yield heading("Retrieved lists", f"{note}; interval of the last column" if has_intervals else note)
    columns = view.metric_columns
    extra = ((_INTERVAL,) if has_intervals else ()) + (("n",) if same is None else ())
    rows = table("metric", *columns, *extra, right=(*columns, "n"))
    for row in view.metric_rows:
        rows.add_row(
            row.name,
            *row.values,
            *([row.interval] if has_intervals else []),
            *([f"{row.n}"] if same is None else []),
        )
    yield indented(rows)
    if view.cutoffs_left_out:
        yield indented(f"{view.cutoffs_left_out} more cutoffs are in report.json")


def _answer_scores(view: ReportView) -> Iterator[RenderableType]:
    """Yield how much answers share with expected ones, and what was right without any context."""
    answers = {name: mean for name, mean in view.scores.items() if name != RELEVANCE}
    texts = {name: mean for name, mean in view.scores.items() if name == RELEVANCE}
    yield from _scores("Answers", "overlap with an expected answer: scores, never verdicts", answers)
    matters = "the share of them that matters to the question: a score, no verdict"
    yield from _scores("Retrieved texts", matters, texts)
    closed_book = view.summary.closed_book
    if closed_book is not None:
        right, judged = closed_book.answer.passed, closed_book.answer.passed + closed_book.answer.fail
        yield heading("Without any context", "the same generator, closed-book")
        yield indented(
            f"right in {right} of {cases(judged)}; of {closed_book.passed} passed ones "
            f"{closed_book.passed_known} were known without retrieval"
        )


def _scores(title: str, note: str, scores: Mapping[str, Mean]) -> Iterator[RenderableType]:
    if scores:
        yield heading(title, note)
        rows = table("score", "mean", _INTERVAL, "n", right=("mean", "n"))
        for name, mean in scores.items():
            rows.add_row(name, f"{mean.mean:.3f}", mean_span(mean), f"{mean.n}")
        yield indented(rows)


def _slices(view: ReportView) -> Iterator[RenderableType]:
    """Yield, for each tag or language, how many of its cases each stage would win back."""
    from rich.text import Text  # noqa: PLC0415

    for by, pieces in view.slices.items():
        fixes = [fix for fix in NAMEABLE if any(piece.fixes[fix] for piece in pieces)]
        columns = ("passed", _INTERVAL, *(FIXES[fix] for fix in fixes), "open")
        yield heading(f"By {by}", "cases by what to fix")
        rows = table("", *columns, right=("passed", *columns[2:]), wide=("",), gap=1)
        rows.columns[0].overflow = "fold"
        for piece in pieces[:_SLICES_SHOWN]:
            rows.add_row(
                Text(inert(piece.name) or "(none)"),
                f"{piece.passed}/{piece.n}",
                piece.interval,
                *(f"{piece.fixes[fix] or ''}" for fix in fixes),
                f"{piece.open or ''}",
            )
        yield indented(rows)
        if len(pieces) > _SLICES_SHOWN:
            yield indented(f"and {len(pieces) - _SLICES_SHOWN} more in report.json")


def _failing(summary: Summary, failing: Sequence[CaseResult], out: Path | None) -> Iterator[RenderableType]:
    """Yield the first cases that need something fixed, and how to see all about one."""
    from rich.cells import cell_len  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    if not failing:
        return
    total = summary.n - passed_cases(summary)
    yield heading("First cases to look at", f"{len(failing)} of {total:,}" if total > len(failing) else "")
    rows = table("id", "to fix", "diagnosis", "question", wide=("id", "question"))
    ids = [inert(result.case.id) for result in failing]
    rows.columns[0].width, rows.columns[0].overflow = min(_ID_WIDTH, max(2, *map(cell_len, ids))), "fold"
    for result in failing:
        fix = result.diagnosed.stage
        rows.add_row(
            inert(result.case.id),
            "open" if result.diagnosed.state is State.OPEN else f"{FIXES[fix]}, {result.diagnosed.state}",
            Text(result.diagnosed.diagnosis, FIX_STYLES[fix]),
            cell(result.case.question),
        )
    yield indented(rows)
    if out is not None:
        yield _explaining(out, failing[0].case.id)


def _warnings(warnings: Sequence[str]) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if warnings:
        yield heading("Warnings")
        rows = table("", " ", wide=(" ",))
        for warning in warnings:
            rows.add_row("!", WrappedText(Text(inert(warning))))
        yield indented(rows)


def _written(out: Path | None) -> Iterator[RenderableType]:
    if out is not None:
        yield heading("Written", inert(f"{out}/"))


def _bar(count: int, n: int) -> str:
    """Return a bar whose full width is all cases; a single case of many still shows."""
    if count == 0:
        return ""
    eighths = max(1, round(8 * _BAR_WIDTH * count / n))
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8]
