"""What the terminal reports are laid out with: headings, tables without rules, texts of cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ragtriage.model import Fix, Outcome
from ragtriage.reports.inert import inert

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.padding import Padding
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

# What the tables are designed for. A narrower terminal breaks their lines: ugly, but no number is cut.
_TABLE_WIDTH: Final = 80


def show(console: Console, blocks: Iterable[Iterable[RenderableType]]) -> None:
    """Print the parts of each block; a bare string is a command to copy, and never broken into lines."""
    from rich.padding import Padding  # noqa: PLC0415 - the command line starts without rich
    from rich.segment import Segments  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    for block in blocks:
        for part in block:
            shown, is_table = part, isinstance(part, Padding) and isinstance(part.renderable, Table)
            if is_table and console.width < _TABLE_WIDTH:
                shown = Segments(console.render(part, console.options.update(width=_TABLE_WIDTH)))
            console.print(
                shown,
                highlight=False,
                markup=False,
                emoji=False,
                soft_wrap=isinstance(part, str),
                crop=not is_table,
            )


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
        made.add_column(column, justify="right" if column in right else "left", no_wrap=column not in wide)
    return made


def indented(block: Table | Text | str, by: int = 2) -> Padding:
    """Return the block, moved to the right."""
    from rich.padding import Padding  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    return Padding(Text(block) if isinstance(block, str) else block, (0, 0, 0, by), expand=False)
