"""Folders written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from ragtriage.errors import ConfigError
from ragtriage.io.folders import whole_folder
from ragtriage.io.outputs import JUNIT
from ragtriage.io.whole_file import write_whole

KNOWN = dict.fromkeys(("cases.jsonl", "report.json"))


def write(target: Path, text: str = "new") -> None:
    with whole_folder(target, KNOWN, "report.json") as folder:
        (folder / "cases.jsonl").write_text(text)
        (folder / "report.json").write_text(text)


def fill_up(target: Path) -> None:
    with whole_folder(target, KNOWN, "report.json") as folder:
        (folder / "cases.jsonl").write_text("half")
        raise OSError(errno.ENOSPC, "No space left on device")


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_folder_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    write(tmp_path / "out", "old")
    write(tmp_path / "out")
    assert (tmp_path / "out" / "report.json").read_text() == "new"
    assert names(tmp_path) == ["out"]


def test_a_file_of_ones_own_that_is_called_like_one_of_ours_is_kept(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cases.jsonl").write_text("mine")
    with pytest.raises(ConfigError, match=r"holds 'cases\.jsonl' and no report\.json"):
        write(tmp_path / "data")
    assert (tmp_path / "data" / "cases.jsonl").read_text() == "mine"
    assert names(tmp_path) == ["data"]


def test_a_folder_that_is_called_like_a_file_of_ours_is_kept(tmp_path: Path) -> None:
    (tmp_path / "data" / "report.json").mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"holds 'report\.json', which is no part of an evaluation"):
        write(tmp_path / "data")
    assert names(tmp_path / "data") == ["report.json"]


def test_a_link_stays_a_link_and_what_it_names_is_replaced(tmp_path: Path) -> None:
    write(tmp_path / "real", "old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "report.json").read_text() == "new"


def test_a_link_to_nothing_yet_makes_what_it_names(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("later")
    write(tmp_path / "link")
    assert names(tmp_path / "later") == ["cases.jsonl", "report.json"]


def test_a_circle_of_links_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(ConfigError, match="loop: "):
        write(tmp_path / "loop")
    assert names(tmp_path) == ["loop"]


def test_the_working_directory_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    with pytest.raises(ConfigError, match="is the working directory"):
        write(Path())
    assert names(tmp_path) == ["here"]


def test_a_url_is_refused_and_makes_no_folder_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match="s3:/bucket/out: is a URL; name a folder to write to"):
        write(Path("s3://bucket/out"))
    with pytest.raises(ConfigError, match="S3:/bucket/out: is a URL"):
        write(Path("S3://me:secret@bucket/out"))
    assert names(tmp_path) == []


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be written: File name too long"):
        write(tmp_path / ("a" * 300))


def test_a_disk_that_is_full_is_told_and_leaves_the_old_folder(tmp_path: Path) -> None:
    write(tmp_path / "out", "old")
    with pytest.raises(ConfigError, match="out: cannot be written: No space left on device"):
        fill_up(tmp_path / "out")
    assert (tmp_path / "out" / "report.json").read_text() == "old"
    assert names(tmp_path) == ["out"]


def test_an_interruption_between_the_two_renames_brings_the_old_folder_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "out", "old")
    rename = Path.rename

    def stopped(self: Path, target: Path) -> Path:
        if self.name.endswith(".new"):
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", stopped)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "out")
    assert (tmp_path / "out" / "report.json").read_text() == "old"
    assert names(tmp_path) == ["out"]


def test_no_file_is_written_to_a_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"s3:/bucket/gates\.xml: is a URL; name a file to write to"):
        write_whole(Path("s3://me:secret@bucket/gates.xml"), b"<x/>", JUNIT)
    assert names(tmp_path) == []
