from __future__ import annotations

import gzip

import polars as pl
import pytest

from ragtriage.errors import ConfigError, SchemaError
from ragtriage.io.encodings import (
    how_to_save,
    likely_encoding,
)
from ragtriage.io.files import open_source
from ragtriage.io.input_path import InputPath
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey
from ragtriage.io.unread import unread_warning


def read(path, survey: Survey | None = None) -> list[str]:
    def refuse(error: SchemaError) -> None:
        raise error

    source = open_source(path)
    try:
        survey = survey or Survey(source.name)
        list(read_rows(source, Format.AUTO, survey, refuse))
        warning = unread_warning(survey.unread_fields())
        return [] if warning is None else [warning]
    finally:
        source.close()


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        ("質問,回答\n経費はいつまでに精算しますか,翌月5日です\n", "cp932", "Shift_JIS"),
        ("질문,답변\n경비는 언제까지 정산합니까,다음 달 5일\n", "cp949", "EUC-KR"),
        ("问题,答案\n报销期限是什么时候,次月五日之前\n", "gb18030", "GBK"),
    ],
)
def test_the_encoding_of_a_spreadsheet_is_named_with_the_way_to_utf_8(tmp_path, text, codec, name) -> None:
    assert name in how_to_save(text.encode(codec))
    path = tmp_path / "a.csv"
    path.write_bytes(("question,answer\n" + text).encode(codec))
    with pytest.raises(SchemaError, match=f"{name}: --encoding {codec}, or save it as UTF-8"):
        read(path)


def test_bytes_of_no_likely_encoding_are_to_be_saved_as_utf_8() -> None:
    assert how_to_save(b"\xff\xfe\x00\x80\xff") == "name what it is in (--encoding NAME), or save it as UTF-8"


ROW = {"question": "経費はいつまでに精算しますか", "answer": "翌月5日です"}
# Longer than what is decoded at once, so that characters are cut in two between blocks.
MANY = 9_000


def rows(path) -> list[tuple[str, object]]:
    def refuse(error: SchemaError) -> None:
        raise error

    source = open_source(path)
    try:
        found = list(read_rows(source, Format.AUTO, Survey(source.name), refuse))
    finally:
        source.close()
    return [(row.case.question, row.trace.answer) for row in found]


@pytest.mark.parametrize("encoding", ["cp932", "Shift_JIS", "euc-jp", "utf-16", "utf-16-le", "gb18030"])
@pytest.mark.parametrize("suffix", [".csv", ".csv.gz"])
def test_a_table_in_another_encoding_is_read_when_it_is_named(tmp_path, encoding, suffix) -> None:
    text = "question,answer\n" + "".join(f"{ROW['question']}{i},{ROW['answer']}\n" for i in range(MANY))
    path = tmp_path / f"a{suffix}"
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data, 1) if suffix.endswith("gz") else data)
    found = rows(InputPath(str(path), encoding=encoding))
    assert found == [(f"{ROW['question']}{i}", ROW["answer"]) for i in range(MANY)]


def test_the_wrong_encoding_is_refused_by_its_name(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes("question,answer\n경비는 언제,다음 달\n".encode("cp949"))
    with pytest.raises(SchemaError, match=r"a\.csv: is not valid utf-8 \(near byte 17\)"):
        rows(InputPath(str(path), encoding="utf-8"))


@pytest.mark.parametrize("name", ["cp-932", "hex", "undefined", "", "rot13", "a\0b"])
def test_what_is_no_encoding_of_text_is_refused(name) -> None:
    with pytest.raises(ConfigError, match="unknown encoding"):
        InputPath("a.csv", encoding=name)


def test_parquet_has_no_encoding(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame([ROW]).write_parquet(path)
    assert rows(InputPath(str(path), encoding="cp932")) == [(ROW["question"], ROW["answer"])]


def test_a_row_or_two_of_japanese_are_enough_to_tell_shift_jis():
    for text in ("question,answer\n期限は？,翌月5日\n", "設問,模範\n経費の期限は？,翌月5日\n"):
        assert likely_encoding(text.encode("cp932")).codec == "cp932"
    assert likely_encoding("question,answer\n기한은?,5일\n".encode("cp949")).codec == "cp949"
    assert likely_encoding("question,answer\n期限是？,五天\n".encode("gb18030")).codec == "gb18030"
