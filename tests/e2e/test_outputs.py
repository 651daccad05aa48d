"""No command writes over a file that it reads, nor over one that it did not write; none can forget it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from ragtriage.cli.main import _COMMANDS, _command, cli
from ragtriage.cli.paths import Cache, FileCommand, InPath, OutCases, OutFile, OutFolder, OutPath
from ragtriage.errors import RagtriageError
from ragtriage.io.leftovers import machine

EXAMPLE = Path(__file__).parents[2] / "examples" / "expenses.jsonl"
FOREIGN = "what somebody else wrote\n"

# Of each option that writes: a call of its command, `{}` where its path goes, and what that call reads.
WRITING = {
    ("evaluate", "out"): (["cases.jsonl", "--out", "{}"], ["cases.jsonl"]),
    ("evaluate", "junit"): (
        [
            "cases.jsonl",
            "--out",
            "new",
            "--junit",
            "{}",
            "--system",
            "system.toml",
            "--corpus",
            "corpus.jsonl",
        ],
        ["cases.jsonl", "system.toml", "corpus.jsonl"],
    ),
    ("evaluate", "markdown"): (
        ["cases.jsonl", "--out", "new", "--markdown", "{}", "--abstention-patterns", "patterns.txt"],
        ["cases.jsonl", "patterns.txt"],
    ),
    ("report", "out"): (["a", "--html", "--out", "{}"], ["a/cases.jsonl", "a/report.json"]),
    ("report", "junit"): (["a", "--junit", "{}"], ["a/cases.jsonl", "a/report.json"]),
    ("report", "markdown"): (["a", "--markdown", "{}"], ["a/cases.jsonl", "a/report.json"]),
    ("compare", "json_file"): (["a", "b", "--json", "{}"], ["a/cases.jsonl", "b/report.json"]),
    ("compare", "markdown"): (["a", "b", "--markdown", "{}"], ["a/cases.jsonl", "b/report.json"]),
    ("compare", "html_file"): (
        ["a.csv", "b.csv", "--id", "id", "--html", "{}"],
        ["a.csv", "b.csv"],
    ),
    ("check", "json_file"): (
        ["cases.jsonl", "--corpus", "corpus.jsonl", "--json", "{}"],
        ["cases.jsonl", "corpus.jsonl"],
    ),
    ("calibrate", "json_file"): (
        ["a", "labels.csv", "--stage", "answer", "--json", "{}"],
        ["labels.csv", "a/cases.jsonl"],
    ),
    ("review", "out"): (["a", "--out", "{}"], ["a/cases.jsonl", "a/report.json"]),
    ("convert", "target"): (["cases.jsonl", "{}", "--to", "jsonl"], ["cases.jsonl"]),
    ("rescore", "out"): (["a", "--k", "2", "--out", "{}"], ["a"]),
    ("probe", "out"): (
        ["cases.jsonl", "--generator", "answering:answer", "--no-cache", "--out", "{}"],
        ["cases.jsonl"],
    ),
}
FILES = [key for key in WRITING if key not in {("evaluate", "out"), ("rescore", "out"), ("probe", "out")}]
# Those whose files a person goes on writing in, so that none is replaced without --force.
KEPT = {("review", "out"), ("convert", "target")}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    (folder / "cases.jsonl").write_bytes(EXAMPLE.read_bytes())
    rows = [json.loads(line) for line in EXAMPLE.read_text("utf-8").splitlines()]
    (folder / "system.toml").write_text("[retriever]\nk = 3\n")
    (folder / "patterns.txt").write_text("no idea\n")
    (folder / "corpus.jsonl").write_text('{"id": "x", "text": "y"}\n')
    (folder / "labels.csv").write_text("id,label\ndeadline-ja,pass\n" + f"{rows[1].get('id')},fail\n")
    for name in "ab":
        (folder / f"{name}.csv").write_text("id,score\n" + "".join(f"q{i},{i / 9}\n" for i in range(9)))
    (folder / "answering.py").write_text("def answer(question, contexts):\n    return question\n")
    before = Path.cwd()
    os.chdir(folder)
    try:
        run("evaluate", "cases.jsonl", "--out", "a", "--quiet")
        run("evaluate", "cases.jsonl", "--out", "b", "--quiet")
    finally:
        os.chdir(before)
    return folder


@pytest.fixture
def here(made, tmp_path, monkeypatch):
    folder = tmp_path / "here"
    shutil.copytree(made, folder)
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return folder


def run(*arguments: str) -> str:
    """Run a command in this process; an error is raised as it is."""
    result = CliRunner().invoke(cli, [str(each) for each in arguments], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.output


def call(key: tuple[str, str], place: str | Path, *more: str) -> str:
    arguments, _ = WRITING[key]
    return run(key[0], *(each.replace("{}", str(place)) for each in arguments), *more)


def leaves() -> list[tuple[str, click.Command]]:
    found = []
    for name in _COMMANDS:
        command = _command(name)
        if isinstance(command, click.Group):
            found += [(f"{name} {sub}", each) for sub, each in command.commands.items()]
        else:
            found.append((name, command))
    return found


PARAMETERS = [(name, parameter) for name, command in leaves() for parameter in command.params]


def test_every_command_looks_at_its_files():
    assert not [name for name, command in leaves() if not isinstance(command, FileCommand)]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS, ids=[f"{n} {p.name}" for n, p in PARAMETERS])
def test_every_path_says_whether_it_is_read_or_written(name, parameter):
    metavar = parameter.make_metavar(click.Context(click.Command(name)))
    is_path = isinstance(parameter.type, click.Path | click.File) or re.search(
        r"\b(FILE|DIR|DST|SRC)\b", metavar
    )
    if is_path:
        assert isinstance(parameter.type, InPath | OutPath | Cache), "say which: InPath, OutFile, OutFolder"
    help_text = getattr(parameter, "help", None) or ""
    if not getattr(parameter, "is_flag", False) and re.match(r"Write|Where to|Where .*goes", help_text):
        assert isinstance(parameter.type, OutPath) or parameter.name == "accept_wordings"
    if isinstance(parameter.type, OutPath):
        assert (name, parameter.name) in WRITING, "give it a call in WRITING"
    if isinstance(parameter.type, OutFile | OutCases):
        assert (name, parameter.name) in FILES
        assert any(each.name == "force" for command in [_command(name)] for each in command.params)
    if isinstance(parameter.type, OutFolder):
        assert (name, parameter.name) not in FILES


def spellings(folder: Path, read: str) -> list[Path]:
    """Return other ways to name a file: a detour, its whole path, links to it and to its folder."""
    path = folder / read
    (folder / "link").symlink_to(path)
    (folder / "hard").hardlink_to(path)
    (folder.parent / "beside").symlink_to(folder)
    return [
        Path(read),
        path,
        folder / "a" / ".." / read,
        folder / "link",
        folder / "hard",
        folder.parent / "beside" / read,
    ]


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_no_file_that_is_read_is_written_over(here, key):
    for read in WRITING[key][1]:
        before = (here / read).read_bytes()
        for place in spellings(here, read):
            for more in ((), ("--force",)):
                with pytest.raises(RagtriageError, match="is not written over"):
                    call(key, place, *more)
                assert (here / read).read_bytes() == before
        for name in ("link", "hard", "../beside"):
            (here / name).unlink()
    assert not (here / "new").exists()


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_what_others_wrote_is_replaced_by_force_alone(here, key):
    place = here / "foreign.csv"
    for text in (
        FOREIGN,
        "{}",
        '{\n  "name": "mine"\n}',
        "<!DOCTYPE html><p>mine",
        "<testsuite/>",
        "# mine\n",
    ):
        place.write_text(text)
        with pytest.raises(RagtriageError, match=r"foreign\.csv: is there already.*--force"):
            call(key, place)
        assert place.read_text() == text
    call(key, place, "--force")
    assert place.read_text("utf-8-sig") != text


@pytest.mark.parametrize("key", [key for key in FILES if key not in KEPT], ids=" ".join)
def test_the_same_command_runs_twice(here, key):
    place = here / "out.file"
    place.touch()  # as mktemp makes one
    for _ in range(2):
        call(key, place)
        assert place.stat().st_size


@pytest.mark.parametrize("key", FILES, ids=" ".join)
@pytest.mark.parametrize("what", ["folder", "pipe", "/dev/null", "long", "null"])
def test_what_is_no_place_for_a_file_is_refused(here, key, what):
    (here / "folder").mkdir()
    os.mkfifo(here / "pipe")
    place = {"long": "n" * 300, "null": "a\0b"}.get(what, what)
    with pytest.raises((RagtriageError, click.UsageError)) as caught:
        call(key, place, "--force")
    assert "Errno" not in str(caught.value)
    assert not Path("/dev/null").is_file()
    assert (here / "pipe").is_fifo()


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_name_as_long_as_a_name_may_be_is_written(here, key):
    place = here / ("n" * 255)
    call(key, place)
    assert place.stat().st_size


@pytest.mark.parametrize("key", [key for key in WRITING if key not in FILES], ids=" ".join)
def test_no_folder_is_replaced_that_holds_what_is_read(here, key, monkeypatch):
    monkeypatch.syspath_prepend(str(here))
    command = key[0]
    read = "a" if command == "rescore" else "a/cases.jsonl"
    (here / "again").symlink_to(here / "a")
    before = {path.name: path.read_bytes() for path in (here / "a").iterdir()}
    arguments = [each.replace("cases.jsonl", read) for each in WRITING[key][0]]
    for place in ("a", str(here / "a"), "again", "b/../a", str(here / "b" / ".." / "a")):
        with pytest.raises((RagtriageError, click.UsageError), match="would be replaced"):
            run(command, *(each.replace("{}", place) for each in arguments))
    assert {path.name: path.read_bytes() for path in (here / "a").iterdir()} == before


@pytest.mark.parametrize("key", [key for key in WRITING if key not in FILES], ids=" ".join)
def test_a_folder_that_others_wrote_is_not_replaced(here, key, monkeypatch):
    monkeypatch.syspath_prepend(str(here))
    for name, text in (("notes.txt", "mine"), ("report.json", '{"name": "of another tool"}')):
        mine = here / f"mine-{name}"
        mine.mkdir()
        (mine / name).write_text(text)
        with pytest.raises(RagtriageError, match="not replaced"):
            call(key, mine)
        assert (mine / name).read_text() == text
    for _ in range(2):
        call(key, here / "out")


def test_standard_input_is_a_file_that_is_read(here):
    before = (here / "cases.jsonl").read_bytes()
    with (here / "cases.jsonl").open("rb") as stream:
        done = subprocess.run(
            [sys.executable, "-m", "ragtriage", "evaluate", "-", "--out", "new", "--junit", "cases.jsonl"],
            stdin=stream,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "cases.jsonl: is read as standard input, and is not written over" in done.stderr
    assert (here / "cases.jsonl").read_bytes() == before


def test_two_things_do_not_go_to_one_place(here):
    with pytest.raises(RagtriageError, match="is named for two things"):
        run("evaluate", "cases.jsonl", "--out", "new", "--junit", "x", "--markdown", here / "a" / ".." / "x")


def test_the_summary_of_a_step_is_no_file_that_is_read(here, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "cases.jsonl")
    before = (here / "cases.jsonl").read_bytes()
    with pytest.raises(RagtriageError, match="is not written over"):
        run("evaluate", "cases.jsonl", "--out", "new", "--github")
    assert (here / "cases.jsonl").read_bytes() == before


def test_the_configuration_is_no_place_to_write_to(here):
    (here / "ragtriage.toml").write_text("k = 3\n")
    with pytest.raises(RagtriageError, match="is not written over"):
        run("evaluate", "cases.jsonl", "--out", "new", "--junit", "ragtriage.toml", "--force")


def test_no_file_of_settings_lets_files_be_replaced(here):
    (here / "ragtriage.toml").write_text("force = true\n")
    with pytest.raises(RagtriageError, match="`force` may not stand in a file"):
        run("evaluate", "cases.jsonl", "--out", "new")


def entries(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


@pytest.mark.parametrize("key", WRITING, ids=" ".join)
@pytest.mark.parametrize(
    "url",
    [
        "s3://b/x",
        "s3:/b/x",
        "s3::x",
        "S3::x",
        "zip::x",
        "zip://x::y.zip",
        "file:///x",
        "local::x",
        "file_a::x",
    ],
)
def test_no_url_is_written_to(here, key, url):
    before = entries(here)
    with pytest.raises(RagtriageError, match="is a URL; name a f"):
        call(key, url)
    assert entries(here) == before


@pytest.mark.parametrize("url", ["s3://b/cache", "zip::cache", "-"])
def test_replies_are_kept_on_this_machine(here, url):
    before = entries(here)
    with pytest.raises(RagtriageError, match="name a folder"):
        run("evaluate", "cases.jsonl", "--out", "new", "--cache", url)
    assert entries(here) == before


@pytest.mark.parametrize("key", FILES, ids=" ".join)
@pytest.mark.parametrize("spelling", ["/proc/self/fd/{}", "/dev/fd/{}", "link", "links"])
def test_an_open_file_is_not_replaced(here, key, spelling):
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("no /proc here")
    with (here / "open.file").open("wb") as file:
        (here / "link").symlink_to(f"/proc/self/fd/{file.fileno()}")
        (here / "links").symlink_to("link")
        before = entries(here)
        for more in ((), ("--force",)):
            with pytest.raises(RagtriageError, match="is no regular file, and is not replaced"):
                call(key, spelling.format(file.fileno()), *more)
        assert entries(here) == before
        assert (here / "link").is_symlink()
        assert os.fstat(file.fileno()).st_nlink == 1


@pytest.mark.parametrize("stream", [">", ">>", "2>"])
def test_what_a_command_prints_into_is_not_replaced(here, stream):
    command = f"{sys.executable} -m ragtriage check cases.jsonl --json x.json --force {stream} x.json"
    done = subprocess.run(["bash", "-c", command], cwd=here, capture_output=True, text=True, check=False)  # noqa: S607
    assert done.returncode == 2
    said = (here / "x.json").read_text() if stream == "2>" else done.stderr
    assert said == "Error: x.json: is where this command prints to; name another place\n"


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_link_stays_a_link_and_what_it_leads_to_is_written(here, key):
    (here / "below").mkdir()
    for target in ("below/made.file", "made.file"):
        (here / "link").symlink_to(target)
        call(key, "link", "--force")
        assert (here / "link").is_symlink()
        assert (here / target).stat().st_size
        assert not list(here.rglob(".*.new"))
        (here / "link").unlink()


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_hyphen_is_standard_output_wherever_a_file_is_named(here, key):
    call(key, "made.jsonl")
    shutil.rmtree(here / "new", ignore_errors=True)
    before = entries(here) | {"new"}
    arguments = [each.replace("{}", "-") for each in WRITING[key][0]]
    result = CliRunner().invoke(cli, [key[0], *arguments], standalone_mode=False)
    assert result.exception is None
    made = (here / "made.jsonl").read_bytes().removeprefix(b"<!-- ragtriage -->\n")
    assert result.stdout_bytes == made
    assert {name for name in entries(here) if not name.startswith("new/")} <= before


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_file_called_by_a_hyphen_is_no_output(here, key):
    (here / "-").write_text("mine")
    call(key, "-")
    assert (here / "-").read_text() == "mine"
    call(key, "./-", "--force")
    assert (here / "-").read_text("utf-8-sig") != "mine"


@pytest.mark.parametrize("key", [key for key in WRITING if key not in FILES], ids=" ".join)
def test_a_folder_does_not_go_to_standard_output(here, key):
    before = entries(here)
    with pytest.raises(RagtriageError, match="-: is standard output, and a folder is written; name a folder"):
        call(key, "-")
    with pytest.raises(RagtriageError, match="-: is standard output"):
        run("convert", "cases.jsonl", "-", "--to", "trec")
    assert entries(here) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate", "cases.jsonl", "--out", "new", "--junit", "-", "--markdown", "-"],
        ["compare", "a", "b", "--json", "-", "--html", "-"],
        ["compare", "a", "b", "--markdown", "-", "--html", "-", "--json", "x"],
    ],
)
def test_two_things_do_not_go_to_standard_output(here, arguments):
    before = entries(here)
    with pytest.raises(RagtriageError, match="-: is named for two things"):
        run(*arguments)
    assert entries(here) == before


def test_accepted_wordings_may_be_printed(here):  # noqa: ARG001 - the folder
    run("review", "a")
    arguments = ["review", "a", "--accept-wordings", "review.csv", "--cases", "cases.jsonl", "--out", "-"]
    result = CliRunner().invoke(cli, arguments, standalone_mode=False)
    assert result.exception is None
    assert len(result.stdout.splitlines()) == len(EXAMPLE.read_text("utf-8").splitlines())
    assert "standard output: " in result.stderr


# Outputs of which one stands in another's way: `new` is the folder of the evaluation.
OVERLAPS = [
    ["--junit", "new"],
    ["--junit", "new/junit.xml"],
    ["--junit", "new/report.json"],
    ["--junit", "./new/../new/deep/er/x"],
    ["--junit", "{here}/new/cases.jsonl"],
    ["--markdown", "new/summary.md"],
    ["--markdown", "a/../new/probe.json"],
    ["--junit", "link/x.xml"],
    ["--junit", "x", "--markdown", "x"],
    ["--junit", "x", "--markdown", "x/y"],
    ["--junit", "x/y", "--markdown", "x"],
    ["--cache", "new"],
    ["--cache", "new/cache"],
    ["--cache", "link/cache"],
    ["--cache", "x", "--junit", "x"],
    ["--cache", "x/cache", "--junit", "x"],
    ["--out", "new/below", "--junit", "new"],
    ["--out", "x", "--junit", "x/x", "--markdown", "y"],
]


@pytest.mark.parametrize("options", OVERLAPS, ids=" ".join)
def test_no_output_goes_into_another(here, options):
    (here / "link").symlink_to("new")
    for _ in range(2):  # before there is an evaluation, and when one is to be replaced
        before = entries(here)
        for more in ((), ("--force",)):
            with pytest.raises(RagtriageError, match=r"would be in|is named for two things"):
                run("evaluate", "cases.jsonl", "--out", "new", *(x.format(here=here) for x in options), *more)
        assert entries(here) == before
        run("evaluate", "cases.jsonl", "--out", "new", "--quiet")


ASKS = ("--judge", "support=openai:m", "--base-url", "http://127.0.0.1:1/v1", "--keep-going")


@pytest.mark.parametrize("place", ["new/cache", "new", "./a/../new/below/cache", "link/cache"])
@pytest.mark.parametrize("stands", [False, True])
def test_replies_are_not_kept_in_a_folder_that_is_replaced(here, monkeypatch, place, stands):
    if stands:
        run("evaluate", "cases.jsonl", "--out", "new", "--quiet")
        (here / "link").symlink_to("new")
    elif place.startswith("link"):
        (here / "link").symlink_to(here)
        place = "link/new/cache"
    monkeypatch.setenv("RAGTRIAGE_CACHE", place)
    before = entries(here)
    said = "for the replies that are kept, which --cache or .RAGTRIAGE_CACHE names$"
    for command in (
        ("evaluate", "cases.jsonl", *ASKS),
        ("probe", "cases.jsonl", "--generator", "answering:answer"),
    ):
        with pytest.raises(RagtriageError, match=rf"(would be in|is named for two things).*{said}"):
            run(*command, "--out", "new")
    assert entries(here) == before
    # who asks nobody, keeps nothing or names another place is not kept from anything
    run("evaluate", "cases.jsonl", "--out", "new", "--quiet")
    run("probe", "new", "--generator", "answering:answer", "--quiet", "--cache", "kept")


@pytest.mark.usefixtures("here")
def test_the_users_own_cache_is_no_folder_to_write_to(monkeypatch):
    monkeypatch.delenv("RAGTRIAGE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "mine")
    for out in ("mine", "mine/ragtriage"):
        with pytest.raises(RagtriageError, match="for the replies that are kept"):
            run("evaluate", "cases.jsonl", *ASKS, "--out", out)


@pytest.mark.parametrize("name", ["new/report.json", "new", "new/step.md"])
def test_the_summary_of_a_step_is_in_no_folder_that_is_replaced(here, monkeypatch, name):
    run("evaluate", "cases.jsonl", "--out", "new", "--quiet")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", name)
    before = (here / "new" / "report.json").read_bytes()
    with pytest.raises(RagtriageError, match=r"would be in|is a directory"):
        run("evaluate", "cases.jsonl", "--out", "new", "--github")
    assert (here / "new" / "report.json").read_bytes() == before


@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_a_folder_that_lets_nobody_write_is_told_of_before_anything_is_done(here, key, monkeypatch):
    closed = here / "closed"
    closed.mkdir()
    opened = Path.open

    def refused(path, *more, **named):
        if path.parent == closed:
            raise PermissionError(13, "Permission denied")
        return opened(path, *more, **named)

    monkeypatch.setattr(Path, "open", refused)
    before = entries(here)
    with pytest.raises(
        RagtriageError, match=r"cannot be written: no file can be made in .*/closed: Permission"
    ):
        call(key, "closed/below/made.file")
    assert entries(here) == before


def test_outputs_beside_each_other_are_written(here):
    for _ in range(2):
        run(
            *("evaluate", "cases.jsonl", "--out", "all/new", "--junit", "all/junit.xml"),
            *("--markdown", "all/new.md", "--cache", "all/cache"),
        )
    assert {"new", "junit.xml", "new.md"} <= entries(here / "all")


# What people may keep under a name of ours.
OWN = {
    "probe.json": ["{}", '{\n  "schema_version": 1,\n  "mine": true\n}', "[]"],
    "report.html": ["<!DOCTYPE html><p>mine", '<html><meta name="generator" content="another">'],
    "cases.jsonl": [
        '{"id": "a", "question": "q"}\n',
        '{"id":"a","question":"q","expected":"x"}\n',
        '{"id":"a","question":"q\\","recall_at_k":1}\n',
        '{"question":"q","id":"a","recall_at_k":1}\n',
        "\n",
    ],
    "cases.parquet": ["PAR1", "PAR1" + 8 * "x" + "PAR1", "id question recall_at_k answer_match"],
    "report.json": ["{}", '{"name": "of another tool"}'],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in OWN.items() for text in texts])
@pytest.mark.parametrize("how", ["file", "link", "empty"])
def test_a_file_of_ones_own_under_a_name_of_ours_is_not_removed(here, name, text, how):
    mine = here / ("mine" if how == "link" else f"a/{name}")
    mine.write_text("" if how == "empty" else text)
    if how == "link":
        (here / "a" / name).unlink(missing_ok=True)
        (here / "a" / name).symlink_to(mine)
    for arguments in (["evaluate", "cases.jsonl"], ["rescore", "b", "--k", "2"]):
        with pytest.raises(RagtriageError, match=f"a: holds '{name}', which is no part of an evaluation"):
            run(*arguments, "--out", "a")
    assert (here / "a" / name).read_text() == mine.read_text()


def test_a_table_of_ones_own_is_not_removed(here):  # noqa: ARG001 - the folder
    import polars as pl  # noqa: PLC0415 - one test needs it

    pl.DataFrame({"id": ["a"], "question": ["q"], "score": [1.0]}).write_parquet("a/cases.parquet")
    with pytest.raises(RagtriageError, match=r"a: holds 'cases\.parquet', which is no part"):
        run("evaluate", "cases.jsonl", "--out", "a")


@pytest.mark.parametrize(
    "more", [[], ["--no-texts"], ["--parquet"], ["--html"], ["--parquet", "--html", "--k", "1"]]
)
def test_an_evaluation_with_all_of_its_files_is_replaced(here, more, monkeypatch):
    monkeypatch.syspath_prepend(str(here))
    for _ in range(2):
        run("evaluate", "cases.jsonl", "--out", "new", "--quiet", *more)
        if "--no-texts" not in more:
            run("probe", "new", "--generator", "answering:answer", "--no-cache", "--quiet")
    if "--no-texts" in more:  # nothing to ask about
        return
    said = run("evaluate", "cases.jsonl", "--out", "new", "--quiet", *more)
    assert said.count("new/probe.json: is of the evaluation that stands there, and goes") == 1
    assert not (here / "new" / "probe.json").exists()
    assert "goes when" not in run("evaluate", "cases.jsonl", "--out", "new", "--quiet", *more)


def test_rows_with_long_ids_and_questions_are_known_again(here):
    row = {
        "id": "i" * 9000,
        "question": 'q"\\' * 9000,
        "expected": "x",
        "gold_ids": ["d"],
        "retrieved": ["d"],
    }
    (here / "long.jsonl").write_text(json.dumps(row | {"answer": "x"}))
    for _ in range(2):
        run("evaluate", "long.jsonl", "--out", "long", "--quiet")


def test_a_folder_in_a_folder_that_is_read_may_be_written(here):
    run("report", "a", "--html")
    run("report", "a", "--html")
    run("compare", "a", "b", "--json", "a/compared.json")
    assert (here / "a" / "report.html").is_file()


KILLED = """
import os, signal
from pathlib import Path
from ragtriage.cli.main import cli
replace = Path.replace
def stopped(self, target):
    if self.name.endswith(".new"):
        os.kill(os.getpid(), signal.SIGKILL)
    return replace(self, target)
Path.replace = stopped
import sys
cli.main(sys.argv[1:], standalone_mode=False)
"""


@pytest.mark.skipif(machine() == "00000000", reason="no /proc here: nothing is swept")
@pytest.mark.parametrize("key", FILES, ids=" ".join)
def test_what_a_killed_command_has_left_goes_with_the_next(here, key):
    arguments = [key[0], *(each.replace("{}", "made.file") for each in WRITING[key][0])]
    done = subprocess.run([sys.executable, "-c", KILLED, *arguments], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert len(list(here.glob(".made.file.*"))) == 1
    call(key, "made.file")
    assert not list(here.glob(".made.file.*"))
