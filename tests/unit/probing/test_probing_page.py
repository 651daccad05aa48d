"""What `docs/probing.md` says is what the code does."""

from __future__ import annotations

from pathlib import Path

from ragtriage.model.probing import Arm, Conclusion, Standing
from ragtriage.probing.conclusions import STANDINGS, TABLE

PAGE = (Path(__file__).parents[3] / "docs" / "probing.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|")
]


def test_the_page_shows_the_table():
    assert [row for row in ROWS if row[0].isdigit()] == [
        [str(row.number), *row[1:-1], row.conclusion.value] for row in TABLE
    ]


def test_the_page_names_every_condition_and_conclusion():
    named = {row[0].strip("`") for row in ROWS}
    assert {arm.value for arm in Arm} <= named
    assert all(conclusion.value in PAGE for conclusion in Conclusion)


def test_the_page_says_what_confirms_and_contradicts_each_diagnosis():
    for diagnosis, standings in STANDINGS.items():
        [row] = [row for row in ROWS if f"`{diagnosis}`" in row[0]]
        for column, standing in ((1, Standing.CONFIRMED), (2, Standing.CONTRADICTED)):
            said = {name.strip("` ") for name in row[column].split(",") if name.strip()}
            assert said == {each.value for each, stands in standings.items() if stands is standing}
