"""Prints how answer verdicts agree with people, as the rows that docs/accuracy.md holds.

Rows are numbered from 1. The rules were tuned on even rows of NQ301 and EfficientQA alone; the odd rows show
what new data would. Of a method, *precision* is the share of its passes that people accept, *recall* the
share of what people accept that passes. Exact match and containment are those of SQuAD's normalisation
(lower case, no punctuation, no articles), the second as a substring. People judged many answers of NQ301
that depend on the year in which the question was put ("the latest season"), which shows in the certain
fails; the variants of JSQuAD are answers that several people gave to one question, all of them right.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import string
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ragtriage.metrics.intervals import wilson
from ragtriage.model import AnswerRule, Case, MatchMode, Outcome, Settings, Trace, Verdict
from ragtriage.text.abstention import Abstention, abstains
from ragtriage.verdicts.answer import judge_answer

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))
LABELS = SHARED / "data" / "human_labels"


class Rated(NamedTuple):
    """An answer, what was expected, and whether people accept it."""

    question: str
    expected: tuple[str, ...]
    answer: str
    is_accepted: bool


def nq301(part: slice) -> list[Rated]:
    """Answers of five systems to 301 questions, each judged by people."""
    return [
        Rated(
            row["question"], tuple(row["expected_answers"]), row["answer"], row["human_acceptable"] == "Yes"
        )
        for row in list(read(LABELS / "openqa_nq301.jsonl"))[part]
    ]


def efficientqa(part: slice) -> list[Rated]:
    """Predictions that people called definitely correct or incorrect; no exact match is among them."""
    return [
        Rated(row["question"], tuple(row["answer"]), answer, is_accepted)
        for row in list(read(LABELS / "efficientqa_rated.jsonl"))[part]
        for key, is_accepted in (("def_correct_predictions", True), ("def_incorrect_predictions", False))
        for answer in row[key]
    ]


def evouna(part: slice) -> list[Rated]:
    """Answers of two systems to questions of Natural Questions, each judged by people."""
    with gzip.open(LABELS / "evouna_nq_a.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file][part]
    return [
        Rated(row["question"], tuple(row["expected_answers"]), row["answer"], row["human_correct"])
        for row in rows
    ]


ODD = slice(0, None, 2)
ALL = slice(None)
SETS: tuple[tuple[str, Callable[[slice], list[Rated]], slice], ...] = (
    ("NQ301, odd rows", nq301, ODD),
    ("NQ301, all rows", nq301, ALL),
    ("EfficientQA, odd rows", efficientqa, ODD),
    ("EfficientQA, all rows", efficientqa, ALL),
)


def main() -> None:
    print("| set | method | passes | precision | recall | certain fails that are right |")
    print("|---|---|---|---|---|---|")
    for name, rated, part in SETS:
        rows = rated(part)
        for method, passes, certain in methods(rows):
            print(f"| {name} | {method} | {cells(rows, passes, certain)} |")
    print()
    print(
        "| passes of stated(standard), odd rows | certain: people accept | stated aside(en): people accept |"
    )
    print("|---|---|---|")
    for name, rated in (("NQ301", nq301), ("EVOUNA", evouna)):
        print(f"| {name} | {' | '.join(aside_shares(rated(ODD)))} |")
    print()
    print("| answers by other people (JSQuAD variants) | pass | fail, uncertain | fail, certain |")
    print("|---|---|---|---|")
    for rule, mode in RULES:
        print(f"| {rule}({mode}) | {' | '.join(variant_shares(rule, mode))} |")


RULES = tuple((rule, mode) for rule in AnswerRule for mode in MatchMode)


def methods(rows: Sequence[Rated]) -> Iterator[tuple[str, list[bool], list[bool] | None]]:
    """Yield each method's name, what passes under it, and what fails for certain."""
    yield "exact match", [any(squad(e) == squad(row.answer) for e in row.expected) for row in rows], None
    yield "containment", [any(squad(e) in squad(row.answer) for e in row.expected) for row in rows], None
    for rule, mode in RULES:
        verdicts = [judge(row, rule, mode) for row in rows]
        passes = [verdict.outcome is Outcome.PASS for verdict in verdicts]
        certain = [verdict.outcome is Outcome.FAIL and verdict.certain for verdict in verdicts]
        yield f"{rule}({mode})", passes, certain


def judge(row: Rated, rule: AnswerRule, mode: MatchMode, language: str = "en") -> Verdict:
    return judge_answer(
        Case(id="row", question=row.question, expected_answers=row.expected, language=language),
        Trace(id="row", answer=row.answer),
        Settings(match=mode, answer_rule=rule),
        is_abstained=abstains(row.answer) is Abstention.YES,
    )


def cells(rows: Sequence[Rated], passes: Sequence[bool], certain: Sequence[bool] | None) -> str:
    right = sum(row.is_accepted for row, is_pass in zip(rows, passes, strict=True) if is_pass)
    accepted = sum(row.is_accepted for row in rows)
    shares = [f"{sum(passes)} of {len(rows)}", share(right, sum(passes)), share(right, accepted)]
    if certain is None:
        return " | ".join((*shares, ""))
    wrong = [not row.is_accepted for row, is_certain in zip(rows, certain, strict=True) if is_certain]
    return " | ".join((*shares, share(sum(wrong), len(wrong))))


def variant_shares(rule: AnswerRule, mode: MatchMode) -> tuple[str, str, str]:
    """Hold the first answer to a question against the others, each of which is right."""
    verdicts = [
        judge(Rated(row["question"], tuple(row["variants"][1:]), row["variants"][0], True), rule, mode, "ja")  # noqa: FBT003 - a record
        for row in read(LABELS / "jsquad_answer_variants.jsonl")
    ]
    passed = sum(verdict.outcome is Outcome.PASS for verdict in verdicts)
    certain = sum(verdict.outcome is Outcome.FAIL and verdict.certain for verdict in verdicts)
    n = len(verdicts)
    return share(passed, n), share(n - passed - certain, n), share(certain, n)


def aside_shares(rows: Sequence[Rated]) -> list[str]:
    """Return how many of the certain passes, and of those that stand aside, people accept."""
    passed = [(row, judge(row, AnswerRule.STATED, MatchMode.STANDARD)) for row in rows]
    shares: list[str] = []
    for is_aside in (False, True):
        accepted = [
            row.is_accepted
            for row, verdict in passed
            if verdict.outcome is Outcome.PASS
            and (verdict.method == "stated aside(en)") is is_aside
            and (verdict.certain or is_aside)
        ]
        shares.append(share(sum(accepted), len(accepted)))
    return shares


def squad(text: str) -> str:
    """SQuAD's normalisation."""
    bare = "".join(character for character in text.lower() if character not in string.punctuation)
    return " ".join(re.sub(r"\b(a|an|the)\b", " ", bare).split())


def share(count: int, n: int) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


def read(path: Path) -> Iterator[dict]:
    """Read a file of JSON lines."""
    for line in path.read_text("utf-8").split("\n"):
        if line:
            yield json.loads(line)


if __name__ == "__main__":
    main()
