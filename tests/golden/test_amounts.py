"""Amounts with their scale, unit, rate and bound in all three text stages: a table in four languages.

`given` is the expected answer, or the text that was seen; `said` is the answer, or the passage that is looked
for. Where strings leave it open, a row says only what must not come out.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.model import Case, Outcome, Settings, Trace, Verdict
from ragtriage.verdicts.answer import judge_answer
from ragtriage.verdicts.evidence import judge_evidence
from ragtriage.verdicts.support import judge_support

LINES = Path(__file__).with_name("amounts.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
ROWS = [line.replace("\\n", "\n").split("\t") for line in LINES[1:]]


def judged(stage: str, question: str, given: str, said: str) -> Verdict:
    case = Case(id="1", question=question)
    if stage == "answer":
        asked = Case(id="1", question=question, expected_answers=(given,))
        return judge_answer(asked, Trace(id="1", answer=said), Settings())
    if stage == "evidence":
        sought = Case(id="1", question=question, evidence=(said,))
        return judge_evidence(sought, Trace(id="1", context=(given,)), Settings())
    return judge_support(case, Trace(id="1", answer=said, context=(given,)), Settings(), is_abstained=False)


@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[:2] + row[4:5]) for row in ROWS])
def test_an_amount_is_judged_as_the_table_says(row):
    stage, _, question, given, said, right = row
    verdict = judged(stage, question, given, said)
    match right:
        case "certain pass" | "certain fail":
            assert (verdict.outcome, verdict.certain) == (Outcome(right.removeprefix("certain ")), True)
        case "no certain fail":
            assert verdict.outcome is not Outcome.FAIL or not verdict.certain
        case _:
            assert verdict.outcome is not Outcome(right.removeprefix("no "))


def test_every_stage_has_its_rows():
    counts = Counter(row[0] for row in ROWS)
    assert counts["answer"] >= 100
    assert counts["support"] >= 100
    assert counts["evidence"] >= 15
