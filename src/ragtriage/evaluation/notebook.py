"""What a notebook cell shows of an evaluation: tables that run nothing and take the notebook's colours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.evaluation.findings import finding_text
from ragtriage.evaluation.report_view import ReportView, StageRow
from ragtriage.evaluation.wording import cases, percent
from ragtriage.model import Fix
from ragtriage.verdicts.meanings import BRIEFLY

if TYPE_CHECKING:
    from ragtriage.evaluation.evaluation import Report

__all__ = ["evaluation_html", "list_html", "paragraph", "safe", "table_html", "warnings_html"]

_MOST: Final = 5  # warnings that are shown
_IDS: Final = 3  # of the cases of a finding


def safe(text: str) -> str:
    r"""Return text that is text in HTML; what would turn, hide or steer is written as `<U+202E>`.

    Example:
        >>> safe("<b>\u202e</b>")
        '&lt;b&gt;&lt;U+202E&gt;&lt;/b&gt;'
    """
    from html import escape  # noqa: PLC0415 - only a notebook needs it

    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else f"<U+{ord(letter):04X}>" for letter in text)
    return escape(text)


def paragraph(text: str, *, is_strong: bool = False) -> str:
    """Return a paragraph of text."""
    return f"<p><strong>{safe(text)}</strong></p>" if is_strong else f"<p>{safe(text)}</p>"


def table_html(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """Return a table; the first `words` columns and the last hold words, those between numbers.

    Nothing but alignment is styled, so that light and dark notebooks both show it in their own colours.
    """
    last = len(head) - 1

    def row(tag: str, cells: Sequence[str]) -> str:
        sides = (
            "left" if place < words or place == last else "right;white-space:nowrap"
            for place in range(len(cells))
        )
        shown = (
            f'<{tag} style="text-align:{side};padding-right:1em">{safe(cell)}</{tag}>'
            for side, cell in zip(sides, cells, strict=True)
        )
        return f"<tr>{''.join(shown)}</tr>"

    body = "".join(row("td", cells) for cells in rows)
    return f"<table><thead>{row('th', head)}</thead><tbody>{body}</tbody></table>"


def evaluation_html(report: Report) -> str:
    """Return an evaluation as HTML: what to fix first, what to do, what happened, how each stage fared."""
    view = ReportView(report)
    shown = paragraph(f"{view.name}: {cases(view.n)}. {view.headline}", is_strong=True)
    shown += list_html(view.steps)
    if view.findings:
        shown += table_html(
            ("seen without labels", "cases", "such as"),
            [
                (finding_text(each), f"{each.cases:,}/{each.of:,}", ", ".join(each.ids[:_IDS]))
                for each in view.findings
            ],
        )
    if view.n:
        shown += table_html(
            ("what happened", "cases", "share", ""),
            [(name, f"{count:,}", percent(count / view.n), said) for name, count, said in _happened(view)],
        )
        shown += table_html(
            ("stage", "passed", "rate", "95 %", "likely", "open", "bounds"), map(_stage_row, view.stages)
        )
    return f"<div>{shown}{warnings_html(report.warnings)}</div>"


def _happened(view: ReportView) -> Iterator[tuple[str, int, str]]:
    """Yield the diagnoses that are shown or likely, most cases first, and what is open."""
    for diagnosis, count in sorted(view.diagnoses.items(), key=lambda item: -item[1]):
        if count:
            yield diagnosis, count, BRIEFLY[diagnosis]
    if open_cases := view.fixes[Fix.UNKNOWN].cases:
        yield "open", open_cases, "neither shown nor likely"


def _stage_row(row: StageRow) -> tuple[str, ...]:
    passed = f"{row.passed:,}/{row.judged:,}"
    return row.stage, passed, row.rate, row.interval, f"{row.likely:,}", f"{row.open:,}", row.bounds


def warnings_html(warnings: Sequence[str]) -> str:
    """Return the first warnings as a list, and how many more there are."""
    return list_html(
        [*warnings[:_MOST], *([f"and {len(warnings) - _MOST} more"] if len(warnings) > _MOST else [])]
    )


def list_html(lines: Iterable[str]) -> str:
    """Return lines as a list; nothing where there are none."""
    items = "".join(f"<li>{safe(line)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""
