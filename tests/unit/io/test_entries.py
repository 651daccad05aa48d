from __future__ import annotations

import pytest

from ragtriage.io.entries import BadFieldError, entry
from ragtriage.model import UNSET, Gold, Retrieved


def test_the_smallest_useful_row_of_the_article_is_read() -> None:
    row = entry(
        {
            "question": "期限は？",
            "expected": "翌月5日",
            "gold_ids": ["expense-policy"],
            "retrieved": ["general-guide"],
            "actual": "翌月5日",
        }
    )
    assert row.case.expected_answers == ("翌月5日",)
    assert row.case.gold_documents == Gold(grades={"expense-policy": 1})
    assert row.trace is not None
    assert row.trace.retrieved == ("general-guide",)
    assert row.trace.answer == "翌月5日"


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("expected_answers", "expected_answers"),
        ("expected", "expected_answers"),
        ("expected_answer", "expected_answers"),
        ("reference", "expected_answers"),
        ("references", "expected_answers"),
        ("ground_truth", "expected_answers"),
        ("ground_truths", "expected_answers"),
    ],
)
def test_every_spelling_of_expected_answers_is_accepted(name: str, field: str) -> None:
    assert getattr(entry({name: ["a", "b"]}).case, field) == ("a", "b")


@pytest.mark.parametrize("name", ["answer", "actual", "response", "prediction"])
def test_every_spelling_of_the_answer_is_accepted(name: str) -> None:
    trace = entry({name: "yes"}).trace
    assert trace is not None
    assert trace.answer == "yes"


@pytest.mark.parametrize("name", ["gold_documents", "gold_ids", "gold_document_ids", "qrels"])
def test_every_spelling_and_form_of_gold_is_accepted(name: str) -> None:
    assert entry({name: ["a", "b"]}).case.gold_documents == Gold(grades={"a": 1, "b": 1})
    assert entry({name: "a"}).case.gold_documents == Gold(grades={"a": 1})
    assert entry({name: {"a": 3, "b": 0}}).case.gold_documents == Gold(grades={"a": 3, "b": 0})
    assert entry({name: [["a", "b"], ["c"]]}).case.gold_documents == Gold(
        grades={"a": 1, "b": 1, "c": 1}, groups=(("a", "b"), ("c",))
    )


def test_strings_are_texts_under_contexts_and_ids_under_retrieved() -> None:
    texts = entry({"contexts": ["one", "two"]}).trace
    assert texts is not None
    assert texts.retrieved == (Retrieved(text="one"), Retrieved(text="two"))
    ids = entry({"retrieved_ids": ["one", "two"]}).trace
    assert ids is not None
    assert ids.retrieved == ("one", "two")


def test_ids_and_texts_side_by_side_are_zipped() -> None:
    trace = entry({"retrieved_ids": ["a", "b"], "contexts": ["one", "two"]}).trace
    assert trace is not None
    assert trace.retrieved == (
        Retrieved(document_id="a", text="one"),
        Retrieved(document_id="b", text="two"),
    )


def test_ids_and_texts_of_different_lengths_are_refused_with_both_lengths() -> None:
    with pytest.raises(BadFieldError, match=r"1 texts beside 2 retrieved ids"):
        entry({"retrieved_ids": ["a", "b"], "contexts": ["one"]})


def test_unknown_fields_go_to_the_metadata_of_the_row_and_of_the_item() -> None:
    row = entry({"question": "q", "owner": "x", "retrieved": [{"document_id": "a", "rank": 1}]})
    assert row.case.metadata == {"owner": "x"}
    assert row.unknown == ("owner",)
    assert row.trace is not None
    assert row.trace.retrieved == (Retrieved(document_id="a", metadata={"rank": 1}),)


def test_null_is_absent_except_for_the_answer() -> None:
    row = entry({"question": "q", "expected": None, "retrieved": None, "answer": None})
    assert row.case.expected_answers is None
    assert row.trace is not None
    assert row.trace.retrieved is None
    assert row.trace.answer is None


def test_an_absent_answer_was_not_recorded() -> None:
    trace = entry({"retrieved": []}).trace
    assert trace is not None
    assert trace.retrieved == ()
    assert trace.answer is UNSET


