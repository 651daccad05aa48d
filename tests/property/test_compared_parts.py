"""Comparing in parts: equal to comparing the whole, however both sides are parted and ordered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.comparison.columns import clustered
from ragtriage.comparison.comparison import compare, compare_all
from ragtriage.comparison.joining import pieces, side_rows, stored_sides
from ragtriage.comparison.records import Comparison, Row
from ragtriage.errors import ComparisonError
from ragtriage.evaluation.distributed.parted_rows import PartedRows, pack_parquet
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate
from ragtriage.evaluation.store import RowStore

OTHER = {"chunking": "c" * 64, "retriever": "x" * 64, "generator": "g" * 64}
SAME = {**OTHER, "retriever": "r" * 64}


@contextmanager
def in_parts(cases: int) -> Iterator[None]:
    """Compare as with many cases: so few in a part, and no more than some bytes in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stored_sides, "_CASES_A_PART", cases)
        patch.setattr(side_rows, "_AT_ONCE", cases + 1)
        patch.setattr(clustered, "_STRETCH", cases + 2)
        patch.setattr(clustered, "_AT_ONCE", 2 * cases)
        patch.setattr(pieces, "_HELD_BYTES", 2_000)
        yield


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


def same(one: Comparison, other: Comparison) -> None:
    """Hold two comparisons to be equal bit for bit, save for sums over clusters: those to twelve digits."""
    told, against = (msgspec.structs.replace(each, rows=()) for each in (one, other))
    assert told == against
    for row, twin in zip(one.rows, other.rows, strict=True):
        if row.clusters is None:
            assert row == twin
        else:
            for name, value in msgspec.structs.asdict(row).items():
                assert getattr(twin, name) == (
                    pytest.approx(value, rel=1e-12, abs=1e-15) if isinstance(value, float) else value
                ), name


@settings(deadline=None, max_examples=25)
@given(
    sides(),
    st.integers(1, 9),
    st.tuples(st.lists(st.integers(1, 15), min_size=1, max_size=4), st.sampled_from([".jsonl", ".parquet"])),
    st.booleans(),
)
def test_parts_are_compared_as_the_whole_is(tmp_path_factory, cases, few, files, is_independent):
    sizes, suffix = files
    folder = tmp_path_factory.mktemp("parts")
    one = with_system(evaluate(cases[0], k=2), SAME)
    other = with_system(evaluate(cases[1], k=2), OTHER)
    whole = compare(one, other, are_independent=is_independent)
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    with in_parts(few):
        in_files = compare(
            parted(one, folder / "one", sizes, suffix),
            parted(other, folder / "other", sizes[::-1], suffix),
            are_independent=is_independent,
        )
    same(whole, in_files)


@settings(deadline=None, max_examples=15)
@given(sides(), sides(), st.integers(1, 9))
def test_repeats_and_several_candidates_are_compared_in_parts_as_the_whole_is(cases, more, few):
    ids = {case["id"] for case in cases[0]} & {case["id"] for case in more[0]}
    every = [
        with_system(evaluate([case for case in side if case["id"] in ids], k=2), system)
        for side, system in zip((*cases, *more), (SAME, OTHER, SAME, OTHER), strict=True)
    ]
    for some in (every, every[:2], every[::2], every[:3]):
        whole = compare_all(some, common_only=True) if _share(some) else None
        with in_parts(few):
            if whole is None:
                with pytest.raises(ComparisonError, match="no case in common"):
                    compare_all(some, common_only=True)
                continue
            for one, other in zip(whole, compare_all(some, common_only=True), strict=True):
                same(one, other)
            assert whole[0].left_out == len(ids) - whole[0].n


def _share(evaluations: list[Evaluation]) -> bool:
    """Whether a case has the same question and gold on all sides."""
    prints = [
        {(r.case.id, str(r.case.gold_documents), r.case.question) for r in side} for side in evaluations
    ]
    return bool(set.intersection(*prints))


@settings(deadline=None, max_examples=15)
@given(sides(), st.integers(1, 9), st.data())
def test_what_keeps_two_sides_apart_is_told_in_the_same_words(cases, few, data):
    baseline, candidate = cases
    n = len(baseline)
    gone, edited = (data.draw(st.sets(st.integers(0, n - 1), max_size=n - 1)) for _ in range(2))
    one = with_system(evaluate([c for i, c in enumerate(baseline) if i not in gone], k=2), SAME)
    other = with_system(
        evaluate([{**c, "question": "Edited?"} if i in edited else c for i, c in enumerate(candidate)], k=2),
        OTHER,
    )
    told: list[str] = []
    for parts in (n, few):
        with in_parts(parts):
            try:
                compare(one, other)
            except ComparisonError as error:
                told.append(str(error))
            else:
                told.append("")
    assert told[0] == told[1]
    assert bool(told[0]) == bool(gone or edited)


def test_the_first_thousand_cases_are_named_in_the_order_of_the_baseline_whatever_part_they_are_in():
    n = 1_500
    rows = [
        {"id": f"q{i}", "question": f"{i}?", "expected": "yes", "gold_ids": ["d"], "retrieved": ["d"]}
        for i in range(n)
    ]
    one = with_system(evaluate([{**row, "answer": "yes"} for row in rows], k=1, answer_rule="equals"), SAME)
    other = with_system(
        evaluate([{**row, "answer": "no"} for row in rows[::-1]], k=1, answer_rule="equals"), OTHER
    )
    with in_parts(100):
        flips = compare(one, other, metrics=["answer"]).flips["answer"]
    assert flips.broken_count == n
    assert flips.broken == tuple(f"q{i}" for i in range(1_000))


def test_numbers_of_parts_are_those_that_the_definitions_give_of_the_whole():
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
    with in_parts(200):
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
