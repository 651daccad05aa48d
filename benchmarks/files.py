"""How fast does a TREC run become numbers, as a whole process, beside pytrec_eval, ir_measures and ranx?

Each reads the two files and prints the means; `ragtriage evaluate` writes its folder too. Queries are
interleaved, scores are tied and in no order; they are multiples of 1/4, which 32-bit floats hold exactly.
`wc -l`, which only reads the bytes, stands beside. ranx does not define an order among ties, so its values
are checked on a run without ties.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from measure import Asked, compare_commands, least, machine, most

CUTOFFS = (1, 3, 5, 10)
DOCUMENTS = 8_841_823  # as many as MS MARCO has passages; a prime, so that any step visits all of them
ROUNDS_A_WRITE = 5_000_000  # lines of the run made at a time

# Our name, trec_eval's, ir_measures', ranx's.
NAMES = [
    ("ap", "map", "AP", "map"),
    ("rr", "recip_rank", "RR", "mrr"),
    *((f"recall@{k}", f"recall_{k}", f"R@{k}", f"recall@{k}") for k in CUTOFFS),
    *((f"precision@{k}", f"P_{k}", f"P@{k}", f"precision@{k}") for k in CUTOFFS),
    *((f"ndcg@{k}", f"ndcg_cut_{k}", f"nDCG@{k}", f"ndcg@{k}") for k in CUTOFFS),
]


class Size(NamedTuple):
    """How much is measured, and what is asked of the others: to be slower by that much."""

    queries: int
    depth: int
    rounds: int  # 0: only see that the values agree
    others: Mapping[str, float]


MEBIBYTES = 500
SIZES = [
    Size(10_000, 100, 7, {"pytrec_eval": 1.4, "ir_measures": 3.5, "ranx": 8}),
    Size(6_980, 1_000, 3, {"pytrec_eval": 2.5, "ir_measures": 5, "ranx": 8}),
    Size(200_000, 100, 3, {"pytrec_eval": 2.7}),
]
SHORT = [
    Size(300, 100, 0, {"pytrec_eval": 0, "ir_measures": 0, "ranx": 0}),
    Size(40, 1_000, 0, {"pytrec_eval": 0, "ir_measures": 0}),
]

PYTREC_EVAL = """
import json, pytrec_eval, sys
with open(sys.argv[1]) as file:
    qrels = pytrec_eval.parse_qrel(file)
with open(sys.argv[2]) as file:
    run = pytrec_eval.parse_run(file)
evaluator = pytrec_eval.RelevanceEvaluator(
    qrels, {"map", "recip_rank", "recall.1,3,5,10", "P.1,3,5,10", "ndcg_cut.1,3,5,10"})
values = evaluator.evaluate(run)
names = next(iter(values.values()))
print(json.dumps({name: sum(one[name] for one in values.values()) / len(values) for name in names}))
if len(sys.argv) > 3:
    with open(sys.argv[3], "w") as file:
        json.dump(values, file)
"""

RANX = """
import json, ranx, sys, warnings
warnings.simplefilter("ignore")
names = [name + ("" if k is None else f"@{k}")
         for name, cuts in (("map", [None]), ("mrr", [None]), ("recall", [1, 3, 5, 10]),
                            ("precision", [1, 3, 5, 10]), ("ndcg", [1, 3, 5, 10])) for k in cuts]
