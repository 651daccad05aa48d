"""Two real runs over the same questions with other chunks: what may be said of them, and no more."""

from __future__ import annotations

import json

import pytest

from ragtriage import evaluate
from ragtriage.comparison.compare import compare
from ragtriage.evaluation.system import system_fingerprints

from .conftest import with_parts

SYSTEM = """
[chunking]
characters = {characters}
[retriever]
method = "bm25"
[generator]
method = "extractive overlap"
[corpus]
name = "JSQuAD v1.3, validation"
"""


@pytest.fixture(scope="module")
def runs(shared):
    folder = shared / "data" / "rag_runs"
    return tuple(evaluate(folder / f"jsquad_ja_run{name}.jsonl", k=3) for name in "AB")


@pytest.fixture(scope="module")
def right_values(shared):
    folder = shared / "data" / "rag_runs"
    return tuple(json.loads((folder / f"jsquad_ja_run{name}.expected.json").read_text()) for name in "AB")


def texts(comparison):
    return {stage: c.text for c in comparison.conclusions for stage in c.stages}


def test_with_the_systems_recorded_chunking_alone_is_named(runs, tmp_path):
    sides = []
    for run, characters in zip(runs, (200, 80), strict=True):
        path = tmp_path / f"{characters}.toml"
        path.write_text(SYSTEM.format(characters=characters))
        sides.append(with_parts(run, **system_fingerprints(path)))
    compared = compare(*sides)
    assert compared.differs == ("chunking", "retrieval_results", "answers")
    assert compared.unverified == ()
    assert not any(warning.startswith("unverified") for warning in compared.warnings)
    assert texts(compared) == {
        "retrieval": "chunking and retrieval",
        "evidence": "chunking and retrieval",
        "answer": "a difference of systems, contexts were not held equal",
        "support": "a difference of systems, contexts were not held equal",
    }


def test_without_a_record_the_same_is_said_and_what_is_unverified(runs):
    compared = compare(*runs)
    assert compared.differs == ("retrieval_results", "answers")
    assert compared.changed["retrieval_results"] == 160
    assert any(
        warning.startswith("unverified: chunking, retriever, generator") for warning in compared.warnings
    )
    said = texts(compared)
    assert said["retrieval"].startswith("chunking and retrieval (unverified: ")
    assert said["answer"].startswith("a difference of systems, contexts were not held equal")


def test_wins_and_losses_are_those_of_the_published_ranks(runs, right_values):
    [a, b] = [
        {case["question_id"]: case["first_gold_rank"] for case in values["per_question"]}
        for values in right_values
    ]
    compared = compare(*runs, metrics=["hit@1", "hit@3"])
    for row, k in zip(compared.rows, (1, 3), strict=True):
        found = [tuple(rank is not None and rank <= k for rank in (a[i], b[i])) for i in a]
        assert row.baseline == sum(x for x, _ in found) / 160
        assert row.candidate == sum(y for _, y in found) / 160
        assert (row.wins, row.losses) == (found.count((False, True)), found.count((True, False)))
