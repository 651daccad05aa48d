"""The page on answers says nothing that is not so: the examples of its tables are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragtriage.model import Outcome
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.text.stating import state

PAGE = (Path(__file__).parents[2] / "docs/answers.md").read_text("utf-8")
EXAMPLE = re.compile(r"`([^`]+)` in `([^`]+)`")


def rows(title: str) -> list[list[str]]:
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [line.strip("|").split(" | ") for line in lines]


@pytest.mark.parametrize(
    ("expected", "answer"), [pair for row in rows("The rule `stated`") for pair in EXAMPLE.findall(row[1])]
)
def test_what_the_page_calls_stated_passes(expected, answer):
    assert state(answer, expected).outcome is Outcome.PASS


@pytest.mark.parametrize(
    ("expected", "answer"), [pair for row in rows("The rule `stated`") for pair in EXAMPLE.findall(row[2])]
)
def test_what_the_page_calls_not_stated_fails(expected, answer):
    assert state(answer, expected).outcome is Outcome.FAIL


@pytest.mark.parametrize("row", rows("Abstention"), ids=lambda row: row[0].strip())
def test_what_the_page_calls_a_refusal_declines_and_its_near_miss_does_not(row):
    assert abstains(row[1].strip("` ")) is Abstention.YES
    assert abstains(row[2].strip("` ")) is not Abstention.YES
