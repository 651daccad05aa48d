"""Whatever becomes of a page or another output, the evaluation that it is made of is written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

CALLED = """
import sys
from ragtriage.cli import main
sys.argv[0] = "ragtriage"
main()
"""

# Drawing ends the process.
ABORTED = """
import os, resource
import ragtriage.reports.html.charts as charts
import ragtriage.reports.html.evaluation as pages
def page(*_, **__):
    yield b"<!DOCTYPE html>"
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.abort()
pages.evaluation_page = page
"""
INTERRUPTED = """
import ragtriage.reports.html.evaluation as pages
def page(*_, **__):
    yield b"<!DOCTYPE html>"
    raise KeyboardInterrupt
pages.evaluation_page = page
"""
WITHOUT_ROOM = """
import ragtriage.reports.html.evaluation as pages
def page(*_, **__):
    raise MemoryError
    yield
pages.evaluation_page = page
"""

# Takes the place of an output while the cases are judged, as another process may.
JUDGE = """
from pathlib import Path
from ragtriage.verdicts.support import SupportJudge

class Busy(SupportJudge):
    identity = "busy"

    async def __call__(self, batch):
        Path("called").touch()
        Path("junit.xml").mkdir(exist_ok=True)
        return await super().__call__(batch)
"""


@pytest.fixture
def ragtriage(tmp_path):
    def run(*arguments, before="", code=0):
        done = subprocess.run(
            [sys.executable, "-c", before + CALLED, *map(str, arguments)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == code or code is None, done.stderr
        return done

    return run


def test_what_a_page_kills_has_written_the_evaluation_and_all_else(tmp_path, ragtriage):
    ragtriage("evaluate", EXAMPLE, "--html", "--out", "whole", "--junit", "whole.xml", "--no-color")
    done = ragtriage(
        *("evaluate", EXAMPLE, "--html", "--out", "out", "--junit", "junit.xml", "--no-color"),
        before=ABORTED,
        code=-signal.SIGABRT,
    )
    assert "Written" in done.stdout
    out, whole = tmp_path / "out", tmp_path / "whole"
    assert not (out / "report.html").exists()
    assert (out / "cases.jsonl").read_bytes() == (whole / "cases.jsonl").read_bytes()
    assert (
        json.loads((out / "report.json").read_bytes())["summary"]
        == json.loads((whole / "report.json").read_bytes())["summary"]
    )
    assert (tmp_path / "junit.xml").read_bytes() == (tmp_path / "whole.xml").read_bytes()
    ragtriage("report", "out", "--html")
    assert (out / "report.html").stat().st_size > 10_000
    assert {path.name for path in out.iterdir()} == {"cases.jsonl", "report.json", "report.html"}


def test_what_a_killed_page_has_left_in_the_folder_keeps_nobody_from_replacing_it(tmp_path, ragtriage):
    ragtriage("evaluate", EXAMPLE, "--html", "--out", "out", before=ABORTED, code=-signal.SIGABRT)
    assert len(list((tmp_path / "out").iterdir())) == 3
    ragtriage("evaluate", EXAMPLE, "--out", "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"cases.jsonl", "report.json"}


def test_an_interrupted_page_is_no_lost_evaluation(ragtriage):
    done = ragtriage("evaluate", EXAMPLE, "--html", "--out", "my out", before=INTERRUPTED, code=130)
    assert done.stderr.endswith(
        "interrupted; the evaluation is written, and shown by: ragtriage report 'my out'\n"
    )
    ragtriage("report", "my out")


def test_a_page_without_memory_is_named_with_the_way_to_make_it(ragtriage):
    done = ragtriage(
        "evaluate", EXAMPLE, "--html", "--lang", "ja", "--out", "out", before=WITHOUT_ROOM, code=2
    )
    assert done.stderr.endswith(
        "Error: out/report.html: needs more memory; all else is written, and this is made from it "
        "by: ragtriage report out --html --lang ja\n"
    )
    assert "Written" in done.stdout


def test_a_page_is_drawn_where_nobody_reads_the_summary(tmp_path):
    command = f"{sys.executable} -m ragtriage evaluate '{EXAMPLE}' --html --out out | true"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, check=False)  # noqa: S607
    assert done.stderr == b""
    assert (tmp_path / "out" / "report.html").is_file()


def test_an_output_that_fails_loses_no_other_and_is_made_from_the_folder(tmp_path, ragtriage):
    (tmp_path / "busy.py").write_text(JUDGE, "utf-8")
    done = ragtriage(
        *("evaluate", EXAMPLE, "--judge", "support=busy:Busy", "--out", "out", "--html", "--quiet"),
        *("--junit", "junit.xml", "--markdown", "made.md"),
        before="import sys; sys.path.insert(0, '')\n",
        code=2,
    )
    assert (
        "Error: junit.xml: is a directory; name a file to write to; all else is written, and this is made "
        "from it by: ragtriage report out --junit junit.xml\n"
    ) in done.stderr
    assert (tmp_path / "out" / "report.html").is_file()
    (tmp_path / "junit.xml").rmdir()
    told = ragtriage("report", "out", "--junit", "junit.xml", "--markdown", "again.md").stdout
    assert told == "junit.xml\nagain.md\n"
    assert (tmp_path / "again.md").read_bytes() == (tmp_path / "made.md").read_bytes()
    ragtriage("evaluate", EXAMPLE, "--out", "other", "--junit", "other.xml", "--quiet")
    assert (tmp_path / "junit.xml").read_bytes() == (tmp_path / "other.xml").read_bytes()


def closed(folder):
    """Return a folder in which not even the superuser can make a file."""
    if os.geteuid() == 0:
        return Path("/sys")
    folder.mkdir(mode=0o500)
    return folder


@pytest.mark.skipif(not Path("/sys/kernel").is_dir(), reason="no /sys here")
@pytest.mark.parametrize("option", ["--junit", "--markdown", "--out"])
@pytest.mark.parametrize("place", ["made.file", "below/made.file"])
def test_what_cannot_be_written_is_said_before_anything_is_judged(tmp_path, ragtriage, option, place):
    (tmp_path / "busy.py").write_text(JUDGE, "utf-8")
    target = closed(tmp_path / "closed") / place
    done = ragtriage(
        *("evaluate", EXAMPLE, "--judge", "support=busy:Busy", "--out", "out", option, target),
        before="import sys; sys.path.insert(0, '')\n",
        code=2,
    )
    assert (
        f"Error: {target}: cannot be written: no file can be made in {target.parents[place.count('/')]}: "
        in (done.stderr)
    )
    assert not (tmp_path / "called").exists()
    assert not (tmp_path / "out").exists()


def test_the_summary_of_a_step_is_tried_before_anything_is_judged(tmp_path, ragtriage, monkeypatch):
    (tmp_path / "busy.py").write_text(JUDGE, "utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(closed(tmp_path / "closed") / "summary.md"))
    done = ragtriage(
        *("evaluate", EXAMPLE, "--judge", "support=busy:Busy", "--out", "out", "--github"),
        before="import sys; sys.path.insert(0, '')\n",
        code=2,
    )
    assert "summary.md: cannot be written: " in done.stderr
    assert not (tmp_path / "called").exists()


def test_a_file_in_a_file_is_said_before_anything_is_judged(tmp_path, ragtriage):
    (tmp_path / "file").touch()
    done = ragtriage("evaluate", EXAMPLE, "--out", "out", "--junit", "file/junit.xml", code=2)
    assert "Error: file/junit.xml: cannot be written: " in done.stderr
    assert "Not a directory" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_said_before_anything_is_judged(tmp_path, ragtriage):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(disk)],  # noqa: S607
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        with (disk / "full").open("wb", buffering=0) as file, suppress(OSError):
            for _ in range(64):
                file.write(bytes(4096))
        done = ragtriage("evaluate", EXAMPLE, "--out", "out", "--junit", "disk/junit.xml", code=2)
        assert "disk/junit.xml: cannot be written: no file can be made in" in done.stderr
        assert "No space left on device" in done.stderr
        assert {path.name for path in disk.iterdir()} == {"full"}
        assert not (tmp_path / "out").exists()
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607


def test_a_dry_run_tries_nothing(tmp_path, ragtriage):
    target = closed(tmp_path / "closed") / "made.file"
    done = ragtriage(
        *("evaluate", EXAMPLE, "--judge", "support=openai:m", "--base-url", "http://127.0.0.1:1/v1"),
        *("--dry-run", "--junit", target),
    )
    assert "Nothing was asked and nothing was written" in done.stdout
