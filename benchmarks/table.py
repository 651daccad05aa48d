"""Runs every benchmark and makes one table of what they report: `make bench`.

The full run writes the table into docs/benchmarks.md, between the two marks, after each script, and ends
with status 1 when something that is asked does not hold. With names of scripts (`make bench ONLY="files
texts"`) those alone run, and their rows take the place of what they reported before. `--short` runs small
sizes and fails only when values differ.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from measure import ROWS_VARIABLE, Asked, Row, figure, machine

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
KEPT = ROOT / "build" / "benchmarks"  # the rows of each script, as JSON lines
BEGIN, END = "<!-- table -->", "<!-- end of table -->"
PACKAGES = (
    "ragtriage",
    "numpy",
    "polars",
    "msgspec",
    "pytrec_eval-terrier",
    "ir_measures",
    "ranx",
    "haystack-ai",
    "ray",
)


def main() -> int:
    """Run the scripts one after another; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="only see that values agree")
    parser.add_argument("only", nargs="*", help="scripts, such as `files`; all, if none is named")
    arguments = parser.parse_args()
    scripts = list(benchmarks(is_short=arguments.short, only=arguments.only))
    if unknown := set(arguments.only) - {script.stem for script in scripts}:
        parser.error(f"no benchmark here: {', '.join(sorted(unknown))}")
    if arguments.short:
        with tempfile.TemporaryDirectory() as folder:
            return run(scripts, Path(folder), is_short=True)
    if not arguments.only:
        shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir(parents=True, exist_ok=True)
    return run(scripts, KEPT, is_short=False)


def run(scripts: Sequence[Path], kept: Path, *, is_short: bool) -> int:
    """Run scripts, whose rows are kept in a folder, a file each; return the exit status."""
    failed: list[str] = []
    begun = time.perf_counter()
    text = ""
    rows: list[Row] = []
    for number, script in enumerate(scripts, 1):
        print(f"[{number}/{len(scripts)}, {time.perf_counter() - begun:.0f} s] {script.name}", flush=True)
        path = kept / f"{script.stem}.jsonl"
        path.unlink(missing_ok=True)
        command = [sys.executable, str(script), *(["--short"] if is_short else [])]
        environment = os.environ | {ROWS_VARIABLE: str(path)}
        if subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode:
            failed.append(script.name)
        rows = [row for each in sorted(kept.glob("*.jsonl")) for row in read(each)]
        text = table(rows, is_short=is_short)
        if not is_short:
            put(text)
    print(f"\n{text}\n\n{time.perf_counter() - begun:.0f} s in all")
    unkept = [] if is_short else [f"{row.task}: {row.name}" for row in rows if row.is_kept is False]
    for name in failed:
        print(f"failed: {name}", file=sys.stderr)
    for name in unkept:
        print(f"not kept: {name}", file=sys.stderr)
    return 1 if failed or unkept else 0


def benchmarks(*, is_short: bool, only: Sequence[str] = ()) -> Iterator[Path]:
    """Yield the scripts that measure speed and memory; agreement with people is a page of its own."""
    for script in sorted((ROOT / "benchmarks").glob("*.py")):
        text = script.read_text("utf-8")
        is_script = "__main__" in text and script != Path(__file__).resolve()
        if only and script.stem not in only:
            continue
        if is_script and not script.name.startswith("accuracy_") and ('"--short"' in text or not is_short):
            yield script


def read(path: Path) -> list[Row]:
    """Return the rows that were reported, those of a task together."""
    rows: dict[str, list[Row]] = {}
    for line in path.read_text("utf-8").splitlines():
        fields = json.loads(line)
        row = Row(**fields | {"asked": [Asked(*one) for one in fields["asked"]]})
        rows.setdefault(row.task, []).append(row)
    return [row for some in rows.values() for row in some]


def table(rows: Sequence[Row], *, is_short: bool) -> str:
    """Return what it ran on and the table, as Markdown."""
    installed = [f"{name} {found}" for name in PACKAGES if (found := installed_version(name)) is not None]
    lines = [
        f"{machine()}; {', '.join(installed)}.",
        "",
        "| task | who | n | median | ratio | peak MiB | asked | holds |",
        "|---|---|---:|---:|---:|---:|---|---|",
    ]
    task = ""
    for row in rows:
        holds = "" if is_short or row.is_kept is None else "yes" if row.is_kept else "**no**"
        cells = (
            "" if row.task == task else row.task,
            row.name,
            f"{row.n:,}",
            f"{figure(row.median)} {row.unit}",
            "" if row.ratio is None else f"{row.ratio:.2f}",
            "" if row.peak_mebibytes is None else f"{row.peak_mebibytes:,.0f}",
            "; ".join(map(str, row.asked)),
            holds,
        )
        lines.append(f"| {' | '.join(cells)} |")
        task = row.task
    return "\n".join(lines)


def installed_version(name: str) -> str | None:
    """Return the version of a package; None where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def put(text: str) -> None:
    """Write the table between the two marks of the page."""
    before, begin, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{PAGE}: has no place for the table ({BEGIN} … {END})")
    PAGE.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
