"""The page on converting says what the code does."""

from __future__ import annotations

from pathlib import Path

from ragtriage.evaluation.labels import FAULTS
from ragtriage.reports.writers.layouts import WRITERS

PAGE = (Path(__file__).parents[2] / "docs" / "converting.md").read_text("utf-8")


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def test_every_finding_is_on_the_page_in_the_words_of_the_code() -> None:
    rows = dict(cells(line) for line in PAGE.splitlines() if line.startswith("| `") and len(cells(line)) == 2)
    written = {name.strip("`"): meaning for name, meaning in rows.items()}
    assert {name: written.get(name) for name in FAULTS} == {
        str(name): meaning for name, meaning in FAULTS.items()
    }


def test_every_layout_that_is_written_is_on_the_page() -> None:
    named = {part for line in PAGE.splitlines() if line.startswith("| `") for part in cells(line)[0].split()}
    assert {f"`{name}`" for name in WRITERS} <= named
