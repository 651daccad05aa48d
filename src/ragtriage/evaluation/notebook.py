"""What a notebook cell shows of an evaluation: tables that run nothing and take the notebook's colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ragtriage.model import Diagnosis, Fix, Rate, Summary
from ragtriage.verdicts.diagnosis import MEANINGS

__all__ = ["evaluation_html", "headline", "paragraph", "safe", "table_html", "warnings_html"]

_MOST: Final = 5  # warnings that are shown


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


def evaluation_html(inputs: Sequence[str], summary: Summary, warnings: Sequence[str]) -> str:
    """Return an evaluation as HTML: what to fix first, what happened, how each stage fared, what to know."""
    shown = paragraph(headline(", ".join(inputs), summary), is_strong=True)
    if summary.n:
        shown += table_html(
            ("what happened", "cases", "share", ""),
            [
                (name, f"{count:,}", f"{100 * count / summary.n:.1f} %", MEANINGS[Diagnosis(name)])
                for name, count in sorted(summary.diagnoses.items(), key=lambda item: -item[1])
                if count
            ],
        )
        shown += table_html(
            ("stage", "passed", "rate", "95 %", "unknown", "bounds"),
            [_stage_row(stage, rate) for stage, rate in summary.verdicts.items()],
        )
    return f"<div>{shown}{warnings_html(warnings)}</div>"


def warnings_html(warnings: Sequence[str]) -> str:
    """Return the first warnings as a list, and how many more there are."""
    told = [*warnings[:_MOST], *([f"and {len(warnings) - _MOST} more"] if len(warnings) > _MOST else [])]
    return f"<ul>{''.join(f'<li>{safe(warning)}</li>' for warning in told)}</ul>" if told else ""


def headline(name: str, summary: Summary) -> str:
    """Return an evaluation in a line: how many cases, how many passed, and what to fix first."""
    n, passed = summary.n, summary.stages[Fix.NONE]
    cases = "1 case" if n == 1 else f"{n:,} cases"
    worst = max(
        (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS), key=lambda fix: summary.stages[fix]
    )
    count = summary.stages[worst]
    told = f"{name}: {cases}, {passed:,} passed."
    if not count:
        return told
    verb = "Check the" if worst is Fix.LABELS else "Fix"
    return f"{told} {verb} {worst} first: {count:,} of {cases}."


def _stage_row(stage: str, rate: Rate) -> tuple[str, ...]:
    judged = rate.passed + rate.fail
    share = "–" if rate.rate is None else f"{100 * rate.rate:.1f} %"
    bounds = _between(rate.worst, rate.best) if rate.unknown and judged else ""
    interval = _between(rate.low, rate.high)
    return stage, f"{rate.passed:,}/{judged:,}", share, interval, f"{rate.unknown:,}", bounds


def _between(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f} %"
