"""Runs what measures agreement with people, and writes the page of it: `make accuracy`."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

INTRODUCTION = """# Agreement with people

How often ragtriage, without a model, says what people said of the same texts. Every rate stands with its
count and its 95 % interval (Wilson). `make accuracy` writes this page again, from public data that people
labelled; nothing was tuned on the rows that are reported as odd.
"""


def main() -> None:
    """Write docs/accuracy.md: a section for each script `benchmarks/accuracy_SUBJECT.py`."""
    sections = [section(script) for script in sorted((ROOT / "benchmarks").glob("accuracy_*.py"))]
    (ROOT / "docs" / "accuracy.md").write_text("\n".join([INTRODUCTION, *sections]), encoding="utf-8")


def section(script: Path) -> str:
    """Return a title, what the script says of itself after its first line, and what it prints."""
    docstring = ast.get_docstring(ast.parse(script.read_text("utf-8"))) or ""
    _, _, about = docstring.partition("\n\n")
    done = subprocess.run(  # noqa: S603 - a script of this project
        [sys.executable, str(script)], stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    title = script.stem.removeprefix("accuracy_").replace("_", " ").capitalize()
    return f"## {title}\n\n{about}\n\n{done.stdout.strip()}\n"


if __name__ == "__main__":
    main()
