"""What the answer verdict says of everyday answers, read through all of its rules, in four languages.

`pass` is a pass that is certain; what is `not pass` or `not certain` may be open, a fail, or, for the last,
likely.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from ragtriage.model import Case, Outcome, Settings, Trace, Verdict
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.verdicts.answer import judge_answer

TABLE = Path(__file__).with_name("judged_answers.tsv")


def rows():
    for line in TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")[1:]:
        kind, *cells = line.split("\t")
        question, evidence, expected, answer, outcome = (cell.replace("\\n", "\n") for cell in cells)
        yield kind, question, evidence, tuple(expected.split(" || ")), answer, outcome


def judged(question: str, evidence: str, expected: tuple[str, ...], answer: str) -> Verdict:
    return judge_answer(
        Case(
            id="1", question=question, expected_answers=expected, evidence=(evidence,) if evidence else None
        ),
        Trace(id="1", answer=answer),
        Settings(),
        is_abstained=abstains(answer) is Abstention.YES,
    )


@pytest.mark.parametrize(
    ("question", "evidence", "expected", "answer", "outcome"),
    [pytest.param(*row, id=f"{kind}-{row[-2]}") for kind, *row in rows()],
)
def test_an_answer_is_judged_as_the_table_says(question, evidence, expected, answer, outcome):
    verdict = judged(question, evidence, expected, answer)
    match outcome:
        case "pass":
            assert (verdict.outcome, verdict.certain) == (Outcome.PASS, True), verdict.reason
        case "not pass":
            assert verdict.outcome is not Outcome.PASS
        case _:
            assert verdict.outcome is not Outcome.PASS or not verdict.certain


def test_each_kind_has_twenty_rows_and_near_ones_that_do_not_pass():
    counts = Counter((kind, outcome == "pass") for kind, *_, outcome in rows())
    for kind in {kind for kind, _ in counts}:
        assert counts[kind, True] + counts[kind, False] >= 20
        assert min(counts[kind, True], counts[kind, False]) >= 5
