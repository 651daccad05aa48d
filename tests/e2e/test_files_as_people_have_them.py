"""Spreadsheets and tables as people have them, from what the first run says to the numbers of the second."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import xlsxwriter

HEADER = ["番号", "質問", "正解", "正解文書", "検索結果ID", "回答", "採点メモ"]
ROWS = [
    [1, "経費精算の期限は？", "翌月5日", "policy、faq", "policy\nguide", "翌月5日です", "厳しく"],
    None,
    [2, "出張の上限は？", 10000, "travel", '["guide", "travel"]', "2万円", None],
]


def ragtriage(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def pasted(told: str) -> list[str]:
    """Return the options that a message names, as a shell reads them."""
    [options] = re.findall(r"--map '[^']+'(?: --split \w+)*", told)
    return shlex.split(options)


def write_book(path: Path, *rows: list[str]) -> Path:
    with xlsxwriter.Workbook(str(path)) as workbook:
        sheet = workbook.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return path


IDS_HEADER = ["質問", "正解", "回答", "検索結果", "正解文書"]
IDS = [
    ["経費精算の期限は？", "翌月5日", "翌月5日です", "keihi-01、kitei-02", "keihi-01"],
    ["出張の上限は？", "1万円", "2万円です", "kitei-02", "shuccho-03"],
    ["有給は何日？", "10日", "10日です", "jinji-04、keihi-01", "jinji-04、jinji-05"],
    ["副業は？", "許可制", "許可制です", "jinji-04", "jinji-04"],
]


@pytest.fixture
def ids_book(tmp_path) -> Path:
    """Return a workbook whose 検索結果 holds ids, several in some cells."""
    return write_book(tmp_path / "qa.xlsx", IDS_HEADER, *IDS)


@pytest.fixture
def book(tmp_path) -> Path:
    path: Path = tmp_path / "cases.xlsx"
    with xlsxwriter.Workbook(str(path)) as workbook:
        workbook.add_worksheet("表紙").write(0, 0, "社内QA評価 2024年度")
        sheet = workbook.add_worksheet("評価")
        for number, row in enumerate([HEADER, *ROWS]):
            sheet.write_row(number, 0, row or [])
    return path


def test_a_workbook_is_evaluated_by_pasting_what_each_message_says(book) -> None:
    folder = book.parent
    done = ragtriage(folder, "evaluate", book.name)
    assert done.returncode == 2
    assert "cases.xlsx, row 1: no column has a known name" in done.stderr
    assert "--sheet NAME names a sheet" in done.stderr
    done = ragtriage(folder, "evaluate", book.name, "--sheet", "評価")
    options = ["--sheet", "評価", *pasted(done.stderr)]
    done = ragtriage(folder, "evaluate", book.name, *options, "--quiet")
    assert done.returncode == 0, done.stderr
    assert "cases.xlsx: the sheet '評価' was read, and not '表紙'" in done.stderr
    assert "cases.xlsx: 1 empty row was passed over: row 3" in done.stderr
    assert "cases.xlsx: unread columns: `採点メモ` (1 row)" in done.stderr
    report = json.loads((folder / "ragtriage-report" / "report.json").read_text("utf-8"))
    assert (report["summary"]["n"], report["mean_recall"]) == (2, 0.75)
    assert [each["name"] for each in report["unread"]] == ["採点メモ"]
    rows = (folder / "ragtriage-report" / "cases.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(row)["id"] for row in rows] == ["1", "2"]
    assert json.loads(rows[1])["case"]["expected_answers"] == ["10000"]


def test_check_convert_and_detect_read_a_workbook_too(book) -> None:
    folder = book.parent
    options = ["--sheet", "評価"]
    detected = ragtriage(folder, "formats", "--detect", book.name, *options)
    assert "cases.xlsx: xlsx" in detected.stdout
    [pairs] = re.findall(r"--map '([^']+)'", detected.stdout)
    options += ["--map", pairs, "--split", "gold_documents", "--split", "retrieved"]
    checked = ragtriage(folder, "check", book.name, *options)
    assert checked.returncode == 0, checked.stderr
    assert "unread columns: `採点メモ` (1 row)" in checked.stderr
    converted = ragtriage(folder, "convert", book.name, "cases.jsonl", *options)
    assert converted.returncode == 0, converted.stderr
    first, _ = map(json.loads, (folder / "cases.jsonl").read_text("utf-8").splitlines())
    assert (first["gold_documents"], first["retrieved"]) == (["policy", "faq"], ["policy", "guide"])


def test_an_unread_gold_column_is_named_and_the_option_beside_it_reads_it(tmp_path) -> None:
    row = {"question": "q", "expected": "5", "gold": ["d"], "retrieved": ["d"], "answer": "5", "memo": "x"}
    (tmp_path / "cases.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    for command in ("check", "evaluate"):
        done = ragtriage(tmp_path, command, "cases.jsonl", *(["--quiet"] if command == "evaluate" else []))
        assert (
            "cases.jsonl: unread columns: `gold` (1 row; did you mean `gold_documents`? "
            "--map gold_documents=gold), `memo` (1 row)"
        ) in done.stderr
    done = ragtriage(tmp_path, "evaluate", "cases.jsonl", "--map", "gold_documents=gold", "--quiet")
    assert "unread columns: `memo` (1 row)" in done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text("utf-8"))
    assert report["mean_recall"] == 1.0


def test_traces_given_apart_name_what_was_not_read_of_them(tmp_path) -> None:
    (tmp_path / "cases.jsonl").write_text('{"id": "1", "question": "q", "gold_ids": ["d"]}\n', "utf-8")
    trace = '{"id": "1", "retrieved": ["d"], "completion": "5", "latency": 3}\n'
    (tmp_path / "traces.jsonl").write_text(trace, "utf-8")
    done = ragtriage(tmp_path, "evaluate", "cases.jsonl", "traces.jsonl", "--quiet")
    assert (
        "traces.jsonl: unread columns: `completion` (1 row; did you mean `answer`? --map answer=completion), "
        "`latency` (1 row)"
    ) in done.stderr


@pytest.mark.parametrize(
    ("codec", "name", "header"),
    [
        ("cp932", "Shift_JIS: --encoding cp932", "質問,回答"),
        ("euc-kr", "EUC-KR: --encoding cp949", "질문,답변"),
        ("gb18030", "GBK: --encoding gb18030", "问题,回答"),
    ],
)
def test_detect_says_in_which_encoding_a_file_is_and_reads_it_so(tmp_path, codec, name, header) -> None:
    (tmp_path / "cases.csv").write_bytes(f"{header}\nq,a\n".encode(codec))
    question, answer = header.split(",")
    done = ragtriage(tmp_path, "formats", "--detect", "cases.csv")
    assert f"is not valid UTF-8; it reads as {name}" in done.stdout
    assert f"--map 'question={question},answer={answer}'" in done.stdout
    named = ragtriage(tmp_path, "formats", "--detect", "cases.csv", "--encoding", codec)
    assert "UTF-8" not in named.stdout
    assert f"--map 'question={question},answer={answer}'" in named.stdout


def test_ids_under_a_heading_of_texts_are_proposed_as_ids_with_every_split_at_once(ids_book) -> None:
    refused = ragtriage(ids_book.parent, "evaluate", ids_book.name)
    options = pasted(refused.stderr)
    assert "retrieved=検索結果" in options[1]
    assert options[2:] == ["--split", "retrieved", "--split", "gold_documents"]
    detected = ragtriage(ids_book.parent, "formats", "--detect", ids_book.name)
    assert pasted(detected.stdout) == options
    done = ragtriage(ids_book.parent, "evaluate", ids_book.name, *options, "--quiet")
    assert done.returncode == 0, done.stderr
    report = json.loads((ids_book.parent / "ragtriage-report" / "report.json").read_text("utf-8"))
    assert report["mean_recall"] == (1 + 0 + 1 / 2 + 1) / 4
    assert not any("look like ids" in warning for warning in report["warnings"])


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        (["keihi-01", "kitei-02"], "retrieved"),  # by their shape, for no gold is there
        (["経費は翌月5日までに精算します。", "上限は1万円です。"], "retrieved_texts"),
    ],
)
def test_without_gold_what_came_back_is_proposed_by_what_it_looks_like(tmp_path, cells, field) -> None:
    rows = [[f"質問{number}", "答え", cell] for number, cell in enumerate(cells)]
    path = write_book(tmp_path / "a.xlsx", ["質問", "回答", "検索結果"], *rows)
    refused = ragtriage(tmp_path, "evaluate", path.name)
    assert pasted(refused.stderr) == ["--map", f"question=質問,answer=回答,{field}=検索結果"]
    assert "(or retrieved" not in refused.stderr


def test_where_the_values_do_not_tell_both_readings_are_named(tmp_path) -> None:
    path = write_book(tmp_path / "a.xlsx", ["質問", "回答", "検索結果"], ["期限は？", "5日", "経費規程"])
    refused = ragtriage(tmp_path, "evaluate", path.name)
    assert (
        "retrieved_texts=検索結果' (or retrieved=検索結果, where it holds ids and no texts)"
    ) in refused.stderr


def test_ids_that_are_read_as_texts_are_told_of_and_the_reason_says_what_is_missing(ids_book) -> None:
    folder = ids_book.parent
    pairs = "question=質問,expected_answers=正解,answer=回答,retrieved_texts=検索結果,gold_documents=正解文書"
    said = (
        "qa.xlsx: the texts under `検索結果` look like ids (such as 'keihi-01'): "
        "did you mean `retrieved=検索結果`?"
    )
    assert said in ragtriage(folder, "check", ids_book.name, "--map", pairs).stderr
    done = ragtriage(folder, "evaluate", ids_book.name, "--map", pairs, "--quiet")
    assert said in done.stderr
    explained = ragtriage(folder, "explain", "ragtriage-report", "副業は？").stdout
    assert "what came back has no ids to hold against gold" in explained
    assert "was not recorded" not in explained
    rows = (folder / "ragtriage-report" / "cases.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(row)["verdicts"]["retrieval"]["cause"] for row in rows} == {"not_recorded"}


def test_several_ids_in_a_cell_are_told_with_the_column_the_row_and_every_field(ids_book) -> None:
    pairs = "question=質問,expected_answers=正解,answer=回答,retrieved=検索結果,gold_documents=正解文書"
    done = ragtriage(ids_book.parent, "evaluate", ids_book.name, "--map", pairs)
    assert done.returncode == 2
    assert done.stderr.strip().endswith(
        "qa.xlsx, row 2, `検索結果`: two ids in one cell (keihi-01、kitei-02)? Add --split retrieved --split "
        'gold_documents. (One id that really contains 、 is written ["…"].)'
    )


def test_one_id_that_holds_such_a_sign_is_read_where_it_is_written_as_a_list(tmp_path) -> None:
    rows = [["期限は？", '["規程、経費"]', "規程、経費"], ["上限は？", "b", "b"]]
    path = write_book(tmp_path / "a.xlsx", ["question", "gold_ids", "retrieved"], *rows)
    done = ragtriage(tmp_path, "evaluate", path.name, "--quiet")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text("utf-8"))
    assert report["mean_recall"] == 1.0
