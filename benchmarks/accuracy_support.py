"""Prints how offline support agrees with people, as the rows that docs/accuracy.md holds.

The rules were written from their description and looked at on even rows alone, so that the odd rows, given
apart, are what new data would show. The one odd row that fails wrongly was seen; nothing was changed for it.
A verdict is shown, or likely by one of two rules: `shortened` (likely backed) and `absent` (likely not
mentioned), whose thresholds `benchmarks/make_entailment.py` makes from even rows. Precision at 50:50 is what
it would be if as many statements were backed as not; its interval is that of a ratio of two rates (MOVER).
A rule must be right in 90 % of a language's rows, its interval above 85 %, on both counts. `absent` in
English missed it on odd rows at both thresholds tried and is left out; in Korean no rule came near on even
rows. OCNLI is measured alone: nothing was made from it. The labelled statements are mostly short captions;
whether the rules do harm to longer answers is what the last table shows.
"""

from __future__ import annotations

import gzip
import json
import math
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from ragtriage.metrics.intervals import wilson
from ragtriage.model import Case, Outcome, Retrieved, Settings, Trace
from ragtriage.verdicts.support import judge_support

SHARED = Path(os.environ.get("RAGTRIAGE_SHARED", Path(__file__).parents[2] / "shared"))

# Statements up to so many characters are counted as short.
SHORT = {"en": 60, "ja": 24}


class Judged(NamedTuple):
    """What people said of one statement, and what ragtriage said."""

    is_backed: bool
    outcome: Outcome
    certain: bool
    length: int  # characters


class LabelledSet(NamedTuple):
    """Statements that people labelled."""

    name: str
    language: str
    files: tuple[str, ...]
    texts: Callable[[dict], list[str]]
    statement: str
    label: str
    backed: str


def pairs(name: str, language: str, *files: str, fields: tuple[str, str, str]) -> LabelledSet:
    """A set of pairs of sentences, the second of which follows from the first or not."""
    text, statement, label = fields
    return LabelledSet(name, language, files, lambda row: [row[text]], statement, label, "entailment")


