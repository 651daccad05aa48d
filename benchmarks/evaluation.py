"""What does judging cost beside reading, how does memory grow, and how long does starting take?"""

from __future__ import annotations

import argparse
import compileall
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import ragtriage
from measure import Row, compare_commands, machine, most, report
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.writing import write_evaluation
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey
from ragtriage.model import Settings

IDS = 100


def make(path: Path, n: int) -> float:
    """Write n cases of ids alone, 100 retrieved for each, and return their mean recall at 10."""
    rng = random.Random(7)
    found = 0.0
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            retrieved = [f"doc-{document}" for document in rng.sample(range(1_000_000), IDS)]
            gold = [rng.choice(retrieved), rng.choice(retrieved)] if number % 5 else ["doc-unseen"]
            found += len(set(gold) & set(retrieved[:10])) / len(set(gold))
            row = {"id": f"q{number}", "question": f"question {number}", "gold_documents": gold}
            file.write(json.dumps(row | {"retrieved": retrieved}) + "\n")
    return found / n


def decode(path: Path) -> int:
    """Decode the lines into records, and nothing else."""

    def refuse(error: Exception) -> None:
        raise error

    with closing(open_source(path)) as source:
        return sum(1 for _ in read_rows(source, Format.JSONL, Survey(source.name), refuse))


def evaluate(path: Path, out: Path) -> ragtriage.Evaluation:
    """Evaluate the lines: files written and fingerprints taken."""
    settings = Settings(k=10)
    return write_evaluation(
        out,
        lambda store: evaluate_files(str(path), None, settings, Reading(), judges=Judges.of(), store=store),
    )


def processor_microseconds(work: Callable[[], object], n: int) -> float:
    """Return the processor time that a case takes, start-up apart."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) / n * 1e6


def against_decoding(folder: Path, n: int, rounds: int) -> None:
    path, out = folder / "ids.jsonl", folder / "report"
    recall = make(path, n)
    evaluation = evaluate(path, out)
    if abs((evaluation.report.mean_recall or 0.0) - recall) > 1e-12 or decode(path) != n:
        raise SystemExit("the values differ: nothing is timed")
    print(f"values checked: mean recall@10 {recall:.6f} over {n:,} cases of {IDS} ids")
    if not rounds:
        return
    times = [
        (
            processor_microseconds(lambda: decode(path), n),
            processor_microseconds(lambda: evaluate(path, out), n),
        )
        for _ in range(rounds)
    ]
    decoding, judging = (statistics.median(column) for column in zip(*times, strict=True))
    ratio = statistics.median(judged / decoded for decoded, judged in times)
    task = f"JSON lines of {IDS} ids, processor time a case"
    report(Row(task=task, name="decoded into records", n=n, median=decoding, unit="µs", ratio=1.0))
    report(
        Row(
            task=task,
            name="ragtriage evaluate, files and fingerprints",
            n=n,
            median=judging,
            unit="µs",
            ratio=ratio,
            asked=[most("ratio", 9)],
        )
    )


def memory(folder: Path) -> None:
    peaks = {}
    task = f"JSON lines of {IDS} ids, whole process"
    for n in (20_000, 200_000):
        path = folder / f"ids-{n}.jsonl"
        make(path, n)
        command = [
            sys.executable,
            "-m",
            "ragtriage",
            "evaluate",
            str(path),
            "--k",
            "10",
            "--out",
            str(folder / "m"),
        ]
        (measured,) = compare_commands("", {"evaluate": [*command, "--quiet"]}, rounds=1).measured
        peaks[n] = measured.peak_mebibytes or 0.0
        report(
            Row(
                task=task,
                name=f"{n:,} cases",
                n=n,
                median=measured.processor_seconds,
                peak_mebibytes=peaks[n],
            )
        )
        path.unlink()
    growth = (peaks[200_000] - peaks[20_000]) * 2**20 / 180_000
    name = "bytes a case more"
    report(Row(task=task, name=name, n=200_000, median=growth, unit="bytes", asked=[most("median", 16)]))


def starting(folder: Path) -> None:
    # an installed package stands there compiled; a checkout may not
    compileall.compile_dir(Path(ragtriage.__file__).parent, quiet=1)
    path = folder / "ten.jsonl"
    make(path, 10)
    python = sys.executable
    out = str(folder / "ten")
    commands = {
        "python": [python, "-c", "pass"],
        "import ragtriage": [python, "-c", "import ragtriage"],
        "ragtriage --help": [python, "-m", "ragtriage", "--help"],
        "ten cases, shell to table": [python, "-m", "ragtriage", "evaluate", str(path), "--out", out],
    }
    ten = "ten cases, shell to table"
    for each in compare_commands("", commands, rounds=9).measured:
        report(
            Row(
                task="Starting, processor time",
                name=each.name,
                n=10 if each.name == ten else 0,
                median=each.processor_seconds,
                peak_mebibytes=each.peak_mebibytes,
                asked=[most("median", 0.35)] if each.name == ten else [],
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="check the values on little data, time nothing")
    quick = parser.parse_args().short
    print(machine(), "\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        against_decoding(folder, 500 if quick else 20_000, 0 if quick else 5)
        if not quick:
            memory(folder)
            starting(folder)


if __name__ == "__main__":
    main()
