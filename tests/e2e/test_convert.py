"""`ragtriage convert` as a process: files of other tools in, files of other tools out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"


def ragtriage(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("suffix", ["csv", "tsv", "parquet"])
def test_real_runs_go_through_a_table_and_come_back_to_the_byte(tmp_path, shared, suffix) -> None:
    for run in ("jsquad_ja_runA", "autorag_ko_run", "squad2_en_run"):
        source = shared / "data" / "rag_runs" / f"{run}.jsonl"
        for origin, target in (
            (source, f"{run}.jsonl"),
            (source, f"{run}.{suffix}"),
            (f"{run}.{suffix}", f"{run}.back.jsonl"),
        ):
            done = ragtriage("convert", origin, target, cwd=tmp_path)
            assert done.returncode == 0, done.stderr
            assert "Warning" not in done.stderr
        assert (tmp_path / f"{run}.jsonl").read_bytes() == (tmp_path / f"{run}.back.jsonl").read_bytes()
        assert len(rows(tmp_path / f"{run}.jsonl")) == len(source.read_text("utf-8").splitlines())


def test_a_converted_file_is_judged_as_the_file_it_came_from(tmp_path) -> None:
    ragtriage("evaluate", EXAMPLE, "--out", "one", cwd=tmp_path)
    ragtriage("convert", EXAMPLE, "cases.parquet", cwd=tmp_path)
    done = ragtriage("evaluate", "cases.parquet", "--out", "two", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    one, two = (json.loads((tmp_path / name / "report.json").read_text("utf-8")) for name in ("one", "two"))
    assert one["cases"] == two["cases"]


def test_trec_files_give_the_numbers_of_the_file_they_came_from(tmp_path, shared) -> None:
    source = shared / "data" / "rag_runs" / "jsquad_ja_runB.jsonl"
    assert ragtriage("convert", source, "t", "--to", "trec", cwd=tmp_path).returncode == 0
    options = ("--metrics", "recall@1,rr", "--quiet")
    ragtriage("evaluate", source, *options, "--out", "one", cwd=tmp_path)
    files = ("--qrels", "t/qrels.txt", "--run", "t/run.txt")
    done = ragtriage("evaluate", *files, *options, "--out", "two", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    one, two = (json.loads((tmp_path / name / "report.json").read_text("utf-8")) for name in ("one", "two"))
    # the first place is the same in both; later ones move up where chunks of one document become one
    assert one["summary"]["metrics"]["recall@1"] == two["summary"]["metrics"]["recall@1"]
    assert one["summary"]["metrics"]["rr"]["mean"] <= two["summary"]["metrics"]["rr"]["mean"]


def test_what_a_layout_cannot_hold_is_named_with_the_number_of_cases(tmp_path) -> None:
    done = ragtriage("convert", EXAMPLE, "ragas.jsonl", "--to", "ragas", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == f"{len(rows(EXAMPLE))} cases written to ragas.jsonl as ragas\n"
    tagged = sum("tags" in row for row in rows(EXAMPLE))
    assert f"`tags` ({tagged})" in done.stderr


def test_another_tools_file_is_recognised_and_what_was_taken_for_what_is_said(tmp_path, shared) -> None:
    done = ragtriage("convert", shared / "data/exports/ragas_dataset.csv", "cases.jsonl", cwd=tmp_path)
    assert done.returncode == 0
    assert "`user_input` → question" in done.stderr
    assert "retrieval is unknown" in done.stderr
    assert len(rows(tmp_path / "cases.jsonl")) == 20


def test_a_table_of_any_names_is_mapped(tmp_path) -> None:
    (tmp_path / "t.csv").write_text('frage,out\n?,"{""text"": ""=1""}"\n', "utf-8")
    done = ragtriage(
        "convert",
        "t.csv",
        "c.jsonl",
        "--map",
        "question=frage,answer=out.text",
        "--map",
        "id=frage",
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert rows(tmp_path / "c.jsonl") == [
        {"id": "?", "question": "?", "answer": "=1", "metadata": {"out": {"text": "=1"}}}
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "a.jsonl", "b.jsonl"], "b.jsonl: is there already"),
        (["convert", "a.jsonl", "c.json"], "c.json: its name tells no layout"),
        (["convert", "none.jsonl", "c.jsonl"], "none.jsonl: no such file"),
        (["convert", "a.jsonl", "c.jsonl", "--map", "quest=x"], "unknown field 'quest'"),
        (["convert", "a.jsonl", "c.jsonl", "--map", "question=x"], "nothing stands at `x`"),
        (["convert", "a.jsonl", "c.jsonl", "--format", "nope"], "unknown layout 'nope'"),
        (["convert", "a.jsonl", "c", "--to", "trec"], "white space"),
        (["convert", "bad.jsonl", "c.jsonl"], "bad.jsonl, line 2: is not valid JSON"),
        (["convert", "bad.jsonl", "b.jsonl", "--force"], "bad.jsonl, line 2: is not valid JSON"),
    ],
)
def test_a_mistake_is_one_message_and_exit_code_2_and_nothing_is_written(
    tmp_path, arguments, message
) -> None:
    (tmp_path / "a.jsonl").write_text('{"question": "a b", "answer": "x"}\n', "utf-8")
    (tmp_path / "b.jsonl").write_text("mine", "utf-8")
    (tmp_path / "bad.jsonl").write_text('{"question": "a b", "answer": "x"}\nno\n', "utf-8")
    done = ragtriage(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl", "bad.jsonl"]
    assert (tmp_path / "b.jsonl").read_text("utf-8") == "mine"


def test_rows_are_set_aside_when_asked_and_counted(tmp_path) -> None:
    (tmp_path / "bad.jsonl").write_text('{"question": "a b", "answer": "x"}\nno\n', "utf-8")
    done = ragtriage("convert", "bad.jsonl", "c.jsonl", "--on-error", "skip", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout == "1 case written to c.jsonl as jsonl\n"
    assert "rows set aside: 1, the first: bad.jsonl, line 2" in done.stderr


def test_help_starts_fast(tmp_path) -> None:
    code = (
        "import sys\nfrom ragtriage.cli.main import cli\n"
        "try:\n    cli(['convert', '--help'])\nexcept SystemExit as stop:\n    assert not stop.code\n"
        "heavy = {'numpy', 'polars', 'rich', 'csv'} & set(sys.modules)\nassert not heavy, heavy\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "split.json",
            '{"columns": ["question"], "index": [0], "data": [["q"]]}',
            "its names are `columns`, `index`, `data`",
        ),
        (
            "wrapped.json",
            '{"data": [{"question": "q"}], "version": 1}',
            "its names are `data`, `version`; give the list under `data` alone",
        ),
        ("no_names.jsonl", '{"id": "1", "question": "q"}\n{"text": "t"}\n', "line 2: has neither `id` nor"),
    ],
)
def test_a_row_that_is_no_case_is_refused_and_never_written(tmp_path, name, text, said) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = ragtriage("convert", name, "out.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "out.jsonl").exists()


def test_cases_and_traces_of_two_files_are_written_as_one(shared, tmp_path) -> None:
    exports = shared / "data" / "exports"
    data, predictions = exports / "llamaindex_rag_dataset.json", exports / "llamaindex_rag_predictions.json"
    done = ragtriage("convert", data, "cases.jsonl", "--traces", predictions, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "20 cases written" in done.stdout
    wanted = json.loads(predictions.read_text("utf-8"))["predictions"]
    assert [row["answer"] for row in rows(tmp_path / "cases.jsonl")] == [each["response"] for each in wanted]
    (tmp_path / "short.json").write_text(json.dumps({"predictions": wanted[:-1]}), encoding="utf-8")
    done = ragtriage("convert", data, "short.jsonl", "--traces", "short.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "case '20' has no trace" in done.stderr
    assert not (tmp_path / "short.jsonl").exists()


def test_r14_converting_cases_whose_gold_is_what_was_retrieved_warns_of_it(tmp_path) -> None:
    cases = [{"id": name, "question": f"{name}?", "gold_ids": [name], "retrieved": [name]} for name in "abc"]
    for last, warned in ((["c"], True), (["c", "d"], False)):
        cases[-1]["retrieved"] = last
        (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), "utf-8")
        done = ragtriage("convert", "cases.jsonl", "cases.csv", "--force", "--quiet", cwd=tmp_path)
        assert done.returncode == 0
        assert ("Warning: cases.jsonl: in all 3 cases that have both, what was" in done.stderr) is warned
