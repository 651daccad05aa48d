"""The summary on a terminal: first what to fix, then why, then the numbers behind it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.findings import finding_text, is_unlabelled, shown_findings
from ragtriage.evaluation.headline import from_answer, headline, ungrounded
from ragtriage.evaluation.step_words import step_parts
from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.names import display_name
from ragtriage.model import (
    RELEVANCE,
    CaseResult,
    Finding,
    Fix,
    Judging,
    Mean,
    NextStep,
    Rate,
    Settings,
    Slice,
    Stage,
    State,
    Status,
    Summary,
)
from ragtriage.reports.cutoffs import grid, is_score
from ragtriage.reports.inert import inert
from ragtriage.reports.judging import judges
from ragtriage.reports.layout import FIX_STYLES, cell, heading, indented, show, table
from ragtriage.reports.prose import Prose
from ragtriage.reports.wording import FIXES, percent, span
from ragtriage.verdicts.meanings import BRIEFLY

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

__all__ = ["print_summary"]

_NAMEABLE: Final = (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS)
_BAR_WIDTH: Final = 16
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_ID_WIDTH: Final = 36  # a UUID fits
_IDS_WIDTH: Final = 60  # for those of the cases of a finding
_SLICES_SHOWN: Final = 20
_INTERVAL: Final = "95 %"


def print_summary(
    console: Console,
    *,
    name: str,
    settings: Settings,
    summary: Summary,
    slices: Sequence[Slice] = (),
    failing: Sequence[CaseResult] = (),
    warnings: Sequence[str] = (),
    judging: Mapping[str, Judging] = MappingProxyType({}),
    next_steps: Sequence[NextStep] = (),
    findings: Sequence[Finding] = (),
    out: Path | None = None,
    is_written: bool = True,
) -> None:
    """Print what became of all cases together.

    Args:
        console: Where to; its width, colours and encoding are kept to.
        name: What was evaluated, such as the name of a file.
        settings: What was held fixed.
        summary: All cases together.
        slices: The same for each tag or language, if that was asked for.
        failing: The first cases that need something fixed; of each the texts are read, and the diagnosis.
        warnings: What a reader should know before trusting the numbers.
        judging: What was asked of models, by stage.
        next_steps: What to do now, the largest gain first.
        findings: What was seen without labels.
        out: The folder that the evaluation stands in; None when it stands in none.
        is_written: It was written just now, so that this is worth saying.
    """
    blocks = (
        _header(name, settings, summary),
        _headline(summary, settings, judging, findings),
        _next_steps(next_steps, out),
        _findings(findings, out),
        _stages(summary),
        _diagnoses(summary),
        _verdicts(summary),
        _metrics(summary),
        _answer_scores(summary),
        judges(judging),
        _slices(slices),
        _failing(summary, failing, out),
        _warnings(warnings),
        _written(out if is_written else None),
    )
    show(console, blocks)


def _header(name: str, settings: Settings, summary: Summary) -> Iterator[RenderableType]:
    """Yield what was judged, and by which rules."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    cutoff = "whole lists" if settings.k is None else f"k = {settings.k}"
    aside = f", {summary.set_aside:,} set aside" if summary.set_aside else ""
    yield Text.assemble((inert(name), "bold"), f": {_cases(summary.n)}{aside}")
    yield Text(
        f"{cutoff} · {settings.unit}s · condition {settings.condition} · "
        f"match {settings.match} · answer {settings.answer_rule}",
        style="dim",
    )


def _headline(
    summary: Summary, settings: Settings, judging: Mapping[str, Judging], findings: Sequence[Finding]
) -> Iterator[RenderableType]:
    """Yield the sentences that somebody in a hurry reads."""
    from rich.text import Text  # noqa: PLC0415

    yield Text("")
    yield Text(inert(headline(summary, judging, findings)), style="bold")
    for said in (ungrounded(summary), from_answer(summary, settings)):
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
            told = Prose(Text(inert(text)))
            rows.add_row("→", Text(inert(command), style="bold") if command else told)
            if command:
                rows.add_row("", told)
        yield indented(rows)


def _findings(findings: Sequence[Finding], out: Path | None) -> Iterator[RenderableType]:
    """Yield what was seen without labels, each with some ids to look at."""
    from rich.text import Text  # noqa: PLC0415

    found = shown_findings(findings)
    if not found:
        return
    yield heading("Without labels", "" if is_unlabelled(findings) else "seen in a fifth of the cases or more")
    rows = table("", " ", right=("",), wide=(" ",))
    for each in found:
        rows.add_row(f"{each.cases:,}/{each.of:,}", Prose(Text(inert(finding_text(each)))))
        if each.what is not None:
            rows.add_row("", Prose(Text(inert(each.what), style="dim")))
        if each.ids:
            rows.add_row("", Prose(Text(inert(_some_ids(each.ids)), style="dim")))
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


