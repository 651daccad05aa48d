"""Only regular files and pipes are read; what never begins, or never ends, is refused at once."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path

import pytest

from ragtriage.errors import ConfigError, DataError
from ragtriage.io import opening
from ragtriage.io.files import open_source
from ragtriage.io.opening import open_file, read_configuration, read_small


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/random", "/dev/full"])
def test_a_device_is_not_read(device):
    with pytest.raises(DataError, match=f"{device}: is a device; name a file"):
        open_source(device)
    with pytest.raises(ConfigError, match="is a device"):
        read_configuration(device, device)


def test_a_link_to_a_device_is_none_to_a_file(tmp_path):
    (tmp_path / "cases.jsonl").symlink_to("/dev/zero")
    with pytest.raises(DataError, match=r"cases\.jsonl: is a device"):
        open_source(tmp_path / "cases.jsonl")


@pytest.mark.parametrize("made_up", ["/proc/kmsg", "/proc/self/status", "/proc/cpuinfo"])
def test_a_file_that_the_system_makes_up_is_not_begun(made_up):
    if not Path(made_up).exists():
        pytest.skip("there is none here")
    with pytest.raises(DataError, match="is made up by the system"):
        open_source(made_up)
    with pytest.raises(ConfigError, match="is made up by the system"):
        read_configuration(made_up, made_up)


def test_a_pipe_to_which_nobody_writes_is_not_waited_for_long(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "_PATIENCE_SECONDS", 0.2)
    os.mkfifo(tmp_path / "pipe")
    threads = threading.active_count()
    began = time.monotonic()
    with pytest.raises(DataError, match=r"pipe: is a pipe to which nothing wrote for 0\.2 seconds"):
        open_source(tmp_path / "pipe")
    assert time.monotonic() - began < 5
    time.sleep(0.1)
    assert threading.active_count() == threads


def test_a_pipe_is_read_once_somebody_writes_to_it(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    def write() -> None:
        time.sleep(0.1)
        (tmp_path / "pipe").write_text("[a]\n")

    threading.Thread(target=write).start()
    with open_file(tmp_path / "pipe", "pipe") as file:
        assert file.read() == b"[a]\n"


def test_what_a_writer_that_has_gone_left_in_a_pipe_is_read():
    read, write = os.pipe()
    os.write(write, b"k = 1\n")
    os.close(write)
    assert read_configuration(f"/dev/fd/{read}", "pipe") == "k = 1\n"
    os.close(read)


def test_a_socket_is_not_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        with pytest.raises(DataError, match="socket: is a socket"):
            open_source("socket")


def test_settings_are_not_read_without_end(tmp_path):
    with (tmp_path / "large").open("wb") as file:
        file.truncate(5 * 1024 * 1024)
    with pytest.raises(ConfigError, match="large: is longer than 4,194,304 bytes"):
        read_configuration(tmp_path / "large", "large")
    (tmp_path / "small").write_text("1234")
    with pytest.raises(DataError, match="longer than 3 bytes"):
        read_small(tmp_path / "small", "small", most=3)


def test_empty_settings_are_no_text(tmp_path):
    (tmp_path / "empty").touch()
    assert read_configuration(tmp_path / "empty", "empty") == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("none", "no such file"),
        ("file/below", "no such file"),
        (".", "is a directory, and a file was expected"),
        ("circle", "is a circle of links"),
        ("n" * 300, "its name is longer than a name of a file may be"),
        ("a\0b", "is no name of a file"),
        ("\ud800", "is no name of a file"),
    ],
)
def test_what_cannot_be_opened_is_said_without_a_number(tmp_path, monkeypatch, name, told):
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("x")
    Path("circle").symlink_to("circle")
    for opened in (open_source, lambda path: read_configuration(path, path)):
        with pytest.raises((DataError, ConfigError), match=told) as caught:
            opened(name)
        assert "Errno" not in str(caught.value)