qrels = ranx.Qrels.from_file(sys.argv[1], kind="trec")
run = ranx.Run.from_file(sys.argv[2], kind="trec")
print(json.dumps({name: float(value) for name, value in ranx.evaluate(qrels, run, names).items()}))
"""


def make(qrels: Path, run: Path, size: Size, *, is_tied: bool) -> None:
    """Write judgements of five documents a query, three of which came back, and an interleaved run."""
    rng = np.random.default_rng(20_240_101)
    queries, depth = size.queries, size.depth
    start, step = rng.integers(0, DOCUMENTS, queries), rng.integers(1, DOCUMENTS, queries)
    found = rng.permuted(np.broadcast_to(np.arange(depth), (queries, depth)), axis=1)[:, :3]
    judged = np.hstack(
        [
            (start[:, None] + found * step[:, None]) % DOCUMENTS,
            DOCUMENTS + rng.integers(0, 9**6, (queries, 2)),
        ]
    )
    judged[:, 4] += 9**6  # differs from the fourth
    grades = np.hstack(
        [np.ones((queries, 1)), rng.integers(0, 4, (queries, 1)), np.tile([1, 2, 1], (queries, 1))]
    )
    columns = {
        "query": _named("q", np.repeat(np.arange(queries), 5)),
        "iteration": np.zeros(5 * queries, dtype=np.int64),
        "document": _named("doc", judged.ravel()),
        "grade": grades.ravel().astype(np.int64),
    }
    pl.DataFrame(columns).write_csv(qrels, separator=" ", include_header=False)
    with run.open("wb") as file:
        for first in range(0, depth, block := max(1, ROUNDS_A_WRITE // queries)):
            places = np.arange(first, min(depth, first + block))
            query = np.concatenate([rng.permutation(queries) for _ in places])
            place = np.repeat(places, queries)
            # 7,919 is prime, so that no two places of a query meet
            score = rng.integers(0, depth, len(query)) if is_tied else (place * 7_919 + query) % (4 * depth)
            pl.DataFrame(
                {
                    "query": _named("q", query),
                    "Q0": np.full(len(query), "Q0"),
                    "document": _named("doc", (start[query] + place * step[query]) % DOCUMENTS),
                    "rank": place + 1,
                    "score": score / 4,
                    "tag": np.full(len(query), "run"),
                }
            ).write_csv(file, separator=" ", include_header=False)


def _named(prefix: str, numbers: np.ndarray) -> pl.Series:
    digits = 0 if prefix == "q" else 7
    return pl.select(
        pl.lit(prefix) + pl.lit(pl.Series(numbers)).cast(pl.String).str.zfill(digits)
    ).to_series()


def commands(qrels: Path, run: Path, out: Path, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the named competitors' commands; `wc -l` last."""
    python, files = sys.executable, [str(qrels), str(run)]
    metrics = ",".join(ours for ours, *_ in NAMES)
    evaluate = ["evaluate", "--qrels", *files[:1], "--run", *files[1:], "--metrics", metrics]
    known = {
        "ragtriage": [python, "-m", "ragtriage", *evaluate, "--out", str(out), "--quiet"],
        "pytrec_eval": [python, "-c", PYTREC_EVAL, *files],
        "ir_measures": [
            python,
            "-m",
            "ir_measures",
            *files,
            " ".join(theirs for _, _, theirs, _ in NAMES),
            "--places",
            "12",
        ],
        "ranx": [python, "-c", RANX, *files],
        "wc -l": ["wc", "-l", *files[1:]],
    }
    return {name: known[name] for name in ("ragtriage", *names, "wc -l")}


def means(name: str, printed: str, out: Path) -> dict[str, float]:
    """Return the means by our names, as a competitor printed or wrote them."""
    if name == "ragtriage":
        metrics = json.loads((out / "report.json").read_text())["summary"]["metrics"]
        return {ours: metrics[ours]["mean"] for ours, *_ in NAMES}
    if name == "ir_measures":
        found = dict(line.split("\t") for line in printed.splitlines())
        return {ours: float(found[theirs]) for ours, _, theirs, _ in NAMES}
    column = {"pytrec_eval": 1, "ranx": 3}[name]
    return {one[0]: json.loads(printed)[one[column]] for one in NAMES}


def check(qrels: Path, run: Path, out: Path, names: Sequence[str]) -> None:
    """Raise unless all means agree, and with pytrec_eval every value of every query."""
    values = out.with_suffix(".json")
    found: dict[str, dict[str, float]] = {}
    for name, command in commands(qrels, run, out, names).items():
        if name == "wc -l":
            continue
        asked = [*command, str(values)] if name == "pytrec_eval" else command
        done = subprocess.run(asked, check=True, capture_output=True, text=True)
        found[name] = means(name, done.stdout, out)
        for metric, value in found["ragtriage"].items():
            if not math.isclose(found[name][metric], value, abs_tol=1e-9):
                raise SystemExit(f"{name} has {metric} {found[name][metric]!r}, ragtriage {value!r}")
    theirs = json.loads(values.read_text())
    with (out / "cases.jsonl").open() as lines:
        for line in lines:
            case = json.loads(line)
            for ours, other, *_ in NAMES:
                mine, other_value = case["metrics"][ours], theirs[case["id"]][other]
                if not math.isclose(mine, other_value, abs_tol=1e-12):
                    raise SystemExit(f"{case['id']}: {ours} is {mine!r}, and of pytrec_eval {other_value!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="small sizes, to see that the values agree")
    is_short = parser.parse_args().short
    print(machine(), flush=True)
    for size in SHORT if is_short else SIZES:
        with tempfile.TemporaryDirectory() as name:
            measure(Path(name), size)


def measure(folder: Path, size: Size) -> None:
    qrels, run, out = folder / "qrels.txt", folder / "run.txt", folder / "report"
    if "ranx" in size.others:
        make(qrels, run, size._replace(queries=min(size.queries, 500)), is_tied=False)
        check(qrels, run, out, list(size.others))
    make(qrels, run, size, is_tied=True)
    check(qrels, run, out, [name for name in size.others if name != "ranx"])
    if not size.rounds:
        print(f"{size.queries:,} × {size.depth:,}: values agree")
        return
    shutil.rmtree(out)
    asked: dict[str, list[Asked]] = {name: [least("ratio", value)] for name, value in size.others.items()}
    compare_commands(
        f"TREC files to numbers, {size.queries:,} × {size.depth:,}",
        commands(qrels, run, out, list(size.others)),
        rounds=size.rounds,
    ).report(n=size.queries * size.depth, asked=asked | {"ragtriage": [most("peak_mebibytes", MEBIBYTES)]})


if __name__ == "__main__":
    main()
