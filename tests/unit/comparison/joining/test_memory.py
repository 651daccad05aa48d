"""Memory of a comparison does not grow with the cases."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import msgspec

from ragtriage.comparison.columns import clustered, differing
from ragtriage.comparison.comparison import compare
from ragtriage.comparison.joining import pieces, side_rows, stored_sides
from ragtriage.evaluation.evaluation import Evaluation
from ragtriage.evaluation.inputs import evaluate
from ragtriage.evaluation.store import RowStore

FEW, MANY = 2_500, 4_500  # above what is resampled, of which the values are gathered
MOST_BYTES = 32  # that a case more takes, on both sides together; its columns alone are more than 400


def of_many(path: Path, n: int, *, answer: str, step: int) -> Evaluation:
    """An evaluation of n cases, its rows made from one; they stand in another order for another step."""
    case = {"id": "ID", "question": "When?", "expected": "now", "gold_ids": ["GOLD"], "retrieved": ["GOLD"]}
    made = evaluate([{**case, "answer": answer}], k=1, answer_rule="equals")
    [line] = made.rows.lines()
    store = RowStore(path)
    for i in range(n):
        place = i * step % n
        gold = b"shared%d" % (place // 2) if place % 2 == 0 or place % 10 < 8 else b"own%d" % place
        store.write(line.replace(b'"ID"', b'"case-%d"' % place).replace(b"GOLD", gold))
    store.close()
    summary = msgspec.structs.replace(made.summary, n=n)
    return Evaluation(msgspec.structs.replace(made.report, summary=summary), store)


def peak(folder: Path, n: int) -> int:
    one = of_many(folder / f"one-{n}", n, answer="now", step=1)
    other = of_many(folder / f"other-{n}", n, answer="then 7", step=7)
    tracemalloc.start()
    try:
        compared = compare(one, other)
        found = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert compared.n == n
    assert compared.flips["answer"].broken_count == n
    assert {row.clusters for row in compared.rows if row.n} == {n // 2 + n // 10}
    return found


def test_a_case_more_takes_a_few_bytes_also_where_cases_hang_together(tmp_path, monkeypatch):
    # what is held at a time is made small, so that the cases need not be many to be many times that
    monkeypatch.setattr(stored_sides, "_CASES_A_PART", 500)
    monkeypatch.setattr(side_rows, "_AT_ONCE", 500)
    monkeypatch.setattr(clustered, "_STRETCH", 500)
    monkeypatch.setattr(clustered, "_AT_ONCE", 500)
    monkeypatch.setattr(pieces, "_HELD_BYTES", 2**16)
    monkeypatch.setattr(differing, "DRAWN_FLIPS_UP_TO", 1_000)
    peak(tmp_path, 500)  # what is imported and cached on the way
    few = peak(tmp_path, FEW)
    assert peak(tmp_path, MANY) - few < MOST_BYTES * (MANY - FEW)
