"""How fast are ranking metrics from dictionaries, against pytrec_eval, ir_measures and ranx?

Each computes the values of all queries, in the form it gives them, and their means. Scores are tied and
unsorted; they are multiples of 1/4, which 32-bit floats hold exactly. ranx does not define an order among
ties, so its values are checked on a run without ties.
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections.abc import Callable
from functools import partial

import ir_measures
import pytrec_eval

from measure import compare, machine
from ragtriage import score_rankings

Scores = dict[str, dict[str, float]]

CUTOFFS = (1, 3, 5, 10)

# Our name, pytrec_eval's, ranx's; ir_measures' own objects are made below.
NAMES = [
    ("map", "map", "map"),
    ("mrr", "recip_rank", "mrr"),
    *((f"recall@{k}", f"recall_{k}", f"recall@{k}") for k in CUTOFFS),
    *((f"precision@{k}", f"P_{k}", f"precision@{k}") for k in CUTOFFS),
    *((f"ndcg@{k}", f"ndcg_cut_{k}", f"ndcg@{k}") for k in CUTOFFS),
]


def make(queries: int, depth: int, *, is_tied: bool) -> tuple[dict[str, dict[str, int]], Scores]:
    """Make judgements of five documents a query, three of which came back, and a run."""
    rng = random.Random(20_240_101)
    run: Scores = {}
    qrels: dict[str, dict[str, int]] = {}
    for number in range(queries):
        documents = [f"doc{one:07d}" for one in rng.sample(range(8_000_000), depth)]
        steps = [rng.randrange(depth) for _ in documents] if is_tied else rng.sample(range(depth * 4), depth)
        run[f"q{number}"] = {document: step / 4 for document, step in zip(documents, steps, strict=True)}
        judged = rng.sample(documents, 3) + [
            f"doc{rng.randrange(8_000_000, 9_000_000):07d}" for _ in range(2)
        ]
        qrels[f"q{number}"] = dict(zip(judged, (1, rng.choice((0, 1, 2, 3)), 1, 2, 1), strict=True))
    return qrels, run


def ragtriage_means(qrels: dict[str, dict[str, int]], run: Scores) -> dict[str, float]:
    return score_rankings(qrels, run, [name for name, _, _ in NAMES]).mean


def pytrec_eval_means(qrels: dict[str, dict[str, int]], run: Scores) -> dict[str, float]:
    cut = ",".join(map(str, CUTOFFS))
    evaluator = pytrec_eval.RelevanceEvaluator(
        qrels, {"map", "recip_rank", f"recall.{cut}", f"P.{cut}", f"ndcg_cut.{cut}"}
    )
    per_query = evaluator.evaluate(run)
    return {
        ours: sum(values[theirs] for values in per_query.values()) / len(per_query)
        for ours, theirs, _ in NAMES
    }


def ir_measures_means(qrels: dict[str, dict[str, int]], run: Scores) -> dict[str, float]:
    measures = {
        ir_measures.AP: "map",
        ir_measures.RR: "mrr",
        **{ir_measures.R @ k: f"recall@{k}" for k in CUTOFFS},
        **{ir_measures.P @ k: f"precision@{k}" for k in CUTOFFS},
        **{ir_measures.nDCG @ k: f"ndcg@{k}" for k in CUTOFFS},
    }
    means, _ = ir_measures.calc(list(measures), qrels, run)
    return {measures[measure]: value for measure, value in means.items()}


def ranx_means(qrels: dict[str, dict[str, int]], run: Scores) -> dict[str, float]:
    import ranx  # noqa: PLC0415 - compiles on import, which takes long

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        means = ranx.evaluate(ranx.Qrels(qrels), ranx.Run(run), [name for _, _, name in NAMES])
    return {ours: float(means[theirs]) for ours, _, theirs in NAMES}


def check(means: dict[str, dict[str, float]]) -> None:
    """Raise unless all means are the same."""
    reference = means["pytrec_eval"]
    for name, found in means.items():
        for metric, value in reference.items():
            if abs(found[metric] - value) > 1e-9:
                raise SystemExit(f"{name} disagrees on {metric}: {found[metric]!r}, not {value!r}")


def main() -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--short", action="store_true", help="small sizes, to see that the values agree")
    arguments = parser.parse_args()
    print(machine())
    sizes = [(200, 100), (50, 1_000)] if arguments.short else [(10_000, 100), (6_980, 1_000)]
    for queries, depth in sizes:
        contestants: dict[str, Callable[[dict[str, dict[str, int]], Scores], dict[str, float]]] = {
            "ragtriage": ragtriage_means,
            "pytrec_eval": pytrec_eval_means,
            "ir_measures": ir_measures_means,
            "ranx": ranx_means,
        }
        untied = make(min(queries, 1_000), depth, is_tied=False)
        check({name: contestant(*untied) for name, contestant in contestants.items()})
        qrels, run = make(queries, depth, is_tied=True)
        comparison = compare(
            f"Metrics from dictionaries, {queries:,} queries of {depth:,} documents",
            {name: partial(contestant, qrels, run) for name, contestant in contestants.items()},
            agree=lambda means: check({name: one for name, one in means.items() if name != "ranx"}),
            rounds=arguments.rounds,
        )
        comparison.report(n=queries)


if __name__ == "__main__":
    main()
