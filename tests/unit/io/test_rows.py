from __future__ import annotations

import contextlib
import gzip
import sys
from pathlib import Path

import polars as pl
import pytest

from ragtriage.errors import DataError, SchemaError
from ragtriage.io.entries import Entry
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, detect, read_rows
from ragtriage.io.survey import Survey

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def refuse(error: SchemaError) -> None:
    raise error


def read(path: Path, form: Format = Format.AUTO) -> list[Entry]:
    source = open_source(str(path))
    try:
        survey = Survey(source.name)
        rows = list(read_rows(source, form, survey, refuse))
        survey.check_spelling()
    finally:
        source.close()
    return rows


def write(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


ROW = '{"id": "q1", "question": "経費？", "retrieved": ["a"], "answer": "5日"}\n'


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("a.jsonl", ROW, Format.JSONL),
        ("a.ndjson", ROW, Format.JSONL),
        ("a.json", "[" + ROW + "]", Format.JSON),
        ("a.json", ROW, Format.JSONL),
        ("a.json", '{\n "cases": [' + ROW + "]}", Format.JSON),
        ("a.json", '{"cases": [' + ROW.strip() + "]}", Format.JSON),
        ("a.csv", "id,question,retrieved,answer\nq1,経費？,a,5日\n", Format.CSV),
        ("a.tsv", "id\tquestion\tretrieved\tanswer\nq1\t経費？\ta\t5日\n", Format.CSV),
        ("a", ROW, Format.JSONL),
        ("a.csv.jsonl", ROW, Format.JSONL),  # as its last ending says
        ("a.parquet.JSON", "[" + ROW + "]", Format.JSON),
        ("a.jsonl.csv", "id,question,retrieved,answer\nq1,経費？,a,5日\n", Format.CSV),
        ("a.csv.bak", "id,question,retrieved,answer\nq1,経費？,a,5日\n", Format.CSV),
        ("a", "[" + ROW + "]", Format.JSON),
    ],
)
def test_each_layout_is_recognised_and_read_alike(tmp_path, name, data, form) -> None:
    path = write(tmp_path / name, data)
    with contextlib.closing(open_source(str(path))) as source:
        assert detect(source) is form
    (row,) = read(path)
    assert (row.case.id, row.case.question) == ("q1", "経費？")
    assert row.trace is not None
    assert (row.trace.retrieved, row.trace.answer) == (("a",), "5日")


def test_parquet_with_arrays_of_arrays_is_read_as_lists_of_lists(tmp_path) -> None:
    frame = pl.DataFrame(
        {
            "id": ["q1", "q2"],
            "question": ["x", "y"],
            "gold_ids": [[["a", "b"], ["c"]], [["d"]]],
            "retrieved": [["a"], []],
            "answer": ["1", None],
        }
    )
    frame.write_parquet(tmp_path / "a.parquet")
    first, second = read(tmp_path / "a.parquet")
    assert first.case.gold_documents is not None
    assert first.case.gold_documents.groups == (("a", "b"), ("c",))
    assert second.trace is not None
    assert (second.trace.retrieved, second.trace.answer) == ((), None)


def test_i9_json_lines_begin_after_a_byte_order_mark_and_end_at_line_feeds_alone(tmp_path) -> None:
    row = '{"question": "one\u2028two", "answer": "x"}'
    rows = read(write(tmp_path / "a.jsonl", b"\xef\xbb\xbf" + f"{row}\r\n\n{row}".encode()))
    assert [entry.case.question for entry in rows] == ["one\u2028two", "one\u2028two"]


def test_compressed_files_are_read_as_they_are(tmp_path) -> None:
    plain = read(write(tmp_path / "a.jsonl", ROW))
    assert read(write(tmp_path / "a.jsonl.gz", gzip.compress(ROW.encode()))) == plain
    assert read(write(tmp_path / "a.jsonl.zst", zstd.compress(ROW.encode()))) == plain


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_a_compressed_file_that_was_cut_off_is_an_error_and_no_shorter_file(tmp_path, kind) -> None:
    data = (ROW * 1000).encode()
    packed = gzip.compress(data) if kind == "gz" else zstd.compress(data)
    path = write(tmp_path / f"a.jsonl.{kind}", packed[: len(packed) - 8])
    with pytest.raises(DataError, match="cannot be read to its end"):
        read(path)


def test_an_empty_cell_is_absent_but_for_the_answer(tmp_path) -> None:
    path = write(tmp_path / "a.csv", "question,expected,retrieved,answer,language\nq,,[],,\n")
    (row,) = read(path)
    assert row.case.expected_answers is None
    assert row.case.language is None
    assert row.trace is not None
    assert (row.trace.retrieved, row.trace.answer) == ((), "")


def test_lists_in_cells_are_json_or_python_literals_and_newlines_in_cells_are_kept(tmp_path) -> None:
    data = 'question,contexts,retrieved_ids,answer\n"a\nb","[""x | y"", ""z\nw""]","[\'1\', \'2\']",ok\n'
    (row,) = read(write(tmp_path / "a.csv", data.replace("z\nw", "z\\nw")))
    assert row.case.question == "a\nb"
    assert row.trace is not None
    assert [
        (item.document_id, item.text) for item in row.trace.retrieved or () if not isinstance(item, str)
    ] == [
        ("1", "x | y"),
        ("2", "z\nw"),
    ]


