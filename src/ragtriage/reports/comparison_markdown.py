"""A comparison as Markdown, such as for the summary of a CI step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ragtriage.comparison.gates import GateResult
from ragtriage.comparison.records import Comparison, Kind
from ragtriage.reports.comparison import bounded_rows, tested, told_flips
from ragtriage.reports.markdown import gates_markdown, markdown_text
from ragtriage.reports.signed import number, signed, small

__all__ = ["comparison_markdown"]

_IDS_SHOWN: Final = 10


def comparison_markdown(comparison: Comparison, gates: Sequence[GateResult] = ()) -> str:
    """Return the comparison as a Markdown section; texts of cases cannot become markup."""
    parts = (
        _head(comparison),
        gates_markdown(gates),
        _notes(comparison),
        _rows(comparison),
        _bounds(comparison),
        _steadiness(comparison),
        _matrix(comparison),
        _changed(comparison),
    )
    return "\n".join(line for part in parts for line in part) + "\n"


def _head(comparison: Comparison) -> Iterator[str]:
    what = "repeats of" if comparison.kind is Kind.REPEATS else "against"
    yield f"## {markdown_text(comparison.candidate)} {what} {markdown_text(comparison.baseline)}"
    yield ""
    left_out = f", {comparison.left_out:,} left out" if comparison.left_out else ""
    told = [
        f"{part} ({comparison.changed[part]:,} cases)" if part in comparison.changed else part
        for part in comparison.differs
    ]
    differs = f" Differs: {markdown_text(', '.join(told))}." if told else ""
    yield f"{comparison.n:,} cases{left_out}.{differs}"
    yield ""


def _notes(comparison: Comparison) -> Iterator[str]:
    for withheld in comparison.withheld:
        yield f"- ⚠️ {', '.join(withheld.stages)} not compared: {markdown_text(withheld.reason)}"
    for warning in comparison.warnings:
        yield f"- ⚠️ {markdown_text(warning)}"
    yield ""
    if comparison.conclusions:
        yield "What a difference may be put down to:"
        yield ""
        for conclusion in comparison.conclusions:
            yield f"- **{', '.join(conclusion.stages)}**: {markdown_text(conclusion.text)}"
        yield ""


def _rows(comparison: Comparison) -> Iterator[str]:
    rows = [row for row in comparison.rows if row.n]
    if not rows:
        return
    yield (
        "| | n | baseline | candidate | difference | 95 % | won / tied / lost | p | adjusted | least p | "
        "effect | could be seen | test | |"
    )
    yield f"|---|{'--:|' * 11}---|---|"
    for row in rows:
        interval = f"{signed(row.low)} to {signed(row.high)}" if row.low is not None else ""
        cells = (
            markdown_text(row.name),
            f"{row.n:,}",
            number(row.baseline),
            number(row.candidate),
            signed(row.difference),
            interval,
            f"{row.wins} / {row.ties} / {row.losses}",
            small(row.p),
            small(row.p_adjusted),
            small(row.smallest_p),
            signed(row.effect),
            number(row.detectable),
            markdown_text(tested(row)),
            row.finding,
        )
        yield f"| {' | '.join(cells)} |"
    yield ""


def _bounds(comparison: Comparison) -> Iterator[str]:
    unknown = [row.name for row in comparison.rows if row.n == 0]
    if unknown:
        yield f"Not known on both sides for any case: {markdown_text(', '.join(unknown))}."
        yield ""
    bounded = bounded_rows(comparison)
    if not bounded:
        return
    yield "| what the unknowns could make of it | unknown | worst | best |"
    yield "|---|--:|--:|--:|"
    for row, bounds in bounded:
        yield (
            f"| {markdown_text(row.name)} | {bounds.baseline} and {bounds.candidate} | "
            f"{signed(bounds.worst)} | {signed(bounds.best)} |"
        )
    yield ""


def _steadiness(comparison: Comparison) -> Iterator[str]:
    known = [each for each in comparison.repeats if each.questions]
    if not known:
        return
    yield "| repeats of | | repeats | questions | mean | flip rate |"
    yield "|---|---|--:|--:|--:|--:|"
    for each in known:
        yield (
            f"| {markdown_text(each.side)} | {markdown_text(each.name)} | {each.repeats} | "
            f"{each.questions} | {number(each.mean)} | {number(each.flip_rate)} |"
        )
    yield ""


def _matrix(comparison: Comparison) -> Iterator[str]:
    crossed = comparison.diagnoses
    names = list(dict.fromkeys([*crossed, *(name for row in crossed.values() for name in row)]))
    if not names:
        return
    yield f"| baseline ↓ candidate → | {' | '.join(map(markdown_text, names))} |"
    yield f"|---|{'--:|' * len(names)}"
    for name in names:
        counts = (crossed.get(name, {}).get(other, 0) for other in names)
        yield f"| {markdown_text(name)} | {' | '.join(str(count or '·') for count in counts)} |"
    yield ""


def _changed(comparison: Comparison) -> Iterator[str]:
    told = [
        f"- {markdown_text(name)} {what} ({count}): {_ids(ids, count)}"
        for name, flips in comparison.flips.items()
        for what, count, ids in told_flips(flips)
        if count
    ]
    told += [
        f"- {markdown_text(group.baseline)} → {markdown_text(group.candidate)} ({group.count}): "
        f"{_ids(group.ids, group.count)}"
        for group in comparison.moved
    ]
    if told:
        yield "<details><summary>Cases that changed</summary>"
        yield ""
        yield from told
        yield ""
        yield "</details>"
        yield ""


def _ids(ids: Sequence[str], count: int) -> str:
    shown = ", ".join(markdown_text(identifier) for identifier in ids[:_IDS_SHOWN])
    return shown + (f" and {count - _IDS_SHOWN} more" if count > _IDS_SHOWN else "")
