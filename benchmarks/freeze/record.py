"""Records what the commands give: everything they print and write, as text, in a folder."""

from __future__ import annotations

import html.parser
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import polars as pl
from commands import Command, commands
from inputs import make

PROCESSES = 2

# What no two runs have in common, and what says which run it was.
_VOLATILE = (
    (re.compile(r"\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d:\d\d)?"), "<time>"),
    (re.compile(r'("(?:version|seconds|created|written_with)": ?)(?:"[^"]*"|[\d.e-]+)'), r"\1<time>"),
    (re.compile(r"\bin [\d.]+ (?:ms|s|min)\b"), "in <time>"),
    (re.compile(r"\bragtriage \d[\w.+-]*"), "ragtriage <version>"),
)


class _Visible(html.parser.HTMLParser):
    """Collects the text of a page, one line a piece, and the data that its scripts hold."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a script or style begins, and what an element says to those who cannot see it."""
        if tag == "script":
            kind = dict(attrs).get("type") or "code"
            self._inside.append("data" if "json" in kind else "code")
        elif tag == "style":
            self._inside.append("code")
        self.lines += [
            f"[{name}] {value}" for name, value in attrs if name in {"title", "aria-label", "href"}
        ]

    def handle_endtag(self, tag: str) -> None:
        """Note where it ends."""
        if tag in {"script", "style"} and self._inside:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        """Keep a piece of text."""
        if not self._inside or self._inside[-1] == "data":
            self.lines += [line.strip() for line in data.splitlines() if line.strip()]


def record(source: Path, target: Path, *, root: Path, shared: Path, only: str = "") -> None:
    """Run the commands with the code of `source`; what they give goes to `target`."""
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, root=root, shared=shared)
        waiting = [command for command in commands(folder) if only in command[0]]
        done: set[str] = set()
        while waiting:
            ready = [command for command in waiting if done.issuperset(command[2])]
            if not ready:
                sys.exit(f"waits for what is not run: {[command[0] for command in waiting]}")
            with ThreadPoolExecutor(PROCESSES) as pool:
                list(pool.map(lambda command: _run(command, folder, target, source), ready))
            done |= {command[0] for command in ready}
            waiting = [command for command in waiting if command[0] not in done]
        _keep(folder / "out", target / "files")


def _run(command: Command, folder: Path, target: Path, source: Path) -> None:
    name, arguments, _ = command
    for argument in arguments:
        if argument.startswith("out/"):
            (folder / argument).parent.mkdir(parents=True, exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("OPENAI", "RAGTRIAGE"))}
    environment = {
        **kept,
        "PYTHONPATH": f"{source}{os.pathsep}{folder}",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "HOME": str(folder),
        "RAGTRIAGE_CACHE": str(folder / "cache"),
    }
    ran = subprocess.run(
        [sys.executable, "-m", "ragtriage", *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    for part, text in (("out", ran.stdout), ("err", ran.stderr)):
        (target / f"{name}.{part}").write_text(_settled(text.decode("utf-8", "replace")), "utf-8")
    (target / f"{name}.rc").write_text(f"{ran.returncode}\n", "utf-8")


def _keep(found: Path, target: Path) -> None:
    for path in sorted(found.rglob("*")):
        if path.is_file():
            kept = target / path.relative_to(found)
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.with_name(f"{kept.name}.txt").write_text(_settled("\n".join(_lines(path))), "utf-8")


def _lines(path: Path) -> Iterable[str]:
    if path.suffix == ".parquet":
        return (json.dumps(row, ensure_ascii=False, default=str) for row in pl.read_parquet(path).to_dicts())
    text = path.read_bytes().decode("utf-8", "replace")
    if path.suffix == ".html":
        page = _Visible()
        page.feed(text)
        return page.lines
    if path.suffix == ".json":
        return json.dumps(json.loads(text), ensure_ascii=False, indent=1).splitlines()
    return text.splitlines()


def _settled(text: str) -> str:
    for pattern, put in _VOLATILE:
        text = pattern.sub(put, text)
    return text
