"""What the terminal reports are laid out with: headings, tables without rules, texts of cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.model import Fix, Outcome
from ragtriage.reports.inert import inert, uncommanded
from ragtriage.reports.line_breaking import WrappedText

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod, RenderableType
    from rich.padding import Padding
    from rich.segment import Segment
    from rich.table import Table
    from rich.text import Text

__all__ = ["FIX_STYLES", "OUTCOME_STYLES", "cell", "heading", "indented", "show", "table"]

# Colours that stay apart under colour blindness; nothing is told by colour alone.
FIX_STYLES: Final[dict[Fix, str]] = {
    Fix.RETRIEVAL: "magenta",
    Fix.CHUNKING: "yellow",
    Fix.GENERATION: "cyan",
    Fix.LABELS: "bright_red",
    Fix.UNKNOWN: "bright_black",
    Fix.NONE: "green",
}

OUTCOME_STYLES: Final[dict[Outcome, str]] = {
    Outcome.PASS: "green",
    Outcome.FAIL: "bright_red",
    Outcome.UNKNOWN: "yellow",
}

# What the tables are designed for. A narrower terminal breaks the lines of those that have no room in it:
# ugly, but no number is cut.
_TABLE_WIDTH: Final = 80
_WIDE: Final = 24  # cells; what a column that may be broken is given at the least


def show(console: Console, blocks: Iterable[Iterable[RenderableType]]) -> None:
    """Print the parts of each block; a bare string is a command to copy, and never broken into lines.

    No line ends in blanks, so that what is piped into a file is as if somebody had typed it.
    """
    from rich.padding import Padding  # noqa: PLC0415 - the command line starts without rich
    from rich.segment import Segment, Segments  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    for block in blocks:
        for part in block:
            if isinstance(part, str):
                console.print(uncommanded(part), highlight=False, markup=False, emoji=False, soft_wrap=True)
                continue
            width = console.width
            if isinstance(part, Padding) and isinstance(part.renderable, Table):
                width = max(width, min(_TABLE_WIDTH, part.left + _least_width(part.renderable)))
            lines = console.render_lines(part, console.options.update(width=width), pad=False)
            shown = [piece for line in lines for piece in (*_printed(line), Segment.line())]
            console.print(Segments(shown), crop=False, end="")


def _least_width(rows: Table) -> int:
    """Return the cells that a table needs for no number of it to be cut."""
    from rich.cells import cell_len  # noqa: PLC0415

    gap = rows.padding[1]
    total = -gap
    for column in rows.columns:
        widest = max((cell_len(str(each)) for each in (column.header, *column.cells)), default=0)
        total += (widest if column.no_wrap else min(_WIDE, widest)) + gap
    return total


def _printed(line: Sequence[Segment]) -> list[Segment]:
    """Return a line without the blanks that fill it up, and without what a CI runner would obey."""
    kept = _without_end_blanks(line)
    plain = "".join(piece.text for piece in kept)
    safe = uncommanded(plain)
    return kept if safe == plain else [type(line[0])(safe)]


def _without_end_blanks(line: Sequence[Segment]) -> list[Segment]:
    """Return a line without the blanks that fill it up."""
    kept = list(line)
    while kept:
        text, style, control = kept.pop()
        if text.rstrip():
            return [*kept, type(line[0])(text.rstrip(), style, control)]
    return kept


def heading(title: str, note: str = "") -> Text:
    """Return a blank line, the title in bold and a note beside it."""
    from rich.text import Text  # noqa: PLC0415 - the command line starts without rich

    return Text.assemble("\n", (title, "bold"), (f"  {note}" if note else "", "dim"))


def cell(text: str, style: str = "") -> Text:
    """Return one line of a case's text, which neither steers the terminal nor is read as markup.

    Where it does not fit it ends in an ellipsis.
    """
    from rich.text import Text  # noqa: PLC0415

    return Text(inert(text), style=style, no_wrap=True, overflow="ellipsis")


def table(*columns: str, right: Sequence[str] = (), wide: Sequence[str] = (), gap: int = 2) -> Table:
    """Return an empty table without rules.

    Args:
        columns: Their headers; where all are blank there is no header line.
        right: Columns that hold numbers.
        wide: Columns that may be broken into several lines.
        gap: Cells between two columns.
    """
    from rich.table import Table  # noqa: PLC0415

    named = any(column.strip() for column in columns)
    made = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="dim", show_header=named)
    for column in columns:
        # a word that is too long for its column is broken, never cut
        justify: JustifyMethod = "right" if column in right else "left"
        made.add_column(column, justify=justify, no_wrap=column not in wide, overflow="fold")
    return made


def indented(block: Table | Text | str, by: int = 2) -> Padding:
    """Return the block, moved to the right; text is broken into lines where its language allows it."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    text = Text(block) if isinstance(block, str) else block
    return Padding(WrappedText(text) if isinstance(text, Text) else text, (0, 0, 0, by), expand=False)
