from __future__ import annotations

import contextlib
import json

import polars as pl
import pytest

from ragtriage.errors import ConfigError, SchemaError
from ragtriage.evaluation.inputs import Reading, evaluate_files
from ragtriage.evaluation.judging import Judges
from ragtriage.evaluation.store import RowStore
from ragtriage.io.files import open_source
from ragtriage.io.mapping import DocumentKey, FieldMap, Path
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey
from ragtriage.model import Settings

NESTED = {
    "input": {"turns": [{"text": "first"}, {"text": "期限は？"}]},
    "truth": ["5日"],
    "hits": [{"doc": {"id": "a"}, "body": "x"}, {"doc": {"id": "b"}, "body": "y"}],
    "out": 5.50,
    "expected": "not the right one",
}
PAIRS = (
    "question=input.turns[-1].text",
    "expected_answers=truth",
    "retrieved=hits[*].doc.id",
    "contexts=hits[*].body",
    "answer=out",
)


def refuse(error):
    raise error


def read(path, pairs, document_key=(), on_bad=refuse):
    field_map = FieldMap.parse(pairs, document_key)
    with contextlib.closing(open_source(str(path))) as source:
        rows = list(read_rows(source, Format.AUTO, Survey(source.name), on_bad, field_map))
    field_map.check(path.name)
    return rows


def write_all(folder, rows):
    """Write the same rows in every format of rows; cells and columns that hold objects as JSON."""
    names = list(rows[0])
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "a.json").write_text(json.dumps(rows), "utf-8")
    flat = [
        {name: value if isinstance(value, str) else json.dumps(value) for name, value in row.items()}
        for row in rows
    ]
    frame = pl.DataFrame(flat)
    frame.write_csv(folder / "a.csv")
    frame.write_csv(folder / "a.tsv", separator="\t")
    pl.DataFrame(rows).write_parquet(folder / "a.parquet")
    assert names
    return [folder / f"a.{suffix}" for suffix in ("jsonl", "json", "csv", "tsv", "parquet")]


def test_nested_fields_are_found_in_every_format(tmp_path) -> None:
    for path in write_all(tmp_path, [NESTED, NESTED]):
        row = read(path, PAIRS)[1]
        assert row.case.question == "期限は？", path
        assert row.case.expected_answers == ("5日",)
        assert [(item.document_id, item.text) for item in row.trace.retrieved] == [("a", "x"), ("b", "y")]
        assert row.trace.answer == "5.5"


def test_what_stood_under_the_name_of_a_mapped_field_is_kept_as_metadata(tmp_path) -> None:
    path = write_all(tmp_path, [NESTED])[0]
    (row,) = read(path, PAIRS)
    assert row.case.metadata == {
        "expected": "not the right one",
        "input": NESTED["input"],
        "hits": NESTED["hits"],
    }


def test_a_number_as_an_answer_is_the_text_that_was_written(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text('{"q": "?", "out": {"value": 1.50}}', "utf-8")
    (row,) = read(tmp_path / "a.jsonl", ["question=q", "answer=out.value"])
    assert row.trace.answer == "1.50"


def test_a_column_whose_name_has_dots_comes_before_the_path(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("input.value,output.value\n?,!\n", "utf-8")
    (row,) = read(tmp_path / "a.csv", ["question=input.value", "answer=output.value"])
    assert (row.case.question, row.trace.answer) == ("?", "!")


def test_a_path_that_leads_nowhere_in_one_row_is_not_recorded_there(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text(
        '{"q": "1", "o": {"t": "x"}}\n{"q": "2", "o": {}}\n{"q": "3"}\n', "utf-8"
    )
    rows = read(tmp_path / "a.jsonl", ["question=q", "answer=o.t"])
    assert [row.trace is not None for row in rows] == [True, False, False]


def test_a_path_that_leads_nowhere_in_any_row_is_an_error_with_the_names_there_are(tmp_path) -> None:
    (tmp_path / "a.jsonl").write_text('{"q": "1", "response": "x"}\n', "utf-8")
    with pytest.raises(SchemaError, match=r"a\.jsonl: no row has `answr`.*names there are: q, response"):
        read(tmp_path / "a.jsonl", ["question=q", "answer=answr"])
    with pytest.raises(SchemaError, match=r"line 1, field `question`: nothing stands at `qq`.*: q, response"):
        read(tmp_path / "a.jsonl", ["question=qq"])


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (["question"], "'question' names no field; write FIELD=PATH"),
        (["questoin=q"], "unknown field 'questoin'; known: id, question,"),
        (["question=q", "query=p"], "field 'query' is mapped a second time"),
        (["question="], "a path is empty"),
        (["question=a..b"], "'a..b' is no path"),
        (["question=[0]"], r"'\[0\]' is no path"),
        (["question=a[x]"], r"'a\[x\]' is no path"),
        (["question=.a"], "'.a' is no path"),
    ],
)
def test_a_mapping_that_cannot_be_read_says_what_to_write(pairs, message) -> None:
    with pytest.raises(ConfigError, match=message):
        FieldMap.parse(pairs)


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("a", ("a",)),
        ("a.b[0].c", ("a", "b", 0, "c")),
        ("a[*][-1]", ("a", "*", -1)),
        ("a b.c-d", ("a b", "c-d")),
    ],
)
def test_a_path_is_names_and_places(path, steps) -> None:
    assert Path.parse(path).steps == steps