def test_a_row_without_a_field_of_a_trace_has_no_trace() -> None:
    assert entry({"question": "q", "expected": "a"}).trace is None


def test_numbers_as_ids_are_read_as_strings_and_noted() -> None:
    row = entry({"gold_ids": [1], "retrieved": [1, "2"]})
    assert row.case.gold_documents == Gold(grades={"1": 1})
    assert row.trace is not None
    assert row.trace.retrieved == ("1", "2")
    assert row.has_number_ids


def test_none_among_retrieved_ids_is_kept_at_its_rank_and_matches_nothing() -> None:
    trace = entry({"retrieved": [None, "a"]}).trace
    assert trace is not None
    assert trace.retrieved == (Retrieved(), Retrieved(document_id="a"))


def test_a_repeated_gold_id_counts_once_and_is_noted() -> None:
    row = entry({"gold_ids": ["a", "a", "b"]})
    assert row.case.gold_documents == Gold(grades={"a": 1, "b": 1})
    assert row.notes == ("gold id 'a' is given 2 times; it counts once",)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"expected": ""}, r"`expected_answers`: is blank"),
        ({"expected": ["a", "  "]}, r"`expected_answers\[1\]`: is blank"),
        ({"expected": [["a", ""]]}, r"`expected_answers\[0\]\[1\]`: is blank"),
        ({"evidence": ["\u3000"]}, r"`evidence\[0\]`: is blank"),
        ({"question": 5}, r"`question`: expected a string, found 5"),
        ({"id": 1.5}, r"`id`: expected an id"),
        ({"id": ""}, r"`id`: is empty"),
        ({"gold_ids": [None]}, r"`gold_documents\[0\]`: expected an id"),
        ({"gold_ids": {"a": "high"}}, r"`gold_documents.a`: expected a grade"),
        ({"gold_ids": {"a": True}}, r"`gold_documents.a`: expected a grade"),
        ({"gold_ids": [[]]}, r"`gold_documents\[0\]`: is an empty list"),
        ({"gold_ids": 1.5}, r"`gold_documents`: expected a list"),
        ({"retrieved": {"a": 1}}, r"`retrieved`: expected a list"),
        ({"retrieved": "['a', 'b']"}, r"`retrieved`: is the text of a list; write the list itself"),
        ({"gold_ids": '["a"]'}, r"`gold_documents`: is the text of a list"),
        ({"retrieved": "a\nb\n"}, r"`retrieved`: two ids in one cell \('a\\nb'\)\? Add --split retrieved\. "),
        (
            {"gold_ids": "a", "retrieved": "b, a、c"},
            r"`retrieved`: three ids in one cell \(b, a、c\)\? Add --split retrieved\. \(.* contains , is ",
        ),
        (
            {"gold_ids": "a;b", "retrieved": ["b"]},
            r"`gold_documents`: two ids in one cell \(a;b\)\? Add --split ",
        ),
        ({"contexts": " ['one text', 'another'] "}, r"`contexts`: is the text of a list"),
        ({"retrieved": [{"score": "high"}]}, r"`retrieved\[0\].score`: expected a finite number"),
        ({"retrieved": [{"score": float("inf")}]}, r"`retrieved\[0\].score`: expected a finite number"),
        ({"answer": ["a"]}, r"`answer`: expected a string"),
        ({"answerable": "perhaps"}, r"`answerable`: expected true or false"),
        ({"metadata": "x"}, r"`metadata`: expected an object"),
        ({"expected": "a", "reference": "b"}, r"`reference`: `expected_answers` is given a second time"),
    ],
)
def test_a_field_in_a_wrong_form_is_refused_with_its_path_and_what_was_found(found, message) -> None:
    with pytest.raises(BadFieldError, match=message):
        entry(found)


@pytest.mark.parametrize(
    "found",
    [
        {"gold_ids": "Paris", "retrieved": "Washington, D.C."},
        {"gold_ids": "Washington, D.C.", "retrieved": "Washington, D.C."},
        {"gold_ids": "a", "retrieved": ["a, b\nc"]},
    ],
)
def test_a_comma_may_be_part_of_an_id(found) -> None:
    assert entry(found).trace is not None
