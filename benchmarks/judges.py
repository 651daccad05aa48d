"""Judging support against a loopback server that takes 50 ms: rate, processor time, memory, the cache.

The server is a process of its own, and so is every run that is measured. The rows are traffic: questions,
texts and answers, and each answer takes one call. Haystack's evaluator judges the same rows at the same
server, and so do ragas and deepeval where the Python that $RAGTRIAGE_OTHER_JUDGES names has them.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from measure import Row, least, most, report
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.store import RowStore
from ragtriage.llm.asking import Asker
from ragtriage.llm.endpoint import Endpoint
from ragtriage.model import Settings
from ragtriage.verdicts.asked.panel import Panel
from ragtriage.verdicts.asked.support import FORMS, SupportAsked

DELAY_SECONDS = 0.05
ROUNDS = 3
TASK = "Judging support by a model, 50 ms a reply"

FOLDER = Path(__file__).parent
OTHER = f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import other_judges; other_judges.main()"
OTHERS = (("Haystack", "haystack", 1), ("ragas", "ragas", 16), ("deepeval", "deepeval", 16))
SERVER = f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import judge_server; judge_server.serve()"


def rows(n, *, are_labelled=False):
    """Yield traffic; labelled rows have an expected answer and gold besides, which strings judge."""
    labels = {"expected": "30 euros", "gold_ids": ["fares"], "retrieved": ["fares", "children"]}
    for i in range(n):
        yield {
            "id": f"q{i}",
            "question": f"How much is pass {i}?",
            "answer": f"You pay 30 euros for pass {i}.",
            "contexts": [f"For pass {i} one has to pay 30 euros.", "Children travel free of charge."],
        } | (labels if are_labelled else {})


@contextmanager
def served(delay=DELAY_SECONDS):
    """Start the server, and give its address."""
    command = [sys.executable, "-c", SERVER, str(delay)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        yield server.stdout.readline().strip()
        server.stdin.close()


def judge(path, base_url, concurrency, cache):
    """Judge a file; every judgement must pass."""
    endpoint = Endpoint(model="m", base_url=base_url, api_key="k", max_concurrency=concurrency)
    judges = [SupportAsked(Panel(Asker(endpoint, cache=cache), FORMS))]
    # as the command line does: rows go to a file, and are not held
    store = RowStore(Path(path).with_name("rows.jsonl"))
    evaluation = evaluate_files(path, None, Settings(), Reading(), judges=Judges.of(judges), store=store)
    rate = evaluation.summary.verdicts["support"]
    if rate.passed == 0 or rate.fail or rate.unknown:
        raise SystemExit(f"not every judgement passed: {rate}")
    return rate.passed


def one(n, base_url, concurrency, cache, are_labelled):
    """Judge n rows in this process, and print what it took."""
    cache = Path(cache) if cache else None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.jsonl"
        for count in (32, n):  # what is imported, opened and compiled once goes first
            lines = "".join(json.dumps(row) + "\n" for row in rows(count, are_labelled=are_labelled))
            path.write_text(lines, "utf-8")
            started, spent = time.perf_counter(), time.process_time()
            judged = judge(path, base_url, concurrency, cache if count == n else None)
            if judged != count:
                raise SystemExit(f"{judged} of {count} rows were judged")
    taken = {
        "wall": time.perf_counter() - started,
        "processor": time.process_time() - spent,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(taken))


def measured(n, base_url, concurrency, cache="", *, are_labelled=False):
    """Judge n rows in a process of its own."""
    command = [sys.executable, __file__, "--one", str(n), base_url, str(concurrency), str(cache)]
    command += ["labelled"] if are_labelled else []
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def beside(base_url, n):
    """Report what other tools take for the same rows: their rate, over ours with as many under way."""
    own = {concurrency: n / measured(n, base_url, concurrency)["wall"] for concurrency in (1, 16)}
    for name, package, concurrency in OTHERS:
        python = sys.executable if find_spec(package) else os.environ.get("RAGTRIAGE_OTHER_JUDGES")
        command = [python, "-c", OTHER, name, str(n), base_url, str(concurrency)]
        if python is None or subprocess.run([python, "-c", f"import {package}"], check=False).returncode:
            print(f"{name}: not installed, not measured")
            continue
        taken = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        rate = n / taken["wall"]
        took = f"{1000 * taken['processor'] / n:.1f} ms of processor time a row"
        title = f"{name}, {concurrency} at once, {took}; ratio: ours to it"
        report(Row(task=TASK, name=title, n=n, median=rate, unit="rows/s", ratio=own[concurrency] / rate))


def main():
    is_short = "--short" in sys.argv
    rounds, most_rows, many = (1, 64, 128) if is_short else (ROUNDS, 4_000, 20_000)
    with served() as base_url, tempfile.TemporaryDirectory() as folder:
        processor = []
        for concurrency, share in ((1, None), (8, None), (16, 0.9), (64, 0.75)):
            n = min(most_rows, 100 * concurrency)
            runs = [measured(n, base_url, concurrency) for _ in range(rounds)]
            rate = statistics.median(n / run["wall"] for run in runs)
            processor += [run["processor"] / n for run in runs if concurrency > 8]
            report(
                Row(
                    task=TASK,
                    name=f"{concurrency} at once, of the ideal rate",
                    n=n,
                    median=rate,
                    unit="rows/s",
                    ratio=rate / (concurrency / DELAY_SECONDS),
                    asked=[] if share is None else [least("ratio", share)],
                )
            )
        took = 1000 * statistics.median(processor)
        report(
            Row(
                task=TASK,
                name="processor time a row, at 16 and 64",
                n=most_rows,
                median=took,
                unit="ms",
                asked=[most("median", 3)],
            )
        )
        beside(base_url, 20 if is_short else 200)
        few = measured(many // 10, base_url, 64, f"{folder}/few")
        first = measured(many, base_url, 64, f"{folder}/many")
        report(
            Row(
                task=TASK,
                name=f"{many:,} rows, memory beside that of {many // 10:,}",
                n=many,
                median=many / first["wall"],
                unit="rows/s",
                ratio=first["peak"] / few["peak"],
                peak_mebibytes=first["peak"],
                asked=[most("ratio", 1.1)],
            )
        )
        for are_labelled, name in ((False, "judged before"), (True, "judged before, with expected answers")):
            cache = f"{folder}/labelled" if are_labelled else f"{folder}/many"
            if are_labelled:
                measured(many, base_url, 64, cache, are_labelled=True)
            again = [measured(many, base_url, 64, cache, are_labelled=are_labelled) for _ in range(rounds)]
            rate = statistics.median(many / run["wall"] for run in again)
            asked = [least("median", 5_000)]
            title = f"{name}: all from the cache"
            report(Row(task=TASK, name=title, n=many, median=rate, unit="rows/s", asked=asked))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5], "labelled" in sys.argv)
    else:
        main()
