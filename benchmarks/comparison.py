"""What comparing costs: two million paired cases of thirty columns, and forty metrics over two hundred cases.

Each is run as a process of its own, so that time and memory are those of a user.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from measure import Asked, Row, machine, most, report

MOST_SECONDS = 60.0
MOST_MEBIBYTES = 1024
MOST_SECONDS_OF_EVALUATIONS = 120.0
MOST_MEBIBYTES_OF_EVALUATIONS = 1907  # 2 GB
MOST_PROCESSOR_SECONDS = 1.5
CASES = 2_000  # that are judged; the others are copies with ids and documents of their own
# Judged by the quickest rules: what is measured is the comparison.
_QUICK = ("--k", "5", "--no-texts", "--answer-rule", "equals", "--match", "whitespace")
FORTY = ",".join(
    f"{metric}@{cutoff}"
    for metric in ("recall", "hit", "precision", "f1", "ndcg", "ndcg_exp", "rr", "ap")
    for cutoff in (1, 2, 3, 5, 10)
)
TWENTY_FIVE = ",".join(FORTY.split(",")[:25])  # with the outcomes thirty columns


class Cost(NamedTuple):
    """Of one process."""

    seconds: float
    processor_seconds: float
    mebibytes: float


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
    return Cost(seconds, used, int(done.stdout.split()[-1]) / 2**20)


def cases(n: int, seed: int, depth: int) -> Iterator[str]:
    """Cases with one gold document each, found at a random rank or not at all."""
    chance = random.Random(seed)
    for i in range(n):
        retrieved = [f"d{chance.randrange(10**6)}" for _ in range(depth)]
        if chance.random() < 0.8:
            retrieved[chance.randrange(depth)] = f"gold-{i}"
        right = chance.random() < 0.7
        yield json.dumps(
            {
                "id": f"case-{i}",
                "question": f"Question {i}?",
                "expected_answers": [f"answer {i}"],
                "gold_documents": [f"gold-{i}"],
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
    """Write two tables of scores; return their paths, and the difference of the shares that are correct."""
    made: list[str] = []
    correct: list[int] = []
    for seed, name in enumerate(("a.csv", "b.csv")):
        chance = random.Random(seed)
        with (folder / name).open("w") as file:
            file.write("id,correct,recall\n")
            rows = [(chance.random() < 0.7, chance.randrange(5) / 4) for _ in range(n)]
            file.writelines(f"q{i},{is_correct},{recall}\n" for i, (is_correct, recall) in enumerate(rows))
        correct.append(sum(is_correct for is_correct, _ in rows))
        made.append(str(folder / name))
    return [*made, str((correct[1] - correct[0]) / n)]


COMPARE = """
import sys
from ragtriage import compare
compared = compare(*sys.argv[1:3])
assert len(compared.rows) == 30, len(compared.rows)
assert compared.n == int(sys.argv[3]), compared
"""

MULTIPLIED = """
import sys
from pathlib import Path

import msgspec

from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.folder import write_report
from ragtriage.evaluation.store import RowStore

folder, times, step = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
evaluation = Evaluation.load(folder)
rows, n = RowStore(folder / "rows"), len(evaluation) * times
for i in range(times)[::step]:
    for line in evaluation.rows.lines():
        rows.write(line.replace(b'"case-', b'"case-%d-' % i).replace(b'"gold-', b'"gold-%d-' % i))
rows.close()
summary = msgspec.structs.replace(evaluation.summary, n=n)
write_report(folder, msgspec.structs.replace(evaluation.report, summary=summary), rows, n=n)
(folder / "rows").rename(folder / "cases.jsonl")
"""

# The folder that `evaluate --backend ray --parquet` writes, without a cluster: its parts, and their list.
TO_PARTS = """
import sys
from itertools import islice
from pathlib import Path

import msgspec

from ragtriage.evaluation.distributed.parted_rows import PartedRows, pack_parquet
from ragtriage.evaluation.evaluation import Evaluation, PartFile
from ragtriage.evaluation.folder import write_report
from ragtriage.evaluation.store import RowStore

folder, cases = Path(sys.argv[1]), int(sys.argv[2])
evaluation = Evaluation.load(folder)
lines, parts = evaluation.rows.lines(), []
(folder / "cases").mkdir()
while some := list(islice(lines, cases)):
    rows = RowStore(folder / "rows")
    rows.write(b"".join(some))
    rows.close()
    parts.append(PartFile(name=f"cases/part-{len(parts):05d}.parquet", cases=len(some)))
    pack_parquet(rows, folder / parts[-1].name)
(folder / "rows").unlink()
report = msgspec.structs.replace(evaluation.report, parts=tuple(parts))
write_report(folder, report, evaluation.rows, n=len(evaluation))
(folder / "cases.jsonl").unlink()
"""
CASES_A_PART = 25_000  # some 64 MiB of input, as a cluster cuts it

SCORES = """
import sys
from ragtriage import compare_scores
compared = compare_scores(*sys.argv[1:3], id="id", scores=["correct", "recall"])
assert [row.name for row in compared.rows] == ["correct", "recall"], compared
assert abs(compared.rows[0].difference - float(sys.argv[3])) < 1e-9, compared.rows[0]
"""

FORTY_METRICS = """
import sys
from ragtriage import compare
compared = compare(*sys.argv[1:3])
assert len(compared.rows) >= 40, len(compared.rows)
assert any("99,999" in row.test for row in compared.rows)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="few pairs: only see that values agree")
    is_short: bool = parser.parse_args().short
    pairs = CASES if is_short else 2_000_000
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = evaluations(folder, 200, 10, "--metrics", FORTY)
        forty = min(
            (measured(FORTY_METRICS, *made) for _ in range(5)), key=lambda cost: cost.processor_seconds
        )
        report(
            Row(
                task="Comparing two evaluations",
                name="200 cases × 40 metrics, processor time",
                n=200,
                median=forty.processor_seconds,
                peak_mebibytes=forty.mebibytes,
                asked=[most("median", MOST_PROCESSOR_SECONDS)],
            )
        )
        large = [most("median", MOST_SECONDS), most("peak_mebibytes", MOST_MEBIBYTES)]
        tell("two scores from CSV", pairs // 2, measured(SCORES, *tables(folder, pairs // 2)), large)
        made = evaluations(folder, CASES, 10, *_QUICK, "--metrics", TWENTY_FIVE)
        for step, side in zip((1, -1), made, strict=True):
            measured(MULTIPLIED, side, str(pairs // CASES), str(step))
        large = [
            most("median", MOST_SECONDS_OF_EVALUATIONS),
            most("peak_mebibytes", MOST_MEBIBYTES_OF_EVALUATIONS),
        ]
        tell("thirty columns", pairs, measured(COMPARE, *made, str(pairs)), large)
        to_parts(made, CASES_A_PART)
        tell("the same in Parquet parts", pairs, measured(COMPARE, *made, str(pairs)), large)


def to_parts(folders: list[str], cases: int) -> None:
    """Put the rows of evaluations into parts of so many cases each."""
    for folder in folders:
        measured(TO_PARTS, folder, str(cases))


def tell(name: str, n: int, cost: Cost, asked: list[Asked]) -> None:
    report(
        Row(
            task="Comparing two evaluations",
            name=f"{n:,} pairs, {name}",
            n=n,
            median=cost.seconds,
            peak_mebibytes=cost.mebibytes,
            asked=asked,
        )
    )


if __name__ == "__main__":
    main()
