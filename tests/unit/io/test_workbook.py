"""Workbooks written by another package than the one that reads them."""

from __future__ import annotations

import gzip
import io
import re
import sys
import zipfile
from contextlib import closing, suppress
from datetime import datetime, time
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter

import ragtriage
from ragtriage.errors import ConfigError, DataError, MissingExtraError, SchemaError
from ragtriage.io import workbook
from ragtriage.io.files import open_source
from ragtriage.io.input_path import InputPath
from ragtriage.io.rows import Format, detect, read_rows
from ragtriage.io.survey import Survey
from ragtriage.io.tables import table_cells

HEADER = ["id", "question", "expected", "gold_ids", "retrieved", "answer"]


def write(path: Path, *sheets: list[list[Any]], names: tuple[str, ...] = ()) -> Path:
    """Write rows of plain values; a pair is a value and the format of its cell."""
    with xlsxwriter.Workbook(str(path)) as book:
        for place, rows in enumerate(sheets):
            sheet = book.add_worksheet(names[place] if names else None)
            for number, row in enumerate(rows):
                for at, value in enumerate(row):
                    if isinstance(value, tuple):
                        sheet.write(number, at, value[0], book.add_format({"num_format": value[1]}))
                    elif value is not None:
                        sheet.write(number, at, value)
    return path


def cells(path: Path | str) -> list[tuple[int, list[str]]]:
    with closing(open_source(path)) as source:
        return [(row.line, row.cells) for row in table_cells(source)]


