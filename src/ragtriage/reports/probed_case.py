"""What a probe shows of one case, for the page that explains it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ragtriage.model.probing import ArmResult, CaseProbe, Reading
from ragtriage.probing.conclusions import TABLE
from ragtriage.reports.highlight import highlighted
from ragtriage.reports.layout import heading, indented, table

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["probed"]

_STYLES: Final[dict[Reading, str]] = {
    Reading.RIGHT: "green",
    Reading.WRONG: "bright_red",
    Reading.MIXED: "yellow",
    Reading.UNKNOWN: "dim",
}


def probed(case: CaseProbe | None) -> Iterator[RenderableType]:
    """Yield each condition with what was answered, and what they show together; nothing of no probe."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    if case is None:
        return
    yield heading("Asked again", "the context changed, and nothing else")
    rows = table("", " ", "  ", "answers", wide=("answers",))
    for arm, result in case.arms.items():
        rows.add_row(
            arm, Text(result.reading, style=_STYLES[result.reading]), _count(result), _answers(result)
        )
    for left in case.left_out:
        what = f"without text {left.position}{' (gold)' if left.is_gold else ''}"
        result = left.result
        rows.add_row(
            what, Text(result.reading, style=_STYLES[result.reading]), _count(result), _answers(result)
        )
    yield indented(rows)
    second = "" if case.second is None else f", and {case.second}"
    yield indented(
        Text.assemble(
            ("\n", ""),
            (f"{case.conclusion}{second}", "bold"),
            f"  (row {case.row} of {len(TABLE)}); the diagnosis {case.diagnosis} is ",
            (case.standing.value, "bold"),
        )
    )
    yield indented(Text(case.why))


def _count(result: ArmResult) -> str:
    return f"{result.right}/{result.n}" if result.n else ""


def _answers(result: ArmResult) -> Text:
    """Return the different answers, each with how often it was given; or why there is none."""
    from rich.text import Text  # noqa: PLC0415

    if result.not_built is not None:
        return highlighted(f"not asked: {result.not_built}")
    if result.same_as is not None:
        return Text(f"the same texts as {result.same_as}", style="dim")
    times: dict[str, int] = {}
    for sample in result.samples:
        shown = sample.answer or sample.reason or "(none)"
        times[shown] = times.get(shown, 0) + 1
    lines = [
        highlighted(shown).append(f"  ({n} times)" if n > 1 else "", style="dim")
        for shown, n in times.items()
    ]
    return Text("\n").join(lines)
