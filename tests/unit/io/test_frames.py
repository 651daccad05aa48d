"""Rows that are in memory already."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ragtriage.errors import SchemaError
from ragtriage.io.entries import Entry
from ragtriage.io.frames import in_memory
from ragtriage.io.survey import Survey
from ragtriage.model import UNSET, Case, Gold, Retrieved, Trace


def refuse(error: SchemaError) -> None:
    raise error


def read(data: object) -> list[Entry]:
    return list(in_memory(data, Survey("cases"), refuse))


def endless() -> dict[str, Any]:
    row: dict[str, Any] = {"id": "a", "answer": "x"}
    row["notes"] = row
    return row


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"id": "a", "answer": "\ud800"}, "answer"),
        ({"id": "\udfff", "answer": "x"}, "id"),
        ({"id": "a", "answer": "x", "notes": object()}, "notes"),
        ({"id": "a", "answer": "x", "notes": [1j]}, "notes"),
        (endless(), "notes"),
    ],
)
def test_what_no_file_can_hold_is_refused_with_row_and_field(row: dict[str, Any], field: str) -> None:
    with pytest.raises(SchemaError, match=f"cases, row 2, field `{field}`: cannot be written down"):
        read([{"id": "0", "answer": "x"}, row])


def test_rows_that_no_file_can_hold_may_be_set_aside() -> None:
    aside: list[SchemaError] = []
    rows = list(
        in_memory([{"id": "a", "answer": "\ud800"}, {"id": "b", "answer": "x"}], Survey("c"), aside.append)
    )
    assert [row.case.id for row in rows] == ["b"]
    assert len(aside) == 1


def test_missing_values_of_pandas_are_absent() -> None:
    table = pd.DataFrame(
        {
            "id": ["a", "b"],
            "language": pd.array(["ja", pd.NA], dtype="string"),
            "when": [pd.Timestamp("2024-05-01 10:00"), pd.NaT],
            "took": [pd.Timedelta(days=1), pd.NaT],
            "score": [0.5, np.nan],
            "answer": ["x", "y"],
        }
    )
    first, second = read(table)
    assert first.case.language == "ja"
    assert first.case.metadata == {"when": "2024-05-01T10:00:00", "took": "P1DT0H0M0S", "score": 0.5}
    assert second.case.language is None
    assert second.case.metadata == {"when": None, "took": None, "score": None}


def test_dates_are_kept_as_they_are_written() -> None:
    (row,) = read([{"id": "a", "answer": "x", "when": dt.date(2024, 5, 1)}])
    assert row.case.metadata == {"when": "2024-05-01"}


def test_records_are_read_as_they_are() -> None:
    case = Case(id="a", expected_answers=("x", ("y", "z")), gold_documents=Gold(grades={"d": 1}))
    trace = Trace(id="a", retrieved=(Retrieved(document_id="d", text="t"),))
    (row,) = read([(case, trace)])
    assert row.case == case
    assert row.trace == trace
    assert row.trace is not None
    assert row.trace.answer is UNSET


def test_lists_in_records_become_tuples() -> None:
    loose: Any = ["d", "e"]
    (row,) = read([Trace(id="a", retrieved=loose)])
    assert row.trace == Trace(id="a", retrieved=("d", "e"))


def test_a_record_with_a_field_of_another_type_is_refused_with_the_field() -> None:
    wrong: Any = ["d"]
    with pytest.raises(SchemaError, match=r"cases, row 1, Case: .*gold_documents"):
        read([Case(id="a", gold_documents=wrong)])


def test_a_case_paired_with_the_trace_of_another_is_refused() -> None:
    with pytest.raises(SchemaError, match="row 1: the case 'a' is paired with the trace of 'b'"):
        read([(Case(id="a"), Trace(id="b", answer="x"))])
