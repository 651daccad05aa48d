"""The document evaluators and exact match give Haystack's numbers, on thousands of random inputs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, TypeAlias

import pytest

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"

haystack = pytest.importorskip("haystack")
upstream = pytest.importorskip("haystack.components.evaluators")

from ragtriage import evaluators as ours  # noqa: E402 - Haystack must be told first to send nothing

Batch: TypeAlias = tuple[list[list[Any]], list[list[Any]]]

BATCHES = 2_000

FIELDS = ("content", "id", "meta.key", "meta.file.name", "meta.file.page.number")

PAIRS: dict[str, tuple[Callable[..., Any], Callable[..., Any], dict[str, Any]]] = {
    "recall, single hit": (upstream.DocumentRecallEvaluator, ours.DocumentRecallEvaluator, {}),
    "recall, multi hit": (
        upstream.DocumentRecallEvaluator,
        ours.DocumentRecallEvaluator,
        {"mode": "multi_hit"},
    ),
    "mrr": (upstream.DocumentMRREvaluator, ours.DocumentMRREvaluator, {}),
    "map": (upstream.DocumentMAPEvaluator, ours.DocumentMAPEvaluator, {}),
    "ndcg": (upstream.DocumentNDCGEvaluator, ours.DocumentNDCGEvaluator, {}),
}


def _document(random: Random, values: list[Any], *, score: float | None = None) -> Any:
    """Return a document with few different values, so that they meet; some are missing or empty."""
    meta: dict[str, Any] = {}
    if random.random() < 0.9:
        meta["key"] = random.choice(values)
    if random.random() < 0.9:
        meta["file"] = {"name": random.choice(values), "page": {"number": random.choice(values)}}
    elif random.random() < 0.5:
        meta["file"] = random.choice(values)
    text = random.choice([None, "", *(f"text {number}" for number in range(8))])
    return haystack.Document(content=text, id=f"id {random.randrange(8)}", meta=meta, score=score)


def _batches(seed: int) -> Iterator[Batch]:
    """Yield batches of questions: graded or not, with duplicates, None, and empty inner lists."""
    random = Random(seed)  # noqa: S311 - test data
    values = [None, "", 0, 1, 1.0, True, "1", "a", "b", ("a", 1), 2.5]
    while True:
        golds, found = [], []
        for _ in range(random.randint(1, 5)):
            is_graded = random.random() < 0.5
            grades = random.choices([0, 0.5, 1, 2, 3] if is_graded else [None], k=random.randint(0, 6))
            golds.append([_document(random, values, score=grade) for grade in grades])
            found.append([_document(random, values) for _ in range(random.randint(0, 12))])
        yield golds, found


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("name", PAIRS)
def test_scores_are_those_of_haystack(name: str, field: str) -> None:
    theirs, mine, arguments = PAIRS[name]
    expected = theirs(document_comparison_field=field, **arguments)
    actual = mine(document_comparison_field=field, **arguments)
    for golds, found in islice(_batches(seed=FIELDS.index(field)), BATCHES // len(FIELDS)):
        right = expected.run(ground_truth_documents=golds, retrieved_documents=found)
        given = actual.run(ground_truth_documents=golds, retrieved_documents=found)
        assert given.keys() == right.keys()
        assert given["score"] == pytest.approx(right["score"], abs=1e-12)
        assert given["individual_scores"] == pytest.approx(right["individual_scores"], abs=1e-12)


def test_list_values_score_as_in_haystack_where_it_bears_them() -> None:
    random = Random(7)  # noqa: S311 - test data
    values = [["a"], ["a", "b"], ("a",), {"x": [1]}, {"x": [2]}, [["a"]], {"a"}, None, "a"]
    for _ in range(300):
        golds = [[haystack.Document(id=str(n), meta={"key": random.choice(values)}) for n in range(3)]]
        found = [[haystack.Document(id=str(n), meta={"key": random.choice(values)}) for n in range(6)]]
        for theirs, mine in (
            (upstream.DocumentMRREvaluator, ours.DocumentMRREvaluator),
            (upstream.DocumentMAPEvaluator, ours.DocumentMAPEvaluator),
        ):
            right = theirs(document_comparison_field="meta.key").run(golds, found)
            given = mine(document_comparison_field="meta.key").run(golds, found)
            assert given["individual_scores"] == pytest.approx(right["individual_scores"], abs=1e-12)


def test_gains_are_those_of_haystack() -> None:
    theirs, mine = upstream.DocumentNDCGEvaluator(), ours.DocumentNDCGEvaluator()
    for golds, found in islice(_batches(seed=1), 500):
        for gold, retrieved in zip(golds, found, strict=True):
            assert mine.calculate_dcg(gold, retrieved) == pytest.approx(
                theirs.calculate_dcg(gold, retrieved), abs=1e-12
            )
            assert mine.calculate_idcg(gold) == pytest.approx(theirs.calculate_idcg(gold), abs=1e-12)


def test_exact_matches_are_those_of_haystack() -> None:
    random = Random(3)  # noqa: S311 - test data
    texts = ["Berlin", "berlin", "Berlin ", "", "翌月5日", None, 1, 1.0]
    theirs, mine = upstream.AnswerExactMatchEvaluator(), ours.AnswerExactMatchEvaluator()
    for _ in range(BATCHES):
        length = random.randint(1, 6)
        truths = random.choices(texts, k=length)
        answers = random.choices(texts, k=length)
        assert mine.run(truths, answers) == theirs.run(truths, answers)


@pytest.mark.parametrize("name", PAIRS)
def test_a_document_moved_by_one_rank_is_noticed(name: str) -> None:
    """The control: on changed input the comparison above would fail."""
    theirs, mine, arguments = PAIRS[name]
    expected, actual = theirs(**arguments), mine(**arguments)
    differing = 0
    for golds, found in islice(_batches(seed=2), 200):
        shifted = [[haystack.Document(content="nothing else"), *documents[:-1]] for documents in found]
        right = expected.run(golds, found)["individual_scores"]
        differing += actual.run(golds, shifted)["individual_scores"] != pytest.approx(right, abs=1e-12)
    assert differing > 20
