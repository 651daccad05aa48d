"""The numbers of trec_eval: its own test files, and pytrec_eval (its C code) on random runs."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

import pytest
import pytrec_eval

from ragtriage import score_rankings
from ragtriage.io.files import open_source
from ragtriage.io.trec import read_qrels, read_run
from ragtriage.metrics.names import measure
from ragtriage.metrics.rankings import Rankings

PerQuery: TypeAlias = dict[str, dict[str, float]]

OFFICIAL_PLACES = 0.5e-4 * 1.00001  # four places
EXPECTED_PLACES = 1e-6 * 1.00001  # six places, and means of what was rounded to them

CUTOFFS = (1, 3, 5, 10, 15, 20, 30, 100, 200, 500, 1000)

# trec_eval's names and ours.
NAMES = {
    "map": "ap",
    "Rprec": "r_precision",
    "recip_rank": "rr",
    "ndcg": "ndcg",
    "set_P": "precision",
    "set_recall": "recall",
    "set_F": "f1",
    **{f"P_{k}": f"precision@{k}" for k in CUTOFFS},
    **{f"recall_{k}": f"recall@{k}" for k in CUTOFFS},
    **{f"ndcg_cut_{k}": f"ndcg@{k}" for k in CUTOFFS},
    **{f"map_cut_{k}": f"ap@{k}" for k in CUTOFFS},
    **{f"success_{k}": f"hit@{k}" for k in CUTOFFS},
}


def official(path: Path) -> PerQuery:
    """Read trec_eval's output: values by topic (`all` is the mean) and metric, to four places."""
    values: PerQuery = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        metric, topic, value = line.split("\t")
        if metric.strip() in NAMES:
            values.setdefault(topic, {})[NAMES[metric.strip()]] = float(value)
    return values


