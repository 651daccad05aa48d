"""What does judging texts cost beside decoding them, how does it grow, and how much memory does it take?

Cases in Japanese and English, each with five passages of 500 characters. All four verdicts are judged, and
everything is written, Parquet too. Once every evidence and answer stands in the passages as it is; once
every second one is written otherwise, so that only normalised texts are equal.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

import ragtriage
from measure import Row, compare_commands, machine, most, report
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.writing import write_evaluation
from ragtriage.model import Settings

PASSAGES = 5
CHARACTERS = 500
BLOCK = 12_500  # cases that differ in more than their ids, in the files by which growth is measured
HELD_TO_PEAK = 100_000
MOST_MEBIBYTES = 200e6 / 2**20
MOST_BYTES_A_CASE = 16
MOST_TIMES = {"as they stand": 15, "half written otherwise": 30}

JAPANESE = (
    "{what}の申請は、{when}までに{who}へ提出してください。",
    "{who}は、{what}の上限を一件につき{money}円と定めています。",
    "{what}に関する領収書は、原本を{years}年間保管します。",
    "承認が下りない場合、{what}の費用は本人の負担となります。",
    "{when}を過ぎた{what}は、翌期の扱いになります。",
)
JAPANESE_WORDS = {
    "what": ("交通費", "宿泊費", "出張手当", "会議費", "研修費", "資料代", "通信費"),
    "who": ("経理部", "人事部", "直属の上司", "総務課", "部門長"),
    "when": ("翌月五営業日", "月末", "四半期の末日", "申請日の翌週"),
}
ENGLISH = (
    "Claims for {what} must reach {who} before {when}.",
    "The limit that {who} has set for {what} is {money} dollars a claim.",
    "Original receipts for {what} are kept for {years} years.",
    "Without approval, the cost of {what} is borne by the employee.",
    "Whatever arrives after {when} is handled in the next period by {who}.",
)
ENGLISH_WORDS = {
    "what": ("train fares", "hotel rooms", "travel allowances", "meetings", "training", "printed matter"),
    "who": ("the accounting office", "human resources", "the line manager", "the head of the department"),
    "when": ("the fifth working day", "the end of the month", "the last day of the quarter"),
}


def sentence(rng: random.Random, *, is_japanese: bool) -> str:
    templates, words = (JAPANESE, JAPANESE_WORDS) if is_japanese else (ENGLISH, ENGLISH_WORDS)
    chosen = {name: rng.choice(each) for name, each in words.items()}
    return rng.choice(templates).format(
        **chosen, money=rng.randrange(1_000, 90_000), years=rng.randrange(2, 12)
    )


def passage(rng: random.Random, *, is_japanese: bool, needed: tuple[str, ...] = ()) -> str:
    """Return sentences of 500 characters together, the needed ones among them."""
    between = "" if is_japanese else " "
    kept = list(needed)
    length = sum(len(one) + len(between) for one in kept)
    while length < CHARACTERS:
        kept.insert(rng.randrange(len(kept) + 1), sentence(rng, is_japanese=is_japanese))
        length = sum(len(one) + len(between) for one in kept)
    while length > CHARACTERS:  # the last that can go is cut
        place = max(i for i, one in enumerate(kept) if one not in needed)
        cut = kept[place][: max(0, len(kept[place]) - (length - CHARACTERS))]
        kept[place : place + 1] = [cut] if cut else []
        length = sum(len(one) + len(between) for one in kept)
    return between.join(kept)


def otherwise(text: str, *, is_japanese: bool) -> str:
    """Write a text in other characters that are equal once they are normalised."""
    if is_japanese:
        return text.translate({ord("0") + digit: ord("０") + digit for digit in range(10)}).replace(
            "、", "、 "
        )
    return text.upper().replace(" ", "  ")


def make(path: Path, n: int, *, is_half_otherwise: bool) -> None:
    """Write n cases; the expected answer is a sentence of one passage, the evidence that and one more."""
    rng = random.Random(11)
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            is_japanese = number % 2 == 0
            fact = (
                f"受付番号{number}番の期限は、翌月{number % 28 + 1}日と決まっています。"
                if is_japanese
                else f"The claim with number {number} is due on day {number % 28 + 1} of the month."
            )
            evidence = sentence(rng, is_japanese=is_japanese)
            place = rng.randrange(PASSAGES)
            texts = [
                passage(rng, is_japanese=is_japanese, needed=(evidence, fact) if i == place else ())
                for i in range(PASSAGES)
            ]
            is_otherwise = is_half_otherwise and number % 4 >= 2
            written = [
                otherwise(one, is_japanese=is_japanese) if is_otherwise else one for one in (evidence, fact)
            ]
            row = {
                "id": f"q{number}",
                "question": f"受付番号{number}番の期限は？" if is_japanese else f"When is {number} due?",
                "expected_answers": [fact],
                "gold_documents": [f"d{number}-{place}"],
                "evidence": written,
                "retrieved": [
                    {"document_id": f"d{number}-{i}", "text": text} for i, text in enumerate(texts)
                ],
                "answer": written[1],
                "language": "ja" if is_japanese else "en",
            }
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def decode(path: Path) -> int:
    """Decode the lines by msgspec, and nothing else."""
    read = msgspec.json.Decoder().decode
    with path.open("rb") as file:
        return sum(1 for line in file if read(line))


def evaluate(path: Path, out: Path) -> ragtriage.Evaluation:
    """Judge the lines offline; rows, report and Parquet are written."""
    return write_evaluation(
        out,
        lambda store: evaluate_files(str(path), None, Settings(), Reading(), judges=Judges.of(), store=store),
        parquet=True,
    )


def check(evaluation: ragtriage.Evaluation, n: int) -> None:
    """Hold the values to those of the cases: everything came back, and is equal once normalised."""
    for stage in ("retrieval", "evidence", "answer"):
        passed = evaluation.summary.verdicts[stage].passed
        if passed != n:
            raise SystemExit(f"{stage} passed {passed} of {n} cases, not all: nothing is timed")
    if evaluation.summary.verdicts["support"].fail:
        raise SystemExit("support failed where every answer stands in a passage: nothing is timed")


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def against_decoding(folder: Path, n: int, rounds: int) -> None:
    for name, most_times in MOST_TIMES.items():
        path, out = folder / "texts.jsonl", folder / "report"
        make(path, n, is_half_otherwise=name != "as they stand")
        check(evaluate(path, out), n)
        if decode(path) != n:
            raise SystemExit("msgspec reads another number of lines: nothing is timed")
        print(f"values checked: {n:,} cases, texts {name}")
        if not rounds:
            continue
        times = [
            (seconds(lambda: decode(path)), seconds(lambda: evaluate(path, out)))  # noqa: B023 - run at once
            for _ in range(rounds)
        ]
        ratio = statistics.median(judged / decoded for decoded, judged in times)
        task = f"JSON lines of {PASSAGES} texts of {CHARACTERS} characters {name}, processor time a case"
        decoding, judging = (statistics.median(column) / n * 1e6 for column in zip(*times, strict=True))
        report(Row(task=task, name="msgspec decodes the lines", n=n, median=decoding, unit="µs", ratio=1.0))
        report(
            Row(
                task=task,
                name="ragtriage evaluate, Parquet too",
                n=n,
                median=judging,
                unit="µs",
                ratio=ratio,
                asked=[most("ratio", most_times)],
            )
        )


def make_many(path: Path, n: int) -> None:
    """Write n cases, quickly: those of a block over and over, under other ids."""
    with tempfile.TemporaryDirectory() as name:
        block = Path(name) / "block.jsonl"
        make(block, min(n, BLOCK), is_half_otherwise=False)
        lines = block.read_bytes()
    with path.open("wb") as file:
        for start in range(0, n, BLOCK):
            some = lines.replace(b'{"id": "', b'{"id": "%d-' % start)
            if n - start < BLOCK:
                some = b"".join(some.splitlines(keepends=True)[: n - start])
            file.write(some)


def growth(folder: Path, sizes: tuple[int, ...]) -> None:
    """Measure whole processes: fit their time to the number of cases, and say what memory a case takes."""
    task = "JSON lines of texts, whole process"
    points: list[tuple[int, float]] = []
    peaks: dict[int, float] = {}
    for n in sizes:
        path = folder / "grow.jsonl"
        make_many(path, n)
        out = folder / "grow"
        command = [sys.executable, "-m", "ragtriage", "evaluate", str(path), "--out", str(out), "--quiet"]
        (measured,) = compare_commands("", {"evaluate": [*command, "--parquet"]}, rounds=1).measured
        check(ragtriage.Evaluation.load(out), n)
        points.append((n, measured.processor_seconds))
        peaks[n] = measured.peak_mebibytes or math.inf
        report(
            Row(
                task=task,
                name=f"{n:,} cases",
                n=n,
                median=measured.processor_seconds,
                peak_mebibytes=measured.peak_mebibytes,
                asked=[most("peak_mebibytes", MOST_MEBIBYTES)] if n <= HELD_TO_PEAK else [],
            )
        )
        path.unlink()
        shutil.rmtree(out)
    slope, start = statistics.linear_regression(*zip(*points, strict=True))
    fit = statistics.correlation(*zip(*points, strict=True)) ** 2
    print(f"time = {start:.2f} s + {slope * 1e6:.0f} µs a case, R² {fit:.4f}")
    report(Row(task=task, name="R² of a straight line", n=max(sizes), median=fit, unit=""))
    if max(sizes) > HELD_TO_PEAK:
        more = (peaks[max(sizes)] - peaks[HELD_TO_PEAK]) * 2**20 / (max(sizes) - HELD_TO_PEAK)
        report(
            Row(
                task=task,
                name=f"memory a case more, {HELD_TO_PEAK:,} to {max(sizes):,}",
                n=max(sizes),
                median=more,
                unit="bytes",
                asked=[most("median", MOST_BYTES_A_CASE)],
            )
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="check the values on little data, time nothing")
    parser.add_argument(
        "--most",
        type=int,
        default=HELD_TO_PEAK,
        help="cases of the largest file; 2000000 take half an hour and 30 GB of disk",
    )
    parser.add_argument("--growth", action="store_true", help="measure growth alone")
    arguments = parser.parse_args()
    print(machine(), "\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not arguments.growth:
            against_decoding(folder, 200 if arguments.short else 4_000, 0 if arguments.short else 5)
        if not arguments.short:
            usual = [HELD_TO_PEAK // part for part in (8, 4, 2, 1)]
            growth(folder, tuple(sorted({n for n in usual if n < arguments.most} | {arguments.most})))


if __name__ == "__main__":
    main()
