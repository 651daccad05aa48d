"""Worker processes: what they make comes back, what kills them is named, and none outlives its use."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from functools import partial
from importlib import import_module

import pytest

from ragtriage.backends.processes import Processes
from ragtriage.backends.work import Failure, LostError
from ragtriage.errors import ConfigError, DataError

WORK = """
import os
import signal
from pathlib import Path
from typing import NamedTuple

from ragtriage.errors import DataError


class Piece(NamedTuple):
    number: int

    @property
    def where(self) -> str:
        return f"piece {self.number}"


def square(piece):
    print("what is printed goes nowhere near the results")
    return piece.number, piece.number ** 2, os.getpid()


def refuse(piece):
    if piece.number == 3:
        raise DataError("three is not squared")
    return square(piece)


def die_once(mark, piece):
    if piece.number == 2:
        try:
            Path(mark).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return square(piece)


def die(piece):
    if piece.number == 2:
        os._exit(7)
    return square(piece)
"""


@pytest.fixture
def work(tmp_path, monkeypatch):
    """A module that worker processes can import: they are given this process's path of modules."""
    (tmp_path / "squares.py").write_text(WORK, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("squares", None)
    return import_module("squares")


def pieces(work, n=8):
    return [work.Piece(number) for number in range(n)]


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_every_part_comes_back_from_other_processes(work):
    made = list(Processes(2).run(partial(partial, work.square), pieces(work)))
    assert sorted((number, square) for number, square, _ in made) == [(i, i * i) for i in range(8)]
    assert os.getpid() not in {pid for *_, pid in made}
    assert not any(is_running(pid) for *_, pid in made)


def test_a_part_that_cannot_be_used_is_told_and_the_others_are_made(work):
    made = list(Processes(2).run(partial(partial, work.refuse), pieces(work)))
    (failure,) = [each for each in made if isinstance(each, Failure)]
    assert failure.number == 3
    assert isinstance(failure.error, DataError)
    assert str(failure.error) == "three is not squared"
    assert len(made) == 8


def test_a_worker_that_is_killed_loses_nothing(work, tmp_path):
    mark = tmp_path / "killed"
    made = list(Processes(2).run(partial(partial, work.die_once, str(mark)), pieces(work)))
    assert mark.exists()
    assert sorted(number for number, *_ in made) == list(range(8))


def test_a_part_that_kills_two_workers_is_named(work):
    with pytest.raises(LostError, match=r"^piece 2: 2 workers ended while they judged it.*exit code 7"):
        list(Processes(2).run(partial(partial, work.die), pieces(work)))


def test_leaving_early_ends_the_workers(work):
    with closing(Processes(2).run(partial(partial, work.square), pieces(work, 10_000))) as made:
        pids = {next(made)[2] for _ in range(20)}
    assert pids
    assert not any(is_running(pid) for pid in pids)


def test_an_error_while_parts_are_made_is_raised(work):
    def broken():
        yield from pieces(work, 2)
        raise DataError("no more of this file can be read")

    with pytest.raises(DataError, match="no more of this file can be read"):
        list(Processes(2).run(partial(partial, work.square), broken()))


def test_a_script_without_a_guard_may_start_workers(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from ragtriage.backends.processes import Processes\n"
        "from functools import partial\n"
        "import squares\n"
        "made = Processes(2).run(partial(partial, squares.square), map(squares.Piece, range(3)))\n"
        "print(sorted(n for n, *_ in made))\n",
        "utf-8",
    )
    (tmp_path / "squares.py").write_text(WORK, "utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.returncode) == ("[0, 1, 2]\n", 0), done.stderr


def test_no_workers_are_refused():
    with pytest.raises(ConfigError, match="workers must be from 1 to 1,024 on one machine: 0"):
        Processes(0)
