"""Cases as tests, in pytest processes of their own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

ROWS = [
    {
        "id": "fine",
        "question": "When is it due?",
        "expected": "5 days",
        "gold_ids": ["a"],
        "retrieved": ["a"],
        "answer": "5 days",
    },
    {
        "id": "missed",
        "question": "経費精算の期限は？",
        "expected": "翌月5日",
        "gold_ids": ["expense-policy"],
        "retrieved": ["general-guide"],
        "answer": "翌月5日",
    },
    {"id": "silent", "question": "Nothing was recorded", "expected": "x", "gold_ids": ["a"]},
]

# The article's own regression tests: a right answer hides a document that never came back.
ARTICLE = """
import pytest

CASE = {
    "question": "経費精算の期限は？",
    "expected": "翌月5日",
    "gold_ids": ["expense-policy"],
    "retrieved": ["general-guide"],
    "actual": "翌月5日",
}


def test_a_right_answer_does_not_hide_that_retrieval_failed(ragtriage):
    result = ragtriage.case(CASE, k=2)
    ragtriage.check(result, retrieval="fail", answer="pass", diagnosis="ungrounded_correct")


def test_the_document_is_retrieved(ragtriage):
    result = ragtriage.case({**CASE, "retrieved": ["expense-policy"]}, k=2)
    ragtriage.check(result, retrieval="pass", answer="pass", diagnosis="passed")


def test_a_wrong_claim_tells_all_about_the_case(ragtriage):
    ragtriage.check(ragtriage.case(CASE, k=2), retrieval="pass")


def test_a_stage_that_does_not_exist_is_an_error(ragtriage):
    with pytest.raises(TypeError, match="no stage 'retrievel'"):
        ragtriage.check(ragtriage.case(CASE), retrievel="pass")
