"""The table that is gathered while cases are judged, held to the one that is made of their rows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

from ragtriage.evaluation import table
from ragtriage.evaluation.frame import case_frame
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.store import RowStore
from ragtriage.evaluation.writing import write_evaluation
from ragtriage.model import Settings

if TYPE_CHECKING:
    from pathlib import Path

N = 2_500


def cases() -> list[dict[str, Any]]:
    rng = random.Random(4)  # noqa: S311 - test data
    made: list[dict[str, Any]] = []
    for number in range(N):
        case: dict[str, Any] = {"id": f"日{number}", "question": f"When is {number} due?"}
        if number % 3:
            case["gold_ids"] = rng.sample(["a", "b", "c", "d"], rng.randrange(1, 4))
        if number % 4:
            case |= {"expected": "5 days", "answer": rng.choice(["5 days", "4 days", "", "It is not known."])}
        case["retrieved"] = rng.sample(["a", "b", "c", "x", "y"], rng.randrange(6))
        made.append(case)
    return made


def written(folder: Path, reading: Reading) -> pl.DataFrame:
    """Judge into a folder, and return its table."""
    write_evaluation(
        folder,
        lambda store: evaluate_files(cases(), None, Settings(), reading, judges=Judges.of(), store=store),
        parquet=True,
    )
    return pl.read_parquet(folder / "cases.parquet")


@pytest.mark.parametrize("held", [1, 1_500, N + 1])
@pytest.mark.parametrize("with_texts", [True, False])
def test_the_gathered_table_is_the_one_of_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int, *, with_texts: bool
) -> None:
    monkeypatch.setattr(table, "_HELD", held)
    gathered = written(tmp_path / "out", Reading(with_texts=with_texts))
    assert len(gathered) == N
    assert gathered.equals(case_frame(RowStore.existing(tmp_path / "out" / "cases.jsonl")))
    assert set(gathered["question"].str.len_bytes() > 0) == {with_texts}


def test_nothing_is_left_of_what_was_gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_HELD", 1)
    written(tmp_path / "out", Reading())
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "cases.jsonl",
        "cases.parquet",
        "report.json",
    }


def test_several_processes_write_the_same_table(tmp_path: Path) -> None:
    one, two = written(tmp_path / "one", Reading()), written(tmp_path / "two", Reading(workers=2))
    assert one.equals(two)
