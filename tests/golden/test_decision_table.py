"""All 324 combinations of what can be judged, and the diagnosis of each."""

from __future__ import annotations

import csv
from itertools import product
from pathlib import Path

import pytest

from ragtriage.model import Outcome, Verdict, Verdicts
from ragtriage.verdicts.diagnosis import diagnose, status

with (Path(__file__).parent / "decision_table.tsv").open(encoding="utf-8", newline="") as file:
    LINES = list(csv.DictReader(file, delimiter="\t"))


def test_the_golden_table_holds_every_combination_once() -> None:
    outcomes = [str(outcome) for outcome in Outcome]
    every = set(product(("True", "False"), ("True", "False"), outcomes, outcomes, outcomes, outcomes))
    seen = [tuple(list(line.values())[:6]) for line in LINES]
    assert len(seen) == len(every) == 324
    assert set(seen) == every


@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(list(line.values())[:6]))
def test_the_code_agrees_with_every_line(line: dict[str, str]) -> None:
    outcomes = {name: line[name] for name in ("retrieval", "evidence", "answer", "support")}
    answerable, abstained = line["answerable"] == "True", line["abstained"] == "True"
    found = diagnose(**outcomes, answerable=answerable, abstained=abstained)
    verdicts = Verdicts(**{name: Verdict(outcome=Outcome(o), method="") for name, o in outcomes.items()})
    assert {
        "diagnosis": found.diagnosis,
        "stage": found.stage,
        "second_stage": found.second_stage or "",
        "certain": str(found.certain),
        "possible": "|".join(found.possible),
        "status": status(verdicts, answerable=answerable, abstained=abstained),
    } == dict(list(line.items())[6:])
