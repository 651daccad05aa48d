"""What a notebook cell shows of a comparison: what is shown, what it may be put down to, and the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragtriage.evaluation.notebook import paragraph, table_html, warnings_html

if TYPE_CHECKING:
    from ragtriage.comparison.records import Comparison, Row

__all__ = ["comparison_html"]


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as HTML that runs nothing and takes the notebook's colours."""
    known, shown = comparison.known, comparison.telling
    cases = "1 case" if comparison.n == 1 else f"{comparison.n:,} cases"
    left_out = f", {comparison.left_out:,} left out" if comparison.left_out else ""
    parts = [
        paragraph(f"{comparison.candidate} against {comparison.baseline}: {cases}{left_out}"),
        paragraph(comparison.headline, is_strong=True) if comparison.headline else "",
        *(paragraph(f"{', '.join(each.stages)}: {each.text}") for each in comparison.conclusions),
        *(paragraph(f"{', '.join(each.stages)} not compared: {each.reason}") for each in comparison.withheld),
        warnings_html(comparison.warnings),
    ]
    if known:
        head = ("", "pairs", "baseline", "candidate", "difference", "95 %", "won:lost", "p adjusted", "shown")
        parts.append(table_html(head, [_cells(row) for row in shown]))
    if len(known) > len(shown):
        parts.append(paragraph(f"and {len(known) - len(shown)} more rows in .rows"))
    return f"<div>{''.join(parts)}</div>"


def _cells(row: Row) -> tuple[str, ...]:
    interval = "" if row.low is None or row.high is None else f"{row.low:+.3f} … {row.high:+.3f}"
    return (
        row.name,
        f"{row.n:,}",
        _number(row.baseline),
        _number(row.candidate),
        "–" if row.difference is None else f"{row.difference:+.3f}",
        interval,
        f"{row.wins}:{row.losses}",
        "–" if row.p_adjusted is None else f"{row.p_adjusted:.2g}",
        row.finding,
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