def plain(path: Path, value_column: int) -> dict[str, dict[str, float]]:
    """Read qrels or a run in the plainest way there is."""
    values: dict[str, dict[str, float]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split()
        values.setdefault(fields[0], {})[fields[2]] = float(fields[value_column])
    return values


def from_dictionaries(qrels: Path, run: Path, *, level: int = 1) -> PerQuery:
    scores = score_rankings(plain(qrels, 3), plain(run, 4), NAMES.values(), level=level)
    return {**scores.per_query, "all": scores.mean}


def from_files(qrels: Path, run: Path, *, level: int = 1) -> PerQuery:
    with closing(open_source(qrels)) as source:
        judged = read_qrels(source)
    with closing(open_source(run)) as source:
        queries = list(read_run(source, judged))
    values = measure(Rankings.gather([query.hits for query in queries], level=level), NAMES.values())
    per_query = {
        query.id: {name: float(column[place]) for name, column in values.items()}
        for place, query in enumerate(queries)
    }
    return {**per_query, "all": {name: float(column.mean()) for name, column in values.items()}}


def differences(found: PerQuery, expected: PerQuery, places: float) -> list[str]:
    """Name the values that differ by more than the rounding of the expected ones."""
    assert expected
    return [
        f"{topic} {name}: {found[topic][name]} is not {value}"
        for topic, values in expected.items()
        for name, value in values.items()
        if abs(found[topic][name] - value) > places
    ]


ways = pytest.mark.parametrize("score", [from_dictionaries, from_files])
Way: TypeAlias = Callable[..., PerQuery]


@ways
@pytest.mark.parametrize(
    ("files", "level"),
    [
        (("qrels.test", "results.test", "out.test.aq"), 1),
        (("qrels.test", "results.test", "out.test"), 1),
        (("qrels.test", "results.test", "out.test.a"), 1),
        (("qrels.test", "results.test", "out.test.meas_params"), 1),
        (("qrels.rel_level", "results.test", "out.test.aql"), 2),
        (("qrels.test", "results.trunc", "out.test.aqc"), 1),
    ],
)
def test_the_official_outputs_are_reproduced(shared, score: Way, files, level):
    qrels, run, output = (shared / "data" / "ir" / "trec_eval" / name for name in files)
    expected = official(output)
    found = score(qrels, run, level=level)
    assert len(expected["all"]) >= 4
    assert differences(found, expected, OFFICIAL_PLACES) == []


def test_a_topic_missing_from_the_run_counts_as_0(shared):
    folder = shared / "data" / "ir" / "trec_eval"
    with closing(open_source(folder / "qrels.test")) as source:
        qrels = read_qrels(source)
    with closing(open_source(folder / "results.trunc")) as source:
        run = read_run(source, qrels)
    assert run.missing == 1
    assert [query.id for query in run if not query.retrieved] == ["302"]
    found = from_files(folder / "qrels.test", folder / "results.trunc")
    assert set(found["302"].values()) == {0.0}


@ways
@pytest.mark.parametrize(
    ("expected", "qrels", "run"),
    [
        ("trec_eval/expected.results.test.json", "trec_eval/qrels.test", "trec_eval/results.test"),
        ("trec_eval/expected.rel_level.graded.json", "trec_eval/qrels.rel_level", "trec_eval/results.test"),
    ],
)
def test_the_expected_values_of_the_test_files_are_reproduced(shared, score: Way, expected, qrels, run):
    folder = shared / "data" / "ir"
    wanted = json.loads((folder / expected).read_text(encoding="utf-8"))
    named = {
        topic: {NAMES[metric]: value for metric, value in values.items() if metric in NAMES}
        for topic, values in {**wanted["per_query"], "all": wanted["mean"]}.items()
    }
    assert differences(score(folder / qrels, folder / run), named, EXPECTED_PLACES) == []


def test_the_expected_values_of_the_beir_folder_are_reproduced(shared):
    folder = shared / "data" / "ir" / "beir_mini_clapnq_a"
    wanted = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    assert len(wanted["per_query"]) == 150
    named = {
        topic: {NAMES[metric]: value for metric, value in values.items() if metric in NAMES}
        for topic, values in {**wanted["per_query"], "all": wanted["mean"]}.items()
    }
    found = from_files(folder / "qrels" / "test.tsv", folder / "run.bm25.trec")
    assert differences(found, named, EXPECTED_PLACES) == []


def random_data(seed: int) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, float]]]:
    """Make judgements and a run with ties, missing and unknown queries, and grades of 0 and below.

    Scores are multiples of 1/4, so that trec_eval's 32-bit floats hold them exactly.
    """
    rng = random.Random(seed)  # noqa: S311 - test data
    qrels: dict[str, dict[str, int]] = {}
    run: dict[str, dict[str, float]] = {}
    for number in range(60):
        pool = [f"d{one}" if number % 2 else f"文書-{one:03d}-é" for one in range(rng.choice((3, 40, 300)))]
        query = f"q{number}" if number % 3 else f"質問{number}"
        if number % 10 != 7:
            judged = rng.sample(pool, rng.randint(1, len(pool)))
            qrels[query] = {document: rng.choice((-1, 0, 0, 1, 1, 2, 3)) for document in judged}
            qrels[query][f"never-retrieved-{number}"] = rng.choice((0, 1, 2))
        if number % 10 != 3:
            retrieved = rng.sample(pool, rng.randint(1, len(pool)))
            steps = rng.choice((1, 3, 1000))
            run[query] = {document: rng.randrange(steps) / 4 for document in retrieved}
    return qrels, run


def by_pytrec_eval(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> PerQuery:
    cut = ",".join(map(str, CUTOFFS))
    measures = {"map", "Rprec", "recip_rank", "ndcg", "set_P", "set_recall", "set_F"}
    measures |= {f"{name}.{cut}" for name in ("P", "recall", "ndcg_cut", "map_cut", "success")}
    values = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(run)
    return {
        query: {NAMES[metric]: value for metric, value in one.items()}
        for query, one in values.items()
        if any(grade > 0 for grade in qrels[query].values())  # undefined here, 0 there
    }


def written(
    folder: Path, qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]
) -> tuple[Path, Path]:
    """Write both as TREC files, the lines of the run in any order, compressed."""
    judgements, results = folder / "qrels", folder / "run.gz"
    judgements.write_text(
        "".join(f"{q} 0 {d} {grade}\n" for q, grades in qrels.items() for d, grade in grades.items()),
        encoding="utf-8",
    )
    lines = [f"{q}\tQ0 {d}  {1} {score} tag\r\n" for q, scores in run.items() for d, score in scores.items()]
    random.Random(1).shuffle(lines)  # noqa: S311 - test data
    results.write_bytes(gzip.compress("".join(lines).encode()))
    return judgements, results


