"""A file that is read by a URL of this machine is a file that is read: nothing is written over it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from ragtriage.cli.main import cli
from ragtriage.errors import RagtriageError

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"

# Other names of a file, `{}` where its whole path goes.
SPELLINGS = [
    "file://{}",
    "local://{}",
    "file://./cases.jsonl",
    "file://cases.jsonl",
    "file://{}/../cases.jsonl",
    "file://link.jsonl",
    "filecache::file://{}",
    "simplecache::local://{}",
    "simplecache::{}",
    "blockcache::file:{}",
    "filecache://::simplecache::file://{}",
]
ARCHIVES = [
    "zip://cases.jsonl::{}",
    "zip://cases.jsonl::file://{}",
    "zip://cases.jsonl::local://day.zip",
    "simplecache::zip://cases.jsonl::file://{}",
    "zip://cases.jsonl::filecache::file://{}",
]
WRITING = [
    ["check", "{url}", "--json", "{place}"],
    ["convert", "{url}", "{place}", "--to", "jsonl"],
    ["evaluate", "{url}", "--out", "new", "--junit", "{place}"],
    ["evaluate", "{url}", "--out", "new", "--markdown", "{place}"],
    ["evaluate", "other.jsonl", "--corpus", "{url}", "--out", "new", "--junit", "{place}"],
]
MAPPED = ["--map", "question=question,retrieved=trace.retrieved,answer=trace.answer"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("cases.jsonl", "other.jsonl"):
        Path(name).write_bytes(EXAMPLE.read_bytes())
    Path("link.jsonl").symlink_to("cases.jsonl")
    with zipfile.ZipFile("day.zip", "w") as archive:
        archive.write("cases.jsonl")
    return tmp_path


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, list(arguments), standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


@pytest.mark.parametrize("arguments", WRITING, ids=lambda each: f"{each[0]} {each[-2]}")
@pytest.mark.parametrize(
    ("url", "read"),
    [*((url, "cases.jsonl") for url in SPELLINGS), *((url, "day.zip") for url in ARCHIVES)],
)
def test_what_a_url_reads_is_not_written_over(here, arguments, url, read):
    before = (here / read).read_bytes()
    spelt = url.replace("{}/..", str(here)).replace("{}", str(here / read))
    for place in (read, str(here / read)):
        with pytest.raises(RagtriageError, match=r"is read as .*, and is not written over"):
            run(*(each.format(url=spelt, place=place) for each in arguments), "--force")
    assert (here / read).read_bytes() == before
    assert not Path("new").exists()


@pytest.mark.parametrize("url", [url.replace("cases.jsonl", "rep/cases.jsonl") for url in SPELLINGS])
def test_no_folder_is_replaced_in_which_a_url_reads(here, url):
    run("evaluate", "cases.jsonl", "--out", "rep", "--quiet")
    Path("link.jsonl").unlink()
    Path("link.jsonl").symlink_to("rep/cases.jsonl")
    before = Path("rep/cases.jsonl").read_bytes()
    spelt = url.replace("{}/..", str(here)).replace("{}", str(here / "rep" / "cases.jsonl"))
    with pytest.raises(RagtriageError, match=r"rep: would be replaced, and .* in it is read"):
        run("evaluate", spelt, *MAPPED, "--out", "rep")
    assert Path("rep/cases.jsonl").read_bytes() == before


@pytest.mark.parametrize(
    "pattern", ["rep/*.jsonl", "{}/rep/c*", "r*/cases.jsonl", "file://{}/rep/case?.jsonl"]
)
def test_no_folder_is_replaced_in_which_a_pattern_reads(here, pattern):
    run("evaluate", "cases.jsonl", "--out", "rep", "--quiet")
    with pytest.raises(RagtriageError, match=r"rep: would be replaced, and .* in it is read"):
        run("evaluate", pattern.format(here), *MAPPED, "--backend", "ray", "--out", "rep")


@pytest.mark.parametrize("url", SPELLINGS)
def test_what_a_url_names_is_read_as_the_file_is(here, url):
    spelt = url.replace("{}/..", str(here)).replace("{}", str(here / "cases.jsonl"))
    found = run("check", spelt).partition("18 cases")
    assert found[1:] == run("check", "cases.jsonl").partition("18 cases")[1:]
    run("check", spelt, "--json", "labels.json")  # beside it there is room


@pytest.mark.parametrize(
    "url", ["s3://b/cases.jsonl", "https://localhost/cases.jsonl", "memory://cases.jsonl"]
)
def test_what_lies_elsewhere_is_no_file_here(here, url):
    with pytest.raises(RagtriageError) as caught:
        run("convert", url, "cases.jsonl", "--force")
    assert "is not written over" not in str(caught.value)
    assert (here / "cases.jsonl").read_bytes() == EXAMPLE.read_bytes()
