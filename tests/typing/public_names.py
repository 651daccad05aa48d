"""Uses of the public interface, type-checked and never run."""

from __future__ import annotations

from typing import assert_type

import ragtriage
from ragtriage.comparison.records import Comparison
from ragtriage.model import CaseResult, Diagnosed, Settings, Summary
from ragtriage.model.probing import CaseProbe, ProbeSummary
from ragtriage.probing.probe import Probe


def evaluates_files() -> None:
    evaluation = ragtriage.evaluate("cases.jsonl", k=5, match="values", by=["tags"])
    assert_type(evaluation, ragtriage.Evaluation)
    assert_type(evaluation.summary, Summary)
    assert_type(len(evaluation), int)
    assert_type(next(iter(evaluation)), CaseResult)
    evaluation.save("report")
    assert_type(ragtriage.Evaluation.load("report"), ragtriage.Evaluation)


def evaluates_on_a_cluster() -> None:
    evaluation = ragtriage.evaluate_on_cluster("s3://logs/november/", "november", Settings(k=5), parquet=True)
    assert_type(evaluation, ragtriage.Evaluation)


def diagnoses() -> None:
    assert_type(ragtriage.diagnose(retrieval="pass", answer="fail"), Diagnosed)
    assert_type(ragtriage.recall_at_k(["a"], ["b", "a"], 2), float)
    assert_type(ragtriage.normalize("  a "), str)
    scores = ragtriage.score_rankings({"q": {"a": 1}}, {"q": ["a", "b"]}, ["map", "ndcg@10"])
    assert_type(scores.mean, dict[str, float])


def compares() -> None:
    comparison = ragtriage.compare("baseline", "candidate", common_only=True)
    assert_type(comparison, Comparison)
    assert_type(ragtriage.compare_scores("a.csv", "b.csv", id="question"), Comparison)
    evaluation = ragtriage.Evaluation.load("report")
    assert_type(ragtriage.rescore(evaluation, Settings(k=3)), ragtriage.Evaluation)


async def _answer(question: str, contexts: list[str]) -> str | None:
    return f"{question} {contexts}"


def probes() -> None:
    probe = ragtriage.probe("report", _answer, samples=5, cases=["q1"], conditions=["gold", "closed_book"])
    assert_type(probe, Probe)
    assert_type(probe.summary, ProbeSummary)
    assert_type(next(iter(probe)), CaseProbe)
    assert_type(ragtriage.probe("report", "openai:m", cases="failed"), Probe)
