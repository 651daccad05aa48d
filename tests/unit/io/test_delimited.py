"""Tables between delimiters: every way in which a spreadsheet writes one, and nothing of a row lost."""

from __future__ import annotations

import csv
import io
from contextlib import closing

import pytest

from ragtriage.errors import SchemaError
from ragtriage.io.corpus import read_corpus
from ragtriage.io.files import open_source
from ragtriage.io.rows import Format, read_rows
from ragtriage.io.survey import Survey

ROWS = [["question", "answer", "gold_ids"], ["経費、いつ?", "翌月5日; または 6 | 7", '["a","b"]']]


def written(rows, delimiter: str) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def read(path):
    def refuse(error):
        raise error

    with closing(open_source(path)) as source:
        return list(read_rows(source, Format.AUTO, Survey(source.name), refuse))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("before", ["", "\ufeff"])
def test_a_table_is_read_whatever_stands_between_its_cells(tmp_path, delimiter, before) -> None:
    path = tmp_path / "table.csv"
    path.write_text(before + written(ROWS, delimiter), encoding="utf-8")
    [row] = read(path)
    assert (row.case.question, row.trace.answer) == ("経費、いつ?", "翌月5日; または 6 | 7")
    assert list(row.case.gold_documents.grades) == ["a", "b"]


def test_the_delimiter_that_excel_declares_is_no_header(tmp_path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("sep=;\r\n" + written(ROWS, ";"), encoding="utf-8", newline="")
    [row] = read(path)
    assert row.case.question == "経費、いつ?"


def test_cells_under_no_name_are_kept_under_the_place_of_their_column(tmp_path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(",question,answer,\n0,q,a,see p. 3\n1,r,b,\n", encoding="utf-8")
    one, other = read(path)
    assert one.case.metadata == {"column 1": "0", "column 4": "see p. 3"}
    assert other.case.metadata == {"column 1": "1"}


@pytest.mark.parametrize(
    ("header", "advice"),
    [
        (
            "User Input,Response,Ground_Truth",
            "--map 'question=User Input,answer=Response,expected_answers=Ground_Truth'",
        ),
        ("Frage,Antwort", "--map question=COLUMN,answer=COLUMN"),
        ('{"question": "q", "answer": "a"}', "it looks like JSON lines: --format jsonl"),
    ],
)
def test_a_header_without_a_known_name_is_refused_with_what_to_do(tmp_path, header, advice) -> None:
    path = tmp_path / "table.csv"
    path.write_text(f"{header}\na,b,c\n", encoding="utf-8")
    with pytest.raises(SchemaError, match="line 1: no column has a known name") as raised:
        read(path)
    assert advice in str(raised.value)


def test_a_corpus_may_be_a_table_with_names_of_its_own(tmp_path) -> None:
    path = tmp_path / "corpus.csv"
    path.write_text("doc_id,text,\na,one,x\nb,two,\n", encoding="utf-8")
    assert read_corpus(str(path)) == {"a": "one", "b": "two"}
