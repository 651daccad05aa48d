"""What comparing costs: a million paired cases, and forty metrics over two hundred cases.

Each is run as a process of its own, so that time and memory are those of a user. Run with
`python benchmarks/comparison.py`; it ends with an error when a promise is not kept.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

MILLION = int(os.environ.get("RAGTRIAGE_BENCH_PAIRS", "1000000"))
MOST_SECONDS = 60.0
MOST_BYTES = 1 << 30
MOST_PROCESSOR_SECONDS = 1.5
# Judged by the quickest rules: what is measured is the comparison.
_QUICK = ("--k", "5", "--no-texts", "--answer-rule", "equals", "--match", "whitespace")
FORTY = ",".join(
    f"{metric}@{cutoff}"
    for metric in ("recall", "hit", "precision", "f1", "ndcg", "ndcg_exp", "rr", "ap")
    for cutoff in (1, 2, 3, 5, 10)
)


class Cost(NamedTuple):
    """Of one process."""

    seconds: float
    processor_seconds: float
    bytes: int


def measured(*arguments: str) -> Cost:
    """Run Python code in a process and return what it cost."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    code = (
        f"{arguments[0]}\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments[1:]], check=True, capture_output=True, text=True
    )
    seconds = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(seconds, used, int(done.stdout.split()[-1]))


def cases(n: int, seed: int, depth: int) -> Iterator[str]:
    """Cases with one gold document each, found at a random rank or not at all."""
    chance = random.Random(seed)
    for i in range(n):
        retrieved = [f"d{chance.randrange(10**6)}" for _ in range(depth)]
        if chance.random() < 0.8:
            retrieved[chance.randrange(depth)] = f"g{i}"
        right = chance.random() < 0.7
        yield json.dumps(
            {
                "id": f"q{i}",
                "question": f"Question {i}?",
                "expected_answers": [f"answer {i}"],
                "gold_documents": [f"g{i}"],
                "retrieved": retrieved,
                "answer": f"answer {i}" if right else "another",
            }
        )


def evaluations(folder: Path, n: int, depth: int, *options: str) -> list[str]:
    made: list[str] = []
    for seed, name in enumerate(("baseline", "candidate")):
        source = folder / f"{name}.jsonl"
        with source.open("w") as file:
            file.writelines(f"{line}\n" for line in cases(n, seed, depth))
        out = folder / name
        command = [sys.executable, "-m", "ragtriage", "evaluate", str(source), "--out", str(out), "--quiet"]
        subprocess.run([*command, *options], check=True, capture_output=True)
        source.unlink()
        made.append(str(out))
    return made


def tables(folder: Path, n: int) -> list[str]:
    made: list[str] = []
    for seed, name in enumerate(("a.csv", "b.csv")):
        chance = random.Random(seed)
        with (folder / name).open("w") as file:
            file.write("id,correct,recall\n")
            file.writelines(f"q{i},{chance.random() < 0.7},{chance.randrange(5) / 4}\n" for i in range(n))
        made.append(str(folder / name))
    return made


COMPARE = """
import sys
from ragtriage.comparison.comparison import compare
compared = compare(*sys.argv[1:3], allow=[])
assert len(compared.rows) > 5, compared
"""

SCORES = """
import sys
from ragtriage.comparison.scores import compare_scores
compared = compare_scores(*sys.argv[1:3], id="id", scores=["correct", "recall"])
assert [row.name for row in compared.rows] == ["correct", "recall"], compared
"""

FORTY_METRICS = """
import sys
from ragtriage.comparison.comparison import compare
compared = compare(*sys.argv[1:3])
assert len(compared.rows) >= 40, len(compared.rows)
assert any("99,999" in row.test for row in compared.rows)
"""


def main() -> int:
    promises: dict[str, bool] = {}

    def report(name: str, cost: Cost) -> None:
        print(
            f"{name:<56} {cost.seconds:>7.2f} s {cost.processor_seconds:>7.2f} s CPU "
            f"{cost.bytes / 2**20:>7.0f} MiB"
        )

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = evaluations(folder, 200, 10, "--metrics", FORTY)
        forty = min(
            (measured(FORTY_METRICS, *made) for _ in range(5)), key=lambda cost: cost.processor_seconds
        )
        report("200 cases x 40 metrics", forty)
        promises[f"40 metrics within {MOST_PROCESSOR_SECONDS} s of processor time"] = (
            forty.processor_seconds < MOST_PROCESSOR_SECONDS
        )
        scores = measured(SCORES, *tables(folder, MILLION))
        report(f"{MILLION:,} rows of two scores, CSV", scores)
        pairs = measured(COMPARE, *evaluations(folder, MILLION, 5, *_QUICK))
        report(f"{MILLION:,} cases of two evaluations, 17 rows", pairs)
        for what, cost in (("scores", scores), ("evaluations", pairs)):
            promises[f"{what} within {MOST_SECONDS:.0f} s"] = cost.seconds < MOST_SECONDS
            promises[f"{what} within {MOST_BYTES / 2**20:.0f} MiB"] = cost.bytes < MOST_BYTES
    for promise, is_kept in promises.items():
        print("kept  " if is_kept else "BROKEN", promise)
    return 0 if all(promises.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