def _stages(summary: Summary) -> Iterator[RenderableType]:
    """Yield for how many cases each stage is to be mended, with bars; what is open has a row of its own."""
    from rich.text import Text  # noqa: PLC0415

    if not summary.n:
        return
    yield heading("What to fix", "shown or likely; 95 %, with what is not shown counted both ways")
    rows = table("", " ", "  ", "   ", "    ", "shown", "likely", right=("  ", "   ", "shown", "likely"))
    for fix in (*_NAMEABLE, Fix.NONE):
        shown, likely = summary.shown.get(fix, 0), summary.likely.get(fix, 0)
        if shown + likely or fix is not Fix.LABELS:
            told = _stage_row(FIXES[fix], fix, shown + likely, summary.n)
            rows.add_row(*told, _range(summary, fix), f"{shown}", f"{likely}")
    if summary.open_cases:
        rows.add_row(*_stage_row("open", Fix.UNKNOWN, summary.open_cases, summary.n), "", "", "")
    yield indented(rows)
    yield indented(Text(_STATES_SAID, style="dim"))


# What the words of the table mean, for whoever sees them for the first time.
_STATES_SAID: Final = (
    "shown: nothing unknown could change it · likely: by a measured rule, or the plainest reading of what is "
    "missing · open: more than one stage may be it"
)


def _range(summary: Summary, fix: Fix) -> str:
    """Return the interval of a share whose count lies between what is shown and what may be."""
    least, most = (wilson(count, summary.n) for count in summary.bounds(fix))
    return "" if least is None or most is None else span(least.low, most.high)


def _stage_row(name: str, fix: Fix, count: int, n: int) -> tuple[str | Text, ...]:
    from rich.text import Text  # noqa: PLC0415

    return name, Text(_bar(count, n), style=FIX_STYLES[fix]), f"{count}/{n}", percent(count / n)


def _diagnoses(summary: Summary) -> Iterator[RenderableType]:
    """Yield the diagnoses that occur, each with what it means; open cases are counted together."""
    counts = {
        diagnosis: summary.diagnoses[diagnosis] - summary.open_called.get(diagnosis, 0)
        for diagnosis in BRIEFLY
    }
    occurring = [diagnosis for diagnosis, count in counts.items() if count]
    if not occurring and not summary.open_cases:
        return
    yield heading("What happened")
    rows = table("", " ", "  ", right=(" ",))
    for diagnosis in occurring:
        rows.add_row(diagnosis, f"{counts[diagnosis]}", BRIEFLY[diagnosis])
    if summary.open_cases:
        rows.add_row("open", f"{summary.open_cases}", "neither shown nor likely")
    yield indented(rows)


def _verdicts(summary: Summary) -> Iterator[RenderableType]:
    """Yield how often each stage passed, over the cases where that is known."""
    from rich.text import Text  # noqa: PLC0415

    if not summary.n:
        return
    yield heading("Verdicts", "passed of those judged; bounds count what is not shown as fail or as pass")
    numbers = ("passed", "rate", "likely", "open", "n/a")
    rows = table("stage", "passed", "rate", _INTERVAL, "likely", "open", "bounds", "n/a", right=numbers)
    for stage in Stage:
        rate = summary.verdicts[stage]
        judged = rate.passed + rate.fail
        rows.add_row(
            stage,
            f"{rate.passed}/{judged}",
            percent(rate.rate),
            span(rate.low, rate.high),
            f"{rate.likely_pass + rate.likely_fail or ''}",
            f"{rate.unknown or ''}",
            _bounds(rate),
            f"{rate.not_applicable or ''}",
        )
    yield indented(rows)
    if Status.BOTH_FAILED in summary.status:
        # the coarse view stands in report.json; it is shown where somebody asked to tell its cases apart
        status = " · ".join(f"{name} {count}" for name, count in summary.status.items() if count)
        yield indented(Text(f"status: {status}", style="dim"))


def _bounds(rate: Rate) -> str:
    return span(rate.worst, rate.best) if rate.worst != rate.best else ""


