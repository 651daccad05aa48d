"""Comparing, rescoring, calibrating and fingerprints as processes: what they print, write and exit with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from ragtriage.comparison.records import Comparison
from ragtriage.evaluation.distributed.parted_rows import pack_parquet
from ragtriage.evaluation.evaluation import Evaluation, PartFile
from ragtriage.evaluation.folder import write_report
from ragtriage.evaluation.store import RowStore


def ragtriage(*arguments: object, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "COLUMNS": "80", **environment},
    )


def rows(lost: set[int], n: int = 20):
    return [
        {
            "id": f"q{i}",
            "question": f"Question {i}?",
            "expected_answers": [f"answer{i}"],
            "gold_documents": [f"d{i}"],
            "retrieved": [{"document_id": "other" if i in lost else f"d{i}", "text": f"answer{i} it is"}],
            "answer": f"answer{i}",
        }
        for i in range(n)
    ]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The evaluations `before`, `after` (three cases better, one worse) and `deeper` (another k)."""
    folder = tmp_path_factory.mktemp("evaluations")
    for name, lost, k in (("before", {1, 2, 3}, 2), ("after", {9}, 2), ("deeper", {9}, 3)):
        path = folder / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows(lost)))
        done = ragtriage("evaluate", path, "--k", k, "--out", name, "--quiet", cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def test_a_comparison_is_printed_and_written(folders, tmp_path):
    done = ragtriage(
        "compare",
        folders / "before",
        folders / "after",
        "--json",
        "c.json",
        "--markdown",
        "c.md",
        cwd=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert all(len(line) <= 80 for line in done.stdout.splitlines() if str(folders) not in line)
    for part in ("What differs", "retrieval_results (4 of 20 cases)", "won:lost", "3:1", "q1, q2, q3"):
        assert part in done.stdout
    assert "unverified: chunking, retriever, generator" in done.stdout
    written = json.loads((tmp_path / "c.json").read_bytes())
    assert list(written)[:2] == ["kind", "baseline"]
    retrieval = written["rows"][0]
    assert (retrieval["name"], retrieval["wins"], retrieval["losses"], retrieval["p"]) == (
        "retrieval",
        3,
        1,
        0.625,
    )
    assert written["flips"]["retrieval"]["broken"] == ["q9"]
    assert "| retrieval | 20 | 0.850 | 0.950 | +0.100 |" in (tmp_path / "c.md").read_text()


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--no-regression"], 1, "no regression: not met, 1 of 17 cases that passed now fail ('q9')"),
        (["--no-regression", "--significant"], 0, ""),
        (["--require", "recall@2 drop <= 0"], 0, ""),
        (["--require", "retrieval >= 0.95"], 0, ""),
        (["--require", "retrieval >= 0.96"], 1, "retrieval >= 0.96: not met, it is 0.95 (over 20 pairs)"),
        (["--require", "retrieval ~ 1"], 2, "not a requirement"),
        (["--require", "retrievel >= 1"], 2, "did you mean 'retrieval'"),
        (["--significant"], 2, "--significant goes with --no-regression"),
        (["--allow", "k"], 2, "'k' cannot be allowed to differ"),
        (["--metrics", "recall@7"], 2, "not every evaluation has 'recall@7'"),
    ],
)
def test_gates_and_bad_usage_have_their_exit_codes_and_reasons(folders, tmp_path, options, code, told):
    done = ragtriage("compare", folders / "before", folders / "after", "--quiet", *options, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert told in done.stderr
    assert done.stdout == ""


def test_a_refused_comparison_exits_2_and_works_once_rescored(folders, tmp_path):
    refused = ragtriage("compare", folders / "before", folders / "deeper", cwd=tmp_path)
    assert refused.returncode == 2
    assert "the evaluations differ in k (2 and 3)" in refused.stderr
    assert "ragtriage rescore" in refused.stderr
    done = ragtriage(
        "rescore", folders / "before", folders / "deeper", "--k", 1, "--out", "again", cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "20 cases judged again" in done.stdout
    done = ragtriage("compare", "again/before", "again/deeper", "--quiet", "--json", "c.json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "c.json").read_bytes())["rows"][0]["wins"] == 3


def test_rescoring_into_the_same_folder_is_refused(folders):
    done = ragtriage("rescore", "before", "--k", 1, "--out", "before", cwd=folders)
    assert done.returncode == 2
    assert "would be replaced" in done.stderr


def test_more_than_two_are_compared_with_the_first(folders, tmp_path):
    again = tmp_path / "again.jsonl"
    again.write_text("".join(json.dumps(row) + "\n" for row in rows(set())))
    ragtriage("evaluate", again, "--k", 2, "--out", "third", "--quiet", cwd=tmp_path)
    done = ragtriage(
        "compare", folders / "before", folders / "after", "third", "--json", "c.json", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Compared: 20 cases") == 2
    written = json.loads((tmp_path / "c.json").read_bytes())["comparisons"]
    assert [Path(each["candidate"]).name for each in written] == ["after", "third"]


def test_an_evaluation_against_itself_is_a_repeat_without_regression(folders, tmp_path):
    done = ragtriage("compare", folders / "after", folders / "after", "--no-regression", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Repeats of one configuration" in done.stdout


def test_tables_of_scores_are_compared_without_a_word_on_stages(shared, tmp_path):
    one, other = (
        shared / "data" / "exports" / f"cookbook_{name}_per_question.csv" for name in ("basic", "reranked")
    )
    done = ragtriage(
        "compare", one, other, "--id", "question", "--scores", "retrieval_mrr,e2e_correct", cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "0.720 0.880 +0.160" in done.stdout
    for stage in ("generation", "chunking", "evidence", "put down to"):
        assert stage not in done.stdout.split("Flips")[0]


def test_the_markdown_goes_to_the_summary_of_a_step(folders, tmp_path):
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    arguments = ("compare", folders / "before", folders / "after", "--github", "--no-regression", "--quiet")
    done = ragtriage(*arguments, cwd=tmp_path, GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1
    text = summary.read_text()
    assert text.startswith("before\n## ")
    assert "❌ no regression: not met" in text
    without = ragtriage(*arguments, cwd=tmp_path, GITHUB_STEP_SUMMARY="")
    assert without.returncode == 1
    assert "--github appends nothing" in without.stderr
    assert summary.read_text() == text


def test_fingerprints_are_those_of_the_evaluation(folders, tmp_path):
    of_folder = json.loads(ragtriage("fingerprint", folders / "before", "--json", cwd=tmp_path).stdout)
    of_file = json.loads(ragtriage("fingerprint", folders / "before.jsonl", "--json", cwd=tmp_path).stdout)
    assert of_file
    assert of_file.items() <= of_folder.items()
    system = tmp_path / "system.toml"
    system.write_text("[retriever]\nname = 'bm25'\n")
    assert ragtriage("fingerprint", system, cwd=tmp_path).stdout.startswith("retriever  ")


def test_a_judge_is_held_against_labels(folders, tmp_path):
    labels = tmp_path / "labels.csv"
    labels.write_text("id,label\n" + "".join(f"q{i},{'pass' if i != 3 else 'fail'}\n" for i in range(10)))
    done = ragtriage(
        "calibrate", folders / "before", labels, "--stage", "answer", "--json", "c.json", cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Not validated for failures: people found 1, fewer than 20" in done.stdout
    assert "assumes:" in done.stdout
    written = json.loads((tmp_path / "c.json").read_bytes())
    assert (written["both_pass"], written["judge_pass"], written["n"]) == (9, 1, 10)


def test_help_is_there_and_needs_nothing_heavy(tmp_path):
    code = (
        "import sys; sys.argv = ['ragtriage', sys.argv[1], '--help']; import ragtriage.cli, atexit\n"
        "heavy = {'numpy', 'scipy', 'polars', 'rich'}\n"
        "atexit.register(lambda: print('HEAVY', sorted(heavy & set(sys.modules))))\n"
        "ragtriage.cli.main()"
    )
    for command in ("compare", "rescore", "calibrate", "fingerprint"):
        done = subprocess.run(
            [sys.executable, "-c", code, command], capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert "Examples:" in done.stdout
        assert done.stdout.rstrip().endswith("HEAVY []")


def test_the_json_is_the_record(folders, tmp_path):
    ragtriage("compare", folders / "before", folders / "after", "--json", "c.json", "--quiet", cwd=tmp_path)
    data = (tmp_path / "c.json").read_bytes()
    assert msgspec.json.decode(data, type=Comparison).n == 20


def test_evaluations_in_parquet_parts_are_compared_as_those_in_one_file(folders, tmp_path):
    for name, sizes in (("before", (3, 7, 10)), ("after", (15, 5))):
        evaluation = Evaluation.load(folders / name)
        (tmp_path / name / "cases").mkdir(parents=True)
        lines, parts = evaluation.rows.lines(), []
        for number, size in enumerate(sizes):
            rows = RowStore()
            rows.write(b"".join(islice(lines, size)))
            parts.append(PartFile(name=f"cases/part-{number:05d}.parquet", cases=size))
            pack_parquet(rows, tmp_path / name / parts[-1].name)
        report = msgspec.structs.replace(evaluation.report, parts=tuple(parts))
        write_report(tmp_path / name, report, evaluation.rows, n=len(evaluation))
    told = []
    for folder in (folders, tmp_path):
        out = tmp_path / f"{len(told)}.json"
        done = ragtriage("compare", "before", "after", "--json", out, "--html", f"{out}.html", cwd=folder)
        assert done.returncode == 0, done.stderr
        told.append((out.read_bytes(), Path(f"{out}.html").read_bytes(), done.stdout))
    assert told[0] == told[1]
    assert b'"retrieval"' in told[0][0]
