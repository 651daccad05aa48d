"""A calibration on a terminal: the judge against people, and the pass rate corrected by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ragtriage.comparison.calibration import Calibration, Validity
from ragtriage.evaluation.wording import percent, span
from ragtriage.reports.inert import inert
from ragtriage.reports.layout import heading, indented, show, table
from ragtriage.reports.signed import number

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["print_calibration"]


def print_calibration(console: Console, calibration: Calibration) -> None:
    """Print how far a judge agrees with people, and what that makes of its pass rate."""
    show(
        console,
        (_title(calibration), _crossing(calibration), _agreement(calibration), _corrected(calibration)),
    )


def _title(calibration: Calibration) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    yield Text.assemble(
        (f"{calibration.stage} verdicts", "bold"), f" by {inert(calibration.judge)}, held against"
    )
    yield Text(f"the labels of people: {calibration.n} cases that both judged")
    if calibration.unjudged:
        yield Text(
            f"{calibration.unjudged} labelled cases are unknown to the judge "
            f"({calibration.failed_judgements} where it failed); they are left out"
        )
    if calibration.validity is Validity.NOT_FOR_FAILURES:
        failures = calibration.judge_pass + calibration.both_fail
        yield Text(
            f"Not validated for failures: people found {failures}, fewer than 20.", style="bold yellow"
        )


def _crossing(calibration: Calibration) -> Iterator[RenderableType]:
    yield heading("Judge against people")
    columns = ("people pass", "people fail", "rate")
    rows = table("", *columns, right=columns)
    rows.add_row(
        "judge pass", f"{calibration.both_pass}", f"{calibration.judge_pass}", percent(calibration.judge_rate)
    )
    rows.add_row("judge fail", f"{calibration.people_pass}", f"{calibration.both_fail}", "")
    rows.add_row("rate", percent(calibration.people_rate), "", "")
    yield indented(rows)


def _agreement(calibration: Calibration) -> Iterator[RenderableType]:
    yield heading("Agreement")
    rows = table("", " ", "  ", right=(" ",))
    agreed = calibration.both_pass + calibration.both_fail
    rows.add_row(
        "observed",
        percent(calibration.observed),
        f"{agreed}/{calibration.n}, 95 % {span(calibration.low, calibration.high)}",
    )
    rows.add_row("on pass", percent(calibration.on_pass), "share of agreement among what either passed")
    rows.add_row("on fail", percent(calibration.on_fail), "the same for fails")
    rows.add_row("kappa", number(calibration.kappa), "beyond chance; falls when failures are rare")
    rows.add_row("AC1", number(calibration.ac1), "beyond chance; holds when failures are rare")
    yield indented(rows)


def _corrected(calibration: Calibration) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    yield heading("Pass rate of all judged cases, corrected")
    for corrected in calibration.corrected:
        rate = (
            percent(corrected.rate)
            if corrected.rate is not None
            else "cannot be worked out from these labels"
        )
        yield indented(Text(f"{corrected.method}: {rate}  {span(corrected.low, corrected.high)}".rstrip()))
        yield indented(Text(f"assumes: {corrected.assumes}", style="dim"), 4)
