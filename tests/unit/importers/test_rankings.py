"""Judgements and a run in two JSON files, as ranx writes them: which is which, and what is odd in them."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import ragtriage
from ragtriage.cli import main
from ragtriage.errors import AlignmentError, SchemaError
from ragtriage.importers.reading import read, recognise

QRELS = {"q1": {"a": 1, "b": 2}, "q2": {"c": 1}}
RUN = {"q1": {"x": 9, "a": 7, "b": 3}, "q2": {"c": 5, "x": 4}}  # whole numbers, as BM25 or votes give
RECIPROCAL = [1 / 2, 1.0]


def written(folder: Path, name: str, data: object) -> str:
    path = folder / name
    text = json.dumps(data).encode()
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    return str(path)


@pytest.fixture
def command(tmp_path, monkeypatch, capsys) -> Callable[..., str]:
    """Run `ragtriage` in an empty folder; return what it said, in one line."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["ragtriage", *arguments])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = " ".join(" ".join(capsys.readouterr()).split())
        assert stopped.value.code == code, said
        return said

    return run


def measured(command: Callable[..., str], *arguments: str) -> tuple[list[float], str]:
    """Evaluate files by the command line; return the reciprocal ranks, and what was said."""
    said = command("evaluate", *arguments, "--metrics", "rr", "--out", "out")
    rows = Path("out", "cases.jsonl").read_text("utf-8").splitlines()
    return [json.loads(row)["metrics"]["rr"] for row in rows], said


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("qrels.json", "run.json"),
        ("qrels.json", "bm25.json"),
        ("a.json", "b.json"),
        ("gold.json.gz", "scores.json.gz"),
        ("run1-gold.json", "b.json"),
        ("qrels.json", "qrels-run.json"),
    ],
)
def test_the_second_of_two_files_is_the_run_whatever_its_numbers_and_its_name(
    tmp_path, command, first, second
) -> None:
    paths = written(tmp_path, first, QRELS), written(tmp_path, second, RUN)
    assert measured(command, *paths)[0] == RECIPROCAL
    evaluation = ragtriage.evaluate(*paths, metrics=["rr"])
    assert [case.metrics["rr"] for case in evaluation] == RECIPROCAL
    named = ragtriage.evaluate(cases=paths[0], traces=paths[1], metrics=["rr"])
    assert [case.metrics["rr"] for case in named] == RECIPROCAL


def test_judgements_with_fractions_come_first_all_the_same(tmp_path, command) -> None:
    graded = {"q1": {"a": 0.5, "b": 2}, "q2": {"c": 1}}
    paths = written(tmp_path, "a.json", graded), written(tmp_path, "b.json", RUN)
    values, said = measured(command, *paths)
    assert values == RECIPROCAL
    assert "1 grade is a fraction below 1, such as 0.5 of 'a' for 'q1'" in said


def test_a_layout_that_is_named_is_that_of_its_place(tmp_path, command) -> None:
    paths = written(tmp_path, "a.json", QRELS), written(tmp_path, "b.json", RUN)
    assert measured(command, *paths, "--format", "ranx-qrels")[0] == RECIPROCAL


def test_a_conversion_of_both_reads_them_likewise(tmp_path, command) -> None:
    paths = written(tmp_path, "a.json", QRELS), written(tmp_path, "b.json", RUN)
    target = tmp_path / "cases.jsonl"
    command("convert", paths[0], str(target), "--traces", paths[1])
    first = json.loads(target.read_text().splitlines()[0])
    assert [each["document_id"] for each in first["retrieved"]] == ["x", "a", "b"]


def test_files_whose_names_say_the_other_order_are_refused(tmp_path, command) -> None:
    paths = written(tmp_path, "run.json", RUN), written(tmp_path, "qrels.json", QRELS)
    message = "is named as judgements, and stands where the run belongs; give the judgements first"
    assert message in command("evaluate", *paths, code=2)
    with pytest.raises(SchemaError, match=message):
        ragtriage.evaluate(*paths)


@pytest.mark.parametrize(
    ("name", "numbers", "layout"),
    [
        ("qrels.json", QRELS, "ranx-qrels"),
        ("run.json", RUN, "ranx-run"),
        ("my_run_3.json", RUN, "ranx-run"),
        ("brunch.json", QRELS, "ranx-qrels"),  # `run` is no word of it
        ("a.json", QRELS, "ranx-qrels"),
        ("a.json", {"q1": {"a": 0.5}}, "ranx-run"),
    ],
)
def test_a_file_by_itself_is_told_by_its_name_and_its_numbers(tmp_path, name, numbers, layout) -> None:
    assert recognise(written(tmp_path, name, numbers)).name == layout


def test_a_run_whose_scores_are_all_the_same_is_told(tmp_path) -> None:
    tied = {"q1": dict.fromkeys("abx", 1), "q2": {"c": 1.0, "x": 1.0}, "q3": {"a": 1}}
    qrels = {**QRELS, "q3": {"a": 1}}
    paths = written(tmp_path, "qrels.json", qrels), written(tmp_path, "run.json", tied)
    (warning,) = ragtriage.evaluate(*paths).warnings
    assert warning.endswith(
        "run.json: in 2 of 3 queries all documents have the same score, such as 'q1', 'q2': their order "
        "is that of the file; write scores that fall with the rank"
    )
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 c 1\n")
    (tmp_path / "run.txt").write_text("q1 Q0 a 1 1 t\nq1 Q0 b 2 1 t\nq2 Q0 c 1 1 t\n")
    (warning,) = ragtriage.evaluate(tmp_path / "qrels.txt", tmp_path / "run.txt").warnings
    assert warning.endswith(
        "run.txt: in 1 of 2 queries all documents have the same score, such as 'q1': their order is that of "
        "their ids, last first, as in trec_eval; write scores that fall with the rank"
    )


