"""`ragtriage formats` as a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from ragtriage.importers.table import IMPORTERS
from ragtriage.reports.writers.layouts import WRITERS

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"


def formats(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", "formats", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_every_layout_that_is_read_or_written_is_told_in_80_columns() -> None:
    lines = formats().stdout.splitlines()
    told = f" {' '.join(formats().stdout.split())} "
    for table in (IMPORTERS, WRITERS):
        for name, row in table.items():
            assert f" {' '.join([name, *row.what.split()])} " in told, name
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("path", "layout", "why"),
    [
        ("data/exports/ragas_dataset.csv", "ragas", "`user_input`"),
        ("data/exports/haystack_detailed_ja.json", "haystack", "`true_answer`"),
        ("data/qa/jsquad_valid_cut.json", "squad", ""),
        ("data/rag_runs/jsquad_ja_runA.jsonl", "jsonl", "no other tool's fields"),
        ("data/ir/beir_mini_clapnq_a", "beir", "`qrels`"),
    ],
)
def test_what_a_real_file_is_taken_for_is_said_with_the_reason(shared, path, layout, why) -> None:
    done = formats("--detect", shared / path)
    assert done.returncode == 0, done.stderr
    first, *rest = done.stdout.splitlines()
    assert first == f"{shared / path}: {layout}"
    assert any(line.startswith("  why ") and why in line for line in rest)


def test_the_schema_is_printed_and_the_example_is_valid_under_it() -> None:
    done = formats("--schema")
    validator = Draft202012Validator(json.loads(done.stdout))
    for line in EXAMPLE.read_text("utf-8").splitlines():
        validator.validate(json.loads(line))
    assert not validator.is_valid({"question": "?", "expected": ""})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--detect", "nowhere"], "nowhere: no such file"),
        (["--detect", "x", "--schema"], "exclude each other"),
    ],
)
def test_a_mistake_is_one_message_and_exit_code_2(arguments, message) -> None:
    done = formats(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_with_headings_of_its_own_is_told_with_the_map_for_them(tmp_path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("番号,質問,模範解答,備考\n1,q,a,x\n", encoding="utf-8")
    done = formats("--detect", path)
    assert (
        "  map   say which is which: --map 'id=番号,question=質問,expected_answers=模範解答'\n" in done.stdout
    )
    assert "  map   " not in formats("--detect", EXAMPLE).stdout
