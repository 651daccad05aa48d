from __future__ import annotations

import pytest

from ragtriage.batch import identified, pair, with_meaning
from ragtriage.errors import AlignmentError
from ragtriage.io.entries import Entry, entry
from ragtriage.model import Case, EmptyGold, Gold, Settings

NAMES = ("cases.jsonl", "traces.jsonl")


def rows(*found: dict[str, object]) -> list[Entry]:
    return [entry(row) for row in found]


def paired(cases: list[Entry], traces: list[Entry] | None, *, missing_as_empty: bool = False):
    return list(
        pair(
            identified(iter(cases), NAMES[0]),
            None if traces is None else identified(iter(traces), NAMES[1]),
            names=NAMES,
            missing_as_empty=missing_as_empty,
        )
    )


def test_traces_in_another_order_find_their_cases_in_the_order_of_the_cases() -> None:
    cases = rows({"id": "1"}, {"id": "2"}, {"id": "3"})
    traces = rows({"id": 3, "answer": "c"}, {"id": "1", "answer": "a"}, {"id": "2", "answer": "b"})
    assert [(each.case.id, each.trace.answer) for each in paired(cases, traces)] == [
        ("1", "a"),
        ("2", "b"),
        ("3", "c"),
    ]


def test_i10_an_id_that_is_a_number_on_one_side_and_a_string_on_the_other_is_the_same() -> None:
    (found,) = paired(rows({"query_id": 7, "question": "q"}), rows({"query_id": "7", "answer": "a"}))
    assert found.trace.answer == "a"


def test_the_question_is_its_own_id_when_no_row_has_one() -> None:
    (found,) = paired(rows({"question": "q"}), rows({"question": "q", "answer": "a"}))
    assert found.case.id == found.trace.id == "q"


def test_ids_on_some_rows_only_are_refused() -> None:
    with pytest.raises(AlignmentError, match=r"cases\.jsonl, row 2: has no id, unlike the rows before it"):
        paired(rows({"id": "1", "answer": ""}, {"question": "q", "answer": ""}), None)


def test_a_row_with_neither_id_nor_question_is_refused() -> None:
    with pytest.raises(AlignmentError, match="has neither `id` nor `question`"):
        paired(rows({"answer": "a"}), None)


@pytest.mark.parametrize("traces", [None, rows({"id": "1", "answer": "a"})])
def test_a_case_without_a_trace_is_refused_by_name(traces) -> None:
    cases = rows({"id": "1", "answer": "a"}, {"id": "2"})
    with pytest.raises(AlignmentError, match=r"case '2' has no trace"):
        paired(cases, traces)


def test_a_case_without_a_trace_is_told_which_of_its_names_were_not_read() -> None:
    with pytest.raises(AlignmentError, match="or say with --map which of `回答`, `検索結果` they are"):
        paired(rows({"id": "1", "question": "q", "回答": "a", "検索結果": ["t"]}), None)


def test_a_missing_trace_may_be_taken_as_empty() -> None:
    (found,) = paired(rows({"id": "1"}), rows(), missing_as_empty=True)
    assert found.is_missing
    assert (found.trace.retrieved, found.trace.answer) == ((), None)


def test_a_trace_without_a_case_is_refused_by_name() -> None:
    traces = rows({"id": "1", "answer": "a"}, {"id": "x", "answer": "b"})
    with pytest.raises(AlignmentError, match=r"traces\.jsonl: the trace 'x' has no case in cases\.jsonl"):
        paired(rows({"id": "1"}), traces)


def test_two_traces_of_one_id_are_refused() -> None:
    traces = rows({"id": "2", "answer": "a"}, {"id": "2", "answer": "b"}, {"id": "1", "answer": "c"})
    with pytest.raises(AlignmentError, match="two traces have the id '2'"):
        paired(rows({"id": "1"}, {"id": "2"}), traces)


@pytest.mark.parametrize(
    ("case", "answerable"),
    [
        (Case(id="1", gold_documents=Gold(grades={})), False),
        (Case(id="1", gold_documents=Gold(grades={}), expected_answers=()), False),
        (Case(id="1", gold_documents=Gold(grades={}), expected_answers=("a",)), True),
        (Case(id="1", gold_documents=Gold(grades={"a": 1})), True),
        (Case(id="1"), True),
    ],
)
def test_empty_gold_without_expected_answers_is_unanswerable_only_when_asked(case, answerable) -> None:
    assert with_meaning(case, Settings()).answerable
    assert with_meaning(case, Settings(empty_gold=EmptyGold.UNANSWERABLE)).answerable is answerable


def test_what_else_a_file_of_traces_holds_is_kept_with_the_trace() -> None:
    (found,) = paired(
        rows({"id": "1", "team": "hr"}), rows({"id": "1", "answer": "a", "metadata": {"ms": 3}, "model": "m"})
    )
    assert found.trace.metadata == {"ms": 3, "model": "m"}
    assert found.case.metadata == {"team": "hr"}


def test_a_case_that_stands_twice_is_no_missing_trace_alone() -> None:
    with pytest.raises(AlignmentError, match=r"case '1' has no trace: .*or cases\.jsonl has the case twice"):
        paired(rows({"id": "1"}, {"id": "1"}), rows({"id": "1", "answer": "a"}))
