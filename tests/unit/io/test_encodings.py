from __future__ import annotations

import pytest

from ragtriage.errors import SchemaError
from ragtriage.io.encodings import how_to_save
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey


def read(path, survey: Survey | None = None) -> list[str]:
    def refuse(error: SchemaError) -> None:
        raise error

    source = open_source(str(path))
    try:
        survey = survey or Survey(source.name)
        list(read_rows(source, Format.AUTO, survey, refuse))
        return list(survey.unread())
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
    with pytest.raises(SchemaError, match=f"{name} .*iconv -f {codec} -t utf-8"):
        read(path)


def test_bytes_of_no_likely_encoding_are_to_be_saved_as_utf_8() -> None:
    assert how_to_save(b"\xff\xfe\x00\x80\xff") == "save it as UTF-8"


def test_fields_that_were_not_read_are_named_when_something_is_missing_from_every_row(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "1", "answer": "a", "gold_docs": ["x"], "hits": []}\n', encoding="utf-8")
    (warning,) = read(path)
    assert "no row has `question`, `expected_answers`, `gold_documents`, `retrieved`" in warning
    assert "not read, and kept as metadata: `gold_docs`, `hits`" in warning


def test_a_near_miss_in_some_rows_is_a_warning_with_their_number(tmp_path) -> None:
    path = tmp_path / "a.jsonl"
    row = '{"id": "%d", "question": "q", "expected": "e", "%s": ["x"], "retrieved": [], "answer": "a"}\n'
    path.write_text(row % (1, "gold_ids") + row % (2, "gold_id") + row % (3, "gold_id"), encoding="utf-8")
    (warning,) = read(path)
    assert warning == (
        f"{path}: unknown field `gold_id` in 2 rows was not read; "
        "other rows have `gold_documents`: is it meant?"
    )
