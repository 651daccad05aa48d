"""What was asked of models: on the summary what it took, and of a case which of its texts matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ragtriage.evaluation.wording import CAUSES
from ragtriage.model import CaseResult, Judging
from ragtriage.reports.highlight import highlighted
from ragtriage.reports.inert import inert
from ragtriage.reports.layout import heading, indented, table
from ragtriage.reports.line_breaking import WrappedText

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["judges", "relevance"]


def judges(judging: Mapping[str, Judging]) -> Iterator[RenderableType]:
    """Yield a row for each judge that asks somebody: how much it judged, and what that took.

    Args:
        judging: What each of them judged, by the name of its stage.
    """
    if not judging:
        return
    yield heading("Judges", "tokens of every judgement that is in here, also of those that were kept")
    rows = table("stage", "judged", "by", right=("judged",), wide=("by",))
    for stage, one in judging.items():
        rows.add_row(stage, f"{one.to_judge:,}", ", ".join(_told(one)))
    yield indented(rows)


def _told(one: Judging) -> Iterator[str]:
    """Yield who judged, what went wrong, how often votes differ (the flip rate), and what it took."""
    yield inert(one.judge.partition(" (")[0])
    if one.failed:
        yield f"{one.failed:,} failed"
    if one.not_asked:
        yield f"{one.not_asked:,} not asked"
    if one.split is not None:
        yield f"votes differ on {one.split}/{one.to_judge}"
    if one.endpoint is not None:
        yield f"{one.calls:,} calls"
        yield f"{one.prompt_tokens:,} tokens in"
        yield f"{one.completion_tokens:,} out"
    if one.cost is not None:
        yield f"cost {one.cost:,.4f}"


def relevance(result: CaseResult) -> Iterator[RenderableType]:
    """Yield which of the retrieved texts of a case matter, where a judge was asked."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    known = result.relevance
    if known is None:
        return
    matter = sum(one.matters for one in known.texts)
    score = "" if known.score is None else f"{known.score:.3f}: {matter} of {len(known.texts)} texts matter"
    cause = "" if known.cause is None else f"not known: {CAUSES[known.cause]}"
    yield heading("Relevance", score or cause)
    lines = [Text(inert(known.method), style="dim")]
    if known.reason:
        lines.append(highlighted(known.reason))
    for one in known.texts:
        told = f"text {one.text + 1} {'matters' if one.matters else 'does not matter'}"
        lines.append(Text(told) if not one.reason else Text(f"{told}: ").append_text(highlighted(one.reason)))
    lines += [Text("reply: ").append_text(highlighted(reply)) for reply in known.raw_replies]
    rows = table("", wide=("",))
    rows.add_row(WrappedText(Text("\n").join(lines)))
    yield indented(rows)
