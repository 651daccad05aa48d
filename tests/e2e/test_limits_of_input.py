"""What is too large, too deep or out of range ends in a message, or in an open verdict, and soon."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner

from ragtriage.cli.main import _inert, cli
from ragtriage.errors import RagtriageError

CASE = {
    "id": "q1",
    "question": "経費精算の期限はいつですか",
    "expected_answers": ["翌月5日"],
    "gold_documents": ["a"],
    "evidence": ["翌月5日までに申請する。"],
    "retrieved": [{"document_id": "a", "text": "経費は翌月5日までに申請する。2024年3月1日、1,234円。"}],
    "answer": "翌月3日です。3月1日の会議は1,200円でした。",
}
MANY = 2000


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def texts(n: int) -> list[dict[str, str]]:
    return [{"document_id": f"a{i}", "text": f"{CASE['retrieved'][0]['text']}{i}"} for i in range(n)]


@pytest.mark.parametrize(
    ("stage", "changed", "told"),
    [
        (
            "support",
            {"retrieved": texts(MANY), "answer": CASE["answer"] * MANY},
            "statements against 2,000 texts",
        ),
        (
            "evidence",
            {"retrieved": texts(MANY), "evidence": [f"{CASE['evidence'][0]}{i}無い" for i in range(MANY)]},
            "2,000 passages against 2,000 texts",
        ),
        (
            "answer",
            {"expected_answers": [f"翌月{i}日ではない" for i in range(MANY)]},
            "2,000 expected answers",
        ),
    ],
)
def test_a_case_of_multiplied_lists_is_open_and_soon_judged(stage, changed, told):
    Path("cases.jsonl").write_text(json.dumps({**CASE, **changed}, ensure_ascii=False), "utf-8")
    began = time.monotonic()
    run("evaluate", "cases.jsonl", "--out", "out")
    assert time.monotonic() - began < 120
    verdict = json.loads(Path("out/cases.jsonl").read_text("utf-8"))["verdicts"][stage]
    assert verdict["outcome"] == "unknown"
    details = Path("out/cases.jsonl").read_text("utf-8")
    assert told in details


@pytest.mark.parametrize("is_chain", [True, False])
def test_the_spans_of_a_long_trace_are_joined_in_time(is_chain):
    with Path("spans.jsonl").open("w", encoding="utf-8") as file:
        for i in range(MANY):
            attributes = {"openinference.span.kind": "RETRIEVER", "input.value": "問い"}
            context = {"trace_id": "t", "span_id": f"s{i}"}
            parent = f"s{i - 1}" if i and is_chain else None
            span = {"name": "r", "context": context, "parent_id": parent, "attributes": attributes}
            file.write(json.dumps(span, ensure_ascii=False) + "\n")
    began = time.monotonic()
    run("convert", "spans.jsonl", "cases.jsonl")
    assert time.monotonic() - began < 60


def test_a_name_that_stands_in_an_object_many_times_is_told_in_time():
    names = ", ".join(f'"x{i % 50_000}": {i}' for i in range(100_000))
    Path("cases.jsonl").write_text('{"question": "q", "metadata": {' + names + "}}\n")
    began = time.monotonic()
    run("check", "cases.jsonl")
    assert time.monotonic() - began < 60


def test_long_questions_without_spaces_are_compared_in_time():
    rows = [
        {"id": f"q{i}", "question": "".join(chr(0x4E00 + (i + j) % 997) for j in range(5000))}
        for i in range(40)
    ]
    Path("cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    began = time.monotonic()
    run("check", "cases.jsonl")
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (pl.Date, 2**31 - 1),
        (pl.Datetime("ms"), 2**63 - 1),
        (pl.Datetime("us"), 2**62),
        (pl.Duration("ms"), 2**63 - 1),
    ],
)
def test_what_python_has_no_value_for_is_told_and_nothing_is_printed(kind, value, capfd):
    frame = pl.DataFrame({"question": ["q"], "answer": ["a"]})
    physical = pl.Int32 if kind == pl.Date else pl.Int64
    frame.with_columns(when=pl.Series([value], dtype=physical).cast(kind)).write_parquet("cases.parquet")
    for arguments in (["evaluate", "cases.parquet", "--out", "o"], ["convert", "cases.parquet", "o.jsonl"]):
        with pytest.raises(RagtriageError, match=r"cases\.parquet: cannot be read as Parquet"):
            run(*arguments)
    with pytest.raises(RagtriageError, match="cannot be read as parquet"):
        run("compare", "cases.parquet", "cases.parquet", "--id", "question")
    assert "panicked" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[retriever]\nk = " + "9" * 5000, "holds a number of too many digits"),
        ("[retriever]\nk = 0x" + "f" * 5000, "beyond what JSON numbers hold"),
        ("[retriever]\nk = " + "[" * 5000, "is nested too deeply"),
    ],
)
def test_settings_that_python_cannot_hold_are_told(text, told):
    Path("system.toml").write_text(text)
    with pytest.raises(RagtriageError, match=told):
        run("fingerprint", "system.toml")


@pytest.mark.parametrize(
    "address", ["reference://x", "jupyter://x", "github://x", "dbfs://x", "generic://x", "dir://x"]
)
def test_an_address_that_is_not_enough_for_its_storage_is_told(address):
    pytest.importorskip("fsspec")
    with pytest.raises(RagtriageError) as caught:
        run("evaluate", address, "--out", "out")
    assert "Errno" not in str(caught.value)


@pytest.mark.parametrize("name", ["report.json", "cases.jsonl", "probe.json"])
@pytest.mark.parametrize("text", ['{"a": ' * 100_000, '{"k": NaN}', "[" * 100_000, "\0", "{}"])
def test_what_is_stored_may_be_damaged(name, text):
    Path("cases.jsonl").write_text(json.dumps(CASE, ensure_ascii=False), "utf-8")
    run("evaluate", "cases.jsonl", "--out", "a")
    run("evaluate", "cases.jsonl", "--out", "b")
    Path("b", name).write_text(text)
    for arguments in (
        ["report", "b"],
        ["report", "b", "--html"],
        ["explain", "b", "q1"],
        ["compare", "a", "b"],
        ["rescore", "b", "--out", "c"],
    ):
        if name == "probe.json" and arguments[0] != "explain":
            continue
        with pytest.raises(RagtriageError):
            run(*arguments)


def test_a_seed_is_not_negative():
    with pytest.raises(click.BadParameter, match="-1 is not in the range"):
        run("compare", "a", "b", "--seed", "-1")


@pytest.mark.parametrize("grade", ["9" * 400, "9" * 5000, "inf", "nan", "1e999"])
def test_a_grade_is_a_number_that_can_be_counted_with(grade):
    Path("qrels.txt").write_text(f"q1 0 d1 {grade}\n")
    Path("run.txt").write_text("q1 Q0 d1 1 0.5 r\n")
    with pytest.raises(RagtriageError, match="a grade must be a number"):
        run("evaluate", "--qrels", "qrels.txt", "--run", "run.txt", "--out", "out")


def test_a_message_is_never_as_long_as_what_it_quotes():
    told = _inert("b/report.json: unknown field " + "x" * 100_000 + " at the end")
    assert len(told) < 2100
    assert told.startswith("b/report.json: unknown field")
    assert told.endswith("at the end")
