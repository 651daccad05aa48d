"""The page on matching says nothing that is not so: each line of its tables is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragtriage.model import MatchMode
from ragtriage.text.location import find
from ragtriage.text.marks import strip_marks
from ragtriage.text.matching import equal
from ragtriage.text.scores import OFFICIAL

PAGE = (Path(__file__).parents[2] / "docs/matching.md").read_text("utf-8")


def _rows(title: str, number: int = 0) -> list[list[str]]:
    """Return the cells of one table of a section, code marks taken off and line ends put in."""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    table = re.findall(r"(?:^\|.*\n?)+", section, re.MULTILINE)[number]
    lines = table.strip().splitlines()[2:]
    return [[_text(cell) for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def _text(cell: str) -> str:
    cell = cell[1:-1]  # one space stands at either side
    code = re.fullmatch(r"`(.*)`", cell)
    return code[1].replace("<br>", "\n") if code else cell


EQUAL = [
    *((MatchMode(mode), a, b, said) for mode, a, b, said in _rows("`strict` and `whitespace`")),
    *((MatchMode.STANDARD, a, b, said) for _, a, b, said in _rows("`standard`")),
    *((MatchMode.STANDARD, a, b, said) for _, a, b, said in _rows("`standard`", 1)),
    *((MatchMode.VALUES, a, b, said) for _, a, b, said in _rows("`values`")),
]


@pytest.mark.parametrize(("mode", "a", "b", "said"), EQUAL)
def test_two_texts_are_equal_where_the_page_says_so(mode, a, b, said):
    assert {"yes": True, "no": False}[said] is equal(a, b, mode)


@pytest.mark.parametrize(
    ("needle", "haystack", "piece"), [row[1:] for row in _rows("Finding a text in a longer one")]
)
def test_a_text_is_found_where_the_page_says_so(needle, haystack, piece):
    span = find(needle, haystack, MatchMode.STANDARD)
    assert ("" if span is None else haystack[span.start : span.end]) == piece


@pytest.mark.parametrize(("answer", "ids", "bare"), _rows("Citation and list marks"))
def test_marks_are_taken_off_where_the_page_says_so(answer, ids, bare):
    assert strip_marks(answer, ids.split()) == bare


@pytest.mark.parametrize(("a", "b", "official", "ours"), [row[:4] for row in _rows("Scores", 1)])
def test_verdicts_differ_from_scores_where_the_page_says_so(a, b, official, ours):
    assert OFFICIAL["squad1"].exact(a, [b]) == {"yes": 1.0, "no": 0.0}[official]
    assert equal(a, b, MatchMode.STANDARD) is {"yes": True, "no": False}[ours]
