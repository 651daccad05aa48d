"""What a killed process has left beside a folder goes with the next one; anybody else's stays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ragtriage.io import leftovers
from ragtriage.io.folders import whole_folder
from ragtriage.io.leftovers import machine, name_beside, sweep
from ragtriage.io.outputs import MARKDOWN
from ragtriage.io.whole_file import write_whole

pytestmark = pytest.mark.skipif(machine() == "00000000", reason="no /proc here: nothing is swept")

PROGRAM = """
import os, signal, sys
from pathlib import Path
from ragtriage.io.folders import whole_folder
with whole_folder(Path("out"), {"report.json": None}, "report.json") as folder:
    (folder / "cases").mkdir()
    (folder / "cases" / "half").write_text("half")
    (folder / "report.json").write_text("half")
    if sys.argv[1] == "exchanging":
        rename = Path.rename
        def stopped(self, target):
            if self.name.endswith(".new"):
                os.kill(os.getpid(), signal.SIGKILL)
            return rename(self, target)
        Path.rename = stopped
    else:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def write(target: Path, text: str = "new") -> None:
    with whole_folder(target, {"report.json": None}, "report.json") as folder:
        (folder / "report.json").write_text(text)


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def kill(folder: Path, when: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, when], cwd=folder, check=False)
    assert done.returncode == -9


def test_what_a_killed_process_had_begun_goes_with_the_next_one(tmp_path: Path) -> None:
    write(tmp_path / "out", "old")
    kill(tmp_path, "writing")
    assert [name for name in names(tmp_path) if name.endswith(".new")]
    write(tmp_path / "out")
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out" / "report.json").read_text() == "new"


def test_what_a_killed_process_had_taken_away_is_put_back(tmp_path: Path) -> None:
    write(tmp_path / "out", "old")
    kill(tmp_path, "exchanging")
    assert "out" not in names(tmp_path)
    leftovers.sweep(tmp_path / "out")
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out" / "report.json").read_text() == "old"


def dead() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.parametrize(
    "name",
    [
        ".out.{alive}-{here}-0123abcd.new",
        ".out.{dead}-0123abcd-0123abcd.new",  # of another machine
        ".out.{dead}-0123abcd.new",  # written by an older version
        ".other.{dead}-{here}-0123abcd.new",  # of another place
        ".out.{dead}-{here}-0123abcd.new.mine",
        "out.{dead}-{here}-0123abcd.new",
        ".out.0-{here}-0123abcd.new",  # 0 would be every process of the group
    ],
)
def test_what_is_not_known_to_be_left_stays(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name.format(alive=os.getpid(), dead=dead(), here=machine())
    folder.mkdir()
    (folder / "report.json").write_text("mine")
    write(tmp_path / "out")
    assert (folder / "report.json").read_text() == "mine"


def test_a_link_that_is_called_like_a_leftover_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "report.json").write_text("mine")
    (tmp_path / f".out.{dead()}-{machine()}-0123abcd.new").symlink_to(tmp_path / "mine")
    write(tmp_path / "out")
    assert (tmp_path / "mine" / "report.json").read_text() == "mine"


def test_no_link_that_somebody_has_put_into_a_leftover_is_put_in_place(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    left = tmp_path / f".out.{dead()}-{machine()}-0123abcd.old"
    left.mkdir()
    (left / "out").symlink_to(tmp_path / "mine")
    sweep(tmp_path / "out")
    assert names(tmp_path) == ["mine"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives a folder away")
def test_what_belongs_to_somebody_else_stays(tmp_path: Path) -> None:
    left = tmp_path / f".out.{dead()}-{machine()}-0123abcd.new"
    left.mkdir()
    os.chown(left, 12345, 12345)
    sweep(tmp_path / "out")
    assert names(tmp_path) == [left.name]


def test_where_a_process_id_counts_is_not_known_nothing_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "_RUN", tmp_path / "nowhere")
    assert machine() == "00000000"
    folder = tmp_path / f".out.{dead()}-00000000-0123abcd.new"
    folder.mkdir()
    write(tmp_path / "out")
    assert folder.is_dir()


@pytest.mark.parametrize("name", ["page.html", "n" * 255, "頁" * 85])
def test_a_file_that_was_being_written_goes_too(tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    left = name_beside(place, "new")
    left.write_text("half")
    write_whole(place, b"<!-- ragtriage -->", MARKDOWN)
    assert left.read_text() == "half"  # its process lives
    dead_one = left.rename(left.with_name(left.name.replace(f".{os.getpid()}-", f".{dead()}-")))
    write_whole(place, b"<!-- ragtriage -->\n", MARKDOWN, force=True)
    assert not dead_one.exists()
    assert names(tmp_path) == [name]


def test_a_link_in_place_of_a_file_that_was_being_written_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    left = tmp_path / f".page.{dead()}-{machine()}-0123abcd.new"
    left.symlink_to(tmp_path / "mine")
    sweep(tmp_path / "page")
    assert left.is_symlink()
