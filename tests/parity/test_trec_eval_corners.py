"""Corners of trec_eval, one by one, in dictionaries and in files: the numbers of its C code (pytrec_eval)."""

from __future__ import annotations

import gzip
import json
import random
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, TypeAlias

import ir_measures
import pytest
import pytrec_eval

import ragtriage
from ragtriage.evaluation.inputs import Reading
from ragtriage.evaluation.rankings import evaluate_trec
from ragtriage.evaluation.store import RowStore
from ragtriage.io.files import open_source
from ragtriage.io.trec import read_qrels, read_run
from ragtriage.metrics.names import measure
from ragtriage.metrics.rankings import Rankings
from ragtriage.model import Settings

Qrels: TypeAlias = dict[str, dict[str, int]]
Run: TypeAlias = dict[str, dict[str, float]]
PerQuery: TypeAlias = dict[str, dict[str, float]]

CUTOFFS = (1, 2, 3, 5, 10, 100)
NAMES = {
    "map": "ap",
    "Rprec": "r_precision",
    "recip_rank": "rr",
    "ndcg": "ndcg",
    "set_P": "precision",
    "set_recall": "recall",
    "set_F": "f1",
    **{
        f"{theirs}_{k}": f"{ours}@{k}"
        for theirs, ours in (
            ("P", "precision"),
            ("recall", "recall"),
            ("ndcg_cut", "ndcg"),
            ("map_cut", "ap"),
            ("success", "hit"),
        )
        for k in CUTOFFS
    },
}


class Corner(NamedTuple):
    """Judgements and a run, and the level of relevance."""

    qrels: Qrels
    run: Run
    level: int = 1


CORNERS = {
    "all tied": Corner({"q": {"b": 1}}, {"q": dict.fromkeys("abc", 1.0)}),
    "all tied at 0": Corner({"q": {"a": 1, "c": 2}}, {"q": dict.fromkeys("abc", 0.0)}),
    "all tied, and 0 and -0": Corner({"q": {"a": 1}}, {"q": {"a": -0.0, "b": 0.0, "c": 0.0}}),
    "tied ids of other lengths": Corner(
        {"q": {"d1": 1, "d10": 1}}, {"q": dict.fromkeys(["d1", "d10", "d2"], 1)}
    ),
    "tied ids of other cases": Corner({"q": {"B": 1, "a": 1}}, {"q": dict.fromkeys(["A", "a", "B", "b"], 1)}),
    "tied ids of other scripts": Corner(
        {"q": {"é": 1, "文": 1, "𠮷": 1}}, {"q": dict.fromkeys(["z", "é", "文", "𠮷", "\uffee"], 1)}
    ),
    "tied groups": Corner({"q": {"b": 1, "d": 1}}, {"q": {"a": 2, "b": 2, "c": 1, "d": 1, "e": 1}}),
    "scores below 0": Corner({"q": {"a": 1}}, {"q": {"a": -2.5, "b": -1.5, "c": -9.0}}),
    "whole scores": Corner({"q": {"a": 1, "b": 1}}, {"q": {"a": 7, "b": 3, "c": 5}}),
    "large scores": Corner({"q": {"a": 1}}, {"q": {"a": 1e30, "b": 1e31, "c": -1e30}}),
    "one document": Corner({"q": {"a": 1}}, {"q": {"a": 1.0}}),
    "one document, not judged": Corner({"q": {"a": 1}}, {"q": {"b": 1.0}}),
    "judged, not relevant": Corner({"q": {"a": 0, "b": 1}}, {"q": {"a": 2.0, "b": 1.0}}),
    "grades below 0": Corner({"q": {"a": -1, "b": -2, "c": 1}}, {"q": {"a": 3.0, "b": 2.0, "c": 1.0}}),
    "more relevant than the cutoff": Corner(
        {"q": dict.fromkeys("abcdefghijkl", 1)}, {"q": {one: float(ord(one)) for one in "lkjia"}}
    ),
    "graded": Corner({"q": {"a": 3, "b": 2, "c": 1}}, {"q": {"c": 3.0, "x": 2.5, "a": 2.0, "b": 1.0}}),
    "level 2": Corner({"q": {"a": 3, "b": 2, "c": 1}}, {"q": {"c": 3.0, "b": 2.0, "a": 1.0}}, level=2),
    "level 3, of which nothing came back": Corner({"q": {"a": 3, "c": 1}}, {"q": {"c": 3.0}}, level=3),
    "the query is called as a document": Corner({"a": {"a": 1, "b": 1}}, {"a": {"b": 2.0, "a": 1.0}}),
    "numbers as ids": Corner({"1": {"10": 1, "9": 1}}, {"1": {"9": 1.0, "10": 1.0, "1": 1.0}}),
    "a query without results": Corner({"q": {"a": 1}, "r": {"a": 1}}, {"q": {"a": 1.0}}),
    "a query that nobody judged": Corner({"q": {"a": 1}}, {"q": {"a": 1.0}, "r": {"a": 1.0}}),
    "nothing of a query came back": Corner({"q": {"a": 1, "b": 2}}, {"q": dict.fromkeys("xyz", 1.0)}),
    "ids that begin one another": Corner(
        {"q": {"ab": 1, "abc": 2}}, {"q": {"a": 1.0, "ab": 1.0, "abcd": 1.0}}
    ),
    "a long list": Corner(
        {"q": {f"d{one}": one % 3 for one in range(0, 1500, 7)}},
        {"q": {f"d{one}": float(one * 37 % 101) for one in range(1500)}},
    ),
}
corners = pytest.mark.parametrize("corner", CORNERS.values(), ids=CORNERS)


