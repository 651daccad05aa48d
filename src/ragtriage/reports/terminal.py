"""The summary on a terminal: first what to fix, then why, then the numbers behind it."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from ragtriage.metrics.intervals import wilson
from ragtriage.metrics.names import display_name
from ragtriage.model import (
    RELEVANCE,
    CaseResult,
    Diagnosis,
    Fix,
    Judging,
    Mean,
    Rate,
    Settings,
    Slice,
    Stage,
    Status,
    Summary,
)
from ragtriage.reports.cutoffs import grid, is_score
from ragtriage.reports.inert import inert
from ragtriage.reports.judging import judges
from ragtriage.reports.layout import FIX_STYLES, cell, heading, indented, show, table
from ragtriage.reports.prose import Prose
from ragtriage.reports.wording import BRIEFLY, FIXES, percent, span

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["print_summary"]

_NAMEABLE: Final = (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS)
_ONLY_IF_ANY: Final = frozenset({Fix.LABELS, Fix.UNKNOWN})
_ROWS: Final = (*_NAMEABLE, Fix.UNKNOWN, Fix.NONE)
_BAR_WIDTH: Final = 24
_EIGHTHS: Final = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
_ID_WIDTH: Final = 36  # a UUID fits
_WORTH_SAYING: Final = 0.1  # share of cases without a stage that no headline may pass over
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
        out: The folder that the evaluation stands in; None when it stands in none.
        is_written: It was written just now, so that this is worth saying.
    """
    blocks = (
        _header(name, settings, summary),
        _headline(summary),
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


def _headline(summary: Summary) -> Iterator[RenderableType]:
    """Yield the two sentences that somebody in a hurry reads."""
    from rich.text import Text  # noqa: PLC0415

    n, fine = summary.n, summary.stages[Fix.NONE]
    worst = max(_NAMEABLE, key=lambda fix: summary.stages[fix])
    count = summary.stages[worst]
    yield Text("")
    if n == 0:
        yield Text("No case was judged.", style="bold")
    elif fine == n:
        yield Text("Every case passed: right, with the evidence in place.", style="bold")
    elif count == 0:
        yield Text(
            f"Too little was recorded or labelled to name a stage in {n - fine:,} of {_cases(n)}.", "bold"
        )
    else:
        verb = "Check the labels" if worst is Fix.LABELS else f"Fix {FIXES[worst]}"
        sure = summary.certain.get(worst, count)
        doubt = f" ({sure:,} certain)" if sure < count else ""
        yield Text(f"{verb} first: {count:,} of {_cases(n)}{doubt}. {fine:,} passed.", style="bold")
    ungrounded = summary.diagnoses[Diagnosis.UNGROUNDED_CORRECT]
    if ungrounded:
        subject = "1 right answer is" if ungrounded == 1 else f"{ungrounded:,} right answers are"
        yield Text(f"{subject} not backed by what was retrieved.", style="bold")
    unknown = summary.stages[Fix.UNKNOWN]
    if count and unknown > _WORTH_SAYING * n:
        yield Text(f"In {_cases(unknown)} too little was recorded or labelled to name a stage.", style="bold")


def _stages(summary: Summary) -> Iterator[RenderableType]:
    """Yield how many cases each stage would win back, with bars."""
    from rich.text import Text  # noqa: PLC0415

    if not summary.n:
        return
    are_certain = all(summary.certain.get(fix, count) == count for fix, count in summary.stages.items())
    yield heading("What to fix", "share of all cases, 95 % interval")
    last = () if are_certain else ("certain",)
    rows = table("", " ", "  ", "   ", "    ", *last, right=("  ", "   ", *last))
    for fix in _ROWS:
        count = summary.stages[fix]
        if count or fix not in _ONLY_IF_ANY:
            interval = wilson(count, summary.n)
            rows.add_row(
                FIXES[fix],
                Text(_bar(count, summary.n), style=FIX_STYLES[fix]),
                f"{count}/{summary.n}",
                percent(count / summary.n),
                span(interval.low, interval.high) if interval else "",
                *(f"{summary.certain.get(fix, count)}" for _ in last),
            )
    yield indented(rows)


def _diagnoses(summary: Summary) -> Iterator[RenderableType]:
    """Yield the diagnoses that occur, each with what it means."""
    occurring = [diagnosis for diagnosis in BRIEFLY if summary.diagnoses[diagnosis]]
    if not occurring:
        return
    yield heading("What happened")
    rows = table("", " ", "  ", right=(" ",))
    for diagnosis in occurring:
        rows.add_row(diagnosis, f"{summary.diagnoses[diagnosis]}", BRIEFLY[diagnosis])
    yield indented(rows)


def _verdicts(summary: Summary) -> Iterator[RenderableType]:
    """Yield how often each stage passed, over the cases where that is known."""
    from rich.text import Text  # noqa: PLC0415

    if not summary.n:
        return
    yield heading("Verdicts", "passed of those judged; bounds count every unknown as fail or as pass")
    numbers = ("passed", "rate", "unknown", "n/a")
    rows = table("stage", "passed", "rate", _INTERVAL, "unknown", "bounds", "n/a", right=numbers)
    for stage in Stage:
        rate = summary.verdicts[stage]
        judged = rate.passed + rate.fail
        rows.add_row(
            stage,
            f"{rate.passed}/{judged}",
            percent(rate.rate),
            span(rate.low, rate.high),
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
    return span(rate.worst, rate.best) if rate.unknown and rate.passed + rate.fail else ""


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
        fixes = [fix for fix in _ROWS[:-1] if any(piece.summary.stages[fix] for piece in pieces)]
        columns = ("passed", _INTERVAL, *(FIXES[fix] for fix in fixes))
        yield heading(f"By {by}", "cases by what to fix")
        rows = table("", *columns, right=("passed", *columns[2:]), wide=("",), gap=1)
        rows.columns[0].overflow = "fold"
        for piece in pieces[:_SLICES_SHOWN]:
            stages, n = piece.summary.stages, piece.summary.n
            interval = wilson(stages[Fix.NONE], n)
            rows.add_row(
                Text(inert(piece.name) or "(none)"),
                f"{stages[Fix.NONE]}/{n}",
                span(interval.low, interval.high, digits=0) if interval else "",
                *(f"{stages[fix] or ''}" for fix in fixes),
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
    total = summary.n - summary.stages[Fix.NONE]
    is_doubtful = any(not result.diagnosed.certain for result in failing)
    notes = [f"{len(failing)} of {total:,}"] if total > len(failing) else []
    notes += ["? not certain"] if is_doubtful else []
    yield heading("First cases to look at", "; ".join(notes))
    rows = table("id", "diagnosis", "question", wide=("id", "question"))
    ids = [inert(result.case.id) for result in failing]
    rows.columns[0].width, rows.columns[0].overflow = min(_ID_WIDTH, max(2, *map(cell_len, ids))), "fold"
    for result in failing:
        fix = result.diagnosed.stage
        rows.add_row(
            inert(result.case.id),
            Text(result.diagnosed.diagnosis + ("" if result.diagnosed.certain else "?"), FIX_STYLES[fix]),
            cell(result.case.question),
        )
    yield indented(rows)
    if out is not None:
        yield inert(f"  ragtriage explain {shlex.quote(str(out))} {shlex.quote(failing[0].case.id)}")


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
