"""Times competitors against one another: values first, then alternately, in one run."""

from __future__ import annotations

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

_MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True)
class Measured:
    """What one competitor took."""

    name: str
    seconds: float  # median wall-clock time
    processor_seconds: float  # median processor time, all threads and child processes together
    ratio: float  # its wall-clock time over the first competitor's
    peak_mebibytes: float | None  # above what was in memory before; of a command: in all


@dataclass(frozen=True, slots=True)
class Comparison:
    """What all competitors took at one task."""

    title: str
    measured: tuple[Measured, ...]

    def __str__(self) -> str:
        """Return a Markdown table under its title."""
        rows = [
            f"| {one.name} | {one.seconds:.3f} | {one.processor_seconds:.3f} | {one.ratio:.2f} | "
            f"{'' if one.peak_mebibytes is None else format(one.peak_mebibytes, '.0f')} |"
            for one in self.measured
        ]
        return "\n".join(
            [
                f"### {self.title}",
                "",
                "| | seconds (median) | processor seconds | times the first | peak MiB |",
                "|---|---:|---:|---:|---:|",
                *rows,
                "",
            ]
        )


def machine() -> str:
    """Describe what everything ran on."""
    processor = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def compare(
    title: str,
    competitors: Mapping[str, Callable[[], T]],
    *,
    agree: Callable[[dict[str, T]], None],
    rounds: int = 5,
) -> Comparison:
    """Compare functions: run each once and check that they agree, then time them in turn.

    Args:
        title: What they do.
        competitors: By name; the first is what the others are held against.
        agree: Raises unless the results, by name, agree.
        rounds: How often each is timed.
    """
    peaks = {name: _peak_mebibytes(run) for name, run in competitors.items()}
    agree({name: run() for name, run in competitors.items()})
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in competitors}
    for _ in range(rounds):
        for name, run in competitors.items():
            processor, wall = time.process_time(), time.perf_counter()
            run()
            times[name].append((time.perf_counter() - wall, time.process_time() - processor))
    return _comparison(title, times, peaks)


def compare_commands(
    title: str,
    commands: Mapping[str, Sequence[str]],
    *,
    rounds: int = 3,
    stdout: Path | None = None,
) -> Comparison:
    """Compare whole processes, start-up and all; values are for the caller to check beforehand.

    Raises:
        RuntimeError: A command failed.
    """
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    peaks: dict[str, float | None] = dict.fromkeys(commands)
    for _ in range(rounds):
        for name, command in commands.items():
            wall = time.perf_counter()
            used = _run(command, stdout)
            if used.status:
                raise RuntimeError(f"{name} ended with status {os.waitstatus_to_exitcode(used.status)}")
            times[name].append((time.perf_counter() - wall - used.launch_seconds, used.processor_seconds))
            peaks[name] = max(peaks[name] or 0.0, used.peak_mebibytes)
    return _comparison(title, times, peaks)


@dataclass(frozen=True, slots=True)
class _Used:
    """What a process took."""

    status: int
    processor_seconds: float
    peak_mebibytes: float
    launch_seconds: float  # until it began


# A process starts with the peak memory of the one that made it: a small one stands between.
_LAUNCH = """
import json, os, sys, time
begun = time.time()
output = os.open(sys.argv[2], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
actions = [(os.POSIX_SPAWN_DUP2, output, 1)]
child = os.posix_spawnp(sys.argv[3], sys.argv[3:], os.environ, file_actions=actions)
_, status, usage = os.wait4(child, 0)
told = [status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, begun]
os.write(int(sys.argv[1]), json.dumps(told).encode())
"""


def _run(command: Sequence[str], stdout: Path | None) -> _Used:
    read, write = os.pipe()
    begun = time.time()
    target = str(stdout or os.devnull)
    with subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _LAUNCH, str(write), target, *command], pass_fds=[write]
    ) as process:
        os.close(write)
        with os.fdopen(read) as pipe:
            told = pipe.read()
    if process.returncode or not told:
        raise RuntimeError(f"cannot be started: {command[0]}")
    status, seconds, peak, child_begun = json.loads(told)
    return _Used(status, seconds, peak, child_begun - begun)


def _comparison(
    title: str, times: Mapping[str, Sequence[tuple[float, float]]], peaks: Mapping[str, float | None]
) -> Comparison:
    wall = {name: statistics.median(one for one, _ in pairs) for name, pairs in times.items()}
    first = next(iter(wall.values()))
    return Comparison(
        title,
        tuple(
            Measured(
                name=name,
                seconds=wall[name],
                processor_seconds=statistics.median(one for _, one in pairs),
                ratio=wall[name] / first,
                peak_mebibytes=peaks[name],
            )
            for name, pairs in times.items()
        ),
    )


def _peak_mebibytes(run: Callable[[], object]) -> float | None:
    """Return how far memory grows while it runs once, in a process of its own; None where it cannot fork."""
    if sys.platform != "linux":
        return None
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        run()
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        os.write(write, str(grown * 1024).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return int(text) / _MEBIBYTE if text else None
