"""From how many cases on do workers, or a Ray cluster, take less time than one process?

The cases have five passages of 500 characters each, all four verdicts are judged and everything is written.
Whole processes are timed, start-up and all; the rows they write are the same byte for byte before any is.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from measure import Row, compare_commands, machine, report
from ragtriage.evaluation.evaluation import Evaluation

WORDS = ("claim", "report", "receipt", "hotel", "travel", "manager", "office", "policy", "invoice", "budget")


def passage(rng: random.Random, fact: str) -> str:
    words: list[str] = []
    length = len(fact)
    while length < 500:
        words.append(rng.choice(WORDS))
        length += len(words[-1]) + 1
    words.insert(rng.randrange(len(words)), fact)
    return " ".join(words)[:500]


def make(path: Path, n: int) -> None:
    """Write n cases; of every third one the needed passage did not come back."""
    rng = random.Random(20261130)
    with path.open("w", encoding="utf-8") as file:
        for i in range(n):
            fact = f"Claims of kind {i} are due on day {i % 28 + 1}."
            retrieved = [
                {"document_id": f"d{i}-{j}", "text": passage(rng, fact if j == 2 and i % 3 else "")}
                for j in range(5)
            ]
            row = {
                "id": f"q{i}",
                "question": f"When are claims of kind {i} due?",
                "expected_answers": [f"day {i % 28 + 1}"],
                "gold_documents": [f"d{i}-2" if i % 3 else f"d{i}-7"],
                "evidence": [fact],
                "retrieved": retrieved,
                "answer": f"They are due on day {i % 28 + 1}." if i % 4 else "It does not say.",
            }
            file.write(json.dumps(row) + "\n")


def command(path: Path, out: Path, *options: str) -> list[str]:
    evaluate = [sys.executable, "-m", "ragtriage", "evaluate", str(path), "--k", "5", "--out", str(out)]
    return [*evaluate, "--quiet", *options]


def check(outs: dict[str, Path], n: int) -> None:
    """Hold every backend to the summary and the rows of one process."""
    loaded = {name: Evaluation.load(out) for name, out in outs.items()}
    one = loaded["one process"]
    rows = b"".join(one.rows.lines())
    for name, evaluation in loaded.items():
        if evaluation.summary != one.summary or b"".join(evaluation.rows.lines()) != rows:
            raise SystemExit(f"{name} gives other values than one process: nothing is timed")
    if one.summary.n != n or one.summary.verdicts["retrieval"].passed != n - -(-n // 3):
        raise SystemExit("the values differ from those the cases were made with: nothing is timed")


def measure(folder: Path, n: int, rounds: int, names: list[str]) -> None:
    path = folder / "cases.jsonl"
    make(path, n)
    options = {
        "one process": (),
        "--workers 2": ("--workers", "2"),
        "--backend ray, this machine": ("--backend", "ray"),
    }
    outs = {name: folder / f"out-{place}" for place, name in enumerate(names)}
    commands = {name: command(path, out, *options[name]) for name, out in outs.items()}
    first = compare_commands("", commands, rounds=1)
    check(outs, n)
    print(f"values checked: {n:,} cases, {path.stat().st_size / 2**20:.0f} MiB")
    measured = first.measured if not rounds else compare_commands("", commands, rounds=rounds).measured
    if not rounds:
        return
    for each in measured:
        report(
            Row(
                task=f"Whole evaluations of {n:,} cases",
                name=f"{each.name} ({each.processor_seconds:.1f} processor seconds)",
                n=n,
                median=each.seconds,
                ratio=each.ratio,
                peak_mebibytes=each.peak_mebibytes,
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="check the values on little data, time nothing")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without-ray", action="store_true")
    given = parser.parse_args()
    print(machine(), "\n")
    names = ["one process", "--workers 2"]
    names += [] if given.without_ray else ["--backend ray, this machine"]
    with tempfile.TemporaryDirectory() as name:
        for n in [600] if given.short else given.sizes:
            measure(Path(name), n, 0 if given.short else given.rounds, names)


if __name__ == "__main__":
    main()