def _metrics(summary: Summary) -> Iterator[RenderableType]:
    """Yield the means of the ranking metrics: a row a metric, a column a cutoff."""
    defined = {
        name: mean for name, mean in summary.metrics.items() if mean.mean is not None and not is_score(name)
    }
    if not defined:
        return
    counts = {mean.n for mean in defined.values()}
    same = counts.pop() if len(counts) == 1 else None
    note = "means over the n cases where it is defined" if same is None else f"means over {_cases(same)}"
    has_intervals = any(mean.low is not None for mean in defined.values())
    yield heading("Retrieved lists", f"{note}; interval of the last column" if has_intervals else note)
    laid_out = grid(defined)
    extra = ((_INTERVAL,) if has_intervals else ()) + (("n",) if same is None else ())
    rows = table("metric", *laid_out.columns, *extra, right=(*laid_out.columns, "n"))
    for metric, names in laid_out.rows.items():
        last = [defined[name] for name in names if name][-1]
        rows.add_row(
            display_name(metric),
            *(f"{defined[name].mean:.3f}" if name else "" for name in names),
            *([_mean_interval(last)] if has_intervals else []),
            *([f"{last.n}"] if same is None else []),
        )
    yield indented(rows)
    if laid_out.left_out:
        yield indented(f"{laid_out.left_out} more cutoffs are in report.json")


def _answer_scores(summary: Summary) -> Iterator[RenderableType]:
    """Yield how much answers share with expected ones, and what was right without any context."""
    scores = {
        name: mean for name, mean in summary.metrics.items() if is_score(name) and mean.mean is not None
    }
    relevance = scores.pop(RELEVANCE, None)
    closed_book = summary.closed_book
    if scores:
        yield heading("Answers", "overlap with an expected answer: scores, never verdicts")
        rows = table("score", "mean", _INTERVAL, "n", right=("mean", "n"))
        for name, mean in scores.items():
            rows.add_row(name, f"{mean.mean:.3f}", _mean_interval(mean), f"{mean.n}")
        yield indented(rows)
    if relevance is not None:
        yield heading(
            "Retrieved texts", "the share of them that matters to the question: a score, no verdict"
        )
        rows = table("score", "mean", _INTERVAL, "n", right=("mean", "n"))
        rows.add_row(RELEVANCE, f"{relevance.mean:.3f}", _mean_interval(relevance), f"{relevance.n}")
        yield indented(rows)
    if closed_book is not None:
        right, judged = closed_book.answer.passed, closed_book.answer.passed + closed_book.answer.fail
        yield heading("Without any context", "the same generator, closed-book")
        yield indented(
            f"right in {right} of {_cases(judged)}; of {closed_book.passed} passed ones "
            f"{closed_book.passed_known} were known without retrieval"
        )


def _mean_interval(mean: Mean) -> str:
    return "" if mean.low is None or mean.high is None else f"{mean.low:.3f}–{mean.high:.3f}"


def _slices(slices: Sequence[Slice]) -> Iterator[RenderableType]:
    """Yield, for each tag or language, how many of its cases each stage would win back."""
    from rich.text import Text  # noqa: PLC0415

    for by, group in groupby(slices, key=lambda piece: piece.by):
        pieces = list(group)
        fixes = [fix for fix in _NAMEABLE if any(_known(piece.summary, fix) for piece in pieces)]
        columns = ("passed", _INTERVAL, *(FIXES[fix] for fix in fixes), "open")
        yield heading(f"By {by}", "cases by what to fix")
        rows = table("", *columns, right=("passed", *columns[2:]), wide=("",), gap=1)
        rows.columns[0].overflow = "fold"
        for piece in pieces[:_SLICES_SHOWN]:
            n, passed = piece.summary.n, _known(piece.summary, Fix.NONE)
            interval = wilson(passed, n)
            rows.add_row(
                Text(inert(piece.name) or "(none)"),
                f"{passed}/{n}",
                span(interval.low, interval.high, digits=0) if interval else "",
                *(f"{_known(piece.summary, fix) or ''}" for fix in fixes),
                f"{piece.summary.open_cases or ''}",
            )
        yield indented(rows)
        if len(pieces) > _SLICES_SHOWN:
            yield indented(f"and {len(pieces) - _SLICES_SHOWN} more in report.json")


def _known(summary: Summary, fix: Fix) -> int:
    """Return in how many cases something is shown or likely to be what to fix."""
    return summary.shown.get(fix, 0) + summary.likely.get(fix, 0)


def _failing(summary: Summary, failing: Sequence[CaseResult], out: Path | None) -> Iterator[RenderableType]:
    """Yield the first cases that need something fixed, and how to see all about one."""
    from rich.cells import cell_len  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    if not failing:
        return
    total = summary.n - _known(summary, Fix.NONE)
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
            rows.add_row("!", Prose(Text(inert(warning))))
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


def _cases(n: int) -> str:
    return "1 case" if n == 1 else f"{n:,} cases"
