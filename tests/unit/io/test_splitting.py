from __future__ import annotations

import pytest

import ragtriage
from ragtriage.errors import ConfigError, SchemaError
from ragtriage.io.splitting import Splits, parts_of

ROW = {"question": "q", "expected": "e", "gold_ids": "a、c", "retrieved": "a\nb", "answer": "e"}


@pytest.mark.parametrize(
    "text", ["a\nb", "a\r\nb", "a、b", "a, b", "a;b", "a | b", "a，b", "a；b", " a ,, b\n"]
)
def test_ids_are_parted_at_line_breaks_and_at_the_signs_people_write(text) -> None:
    assert parts_of(text, "gold_documents") == ["a", "b"]


def test_texts_are_parted_at_line_breaks_alone() -> None:
    assert parts_of("10,000 yen; at once\n二つ、三つ", "expected_answers") == [
        "10,000 yen; at once",
        "二つ、三つ",
    ]


def test_a_separator_that_is_named_is_the_only_one() -> None:
    splits = Splits.parse(["gold_documents=;", "tags=/", r"evidence=\t", "retrieved=, "])
    row = {"gold_ids": "a,b;c", "tags": "x/y", "evidence": "one\ttwo", "retrieved": "a, b", "answer": "x;y"}
    assert splits.apply(row) == {
        "gold_ids": ["a,b", "c"],
        "tags": ["x", "y"],
        "evidence": ["one", "two"],
        "retrieved": ["a", "b"],
        "answer": "x;y",
    }


def test_what_is_a_list_already_stays_as_it_is() -> None:
    assert Splits.parse(["gold_ids"]).apply({"gold_documents": ["a;b"]}) == {"gold_documents": ["a;b"]}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("answer", "'answer' is no field that can be split; such are: gold_documents, retrieved"),
        ("gold", "'gold' is no field that can be split"),
        ("gold_documents=", "names no separator"),
    ],
)
def test_what_cannot_be_split_is_refused(given, said) -> None:
    with pytest.raises(ConfigError, match=said):
        Splits.parse([given])
    with pytest.raises(ConfigError, match="is split a second time"):
        Splits.parse(["gold_documents", "gold_ids=;"])


def test_the_error_of_a_cell_of_several_ids_names_the_line_to_paste_and_it_works() -> None:
    with pytest.raises(
        SchemaError, match=r"row 1, `retrieved`: .*Add split=\['retrieved', 'gold_documents'\]\. "
    ):
        ragtriage.evaluate([ROW])
    with pytest.raises(SchemaError, match=r"row 1, `gold_\w+`: .*Add split='gold_documents'\. "):
        ragtriage.evaluate([ROW], split="retrieved")
    [result] = ragtriage.evaluate([ROW], split=["retrieved", "gold_documents"])
    assert result.trace.retrieved == ("a", "b")  # type: ignore[union-attr]
    assert result.metrics["recall"] == 0.5
    [same] = ragtriage.evaluate([ROW], split={"retrieved": None, "gold_ids": "、"})
    assert same.case == result.case


def test_a_file_of_another_tool_is_split_under_our_names(tmp_path) -> None:
    path = tmp_path / "ragas.csv"
    path.write_text(
        'user_input,response,reference,reference_contexts,retrieved_contexts\nq,a,b,"one\ntwo","x\ny"\n',
        encoding="utf-8",
    )
    [result] = ragtriage.evaluate(path, split=["evidence", "contexts"])
    assert result.case.evidence == ("one", "two")
    assert [each.text for each in result.trace.retrieved] == ["x", "y"]  # type: ignore[union-attr]


def test_a_split_field_may_stand_under_a_mapped_name() -> None:
    row = {"質問": "q", "正解文書": "a、c", "検索": "a", "回答": "e"}
    mapped = {"question": "質問", "gold_documents": "正解文書", "retrieved": "検索", "answer": "回答"}
    [result] = ragtriage.evaluate([row], map=mapped, split="gold_documents")
    assert result.metrics["recall"] == 0.5