def by_pytrec_eval(qrels: Qrels, run: Run, level: int = 1) -> PerQuery:
    """Return its numbers, 0 for a judged query without results."""
    cut = ",".join(map(str, CUTOFFS))
    measures = {"map", "Rprec", "recip_rank", "ndcg", "set_P", "set_recall", "set_F"}
    measures |= {f"{name}.{cut}" for name in ("P", "recall", "ndcg_cut", "map_cut", "success")}
    values = pytrec_eval.RelevanceEvaluator(qrels, measures, relevance_level=level).evaluate(run)
    known = {query: {NAMES[name]: value for name, value in one.items()} for query, one in values.items()}
    return {query: known.get(query) or dict.fromkeys(NAMES.values(), 0.0) for query in qrels}


def without_own(run: Run) -> Run:
    """Return what BEIR measures of a run (`ignore_identical_ids`)."""
    return {
        query: {document: score for document, score in scores.items() if document != query}
        for query, scores in run.items()
    }


def written(folder: Path, qrels: Qrels, run: Run) -> tuple[str, str]:
    """Write both as TREC files, the run packed."""
    judgements, results = folder / "qrels.txt", folder / "run.txt.gz"
    judged = (f"{q} 0 {d} {grade}\n" for q, grades in qrels.items() for d, grade in grades.items())
    judgements.write_text("".join(judged), encoding="utf-8")
    lines = (f"{q} Q0 {d} 0 {score} t\n" for q, scores in run.items() for d, score in scores.items())
    results.write_bytes(gzip.compress("".join(lines).encode()))
    return str(judgements), str(results)


def from_files(paths: tuple[str, str], level: int = 1, *, ignore_identical_ids: bool = False) -> PerQuery:
    with closing(open_source(paths[0])) as source:
        judged = read_qrels(source)
    with closing(open_source(paths[1])) as source:
        queries = list(read_run(source, judged, ignore_identical_ids=ignore_identical_ids))
    values = measure(Rankings.gather([query.hits for query in queries], level=level), NAMES.values())
    return {
        query.id: {name: float(column[place]) for name, column in values.items()}
        for place, query in enumerate(queries)
    }


def check(found: PerQuery, expected: PerQuery) -> None:
    assert found.keys() == expected.keys()
    for query, values in expected.items():
        assert found[query] == pytest.approx(values, abs=1e-14), query


@corners
def test_dictionaries_score_as_in_trec_eval(corner: Corner) -> None:
    expected = by_pytrec_eval(*corner)
    check(
        ragtriage.score_rankings(corner.qrels, corner.run, NAMES.values(), level=corner.level).per_query,
        expected,
    )


@corners
def test_files_score_as_in_trec_eval(corner: Corner, tmp_path) -> None:
    check(from_files(written(tmp_path, corner.qrels, corner.run), corner.level), by_pytrec_eval(*corner))


def overlapping(seed: int) -> tuple[Qrels, Run]:
    """Make judgements and a run in which queries and documents share their ids, as in ArguAna and Quora."""
    rng = random.Random(seed)  # noqa: S311 - test data
    ids = [f"t{number}" for number in range(60)]
    qrels: Qrels = {}
    run: Run = {}
    for query in ids[:40]:
        judged = rng.sample(ids, rng.randint(1, 6))
        qrels[query] = {document: rng.choice((0, 1, 2)) for document in judged} | {f"{query}-gold": 1}
        if rng.random() < 0.9:
            retrieved = {document: rng.randrange(40) / 4 for document in rng.sample(ids, rng.randint(1, 30))}
            run[query] = retrieved | ({query: 20.0} if rng.random() < 0.7 else {})
    run["t41"] = {"t41": 1.0}  # nobody judged it
    run["t0"] = {"t0": 1.0}  # nothing but itself
    return qrels, run