"""


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    is_installed = any(point.value == "ragtriage.pytest_plugin" for point in entry_points(group="pytest11"))
    named = () if is_installed else ("-p", "ragtriage.pytest_plugin")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *named, "-p", "no:cacheprovider", "-rA", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )


def outcomes(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    return dict(
        reversed(found)
        for found in re.findall(r"^(PASSED|FAILED|SKIPPED|XFAIL|XPASS) \S*::(\w+)", done.stdout, re.MULTILINE)
    )


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS[:2]))
    return tmp_path


def test_each_case_is_a_test_and_its_diagnosis_the_failure(folder):
    done = run(folder, "--ragtriage", "cases.jsonl", "--ragtriage-k", "2")
    assert done.returncode == 1, done.stdout + done.stderr
    assert outcomes(done) == {"fine": "PASSED", "missed": "FAILED"}
    assert "ungrounded_correct: fix retrieval" in done.stdout
    assert "経費精算の期限は？" in done.stdout
    assert "retrieval fail (recall@2 >= 1)" in done.stdout
    assert "Traceback" not in done.stdout


def test_what_was_not_judged_is_skipped_and_not_failed(folder):
    (folder / "cases.jsonl").write_text(json.dumps({**ROWS[2], "answer": "x"}) + "\n")
    done = run(folder, "--ragtriage", "cases.jsonl")
    assert done.returncode == 0, done.stdout
    assert "1 skipped" in done.stdout
    assert "open: retrieval" in done.stdout


def test_other_tests_are_collected_beside_the_cases(folder):
    (folder / "test_other.py").write_text("def test_other(): pass\n")
    done = run(folder, "--ragtriage", "cases.jsonl")
    assert outcomes(done) == {"fine": "PASSED", "missed": "FAILED", "test_other": "PASSED"}


def test_a_known_failure_is_expected_and_reported_once_it_passes(folder):
    options = ("--ragtriage", "cases.jsonl", "--ragtriage-k", "2", "--ragtriage-baseline", "known.json")
    written = run(folder, *options, "--ragtriage-update-baseline")
    assert written.returncode == 0, written.stdout
    assert json.loads((folder / "known.json").read_text()) == {"missed": "ungrounded_correct"}
    known = run(folder, *options)
    assert known.returncode == 0, known.stdout
    assert "1 passed, 1 xfailed" in known.stdout
    mended = {**ROWS[1], "retrieved": ["expense-policy"]}
    (folder / "cases.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (ROWS[0], mended)))
    passing = run(folder, *options)
    assert passing.returncode == 0, passing.stdout
    assert "known failures that pass" in passing.stdout
    assert "missed: was ungrounded_correct" in passing.stdout


def test_an_update_keeps_what_did_not_run_and_says_so(folder):
    (folder / "known.json").write_text('{"fine": "hallucination", "elsewhere": "evidence_gap"}')
    options = ("--ragtriage", "cases.jsonl", "--ragtriage-k", "2", "--ragtriage-baseline", "known.json")
    done = run(folder, *options, "--ragtriage-update-baseline", "-k", "missed")
    assert done.returncode == 0, done.stdout
    known = json.loads((folder / "known.json").read_text())
    assert known == {"elsewhere": "evidence_gap", "fine": "hallucination", "missed": "ungrounded_correct"}
    assert "kept in the baseline, not judged in this run" in done.stdout
    run(folder, *options, "--ragtriage-update-baseline")
    known = json.loads((folder / "known.json").read_text())
    assert known == {"elsewhere": "evidence_gap", "missed": "ungrounded_correct"}


def test_two_files_with_the_same_id_need_baselines_of_their_own(folder):
    (folder / "more.jsonl").write_text(json.dumps({**ROWS[1], "id": "fine"}) + "\n")
    files = ("--ragtriage", "cases.jsonl", "--ragtriage", "more.jsonl", "--ragtriage-k", "2")
    (folder / "known.json").write_text('{"fine": "ungrounded_correct"}')
    done = run(folder, *files, "--ragtriage-baseline", "known.json")
    assert done.returncode == 2
    assert "both have a case 'fine'" in done.stdout
    assert "1 passed" in run(folder, *files).stdout  # without a baseline an id need not tell them apart


@pytest.mark.parametrize("path", ["../cases.jsonl", "./../below/../cases.jsonl", "linked.jsonl"])
def test_a_file_may_be_named_by_any_path(folder, path):
    below = folder / "below"
    below.mkdir()
    (below / "linked.jsonl").symlink_to(folder / "cases.jsonl")
    done = run(below, "--ragtriage", path, "--ragtriage-k", "2")
    assert outcomes(done) == {"fine": "PASSED", "missed": "FAILED"}, done.stdout + done.stderr


def test_a_known_failure_that_fails_otherwise_is_a_failure(folder):
    (folder / "known.json").write_text('{"missed": "hallucination"}')
    done = run(
        folder, "--ragtriage", "cases.jsonl", "--ragtriage-k", "2", "--ragtriage-baseline", "known.json"
    )
    assert done.returncode == 1
    assert "the baseline knows it as hallucination" in done.stdout


def test_it_works_with_several_workers(folder):
    (folder / "known.json").write_text('{"fine": "hallucination"}')
    options = ("--ragtriage", "cases.jsonl", "--ragtriage-k", "2", "--ragtriage-baseline", "known.json")
    done = run(folder, *options, "-n", "2")
    assert done.returncode == 1, done.stdout
    assert outcomes(done) == {"fine": "XPASS", "missed": "FAILED"}
    assert "fine: was hallucination" in done.stdout
    run(folder, *options, "-n", "2", "--ragtriage-update-baseline")
    assert json.loads((folder / "known.json").read_text()) == {"missed": "ungrounded_correct"}


def test_the_articles_regression_tests(folder):
    (folder / "test_article.py").write_text(ARTICLE, encoding="utf-8")
    done = run(folder, "test_article.py")
    assert outcomes(done) == {
        "test_a_right_answer_does_not_hide_that_retrieval_failed": "PASSED",
        "test_the_document_is_retrieved": "PASSED",
        "test_a_wrong_claim_tells_all_about_the_case": "FAILED",
        "test_a_stage_that_does_not_exist_is_an_error": "PASSED",
    }
    assert "retrieval is fail, expected pass" in done.stdout
    assert "ungrounded_correct: fix retrieval" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--ragtriage", "none.jsonl"], "none.jsonl"),
        (["--ragtriage", "broken.jsonl"], "broken.jsonl, line 1: is not valid JSON"),
        (["--ragtriage", "cases.jsonl", "--ragtriage-baseline", "none.json"], "none.json: no such file"),
        (["--ragtriage", "cases.jsonl", "--ragtriage-baseline", "broken.jsonl"], "no object of diagnoses"),
        (["--ragtriage-update-baseline"], "needs --ragtriage-baseline FILE"),
    ],
)
def test_bad_input_is_an_error_that_names_it(folder, arguments, told):
    (folder / "broken.jsonl").write_text("{\n")
    done = run(folder, *arguments)
    assert done.returncode in {2, 4}, done.stdout
    assert told in done.stdout + done.stderr


def test_without_its_options_the_plugin_imports_nothing(folder):
    (folder / "test_light.py").write_text(
        "import sys\n\ndef test_light():\n    assert not {'numpy', 'msgspec', 'polars'} & set(sys.modules)\n"
    )
    done = run(folder, "test_light.py", "-p", "no:hypothesispytest")
    assert done.returncode == 0, done.stdout