def test_numbers_as_answers_become_the_text_that_was_written(tmp_path) -> None:
    rows = read(write(tmp_path / "a.jsonl", '{"question": "q", "expected": 1.50, "answer": 1e3}\n'))
    assert rows[0].case.expected_answers == ("1.50",)
    assert rows[0].trace is not None
    assert rows[0].trace.answer == "1e3"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"question": "q"\n', r"a\.jsonl, line 1: is not valid JSON"),
        (ROW + '{"question": "q",}\n', r"a\.jsonl, line 2: is not valid JSON"),
        (ROW + "[1, 2]\n", r"a\.jsonl, line 2: expected an object"),
        (
            ROW + '{"question": 5, "answer": ""}\n',
            r"a\.jsonl, line 2, field `question`: expected a string, found 5",
        ),
        ('{"question": "q", "score": NaN}\n', r"a\.jsonl, line 1: is not valid JSON"),
        ('{"question": "q", "answer": "\\ud800"}\n', r"half of a surrogate pair"),
        (b'{"question": "\xff"}\n', r"a\.jsonl, line 1: is not valid UTF-8 \(byte 15\)"),
        ('{"question": ' + "[" * 10_000 + "]" * 10_000 + "}\n", r"nested too deeply"),
        ("\n \n", r"a\.jsonl: holds no rows"),
        ("", r"a\.jsonl: is empty"),
        (b"\x00\x01\x02\x03" * 100, r"a\.jsonl: is a binary file"),
    ],
)
def test_a_broken_file_is_refused_with_file_line_and_what_was_found(tmp_path, data, message) -> None:
    with pytest.raises(DataError, match=message):
        read(write(tmp_path / "a.jsonl", data))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("question,answer\nq\n", r"a\.csv, line 2: 1 cells under 2 columns"),
        ("question,question,answer\nq,q,a\n", r"column `question` is there more than once"),
        ("foo,bar\n1,2\n", r"no column has a known name"),
        (
            'question,gold_ids,answer\nq,"[a, b",x\nq,"[a, b]",x\n',
            r"line 3, field `gold_ids`: begins like a list",
        ),
        (b"question,answer\n\xff,a\n", r"not valid UTF-8"),
    ],
)
def test_a_broken_table_is_refused_with_file_line_and_what_was_found(tmp_path, data, message) -> None:
    with pytest.raises(DataError, match=message):
        read(write(tmp_path / "a.csv", data))