def test_documents_of_the_querys_own_id_are_told_and_left_out(tmp_path, command) -> None:
    run = {"q1": {"q1": 99, "a": 7, "b": 3}, "q2": {"c": 5}}
    paths = written(tmp_path, "qrels.json", QRELS), written(tmp_path, "run.json", run)
    values, said = measured(command, *paths)
    assert values == [1 / 2, 1.0]
    assert "in 1 of 2 cases a document of the query's own id came back, such as 'q1'" in said
    values, said = measured(command, *paths, "--ignore-identical-ids")
    assert values == [1.0, 1.0]
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["manifest"]["settings"]["ignore_identical_ids"] is True
    assert "it is left out (--ignore-identical-ids)" in report["warnings"][-1]


def test_the_option_may_stand_in_a_configuration(tmp_path, command) -> None:
    run = {"q1": {"q1": 99, "a": 7, "b": 3}, "q2": {"c": 5}}
    paths = written(tmp_path, "qrels.json", QRELS), written(tmp_path, "run.json", run)
    (tmp_path / "ragtriage.toml").write_text("ignore-identical-ids = true\n")
    assert measured(command, *paths)[0] == [1.0, 1.0]


def test_a_document_twice_in_a_run_is_told(tmp_path) -> None:
    qrels = written(tmp_path, "qrels.json", QRELS)
    run = tmp_path / "run.json"
    run.write_text('{"q1": {"a": 3, "b": 2,\n "a": 1},\n "q2": {"c": 1}}')
    with pytest.raises(SchemaError, match=r"run\.json, line 2: document 'a' stands twice .* query 'q1'"):
        ragtriage.evaluate(qrels, run)
    with pytest.raises(SchemaError, match="stands twice"):
        list(read(str(run)))


def test_queries_without_results_count_as_empty_and_those_without_judgements_are_left_out(
    tmp_path, command
) -> None:
    qrels = {**QRELS, "q3": {"z": 1}}
    run = {**RUN, "q8": {"a": 1}, "q9": {"a": 1}}
    paths = written(tmp_path, "qrels.json", qrels), written(tmp_path, "run.json", run)
    values, said = measured(command, *paths)
    assert values == [*RECIPROCAL, 0.0]
    assert "2 queries of the run are not judged; they are left out" in said
    assert "1 of 3 cases without a trace; taken as ones in which nothing came back" in said
    trec = tmp_path / "qrels.txt", tmp_path / "run.txt"
    for path, rows, line in zip(trec, (qrels, run), ("{} 0 {} {}\n", "{} Q0 {} 0 {} t\n"), strict=True):
        lines = (line.format(q, d, n) for q, numbers in rows.items() for d, n in numbers.items())
        path.write_text("".join(lines))
    assert [case.metrics["rr"] for case in ragtriage.evaluate(*trec, metrics=["rr"])] == values


def test_a_run_of_other_queries_altogether_is_refused(tmp_path) -> None:
    paths = written(tmp_path, "qrels.json", QRELS), written(tmp_path, "run.json", {"p1": {"a": 1}})
    with pytest.raises(AlignmentError, match=r"no query of .*run\.json is judged in .*qrels\.json"):
        ragtriage.evaluate(*paths)


def test_json_in_the_place_of_trec_files_is_told_with_the_command_that_reads_it(tmp_path, command) -> None:
    paths = written(tmp_path, "qrels.json", QRELS), written(tmp_path, "run.json", RUN)
    told = "is JSON, which is read without --qrels and --run: ragtriage evaluate QRELS RUN"
    assert told in command("evaluate", "--qrels", paths[0], "--run", paths[1], code=2)
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n")
    assert told in command("evaluate", "--qrels", "qrels.txt", "--run", paths[1], code=2)


def test_the_command_line_says_what_is_odd_in_trec_files(tmp_path, command) -> None:
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq2 0 a 0\nq3 0 z 0.5\n")
    run = "q1 Q0 q1 1 9 t\nq1 Q0 a 2 3 t\nq2 Q0 b 1 1 t\nq2 Q0 a 2 1 t\nq3 Q0 z 1 1 t\n"
    (tmp_path / "run.txt.gz").write_bytes(gzip.compress(run.encode()))
    files = ("evaluate", "--qrels", "qrels.txt", "--run", "run.txt.gz", "--metrics", "rr", "--quiet")
    said = command(*files, "--out", "one")
    for told in (
        "Warning: qrels.txt: 1 of 3 judged queries has no relevant document (no grade above 0), such as 'q2'",
        "Warning: qrels.txt: 1 grade is a fraction below 1, such as 0.5 of 'z' for 'q3'",
        "Warning: run.txt.gz: in 1 of 3 judged queries all documents have the same score, such as 'q2'",
        "Warning: run.txt.gz: in 1 of 3 judged queries a document of the query's own id came back",
    ):
        assert told in said
    command(*files, "--out", "two", "--ignore-identical-ids")
    means = [
        json.loads(Path(name, "report.json").read_text())["summary"]["metrics"]["rr"]
        for name in ("one", "two")
    ]
    assert [(mean["n"], mean["mean"]) for mean in means] == [(2, 0.75), (2, 1.0)]
    assert "the evaluations differ in ignore_identical_ids (False and True)" in command(
        "compare", "one", "two", code=2
    )
    (tmp_path / "twice.txt").write_text(run + "q1 Q0 a 9 1 t\n")
    said = command("evaluate", "--qrels", "qrels.txt", "--run", "twice.txt", code=2)
    assert (
        "twice.txt, line 6: document 'a' stands twice in the results of query 'q1', first in line 2" in said
    )
