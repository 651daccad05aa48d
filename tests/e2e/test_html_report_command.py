"""Pages from the command line: evaluate --html, report, report --html."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"


def ragtriage(*arguments, folder):
    return subprocess.run(
        [sys.executable, "-m", "ragtriage", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with an evaluation in `out`, and its page."""
    folder = tmp_path_factory.mktemp("evaluated")
    done = ragtriage("evaluate", EXAMPLE, "--html", "--lang", "ja", "--out", "out", folder=folder)
    assert done.returncode == 0, done.stderr
    return folder


def test_evaluate_writes_a_page_beside_the_rest(folder):
    assert {path.name for path in (folder / "out").iterdir()} == {"cases.jsonl", "report.json", "report.html"}
    page = (folder / "out" / "report.html").read_text(encoding="utf-8")
    assert '<html lang="ja" dir="ltr">' in page
    assert "<h1>最初に直すべき段階は生成: 18件中4件" in page


def test_an_evaluation_with_a_page_is_replaced_by_one_without(tmp_path):
    for option in (["--html"], []):
        done = ragtriage("evaluate", EXAMPLE, "--quiet", *option, "--out", "out", folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "out" / "report.html").exists()


def test_report_says_what_evaluate_said(folder):
    said = ragtriage("evaluate", EXAMPLE, "--out", "again", "--no-color", folder=folder).stdout
    again = ragtriage("report", "again", "--no-color", folder=folder)
    assert again.returncode == 0
    assert again.stdout.rstrip() == said.partition("\nWritten")[0].rstrip()


def test_report_writes_the_page_into_the_folder_or_where_it_is_told(folder):
    done = ragtriage("report", "out", "--html", folder=folder)
    assert (done.returncode, done.stdout) == (0, f"{Path('out') / 'report.html'}\n")
    beside = (folder / "out" / "report.html").read_bytes()
    assert b'<html lang="en"' in beside
    done = ragtriage("report", "out", "--html", "--out", "elsewhere/page.html", folder=folder)
    assert done.returncode == 0
    assert (folder / "elsewhere" / "page.html").read_bytes() == beside


def test_what_cannot_be_done_is_said_in_a_line(folder):
    for arguments, told in (
        (["report", "nowhere", "--html"], "nowhere: holds no evaluation"),
        (["report", "out", "--out", "page.html"], "--out is where the page goes; ask for one with --html"),
        (["report", "out", "--html", "--out", "out"], "out: is a directory; name a file to write to"),
        (["report", "out", "--html", "--lang", "fr"], "'fr' is not one of 'en', 'ja'"),
    ):
        done = ragtriage(*arguments, folder=folder)
        assert done.returncode == 2
        assert told in done.stderr
        assert "Traceback" not in done.stderr


def test_a_page_with_its_pictures_is_written_within_a_gigabyte_of_addresses(folder):
    code = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))\n"
        "from ragtriage.cli.main import cli\n"
        f"cli.main(['evaluate', {str(EXAMPLE)!r}, '--html', '--out', 'small'], standalone_mode=False)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # each thread reserves some
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "small" / "report.html").read_text(encoding="utf-8").count("<svg ") == 7


def test_templates_are_loaded_for_pages_alone(folder):
    code = (
        "import sys\n"
        "from ragtriage.cli.main import cli\n"
        f"cli.main(['evaluate', {str(EXAMPLE)!r}, '--out', 'plain'], standalone_mode=False)\n"
        "assert not {'jinja2', 'markupsafe'} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