def test_a_line_of_more_than_64_mib_is_refused(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.write(b'{"question": "')
        for _ in range(65):
            file.write(b"x" * 1024 * 1024)
        file.write(b'"}\n')
    with pytest.raises(SchemaError, match=r"line 1: longer than 67,108,864 bytes"):
        read(path)


@pytest.mark.parametrize(
    ("field", "meant"),
    [
        ("answr", "answer"),
        ("questoin", "question"),
        ("retreived", "retrieved"),
        ("expectd", "expected"),
        ("gold_docs_ids", None),
        ("notes", None),
    ],
)
def test_a_misspelt_field_is_an_error_when_every_row_lacks_the_right_one(tmp_path, field, meant) -> None:
    row = f'{{"id": "q", "{field}": "x"}}\n'
    path = write(tmp_path / "a.jsonl", row * 3)
    if meant is None:
        assert len(read(path)) == 3
        return
    with pytest.raises(SchemaError, match=f"unknown field `{field}`; did you mean `{meant}`"):
        read(path)


def test_a_near_miss_is_metadata_when_some_row_has_the_right_name(tmp_path) -> None:
    path = write(tmp_path / "a.jsonl", '{"id": "1", "answr": "x", "answer": "y"}\n')
    assert read(path)[0].case.metadata == {"answr": "x"}


def survey_of(path: Path, aside: list[str] | None = None) -> Survey:
    """Read a file to its end; rows that cannot be read are set aside where a list is given for them."""
    source = open_source(str(path))
    survey = Survey(source.name)
    on_bad = refuse if aside is None else lambda error: aside.append(str(error))
    with contextlib.closing(source):
        for _ in read_rows(source, Format.AUTO, survey, on_bad):
            pass
    return survey


@pytest.mark.parametrize(
    ("rows", "is_mixed"),
    [
        ('{"id": "a", "gold_ids": [1], "retrieved": ["1"]}\n', True),
        ('{"id": "a", "gold_ids": ["1"], "retrieved": [1]}\n', True),
        ('{"id": "a", "gold_ids": [1]}\n{"id": "b", "gold_ids": ["1"]}\n', True),
        ('{"id": "a", "gold_ids": {"1": 2}, "retrieved": [{"document_id": 1}]}\n', True),
        ('{"id": "a", "gold_ids": [1], "retrieved": [1]}\n', False),
        ('{"id": "a", "gold_ids": [1]}\n{"id": "b", "answer": "x"}\n{"id": "c", "answer": "x"}\n', False),
        ('{"id": "a", "gold_ids": ["1"], "retrieved": ["1"]}\n', False),
    ],
)
def test_numbers_beside_strings_as_ids_of_one_file_are_a_warning(tmp_path, rows, is_mixed) -> None:
    warnings = list(survey_of(write(tmp_path / "a.jsonl", rows)).warnings())
    assert bool(warnings) is is_mixed


@pytest.mark.parametrize("depth", [400, 490, 600, 900, 1000, 10_000])
@pytest.mark.parametrize("before", ["", ROW])
def test_a_row_of_any_depth_is_read_or_refused_with_its_line(tmp_path, depth, before) -> None:
    row = '{"id": "q2", "question": "q", "answer": "x", "notes": ' + "[" * depth + "]" * depth + "}\n"
    path = write(tmp_path / "a.jsonl", before + row)
    line = 2 if before else 1
    try:
        assert read(path)[-1].case.id == "q2"
    except SchemaError as error:
        assert f"a.jsonl, line {line}: is nested too deeply to be read" in str(error)  # noqa: PT017


@pytest.mark.parametrize(
    "field", ['"gold_ids": {"a": %d}', '"retrieved": [{"document_id": "a", "score": %d}]', '"tags": [%d]']
)
def test_a_whole_number_past_every_float_is_refused_where_a_float_is_needed(tmp_path, field) -> None:
    path = write(tmp_path / "a.jsonl", '{"id": "a", "answer": "x", ' + field % 10**400 + "}\n")
    if "tags" in field:
        assert read(path)[0].case.tags == (str(10**400),)
    else:
        with pytest.raises(SchemaError, match=r"a\.jsonl, line 1, field .*finite number"):
            read(path)


def test_a_file_that_is_a_byte_order_mark_alone_holds_no_rows(tmp_path) -> None:
    with pytest.raises(DataError, match="holds no rows"):
        read(write(tmp_path / "a.jsonl", b"\xef\xbb\xbf"))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_refused_by_its_name(tmp_path, encoding) -> None:
    with pytest.raises(DataError, match="is UTF-16 text: --encoding utf-16, or save it as UTF-8"):
        read(write(tmp_path / "a.csv", ("\ufeff" + ROW).encode(encoding)))


@pytest.mark.parametrize("half", ["\\ud800", "\\udc00", "\\ud800z"])
def test_half_of_a_surrogate_pair_is_refused_by_its_name(tmp_path, half) -> None:
    path = write(tmp_path / "a.jsonl", ROW.replace("5日", half))
    with pytest.raises(SchemaError, match=r"a\.jsonl, line 1: holds half of a surrogate pair"):
        read(path)


def test_rows_of_a_table_that_cannot_be_read_may_be_set_aside(tmp_path) -> None:
    table = 'id,question,retrieved,answer\na,q\nb,q,"[x, y]",z\nc,q,d,z\n'
    aside: list[str] = []
    survey = survey_of(write(tmp_path / "a.csv", table), aside)
    assert survey.rows == 3
    assert [text.partition("a.csv, ")[2][:30] for text in aside] == [
        "line 2: 2 cells under 4 column",
        "line 3, field `retrieved`: beg",
    ]


@pytest.mark.parametrize("cell", ["{'a': 1j}", "{'a': ...}", r"{'a': '\ud800'}"])
def test_a_python_literal_that_no_file_can_hold_is_refused(tmp_path, cell) -> None:
    path = write(tmp_path / "a.csv", f'id,question,answer,metadata\na,q,x,"{cell}"\n')
    with pytest.raises(SchemaError, match=r"a\.csv, line 2, field `metadata`"):
        read(path)


def test_rows_left_unread_when_their_file_is_closed_make_no_noise(tmp_path) -> None:
    source = open_source(str(write(tmp_path / "a.csv", "id,answer\na,x\nb,y\n")))
    rows = read_rows(source, Format.CSV, Survey("a.csv"), refuse)
    next(rows)
    source.close()
    rows.close()


@pytest.mark.parametrize(("suffix", "compress"), [(".gz", gzip.compress), (".zst", zstd.compress)])
def test_compressed_parquet_is_read_as_it_is(tmp_path, suffix, compress) -> None:
    plain = tmp_path / "a.parquet"
    pl.DataFrame([{"id": "q1", "answer": "x", "retrieved": ["a"]}]).write_parquet(plain)
    packed = write(tmp_path / f"a.parquet{suffix}", compress(plain.read_bytes()))
    assert read(packed) == read(plain)


@pytest.mark.parametrize("gold", ['[""]', '["a", ""]', '{"": 1}', '[["a", ""]]', '""'])
@pytest.mark.parametrize("before", ["", '{"id": "q0", "gold_ids": %s}\n'])
def test_an_empty_gold_id_is_refused_and_no_document_that_never_comes_back(tmp_path, gold, before) -> None:
    first = before and before % gold.replace('""', '"z"')
    path = write(tmp_path / "a.jsonl", first + '{"id": "q1", "gold_ids": ' + gold + "}\n")
    with pytest.raises(SchemaError, match=r"line \d, field `gold_documents`: holds an empty id"):
        read(path)