EXPERTQA = LabelledSet(
    "ExpertQA", "en", ("expertqa_claims.jsonl",), lambda row: row["evidence"], "claim", "support", "Complete"
)
JSICK_JA = ("sentence_A_Ja", "sentence_B_Ja", "entailment_label_Ja")
JSICK_EN = ("sentence_A_En", "sentence_B_En", "entailment_label_En")
SETS = (
    pairs("JSICK", "ja", "jsick_a.jsonl.gz", fields=JSICK_JA),
    pairs("JNLI", "ja", "jnli_valid400.jsonl", fields=("sentence1", "sentence2", "label")),
    pairs("JSICK", "en", "jsick_a.jsonl.gz", fields=JSICK_EN),
    EXPERTQA,
    pairs(
        "KLUE-NLI",
        "ko",
        "klue_nli.jsonl",
        "klue_nli_more.jsonl.gz",
        fields=("premise", "hypothesis", "gold_label"),
    ),
    pairs("OCNLI", "zh", "ocnli_a.jsonl.gz", fields=("sentence1", "sentence2", "label")),
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
    judged = {labelled: list(judge(labelled)) for labelled in SETS}
    print("Shown verdicts:\n")
    print(
        "| set | rows | false passes of unbacked | false fails of backed | passes that are right"
        " | fails that are right | not shown |"
    )
    print("|---|---|---|---|---|---|---|")
    for labelled, rows in judged.items():
        print(f"| {named(labelled)} | all | {cells(rows)} |")
        print(f"| {named(labelled)} | odd | {cells(rows[::2])} |")
    print(f"| all | odd | {cells([row for rows in judged.values() for row in rows[::2]])} |")
    print("\nLikely verdicts, on odd rows:\n")
    print("| set | rule | statements | right | base rate | right at 50:50 | reached |")
    print("|---|---|---|---|---|---|---|")
    for line in likely_rows(judged):
        print(line)
    print(
        "\nWhole answers over their own texts, and over those of another question, where the truth is fail:\n"
    )
    print("| answers | texts | shown pass | likely pass | shown fail | likely fail | open |")
    print("|---|---|---|---|---|---|---|")
    for name, answers in answer_sets():
        for texts, shift in (("own", 0), ("another's", len(answers) // 2)):
            print(f"| {name} | {texts} | {shares(over(answers, shift))} |")


def named(labelled: LabelledSet) -> str:
    return f"{labelled.name} ({labelled.language})"


def cells(rows: list[Judged]) -> str:
    """The columns after the name: each a count of a count, with its interval."""
    shown = [row._replace(outcome=row.outcome if row.certain else Outcome.UNKNOWN) for row in rows]
    unbacked = [row.outcome for row in shown if not row.is_backed]
    backed = [row.outcome for row in shown if row.is_backed]
    passes = unbacked.count(Outcome.PASS) + backed.count(Outcome.PASS)
    fails = unbacked.count(Outcome.FAIL) + backed.count(Outcome.FAIL)
    return " | ".join(
        (
            share(unbacked.count(Outcome.PASS), len(unbacked)),
            share(backed.count(Outcome.FAIL), len(backed)),
            share(backed.count(Outcome.PASS), passes),
            share(unbacked.count(Outcome.FAIL), fails),
            share(sum(row.outcome is Outcome.UNKNOWN for row in shown), len(rows)),
        )
    )


def likely_rows(judged: dict[LabelledSet, list[Judged]]) -> Iterator[str]:
    """The rows of the likely tier: each set, each language, and each language by length of statement."""
    for language in dict.fromkeys(labelled.language for labelled in judged):
        sets = {named(s): rows[::2] for s, rows in judged.items() if s.language == language}
        together = [row for rows in sets.values() for row in rows]
        groups = dict(sets)
        if len(sets) > 1:
            groups[f"all ({language})"] = together
        if language in SHORT:
            longest = SHORT[language]
            groups[f"all ({language}), up to {longest} characters"] = [
                row for row in together if row.length <= longest
            ]
            groups[f"all ({language}), longer"] = [row for row in together if row.length > longest]
        for name, rows in groups.items():
            for rule, outcome in (
                ("shortened: likely pass", Outcome.PASS),
                ("absent: likely fail", Outcome.FAIL),
            ):
                yield f"| {name} | {rule} | {precision(rows, outcome)} |"


def precision(rows: list[Judged], outcome: Outcome) -> str:
    """How often a likely outcome is right, beside how often it would be if it were said of every row."""
    is_right = [row.is_backed is (outcome is Outcome.PASS) for row in rows]
    said = [not row.certain and row.outcome is outcome for row in rows]
    right = sum(r and s for r, s in zip(is_right, said, strict=True))
    wrong = sum(said) - right
    of_right, of_wrong = sum(is_right), len(rows) - sum(is_right)
    even = balanced(right, of_right, wrong, of_wrong)
    reached = share(sum(said), len(rows)) if said else "0/0"
    fair = "–" if even is None else f"{even[0]:.1%} ({even[1]:.1%}–{even[2]:.1%})"
    return f"{sum(said)} | {share(right, sum(said))} | {of_right / len(rows):.1%} | {fair} | {reached}"


def balanced(right: int, of_right: int, wrong: int, of_wrong: int) -> tuple[float, float, float] | None:
    """Precision if both sides were equally many, with the interval of Donner and Zou (2012) for a ratio."""
    first, second = wilson(wrong, of_wrong), wilson(right, of_right)
    if first is None or second is None or not right:
        return None
    false, true = wrong / of_wrong, right / of_right
    both = (false * true) ** 2
    low, high = second.high * (2 * true - second.high), second.low * (2 * true - second.low)
    least = 0.0
    if low > 0:
        least = (false * true - math.sqrt(max(0.0, both - first.low * (2 * false - first.low) * low))) / low
    most = (false * true + math.sqrt(max(0.0, both - first.high * (2 * false - first.high) * high))) / high
    return tuple(1 / (1 + odds) for odds in (false / true, most, max(0.0, least)))


def share(count: int, n: int) -> str:
    """A rate with its 95 % Wilson interval."""
    interval = wilson(count, n)
    if interval is None:
        return "0/0"
    return f"{count}/{n} = {count / n:.1%} ({interval.low:.1%}–{interval.high:.1%})"


def rows_of(labelled: LabelledSet) -> Iterator[dict]:
    """The rows of a set's files, one after the other."""
    for file in labelled.files:
        yield from read(SHARED / "data" / "human_labels" / file)


def judge(labelled: LabelledSet) -> Iterator[Judged]:
    """Judge every statement of a set over its texts."""
    for row in rows_of(labelled):
        texts = tuple(labelled.texts(row))
        statement = row[labelled.statement]
        trace = Trace(id="row", context=texts, answer=statement)
        case = Case(id="row", question=row.get("question", ""))
        verdict = judge_support(case, trace, Settings(), is_abstained=False)
        is_backed = row[labelled.label] == labelled.backed
        yield Judged(is_backed, verdict.outcome, verdict.certain, len(statement))


class Answered(NamedTuple):
    """An answer that its texts back."""

    question: str
    texts: tuple[Retrieved, ...]
    answer: str


def answer_sets() -> Iterator[tuple[str, list[Answered]]]:
    """Answers known to be backed: copied, written by people from the texts, or rated 5 of 5 by a model."""
    for name, file in RUNS:
        yield f"{name}, copied", list(copied(file))
    people = (
        Answered(row["input"], passages(row["passages"]), row["output"][0]["answer"])
        for row in read(SHARED / "data" / "qa" / "clapnq_dev_a.jsonl")
        if row["output"] and row["output"][0]["answer"].strip()
    )
    yield "ClapNQ (en), by people", list(people)
    rated = (
        Answered(
            row["question"],
            (Retrieved(document_id="context", text=row["context"]),),
            row["answer"],
        )
        for file in ("azure_rag_baseline.jsonl", "azure_rag_prompt_nomarkdownmention.jsonl")
        for row in read(SHARED / "data" / "exports" / file)
        if float(row["gpt_groundedness"]) == 5
    )
    yield "Azure (en), rated by a model", list(rated)


def passages(entries: list[dict]) -> tuple[Retrieved, ...]:
    return tuple(Retrieved(document_id=str(n), text=entry["text"]) for n, entry in enumerate(entries))


def copied(file: str) -> Iterator[Answered]:
    """The answers of a run, all of which were copied from what was retrieved, less the abstentions."""
    for row in read(SHARED / "data" / "rag_runs" / file):
        if row["answer_method"].endswith("abstain"):
            continue
        chunks = tuple(
            Retrieved(document_id=entry["document_id"], chunk_id=entry["chunk_id"], text=entry["text"])
            for entry in row["retrieved"]
        )
        yield Answered(row["question"], chunks, row["answer"])


def over(answers: list[Answered], shift: int) -> Iterator[tuple[Outcome, bool]]:
    """Judge answers over the texts of the answer so many further on."""
    for place, answered in enumerate(answers):
        texts = answers[(place + shift) % len(answers)].texts
        trace = Trace(id="row", retrieved=texts, answer=answered.answer)
        case = Case(id="row", question=answered.question)
        verdict = judge_support(case, trace, Settings(), is_abstained=False)
        yield verdict.outcome, verdict.certain


def shares(verdicts: Iterator[tuple[Outcome, bool]]) -> str:
    counts = Counter(verdicts)
    n = counts.total()
    kinds = [(outcome, certain) for outcome in (Outcome.PASS, Outcome.FAIL) for certain in (True, False)]
    told = [share(counts[kind], n) for kind in kinds]
    return " | ".join((*told, share(n - sum(counts[kind] for kind in kinds), n)))


def read(path: Path) -> Iterator[dict]:
    """Read a file of JSON lines, compressed or not."""
    content = path.read_bytes()
    text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode("utf-8")
    for line in text.split("\n"):
        if line:
            yield json.loads(line)


if __name__ == "__main__":
    main()
