"""Prints how offline support agrees with people, as the rows that docs/accuracy.md holds.

The rules were written from their description and looked at on even rows alone, so that the odd rows, given
apart, are what new data would show. The one odd row that fails wrongly was seen; nothing was changed for it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Case, Outcome, Retrieved, Settings, Trace
from ragtriage.verdicts.support import judge_support

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))


class Judged(NamedTuple):
    """What people said of one statement, and what ragtriage said."""

    is_backed: bool
    outcome: Outcome


class LabelledSet(NamedTuple):
    """Statements that people labelled."""

    name: str
    file: str
    texts: Callable[[dict], list[str]]
    statement: str
    label: str
    backed: str


SETS = (
    LabelledSet(
        "JNLI (ja)", "jnli_valid400.jsonl", lambda row: [row["sentence1"]], "sentence2", "label", "entailment"
    ),
    LabelledSet(
        "KLUE-NLI (ko)",
        "klue_nli.jsonl",
        lambda row: [row["premise"]],
        "hypothesis",
        "gold_label",
        "entailment",
    ),
    LabelledSet(
        "ExpertQA (en)", "expertqa_claims.jsonl", lambda row: row["evidence"], "claim", "support", "Complete"
    ),
)
RUNS = (
    ("jsquad_ja_runB (ja, sentences)", "jsquad_ja_runB.jsonl"),
    ("jsquad_ja_runA (ja, spans)", "jsquad_ja_runA.jsonl"),
    ("squad2_en_run (en, spans)", "squad2_en_run.jsonl"),
    ("cmrc_zh_run (zh, spans)", "cmrc_zh_run.jsonl"),
    ("hotpotqa_en_run (en, spans)", "hotpotqa_en_run.jsonl"),
    ("autorag_ko_run (ko, sentences)", "autorag_ko_run.jsonl"),
)


def main() -> None:
    judged = {labelled.name: list(judge(labelled)) for labelled in SETS}
    print(
        "| set | rows | false passes of unbacked | false fails of backed | fails that are right | unknown |"
    )
    print("|---|---|---|---|---|---|")
    for name, rows in judged.items():
        print(f"| {name} | all | {cells(rows)} |")
        print(f"| {name} | odd | {cells(rows[1::2])} |")
    print(f"| all three | all | {cells([row for rows in judged.values() for row in rows])} |")
    print(f"| all three | odd | {cells([row for rows in judged.values() for row in rows[1::2]])} |")
    print()
    print("| answers copied from the context | pass | fail | unknown |")
    print("|---|---|---|---|")
    for name, file in RUNS:
        outcomes = list(copied(file))
        shares = (share(outcomes.count(outcome), len(outcomes)) for outcome in Outcome)
        print(f"| {name} | {' | '.join(shares)} |")


def cells(rows: list[Judged]) -> str:
    """The columns after the name: each a count of a count, with its interval."""
    unbacked = [row.outcome for row in rows if not row.is_backed]
    backed = [row.outcome for row in rows if row.is_backed]
    fails = unbacked.count(Outcome.FAIL) + backed.count(Outcome.FAIL)
    unknown = sum(row.outcome is Outcome.UNKNOWN for row in rows)
    return " | ".join(
        (
            share(unbacked.count(Outcome.PASS), len(unbacked)),
            share(backed.count(Outcome.FAIL), len(backed)),
            share(unbacked.count(Outcome.FAIL), fails),
            share(unknown, len(rows)),
        )
    )


def share(count: int, n: int) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


def judge(labelled: LabelledSet) -> Iterator[Judged]:
    """Judge every statement of a set over its texts."""
    for row in read(SHARED / "data" / "human_labels" / labelled.file):
        texts = tuple(labelled.texts(row))
        trace = Trace(id="row", context=texts, answer=row[labelled.statement])
        case = Case(id="row", question=row.get("question", ""))
        verdict = judge_support(case, trace, Settings(), is_abstained=False)
        yield Judged(row[labelled.label] == labelled.backed, verdict.outcome)


def copied(file: str) -> Iterator[Outcome]:
    """Judge the answers of a run, all of which were copied from what was retrieved, less the abstentions."""
    for row in read(SHARED / "data" / "rag_runs" / file):
        if row["answer_method"].endswith("abstain"):
            continue
        chunks = tuple(
            Retrieved(document_id=entry["document_id"], chunk_id=entry["chunk_id"], text=entry["text"])
            for entry in row["retrieved"]
        )
        trace = Trace(id="row", retrieved=chunks, answer=row["answer"])
        case = Case(id="row", question=row["question"])
        yield judge_support(case, trace, Settings(), is_abstained=False).outcome


def read(path: Path) -> Iterator[dict]:
    """Read a file of JSON lines."""
    for line in path.read_text("utf-8").split("\n"):
        if line:
            yield json.loads(line)


if __name__ == "__main__":
    main()