KEYED = {
    "question": "?",
    "gold": [{"file": "a.pdf", "page": 3}, {"file": "b.pdf", "page": 1}],
    "retrieved": [
        {"text": "x", "metadata": {"file": "a.pdf", "page": 3}, "id": "chunk-7", "score": 0.5},
        {"text": "y", "file": "b.pdf", "page": 2, "document_id": "old"},
    ],
    "answer": "!",
}
KEY = ("metadata.file", "metadata.page")


def test_several_fields_of_the_metadata_name_a_document_together(tmp_path) -> None:
    for path in write_all(tmp_path, [KEYED]):
        (row,) = read(path, ["gold_documents=gold"], KEY)
        assert list(row.case.gold_documents.grades) == ["a.pdf#3", "b.pdf#1"], path
        assert [item.document_id for item in row.trace.retrieved] == ["a.pdf#3", "b.pdf#2"]


def test_what_a_key_was_made_of_and_an_id_it_takes_the_place_of_are_kept(tmp_path) -> None:
    (row,) = read(write_all(tmp_path, [KEYED])[0], ["gold_documents=gold"], KEY)
    assert row.trace.retrieved[0].metadata == {"file": "a.pdf", "page": 3, "id": "chunk-7"}
    assert row.trace.retrieved[1].metadata == {"file": "b.pdf", "page": 2, "document_id": "old"}


def test_groups_of_gold_objects_stay_groups() -> None:
    key = DocumentKey.parse(["file"])
    row = key.apply({"gold_documents": [[{"file": "a"}, {"file": "b"}], [{"file": "c"}]]})
    assert row == {"gold_documents": [["a", "b"], ["c"]]}
    assert key.apply({"gold_documents": {"a": 3, "b": 1}}) == {"gold_documents": {"a": 3, "b": 1}}


def test_keys_of_different_fields_never_become_the_same_id() -> None:
    key = DocumentKey.parse(["a", "b"])
    parts = ["", "#", "\\", "x", "x#", "#x", "x\\", "\\#", "x\\#", "\\\\", "\\\\#"]
    pairs = [(a, b) for a in parts for b in parts]
    assert len({key.of({"a": a, "b": b}, "here") for a, b in pairs}) == len(pairs)
    assert key.of({"a": "C:\\docs\\a.pdf", "b": 3}, "here") == "C:\\docs\\a.pdf#3"


def test_the_text_may_be_the_key_under_any_of_its_names() -> None:
    key = DocumentKey.parse(["content"])
    row = key.apply({"retrieved": [{"text": "x"}], "gold_documents": [{"content": "x"}]})
    assert row == {"retrieved": [{"document_id": "x", "text": "x"}], "gold_documents": ["x"]}
    assert key.apply({"contexts": ["x"]}) == {"retrieved": [{"document_id": "x", "text": "x"}]}


@pytest.mark.parametrize(
    ("retrieved", "message"),
    [
        ([{"file": "a"}], r"line 1, field `retrieved\[0\]`: has no `metadata.page`"),
        (["a"], r"line 1, field `retrieved\[0\]`: is no object"),
        ([{"file": "a", "page": [1]}], r"`metadata.page` is no string or whole number"),
    ],
)
def test_an_entry_without_its_key_is_an_error_or_set_aside(tmp_path, retrieved, message) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"question": "q", "retrieved": retrieved}), "utf-8")
    with pytest.raises(SchemaError, match=message):
        read(tmp_path / "a.jsonl", (), KEY)
    aside = []
    assert read(tmp_path / "a.jsonl", (), KEY, aside.append) == []
    assert len(aside) == 1


def test_an_evaluation_reads_a_table_of_any_names_by_a_document_key(tmp_path) -> None:
    path = write_all(
        tmp_path, [KEYED | {"id": "1"}, KEYED | {"id": "2", "gold": [{"file": "c", "page": 1}]}]
    )[0]
    reading = Reading(field_map=FieldMap.parse(["gold_documents=gold"], KEY))
    evaluation = evaluate_files(path, None, Settings(), reading, judges=Judges.of(), store=RowStore())
    # of the first case's two documents one came back, of the second's one none did
    assert [case.metrics["recall"] for case in evaluation] == [0.5, 0.0]


def test_an_evaluation_refuses_a_path_that_leads_nowhere(tmp_path) -> None:
    path = write_all(tmp_path, [KEYED])[0]
    reading = Reading(field_map=FieldMap.parse(["evidence=proof"]))
    with pytest.raises(SchemaError, match="no row has `proof`, which is to be `evidence`"):
        evaluate_files(path, None, Settings(), reading, judges=Judges.of(), store=RowStore())
