"""Files of other tools, evaluated from the command line."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys

import pytest


def evaluate(folder, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", "evaluate", *map(str, arguments), "--quiet"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "cases", "said"),
    [
        ("ragas_dataset.csv", 20, "no gold ids in this file: retrieval is unknown"),
        ("ragas_dataset.jsonl", 20, ""),
        ("deepeval_test_cases.json", 20, "`actual_output` → answer"),
        ("haystack_detailed_ja.json", 20, "`true_answer` → expected answers"),
        ("azure_rag_baseline.jsonl", 60, "`truth` → expected answers"),
    ],
)
def test_a_file_of_another_tool_is_recognised_and_said_how_it_was_read(
    shared, tmp_path, name, cases, said
) -> None:
    path = shared / "data" / "exports" / name
    done = evaluate(tmp_path, path)
    assert done.returncode == 0, done.stderr
    assert said in done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert report["summary"]["n"] == cases
    assert report["manifest"]["inputs"] == [str(path)]


def test_ragas_as_csv_and_as_json_lines_are_judged_alike(shared, tmp_path) -> None:
    for kind in ("csv", "jsonl"):
        evaluate(tmp_path, shared / "data" / "exports" / f"ragas_dataset.{kind}", "--out", kind)
    summaries = [
        json.loads((tmp_path / kind / "report.json").read_text(encoding="utf-8"))["summary"]
        for kind in ("csv", "jsonl")
    ]
    assert summaries[0] == summaries[1]


def test_a_bad_row_of_another_tools_file_may_be_set_aside(tmp_path) -> None:
    rows = [
        {"input": "q1", "actual_output": "a", "expected_output": "a", "retrieval_context": ["a"]},
        {"input": 5, "actual_output": ["x"], "expected_output": "a", "retrieval_context": 7},
    ]
    (tmp_path / "cases.json").write_text(json.dumps(rows), encoding="utf-8")
    assert evaluate(tmp_path, "cases.json").returncode == 2
    done = evaluate(tmp_path, "cases.json", "--on-error", "skip")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert (report["summary"]["n"], report["summary"]["set_aside"]) == (1, 1)


def test_any_other_table_is_read_with_a_map(tmp_path) -> None:
    row = {
        "meta": {"ask": "q"},
        "truth": "yes",
        "hits": [{"file": "a", "page": 1}],
        "said": "yes",
        "gold": ["a#1"],
    }
    (tmp_path / "log.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    done = evaluate(
        tmp_path,
        "log.jsonl",
        "--map",
        "question=meta.ask,expected_answers=truth,retrieved=hits,answer=said,gold_documents=gold",
        "--document-key",
        "file,page",
    )
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert report["mean_recall"] == 1.0
    assert report["answer_accuracy"] == 1.0


def test_an_unknown_layout_gets_a_suggestion(tmp_path) -> None:
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    done = evaluate(tmp_path, "a.json", "--format", "raga")
    assert done.returncode == 2
    assert "unknown layout 'raga'; did you mean 'ragas'?" in done.stderr


OWN_READER = """
from ragtriage import Case, Trace


def read(path):
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file):
            question, answer, expected = line.rstrip("\\n").split("~")
            case = Case(id=str(number), question=question, expected_answers=(expected,))
            yield case, Trace(id=str(number), retrieved=("a",), answer=answer)


