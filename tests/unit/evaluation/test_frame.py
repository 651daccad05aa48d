"""The table of cases, held to what its rows say when they are read as plain JSON."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import ragtriage
from ragtriage.evaluation.frame import case_frame, lazy_case_frame
from ragtriage.evaluation.store import RowStore

if TYPE_CHECKING:
    from pathlib import Path

CELLS = (
    "id",
    "question",
    "recall_at_k",
    "answer_match",
    "status",
    "diagnosis",
    "stage",
    "second_stage",
    "certain",
    "stage_certain",
    "state",
    "possible",
    "abstained",
)
STAGES = ("retrieval", "evidence", "answer", "support")


def cases(n: int) -> list[dict[str, Any]]:
    """Make cases whose metrics, outcomes and possible diagnoses differ, some of them undefined."""
    rng = random.Random(3)  # noqa: S311 - test data
    made: list[dict[str, Any]] = []
    for number in range(n):
        case: dict[str, Any] = {"id": f"日{number}", "question": f"When is {number} due?"}
        if number % 3:
            case["gold_ids"] = rng.sample(["a", "b", "c", "d"], rng.randrange(1, 4))
        if number % 4:
            case |= {"expected": "5 days", "answer": rng.choice(["5 days", "4 days", "", "It is not known."])}
        case["retrieved"] = rng.sample(["a", "b", "c", "x", "y"], rng.randrange(6))
        made.append(case)
    return made


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table") / "evaluation"
    ragtriage.evaluate(cases(5_000)).save(folder, parquet=True)
    return folder / "cases.jsonl"


def told(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def test_the_table_holds_what_every_row_says(rows: Path) -> None:
    frame, said = case_frame(RowStore.existing(rows)), told(rows)
    assert frame.columns == [*CELLS, *STAGES, *said[0]["metrics"]]
    for name in CELLS:
        assert frame[name].to_list() == [row[name] for row in said], name
    for name in STAGES:
        assert frame[name].to_list() == [row["verdicts"][name]["outcome"] for row in said], name
    for name in said[0]["metrics"]:
        assert frame[name].to_list() == [row["metrics"][name] for row in said], name


def test_what_is_undefined_is_null_and_no_number(rows: Path) -> None:
    frame = case_frame(RowStore.existing(rows))
    assert 0 < frame["recall"].null_count() < len(frame)
    assert not frame["recall"].is_nan().any()


def test_parquet_holds_the_same_table(rows: Path) -> None:
    assert pl.read_parquet(rows.parent / "cases.parquet").equals(case_frame(RowStore.existing(rows)))


def test_columns_rows_and_conditions_are_chosen_as_of_any_table(rows: Path) -> None:
    whole = case_frame(RowStore.existing(rows))
    table = lazy_case_frame(RowStore.existing(rows))
    assert table.select("recall", "id").head(3_000).collect().equals(whole.select("recall", "id").head(3_000))
    failing = pl.col("stage") == "retrieval"
    assert table.filter(failing).collect().equals(whole.filter(failing))


def test_a_row_without_a_metric_that_the_first_has_is_null_there(rows: Path, tmp_path: Path) -> None:
    lines = rows.read_bytes().splitlines(keepends=True)[:2]
    lines[1] = lines[1].replace(b'"recall@1":', b'"elsewhere":')
    (tmp_path / "cases.jsonl").write_bytes(b"".join(lines))
    frame = case_frame(RowStore.existing(tmp_path / "cases.jsonl"))
    assert frame["recall@1"][1] is None
    assert "elsewhere" not in frame.columns


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_bytes(b"")
    frame = case_frame(RowStore.existing(tmp_path / "cases.jsonl"))
    assert frame.columns == [*CELLS, *STAGES]
    assert frame["possible"].dtype == pl.List(pl.String)


def test_a_table_without_metrics_has_the_other_columns(rows: Path, tmp_path: Path) -> None:
    row = rows.read_bytes().splitlines()[0]
    start = row.index(b'"metrics":{') + len(b'"metrics":{')
    bare = row[:start] + row[row.index(b"}", start) :]
    (tmp_path / "cases.jsonl").write_bytes(bare + b"\n")
    frame = case_frame(RowStore.existing(tmp_path / "cases.jsonl"))
    assert frame.columns == [*CELLS, *STAGES]
    assert len(frame) == 1
