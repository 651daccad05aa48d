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
    [pairs] = re.findall(r"--map '([^']+)'", done.stderr)
    options = ["--sheet", "評価", "--map", pairs]
    for _ in range(2):  # a cell of several ids under each of the two fields
        done = ragtriage(folder, "evaluate", book.name, *options)
        assert done.returncode == 2, done.stdout
        [split] = re.findall(r"cases.xlsx, row 2, .*(--split \w+) \(in Python", done.stderr)
        options += shlex.split(split)
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
