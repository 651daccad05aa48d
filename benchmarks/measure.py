"""Times competitors against one another: values first, then alternately, in one run.

What a script finds out ends up in the one table of `make bench` (made by `table.py`) when it is told here,
a row at a time. A script checks its values before it times anything, ends with another status than 0 when
they differ, and knows `--short`: small sizes, in seconds, to see that the values agree. It runs by itself
too; then its rows are printed and kept nowhere.

    comparison = compare("Metrics from dictionaries, 10,000 × 100", competitors, agree=check)
    comparison.report(n=10_000, asked={"pytrec_eval": [least("ratio", 1.2)]})

A competitor's ratio is its time over the first one's, so that what the others are to be slower by is asked
of their rows. Anything else is reported as a row of its own:

    report(Row(task="Cases to diagnoses", name="evaluate", n=100_000, median=92.0, unit="µs a case",
               ratio=12.0, peak_mebibytes=140, asked=[most("ratio", 15), most("peak_mebibytes", 200)]))
"""

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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")

ROWS_VARIABLE = "RAGTRIAGE_BENCH_ROWS"  # names the file that rows are added to, as JSON lines

_MEBIBYTE = 2**20

Quantity: TypeAlias = Literal["median", "ratio", "peak_mebibytes"]


class Asked(NamedTuple):
    """What is asked of a measured quantity."""

    quantity: Quantity
    least: float | None
    most: float | None

    def __str__(self) -> str:
        """Return it in words."""
        bounds = [f"at least {self.least:,g}"] if self.least is not None else []
        bounds += [f"at most {self.most:,g}"] if self.most is not None else []
        return f"{self.quantity.partition('_')[0]} {' and '.join(bounds)}"


def least(quantity: Quantity, value: float) -> Asked:
    """Ask for that much, or more."""
    return Asked(quantity, value, None)


def most(quantity: Quantity, value: float) -> Asked:
    """Ask for that much, or less."""
    return Asked(quantity, None, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table."""

    task: str  # what is done, to how much; rows of one task stand together
    name: str  # who does it
    n: int  # how many of what the task counts: queries, cases, rows
    median: float
    unit: str = "s"
    ratio: float | None = None  # its median over that of the first row of the task, or what its name says
    peak_mebibytes: float | None = None
    asked: Sequence[Asked] = ()

    @property
    def is_kept(self) -> bool | None:
        """Whether all that is asked holds; None where nothing is."""
        values = [(one, getattr(self, one.quantity)) for one in self.asked]
        if not values:
            return None
        return all(
            value is not None
            and (one.least is None or value >= one.least)
            and (one.most is None or value <= one.most)
            for one, value in values
        )


def figure(value: float) -> str:
    """Return a number with three digits that count, or all before the point."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def report(row: Row) -> None:
    """Print a row, and keep it for the table when `make bench` runs the script."""
    ratio = "" if row.ratio is None else f"  ratio {row.ratio:.2f}"
    peak = "" if row.peak_mebibytes is None else f"  {row.peak_mebibytes:,.0f} MiB"
    asked = f"  ({'; '.join(map(str, row.asked))})" if row.asked else ""
    print(f"{row.task}: {row.name}: {figure(row.median)} {row.unit}{ratio}{peak}{asked}", flush=True)
    if path := os.environ.get(ROWS_VARIABLE):
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row)) + "\n")


@dataclass(frozen=True, slots=True)
class Measured:
    """What one competitor took."""

    name: str
    seconds: float  # median wall-clock time
    processor_seconds: float  # median processor time, all threads and child processes together
    ratio: float  # its wall-clock time over the first competitor's, the median of the rounds
    peak_mebibytes: float | None  # above what was in memory before; of a command: in all


@dataclass(frozen=True, slots=True)
class Comparison:
    """What all competitors took at one task."""

    title: str
    measured: tuple[Measured, ...]

    def report(self, *, n: int, asked: Mapping[str, Sequence[Asked]] | None = None) -> None:
        """Report a row a competitor.

        Args:
            n: How many of what the title counts.
            asked: What is asked, by the competitor's name.
        """
        for one in self.measured:
            report(
                Row(
                    task=self.title,
                    name=one.name,
                    n=n,
                    median=one.seconds,
                    ratio=one.ratio,
                    peak_mebibytes=one.peak_mebibytes,
                    asked=(asked or {}).get(one.name, ()),
                )
            )

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
    wall = {name: [one for one, _ in pairs] for name, pairs in times.items()}
    first = next(iter(wall.values()))
    return Comparison(
        title,
        tuple(
            Measured(
                name=name,
                seconds=statistics.median(wall[name]),
                processor_seconds=statistics.median(one for _, one in pairs),
                # in pairs: what else the machine did meanwhile slowed both
                ratio=statistics.median(one / other for one, other in zip(wall[name], first, strict=True)),
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
