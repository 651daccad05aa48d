"""Cells that a spreadsheet would run are text, in every table that is written, and come back as they were."""

from __future__ import annotations

import csv
import io

import pytest

import ragtriage
from ragtriage.io.cells import guarded, unguarded
from ragtriage.model import Stage
from ragtriage.reports.review_sheet import review_sheet, to_review

FORMULAS = [
    *("=1+1", "+1", "-5", "@SUM(A1)", "＝1+1", "＋1", "－5", "＠x"),
    *("\t=1+1", "\r=1 a", "\n=1", " =1", "   -5", "\u3000=1", "\xa0+1", "\ufeff=1", "\v@x", "\r\n=1"),
    *("\tx", "\rx", "'=1", "'' =1", "'\t=1", "=経費", " =답", "-答", "\n- a list"),
]
TEXTS = [
    "",
    "5日",
    "a=b",
    "1-2",
    "x @y",
    "'tis",
    "'",
    " 5",
    "\nx",
    " '=1",
    "答=1",
    "답 -5",
    "…=1",
    "\u30fc5",
    "(−5)",
]


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_formula_is_guarded(cell):
    assert guarded(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", TEXTS)
def test_a_text_is_left_as_it_is(cell):
    assert guarded(cell) == cell


@pytest.mark.parametrize("cell", [*FORMULAS, *TEXTS])
def test_every_cell_comes_back(cell):
    assert unguarded(guarded(cell)) == cell


@pytest.mark.parametrize("cell", FORMULAS)
def test_a_sheet_for_review_holds_no_formula(cell):
    rows = [
        {
            "id": cell,
            "question": f"{cell}?",
            "expected": cell + "5",
            "answer": cell + " a",
            "contexts": [cell],
        }
    ]
    evaluation = ragtriage.evaluate(rows)
    settings = evaluation.manifest.settings
    sheet = review_sheet(to_review(evaluation, settings, list(Stage)), settings, "=folder")
    found = list(csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")))
    assert len(found) > 1
    for row in found[1:]:
        for written in row:
            assert not written or written.lstrip("\ufeff \t\r\n\v\u3000\xa0")[0] not in "=+-@＝＋－＠", (
                written
            )