nothing = 5
"""


def test_a_reader_of_ones_own_is_named_on_the_command_line_and_nowhere_else(tmp_path) -> None:
    (tmp_path / "log_reader.py").write_text(OWN_READER, encoding="utf-8")
    (tmp_path / "log.txt").write_text("q1~yes~yes\nq2~no~yes\n", encoding="utf-8")
    done = evaluate(tmp_path, "log.txt", "--format", "log_reader:read")
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert [case["answer_match"] for case in report["cases"]] == [True, False]
    assert report["manifest"]["inputs"] == ["log.txt"]
    for named, said in (
        ("log_reader:nothing", "log_reader:nothing is no reader"),
        ("log_reader:absent", "cannot be imported"),
        ("no_such_module:read", "cannot be imported"),
    ):
        done = evaluate(tmp_path, "log.txt", "--format", named)
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    (tmp_path / "ragtriage.toml").write_text('format = "log_reader:read"\n', encoding="utf-8")
    done = evaluate(tmp_path, "log.txt")
    assert done.returncode == 2
    assert "names code, which may not stand in a file" in done.stderr


@pytest.mark.parametrize(("encoding", "name"), [("cp932", "Shift_JIS"), ("utf-16", "UTF-16")])
def test_a_table_from_a_spreadsheet_is_refused_with_its_encoding_and_read_with_it(
    tmp_path, encoding, name
) -> None:
    text = "question\tanswer\texpected\tretrieved\n経費の期限はいつですか\t翌月5日\t翌月5日\tかな\n"
    (tmp_path / "cases.tsv").write_bytes(text.encode(encoding))
    done = evaluate(tmp_path, "cases.tsv")
    assert done.returncode == 2
    assert name in done.stderr
    assert f"--encoding {encoding}" in done.stderr
    done = evaluate(tmp_path, "cases.tsv", "--encoding", encoding)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "ragtriage-report" / "report.json").read_text(encoding="utf-8"))
    assert report["cases"][0]["question"] == "経費の期限はいつですか"
    assert report["answer_accuracy"] == 1.0


@pytest.mark.parametrize("encoding", ["utf-8", "cp932"])
def test_another_tools_file_is_the_same_by_its_name_by_standard_input_and_in_another_encoding(
    shared, tmp_path, encoding
) -> None:
    text = (shared / "data" / "exports" / "deepeval_test_cases.csv").read_text("utf-8")
    (tmp_path / "cases.csv").write_bytes(text.encode(encoding, "replace"))
    said = () if encoding == "utf-8" else ("--encoding", encoding)
    done = evaluate(tmp_path, "cases.csv", *said, "--out", "named")
    assert done.returncode == 0, done.stderr
    with (tmp_path / "cases.csv").open("rb") as file:
        piped = subprocess.run(
            [sys.executable, "-m", "ragtriage", "evaluate", "-", *said, "--quiet", "--out", "piped"],
            cwd=tmp_path, stdin=file, capture_output=True, encoding="utf-8", timeout=60, check=False,
        )  # fmt: skip
    assert piped.returncode == 0, piped.stderr
    named, through = (
        json.loads((tmp_path / out / "report.json").read_text(encoding="utf-8")) for out in ("named", "piped")
    )
    assert named["manifest"]["inputs"] == ["cases.csv"]
    assert through["manifest"]["inputs"] == ["standard input"]
    assert named["summary"]["n"] == 20
    assert named["summary"] == through["summary"]
    assert named["cases"] == through["cases"]


def test_what_is_wrong_with_a_folder_of_a_known_kind_is_said(tmp_path) -> None:
    for split in ("test", "train"):
        folder = tmp_path / "saved" / split
        folder.mkdir(parents=True)
        (folder / "state.json").write_text("{}", "utf-8")
    (tmp_path / "saved" / "dataset_dict.json").write_text("{}", "utf-8")
    several = evaluate(tmp_path, tmp_path / "saved")
    assert several.returncode == 2
    assert "holds the splits test, train; name one" in several.stderr
    (tmp_path / "saved" / "test" / "data-00000-of-00001.arrow").write_bytes(b"\xff\xff\xff\xffgarbage")
    broken = evaluate(tmp_path, tmp_path / "saved" / "test")
    assert broken.returncode == 2
    assert "data-00000-of-00001.arrow: cannot be read as an Arrow stream" in broken.stderr


@pytest.mark.parametrize("named", ["../reader:rows", ".reader:rows", ":rows", "reader:"])
def test_what_names_no_reader_is_an_error_and_no_traceback(tmp_path, named) -> None:
    (tmp_path / "cases.jsonl").write_text('{"question": "q"}', "utf-8")
    done = evaluate(tmp_path, "cases.jsonl", "--format", named)
    assert done.returncode == 2
    assert f"{named} cannot be imported" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("codec", "header", "language"),
    [
        ("utf-8-sig", "ID,質問,正解,回答,根拠,検索結果,備考", "ja"),
        ("cp932", "ID,質問,正解,回答,根拠,検索結果,備考", "ja"),
        ("cp949", "ID,질문,정답,답변,근거,검색결과,비고", "ko"),
        ("gb18030", "编号,问题,标准答案,回答,依据,检索结果,备注", "zh"),
    ],
)
def test_a_spreadsheet_in_another_language_is_judged_with_the_map_that_its_refusal_proposes(
    tmp_path, codec, header, language
) -> None:
    texts = {
        "ja": ("期限は？", "翌月5日", "翌月5日です", "期限は翌月5日です"),
        "ko": ("기한은?", "5일", "5일입니다", "기한은 5일입니다"),
        "zh": ("期限是什么时候？", "5日", "5日。", "期限是5日"),
    }
    question, expected, answer, evidence = texts[language]
    row = f'q1,{question},{expected},{answer},{evidence},"[""{evidence}""]",memo'
    (tmp_path / "table.csv").write_bytes(f"{header}\r\n{row}\r\n".encode(codec))
    arguments = ["table.csv"] if codec.startswith("utf") else ["table.csv", "--encoding", codec]
    refused = evaluate(tmp_path, *arguments)
    assert refused.returncode == 2
    assert not (tmp_path / "ragtriage-report").exists()
    proposed = shlex.split(refused.stderr.partition("say which is which: ")[2].partition(" (or ")[0])
    done = evaluate(tmp_path, *arguments, *proposed)
    assert done.returncode == 0, done.stderr
    [line] = (tmp_path / "ragtriage-report" / "cases.jsonl").read_text("utf-8").splitlines()
    result = json.loads(line)
    judged = {stage: verdict["outcome"] for stage, verdict in result["verdicts"].items()}
    assert judged == {"retrieval": "unknown", "evidence": "pass", "answer": "pass", "support": "unknown"}
    assert result["id"] == "q1"
    assert result["case"]["metadata"] == {header.rsplit(",", 1)[1]: "memo"}
