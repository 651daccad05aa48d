"""Prints how often the stage that is named is the one that was written down beforehand.

Sixty cases about company documents in four languages stand in `benchmarks/stages/`. Their stages were
written case by case, before anything was run, by a language model that was shown none of the rules; no
person has labelled them. Every second case was set aside until the rules were finished: half b. What is
shown or likely is held against what was written, what is open is counted. The exports are those of which
somebody recorded whether an answer was right.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.headline import headline
from ragtriage.evaluation.inputs import evaluate
from ragtriage.importers.sources import evaluate as evaluate_file
from ragtriage.metrics.intervals import wilson
from ragtriage.model import Fix, Outcome, State

HERE = Path(__file__).parent / "stages"
SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))
EXPORTS = SHARED / "data" / "exports"


class Judged(NamedTuple):
    """What a person wrote of one case, and what ragtriage says."""

    id: str
    language: str
    half: str
    by_hand: str
    is_right: bool | None  # the answer, as it was written down
    named: str
    state: State
    outcome: Outcome  # of the answer
    is_certain: bool


def main() -> None:
    judged, evaluation = by_hand()
    print("| cases | shown, right | likely, right | open |")
    print("|---|---|---|---|")
    for name, rows in groups(judged):
        print(f"| {name} | {share(rows, State.SHOWN)} | {share(rows, State.LIKELY)} | {open_share(rows)} |")
    print()
    print("| answers of these cases | shown, right | likely, right | open |")
    print("|---|---|---|---|")
    for name, rows in groups([row for row in judged if row.is_right is not None]):
        cells = answers(rows, certain=True), answers(rows, certain=False), open_answers(rows)
        print(f"| {name} | {' | '.join(cells)} |")
    print()
    counts = Counter(row.by_hand for row in judged)
    told = ", ".join(f"{name} {counts[name]}" for name in (*STAGES, "none", "unknown"))
    print(f"The first sentence: “{headline(evaluation.summary)}” By hand: {told}.")
    print()
    print("| exports | shown, right | likely, right | open |")
    print("|---|---|---|---|")
    for name, cells in exports():
        print(f"| {name} | {cells} |")


STAGES = tuple(str(fix) for fix in (Fix.RETRIEVAL, Fix.CHUNKING, Fix.GENERATION, Fix.LABELS))


def by_hand() -> tuple[list[Judged], Evaluation]:
    """Judge the sixty cases, and put beside each what was written down."""
    cases = [json.loads(line) for line in (HERE / "cases.jsonl").read_text("utf-8").splitlines()]
    labels = {
        row["id"]: row for row in map(json.loads, (HERE / "labels.jsonl").read_text("utf-8").splitlines())
    }
    evaluation = evaluate(cases)
    judged: list[Judged] = []
    for result in evaluation:
        label, verdict = labels[result.case.id], result.verdicts.answer
        judged.append(
            Judged(
                result.case.id,
                str(result.case.language),
                label["half"],
                label["fix"],
                label["answer_right"],
                result.diagnosed.stage.value,
                result.diagnosed.state,
                verdict.outcome,
                verdict.certain,
            )
        )
    return judged, evaluation


def groups(judged: Sequence[Judged]) -> Iterator[tuple[str, list[Judged]]]:
    """Yield all rows, each half, and each language."""
    yield "all", list(judged)
    for half in ("a", "b"):
        yield f"half {half}", [row for row in judged if row.half == half]
    for language in ("en", "ja", "ko", "zh"):
        yield language, [row for row in judged if row.language == language]


def share(rows: Sequence[Judged], state: State) -> str:
    some = [row for row in rows if row.state is state]
    return rate(sum(row.named == row.by_hand for row in some), len(some))


def open_share(rows: Sequence[Judged]) -> str:
    return f"{sum(row.state is State.OPEN for row in rows)} of {len(rows)}"


def answers(rows: Sequence[Judged], *, certain: bool) -> str:
    some = [row for row in rows if row.outcome is not Outcome.UNKNOWN and row.is_certain is certain]
    return rate(sum((row.outcome is Outcome.PASS) == row.is_right for row in some), len(some))


def open_answers(rows: Sequence[Judged]) -> str:
    return f"{sum(row.outcome is Outcome.UNKNOWN for row in rows)} of {len(rows)}"


def exports() -> Iterator[tuple[str, str]]:
    """Yield the cells of each export whose answers somebody judged."""
    for name, is_right in (("correct", True), ("incorrect", False)):
        verdicts = [
            result.verdicts.answer for result in evaluate_file(EXPORTS / f"langsmith_webqa_{name}.json")
        ]
        cells = []
        for certain in (True, False):
            some = [v for v in verdicts if v.outcome is not Outcome.UNKNOWN and v.certain is certain]
            cells.append(rate(sum((v.outcome is Outcome.PASS) == is_right for v in some), len(some)))
        left = sum(verdict.outcome is Outcome.UNKNOWN for verdict in verdicts)
        yield f"LangSmith, answers labelled {name}", f"{' | '.join(cells)} | {left} of {len(verdicts)}"


def rate(count: int, n: int) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


if __name__ == "__main__":
    main()