def edited(path: Path, name: str, change: tuple[str, str]) -> Path:
    """Put another text into a part of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {part.filename: archive.read(part) for part in archive.infolist()}
    assert change[0].encode() in parts[name]
    parts[name] = parts[name].replace(change[0].encode(), change[1].encode())
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, data in parts.items():
            archive.writestr(each, data)
    return path


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (-12, "-12"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        (1e20, "1e+20"),
        ((7, "0000"), "0007"),
        ((0.5, "0%"), "50%"),
        ((0.123, "0.0%"), "12.3%"),
        ((1.1, "0%"), "110%"),
        ((10000, "#,##0"), "10000"),
        (True, "true"),
        (False, "false"),
        ((datetime(2024, 4, 1), "yyyy/mm/dd"), "2024-04-01"),  # noqa: DTZ001 - a sheet has no time zone
        ((datetime(2024, 4, 1, 9, 30), "yyyy/mm/dd hh:mm"), "2024-04-01 09:30:00"),  # noqa: DTZ001
        ((time(9, 30), "hh:mm"), "09:30:00"),
        ("翌月5日", "翌月5日"),
        ("a\nb", "a\nb"),
        ("01", "01"),
        ("_x0041_", "_x0041_"),
        ("a\r\nb", "a\nb"),
    ],
)
def test_a_cell_is_read_as_the_text_that_a_csv_of_the_sheet_would_hold(tmp_path, value, text) -> None:
    assert cells(write(tmp_path / "a.xlsx", [["x"], [value]])) == [(1, ["x"]), (2, [text])]


def test_the_same_sheet_as_csv_gives_the_same_cases(tmp_path) -> None:
    rows: list[list[Any]] = [
        HEADER,
        [1.0, "期限は？", "翌月5日", "policy", '["policy", "guide"]', "翌月5日です"],
        [2, "上限は？", "1万円", '["travel"]', "guide", None],
    ]
    write(tmp_path / "a.xlsx", rows)
    (tmp_path / "a.csv").write_text(
        "id,question,expected,gold_ids,retrieved,answer\n"
        '1,期限は？,翌月5日,policy,"[""policy"", ""guide""]",翌月5日です\n'
        '2,上限は？,1万円,"[""travel""]",guide,\n',
        encoding="utf-8",
    )
    sheet, table = (list(ragtriage.evaluate(tmp_path / name)) for name in ("a.xlsx", "a.csv"))
    assert [(each.case, each.trace) for each in sheet] == [(each.case, each.trace) for each in table]


def test_messages_name_the_row_of_the_sheet(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [[], HEADER, ["1", "q", "e", "g", "g", "a"], [], ["2", "q", " ", "g"]])
    with pytest.raises(SchemaError, match=f"{path}, row 5, field `expected_answers`: is blank"):
        ragtriage.evaluate(path)
    write(path, [HEADER, ["1", "q", "e", "g", "g", "a", "beyond"]])
    with pytest.raises(SchemaError, match="row 2: 7 cells under 6 columns"):
        ragtriage.evaluate(path)


def test_empty_rows_between_others_are_counted_and_those_behind_are_not(tmp_path) -> None:
    rows = [
        HEADER,
        ["1", "q", "e", "g", "g", "a"],
        [],
        [None, " "],
        [],
        ["2", "r", "e", "g", "g", "a"],
        [],
        [],
    ]
    path = write(tmp_path / "a.xlsx", rows)
    evaluation = ragtriage.evaluate(path)
    assert evaluation.summary.n == 2
    assert f"{path}: 3 empty rows were passed over: rows 3, 4, 5" in evaluation.warnings


def test_the_first_sheet_that_can_be_seen_is_read_and_the_others_are_named(tmp_path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        hidden, first, second = (book.add_worksheet(name) for name in ("old", "QA", "評価"))
        hidden.hide()
        first.activate()
        first.set_first_sheet()
        for sheet, answer in ((hidden, "h"), (first, "a"), (second, "b")):
            sheet.write_row(0, 0, HEADER)
            sheet.write_row(1, 0, ["1", "q", "e", "g", "g", answer])
    evaluation = ragtriage.evaluate(path)
    assert [each.trace.answer for each in evaluation] == ["a"]  # type: ignore[union-attr]
    assert evaluation.warnings == (
        f"{path}: the sheet 'QA' was read, and not '評価' (--sheet NAME reads another)",
    )
    assert [each.trace.answer for each in ragtriage.evaluate(path, sheet="評価")] == ["b"]  # type: ignore[union-attr]
    with pytest.raises(ConfigError, match="has no sheet 'qa'; it has 'QA', '評価'"):
        ragtriage.evaluate(path, sheet="qa")


def test_of_a_formula_the_stored_value_is_read(tmp_path) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["id", "question", "answer", "expected"])
        sheet.write_formula(1, 0, "=1+1", None, 2)
        sheet.write_formula(1, 1, '="q"&A2', None, "q2")
        sheet.write_formula(1, 2, "=10%", book.add_format({"num_format": "0%"}), 0.1)
        sheet.write(1, 3, "x")
    assert cells(path)[1] == (2, ["2", "q2", "10%", "x"])


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("", "a formula without a stored value; open the workbook in a spreadsheet and save it"),
        ("#N/A", "the error #N/A"),
    ],
)
@pytest.mark.parametrize("is_read", [True, False])
def test_a_cell_without_a_value_is_an_error_where_it_is_read(tmp_path, stored, said, is_read) -> None:
    path = tmp_path / "a.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, ["question", "answer", "expected", "note"])
        sheet.write_row(1, 0, ["q", "a", "e"][: 2 if is_read else 3])
        sheet.write_formula(1, 2 if is_read else 3, '="q"&A2', None, stored or "q2")
    if not stored:
        edited(path, "xl/worksheets/sheet1.xml", ("<v>q2</v>", "<v></v>"))
    if is_read:
        with pytest.raises(SchemaError, match=re.escape(f"{path}, row 2, field `expected`: holds {said}")):
            ragtriage.evaluate(path)
    else:
        [result] = ragtriage.evaluate(path)
        assert result.case.metadata == {"note": stored or '="q"&A2'}


def test_the_readings_of_characters_are_no_part_of_a_text(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["question"], ["期限"]])
    ruby = '<t>期限</t><rPh sb="0" eb="2"><t>キゲン</t></rPh>'
    edited(path, "xl/sharedStrings.xml", ("<t>期限</t>", ruby))
    assert cells(path)[1] == (2, ["期限"])


def test_a_wrong_size_that_a_workbook_says_of_a_sheet_cuts_nothing_off(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["x", "y"], ["1", "2"]])
    edited(path, "xl/worksheets/sheet1.xml", ('<dimension ref="A1:B2"/>', '<dimension ref="A1"/>'))
    assert cells(path) == [(1, ["x", "y"]), (2, ["1", "2"])]


def test_a_heading_of_several_lines_is_one_that_the_option_can_be_given(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["質問\n（必須）", "回答"], ["q", "a"]])
    assert cells(path)[0] == (1, ["質問 （必須）", "回答"])
    with pytest.raises(SchemaError, match=re.escape("--map 'question=質問 （必須）,answer=回答'")):
        ragtriage.evaluate(path)
    assert ragtriage.evaluate(path, map={"question": "質問 （必須）", "answer": "回答"}).summary.n == 1


def test_a_sheet_with_a_title_above_its_names_says_what_the_first_row_is(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["社内QA一覧"], [], ["質問", "回答"], ["q", "a"]])
    with pytest.raises(
        SchemaError, match=r"row 1: no column has a known name.*the first row that is not empty"
    ):
        ragtriage.evaluate(path)


def test_a_workbook_is_read_by_its_bytes_packed_or_under_any_name(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["question", "answer"], ["q", "a"]])
    renamed = tmp_path / "cases.csv"
    renamed.write_bytes(path.read_bytes())
    with closing(open_source(InputPath(str(renamed), encoding="cp932"))) as source:
        assert detect(source) is Format.XLSX
        assert len(list(table_cells(source))) == 2
    packed = tmp_path / "a.xlsx.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert ragtriage.evaluate(packed).summary.n == 1


def test_a_workbook_of_another_tools_columns_is_recognised(tmp_path) -> None:
    header = ["user_input", "retrieved_contexts", "response", "reference", "faithfulness"]
    path = write(
        tmp_path / "a.xlsx", [header, ["q", "['t']", 5.0, "b", 0.5], [], ["r", "['t']", "a", "b", 1]]
    )
    evaluation = ragtriage.evaluate(path)
    [first, _] = evaluation
    assert first.trace.answer == "5"  # type: ignore[union-attr]
    assert first.case.metadata == {"faithfulness": 0.5}
    assert f"{path}: 1 empty row was passed over: row 3" in evaluation.warnings
    assert [one.name for one in evaluation.report.unread] == ["faithfulness"]


def test_a_workbook_of_texts_by_id_is_a_corpus(tmp_path) -> None:
    corpus = write(tmp_path / "corpus.xlsx", [["document_id", "text"], [1.0, "5 days"]])
    rows = [{"question": "q", "expected": "5 days", "retrieved": ["1"], "answer": "5 days"}]
    [result] = ragtriage.evaluate(rows, corpus=corpus)
    assert result.trace.retrieved[0].text == "5 days"  # type: ignore[union-attr,index]


def test_a_workbook_that_unpacks_to_far_more_than_it_has_is_refused(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["x"], ["1"]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image1.png", b"\0" * (65 * 1024 * 1024))
    with pytest.raises(SchemaError, match="unpack to more than 67,108,864; such a file is not read"):
        cells(path)


def test_a_part_that_would_be_held_as_a_tree_is_bounded(tmp_path, monkeypatch) -> None:
    path = write(tmp_path / "a.xlsx", [["x"], ["1"]])
    monkeypatch.setattr(workbook, "_MOST_TREE_BYTES", 500)
    with pytest.raises(SchemaError, match=r"its part .* is longer than 500 bytes"):
        cells(path)


def test_cells_at_the_far_end_of_a_sheet_take_no_memory_for_those_between(tmp_path) -> None:
    path = tmp_path / "wide.xlsx"
    with xlsxwriter.Workbook(str(path)) as book:
        sheet = book.add_worksheet()
        sheet.write(0, 0, "question")
        sheet.write(99_999, 16_383, "x")
    with pytest.raises(SchemaError, match="row 100000: 16384 cells under 1 columns"):
        ragtriage.evaluate(path)


def test_an_entity_is_never_expanded(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["question"], ["q"]])
    lines = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 12))
    bomb = f'<!DOCTYPE sst [<!ENTITY a0 "aaaaaaaaaa">{lines}]><sst '
    edited(path, "xl/sharedStrings.xml", ("<sst ", bomb))
    edited(path, "xl/sharedStrings.xml", ("<t>q</t>", "<t>&a11;</t>"))
    with pytest.raises(DataError, match="cannot be read as a workbook"):
        cells(path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04[Content_Types].xml xl/ and nothing more", "cannot be read as a workbook"),
        (b"\xd0\xcf\x11\xe0 an old one", r"an old Excel \(.xls\) or has a password; save it as .xlsx"),
    ],
)
def test_what_is_no_workbook_says_so(tmp_path, data, said) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(data)
    with pytest.raises(DataError, match=said):
        cells(path)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("xl/workbook.bin", r"is a binary workbook \(.xlsb\); save it as .xlsx"),
        ("word/document.xml", "is a zip archive; unpack it"),
        ("notes.txt", r"is a zip archive and no workbook \(.xlsx\)"),
    ],
)
def test_other_archives_are_called_what_they_are(tmp_path, part, said) -> None:
    path = tmp_path / "a.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(part, "x")
    with pytest.raises(DataError, match=said):
        cells(path)


def test_every_cut_of_a_workbook_is_an_error_of_ours(tmp_path) -> None:
    data = write(tmp_path / "a.xlsx", [["question", "answer"], ["q", "a"]]).read_bytes()
    path = tmp_path / "cut.xlsx"
    for stop in range(30, len(data), 211):
        path.write_bytes(data[:stop])
        with pytest.raises(DataError):
            cells(path)


def test_every_broken_byte_of_a_sheet_is_an_error_of_ours_or_another_text(tmp_path) -> None:
    path = write(tmp_path / "a.xlsx", [["question", "n"], ["q", 1.5], ["r", 2]])
    with zipfile.ZipFile(path) as archive:
        parts = {part.filename: archive.read(part) for part in archive.infolist()}
    for name in ("xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"):
        for at in range(60, len(parts[name]), 29):
            broken = io.BytesIO()
            with zipfile.ZipFile(broken, "w") as archive:
                for each, data in parts.items():
                    archive.writestr(each, data[:at] + b"<" + data[at + 1 :] if each == name else data)
            path.write_bytes(broken.getvalue())
            with suppress(DataError):
                cells(path)


def test_without_the_package_the_message_says_what_to_install(tmp_path, monkeypatch) -> None:
    path = write(tmp_path / "a.xlsx", [["question"], ["q"]])
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtraError, match=r"openpyxl is not installed; .*'ragtriage\[xlsx\]'"):
        cells(path)


def test_a_file_that_is_called_a_workbook_and_is_none_says_so(tmp_path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("question\nq\n", encoding="utf-8")
    with closing(open_source(path)) as source:
        rows = read_rows(source, Format.XLSX, Survey("a.csv"), pytest.fail)
        with pytest.raises(DataError, match="is no Excel workbook"):
            next(rows)


def test_two_processes_read_a_workbook_as_one_does(tmp_path) -> None:
    rows = [HEADER, *([str(i), f"q{i}", "e", "g", "g", "a"] for i in range(50))]
    path = write(tmp_path / "a.xlsx", rows)
    assert ragtriage.evaluate(path, workers=2).summary == ragtriage.evaluate(path).summary
