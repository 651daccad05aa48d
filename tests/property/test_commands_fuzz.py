"""Every kind of input of every command, damaged in every way: an answer or a clear message, and soon.

`RAGTRIAGE_FUZZ` sets how often each kind is tried; the damage is the same in every run, and another one under
another `RAGTRIAGE_FUZZ_SEED`.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import random
import re
import resource
from pathlib import Path

import click
import polars as pl
import pytest
from click.testing import CliRunner

from ragtriage.cli.main import _inert, cli
from ragtriage.errors import RagtriageError
from ragtriage.llm.prompts import load_prompt

TIMES = int(os.environ.get("RAGTRIAGE_FUZZ", "25"))
SEED = os.environ.get("RAGTRIAGE_FUZZ_SEED", "")
MOST_SECONDS = 20
MOST_GROWTH_KB = 1_500_000  # of memory, beyond what was in use before
EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

ROWS = [
    {
        "id": f"q{i}",
        "question": f"期限はいつですか {i}",
        "expected_answers": ["翌月5日", f"{i} days"],
        "gold_documents": ["a", "b"],
        "evidence": ["翌月5日までに申請する。"],
        "retrieved": [
            {"document_id": "a", "text": "翌月5日までに申請する。", "score": 0.5},
            {"document_id": "c"},
        ],
        "answer": f"翌月5日です。{i} days",
        "tags": ["ja"],
    }
    for i in range(6)
]
LINES = "\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS) + "\n"
TABLE = "id,question,expected,gold_ids,retrieved,answer\n" + "".join(
    f'q{i},問い{i},はい,"[""a""]","[""a"", ""b""]",はい\n' for i in range(4)
)
SQUAD = {
    "version": "1.1",
    "data": [
        {
            "title": f"題{i}",
            "paragraphs": [
                {
                    "context": "梅雨は6月から7月にかけての雨期である。[SEP]北海道を除く。",
                    "qas": [
                        {
                            "id": f"a{i}p0q{j}",
                            "question": "梅雨はいつですか",
                            "answers": [{"text": "6月から7月", "answer_start": 3}],
                            "is_impossible": False,
                        }
                        for j in range(2)
                    ],
                }
            ],
        }
        for i in range(3)
    ],
}
SPANS = "\n".join(
    json.dumps(
        {
            "name": name,
            "context": {"trace_id": f"t{i}", "span_id": f"{i}{name}"},
            "parent_id": None if name == "query" else f"{i}query",
            "attributes": attributes,
        },
        ensure_ascii=False,
    )
    for i in range(3)
    for name, attributes in (
        ("query", {"input.value": f"問い{i}", "output.value": "答え"}),
        (
            "retrieve",
            {"retrieval.documents.0.document.id": "a", "retrieval.documents.0.document.content": "文"},
        ),
    )
)
QRELS = "".join(f"q{i} 0 d{j} {j % 3}\n" for i in range(4) for j in range(4))
RUN = "".join(f"q{i} Q0 d{j} {j + 1} {9.5 - j} r\n" for i in range(4) for j in range(4))
CORPUS = "".join(
    json.dumps({"id": f"d{i}", "text": f"本文 {i}"}, ensure_ascii=False) + "\n" for i in range(5)
)
SYSTEM = '[retriever]\nk = 5\nname = "bm25"\nwhen = 2024-01-01\n[generator]\nmodel = "m"\nparts = [1, 2.5]\n'
OPTIONS = 'k = 5\nmatch = "values"\nrequire = ["recall@5 >= 0.0"]\n[compare]\nall = true\n'
PATTERNS = "# own\nno idea\nわかりかねます\n(?:sorry){1,3}\n"
PROMPT = "Question: {{ question }}\n{% for text in contexts %}{{ loop.index }}: {{ text }}\n{% endfor %}"
BODY = '{"query": "{{question}}", "texts": "{{contexts}}", "top": 3}'
LABELS = "id,label\n" + "".join(f"q{i},{'pass' if i % 2 else 'fail'}\n" for i in range(6))
SCORES = "id,recall,correct\n" + "".join(f"q{i},{i / 9},{i % 2}\n" for i in range(12))
PROMPT_FILE = "# answer 9\nJudge. Reasons in {language}. Marks: {marker}.\n"
JUDGE = ["evaluate", "cases.jsonl", "--judge", "answer=openai:m", "--dry-run", "--no-cache"]
PROBE = ["probe", "a", "--no-cache", "--dry-run", "--generator"]

# Of each kind of input: its file, what it holds (None: it is made), and a call of each command that reads it.
KINDS: dict[str, tuple[str, str | None, list[list[str]]]] = {
    "cases in lines": (
        "in.jsonl",
        LINES,
        [
            ["evaluate", "in.jsonl", "--out", "o", "--junit", "o.xml", "--markdown", "o.md", "--force"],
            [
                "evaluate",
                "in.jsonl",
                "--out",
                "o",
                "--html",
                "--parquet",
                "--by",
                "tags",
                "--on-error",
                "skip",
            ],
            ["evaluate", "in.jsonl", "cases.jsonl", "--out", "o"],
            ["evaluate", "cases.jsonl", "in.jsonl", "--out", "o"],
            ["evaluate", "cases.jsonl", "--closed-book", "in.jsonl", "--out", "o"],
            ["evaluate", "in.jsonl", "--map", "question=question,answer=answer,retrieved=retrieved[*].text"],
            ["check", "in.jsonl", "--all", "--json", "o.json", "--force"],
            ["convert", "in.jsonl", "o.csv", "--force"],
            ["convert", "in.jsonl", "o.parquet", "--force"],
            ["convert", "in.jsonl", "o.trec", "--force", "--to", "trec"],
            ["convert", "in.jsonl", "o.ragas", "--force", "--to", "ragas"],
            ["fingerprint", "in.jsonl"],
            ["formats", "--detect", "in.jsonl"],
            [
                "review",
                "a",
                "--accept-wordings",
                "review.csv",
                "--cases",
                "in.jsonl",
                "--out",
                "o.j",
                "--force",
            ],
            ["probe", "in.jsonl", "--no-cache", "--dry-run", "--generator", "openai:m"],
            [*JUDGE[:1], "in.jsonl", *JUDGE[2:]],
        ],
    ),
    "cases in a list": (
        "in.json",
        json.dumps(ROWS, ensure_ascii=False),
        [["evaluate", "in.json", "--out", "o"]],
    ),
    "cases in a table": (
        "in.csv",
        TABLE,
        [
            ["evaluate", "in.csv", "--out", "o"],
            ["evaluate", "in.csv", "--out", "o", "--split", "retrieved"],
            ["evaluate", "in.csv", "--out", "o", "--map", "question=question,expected_answers=expected"],
            ["check", "in.csv", "--on-error", "skip"],
            ["convert", "in.csv", "o.jsonl", "--force"],
            ["formats", "--detect", "in.csv"],
        ],
    ),
    "cases in Parquet": (
        "in.parquet",
        None,
        [
            ["evaluate", "in.parquet", "--out", "o"],
            ["check", "in.parquet"],
            ["convert", "in.parquet", "o.jsonl", "--force"],
            ["compare", "in.parquet", "in.parquet", "--id", "id"],
        ],
    ),
    "SQuAD": (
        "in.json",
        json.dumps(SQUAD, ensure_ascii=False),
        [["evaluate", "in.json", "--out", "o"], ["check", "in.json"]],
    ),
    "spans": (
        "in.jsonl",
        SPANS,
        [["evaluate", "in.jsonl", "--out", "o"], ["convert", "in.jsonl", "o.jsonl", "--force"]],
    ),
    "judgements": ("in.txt", QRELS, [["evaluate", "--qrels", "in.txt", "--run", "run.txt", "--out", "o"]]),
    "a run": (
        "in.txt",
        RUN,
        [
            ["evaluate", "--qrels", "qrels.txt", "--run", "in.txt", "--out", "o", "--metrics", "ndcg@10,map"],
            ["evaluate", "beir", "--run", "in.txt", "--out", "o"],
        ],
    ),
    "queries": ("beir/queries.jsonl", None, [["evaluate", "beir", "--run", "run.txt", "--out", "o"]]),
    "a corpus": (
        "in.jsonl",
        CORPUS,
        [
            ["evaluate", "cases.jsonl", "--corpus", "in.jsonl", "--out", "o"],
            ["check", "cases.jsonl", "--corpus", "in.jsonl"],
            [*PROBE, "openai:m", "--corpus", "in.jsonl"],
        ],
    ),
    "a system": (
        "in.toml",
        SYSTEM,
        [["evaluate", "cases.jsonl", "--system", "in.toml"], ["fingerprint", "in.toml"]],
    ),
    "options": (
        "ragtriage.toml",
        OPTIONS,
        [["evaluate", "cases.jsonl", "--out", "o"], ["config", "compare"]],
    ),
    "patterns": (
        "in.txt",
        PATTERNS,
        [
            ["evaluate", "cases.jsonl", "--abstention-patterns", "in.txt", "--out", "o"],
            ["rescore", "a", "--abstention-patterns", "in.txt", "--out", "o"],
        ],
    ),
    "a template": ("in.txt", PROMPT, [[*PROBE, "openai:m", "--prompt", "in.txt"]]),
    "a body": ("in.json", BODY, [[*PROBE, "http://localhost:1/", "--answer-path", "a", "--body", "in.json"]]),
    "a prompt": (
        "prompts/answer.txt",
        PROMPT_FILE,
        [["prompts", "answer", "--prompt-dir", "prompts"], [*JUDGE, "--prompt-dir", "prompts"]],
    ),
    "labels": (
        "in.csv",
        LABELS,
        [["calibrate", "a", "in.csv", "--stage", "answer", "--json", "o.json", "--force"]],
    ),
    "labels in lines": (
        "in.jsonl",
        "".join(json.dumps({"id": f"q{i}", "label": i % 2}) + "\n" for i in range(6)),
        [["calibrate", "a", "in.jsonl", "--stage", "answer"]],
    ),
    "scores": (
        "in.csv",
        SCORES,
        [
            [
                "compare",
                "in.csv",
                "scores.csv",
                "--id",
                "id",
                "--html",
                "o.html",
                "--markdown",
                "o.md",
                "--force",
            ]
        ],
    ),
    "reviews": (
        "in.csv",
        None,
        [
            ["evaluate", "cases.jsonl", "--reviews", "in.csv", "--out", "o"],
            ["rescore", "a", "--reviews", "in.csv", "--out", "o"],
            ["calibrate", "a", "in.csv", "--stage", "answer"],
            [
                "review",
                "a",
                "--accept-wordings",
                "in.csv",
                "--cases",
                "cases.jsonl",
                "--out",
                "o.j",
                "--force",
            ],
        ],
    ),
    "reviews in lines": (
        "in.jsonl",
        None,
        [["evaluate", "cases.jsonl", "--reviews", "in.jsonl", "--out", "o"]],
    ),
    "a report": (
        "b/report.json",
        None,
        [
            ["report", "b"],
            ["report", "b", "--html", "--out", "o.html", "--force"],
            ["compare", "a", "b", "--json", "o.json", "--html", "o.html", "--force"],
            ["compare", "b", "a", "--no-regression", "--require", "recall@5 drop <= 0.1"],
            ["explain", "b", "q1"],
            ["rescore", "b", "--k", "2", "--out", "o"],
            ["review", "b", "--out", "o.csv", "--force"],
            ["fingerprint", "b"],
            ["calibrate", "b", "labels.csv", "--stage", "answer"],
            ["probe", "b", "--no-cache", "--dry-run", "--generator", "openai:m"],
        ],
    ),
    "rows": ("b/cases.jsonl", None, []),
    "a probe": ("b/probe.json", None, [["report", "b"], ["report", "b", "--html"], ["explain", "b", "q1"]]),
}
KINDS["rows"] = ("b/cases.jsonl", None, KINDS["a report"][2])


def run(arguments: list[str]) -> tuple[int, str]:
    """Run a command in this process: its code, and what it said."""
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    error = result.exception
    if isinstance(error, RagtriageError | click.ClickException | click.exceptions.Exit):
        return 2, result.output + _inert(str(error))
    if error is not None:
        raise error
    return int(result.return_value or 0), result.output


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    monkey = pytest.MonkeyPatch()
    folder = tmp_path_factory.mktemp("here")
    before = Path.cwd()
    os.chdir(folder)
    Path("cases.jsonl").write_text(LINES, "utf-8")
    Path("qrels.txt").write_text(QRELS)
    Path("run.txt").write_text(RUN)
    Path("scores.csv").write_text(SCORES)
    Path("labels.csv").write_text(LABELS)
    Path("beir/qrels").mkdir(parents=True)
    Path("beir/qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "q1\td1\t1\n" * 1)
    Path("beir/queries.jsonl").write_text('{"_id": "q1", "text": "問い", "metadata": {}}\n', "utf-8")
    Path("prompts").mkdir()
    Path("answering.py").write_text("def answer(question, contexts):\n    return question\n")
    try:
        for name in "ab":
            assert run(["evaluate", "cases.jsonl", "--out", name, "--quiet"])[0] == 0
        monkey.syspath_prepend(str(folder))
        probed = [
            "probe",
            "b",
            "--generator",
            "answering:answer",
            "--no-cache",
            "--conditions",
            "closed_book",
        ]
        assert run([*probed, "--max-unknown", "1"])[0] == 0
        assert run(["review", "a", "--stage", "answer", "--stage", "evidence", "--stage", "support"])[0] == 0
        _fill_in(Path("review.csv"))
        frame = pl.DataFrame([{**row, "expected_answers": row["expected_answers"]} for row in ROWS])
        frame.with_columns(when=pl.lit("2024-01-01").str.to_datetime(), score=0.5).write_parquet("in.parquet")
        yield folder
    finally:
        os.chdir(before)
        monkey.undo()


def _fill_in(sheet: Path) -> None:
    """Accept everything in a sheet of reviews, and write the same as lines beside it."""
    with sheet.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows({**row, "verdict": "accept"} for row in rows)
    lines = [json.dumps({**json.loads(row["key"]), "verdict": "accept"}) + "\n" for row in rows]
    sheet.with_suffix(".jsonl").write_text("".join(lines))


def content(kind: str, here: Path) -> bytes:
    """Return the file of a kind as it should be."""
    name, text, _ = KINDS[kind]
    if text is not None:
        return text.encode()
    if kind.startswith("reviews"):
        return (here / "review").with_suffix(Path(name).suffix).read_bytes()
    return (here / name).read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_input_is_answered_or_refused_clearly(here, damage, kind):
    name, _, calls = KINDS[kind]
    path = here / name
    whole = content(kind, here)
    suffix = path.suffix
    was_there = path.exists()
    before = _memory()
    refused = 0
    try:
        for turn in range(TIMES):
            chance = random.Random(f"{SEED}{kind}{turn}")  # noqa: S311 - damage, and the same in every run
            make = damage.grown if chance.random() < 0.4 and suffix != ".parquet" else damage.damaged
            path.write_bytes(make(whole, suffix, chance))
            arguments = chance.choice(calls)
            load_prompt.cache_clear()
            try:
                with damage.in_time(MOST_SECONDS):
                    code, said = run(arguments)
            except BaseException as error:
                error.add_note(f"{kind}, turn {turn}: {' '.join(arguments)}")
                raise
            refused += code == 2
            assert code in {0, 1, 2, 3}, (turn, arguments)
            assert "Errno" not in said
            assert "Traceback" not in said
            assert code != 2 or len(said) < 3000, (turn, arguments, said[:200])
            assert code != 0 or kind != "cases in lines" or _counts(arguments, path), (
                turn,
                arguments,
                "a row was lost in silence",
            )
    finally:
        if was_there:
            path.write_bytes(whole)
        else:
            path.unlink()
    assert _memory() - before < MOST_GROWTH_KB
    assert refused or TIMES < 100, "no damage was noticed"


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _counts(arguments: list[str], path: Path) -> bool:
    """Tell whether an evaluation of cases is of as many as there are lines, but for those set aside."""
    if arguments[:2] != ["evaluate", path.name] or "--dry-run" in arguments:
        return True
    if len(arguments) > 2 and arguments[2] == "cases.jsonl":
        return True
    folder = Path(arguments[arguments.index("--out") + 1] if "--out" in arguments else "ragtriage-report")
    report = json.loads((folder / "report.json").read_bytes())
    if not report["manifest"]["inputs"][0].endswith(".jsonl") or "spans" in str(report["manifest"]):
        return True
    data = path.read_bytes()
    data = gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    if re.match(rb"\s*\[", data.removeprefix(b"\xef\xbb\xbf")) or path.read_bytes()[:1] != b"{":
        return True
    lines = sum(bool(line.strip()) for line in data.split(b"\n"))
    return bool(report["summary"]["n"] + len(report["set_aside"]) == lines)
