from __future__ import annotations

import pytest

import ragtriage
from ragtriage.errors import SchemaError
from ragtriage.io.id_cells import Look, column_look
from ragtriage.io.map_advice import fields_to_split


@pytest.mark.parametrize(
    ("values", "gold", "look"),
    [
        (["規程、経費", "人事"], {"人事"}, Look.IDS),
        (["['a-1', 'b-2']"], set(), Look.IDS),
        ([["a-1", "b-2"], "c-3"], set(), Look.IDS),
        (["Paris", "Rome"], set(), Look.EITHER),
        (["Paris is a city. It is large."], {"Paris"}, Look.TEXTS),
        (["a-1", "The deadline is the 5th."], {"a-1"}, Look.TEXTS),
        ([None, ""], {"a"}, Look.EITHER),
        ([[{"id": "a-1"}]], {"a-1"}, Look.EITHER),
    ],
)
def test_a_column_of_short_entries_that_name_gold_holds_ids_and_one_sentence_makes_it_texts(
    values, gold, look
) -> None:
    assert column_look(values, gold) is look


@pytest.mark.parametrize(
    ("rows", "fields"),
    [
        ([("a、b", "c"), ("d", "a、c")], ["retrieved", "gold_documents"]),
        ([("a, b", "a")], ["retrieved"]),
        ([("Smith, John", "Smith, John"), ("Smith, Ann", "Smith, John")], []),
        ([("a-1、b-2", "a-1、b-2")], ["retrieved", "gold_documents"]),
        ([("規程、経費", "規程、経費")], []),
        ([(["規程、経費"], "規程、経費")], []),
        ([("a\nb", "c")], ["retrieved"]),
    ],
)
def test_a_field_is_taken_apart_where_some_row_shows_that_it_names_several(rows, fields) -> None:
    assert fields_to_split([{"retrieved": one, "gold_documents": other} for one, other in rows]) == fields


def test_rows_in_memory_get_the_options_of_python() -> None:
    rows = [
        {"質問": "期限は？", "検索結果": "keihi-01、kitei-02", "正解文書": "keihi-01"},
        {"質問": "上限は？", "検索結果": "kitei-02", "正解文書": "kitei-02、keihi-01"},
    ]
    pairs = {"question": "質問", "retrieved": "検索結果", "gold_documents": "正解文書"}
    with pytest.raises(SchemaError) as refused:
        ragtriage.evaluate(rows)
    assert str(refused.value).endswith(f"map={pairs!r}, split=['retrieved', 'gold_documents']")
    with pytest.raises(SchemaError, match=r"Add split=\['retrieved', 'gold_documents'\]\. "):
        ragtriage.evaluate(rows, map=pairs)
    done = ragtriage.evaluate(rows, map=pairs, split=["retrieved", "gold_documents"])
    assert done.report.mean_recall == (1 + 1 / 2) / 2


@pytest.mark.parametrize(
    ("texts", "gold", "is_told"),
    [
        (["keihi-01", "kitei-02"], ["keihi-01", "x"], True),
        (["経費規程", "出張規程", "人事規程"], ["経費規程", "x", "y"], True),
        (["経費は翌月5日まで。", "経費規程", "上限は1万円です。"], ["経費規程", "経費規程", "x"], False),
        (["Paris", "Rome"], ["a", "b"], False),
    ],
)
def test_texts_that_are_gold_ids_in_most_cases_are_told_of(texts, gold, is_told) -> None:
    rows = [
        {"question": f"q{number}", "contexts": [each], "gold_ids": [known]}
        for number, (each, known) in enumerate(zip(texts, gold, strict=True))
    ]
    told = [each for each in ragtriage.evaluate(rows).report.warnings if "look like ids" in each]
    assert [each.rpartition(": ")[2] for each in told] == ["'contexts'}?"] * is_told


def test_a_context_of_ids_beside_what_was_retrieved_is_told_of_without_another_map() -> None:
    rows = [
        {"question": f"q{n}", "gold_ids": ["a-1"], "retrieved": ["a-1"], "context": ["a-1"]} for n in "12"
    ]
    [told] = [each for each in ragtriage.evaluate(rows).report.warnings if "look like ids" in each]
    assert told.endswith("evidence and support are judged by texts, and gold is held against ids")
