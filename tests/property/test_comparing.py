"""Comparing: the same in whatever order and files the cases stand, and as the definitions have it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.comparison.compare import compare, compare_all
from ragtriage.comparison.records import Row
from ragtriage.errors import ComparisonError
from ragtriage.evaluation.distributed.parted_rows import PartedRows, pack_parquet
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate
from ragtriage.evaluation.store import RowStore

OTHER = {"chunking": "c" * 64, "retriever": "x" * 64, "generator": "g" * 64}
SAME = {**OTHER, "retriever": "r" * 64}


def with_system(evaluation: Evaluation, system: dict[str, str]) -> Evaluation:
    manifest = evaluation.manifest
    manifest = msgspec.structs.replace(manifest, fingerprints={**manifest.fingerprints, **system})
    return Evaluation(msgspec.structs.replace(evaluation.report, manifest=manifest), evaluation.rows)


def parted(evaluation: Evaluation, folder: Path, sizes: list[int], suffix: str) -> Evaluation:
    """The same evaluation with its rows in several files."""
    lines = list(evaluation.rows.lines())
    paths: list[Path] = []
    while lines:
        some, lines = lines[: sizes[len(paths) % len(sizes)]], lines[sizes[len(paths) % len(sizes)] :]
        store = RowStore()
        store.write(b"".join(some))
        paths.append(folder / f"part-{len(paths):05d}{suffix}")
        if suffix == ".parquet":
            pack_parquet(store, paths[-1])
        else:
            paths[-1].write_bytes(b"".join(some))
    return Evaluation(evaluation.report, PartedRows(paths))


@st.composite
def sides(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The cases of two sides, in another order; some hang together, and some are not known."""
    n = draw(st.integers(1, 40))
    chance = np.random.default_rng(draw(st.integers(0, 10**6)))
    share, unknown = draw(st.sampled_from([0.0, 0.3, 1.0])), draw(st.sampled_from([0.0, 0.05, 0.4]))
    gold = [f"s{chance.integers(n)}" if chance.random() < share else f"d{i}" for i in range(n)]

    def case(i: int) -> dict[str, Any]:
        others = [f"x{place}" for place in range(chance.integers(3))]
        found = [*others, gold[i]] if chance.random() < 0.7 else others
        known = {"retrieved": found} if chance.random() >= unknown else {}
        answer = f"answer{i}" if chance.random() < 0.6 else "another"
        if not known or chance.random() >= unknown:
            known["answer"] = answer
        return {
            "id": f"q{i}",
            "question": f"Question {i}?",
            "expected_answers": [f"answer{i}"],
            "gold_documents": [gold[i]],
            **({"cluster": f"c{i % 3}"} if share and i % 5 == 0 else {}),
            **known,
        }

    return [case(i) for i in range(n)], [case(i) for i in chance.permutation(n).tolist()]


@settings(deadline=None, max_examples=15)
@given(
    sides(),
    st.lists(st.integers(1, 15), min_size=1, max_size=4),
    st.sampled_from([".jsonl", ".parquet"]),
    st.booleans(),
)
def test_rows_in_several_files_are_compared_as_those_in_one(
    tmp_path_factory, cases, sizes, suffix, is_independent
):
    folder = tmp_path_factory.mktemp("parts")
    one = with_system(evaluate(cases[0], k=2), SAME)
    other = with_system(evaluate(cases[1], k=2), OTHER)
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    in_files = compare(
        parted(one, folder / "one", sizes, suffix),
        parted(other, folder / "other", sizes[::-1], suffix),
        are_independent=is_independent,
    )
    assert in_files == compare(one, other, are_independent=is_independent)


@settings(deadline=None, max_examples=15)
@given(sides())
def test_the_order_of_the_candidate_changes_nothing(cases):
    baseline, candidate = cases
    place_of = {case["id"]: place for place, case in enumerate(baseline)}
    one = with_system(evaluate(baseline, k=2), SAME)
    shuffled, in_place = (
        with_system(evaluate(rows, k=2), OTHER)
        for rows in (candidate, sorted(candidate, key=lambda case: place_of[case["id"]]))
    )
    assert compare(one, shuffled) == compare(one, in_place)


