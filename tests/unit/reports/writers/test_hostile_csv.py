"""Whatever stands in a field of a case, no cell of a CSV file is a formula, and every text comes back."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from ragtriage import evaluate
from ragtriage.errors import DataError
from ragtriage.reports.writers.layouts import write_cases

# What spreadsheets run, or look at the next letter behind.
SIGNS = tuple("=+-@＝＋－＠\t\r")


def pairs(row):
    return [(result.case, result.trace) for result in evaluate([row])]


@pytest.fixture(params=["csv", "tsv"])
def layout(request):
    return request.param


def cells(path: Path, layout: str) -> list[list[str]]:
    text = path.read_bytes().decode("utf-8")
    return list(csv.reader(io.StringIO(text, newline=""), delimiter="\t" if layout == "tsv" else ","))


def test_no_cell_is_a_formula(hostile, hostile_row, layout, tmp_path):
    path = tmp_path / f"cases.{layout}"
    row = hostile_row(hostile, answer=hostile, expected_answers=[hostile])
    if "\0" in hostile:
        with pytest.raises(DataError, match="NUL"):
            list(write_cases(pairs(row), path, layout))
        assert not path.exists()
        return
    list(write_cases(pairs(row), path, layout))
    table = cells(path, layout)
    assert len({len(row) for row in table}) == 1
    assert len(table) == 2
    assert [cell for row in table for cell in row if cell.startswith(SIGNS)] == []


def test_a_formula_is_still_there_as_text(hostile_row, tmp_path):
    path = tmp_path / "cases.csv"
    list(write_cases(pairs(hostile_row("=1+1")), path, "csv"))
    assert "'=1+1" in [cell for row in cells(path, "csv") for cell in row]


def test_every_text_comes_back_as_it_was(hostile, hostile_row, layout, tmp_path):
    if "\0" in hostile:
        return
    row = hostile_row(hostile)
    path = tmp_path / f"cases.{layout}"
    list(write_cases(pairs(row), path, layout))
    [back] = evaluate(path)
    [known] = evaluate([row])
    assert json.loads(json.dumps(back.case.metadata)) == json.loads(json.dumps(known.case.metadata))
    assert back.case == known.case
    assert back.trace == known.trace