@pytest.mark.parametrize("seed", range(5))
def test_random_runs_score_as_in_trec_eval(seed):
    qrels, run = random_data(seed)
    expected = by_pytrec_eval(qrels, run)
    scores = score_rankings(qrels, run, NAMES.values())
    assert len(expected) > 30
    assert differences(scores.per_query, expected, 1e-14) == []
    assert scores.missing == len(qrels.keys() - run.keys()) > 0
    assert scores.unjudged == len(run.keys() - qrels.keys()) > 0
    assert scores.undefined == sum(max(grades.values()) <= 0 for grades in qrels.values())


@pytest.mark.parametrize("seed", range(5))
def test_random_runs_in_files_score_as_in_trec_eval(seed, tmp_path):
    qrels, run = random_data(seed)
    expected = by_pytrec_eval(qrels, run)
    found = from_files(*written(tmp_path, qrels, run))
    assert differences(found, expected, 1e-14) == []


def test_exponential_gain_is_linear_gain_over_grades_that_were_raised():
    qrels, run = random_data(2)
    raised = {
        query: {document: 2 ** max(grade, 0) - 1 for document, grade in grades.items()}
        for query, grades in qrels.items()
    }
    expected = {
        query: {"ndcg_exp@10": values["ndcg@10"], "ndcg_exp": values["ndcg"]}
        for query, values in by_pytrec_eval(raised, run).items()
    }
    found = score_rankings(qrels, run, ["ndcg_exp@10", "ndcg_exp"])
    assert differences(found.per_query, expected, 1e-14) == []
    linear = score_rankings(qrels, run, ["ndcg@10", "ndcg"])
    renamed = {
        query: {"ndcg_exp@10": values["ndcg@10"], "ndcg_exp": values["ndcg"]}
        for query, values in linear.per_query.items()
    }
    assert differences(renamed, expected, 1e-14)


def test_the_comparison_tells_another_order_of_ties_apart():
    qrels, run = random_data(0)
    expected = by_pytrec_eval(qrels, run)
    first_id_first = {
        query: sorted(scores, key=lambda document: (-scores[document], document))
        for query, scores in run.items()
    }
    assert differences(score_rankings(qrels, first_id_first, NAMES.values()).per_query, expected, 1e-14)


def test_the_comparison_tells_another_level_apart(shared):
    folder = shared / "data" / "ir" / "trec_eval"
    expected = official(folder / "out.test.aql")
    assert differences(
        from_files(folder / "qrels.rel_level", folder / "results.test", level=1), expected, OFFICIAL_PLACES
    )
    assert differences(
        from_files(folder / "qrels.test", folder / "results.test", level=1), expected, OFFICIAL_PLACES
    )


def test_a_query_without_relevant_documents_is_0_in_trec_eval_and_undefined_here():
    qrels, run = {"q": {"a": 0}}, {"q": {"a": 1.0}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"map"}).evaluate(run)["q"]["map"] == 0.0
    assert score_rankings(qrels, run, ["map"]).undefined == 1


def test_trec_eval_takes_scores_for_equal_that_only_64_bits_tell_apart():
    qrels, run = {"q": {"a": 1}}, {"q": {"a": 1.0 + 2**-40, "b": 1.0}}
    assert pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate(run)["q"]["recip_rank"] == 0.5
    assert score_rankings(qrels, run, ["rr"]).mean["rr"] == 1.0