@settings(deadline=None, max_examples=15)
@given(sides(), sides())
def test_what_all_sides_share_is_compared_and_the_rest_counted(cases, more):
    ids = {case["id"] for case in cases[0]} & {case["id"] for case in more[0]}
    every = [
        with_system(evaluate([case for case in side if case["id"] in ids], k=2), system)
        for side, system in zip((*cases, *more), (SAME, OTHER, SAME, OTHER), strict=True)
    ]
    for some in (every, every[:2], every[::2], every[:3]):
        if shared := _shared(some):
            for comparison in compare_all(some, common_only=True):
                assert (comparison.n, comparison.left_out) == (shared, len(ids) - shared)
        else:
            with pytest.raises(ComparisonError, match="no case in common"):
                compare_all(some, common_only=True)


def _shared(evaluations: list[Evaluation]) -> int:
    """How many cases have the same question and gold on all sides."""
    prints = [
        {(r.case.id, str(r.case.gold_documents), r.case.question) for r in side} for side in evaluations
    ]
    return len(set.intersection(*prints))


@settings(deadline=None, max_examples=15)
@given(sides(), st.data())
def test_what_keeps_two_sides_apart_is_told(cases, data):
    baseline, candidate = cases
    n = len(baseline)
    gone, edited = (data.draw(st.sets(st.integers(0, n - 1), max_size=n - 1)) for _ in range(2))
    one = with_system(evaluate([c for i, c in enumerate(baseline) if i not in gone], k=2), SAME)
    changed = [{**c, "question": "Edited?"} if i in edited else c for i, c in enumerate(candidate)]
    other = with_system(evaluate(changed, k=2), OTHER)
    missing = {f"q{i}" for i in gone}
    asked = {changed[i]["id"] for i in edited} - missing
    if not missing and not asked:
        assert compare(one, other).n == n
        return
    with pytest.raises(ComparisonError) as raised:
        compare(one, other)
    told = str(raised.value)
    assert (f"{len(missing)} only in the candidate" in told) == bool(missing)
    assert (f"{len(asked)} with another question" in told) == bool(asked)


def test_the_first_thousand_cases_are_named_in_the_order_of_the_baseline():
    n = 1_500
    rows = [
        {"id": f"q{i}", "question": f"{i}?", "expected": "yes", "gold_ids": ["d"], "retrieved": ["d"]}
        for i in range(n)
    ]
    one = with_system(evaluate([{**row, "answer": "yes"} for row in rows], k=1, answer_rule="equals"), SAME)
    other = with_system(
        evaluate([{**row, "answer": "no"} for row in rows[::-1]], k=1, answer_rule="equals"), OTHER
    )
    flips = compare(one, other, metrics=["answer"]).flips["answer"]
    assert flips.broken_count == n
    assert flips.broken == tuple(f"q{i}" for i in range(1_000))


def test_numbers_are_those_that_the_definitions_give():
    """Held against numpy over whole columns."""
    chance = np.random.default_rng(5)
    n = 2_500  # more than are resampled

    def run(answers: list[str], retriever: str) -> Evaluation:
        rows = [
            {
                "id": f"q{i}",
                "question": f"{i}?",
                "expected_answers": ["a b c d"],
                "gold_documents": [f"d{i}"],
                "retrieved": [f"d{i}"],
                "answer": answer,
            }
            for i, answer in enumerate(answers)
        ]
        return with_system(evaluate(rows, k=1), {**SAME, "retriever": retriever})

    choices = ["a b c d", "a b", "a x", "x"]
    one, other = (run([choices[i] for i in chance.integers(4, size=n)], who) for who in ("r" * 64, "x" * 64))
    row: Row = next(row for row in compare(one, other).rows if row.name == "token_f1")
    columns = [np.array([r.metrics["token_f1"] for r in side], np.float64) for side in (one, other)]
    difference = columns[1] - columns[0]
    assert (row.n, row.wins, row.losses) == (n, (difference > 0).sum(), (difference < 0).sum())
    assert (row.baseline, row.candidate) == pytest.approx([column.mean() for column in columns], rel=1e-13)
    assert row.difference == pytest.approx(difference.mean(), rel=1e-12)
    error = difference.std(ddof=1) / np.sqrt(n)
    assert (row.low, row.high) == pytest.approx(
        (difference.mean() - 1.959963984540054 * error, difference.mean() + 1.959963984540054 * error),
        rel=1e-9,
    )
    assert row.effect == pytest.approx(difference.mean() / difference.std(ddof=1) * (1 - 3 / (4 * n - 5)))