@pytest.mark.parametrize("seed", range(6))
def test_runs_without_the_querys_own_document_score_as_beir_scores_them(seed: int, tmp_path) -> None:
    qrels, run = overlapping(seed)
    expected = by_pytrec_eval(qrels, without_own(run))
    plain = ragtriage.score_rankings(qrels, run, NAMES.values())
    ignoring = ragtriage.score_rankings(qrels, run, NAMES.values(), ignore_identical_ids=True)
    check(ignoring.per_query, expected)
    paths = written(tmp_path, qrels, run)
    check(from_files(paths, ignore_identical_ids=True), expected)
    check(from_files(paths), by_pytrec_eval(qrels, run))
    assert ignoring.identical == plain.identical == sum(query in run.get(query, ()) for query in qrels) > 10
    assert plain.mean["rr"] != ignoring.mean["rr"]


@pytest.mark.parametrize("seed", range(3))
def test_every_way_of_evaluating_gives_the_same_numbers(seed: int, tmp_path) -> None:
    qrels, run = overlapping(seed)
    metrics = ("rr", "ndcg@10", "recall@3", "precision")
    expected = by_pytrec_eval(qrels, without_own(run))
    wanted = [{name: expected[query][name] for name in metrics} for query in qrels]
    settings = Settings(metrics=metrics, ignore_identical_ids=True)
    trec = written(tmp_path, qrels, run)
    ranked = evaluate_trec(*trec, settings, Reading(), store=RowStore())
    # a tie is in the order of the file in JSON, so that the file has trec_eval's
    ordered = {
        query: dict(sorted(scores.items(), key=lambda each: (each[1], each[0]), reverse=True))
        for query, scores in run.items()
    }
    files = tmp_path / "gold.json", tmp_path / "bm25.json"
    for path, data in zip(files, (qrels, ordered), strict=True):
        path.write_text(json.dumps(data))
    options = {"metrics": metrics, "ignore_identical_ids": True}
    evaluations = (ranked, ragtriage.evaluate(*trec, **options), ragtriage.evaluate(*files, **options))  # type: ignore[arg-type]
    for evaluation in evaluations:
        for case, values in zip(evaluation, wanted, strict=True):
            assert case.metrics == pytest.approx(values, abs=1e-14), case.case.id
    means = [{name: each.mean for name, each in one.summary.metrics.items()} for one in evaluations]
    assert means[1] == pytest.approx(means[0])
    assert means[2] == pytest.approx(means[0])


def test_own_documents_that_are_judged_count_as_not_retrieved_as_in_beir() -> None:
    qrels, run = {"q": {"q": 2, "a": 1}}, {"q": {"q": 9.0, "a": 1.0}}
    scores = ragtriage.score_rankings(qrels, run, ["recall", "ndcg"], ignore_identical_ids=True)
    found = by_pytrec_eval(qrels, without_own(run))["q"]
    assert scores.per_query["q"] == {"recall": 0.5, "ndcg": pytest.approx(found["ndcg"])}
    assert by_pytrec_eval(qrels, run)["q"]["recall"] == 1.0  # without the option


@pytest.mark.parametrize("name", ["all tied", "tied groups", "scores below 0", "graded", "grades below 0"])
def test_ir_measures_says_the_same(name: str) -> None:
    corner = CORNERS[name]
    measures = [ir_measures.nDCG @ 10, ir_measures.RR, ir_measures.AP, ir_measures.R @ 3]
    found = ir_measures.calc_aggregate(measures, corner.qrels, corner.run)
    ours = ragtriage.score_rankings(corner.qrels, corner.run, ["ndcg@10", "rr", "ap", "recall@3"]).mean
    assert list(ours.values()) == pytest.approx([found[one] for one in measures])


def test_tied_queries_are_counted_wherever_they_are_scored(tmp_path) -> None:
    tied = {name: corner for name, corner in CORNERS.items() if name.startswith("all tied")}
    for corner in tied.values():
        assert ragtriage.score_rankings(corner.qrels, corner.run, ["rr"]).tied == 1
        paths = written(tmp_path, corner.qrels, corner.run)
        evaluation = evaluate_trec(*paths, Settings(), Reading(), store=RowStore())
        assert ["all documents have the same score" in told for told in evaluation.warnings] == [True]
