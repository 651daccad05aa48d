"""A comparison on a terminal: what differs, what may be said, the numbers, and which cases changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.comparison.records import Bounds, Comparison, Finding, Flips, Kind, Row
from ragtriage.evaluation.wording import cases
from ragtriage.reports.inert import inert
from ragtriage.reports.layout import heading, indented, show, table
from ragtriage.reports.line_breaking import WrappedText
from ragtriage.reports.signed import number, signed, small

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["TITLES", "bounded_rows", "print_comparison", "tested", "told_flips"]

TITLES: Final[dict[Kind, str]] = {
    Kind.SYSTEMS: "Compared",
    Kind.REPEATS: "Repeats of one configuration",
    Kind.SCORES: "Scores compared",
}

_STYLES: Final[dict[Finding, str]] = {
    Finding.BETTER: "green",
    Finding.WORSE: "bright_red",
    Finding.NOT_SHOWN: "dim",
}
# What is not shown is left blank, so that what is stands out.
_FINDINGS: Final[dict[Finding, str]] = {
    Finding.BETTER: "better",
    Finding.WORSE: "worse",
    Finding.NOT_SHOWN: "",
}
_IDS_SHOWN: Final = 5
_ID_SHOWN: Final = 36  # characters; a UUID fits
_MOVES_SHOWN: Final = 12
# Without --all the whole stays on a screen or two.
_FEW_IDS: Final = 3
_FEW_MOVES: Final = 5


def print_comparison(console: Console, comparison: Comparison, *, is_whole: bool = False) -> None:
    """Print what two evaluations, or two tables of scores, differ in.

    Args:
        console: Where to; its width, colours and encoding are kept to.
        comparison: What to print.
        is_whole: Print the rows without a shown difference too, what the cases could show, and more ids.
    """
    few = not is_whole
    blocks = (
        _title(comparison),
        _headline(comparison),
        _differs(comparison),
        _conclusions(comparison),
        _warnings(comparison),
        _steadiness(comparison),
        _rows(comparison, few=few),
        _bounds(comparison),
        () if few else _power(comparison),
        _flips(comparison, few=few),
        _matrix(comparison),
        _moved(comparison, few=few),
        _more(comparison) if few else (),
    )
    show(console, blocks)


def _title(comparison: Comparison) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    left_out = f", {comparison.left_out:,} left out" if comparison.left_out else ""
    yield Text.assemble((TITLES[comparison.kind], "bold"), f": {cases(comparison.n)}{left_out}")
    yield Text(f"baseline   {inert(comparison.baseline)}", overflow="fold")
    yield Text(f"candidate  {inert(comparison.candidate)}", overflow="fold")


def _headline(comparison: Comparison) -> Iterator[RenderableType]:
    """Yield the sentence that somebody in a hurry reads."""
    from rich.text import Text  # noqa: PLC0415

    told = inert(comparison.headline)
    if told:
        yield Text("")
        yield WrappedText(Text(told, style="bold"))


def _rows_counted(n: int) -> str:
    return "1 row" if n == 1 else f"{n} rows"


def _differs(comparison: Comparison) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if comparison.kind is Kind.SCORES:
        return
    yield heading("What differs")
    told = [
        f"{part} ({comparison.changed[part]:,} of {cases(comparison.n)})"
        if part in comparison.changed
        else part
        for part in comparison.differs
    ]
    yield indented(Text(", ".join(told) or "nothing that was recorded"))


def _warnings(comparison: Comparison) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    told = [
        *comparison.warnings,
        *(f"{' and '.join(each.stages)} not compared: {each.reason}" for each in comparison.withheld),
    ]
    if told:
        yield heading("Warnings")
        rows = table("", " ", wide=(" ",))
        for warning in told:
            rows.add_row("!", WrappedText(Text(inert(warning))))
        yield indented(rows)


def _conclusions(comparison: Comparison) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    if comparison.conclusions:
        yield heading("What a difference may be put down to")
        rows = table("", " ", wide=(" ",))
        for conclusion in comparison.conclusions:
            rows.add_row(", ".join(conclusion.stages), WrappedText(Text(conclusion.text)))
        yield indented(rows)


def _steadiness(comparison: Comparison) -> Iterator[RenderableType]:
    known = [each for each in comparison.repeats if each.questions]
    if not known:
        return
    yield heading("How steady", "flips: share of the questions whose repeats are not all equal")
    columns = ("repeats", "questions", "mean", "flips")
    for side in dict.fromkeys(each.side for each in known):
        if comparison.kind is not Kind.REPEATS:
            yield indented(f"{inert(side)} and its repeats")
        rows = table("", *columns, "95 %", right=columns)
        for each in known:
            if each.side == side:
                rows.add_row(
                    inert(each.name),
                    f"{each.repeats}",
                    f"{each.questions}",
                    number(each.mean),
                    number(each.flip_rate),
                    f"{number(each.low)}…{number(each.high)}" if each.low is not None else "",
                )
        yield indented(rows)


def _rows(comparison: Comparison, *, few: bool) -> Iterator[RenderableType]:
    from rich.text import Text  # noqa: PLC0415

    known = comparison.known
    shown = comparison.telling if few else known
    if not known:
        return
    yield heading("Differences", f"candidate less baseline; adj.: p by Holm for {_rows_counted(len(known))}")
    columns = ("base", "cand", "diff", "won:lost", "p", "adj.")
    rows = table("", *columns[:3], "95 %", *columns[3:], " ", right=columns, gap=1)
    for row in shown:
        rows.add_row(
            inert(row.name),
            number(row.baseline),
            number(row.candidate),
            signed(row.difference),
            f"{signed(row.low)}…{signed(row.high)}" if row.low is not None else "",
            f"{row.wins}:{row.losses}",
            small(row.p),
            small(row.p_adjusted),
            Text(_FINDINGS[row.finding], style=_STYLES[row.finding]),
        )
    yield indented(rows)
    more = len(known) - len(shown)
    if more:
        yield indented(f"and {_rows_counted(more)} without a shown difference (--all)")
    unknown = [inert(row.name) for row in comparison.rows if row.n == 0]
    if unknown:
        yield indented(f"not known on both sides for any case: {', '.join(unknown)}")


def _bounds(comparison: Comparison) -> Iterator[RenderableType]:
    bounded = bounded_rows(comparison)
    if bounded:
        yield heading("Bounds", "what the unknowns could make of a difference")
        rows = table("", "unknown", "worst", "best", right=("unknown", "worst", "best"))
        for row, bounds in bounded:
            rows.add_row(
                inert(row.name),
                f"{bounds.baseline} and {bounds.candidate}",
                signed(bounds.worst),
                signed(bounds.best),
            )
        yield indented(rows)


def bounded_rows(comparison: Comparison) -> list[tuple[Row, Bounds]]:
    """Return the rows with unknowns, less those that neither side knows anything of."""
    return [
        (row, bounds)
        for row in comparison.rows
        if (bounds := row.bounds) is not None and (row.n or bounds.p is not None)
    ]


def tested(row: Row) -> str:
    """Return how a row was tested, and over how many clusters if its cases hang together."""
    return row.test if row.clusters is None else f"{row.test}, {row.clusters} clusters"


def _power(comparison: Comparison) -> Iterator[RenderableType]:
    known = comparison.known
    if not known:
        return
    yield heading("What these cases could show", "seen: a difference found four times in five")
    right = ("pairs", "ties", "effect", "seen", "least p")
    rows = table("", *right, "test", right=right, wide=("test",))
    for row in known:
        rows.add_row(
            inert(row.name),
            f"{row.n}",
            f"{row.ties}",
            signed(row.effect),
            number(row.detectable),
            small(row.smallest_p),
            tested(row),
        )
    yield indented(rows)


def _flips(comparison: Comparison, *, few: bool) -> Iterator[RenderableType]:
    changed = [
        (name, what, count, ids)
        for name, flips in comparison.flips.items()
        for what, count, ids in told_flips(flips)
        if count
    ]
    if not changed:
        return
    yield heading("Flips", "fixed: failed, now passes; broken: passed, now fails; lost: now unknown")
    rows = table("", " ", "  ", wide=("  ",))
    for name, what, count, ids in changed:
        rows.add_row(inert(name), f"{what} {count}", _ids(ids, count, most=_FEW_IDS if few else _IDS_SHOWN))
    yield indented(rows)


def told_flips(flips: Flips) -> tuple[tuple[str, int, Sequence[str]], ...]:
    """Return what became of cases, in a word, how many there are, and their ids."""
    return (
        ("fixed", flips.fixed_count, flips.fixed),
        ("broken", flips.broken_count, flips.broken),
        ("lost", flips.lost_count, flips.lost),
    )


def _ids(ids: Sequence[str], count: int, *, most: int) -> WrappedText:
    """Return the first ids, long ones cut, and how many more there are."""
    from rich.text import Text  # noqa: PLC0415

    shown = [_cut(inert(identifier)) for identifier in ids[:most]]
    return WrappedText(
        Text(", ".join(shown) + (f" and {count - len(shown)} more" if count > len(shown) else ""))
    )


def _cut(identifier: str) -> str:
    return identifier if len(identifier) <= _ID_SHOWN else f"{identifier[: _ID_SHOWN - 1]}…"


def _matrix(comparison: Comparison) -> Iterator[RenderableType]:
    """Yield how many cases went from which diagnosis (row) to which (column)."""
    crossed = comparison.diagnoses
    names = list(dict.fromkeys([*crossed, *(name for row in crossed.values() for name in row)]))
    if not names:
        return
    letters = {name: chr(ord("a") + place) for place, name in enumerate(names)}
    yield heading("Diagnoses", "rows: baseline; columns: candidate")
    rows = table("", *letters.values(), right=tuple(letters.values()))
    for name in names:
        counts = crossed.get(name, {})
        rows.add_row(f"{letters[name]} {name}", *(f"{counts.get(other, '') or '·'}" for other in names))
    yield indented(rows)


def _moved(comparison: Comparison, *, few: bool) -> Iterator[RenderableType]:
    if not comparison.moved:
        return
    yield heading("Moved")
    rows = table("", " ", "  ", right=(" ",), wide=("  ",))
    shown = comparison.moved[: _FEW_MOVES if few else _MOVES_SHOWN]
    most = _FEW_IDS - 1 if few else _IDS_SHOWN
    for group in shown:
        rows.add_row(
            f"{group.baseline} → {group.candidate}",
            f"{group.count}",
            _ids(group.ids, group.count, most=most),
        )
    yield indented(rows)
    more = len(comparison.moved) - len(shown)
    if more:
        where = "--all" if few else "--json has them all"
        yield indented(f"and {more} more kind{'' if more == 1 else 's'} of move ({where})")


def _more(comparison: Comparison) -> Iterator[RenderableType]:
    """Yield where the rest is to be found."""
    yield heading("More", "")
    sides = "; side by side in a browser: --html FILE" if comparison.kind is Kind.SYSTEMS else ""
    yield indented(f"all rows, tests, more ids: --all; everything: --json FILE{sides}")
