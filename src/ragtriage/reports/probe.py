"""A probe on a terminal: three levels of accuracy, what there is to win, and what the conditions show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.wording import percent, span
from ragtriage.model import Diagnosis
from ragtriage.model.probing import (
    Arm,
    CaseProbe,
    Conclusion,
    Headroom,
    ProbeReport,
    ProbeSlice,
    ProbeSummary,
    Share,
    Standing,
)
from ragtriage.reports.inert import inert
from ragtriage.reports.layout import heading, indented, show, table
from ragtriage.reports.signed import signed, small

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["CONCLUSIONS", "HEADROOM", "print_probe"]

# Each conclusion in a line that fits beside its counts on a terminal of 80 columns.
CONCLUSIONS: Final[dict[Conclusion, str]] = {
    Conclusion.RETRIEVAL_AT_FAULT: "right with gold that had not come back",
    Conclusion.CHUNKING_AT_FAULT: "right with gold; chunks lacked it",
    Conclusion.CONTEXT_AT_FAULT: "right with gold",
    Conclusion.GENERATION_AT_FAULT: "wrong with gold too",
    Conclusion.DISTRACTED: "right without the other texts",
    Conclusion.POSITION: "right with the gold first",
    Conclusion.LABELS_DOUBTFUL: "right closed-book, wrong with gold",
    Conclusion.KNOWN_WITHOUT_RETRIEVAL: "right without any text",
    Conclusion.NOT_DRAWN_FROM_GOLD: "right without the gold",
    Conclusion.DRAWN_FROM_GOLD: "wrong without the gold",
    Conclusion.DRAWN_FROM_CONTEXT: "wrong without any text",
    Conclusion.FLAKY: "not the same again, or not as recorded",
    Conclusion.NOTHING_CONCLUDED: "what was asked shows nothing",
}

HEADROOM: Final[dict[str, str]] = {
    "now": "right as retrieved",
    "retrieval": "perfect retrieval could win at most",
    "generation": "only a better generator could win",
    "lost_with_gold": "right as retrieved, wrong with gold",
    "known": "of those right: known without retrieval",
    "due": "of those right: due to what came back",
}

# So that two names, an interval and two p values stand on one line.
_SHORT: Final[dict[Arm, str]] = {Arm.GOLD_ONLY_OF_RETRIEVED: "gold_only"}

_IDS_SHOWN: Final = 3
_INTERVAL: Final = "95 %"


def print_probe(console: Console, report: ProbeReport, folder: str) -> None:
    """Print what a probe shows.

    Args:
        console: Where to; its width, colours and encoding are kept to.
        report: What to print.
        folder: Where it was written.
    """
    summary = report.summary
    blocks = (
        _title(report),
        _levels(summary),
        _headroom(summary.headroom),
        _tests(summary),
        _conclusions(report.cases, summary),
        _standings(report.cases),
        _slices(summary.slices),
        _not_built(summary),
        _warnings(report),
        _next(report, folder),
    )
    show(console, blocks)


def _title(report: ProbeReport) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    manifest, summary = report.manifest, report.summary
    yield Text.assemble(
        ("Probed", "bold"), f": {summary.n:,} of {summary.of:,} cases, {_samples(manifest.samples)} a prompt"
    )
    where = "" if manifest.endpoint is None else f" at {inert(manifest.endpoint)}"
    yield Text(f"{inert(manifest.generator)}{where}", style="dim")
    cost = "" if summary.cost is None else f", {summary.cost:,.4f}"
    tokens = summary.prompt_tokens + summary.completion_tokens
    spent = f", {tokens:,} tokens{cost}" if tokens else ""
    reproduced = summary.reproduced
    yield Text(
        f"{summary.asked:,} prompts, {summary.calls:,} replies{spent}; "
        f"{reproduced.count:,} of {reproduced.n:,} recorded answers reproduced",
        style="dim",
    )


def _samples(n: int) -> str:
    return "1 sample" if n == 1 else f"{n} samples"


def _levels(summary: ProbeSummary) -> Iterator[RenderableType]:
    if not summary.levels:
        return
    yield heading("Answer accuracy", "over the cases that have an answer")
    columns = ("right", "rate", "unknown")
    rows = table("", *columns[:2], _INTERVAL, columns[2], right=columns)
    for arm, rate in summary.levels.items():
        rows.add_row(
            arm,
            f"{rate.passed}/{rate.passed + rate.fail}",
            percent(rate.rate),
            span(rate.low, rate.high),
            f"{rate.unknown or ''}",
        )
    yield indented(rows)


def _headroom(headroom: Headroom) -> Iterator[RenderableType]:
    if not headroom.n:
        return
    yield heading("Headroom", f"over the {headroom.n:,} cases read as retrieved and with gold")
    rows = table("", " ", "  ", "   ", right=(" ", "  "))
    for name, words in HEADROOM.items():
        part: Share = getattr(headroom, name)
        if part.n:
            rows.add_row(words, f"{part.count}/{part.n}", percent(part.share), span(part.low, part.high))
    yield indented(rows)


def _tests(summary: ProbeSummary) -> Iterator[RenderableType]:
    if not summary.tests:
        return
    yield heading("One against another", "paired; adj.: p by Holm for all rows")
    right = ("n", "diff", "won:lost", "p", "adj.")
    rows = table("", "n", "diff", _INTERVAL, "won:lost", "p", "adj.", right=right, gap=1)
    for test in summary.tests:
        rows.add_row(
            f"{test.first} → {_SHORT.get(test.second, test.second)}",
            f"{test.n}",
            signed(test.difference),
            f"{signed(test.low)}…{signed(test.high)}" if test.low is not None else "",
            f"{test.wins}:{test.losses}",
            small(test.p),
            small(test.p_adjusted),
        )
    yield indented(rows)
    if any(test.clusters is not None for test in summary.tests):
        yield indented("cases that share a gold document or a cluster were flipped together")


def _conclusions(cases: Sequence[CaseProbe], summary: ProbeSummary) -> Iterator[RenderableType]:
    """Yield how many cases show what, and how many of them for certain."""
    yield heading("What it shows", "certain: no reading of what wavers would change it")
    rows = table("", "cases", "certain", " ", right=("cases", "certain"), wide=(" ",))
    for conclusion, words in CONCLUSIONS.items():
        count = summary.conclusions.get(conclusion, 0)
        if count:
            certain = sum(case.certain for case in cases if case.conclusion is conclusion)
            rows.add_row(conclusion, f"{count}", f"{certain}", words)
    yield indented(rows)


def _standings(cases: Sequence[CaseProbe]) -> Iterator[RenderableType]:
    """Yield what that makes of the diagnoses."""
    counts = Counter((case.diagnosis, case.standing) for case in cases)
    found = [each for each in Diagnosis if any(counts[each, standing] for standing in Standing)]
    yield heading("Beside the diagnoses", "which stay as they are")
    columns = tuple(standing.value for standing in Standing)
    rows = table("", *columns, " ", right=columns)
    for diagnosis in found:
        against = [case.id for case in cases if case.diagnosis is diagnosis and _is_against(case)]
        rows.add_row(diagnosis, *(f"{counts[diagnosis, each] or '·'}" for each in Standing), _ids(against))
    yield indented(rows)


def _is_against(case: CaseProbe) -> bool:
    return case.standing is Standing.CONTRADICTED


def _ids(ids: Sequence[str]) -> str:
    if not ids:
        return ""
    more = f" and {len(ids) - _IDS_SHOWN} more" if len(ids) > _IDS_SHOWN else ""
    return f"contradicted: {', '.join(inert(each)[:24] for each in ids[:_IDS_SHOWN])}{more}"


def _slices(slices: Sequence[ProbeSlice]) -> Iterator[RenderableType]:
    for by in dict.fromkeys(each.by for each in slices):
        yield heading("By tag" if by == "tags" else "By language", "right of the cases that are known")
        columns = ("cases", "closed", "retrieved", "gold", "retrieval", "generation")
        rows = table("", *columns, right=columns)
        for each in slices:
            if each.by == by:
                rows.add_row(
                    inert(each.name)[:24] or "(none)",
                    f"{each.n}",
                    *(_rate(each, arm) for arm in (Arm.CLOSED_BOOK, Arm.RETRIEVED, Arm.GOLD)),
                    f"{each.headroom.retrieval.count}",
                    f"{each.headroom.generation.count}",
                )
        yield indented(rows)


def _rate(part: ProbeSlice, arm: Arm) -> str:
    rate = part.levels.get(arm)
    return "–" if rate is None else f"{rate.passed}/{rate.passed + rate.fail}"


def _not_built(summary: ProbeSummary) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if not summary.not_built:
        return
    yield heading("Not built", "nothing was asked there")
    rows = table("", " ", "  ", right=(" ",), wide=("  ",))
    for arm, causes in summary.not_built.items():
        for cause, count in causes.items():
            rows.add_row(arm, f"{count}", Text(inert(cause)))
    yield indented(rows)


def _warnings(report: ProbeReport) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if not report.warnings:
        return
    yield heading("Warnings")
    rows = table("", " ", wide=(" ",))
    for warning in report.warnings:
        rows.add_row("!", Text(inert(warning)))
    yield indented(rows)


def _next(report: ProbeReport, folder: str) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    yield Text(f"\nWritten to {inert(folder)}/probe.json. To see one case:")
    shown = next((case for case in report.cases if case.standing is not Standing.OPEN), None)
    case = shown or next(iter(report.cases), None)
    if case is not None:
        yield f"  ragtriage explain {inert(folder)} {inert(case.id)}"
