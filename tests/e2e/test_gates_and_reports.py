"""Gates, closed-book answers, the system's configuration, JUnit and Markdown, from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ragtriage
from ragtriage.metrics.statistics.proportions import clopper_pearson

NASTY = "</failure><x> \x1b[31m `a` | <img src=x onerror=alert(1)> \u202e"


def case(number: int, **more: object) -> dict[str, object]:
    return {
        "id": f"q{number}",
        "question": f"question {number}",
        "expected": "yes",
        "gold_ids": [f"d{number}"],
        "evidence": f"fact {number}",
        "retrieved": [{"document_id": f"d{number}", "text": f"yes, fact {number}"}],
        "answer": "yes",
    } | more


CASES = [case(1), case(2, retrieved=[{"document_id": "x", "text": "other"}]), case(3, answer="no"), case(4)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases.jsonl").write_text(
        "".join(json.dumps(each) + "\n" for each in CASES), encoding="utf-8"
    )
    return tmp_path


def evaluate(
    folder: Path, *options: str, cases: str = "cases.jsonl", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", "evaluate", cases, "--out", "report", *options],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("rules", "code", "reason"),
    [
        (["recall@1 >= 0.75"], 0, ""),
        (["recall@1 >= 0.8"], 1, "recall@1 >= 0.8: not met, it is 0.75"),
        (["passed >= 50%", "hallucination <= 0"], 0, ""),
        (["passed >= 0.9", "retrieval >= 0.7"], 1, "passed >= 0.9: not met"),
    ],
)
def test_a_requirement_that_is_not_met_ends_with_1_and_its_reason_on_standard_error(
    folder, rules, code, reason
) -> None:
    done = evaluate(folder, *(word for rule in rules for word in ("--require", rule)))
    assert done.returncode == code, done.stderr
    assert reason in done.stderr
    assert (folder / "report" / "report.json").is_file()


def test_an_unknown_counts_against_a_requirement(folder) -> None:
    rows = [*CASES[:1], case(5) | {"gold_ids": []}]
    (folder / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    assert evaluate(folder, "--require", "retrieval >= 0.5").returncode == 0
    assert evaluate(folder, "--require", "retrieval >= 0.51").returncode == 1


@pytest.mark.parametrize("rule", ["recall@5", "recal@5 >= 1", "recall@5 drop <= 0.1", "passd >= 1"])
def test_a_requirement_that_is_none_is_bad_usage(folder, rule) -> None:
    done = evaluate(folder, "--require", rule)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_what_was_right_without_any_context_is_marked_and_counted(folder) -> None:
    answers = [("q1", "yes"), ("q2", "yes"), ("q3", "no"), ("other", "yes")]
    (folder / "closed.jsonl").write_text(
        "".join(json.dumps({"id": identifier, "answer": answer}) + "\n" for identifier, answer in answers),
        encoding="utf-8",
    )
    done = evaluate(folder, "--closed-book", "closed.jsonl")
    assert done.returncode == 0, done.stderr
    evaluation = ragtriage.Evaluation.load(folder / "report")
    assert [result.known_without_retrieval for result in evaluation] == [True, True, False, None]
    closed_book = evaluation.summary.closed_book
    assert closed_book is not None
    assert (closed_book.answer.passed, closed_book.answer.fail, closed_book.answer.unknown) == (2, 1, 1)
    assert (closed_book.passed, closed_book.passed_known) == (1, 1)
    assert "1 closed-book answers have no case, such as that of 'other'" in done.stdout
    assert "known without retrieval" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ('{"id": "q1"}\n', "the row of 'q1' has no `answer`"),
        ('{"id": "q1", "answer": "a"}\n{"id": "q1", "answer": "b"}\n', "two answers have the id 'q1'"),
    ],
)
def test_closed_book_answers_that_are_none_are_refused(folder, data, message) -> None:
    (folder / "closed.jsonl").write_text(data, encoding="utf-8")
    done = evaluate(folder, "--closed-book", "closed.jsonl")
    assert done.returncode == 2
    assert message in done.stderr


def test_the_configuration_of_the_system_is_hashed_by_part_and_kept(folder) -> None:
    (folder / "system.toml").write_text(
        '[chunking]\nsize = 220\n[retriever]\nname = "bm25"\n', encoding="utf-8"
    )
    assert evaluate(folder, "--system", "system.toml").returncode == 0
    first = ragtriage.Evaluation.load(folder / "report").manifest
    assert first.system == {"chunking": {"size": 220}, "retriever": {"name": "bm25"}}
    assert first.fingerprints["generator"] is None
    (folder / "system.toml").write_text(
        '[retriever]\nname = "bm25"\n[chunking]\nsize = 80\n', encoding="utf-8"
    )
    assert evaluate(folder, "--system", "system.toml").returncode == 0
    second = ragtriage.Evaluation.load(folder / "report").manifest
    assert {part for part, value in first.fingerprints.items() if second.fingerprints[part] != value} == {
        "chunking"
    }


def test_exact_intervals_are_clopper_and_pearsons(folder) -> None:
    assert evaluate(folder, "--interval", "exact").returncode == 0
    rate = ragtriage.Evaluation.load(folder / "report").summary.verdicts["retrieval"]
    exact = clopper_pearson(3, 4)
    assert exact is not None
    assert (rate.low, rate.high) == (exact.low, exact.high)


def test_junit_has_a_test_a_case_and_its_diagnosis_as_the_failure(folder) -> None:
    rows = [*CASES, {"id": NASTY, "question": NASTY, "expected": "a", "answer": NASTY}]
    (folder / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    assert evaluate(folder, "--junit", "junit.xml").returncode == 0
    suite = ET.parse(folder / "junit.xml").getroot()  # noqa: S314 - our own file
    assert {name: suite.get(name) for name in ("tests", "failures", "skipped")} == {
        "tests": "5",
        "failures": "2",
        "skipped": "1",
    }
    kinds = [[child.tag for child in each] for each in suite.iter("testcase")]
    assert kinds == [[], ["failure"], ["failure"], [], ["skipped"]]
    assert suite[1][0].get("type") == "ungrounded_correct"
    assert "not retrieved: d2" in (suite[1][0].text or "")
    assert "\u202e" not in (folder / "junit.xml").read_text(encoding="utf-8")


def test_markdown_is_written_printed_or_appended_to_the_step_summary(folder) -> None:
    rows = [*CASES, case(5, id=NASTY, question=NASTY, answer="no")]
    (folder / "cases.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows), encoding="utf-8")
    done = evaluate(folder, "--markdown", "-", "--require", "passed >= 0.9")
    assert done.returncode == 1
    assert done.stdout.startswith("## cases\\.jsonl")
    assert "- ❌ passed" in done.stdout
    assert not {"\x1b", "\u202e"} & set(done.stdout)
    assert "<img" not in done.stdout.replace("\\<", "")
    (folder / "summary.md").write_text("before\n", encoding="utf-8")
    done = evaluate(folder, "--github", "--quiet", GITHUB_STEP_SUMMARY=str(folder / "summary.md"))
    assert done.returncode == 0, done.stderr
    text = (folder / "summary.md").read_text(encoding="utf-8")
    assert text.startswith("before\n## cases\\.jsonl")
    nowhere = evaluate(folder, "--github", "--quiet", GITHUB_STEP_SUMMARY="")
    assert nowhere.returncode == 0
    assert "Warning: $GITHUB_STEP_SUMMARY is not set" in nowhere.stderr
    refused = evaluate(folder, "--github", "--quiet", GITHUB_STEP_SUMMARY=str(folder))
    assert refused.returncode == 2
    assert f"Error: {folder}: cannot be written" in refused.stderr
