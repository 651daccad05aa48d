"""Runs the example and draws what it printed: `make picture` writes docs/terminal.svg."""

from __future__ import annotations

import html
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[1]
COMMAND = "ragtriage evaluate examples/expenses.jsonl"
COLUMNS = 80

_TEXT = re.compile(r'textLength="(?P<width>[\d.]+)"(?P<between>[^>]*)>(?P<text>[^<]+)<')


def main() -> None:
    """Write docs/terminal.svg."""
    picture = _drawn(_printed())
    (ROOT / "docs" / "terminal.svg").write_text(picture, encoding="utf-8")


def _printed() -> str:
    """Return what the command prints on a terminal with colours."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("ragtriage")),
            *COMMAND.split()[1:],
            "--out",
            "ragtriage-report",
        ]
        (Path(folder) / "examples").symlink_to(ROOT / "examples")
        colours = {"FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
        environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | colours
        done = subprocess.run(  # noqa: S603 - the command of this project
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True, encoding="utf-8"
        )
    return done.stdout


def _drawn(printed: str) -> str:
    """Return an SVG of a terminal; it names no font that would have to be fetched."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(printed.rstrip()), end="")
    picture = console.export_svg(title=f"$ {COMMAND}", unique_id="ragtriage")
    picture = _TEXT.sub(_widened, picture)
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    picture = picture.replace("Fira Code", "ui-monospace")
    return "\n".join(line.rstrip() for line in picture.splitlines()) + "\n"


def _widened(match: re.Match[str]) -> str:
    """Give a text the room of its cells: rich counts characters, and a Japanese one fills two cells."""
    text = html.unescape(match["text"])
    width = float(match["width"]) * cell_len(text) / len(text)
    return f'textLength="{width:g}"{match["between"]}>{match["text"]}<'


if __name__ == "__main__":
    main()
