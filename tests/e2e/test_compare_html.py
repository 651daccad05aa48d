"""`compare --html` as a process: one file, in either language; where comparing is refused, none."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest


def ragtriage(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "80"},
    )


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The evaluations `before`, `after`, `third` and `deeper` (another k)."""
    folder = tmp_path_factory.mktemp("evaluations")
    for name, lost, k in (("before", {1, 2, 3}, 2), ("after", {9}, 2), ("third", {5}, 2), ("deeper", {9}, 3)):
        rows = [
            {
                "id": f"q{i}",
                "question": f"Question {i}?",
                "expected": f"answer{i}",
                "gold_ids": [f"d{i}"],
                "retrieved": ["other" if i in lost else f"d{i}"],
                "answer": f"answer{i}",
            }
            for i in range(20)
        ]
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        done = ragtriage("evaluate", f"{name}.jsonl", "--k", k, "--out", name, "--quiet", cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def cases(page: str):
    found = re.search(r'<script type="application/json" id="cases-1">(.*?)</script>', page)
    assert found
    return [case["id"] for case in json.loads(found[1])["cases"]]


def test_the_page_has_both_sides_of_the_cases_that_changed(folders, tmp_path):
    done = ragtriage(
        "compare",
        folders / "before",
        folders / "after",
        "--html",
        "new/page.html",
        "--require",
        "retrieval >= 0.99",
        "--quiet",
        cwd=tmp_path,
    )
    assert done.returncode == 1
    page = (tmp_path / "new" / "page.html").read_text("utf-8")
    assert sorted(cases(page)) == ["q1", "q2", "q3", "q9"]
    assert "<strong>not met</strong>" in page
    assert list((tmp_path / "new").iterdir()) == [tmp_path / "new" / "page.html"]


def test_the_page_is_japanese_on_request(folders, tmp_path):
    done = ragtriage(
        "compare",
        folders / "before",
        folders / "after",
        "--html",
        "p.html",
        "--lang",
        "ja",
        "--quiet",
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    page = (tmp_path / "p.html").read_text("utf-8")
    assert '<html lang="ja"' in page
    assert "差の原因として言えること" in page


def test_a_refused_comparison_says_why_and_leaves_every_file_as_it_was(folders, tmp_path):
    old = '<!DOCTYPE html><meta name="generator" content="ragtriage">as it was'
    (tmp_path / "old.html").write_text(old)
    for name in ("old.html", "new.html"):
        done = ragtriage("compare", folders / "before", folders / "deeper", "--html", name, cwd=tmp_path)
        assert done.returncode == 2
        assert "the evaluations differ in k (2 and 3)" in done.stderr
    assert (tmp_path / "old.html").read_text() == old
    assert not (tmp_path / "new.html").exists()


def test_several_candidates_are_on_one_page(folders, tmp_path):
    sides = [folders / name for name in ("before", "after", "third")]
    done = ragtriage("compare", *sides, "--html", "p.html", "--quiet", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "p.html").read_text("utf-8")
    assert page.count("<article ") == 2
    assert sorted(cases(page)) == ["q1", "q2", "q3", "q9"]


def test_tables_of_scores_have_a_page_too(tmp_path):
    for name, value in (("a", 0.2), ("b", 0.4)):
        rows = "".join(f"q{i},{value + i / 100}\n" for i in range(30))
        (tmp_path / f"{name}.csv").write_text(f"id,score\n{rows}")
    done = ragtriage("compare", "a.csv", "b.csv", "--id", "id", "--html", "p.html", "--quiet", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "p.html").read_text("utf-8")
    assert "Comparison of scores" in page
    assert ">score<" in page


def test_a_page_that_cannot_be_written_is_told_in_a_line(folders, tmp_path):
    done = ragtriage("compare", folders / "before", folders / "after", "--html", ".", "--quiet", cwd=tmp_path)
    assert done.returncode == 2
    assert "is a directory" in done.stderr
    assert "Traceback" not in done.stderr
