"""Standard input: refused where it need not end, held for its owner alone, and gone afterwards."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragtriage.errors import DataError
from ragtriage.io.leftovers import machine
from ragtriage.io.spooling import spooled, sweep_spooled

ROW = {"id": "a", "question": "q", "expected": "x", "gold_ids": ["d"], "retrieved": ["d"], "actual": "x"}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    (tmp_path / "held").mkdir()
    (tmp_path / "in.jsonl").write_text(json.dumps(ROW) + "\n")
    (tmp_path / "in.json").write_text(json.dumps([ROW]))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "held"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "held"))
    return tmp_path


def started(*arguments, stdin):
    command = [sys.executable, "-m", "ragtriage", *arguments]
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def ran(*arguments: str, stdin: str) -> tuple[int, str]:
    with Path(stdin).open("rb") as file:
        process = started(*arguments, stdin=file)
        out, error = process.communicate(timeout=60)
    return process.returncode, (out + error).decode()


def left(here) -> list[Path]:
    return list((here / "held").iterdir())


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom", "/dev/full"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("evaluate", "-", "--out", "o"),
        ("evaluate", "-", "--out", "o", "--encoding", "utf-16"),
        ("evaluate", "-", "--out", "o", "--format", "json"),
        ("evaluate", "-", "--out", "o", "--format", "ragas"),
        ("evaluate", "-", "--out", "o", "--format", "jsonl"),
        ("check", "-"),
        ("convert", "-", "o.jsonl"),
    ],
    ids=" ".join,
)
def test_a_device_is_refused_by_its_name(here, device, arguments):
    if not Path(device).exists():
        pytest.skip("no such device here")
    code, said = ran(*arguments, stdin=device)
    assert code == 2
    assert "standard input: is a device" in said
    assert "Traceback" not in said
    assert not left(here)


def test_nothing_is_said_to_be_empty(here):
    code, said = ran("evaluate", "-", "--out", "o", stdin=os.devnull)
    assert code == 2
    assert "standard input: is empty" in said
    assert not left(here)


@pytest.mark.parametrize(("name", "form"), [("in.jsonl", "auto"), ("in.json", "json"), ("in.json", "auto")])
def test_a_file_or_a_pipe_is_read_and_its_copy_goes(here, name, form):
    assert ran("evaluate", "-", "--out", "o", "--format", form, stdin=name)[0] == 0
    process = started("evaluate", "-", "--out", "o", "--format", form, stdin=subprocess.PIPE)
    _, error = process.communicate(Path(name).read_bytes(), timeout=60)
    assert process.returncode == 0, error
    assert not left(here)


@pytest.mark.skipif(machine() == "00000000", reason="no /proc here: nothing is swept")
@pytest.mark.parametrize("command", [("fingerprint", "in.jsonl"), ("check", "in.jsonl")])
def test_what_a_killed_process_held_goes_with_the_next_command(here, command):
    process = started("evaluate", "-", "--out", "o", "--format", "json", stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(b"[" + b" " * 300_000)
    process.stdin.flush()
    deadline = time.monotonic() + 30
    while not any(path.stat().st_size for path in left(here)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    (held,) = left(here)
    assert held.stat().st_mode & 0o077 == 0
    ran(*command, stdin=os.devnull)
    assert left(here) == [held]  # whose process lives
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert left(here) == [held]
    assert ran(*command, stdin=os.devnull)[0] == 0
    assert not left(here)


def test_what_others_hold_there_stays(here):
    (here / "held" / "ragtriage-input").write_text("mine")
    (here / "held" / ".ragtriage-input.1-00000000-abcdef01.new").write_text("of another machine")
    sweep_spooled()
    assert len(left(here)) == 2


def test_no_room_is_said_of_what_is_held(here):
    command = f"ulimit -f 1024; yes | {sys.executable} -m ragtriage evaluate - --out o --encoding utf-8"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)  # noqa: S607
    assert done.returncode == 2
    assert re.match(
        r"Error: standard input: cannot be held in .*, to be read twice: File too large", done.stderr
    )
    assert not left(here)


MIB = 1 << 20


class Endless:
    """A pipe that never ends, on a disk of which something is said to be left."""

    def __init__(self, monkeypatch, *, total, free):
        self.given, self.free, self.total = 0, free, total
        monkeypatch.setattr("ragtriage.io.spooling.disk_usage", self.usage)

    def usage(self, _):
        return SimpleNamespace(total=self.total, free=max(0, self.free - self.given))

    def read(self, size):
        self.given += size
        return bytes(size)


@pytest.mark.parametrize(
    ("total", "free", "most"),
    [
        (2_000 * MIB, 300 * MIB, 200),  # of a small disk 5 % are left
        (500_000 * MIB, 1_124 * MIB, 100),  # of a large one 1 GiB
        (500_000 * MIB, 900 * MIB, 64),  # what is small is held all the same
        (500_000 * MIB, 0, 64),
    ],
)
def test_what_never_ends_is_held_until_others_would_have_no_room(here, monkeypatch, total, free, most):
    stream = Endless(monkeypatch, total=total, free=free)
    with (
        pytest.raises(DataError, match=rf"^standard input: {most} MiB came and no end, and .*TMPDIR"),
        spooled(stream, "standard input"),
    ):
        pass
    assert most * MIB <= stream.given <= (most + 1) * MIB
    assert not left(here)


def test_what_ends_on_a_disk_that_is_nearly_full_is_held(here, monkeypatch):
    monkeypatch.setattr(
        "ragtriage.io.spooling.disk_usage", lambda _: SimpleNamespace(total=1_000 * MIB, free=0)
    )
    with spooled(io.BytesIO(bytes(60 * MIB)), "standard input") as held:
        assert held.stat().st_size == 60 * MIB
    assert not left(here)


@pytest.mark.parametrize("how", ["standard input", "named"])
def test_a_disk_is_not_filled_by_a_pipe_without_end(here, how):
    disk = here / "held"
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=80m", "none", str(disk)],  # noqa: S607
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("nothing can be mounted here")
    try:
        name = "-" if how == "standard input" else "<(yes)"
        command = f"{sys.executable} -m ragtriage evaluate {name} --out o --encoding utf-8"
        command = f"yes | {command}" if name == "-" else command
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)  # noqa: S607
        assert done.returncode == 2
        shown = "standard input" if name == "-" else r"/dev/fd/\d+"
        said = rf"Error: {shown}: 76 MiB came and no end, and {disk}, .* would have 4 MiB left; name a file"
        assert re.match(said, done.stderr), done.stderr
        assert not left(here)
        assert not (here / "o").exists()
    finally:
        subprocess.run(["umount", str(disk)], check=True)  # noqa: S607
